internal import Talyn

/// The state of a stub transport: its stubs, scenario states and recorded requests. Guarded by the transport's lock.
struct StubRegistry: Sendable {
    /// The use of a stub so far.
    struct Use: Sendable {
        /// The number of requests it answered.
        var count = 0
        var positions = StubPositions()
        /// The index of a later stub for the same request, which replaced it; nil if none did.
        var replacement: Int?
    }

    /// A stub that matches a request, by its index, and its answer, which may be a sequence.
    typealias Candidate = (index: Int, answer: StubAnswer)

    /// The stubs that match a request: those that require states, the newest first, then one that requires none.
    struct Candidates {
        var conditional: [Candidate] = []
        var last: Candidate?
    }

    /// All stubs ever registered, in order.
    private(set) var stubs: [Stub] = []
    /// The use of each stub.
    private(set) var uses: [Use] = []
    var states: [String: String] = [:]
    private(set) var exchanges: [StubbedExchange] = []
    /// Whether requests are recorded.
    var isRecording = true

    /// The number of stubs that were not replaced.
    var count: Int { uses.count { $0.replacement == nil } }

    /// Adds a stub. It replaces a stub for the same request, headers and states.
    mutating func add(_ stub: Stub) {
        for index in stubs.indices where uses[index].replacement == nil && stub.replaces(stubs[index]) {
            uses[index].replacement = stubs.count
        }
        stubs.append(stub)
        uses.append(Use())
    }

    /// Returns the first candidate whose scenarios are in the required states; nil if there is none.
    func choice(of candidates: Candidates) -> Candidate? {
        candidates.conditional.first { holds($0.index) } ?? candidates.last
    }

    /// Chooses among candidates, counts the use of the stub, moves scenarios and records the answer of the request with
    /// a number. The answer is nil if the stub is exhausted.
    /// - Parameter resolved: the request, for which a sequence that a closure made advances.
    mutating func take(
        _ candidates: Candidates, for resolved: () -> Endpoint, _ number: Int
    ) -> (index: Int, answer: StubAnswer?)? {
        guard let (index, answer) = choice(of: candidates) else { return nil }
        let isMade = stubs[index].answer == nil
        guard let answer = uses[index].positions.next(of: answer, for: isMade ? resolved() : nil) else {
            return (index, nil)
        }
        uses[index].count += 1
        let moves = answer.parts.moves
        if !moves.isEmpty { states.merge(moves) { $1 } }
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
