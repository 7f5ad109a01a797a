public import Talyn

/// A transport that answers from stubs. Everything else in a call works as in production.
///
/// ```swift
/// let stubs = StubTransport()
/// stubs.on(GitHub.user("octocat"), .json(User.octocat))
/// let github = Provider<GitHub>(transport: stubs)
/// ```
/// **Which stub answers.** The stubs are one list, and the newest one that matches a request answers it. Nothing else
/// ranks them, so a test overrides a common setup, whose stubs take `times: .any`, by adding its own stub. A stub
/// matches if its scenarios are in the states that it requires, and:
/// - a stub of a case, a call or an endpoint: if method, URL and body are the same and the request has the headers that
///   the stub's target declares. Plugins and a provider's base URL do not matter: the request is compared as it is sent
///   and as its target declares it. The items of a query or a form and the parts of a multipart form match in any
///   order, and JSON by its values; a predicate can compare the bytes.
/// - a template or a predicate: if it matches. A closure: if it returns an answer.
///
/// An exhausted stub fails the request; no other stub answers instead. The target of a redirect needs a stub of its
/// own. A request without a stub fails with `.unstubbed` and a message that names the nearest stubs and what differs.
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

    /// Makes a transport that answers each request by a closure, the first stub of its list. The other kinds of stub
    /// are such closures, too, and can be added.
    ///
    /// ```swift
    /// let stubs = StubTransport { endpoint in
    ///     switch endpoint.url.path {
    ///     case "/zen": .text("Keep it logically awesome.")
    ///     case "/users/octocat": .json(User.octocat)
    ///     default: nil
    ///     }
    /// }
    /// ```
    /// The endpoint is the request as sent, redirects included, with the bytes of a streamed body; `endpoint.target` is
    /// its case. Nil means that the closure does not answer: the request fails as unstubbed. An error that it throws
    /// fails the exchange, as one of a transport. The closure runs once per request; a sequence it returns advances
    /// with each equal request. ``verify()`` does not expect it to be called.
    public convenience init(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ answer: @escaping @Sendable (_ endpoint: Endpoint) throws -> StubAnswer?
    ) {
        self.init()
        add(
            Stub("the closure", nil, when: [:], .any, fileID, line, runsCode: true) { request in
                do { return try answer(request.endpoint.sending(request.read))?.flat } catch { return .failure(error) }
            })
    }

    /// Answers from the matching stub and records the request.
    /// - Throws: the stub's error; `.unstubbed` if no stub matches.
    public func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        var request = StubRequest(endpoint, context)
        if request.needsBody { try await request.readBody() }
        let (answer, number) = try answer(to: &request, nil, nil)
        do { return try await answer.respond(to: endpoint, context: context, sent: request.progress) } catch {
            throw noted(error, number)
        }
    }

    package func respondOffline(to endpoint: Endpoint, context: CallContext) async throws -> Response {
        try await send(endpoint, context: context)
    }

    package func send(
        _ endpoint: Endpoint, context: CallContext, orElse next: ScopedTransport
    ) async throws -> Response {
        var request = StubRequest(endpoint, context)
        // Searched before the body is read: it may be readable only once.
        let candidates = next.canAnswer ? search(registry.withLock { $0.stubs }, for: &request) : nil
        if let candidates, registry.withLock({ $0.choice(of: candidates) }) == nil {
            return try await pass(request, to: next)
        }
        if request.needsBody { try await request.readBody() }
        let (answer, number) = try answer(to: &request, candidates, next)
        do { return try await answer.respond(to: endpoint, context: context, sent: request.progress) } catch {
            throw noted(error, number)
        }
    }

    /// Logs an answer that was not given because its task was cancelled; returns the error.
    private func noted(_ error: any Error, _ number: Int) -> any Error {
        if Task.isCancelled { registry.withLock { $0.record(.text("cancelled"), of: number) } }
        return error
    }

    /// Lets another transport answer a request.
    private func pass(_ request: StubRequest, to next: ScopedTransport) async throws -> Response {
        let number = registry.withLock { registry in
            let number = registry.record(StubbedExchange(request))
            registry.record(.passed, of: number)
            return number
        }
        do {
            return try await next.answer(
                request.endpoint, context: request.context,
                after: registry.withLock { $0 }.complaint(about: request, usedUp: nil))
        } catch let error as RequestError {
            if case .unstubbed(let text) = error.kind { registry.withLock { $0.record(.unstubbed(text), of: number) } }
            throw error
        }
    }

    /// Returns the answer of the matching stub, and the number of the request. Choosing, counting and moving scenarios
    /// happen under one lock.
    /// - Parameter candidates: the stubs that match, if they were searched already.
    private func answer(
        to request: inout StubRequest, _ candidates: StubRegistry.Candidates?, _ next: ScopedTransport?
    ) throws -> (StubAnswer, number: Int) {
        let exchange = StubbedExchange(request)
        let (number, stubs) = registry.withLock { ($0.record(exchange), $0.stubs) }
        let candidates = candidates ?? search(stubs, for: &request)
        let match = registry.withLock { $0.take(candidates, for: { request.resolved }, number) }
        let context = request.context
        // The name of the operation costs as much as the call, so it is made for a fixture only.
        let answer = match?.answer?.found(for: context.operation)
        if let answer = answer?.ranged(for: request.endpoint), answer.problem == nil {
            if answer.parts.servesRanges { registry.withLock { $0.record(.text(answer.description), of: number) } }
            return (answer, number)
        }
        let complaint = answer?.complaint(context.operation) ?? message(about: request, usedUp: match?.index, next)
        registry.withLock { $0.record(.unstubbed(complaint), of: number) }
        throw RequestError(.unstubbed(complaint))
    }

    private func message(about request: StubRequest, usedUp: Int?, _ next: ScopedTransport?) -> String {
        let complaint = registry.withLock { $0 }.complaint(about: request, usedUp: usedUp)
        if usedUp == nil, let next { return next.message(complaint) }
        return complaint.text
    }

    /// Returns the stubs that match a request, from the newest to the first that requires no states. The states of the
    /// others are looked at when one is taken, under the lock.
    private func search(_ stubs: [Stub], for request: inout StubRequest) -> StubRegistry.Candidates {
        var found = StubRegistry.Candidates()
        for index in stubs.indices.reversed() {
            let stub = stubs[index]
            let isConditional = !stub.conditions.isEmpty
            // Code of a test runs in the required states only, and without the lock, because it may use this transport.
            if isConditional, stub.runsCode, !registry.withLock({ $0.holds(index) }) { continue }
            guard let answer = stub.answer(to: &request) else { continue }
            if !isConditional {
                found.last = (index, answer)
                break
            }
            found.conditional.append((index, answer))
        }
        return found
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
/// A request without a matching stub goes to the enclosing scope, if there is one, and then to the provider's own
/// transport, if that does not reach the network: a ``StubTransport``, a cassette that replays, the samples of
/// `Provider(stubbing:)`, or a `ChaosTransport` over one of these. No other transport is used. ``StubTransport/calls``
/// and ``StubTransport/verify()`` count a request where it was answered. A request without an answer fails with a
/// message that names the stubs of each, and each reports it.
///
/// The stubs are task-local: child tasks and `Task { }` inherit them, `Task.detached` and callbacks from other threads
/// do not.
@discardableResult
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
