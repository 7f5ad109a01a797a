/// Dates in header fields, in any of their three forms (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`,
/// `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
package enum HTTPDate {
    /// Returns the date of a text; nil for any other text. A year of two digits is the latest that is at most fifty
    /// years after now.
    static func date(_ text: String, at now: Date) -> Date? {
        var words = Array(text.utf8).split { $0 == 0x20 || $0 == 0x2C }
        if words.count == 4 {
            words = words[..<1] + words[1].split(separator: 0x2D, omittingEmptySubsequences: false) + words[2...]
        }
        guard let weekday = words.first, weekday.count >= 3, weekday.allSatisfy(\.isLetter) else { return nil }
        switch words.count {
        case 6 where words[5].isSame(ignoringCase: "gmt"):
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

    /// Returns the date of a text that is written exactly so, but for the case of its letters; nil for any other text.
    package static func date(exactly text: String, at now: Date) -> Date? {
        // Digits as 0, letters as a.
        let shape = String(decoding: text.utf8.map { $0.isDigit ? 0x30 : $0.isLetter ? 0x61 : $0 }, as: UTF8.self)
        let isExact =
            switch shape.utf8.count {
            case 29: shape.isSame(bytes: "aaa, 00 aaa 0000 00:00:00 aaa")
            case 24: ["aaa aaa 00 00:00:00 0000", "aaa aaa  0 00:00:00 0000"].contains(shape)
            default: shape.hasSuffix(bytes: "aaaaaa, 00-aaa-00 00:00:00 aaa")
            }
        return isExact ? date(text, at: now) : nil
    }

    private static func date(
        twoDigits: Int32, _ month: ArraySlice<UInt8>, _ day: ArraySlice<UInt8>, _ time: Int32, at now: Date
    ) -> Date? {
        // Fifty years and their thirteen leap days.
        let latest = now.addingTimeInterval((50 * 365 + 13) * 86400)
        var year = 9900 + twoDigits
        while year >= 0 {
            // Not every century has that 29 February.
            if let date = date(year, month, day, time), date <= latest { return date }
            year -= 100
        }
        return nil
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Returns the date of a second of a day in the Gregorian calendar; nil if there is no such day.
    private static func date(
        _ year: Int32, _ month: ArraySlice<UInt8>, _ day: ArraySlice<UInt8>, _ time: Int32
    ) -> Date? {
        guard let index = months.firstIndex(where: month.isSame(ignoringCase:)), let day = number(day) else {
            return nil
        }
        let month = Int32(index + 1)
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let length: Int32 = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        guard 1...length ~= day else { return nil }
        return Date(timeIntervalSince1970: seconds(year, month, day, time))
    }

    /// Returns the seconds from 1970 to a second of a day in the Gregorian calendar. 32 bits, the size of `Int` on a
    /// watch, hold the days, but not the seconds.
    static func seconds(_ year: Int32, _ month: Int32, _ day: Int32, _ second: Int32) -> Double {
        // Years that begin in March, so that the leap day is the last.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        return Double(days) * 86400 + Double(second)
    }

    /// Returns the second of the day; a leap second is allowed.
    private static func time(_ text: ArraySlice<UInt8>) -> Int32? {
        let parts = text.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0]), let minute = number(parts[1]),
            let second = number(parts[2]), hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// Returns a number of one to four digits; nil for any other text.
    private static func number(_ text: ArraySlice<UInt8>) -> Int32? {
        guard 1...4 ~= text.count else { return nil }
        var number: Int32 = 0
        for byte in text {
            guard byte.isDigit else { return nil }
            number = number * 10 + Int32(byte - UInt8(ascii: "0"))
        }
        return number
    }
}

extension ArraySlice<UInt8> {
    /// Returns whether it has the bytes of a text in lower case, ignoring the case of ASCII letters.
    fileprivate func isSame(ignoringCase text: String) -> Bool {
        count == text.utf8.count && hasPrefix(bytes: text, ignoringCase: true)
    }
}
