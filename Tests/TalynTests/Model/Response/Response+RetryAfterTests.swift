import Foundation
import Testing

@testable import Talyn

@Suite struct ResponseRetryAfterTests {
    /// 6 November 1994, 08:49:37: the date of RFC 9110 §5.6.7.
    static let example = Date(timeIntervalSince1970: 784_111_777)

    private static func wait(_ headers: HTTPHeaders, at now: Date) -> Duration? {
        Response(statusCode: 503, headers: headers, endpoint: Endpoint(url: GitHub.host)).retryAfter(at: now)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func aDateOfNowThatIsNoneDoesNotTrap(now: Double) {
        for value in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "7"] {
            let headers = HTTPHeaders(["Retry-After": value])
            let wait = Self.wait(headers, at: Date(timeIntervalSince1970: now))
            #expect((wait ?? .zero) >= .zero && (wait ?? .zero) <= .seconds(315_360_000))
        }
    }

    @Test(
        arguments: [
            ["5", "5"], ["1", "5"], ["5", "1"], ["5, 1"], ["x", "5"], ["5", ""], ["1,x", "5"],
            ["Sun, 06 Nov 1994 08:49:39 GMT", "5"], ["5", "Sun, 06 Nov 1994 08:49:39 GMT"],
            ["1", "Sun, 06 Nov 1994 08:49:42 GMT"],
        ])
    func theLongestWaitOfSeveralCounts(values: [String]) {
        var headers = HTTPHeaders()
        for value in values { headers.add("Retry-After", value) }
        #expect(Self.wait(headers, at: Self.example) == .seconds(5))
    }

    @Test func noneIsNil() {
        #expect(Self.wait(["Date": "3"], at: Self.example) == nil)
        #expect(Self.wait(["Retry-After": "9999999999"], at: Self.example) == .seconds(315_360_000))
    }

    @Test(arguments: ["2147483648", "9223372036854775808", "99999999999999999999", "00000000000315360001"])
    func aNumberOfAnyLengthIsTenYearsAtMost(text: String) {
        #expect(Self.wait(["Retry-After": text], at: Self.example) == .seconds(315_360_000))
    }

    @Test(arguments: [("38", Duration.seconds(1)), ("39", .seconds(2)), ("37", .zero), ("36", .zero)])
    func aDateIsWaitedForUntilItHasCome(second: String, wait: Duration) {
        let headers: HTTPHeaders = ["Retry-After": "Sun, 06 Nov 1994 08:49:\(second) GMT"]
        #expect(Self.wait(headers, at: Self.example) == wait)
    }

    @Test(
        arguments: [
            ("1784111807", .seconds(30)), ("1784111000", .zero), ("12", .seconds(12)), ("0", .zero),
            ("999999999", .zero), ("31536000", .seconds(31_536_000)), ("12.0", .seconds(12)), ("12.2", .seconds(13)),
            ("1784111807000", .seconds(30)), ("1784111806500", .seconds(29.5)), (".5", nil), ("1.2.3", nil),
            ("1e9", nil),
            ("-5", nil), ("", nil), ("\u{660}", nil),
            ("99999999999999999999", nil),
        ] as [(String, Duration?)])
    func aSpentLimitAsksForTheTimeUntilItsReset(reset: String, wait: Duration?) {
        let now = Date(timeIntervalSince1970: 1_784_111_777)
        var headers: HTTPHeaders = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset]
        #expect(Self.wait(headers, at: now) == wait)
        #expect(Self.wait(["X-RateLimit-Remaining": "1", "X-RateLimit-Reset": reset], at: now) == nil)
        #expect(Self.wait(["X-RateLimit-Reset": reset], at: now) == nil)
        headers["Retry-After"] = "soon"
        #expect(Self.wait(headers, at: now) == wait)
        headers["Retry-After"] = "3"
        #expect(Self.wait(headers, at: now) == .seconds(3))
    }
}
