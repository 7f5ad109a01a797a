#if canImport(Testing)
internal import Talyn
internal import Testing

/// A test that is verified when its body has ended, and keeps the log of its exchanges when it fails.
struct VerifiedTest: Sendable {
    let log: @Sendable () -> String
    let verify: @Sendable () throws -> Void
    /// Whether one that has failed already is verified as well. Before Swift 6.2 one that only has issues is.
    let verifiesFailed: Bool
    let test: Test

    init(
        log: @escaping @Sendable () -> String, verify: @escaping @Sendable () throws -> Void,
        verifiesFailed: Bool = true, of test: Test
    ) {
        self.log = log
        self.verify = verify
        self.verifiesFailed = verifiesFailed
        self.test = test
    }

    func run(_ body: @Sendable () async throws -> Void) async throws {
        let hasFailed = Locked(false)
        do {
            try await watching(hasFailed, body)
        } catch {
            attach()
            throw error
        }
        if !verifiesFailed, hasFailed.withLock({ $0 }) { return attach() }
        do { try verify() } catch {
            hasFailed.withLock { $0 = true }
            Issue.record(Comment(rawValue: "\(error)"), sourceLocation: test.sourceLocation)
        }
        if hasFailed.withLock({ $0 }) { attach() }
    }

    #if compiler(>=6.2)
    /// Runs the body and takes note of its issues.
    private func watching(_ hasFailed: Locked<Bool>, _ body: @Sendable () async throws -> Void) async throws {
        let watcher = IssueHandlingTrait.compactMapIssues { issue in
            hasFailed.withLock { $0 = true }
            return issue
        }
        try await watcher.provideScope(for: test, testCase: nil, performing: body)
    }

    private func attach() {
        Attachment.record(Array(log().utf8), named: "exchanges.txt", sourceLocation: test.sourceLocation)
    }
    #else
    // Before Swift 6.2 nobody can see an issue of a test but its reporter, and nothing can be attached.
    private func watching(_ hasFailed: Locked<Bool>, _ body: @Sendable () async throws -> Void) async throws {
        try await body()
    }

    private func attach() {
        Issue.record(Comment(rawValue: "the exchanges:\n\(log())"), sourceLocation: test.sourceLocation)
    }
    #endif
}
#endif
