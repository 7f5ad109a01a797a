/// The answers of one stub, in order, and how many of them were given.
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

    /// Whether it has no answer left.
    var isUsedUp: Bool { end == .fails && given >= answers.count || answers.isEmpty }

    /// How many of its answers are still to be given; those of a cycle never are.
    var left: Int { end == .cycles ? 0 : max(answers.count - given, 0) }

    /// The place of the next answer; nil when there is none.
    mutating func next() -> Int? {
        if isUsedUp { return nil }
        defer { given += 1 }
        if given < answers.count { return given }
        return end == .cycles ? given % answers.count : answers.count - 1
    }
}

/// How far the sequences are that a closure answers with: each has a place of its own for each endpoint, because the
/// closure makes it anew for each request.
struct StubScripts: Sendable {
    private var scripts: [StubKey: StubScript] = [:]

    /// The answer whose turn it is; nil when a sequence has none left.
    mutating func next(of answer: StubAnswer, for endpoint: Endpoint) -> StubAnswer? {
        guard case .sequence = answer.content else { return answer }
        let key = StubKey(endpoint, headers: endpoint.headers)
        // Its answers may differ from those of last time; how many were given is what counts.
        var script = StubScript(answer)
        script.skip(scripts[key]?.given ?? 0)
        let place = script.next()
        let answers = script.answers
        scripts[key] = script
        return place.map { answers[$0] }
    }

    /// How many answers are still to be given.
    var left: Int { scripts.values.reduce(0) { $0 + $1.left } }
}

extension StubScript {
    /// Takes so many answers for given.
    fileprivate mutating func skip(_ count: Int) { given = count }
}
