internal import Talyn

/// The state of a stub transport: its stubs, scenario states and recorded requests. Guarded by the transport's lock.
struct StubRegistry: Sendable {
    /// The use of a stub so far.
    struct Use: Sendable {
        /// The number of requests it answered.
        var count = 0
        var positions = StubPositions()
        /// Whether a later stub for the same request replaced it.
        var isReplaced = false
    }

    /// A stub that matches, by its index, and its answer; nil if it is exhausted.
    typealias Match = (index: Int, answer: StubAnswer?)

    /// A stub that matches, by its index, before it is used: with its own answer, or the one that its closure made.
    typealias Candidate = (index: Int, answer: StubAnswer)

    /// All stubs ever registered, in order.
    private(set) var stubs: [Stub] = []
    /// The use of each stub.
    private(set) var uses: [Use] = []
    var states: [String: String] = [:]
    private(set) var exchanges: [StubbedExchange] = []
    /// Whether requests are recorded.
    var isRecording = true
    /// Whether messages show values.
    var showsValues = false

    /// The number of stubs that were not replaced.
    var count: Int { uses.count { !$0.isReplaced } }

    /// Adds a stub. It replaces a stub for the same request, headers and states.
    mutating func add(_ stub: Stub) {
        for index in stubs.indices where stub.replaces(stubs[index]) { uses[index].isReplaced = true }
        stubs.append(stub)
        uses.append(Use())
    }

    /// Takes the answer of the stub for a single request; nil if none matches.
    mutating func take(for endpoint: Endpoint, _ number: Int) -> Match? {
        guard let found = candidate(for: endpoint) else { return nil }
        return take(found.index, found.answer, for: nil, number)
    }

    /// Returns the stub for a single request; nil if none matches. Of several, the one that requires most headers and
    /// states wins, then the newest.
    func candidate(for endpoint: Endpoint) -> Candidate? {
        let number = StubKey(endpoint).number
        var found: Int?
        for index in stubs.indices.reversed() where stubs[index].number == number {
            guard !uses[index].isReplaced, stubs[index].matches(endpoint), holds(index) else { continue }
            if found.map({ stubs[index].isStricter(than: stubs[$0]) }) ?? true { found = index }
        }
        guard let found, let answer = stubs[found].answer else { return nil }
        return (found, answer)
    }

    /// Takes the answer that a stub for several requests made; nil if its scenarios have changed meanwhile.
    mutating func take(_ index: Int, _ answer: StubAnswer, for request: StubRequest, _ number: Int) -> Match? {
        guard holds(index) else { return nil }
        return take(index, answer, for: stubs[index].answer == nil ? request.resolved : nil, number)
    }

    /// Counts the use of a stub, moves scenarios and records the answer of the request with a number.
    private mutating func take(_ index: Int, _ answer: StubAnswer, for request: Endpoint?, _ number: Int) -> Match {
        guard let answer = uses[index].positions.next(of: answer, for: request) else { return (index, nil) }
        uses[index].count += 1
        let moves = answer.parts.moves
        if !moves.isEmpty { states.merge(moves) { $1 } }
        let isMade = stubs[index].answer == nil
        record(isMade ? .text(answer.description) : .given(answer), of: number)
        return (index, answer)
    }

    /// Returns whether the scenarios are in the states that a stub requires.
    func holds(_ index: Int) -> Bool {
        let conditions = stubs[index].conditions
        return conditions.isEmpty || conditions.allSatisfy { state(of: $0.key) == $0.value }
    }

    /// Returns the state of a scenario.
    func state(of scenario: String) -> String { states[scenario] ?? StubTransport.started }

    /// Records a request and returns its number, from 0.
    mutating func record(_ exchange: StubbedExchange) -> Int {
        if isRecording { exchanges.append(exchange) }
        return exchanges.count - 1
    }

    /// Records the outcome of a request.
    mutating func record(_ outcome: @autoclosure () -> StubbedExchange.Outcome, of number: Int) {
        if isRecording { exchanges[number].outcome = outcome() }
    }
}
