import Foundation
import Testing

@testable import Talyn

@Suite struct RetryAfterTests {
    /// 6 November 1994, 08:49:37: the date of RFC 9110 §5.6.7.
    static let example = Date(timeIntervalSince1970: 784_111_777)

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func aDateOfNowThatIsNoneDoesNotTrap(now: Double) {
        for value in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "7"] {
            let headers = HTTPHeaders(["Retry-After": value])
            let wait = RetryAfter.wait(in: headers, at: Date(timeIntervalSince1970: now))
            #expect((wait ?? .zero) >= .zero && (wait ?? .zero) <= .seconds(315_360_000))
        }
    }

    @Test func theFirstOfSeveralCountsAndNoneIsNil() {
        #expect(RetryAfter.wait(in: ["Retry-After": "3", "retry-after": "9"], at: Self.example) == .seconds(3))
        #expect(RetryAfter.wait(in: ["Date": "3"], at: Self.example) == nil)
        #expect(RetryAfter.wait(in: ["Retry-After": "9999999999"], at: Self.example) == .seconds(315_360_000))
    }

    @Test(arguments: ["2147483648", "9223372036854775808", "99999999999999999999", "00000000000315360001"])
    func aNumberOfAnyLengthIsTenYearsAtMost(text: String) {
        #expect(RetryAfter.wait(in: ["Retry-After": text], at: Self.example) == .seconds(315_360_000))
    }

    @Test(arguments: [("38", Duration.seconds(1)), ("39", .seconds(2)), ("37", .zero), ("36", .zero)])
    func aDateIsWaitedForUntilItHasCome(second: String, wait: Duration) {
        let headers: HTTPHeaders = ["Retry-After": "Sun, 06 Nov 1994 08:49:\(second) GMT"]
        #expect(RetryAfter.wait(in: headers, at: Self.example) == wait)
    }
}
