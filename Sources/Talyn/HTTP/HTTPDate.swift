/// Dates in header fields, in any of their three forms (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`,
/// `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
enum HTTPDate {
    /// The date that a text means; nil for any other text.
    ///
    /// A year of two digits is the latest one that is at most fifty years after now.
    static func date(_ text: String, at now: Date) -> Date? {
        var words = text.utf8.split(whereSeparator: " ,".utf8.contains).map { String(Substring($0)) }
        if words.count == 4 { words.replaceSubrange(1...1, with: words[1].split(atBytes: "-").map(String.init)) }
        guard let weekday = words.first?.utf8, weekday.count >= 3, weekday.allSatisfy(\.isLetter) else { return nil }
        switch words.count {
        case 6 where words[5].asciiLowercased == "gmt":
            guard let time = time(words[4]), let year = number(words[3]) else { return nil }
            if words[3].count == 4 { return date(year, words[2], words[1], time) }
            guard words[3].count == 2 else { return nil }
            return date(twoDigits: year, words[2], words[1], time, at: now)
        case 5:
            guard let time = time(words[3]), words[4].count == 4, let year = number(words[4]) else { return nil }
            return date(year, words[1], words[2], time)
        default: return nil
        }
    }

    private static func date(twoDigits: Int, _ month: String, _ day: String, _ time: Int, at now: Date) -> Date? {
        // Fifty years and their thirteen leap days.
        let latest = now.addingTimeInterval((50 * 365 + 13) * 86400)
        var found: Date?
        // Backwards, since not every century has that 29 February.
        for century in stride(from: 9900, through: 0, by: -100) {
            guard let date = date(century + twoDigits, month, day, time), date <= latest else { continue }
            found = date
            break
        }
        return found
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// The date of a second of a day in the Gregorian calendar; nil when there is no such day.
    private static func date(_ year: Int, _ month: String, _ day: String, _ time: Int) -> Date? {
        guard let month = months.firstIndex(of: month.asciiLowercased).map({ $0 + 1 }), let day = number(day) else {
            return nil
        }
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        guard 1...length ~= day else { return nil }
        return Date(timeIntervalSince1970: seconds(year, month, day, time))
    }

    /// The seconds from 1970 to a second of a day in the Gregorian calendar. Generic, so that a test can count in 32 bits, as
    /// `Int` does on a watch: they hold the days, but not the seconds.
    static func seconds<Whole: SignedInteger>(_ year: Whole, _ month: Whole, _ day: Whole, _ second: Whole) -> Double {
        // Years that begin in March, so that the leap day is the last.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        return Double(days) * 86400 + Double(second)
    }

    /// The second of the day; a leap second is allowed.
    private static func time(_ text: String) -> Int? {
        let parts = text.split(atBytes: ":").map { number(String($0)) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2], hour < 24,
            minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// A number of one to four digits; nil for any other text.
    private static func number(_ text: String) -> Int? {
        guard 1...4 ~= text.utf8.count, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            return nil
        }
        return Int(text)
    }
}
