extension Response {
    /// Returns the wait that the response asks for before the next request, at most ten years.
    ///
    /// It is the `Retry-After` (RFC 9110 §10.2.3), in seconds or as a date relative to the response's `Date`; of
    /// several, which no server may send (§5.3), the longest wait. Without one, and with `X-RateLimit-Remaining: 0`, it
    /// is the time until `X-RateLimit-Reset`: in seconds, or a date in seconds or milliseconds since 1970, at most a
    /// year. Fractions are rounded up. Nil without such fields or with malformed ones. `now` is the date of the
    /// caller's clock, such as ``CallContext/date``.
    public func retryAfter(at now: Date) -> Duration? {
        func text(_ name: String) -> String? { headers.values(for: name).first.map { String($0.trimmed) } }
        func number(_ text: String) -> Int64? {
            let parts = text.split(atBytes: ".")
            guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }) else {
                return nil
            }
            let whole = min(Int64(parts[0]) ?? .max, .max - 1)
            return parts.count > 1 && parts[1].utf8.contains { $0 != 0x30 } ? whole + 1 : whole
        }
        // By the server's clock, which may differ from this device's by minutes.
        func wait(until date: Date) -> Duration {
            let start = headers["Date"].flatMap { HTTPDate.date($0, at: now) } ?? now
            return .seconds(max(0, min(date.timeIntervalSince(start), 315_360_000)))
        }
        let waits = headers.values(for: "Retry-After").flatMap { value in
            let seconds = value.split(atBytes: ",").compactMap { number(String($0.trimmed)) }
            return seconds.map { .seconds($0).bounded }
                + (HTTPDate.date(String(value.trimmed), at: now).map { [wait(until: $0)] } ?? [])
        }
        if let wait = waits.max() { return wait }
        guard text("X-RateLimit-Remaining").flatMap(number) == 0, let reset = text("X-RateLimit-Reset").flatMap(number)
        else { return nil }
        // A number of seconds above three years is a date, one above three thousand years a date in milliseconds.
        let date = Date(timeIntervalSince1970: Double(reset) / (reset < 100_000_000_000 ? 1 : 1_000))
        let wait = reset < 100_000_000 ? .seconds(reset) : wait(until: date)
        return wait <= .seconds(31_622_400) ? wait : nil
    }
}
