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
    /// code under test ignored the error. A stub that a newer one for the same request replaced is no exception.
    public var findings: [String] {
        let registry = registry.withLock { $0 }
        let stubs = registry.stubs
        var findings = zip(stubs, registry.uses).flatMap { stub, use in
            stub.findings(after: use, replacedBy: use.replacement.map { stubs[$0] })
        }
        for (index, exchange) in registry.exchanges.enumerated() {
            if case .unstubbed(let complaint) = exchange.outcome {
                findings.append("request \(index + 1): \(complaint)")
            }
        }
        return findings
    }
}

extension Stub {
    /// Returns the problems of the stub so far.
    fileprivate func findings(after use: StubRegistry.Use, replacedBy newer: Stub?) -> [String] {
        if let problem { return ["\(location) \(problem)"] }
        var findings = (answer?.flattened ?? []).compactMap(\.problem).map { "\(location) is unusable: \($0)" }
        if !times.contains(use.count) {
            let states = conditions.isEmpty ? "" : " when \(conditionText)"
            let called = use.count == 0 ? "never called" : "called \(StubTimes.text(use.count))"
            let isUnused = use.count == 0 && times == .atLeast(1)
            let wanted = isUnused ? "; if it need not be: 'times: .any'" : ", expected \(times)"
            findings.append("\(location) was \(called)\(states)\(wanted)")
        }
        let left = use.positions.left
        if left > 0 { findings.append("\(location) has \(left) \(left == 1 ? "answer" : "answers") left over") }
        guard let newer else { return findings }
        return findings.map { "\($0); the stub of \(newer.line) replaced it; answers in order: '.sequence'" }
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
