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
        let registry = registry.withLock { $0 }
        var findings = registry.stubs.flatMap(\.findings)
        for (index, exchange) in registry.exchanges.enumerated() {
            if case .unstubbed(let complaint) = exchange.outcome {
                findings.append("request \(index + 1): \(complaint)")
            }
        }
        return findings
    }
}

extension Stub {
    /// The problems of the stub so far. A replaced stub has one only if it answered too often, which no later request
    /// can correct.
    fileprivate var findings: [String] {
        if isReplaced, !times.isExceeded(by: uses) { return [] }
        if let problem { return ["\(location) \(problem)"] }
        var findings = script.answers.compactMap(\.problem).map { "\(location) is unusable: \($0)" }
        if !times.contains(uses) {
            let states = conditions.isEmpty ? "" : " when \(conditionText)"
            let wanted = uses == 0 && times == .atLeast(1) ? "" : ", not \(times)"
            findings.append("\(location) was \(StubTimes.text(uses)) called\(states)\(wanted)")
        }
        let left = uses == 0 ? 0 : script.left + scripts.left
        if left > 0 { findings.append("\(location) has \(left) \(left == 1 ? "answer" : "answers") left over") }
        return findings
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
