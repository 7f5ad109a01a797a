extension StubTransport {
    /// Whether stubs and requests fit each other, for the end of a test.
    /// - Throws: ``StubVerificationError`` with all ``findings`` when there are any.
    public func verify() throws(StubVerificationError) {
        let findings = findings
        if !findings.isEmpty { throw StubVerificationError(findings: findings) }
    }

    /// What does not fit, a sentence each, without values: stubs that nobody used, or not as often as they are to be;
    /// answers of a sequence that were never asked for; answers that cannot be given; targets that cannot be sent; and
    /// requests that nobody stubbed, also where the code under test made nothing of the error.
    ///
    /// A stub whose place a later one took need not have been used; that it was used too often is told all the same.
    public var findings: [String] {
        let (stubs, exchanges) = book.withLock { ($0.stubs, $0.exchanges) }
        return stubs.filter { !$0.isReplaced || $0.isOverused }.flatMap(\.findings)
            + exchanges.enumerated().compactMap { number, exchange in
                if case .unstubbed(let complaint) = exchange.outcome {
                    "request \(number + 1): \(complaint)"
                } else {
                    nil
                }
            }
    }
}

extension Stub {
    /// Whether it answered more often than it was to, which no later stub makes good.
    fileprivate var isOverused: Bool { terms.times.isExceeded(by: uses) }

    /// What is wrong with the stub so far.
    fileprivate var findings: [String] {
        if let problem { return ["\(place) \(problem)"] }
        var findings = script.answers.compactMap(\.problem).map { "\(place) is unusable: \($0)" }
        if !terms.times.contains(uses) {
            let states = terms.conditions.isEmpty ? "" : " when \(terms.conditionText)"
            let wanted = uses == 0 && terms.times == .atLeast(1) ? "" : ", not \(terms.times)"
            let asked = uses == 0 ? "never" : StubTimes.text(uses)
            findings.append("\(place) was \(asked) called\(states)\(wanted)")
        }
        let left = uses == 0 ? 0 : script.left + scripts.left
        if left > 0 { findings.append("\(place) has \(left) \(left == 1 ? "answer" : "answers") left over") }
        return findings
    }
}

extension StubTerms {
    /// `basket is full and user is known`.
    var conditionText: String {
        conditions.sorted { $0.key < $1.key }.map { "\($0.key) is \($0.value)" }.joined(separator: " and ")
    }
}

/// What ``StubTransport/verify()`` found.
public struct StubVerificationError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
    /// A sentence for each, without values, with the line where the stub was registered.
    public let findings: [String]

    /// The findings, a line each.
    public var description: String {
        "the stubs and the requests do not fit:\n" + findings.map { "- \($0)" }.joined(separator: "\n")
    }

    /// As ``description``.
    public var errorDescription: String? { description }
}
