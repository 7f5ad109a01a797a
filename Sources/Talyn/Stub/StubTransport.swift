// Room: Stub. Answers calls from stubs instead of the network.
// Knows: the values, Transport, the clock; of the engine Provider, for its stubbing initialisers.

/// A transport that answers from stubs. Everything else in a call works as in production.
///
/// ```swift
/// let stubs = StubTransport()
/// stubs.on(GitHub.user("octocat"), .json(User.octocat))
/// let github = Provider<GitHub>(transport: stubs)
/// ```
/// **Matching.** A stub of a single request comes first. It matches by method, URL, body and the headers that its
/// target declares: against the request as sent, then as its target declares it, so that plugins and a provider's base
/// URL do not matter. A later stub replaces an earlier one for the same request. Patterns, templates and predicates
/// follow, the latest first, so that a test overrides a common setup. An exhausted stub fails the request; no other
/// stub answers instead. A stub whose scenario is in another state is skipped. The target of a redirect needs a stub of
/// its own. A request without a stub fails with ``RequestError/Kind-swift.enum/unstubbed(_:)`` and a message that names
/// the nearest stubs.
///
/// **Recording.** The transport reads the request's body to its end, as a server does, and keeps up to 16 MiB.
/// ``calls`` has the requests, ``verify()`` reports mismatches. Closures run without a lock and may use the transport.
/// Thread-safe.
public final class StubTransport: Transport {
    /// "stub".
    public let label = "stub"

    /// The initial state of every scenario: "Started".
    public static let started = "Started"

    let registry = Locked(StubRegistry())

    /// Makes a transport without stubs.
    public init() {}

    /// Answers from the matching stub and records the request.
    /// - Throws: the stub's error; ``RequestError/Kind-swift.enum/unstubbed(_:)`` if no stub matches.
    public func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        if SentBody.isNeeded(for: endpoint, context) {
            let body = try await SentBody.read(from: endpoint, context)
            let answer = try answer(to: endpoint, body, context)
            return try await answer.respond(to: endpoint, context: context, sent: body.progress)
        }
        return try await answer(to: endpoint, nil, context).respond(to: endpoint, context: context)
    }

    /// Returns the answer of the matching stub. Choosing, counting and moving scenarios happen under one lock.
    private func answer(to endpoint: Endpoint, _ body: SentBody?, _ context: CallContext) throws -> StubAnswer {
        let (number, choice) = registry.withLock { registry in
            let choice = registry.choose(for: endpoint)
            let outcome = if case .answer(_, let outcome) = choice { outcome } else { StubExchange.Outcome.open }
            return (registry.note(StubExchange(endpoint, body, context, outcome)), choice)
        }
        if case .answer(let answer, _) = choice, !answer.mayBeUnusable { return answer }
        return try answer(to: StubRequest(endpoint, context), number, after: choice)
    }

    /// Returns the answer to a request that has no stub as it is sent.
    private func answer(
        to request: StubRequest, _ number: Int, after choice: StubRegistry.Choice
    ) throws -> StubAnswer {
        var search = StubSearch(number, choice)
        // Plugins or a provider's base URL may have changed the request. A redirect or another method is not the
        // target's request.
        if request.isFirst {
            let resolved = request.declared
            search.go(on: self) { $0.choose(for: resolved) }
            if !search.isOver, let declared = request.context.target.flatMap({ try? Endpoint.declared(by: $0) }) {
                search.go(on: self) { $0.choose(for: declared) }
            }
        }
        // User code runs without the lock, because it may use this transport.
        let rules = search.isOver ? [] : registry.withLock { $0.rules }
        for rule in rules.reversed() where !search.isOver && rule.fits(request) {
            guard registry.withLock({ $0.holds(rule.index) }) else {
                search.block(rule.index)
                continue
            }
            let asked = rule.ask(request)
            search.go(on: self) { $0.choose(rule, asked, for: request) }
        }
        let answer = search.answer?.found(for: request.context.operation)
        if let answer, answer.problem == nil { return answer }
        let complaint = answer?.complaint(request.context.operation) ?? complaint(about: request, search)
        registry.withLock { $0.settle(number, .unstubbed(complaint)) }
        throw RequestError(.unstubbed(complaint))
    }
}

/// The search for the stub of one request.
struct StubSearch {
    private let number: Int
    private(set) var answer: StubAnswer?
    /// The matching stub that is exhausted.
    private(set) var usedUp: Int?
    /// The matching stubs that require other states.
    private(set) var blocked: Set<Int> = []

    init(_ number: Int, _ choice: StubRegistry.Choice) {
        self.number = number
        take(choice)
    }

    /// Whether the search has ended.
    var isOver: Bool { answer != nil || usedUp != nil }

    /// Tries the next candidate, unless the search has ended.
    mutating func go(on stubs: StubTransport, _ choose: (inout StubRegistry) -> StubRegistry.Choice) {
        if isOver { return }
        let number = number
        take(
            stubs.registry.withLock { registry in
                let choice = choose(&registry)
                if case .answer(_, let outcome) = choice { registry.settle(number, outcome) }
                return choice
            })
    }

    /// Adds a matching stub that requires another state.
    mutating func block(_ index: Int) { blocked.insert(index) }

    private mutating func take(_ choice: StubRegistry.Choice) {
        switch choice {
        case .answer(let answer, _): self.answer = answer
        case .usedUp(let index): usedUp = index
        case .blocked(let indices): blocked.formUnion(indices)
        case .unmatched: break
        }
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
