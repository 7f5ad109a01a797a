extension StubTransport {
    /// Checks at the end of a test that stubs and requests match.
    /// - Throws: ``StubVerificationError`` with all ``findings``, if there are any.
    public func verify() throws(StubVerificationError) {
        let findings = findings
        if !findings.isEmpty { throw StubVerificationError(findings: findings) }
    }

    /// The mismatches, one sentence each, without values: stubs that were not used, or not as often as expected; unused
    /// answers of a sequence; unusable answers; targets that cannot be sent; and requests without a stub, even if the
    /// code under test ignored the error.
    ///
    /// A stub that a later one replaced need not be used, but too many uses of it are reported.
    public var findings: [String] {
        let (stubs, exchanges) = registry.withLock { ($0.stubs, $0.exchanges) }
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
    /// Whether it answered more often than expected, which no later request can correct.
    fileprivate var isOverused: Bool { terms.times.isExceeded(by: uses) }

    /// The problems of the stub so far.
    fileprivate var findings: [String] {
        if let problem { return ["\(location) \(problem)"] }
        var findings = script.answers.compactMap(\.problem).map { "\(location) is unusable: \($0)" }
        if !terms.times.contains(uses) {
            let states = terms.conditions.isEmpty ? "" : " when \(terms.conditionText)"
            let wanted = uses == 0 && terms.times == .atLeast(1) ? "" : ", not \(terms.times)"
            let asked = uses == 0 ? "never" : StubTimes.text(uses)
            findings.append("\(location) was \(asked) called\(states)\(wanted)")
        }
        let left = uses == 0 ? 0 : script.left + scripts.left
        if left > 0 { findings.append("\(location) has \(left) \(left == 1 ? "answer" : "answers") left over") }
        return findings
    }
}

extension StubTerms {
    /// `basket is full and user is known`.
    var conditionText: String {
        conditions.sorted { $0.key < $1.key }.map { "\($0.key) is \($0.value)" }.joined(separator: " and ")
    }
}

/// The error of ``StubTransport/verify()``.
public struct StubVerificationError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
    /// The findings, one sentence each, without values, with the line where the stub was registered.
    public let findings: [String]

    /// The findings, one per line.
    public var description: String {
        "the stubs and the requests do not match:\n" + findings.map { "- \($0)" }.joined(separator: "\n")
    }

    /// The same text as ``description``.
    public var errorDescription: String? { description }
}
