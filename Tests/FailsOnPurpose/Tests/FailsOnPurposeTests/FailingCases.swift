import Talyn
import TalynStubs
import TalynTestSupport
import XCTest

final class FailingCases: XCTestCase {
    func testAStubThatNobodyUses() async throws {
        try await withVerifiedStubs { stubs in stubs.on(Quotes.quote(1), .text("one")) }
    }

    func testAnExpectationThatIsNotMet() async throws {
        try await withVerifiedStubs { stubs in
            stubs.on(Quotes.quote(1), .text("one"))
            let quote = try await Quotes.provider.request(.quote(1), as: String.self)
            XCTAssertEqual(quote, "two")
        }
    }
}
