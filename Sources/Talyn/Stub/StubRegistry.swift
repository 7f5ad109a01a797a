/// The state of a stub transport: its stubs, scenario states and recorded requests. Guarded by the transport's lock.
struct StubRegistry: Sendable {
    /// All stubs ever registered, in order.
    private(set) var stubs: [Stub] = []
    /// The indices of the stubs for a request. Several stubs differ in declared headers or states.
    private var indices: [StubKey: [Int]] = [:]
    private(set) var rules: [StubRule] = []
    var states: [String: String] = [:]
    private(set) var exchanges: [StubExchange] = []
    /// Whether requests are recorded.
    var isRecording = true

    /// The result of matching a request.
    enum Choice: Sendable {
        case answer(StubAnswer, StubExchange.Outcome)
        /// This stub matches and is exhausted.
        case usedUp(Int)
        /// These stubs match, but require other states.
        case blocked([Int])
        case unmatched
    }

    /// The number of stubs that were not replaced.
    var count: Int { stubs.count { !$0.isReplaced } }

    /// Adds a stub for one request. It replaces a stub for the same request, headers and states.
    mutating func add(_ stub: Stub, for endpoint: Endpoint) {
        let key = StubKey(endpoint)
        let same = indices[key]?.firstIndex {
            stubs[$0].headers == stub.headers && stubs[$0].terms.conditions == stub.terms.conditions
        }
        if let same, let index = indices[key]?.remove(at: same) { stubs[index].isReplaced = true }
        indices[key, default: []].append(stubs.count)
        stubs.append(stub)
    }

    /// Adds a stub for several requests.
    mutating func add(
        _ stub: Stub, fits: @escaping @Sendable (StubRequest) -> Bool,
        ask: @escaping @Sendable (StubRequest) -> StubRule.Asked
    ) {
        rules.append(StubRule(index: stubs.count, fits: fits, ask: ask))
        stubs.append(stub)
    }

    /// Adds a stub that can never answer.
    mutating func addUnusable(_ stub: Stub) { stubs.append(stub) }

    /// Chooses the answer for an endpoint. Of several stubs, the one that requires most headers and states wins.
    mutating func choose(for endpoint: Endpoint) -> Choice {
        guard let candidates = indices[StubKey(endpoint)] else { return .unmatched }
        var found: Int?
        var blocked: [Int] = []
        for index in candidates where stubs[index].headers.isPart(of: endpoint.headers) {
            if !holds(index) {
                blocked.append(index)
            } else if found.map({ stubs[index].takesPrecedence(over: stubs[$0]) }) ?? true {
                found = index
            }
        }
        if let found { return give(found) }
        return blocked.isEmpty ? .unmatched : .blocked(blocked)
    }

    /// Chooses the answer of a rule after its closure ran.
    mutating func choose(_ rule: StubRule, _ asked: StubRule.Asked, for request: StubRequest) -> Choice {
        // The scenario may have changed since the closure was called.
        guard holds(rule.index) else { return .blocked([rule.index]) }
        switch asked {
        case .no: return .unmatched
        case .yes: return give(rule.index)
        case .answer(let answer):
            guard let next = stubs[rule.index].scripts.next(of: answer, for: request.declared) else {
                return .usedUp(rule.index)
            }
            used(rule.index, next)
            return .answer(next, .made(next.description))
        }
    }

    /// Whether the scenarios are in the states that a stub requires.
    func holds(_ index: Int) -> Bool {
        let conditions = stubs[index].terms.conditions
        return conditions.isEmpty || conditions.allSatisfy { state(of: $0.key) == $0.value }
    }

    /// Returns the state of a scenario.
    func state(of scenario: String) -> String { states[scenario] ?? StubTransport.started }

    private mutating func give(_ index: Int) -> Choice {
        guard let next = stubs[index].script.next() else { return .usedUp(index) }
        let answer = stubs[index].script.answers[next]
        used(index, answer)
        return .answer(answer, .given(stub: index, answer: next))
    }

    private mutating func used(_ index: Int, _ answer: StubAnswer) {
        stubs[index].uses += 1
        let moves = answer.parts.moves
        if !moves.isEmpty { states.merge(moves) { _, new in new } }
    }

    /// Records a request and returns its index, from 0.
    mutating func note(_ exchange: StubExchange) -> Int {
        if isRecording { exchanges.append(exchange) }
        return exchanges.count - 1
    }

    /// Records the answer of a request.
    mutating func settle(_ number: Int, _ outcome: StubExchange.Outcome) {
        if isRecording { exchanges[number].outcome = outcome }
    }
}

/// The key that requests are matched by: method, URL, body and optionally headers.
struct StubKey: Hashable, Sendable {
    let endpoint: Endpoint
    /// Nil if headers are compared separately.
    let headers: HTTPHeaders?

    init(_ endpoint: Endpoint, headers: HTTPHeaders? = nil) {
        self.endpoint = endpoint
        self.headers = headers
    }

    static func == (left: StubKey, right: StubKey) -> Bool {
        left.endpoint.lazyURL == right.endpoint.lazyURL && left.endpoint.method == right.endpoint.method
            && left.endpoint.body.known == right.endpoint.body.known && left.headers == right.headers
    }

    // Leaves out the method, which rarely distinguishes requests, and most of the body: its length suffices.
    func hash(into hasher: inout Hasher) {
        hasher.combine(endpoint.lazyURL)
        if case .data(let data) = endpoint.body { hasher.combine(data.count) }
    }
}

extension Body {
    /// The body; none for a stream, whose content is not known in advance.
    var known: Body { if case .stream = self { .none } else { self } }
}

extension Endpoint {
    /// Returns the endpoint that a provider without plugins and defaults sends for a target.
    /// - Throws: `UnresolvableTarget`, and errors of the target's encoders.
    static func declared(by target: some TargetType) throws -> Endpoint {
        try resolving(target, route: target.resolvedRoute, defaults: ProviderDefaults())
    }
}
