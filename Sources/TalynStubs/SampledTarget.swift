public import Talyn

/// A target with a sample answer for each case, for `Provider(stubbing: .immediate)` and previews.
///
/// ```swift
/// extension GitHub: SampledTarget {
///     var sample: StubAnswer {
///         switch self {
///         case .zen: .text("Keep it logically awesome.")
///         case .user: .json(#"{"login": "octocat", "id": 1}"#)
///         }
///     }
/// }
/// ```
/// It is separate from `TargetType`, so targets without samples need not implement it.
public protocol SampledTarget: TargetType {
    /// The answer for this case.
    var sample: StubAnswer { get }
}

extension SampledTarget {
    /// The sample's body; empty if the sample is an error or has no body.
    public var sampleData: Data { sample.found(for: operation).data }
}

/// The choice between the transport and samples.
public enum StubBehavior: Sendable, Hashable {
    /// Sends the request over the transport.
    case never
    /// Answers with the sample, without a delay unless the sample has one.
    case immediate
    /// Answers with the sample after a delay on the provider's clock.
    case delayed(by: Duration)
}

/// A transport that answers from the targets' samples and forwards `.never` cases to another transport.
struct SampleTransport: OfflineTransport {
    let behavior: @Sendable (any TargetType) -> StubBehavior
    let live: any Transport
    let label = "stub"
    /// The positions of samples that are sequences.
    private let positions = Locked(StubPositions())

    init(behavior: @escaping @Sendable (any TargetType) -> StubBehavior, live: any Transport) {
        self.behavior = behavior
        self.live = live
    }

    func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        try await send(endpoint, context, staysOffline: false)
    }

    func respondOffline(to endpoint: Endpoint, context: CallContext) async throws -> Response {
        try await send(endpoint, context, staysOffline: true)
    }

    private func send(_ endpoint: Endpoint, _ context: CallContext, staysOffline: Bool) async throws -> Response {
        let behavior = context.target.map(behavior) ?? .immediate
        if behavior == .never {
            if staysOffline { return try await live.sendOffline(endpoint, context: context) }
            return try await live.send(endpoint, context: context)
        }
        // A target without a sample fails, as over a StubTransport; it must not reach the network unnoticed.
        let name = context.operation.map { "\($0), " } ?? ""
        guard let target = context.target as? any SampledTarget, context.redirects == 0 else {
            throw RequestError(.unstubbed("no sample answers \(name)\(endpoint)"))
        }
        let body = try await SentBody.read(from: endpoint, context)
        let next = positions.withLock { $0.next(of: target.sample.flat, for: context.resolved ?? endpoint) }
        guard let sample = next else { throw RequestError(.unstubbed("the sample of \(name)\(endpoint) is used up")) }
        if let complaint = sample.complaint(context.operation) { throw RequestError(.unstubbed(complaint)) }
        let delay: Duration = if case .delayed(by: let delay) = behavior { delay } else { .zero }
        return try await sample.delayed(by: sample.parts.delay.bounded + delay.bounded, jitter: sample.parts.jitter)
            .respond(to: endpoint, context: context, sent: body.progress)
    }
}
