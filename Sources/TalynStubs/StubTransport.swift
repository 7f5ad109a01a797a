public import Talyn

/// A transport that answers from stubs. Everything else in a call works as in production.
///
/// ```swift
/// let stubs = StubTransport()
/// stubs.on(GitHub.user("octocat"), .json(User.octocat))
/// let github = Provider<GitHub>(transport: stubs)
/// ```
/// **Matching.** A stub of a single request comes first. It matches by method, URL, body and the headers that its
/// target declares: against the request as sent, then as its target declares it, so that plugins and a provider's base
/// URL do not matter. The items of a query or a form and the parts of a multipart form match in any order; a predicate
/// can compare the order. A later stub replaces an earlier one for the same request. Patterns, templates and predicates
/// follow, the latest first, so that a test overrides a common setup. An exhausted stub fails the request; no other
/// stub answers instead. A stub whose scenario is in another state is skipped. The target of a redirect needs a stub of
/// its own. A request without a stub fails with `.unstubbed` and a message that names
/// the nearest stubs and what differs.
///
/// **Recording.** The transport reads the request's body to its end, as a server does, and keeps up to 16 MiB.
/// ``calls`` has the requests, ``verify()`` reports mismatches. Closures run without a lock and may use the transport.
/// Thread-safe.
public final class StubTransport: ScopeTransport {
    /// "stub".
    public let label = "stub"

    package let number = UInt64.random(in: .min ... .max)
    package let isGuard = true

    /// The initial state of every scenario: "Started".
    public static let started = "Started"

    let registry = Locked(StubRegistry())

    /// Makes a transport without stubs.
    public init() {}

    /// Whether the message of a request without a stub shows the values that differ from those of a stub, except for
    /// the secrets that `Redaction.standard` recognizes. Default: false, names only.
    public var showsValues: Bool {
        get { registry.withLock { $0.showsValues } }
        set { registry.withLock { $0.showsValues = newValue } }
    }

    /// Answers from the matching stub and records the request.
    /// - Throws: the stub's error; `.unstubbed` if no stub matches.
    public func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        try await respond(to: endpoint, context)
    }

    package func respondOffline(to endpoint: Endpoint, context: CallContext) async throws -> Response {
        try await respond(to: endpoint, context)
    }

    package func send(
        _ endpoint: Endpoint, context: CallContext, orElse next: ScopedTransport
    ) async throws -> Response {
        guard next.canAnswer else { return try await respond(to: endpoint, context, orElse: next) }
        // Searched before the body is read: it may be readable only once.
        let request = StubRequest(endpoint: endpoint, context: context)
        let candidate = search(
            request, [endpoint], single: { endpoint in registry.withLock { $0.candidate(for: endpoint) } },
            made: { ($0, $1) })
        if let candidate { return try await respond(to: endpoint, context, candidate, orElse: next) }
        return try await pass(request, to: next)
    }

    /// Lets another transport answer a request.
    private func pass(_ request: StubRequest, to next: ScopedTransport) async throws -> Response {
        let number = registry.withLock { registry in
            let number = registry.record(StubbedExchange(request.endpoint, nil, request.context))
            registry.record(.passed, of: number)
            return number
        }
        let complaint = registry.withLock { $0 }.complaint(about: request, usedUp: nil)
        do {
            return try await next.answer(request.endpoint, context: request.context, after: complaint)
        } catch let error as RequestError {
            if case .unstubbed(let text) = error.kind { registry.withLock { $0.record(.unstubbed(text), of: number) } }
            throw error
        }
    }

    @inline(__always)
    private func respond(
        to endpoint: Endpoint, _ context: CallContext, _ candidate: StubRegistry.Candidate? = nil,
        orElse next: ScopedTransport? = nil
    ) async throws -> Response {
        if SentBody.isNeeded(for: endpoint, context) {
            let body = try await SentBody.read(from: endpoint, context)
            let answer = try answer(to: endpoint, body, context, candidate, next)
            return try await answer.respond(to: endpoint, context: context, sent: body.progress)
        }
        return try await answer(to: endpoint, nil, context, candidate, next).respond(to: endpoint, context: context)
    }

    /// Returns the answer of the matching stub. Choosing, counting and moving scenarios happen under one lock.
    /// - Parameter candidate: the stub that was found already; its scenarios may have changed since.
    private func answer(
        to endpoint: Endpoint, _ body: SentBody?, _ context: CallContext, _ candidate: StubRegistry.Candidate?,
        _ next: ScopedTransport?
    ) throws -> StubAnswer {
        let (number, first) = registry.withLock { registry in
            let number = registry.record(StubbedExchange(endpoint, body, context))
            guard let candidate else { return (number, registry.take(for: endpoint, number)) }
            let request = StubRequest(endpoint: endpoint, context: context)
            return (number, registry.take(candidate.index, candidate.answer, for: request, number))
        }
        let others = candidate == nil ? [] : [endpoint]
        let match = first ?? take(StubRequest(endpoint: endpoint, context: context), others, number)
        let answer = match?.answer?.found(for: context.operation)
        if let answer, answer.problem == nil { return answer }
        let complaint =
            answer?.complaint(context.operation)
            ?? message(about: StubRequest(endpoint: endpoint, context: context), usedUp: match?.index, next)
        registry.withLock { $0.record(.unstubbed(complaint), of: number) }
        throw RequestError(.unstubbed(complaint))
    }

    private func message(about request: StubRequest, usedUp: Int?, _ next: ScopedTransport?) -> String {
        let complaint = registry.withLock { $0 }.complaint(about: request, usedUp: usedUp)
        if usedUp == nil, let next { return next.message(complaint) }
        return complaint.text
    }

    /// Takes the answer of the stub that matches a request.
    private func take(_ request: StubRequest, _ endpoints: [Endpoint], _ number: Int) -> StubRegistry.Match? {
        search(
            request, endpoints,
            single: { endpoint in registry.withLock { $0.take(for: endpoint, number) } },
            made: { index, answer in registry.withLock { $0.take(index, answer, for: request, number) } })
    }

    /// Searches the stub of one of the endpoints, of the request before plugins, then as its target declares it, then
    /// those for several requests. A redirect or another method is not the target's request.
    private func search<Found>(
        _ request: StubRequest, _ endpoints: [Endpoint], single: (Endpoint) -> Found?,
        made: (Int, StubAnswer) -> Found?
    ) -> Found? {
        for endpoint in endpoints { if let found = single(endpoint) { return found } }
        if request.isFirst, let found = single(request.resolved) ?? request.declared.flatMap(single) { return found }
        let stubs = registry.withLock { $0.stubs }
        for index in stubs.indices.reversed() where stubs[index].accepts(request) {
            // User code runs without the lock, because it may use this transport.
            guard registry.withLock({ $0.holds(index) }), let answer = stubs[index].make(request) else { continue }
            if let found = made(index, answer) { return found }
        }
        return nil
    }
}

// Scenarios are named states. Stubs require them, and answers change them (`StubAnswer.transitioning(_:to:)`).
extension StubTransport {
    /// Returns the state of a scenario. The initial state is ``started``.
    public func state(of scenario: String) -> String { registry.withLock { $0.state(of: scenario) } }

    /// Moves a scenario to a state.
    public func setState(_ scenario: String, to state: String) { registry.withLock { $0.states[scenario] = state } }
}

extension StubTransport: RedactedStringConvertible {
    /// The number of stubs and of requests; never a value.
    public var description: String {
        registry.withLock { "StubTransport(\($0.count) stubs, \($0.exchanges.count) requests)" }
    }

    /// A mirror that shows ``description`` and the requests.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["stubs": description, "requests": requests.map(\.description)], displayStyle: .class)
    }
}

/// Runs an operation in which every provider answers from `stubs`, without injection.
///
/// For code with a static provider, in parallel tests:
/// ```swift
/// let pong = try await withStubs(stubs) { try await Status.ping.request(as: String.self) }
/// ```
/// A request that they have no stub for goes to the enclosing scope, if there is one, and then to the provider's own
/// transport, if that does not reach the network: a ``StubTransport``, a cassette that replays, the samples of
/// `Provider(stubbing:)`, or a `ChaosTransport` over one of these. No other transport is asked. ``StubTransport/calls``
/// and ``StubTransport/verify()`` count a request where it was answered. A request without an answer fails with a
/// message that names the stubs of each, and each reports it.
///
/// The stubs are task-local: child tasks and `Task { }` inherit them, `Task.detached` and callbacks from other threads
/// do not.
public func withStubs<Output>(
    _ stubs: StubTransport, isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Output
) async rethrows -> Output {
    try await TransportOverride.$current.withValue(
        TransportScope(stubs), operation: operation, isolation: isolation)
}

extension StubTransport {
    /// The stubs of the innermost ``withStubs(_:isolation:operation:)``; nil outside of it.
    public static var current: StubTransport? {
        TransportScope.current?.transports.lazy.compactMap { $0 as? StubTransport }.first
    }
}
