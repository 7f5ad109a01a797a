/// What a stub transport knows: the stubs, the states of scenarios, and the requests that came. Always under its lock.
struct StubRegistry: Sendable {
    /// Every stub there ever was, in order.
    private(set) var stubs: [Stub] = []
    /// Where the stubs of a request stand; several differ in the headers that their targets declare, or in states.
    private var places: [StubKey: [Int]] = [:]
    private(set) var rules: [StubRule] = []
    var states: [String: String] = [:]
    private(set) var exchanges: [StubExchange] = []
    /// Whether requests are kept.
    var isRecording = true

    /// Who answers a request.
    enum Choice: Sendable {
        case answer(StubAnswer, StubExchange.Outcome)
        /// This stub would, and has no answer left.
        case usedUp(Int)
        /// These would, in other states.
        case blocked([Int])
        case nobody
    }

    /// How many stubs there are.
    var count: Int { stubs.count { !$0.isReplaced } }

    /// Adds a stub for one request, in the place of one for the same request, headers and states.
    mutating func add(_ stub: Stub, for endpoint: Endpoint) {
        let key = StubKey(endpoint)
        let same = places[key]?.firstIndex {
            stubs[$0].headers == stub.headers && stubs[$0].terms.conditions == stub.terms.conditions
        }
        if let same, let place = places[key]?.remove(at: same) { stubs[place].isReplaced = true }
        places[key, default: []].append(stubs.count)
        stubs.append(stub)
    }

    /// Adds a stub for several requests.
    mutating func add(
        _ stub: Stub, fits: @escaping @Sendable (StubRequest) -> Bool,
        ask: @escaping @Sendable (StubRequest) -> StubRule.Asked
    ) {
        rules.append(StubRule(place: stubs.count, fits: fits, ask: ask))
        stubs.append(stub)
    }

    /// Adds a stub that can never answer.
    mutating func addUnusable(_ stub: Stub) { stubs.append(stub) }

    /// The answer of the stub for an endpoint; of several the one that asks for most headers and states.
    mutating func choose(for endpoint: Endpoint) -> Choice {
        guard let candidates = places[StubKey(endpoint)] else { return .nobody }
        var found: Int?
        var blocked: [Int] = []
        for place in candidates where stubs[place].headers.isPart(of: endpoint.headers) {
            if !holds(place) {
                blocked.append(place)
            } else if found.map({ stubs[place].goesBefore(stubs[$0]) }) ?? true {
                found = place
            }
        }
        if let found { return give(found) }
        return blocked.isEmpty ? .nobody : .blocked(blocked)
    }

    /// The answer of a rule that said what it thinks of a request.
    mutating func choose(_ rule: StubRule, _ asked: StubRule.Asked, for request: StubRequest) -> Choice {
        // It may have moved since it was asked.
        guard holds(rule.place) else { return .blocked([rule.place]) }
        switch asked {
        case .no: return .nobody
        case .yes: return give(rule.place)
        case .answer(let answer):
            guard let next = stubs[rule.place].scripts.next(of: answer, for: request.declared) else {
                return .usedUp(rule.place)
            }
            used(rule.place, next)
            return .answer(next, .made(next.description))
        }
    }

    /// Whether the scenarios are in the states that a stub asks for.
    func holds(_ place: Int) -> Bool {
        let conditions = stubs[place].terms.conditions
        return conditions.isEmpty || conditions.allSatisfy { state(of: $0.key) == $0.value }
    }

    /// The state of a scenario.
    func state(of scenario: String) -> String { states[scenario] ?? StubTransport.started }

    private mutating func give(_ place: Int) -> Choice {
        guard let index = stubs[place].script.next() else { return .usedUp(place) }
        let answer = stubs[place].script.answers[index]
        used(place, answer)
        return .answer(answer, .given(stub: place, answer: index))
    }

    private mutating func used(_ place: Int, _ answer: StubAnswer) {
        stubs[place].uses += 1
        let moves = answer.parts.moves
        if !moves.isEmpty { states.merge(moves) { _, new in new } }
    }

    /// Notes a request that came; its number, from 0.
    mutating func note(_ exchange: StubExchange) -> Int {
        if isRecording { exchanges.append(exchange) }
        return exchanges.count - 1
    }

    /// Notes who answered it.
    mutating func settle(_ number: Int, _ outcome: StubExchange.Outcome) {
        if isRecording { exchanges[number].outcome = outcome }
    }
}
