/// The header field `Retry-After` (RFC 9110 §10.2.3).
enum RetryAfter {
    /// Returns the wait that a response requests, at most ten years; nil without the field, and for a value that is
    /// neither a number of seconds nor a date.
    static func wait(in headers: HTTPHeaders, at now: Date) -> Duration? {
        // The first field: a date has a comma, so joined values could not be separated.
        guard let value = headers.values(for: "Retry-After").first.map({ String($0.trimmed) }), !value.isEmpty else {
            return nil
        }
        if value.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
            return Duration.seconds(min(Int64(value) ?? .max, 315_360_000))
        }
        guard let date = HTTPDate.date(value, at: now) else { return nil }
        // By the server's clock, which may differ from this device's by minutes.
        let now = headers["Date"].flatMap { HTTPDate.date($0, at: now) } ?? now
        let seconds = date.timeIntervalSince(now)
        return seconds > 0 ? .seconds(min(seconds, 315_360_000)) : .zero
    }
}
