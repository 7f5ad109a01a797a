public import Talyn

extension StubTransport {
    /// The recorded requests, in order, each with its body and answer. Not among them are those that
    /// ``withStubs(_:isolation:operation:)`` left to a provider's own transport.
    public var calls: [StubbedExchange] { registry.withLock { $0.exchanges }.filter { !$0.isPassed } }

    /// The endpoints that were sent, in order, after plugins. Streamed bodies are replaced by the bytes that were sent.
    public var requests: [Endpoint] { calls.map(\.endpoint) }

    /// Returns the cases of a target that were sent, in order, one per attempt. Redirects are excluded.
    public func targets<Target: TargetType>(of type: Target.Type) -> [Target] {
        calls.compactMap { $0.target(as: type) }
    }

    /// Returns the number of times a case was sent, counting each attempt. Redirects are excluded.
    public func count<Target: TargetType & Equatable>(of target: Target) -> Int {
        calls.count { $0.target(as: Target.self) == target }
    }

    /// Returns the number of times an endpoint was sent: same method, URL and body, and at least its headers.
    public func count(of endpoint: Endpoint) -> Int {
        let key = StubKey(endpoint)
        return calls.count { exchange in
            let sent = exchange.endpoint
            return StubKey(sent) == key && endpoint.comparedHeaders.isPart(of: sent.headers)
        }
    }

    /// The recorded requests, one per line, for the message of a failed test: operations, templates and statuses, never
    /// values.
    ///
    /// ```text
    /// 1  GitHub.user, GET https://api.github.com/users/{} → 503, 0 bytes
    /// 2  GitHub.user, GET https://api.github.com/users/{} (attempt 2) → 200, 27 bytes
    /// ```
    /// The requests that were left to a provider's own transport are lines, too.
    public var log: String {
        registry.withLock { $0.exchanges }.enumerated().map { "\($0 + 1)  \($1)" }.joined(separator: "\n")
    }
}

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
        var findings = zip(registry.stubs, registry.uses).flatMap { $0.findings(after: $1) }
        for (index, exchange) in registry.exchanges.enumerated() {
            if case .unstubbed(let complaint) = exchange.outcome {
                findings.append("request \(index + 1): \(complaint)")
            }
        }
        return findings
    }
}

extension Stub {
    /// Returns the problems of the stub so far. A replaced stub has one only if it answered too often, which no later
    /// request can correct.
    fileprivate func findings(after use: StubRegistry.Use) -> [String] {
        if use.isReplaced, !times.isExceeded(by: use.count) { return [] }
        if let problem { return ["\(location) \(problem)"] }
        var findings = (answer?.flattened ?? []).compactMap(\.problem).map { "\(location) is unusable: \($0)" }
        if !times.contains(use.count) {
            let states = conditions.isEmpty ? "" : " when \(conditionText)"
            let wanted = use.count == 0 && times == .atLeast(1) ? "" : ", not \(times)"
            findings.append("\(location) was \(StubTimes.text(use.count)) called\(states)\(wanted)")
        }
        let left = use.positions.left
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
