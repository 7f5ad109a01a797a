extension Response {
    /// Returns the wait that the response asks for before the next request, at most ten years.
    ///
    /// It is the `Retry-After` (RFC 9110 §10.2.3), in seconds or as a date relative to the response's `Date`. Without
    /// one, and with `X-RateLimit-Remaining: 0`, it is the time until `X-RateLimit-Reset`: in seconds, or a date in
    /// seconds since 1970, as GitHub sends it. Nil without such fields or with malformed ones. `now` is the date of the
    /// caller's clock, such as ``CallContext/date``.
    public func retryAfter(at now: Date) -> Duration? {
        // The first field: a date has a comma, so joined values could not be separated.
        func text(_ name: String) -> String? { headers.values(for: name).first.map { String($0.trimmed) } }
        func seconds(_ text: String) -> Int64? {
            guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
            return min(Int64(text) ?? .max, Self.longestWait)
        }
        // By the server's clock, which may differ from this device's by minutes.
        func wait(until date: Date) -> Duration {
            let start = headers["Date"].flatMap { HTTPDate.date($0, at: now) } ?? now
            return .seconds(max(0, min(date.timeIntervalSince(start), Double(Self.longestWait))))
        }
        if let value = text("Retry-After"), !value.isEmpty {
            return seconds(value).map { .seconds($0) } ?? HTTPDate.date(value, at: now).map(wait(until:))
        }
        guard text("X-RateLimit-Remaining") == "0", let reset = text("X-RateLimit-Reset"), let seconds = seconds(reset)
        else { return nil }
        // A number of seconds above thirty years is a date.
        let time = Int64(reset) ?? .max
        return time < 1_000_000_000 ? .seconds(seconds) : wait(until: Date(timeIntervalSince1970: Double(time)))
    }

    private static let longestWait: Int64 = 315_360_000
}
