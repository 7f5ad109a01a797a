import Foundation

@testable import Talyn

extension FuzzTarget {
    /// A delay is between zero and ten years, and a date is the calendar's in each of its forms.
    static let retryAfter = FuzzTarget(
        "retry-after",
        seeds: [
            fields("120", ""), fields("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:30 GMT"),
            fields("0", "x"),
            fields("Sunday, 06-Nov-94 08:49:37 GMT", ""), fields("Sun Nov  6 08:49:37 1994", ""), fields("-1", ""),
            fields("99999999999999999999", ""),
            fields("Fri, 31 Dec 9999 23:59:60 GMT", "Mon, 01 Jan 0000 00:00:00 GMT"),
            fields("Mon, 29 Feb 0000 00:00:00 GMT", ""), fields("12\u{301}", ""),
            fields("Sun,\u{301} 06 Nov 1994 08:49:37 GMT", ""),
            fields("1\r\n", "\u{FE0F}"), fields("\u{660}", ""), fields("1e3", "0x10"),
        ]
    ) { input in
        let parts = input.fields(2)
        let now = Date(timeIntervalSince1970: Double(input.number % 300_000_000_000) - 62_135_596_800)
        let headers: HTTPHeaders =
            parts[1].isEmpty ? ["Retry-After": parts[0]] : ["Retry-After": parts[0], "Date": parts[1]]
        let endpoint = Endpoint(.get, url: URL(fileURLWithPath: "/"))
        let response = Response(statusCode: 503, headers: headers, endpoint: endpoint)
        if let wait = response.retryAfter(at: now) {
            require(wait >= .zero && wait <= .seconds(315_360_000), "a wait is none to ten years", (parts, wait))
        }
        if 1...9 ~= parts[0].utf8.count, parts[0].utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let seconds = Int64(parts[0])
        {
            let wait = response.retryAfter(at: now)
            require(wait == .seconds(min(seconds, 315_360_000)), "digits are seconds", (parts, wait as Any))
        }
        if let date = HTTPDate.date(parts[0], at: now) { RetryAfterProperties.checkForms(of: date, at: now) }
        let second = Int64(input.number) * 613 % 253_402_300_800
        RetryAfterProperties.checkForms(of: Date(timeIntervalSince1970: Double(second)), at: now)
    }
}

private enum RetryAfterProperties {
    static func checkForms(of date: Date, at now: Date) {
        let seconds = Int64(date.timeIntervalSince1970)
        let days = Int64((Double(seconds) / 86400).rounded(.down))
        let (year, month, day) = civil(days)
        guard 0...9999 ~= year else { return }
        let second = seconds - days * 86400
        let time = [second / 3600, second / 60 % 60, second % 60].map(padded).joined(separator: ":")
        let name = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][Int(month) - 1]
        let wide = String(repeating: "0", count: 4 - String(year).count) + String(year)
        for text in ["Mon, \(padded(day)) \(name) \(wide) \(time) GMT", "Mon \(name) \(padded(day)) \(time) \(wide)"] {
            require(HTTPDate.date(text, at: now) == date, "a date is read in each form", (text, date))
        }
        let short = "Monday, \(padded(day))-\(name)-\(wide.suffix(2)) \(time) GMT"
        if let read = HTTPDate.date(short, at: now) {
            let apart = read.timeIntervalSince(date) / 86400 / 36524.25
            require(abs(apart - apart.rounded()) < 0.001, "two digits are that year of a century", (short, read, date))
            require(read.timeIntervalSince(now) <= 50 * 365.26 * 86400, "a year is not far ahead", (short, read, now))
        }
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Howard Hinnant's `civil_from_days`.
    private static func civil(_ days: Int64) -> (Int64, Int64, Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
