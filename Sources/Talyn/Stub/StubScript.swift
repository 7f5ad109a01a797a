/// The answers of one stub, in order, and how many of them were given.
struct StubScript: Sendable {
    /// What complaints call it.
    let name: String

    /// The headers that a request must have for it: those its target declares.
    let headers: HTTPHeaders

    private let answers: [StubAnswer]
    private let end: StubAnswer.SequenceEnd
    private var given = 0

    init(_ answer: StubAnswer, name: String, headers: HTTPHeaders = HTTPHeaders()) {
        self.name = name
        self.headers = headers
        if case .sequence(_, let end) = answer.content {
            answers = Self.flattened(answer)
            self.end = end
        } else {
            answers = [answer]
            end = .repeatsLast
        }
    }

    /// A sequence within a sequence is a part of it; a delay of a sequence is one of each answer, and so is its pace.
    private static func flattened(_ answer: StubAnswer) -> [StubAnswer] {
        guard case .sequence(let answers, _) = answer.content else { return [answer] }
        return answers.flatMap(flattened).map { $0.within(answer) }
    }

    /// Whether it has no answer left.
    var isUsedUp: Bool { end == .fails && given >= answers.count || answers.isEmpty }

    /// The next answer; nil when there is none.
    mutating func next() -> StubAnswer? {
        defer { given += 1 }
        if given < answers.count { return answers[given] }
        return switch end {
        case .fails: nil
        case .repeatsLast: answers.last
        case .cycles: answers.isEmpty ? nil : answers[given % answers.count]
        }
    }
}
