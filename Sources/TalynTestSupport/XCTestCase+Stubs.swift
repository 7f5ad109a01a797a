#if canImport(XCTest)
public import TalynStubs
internal import TalynTesting
public import XCTest

extension XCTestCase {
    /// Runs a test in which every provider answers from stubs, and verifies them at its end. What they have no stub for
    /// is answered by the provider's own stubs: `withStubs(_:isolation:operation:)`.
    ///
    /// ```swift
    /// func testZenIsShown() async throws {
    ///     try await withVerifiedStubs { stubs in
    ///         stubs.on(GitHub.zen, .text("Keep it logically awesome."))
    ///         let zen = try await Provider<GitHub>().request(.zen, as: String.self)
    ///         XCTAssertEqual(zen, "Keep it logically awesome.")
    ///     }
    /// }
    /// ```
    /// A failed `StubTransport.verify()` is a failure of the test. A test that fails has the log of its exchanges
    /// attached; on Linux, where XCTest has no attachments, the log is the message of a failure.
    /// - Throws: the error of the test.
    @discardableResult
    public func withVerifiedStubs<Output>(
        file: StaticString = #filePath, line: UInt = #line, isolation: isolated (any Actor)? = #isolation,
        _ body: (StubTransport) async throws -> Output
    ) async throws -> Output {
        let stubs = StubTransport()
        let failures = testRun?.totalFailureCount ?? 0
        do {
            let output = try await withStubs(stubs) { try await body(stubs) }
            do { try stubs.verify() } catch { XCTFail("\(error)", file: file, line: line) }
            if (testRun?.totalFailureCount ?? 0) > failures { attach(stubs.log, file, line) }
            return output
        } catch let skip as XCTSkip {
            throw skip
        } catch {
            attach(stubs.log, file, line)
            throw error
        }
    }

    private func attach(_ log: String, _ file: StaticString, _ line: UInt) {
        if log.isEmpty { return }
        #if canImport(ObjectiveC)
        let attachment = XCTAttachment(string: log)
        attachment.name = "exchanges"
        attachment.lifetime = .keepAlways
        add(attachment)
        #else
        XCTFail("the exchanges:\n\(log)", file: file, line: line)
        #endif
    }
}
#endif
