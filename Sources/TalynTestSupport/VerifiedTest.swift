#if canImport(Testing)
internal import Talyn
internal import Testing

/// A test that is verified after its body, with the log of its exchanges attached if it fails.
struct VerifiedTest: Sendable {
    let log: @Sendable () -> String
    /// Verifies the test; `hasIssues` is true for known issues too, which Swift Testing tells apart later.
    let verify: @Sendable (_ hasIssues: Bool) throws -> Void
    let test: Test

    func run(_ body: @Sendable () async throws -> Void) async throws {
        let hasIssues = Locked(false)
        do {
            try await watching(hasIssues, body)
        } catch {
            attach()
            throw error
        }
        do { try verify(hasIssues.withLock { $0 }) } catch {
            hasIssues.withLock { $0 = true }
            Issue.record(Comment(rawValue: "\(error)"), sourceLocation: test.sourceLocation)
        }
        if hasIssues.withLock({ $0 }) { attach() }
    }

    private func attach() {
        let log = log()
        if !log.isEmpty { attach(log) }
    }

    #if compiler(>=6.2)
    /// Runs the body and records whether it has issues.
    private func watching(_ hasIssues: Locked<Bool>, _ body: @Sendable () async throws -> Void) async throws {
        let watcher = IssueHandlingTrait.compactMapIssues { issue in
            hasIssues.withLock { $0 = true }
            return issue
        }
        try await watcher.provideScope(for: test, testCase: nil, performing: body)
    }

    private func attach(_ log: String) {
        Attachment.record(Array(log.utf8), named: "exchanges.txt", sourceLocation: test.sourceLocation)
    }
    #else
    // Before Swift 6.2 a trait cannot observe issues, and nothing can be attached.
    private func watching(_ hasIssues: Locked<Bool>, _ body: @Sendable () async throws -> Void) async throws {
        try await body()
    }

    private func attach(_ log: String) {
        Issue.record(Comment(rawValue: "the exchanges:\n\(log)"), sourceLocation: test.sourceLocation)
    }
    #endif
}
#endif
