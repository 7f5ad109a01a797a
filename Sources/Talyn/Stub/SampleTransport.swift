/// A transport that answers from the targets' samples and forwards `.never` cases to another transport.
struct SampleTransport: Transport {
    let behavior: @Sendable (any TargetType) -> StubBehavior
    let live: any Transport
    let label = "stub"
    /// The positions of samples that are sequences.
    private let scripts = Locked(StubScripts())

    init(behavior: @escaping @Sendable (any TargetType) -> StubBehavior, live: any Transport) {
        self.behavior = behavior
        self.live = live
    }

    func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        let behavior = context.target.map(behavior) ?? .immediate
        if behavior == .never { return try await live.send(endpoint, context: context) }
        // A target without a sample fails, as over a StubTransport; it must not reach the network unnoticed.
        let name = context.operation.map { "\($0), " } ?? ""
        guard let target = context.target as? any SampledTarget, context.redirects == 0 else {
            throw RequestError(.unstubbed("no sample answers \(name)\(endpoint)"))
        }
        let body = try await SentBody.read(from: endpoint, context)
        let next = scripts.withLock { $0.next(of: target.sample, for: context.resolved ?? endpoint) }
        guard let sample = next else { throw RequestError(.unstubbed("the sample of \(name)\(endpoint) is used up")) }
        let delay: Duration = if case .delayed(let delay) = behavior { delay } else { .zero }
        return try await sample.delayed(by: sample.parts.delay.bounded + delay.bounded, jitter: sample.parts.jitter)
            .respond(to: endpoint, context: context, sent: body.progress)
    }
}
