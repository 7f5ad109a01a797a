/// The answers of one stub, in order, and the number already given.
struct StubScript: Sendable {
    let answers: [StubAnswer]
    private let end: StubAnswer.SequenceEnd
    private(set) var given = 0

    init(_ answer: StubAnswer) {
        if case .sequence(_, let end) = answer.content {
            answers = answer.flattened
            self.end = end
        } else {
            answers = [answer]
            end = .repeatsLast
        }
    }

    /// Whether no answer is left.
    var isUsedUp: Bool { end == .fails && given >= answers.count || answers.isEmpty }

    /// The number of answers not yet given; 0 for a cycle.
    var left: Int { end == .cycles ? 0 : max(answers.count - given, 0) }

    /// Returns the index of the next answer; nil if there is none.
    mutating func next() -> Int? {
        if isUsedUp { return nil }
        defer { given += 1 }
        if given < answers.count { return given }
        return end == .cycles ? given % answers.count : answers.count - 1
    }
}

/// The positions of the sequences a closure returns, one per endpoint, because the closure makes the sequence anew for
/// each request.
struct StubScripts: Sendable {
    private var scripts: [StubKey: StubScript] = [:]

    /// Returns the next answer; nil if a sequence is exhausted.
    mutating func next(of answer: StubAnswer, for endpoint: Endpoint) -> StubAnswer? {
        guard case .sequence = answer.content else { return answer }
        let key = StubKey(endpoint, headers: endpoint.headers)
        // The answers may differ from those of the last request; only the number given counts.
        var script = StubScript(answer)
        script.skip(scripts[key]?.given ?? 0)
        let index = script.next()
        let answers = script.answers
        scripts[key] = script
        return index.map { answers[$0] }
    }

    /// The number of answers not yet given.
    var left: Int { scripts.values.reduce(0) { $0 + $1.left } }
}

extension StubScript {
    /// Marks a number of answers as given.
    fileprivate mutating func skip(_ count: Int) { given = count }
}
