internal import Foundation

/// The date of `Expires`, by the forgiving algorithm of RFC 6265bis §5.1.1.
enum CookieDate {
    /// Returns the date in a text; nil if there is none.
    static func date(in text: ArraySlice<UInt8>) -> Date? {
        var foundTime: (hours: Int, minutes: Int, seconds: Int)?
        var (foundDay, foundMonth, foundYear): (Int?, Int?, Int?)
        for token in text.split(whereSeparator: isDelimiter) {
            if foundTime == nil, let found = clock(token) {
                foundTime = found
            } else if foundDay == nil, let found = number(token, digits: 1...2) {
                foundDay = found
            } else if foundMonth == nil, let found = months.firstIndex(of: token.prefix(3).map { $0 | 0x20 }) {
                foundMonth = found + 1
            } else if foundYear == nil, let found = number(token, digits: 2...4) {
                foundYear = found
            }
        }
        guard let time = foundTime, let day = foundDay, let month = foundMonth, var year = foundYear else { return nil }
        if 70...99 ~= year { year += 1900 } else if 0...69 ~= year { year += 2000 }
        guard year >= 1601, 1...length(of: month, year) ~= day, time.hours <= 23, time.minutes <= 59, time.seconds <= 59
        else {
            return nil
        }
        let seconds =
            (days(year, month, day) * 24 + Int64(time.hours)) * 3600 + Int64(time.minutes * 60 + time.seconds)
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        .map { Array($0.utf8) }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    /// Returns the number at the start of a token, with as many digits; other characters may follow.
    private static func number(_ token: ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int? {
        let number = token.prefix(while: isDigit)
        return digits ~= number.count ? number.reduce(0) { $0 * 10 + Int($1 & 15) } : nil
    }

    /// Returns the hours, minutes and seconds at the start of a token.
    private static func clock(_ token: ArraySlice<UInt8>) -> (Int, Int, Int)? {
        let parts = token.split(separator: 0x3A, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].allSatisfy(isDigit), parts[1].allSatisfy(isDigit),
            let hours = number(parts[0], digits: 1...2), let minutes = number(parts[1], digits: 1...2),
            let seconds = number(parts[2], digits: 1...2)
        else { return nil }
        return (hours, minutes, seconds)
    }

    private static func length(of month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the days since 1970.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        // A year from March on, so that a leap day is its last.
        let y = Int64(month > 2 ? year : year - 1)
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        return y * 365 + y / 4 - y / 100 + y / 400 + dayOfYear - 719_468
    }
}
