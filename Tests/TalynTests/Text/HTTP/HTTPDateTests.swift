import Foundation
import Testing

@testable import Talyn

@Suite struct HTTPDateTests {
    /// 6 November 1994, 08:49:37: the date of RFC 9110 §5.6.7.
    static let example = Date(timeIntervalSince1970: 784_111_777)

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "sun, 06 nov 1994 08:49:37 gmt", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun Nov 06 08:49:37 1994",
    ])
    func theThreeFormsOfADateAreRead(text: String) {
        #expect(HTTPDate.date(text, at: Self.example) == Self.example)
    }

    @Test(arguments: [
        "", "Sun", "06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 32 Oct 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nox 1994 08:49:37 GMT",
        "Sun, 06 Nov 199 08:49:37 GMT", "Sun, 06 Nov 19944 08:49:37 GMT", "Sun, -6 Nov 1994 08:49:37 GMT",
        "Sun Nov  6 08:49:37 94", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 +8:49:37 GMT",
        "Su, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 29-Feb-01 08:49:37 GMT",
    ])
    func anyOtherTextIsNone(text: String) {
        #expect(HTTPDate.date(text, at: Self.example) == nil)
    }

    @Test(
        arguments: [
            // A leap second (RFC 9110 §5.6.7: `second` may be 60).
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Thu, 29 Feb 1996 00:00:00 GMT", 825_552_000),
            ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400), ("Sat, 30 Apr 1994 23:59:59 GMT", 767_750_399),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 28 Feb 1900 00:00:00 GMT", -2_203_977_600),
            ("Sunday, 06-Nov-44 08:49:37 GMT", 2_362_034_977), ("Sunday, 06-Nov-44 08:49:38 GMT", -793_725_022),
        ] as [(String, Double)])
    func theFirstAndTheLastOfEachRangeAreDates(text: String, seconds: Double) {
        #expect(HTTPDate.date(text, at: Self.example)?.timeIntervalSince1970 == seconds)
    }

    @Test func everyDayOfFourCenturiesIsTheCalendars() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "GMT"))
        let months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ")
        for day in stride(from: -25_000, to: 121_000, by: 13) {
            let expected = Date(timeIntervalSince1970: Double(day) * 86400 + 3661)
            let parts = calendar.dateComponents([.year, .month, .day], from: expected)
            let year = try #require(parts.year)
            let month = months[try #require(parts.month) - 1]
            let text = "Mon, \(try #require(parts.day)) \(month) \(year) 01:01:01 GMT"
            #expect(HTTPDate.date(text, at: Self.example) == expected, "\(text)")
        }
    }

    @Test(arguments: [(94, 1994), (44, 2044), (45, 1945), (0, 2000), (99, 1999)])
    func twoDigitsMeanAYearThatIsNotMoreThanFiftyAhead(digits: Int, year: Int) {
        let two = digits < 10 ? "0\(digits)" : "\(digits)"
        let short = HTTPDate.date("Sunday, 06-Nov-\(two) 00:00:00 GMT", at: Self.example)
        #expect(short == HTTPDate.date("Sun, 06 Nov \(year) 00:00:00 GMT", at: Self.example))
        #expect(short != nil)
    }

    // As on a watch, where the seconds of these dates do not fit an Int.
    @Test(
        arguments: [
            (0, 1, 1, 0, -62_167_219_200), (1901, 12, 13, 0, -2_147_558_400), (2038, 1, 19, 11_648, 2_147_483_648),
            (9999, 12, 31, 86_400, 253_402_300_800),
        ] as [(Int32, Int32, Int32, Int32, Double)])
    func aDateNeedsNoMoreThan32Bits(year: Int32, month: Int32, day: Int32, second: Int32, seconds: Double) {
        #expect(HTTPDate.seconds(year, month, day, second) == seconds)
    }
}
