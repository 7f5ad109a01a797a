import Talyn
import TalynStubs
import TalynTestSupport
import XCTest

final class XCTestCaseStubsTests: XCTestCase {
    func testAStaticProviderAnswersFromTheTestsStubs() async throws {
        let quote = try await withVerifiedStubs { stubs in
            stubs.on(Quotes.quote(1), .text("one"))
            let quote = try await Quotes.provider.request(.quote(1), as: String.self)
            XCTAssertEqual(stubs.targets(of: Quotes.self), [.quote(1)])
            return quote
        }
        XCTAssertEqual(quote, "one")
    }

    func testAProvidersOwnStubsAnswerWhatTheTestHasNoStubFor() async throws {
        let own = StubTransport()
        own.on(Quotes.quote(2), .text("two"))
        let provider = Provider<Quotes>(transport: own)
        let quotes = try await withVerifiedStubs { stubs in
            stubs.on(Quotes.quote(1), .text("one"))
            return [
                try await provider.request(.quote(1), as: String.self),
                try await provider.request(.quote(2), as: String.self),
            ]
        }
        XCTAssertEqual(quotes, ["one", "two"])
        try own.verify()
    }

    func testWhatTheTestThrowsIsThrown() async {
        // On Linux a test that throws has its log as a failure of its own, so nothing is thrown here but by the provider.
        let result = try? await withVerifiedStubs { stubs -> Result<Response, MyAPIError> in
            stubs.on(Quotes.quote(1), .failure(.notConnectedToInternet))
            return await Quotes.provider.result(.quote(1))
        }
        guard case .failure(.internetConnection) = result else { return XCTFail("\(String(describing: result))") }
    }
}
