import Foundation
import Testing

@testable import TalynStores

@Suite struct CookieDateTests {
    private func seconds(_ text: String) -> Double? {
        CookieDate.date(in: Array(text.utf8)[...])?.timeIntervalSince1970
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "6 nov 1994 8:49:37", "1994 NOVEMBER 06 08:49:37", "08:49:37 6th-Nov-94", "06\tNov\t1994\t08:49:37",
        "Nov 6 08:49:37 94 PST", "06 Nov 1994 08:49:37.123", "(06)Nov[1994]08:49:37",
        // What comes twice: the first counts.
        "06 Nov 1994 08:49:37 Dec 7 1995 09:00:00",
    ])
    func manyFormsAreTheSameDate(text: String) { #expect(seconds(text) == 784_111_777) }

    @Test(
        arguments: [
            ("1 Jan 70 00:00:00", 0), ("1 Jan 69 00:00:00", 3_124_224_000), ("1 Jan 1601 00:00:00", -11_644_473_600),
            ("29 Feb 2000 23:59:59", 951_868_799), ("1 Mar 2000 0:0:0", 951_868_800),
            ("29 Feb 2024 1:2:3", 1_709_168_523),
            ("31 Dec 9999 23:59:59", 253_402_300_799), ("1 Jan 99 0:0:0", 915_148_800), ("1 Jan 00 0:0:0", 946_684_800),
        ] as [(String, Double)])
    func yearsOfTwoDigitsAndLeapDaysCount(text: String, expected: Double) { #expect(seconds(text) == expected) }

    @Test(arguments: [
        "", "x", "06 Nov 1994", "Nov 1994 08:49:37", "06 1994 08:49:37", "06 Nov 08:49:37", "32 Jan 1994 08:49:37",
        "0 Jan 1994 08:49:37", "29 Feb 1900 00:00:00", "31 Apr 1994 00:00:00", "06 Nov 1600 08:49:37",
        "06 Nov 1994 24:00:00", "06 Nov 1994 08:60:00", "06 Nov 1994 08:49:60", "06 Nov 1994 08:49",
        "06 Nov 19945 08:49:37", "006 Nov 1994 08:49:37", "06 Növ 1994 08:49:37", "06 Nov 1994 008:49:37",
    ])
    func anotherTextIsNone(text: String) { #expect(seconds(text) == nil) }
}
