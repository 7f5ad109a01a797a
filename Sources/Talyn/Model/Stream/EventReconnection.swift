/// The reconnecting of an event stream that has ended or was lost (WHATWG HTML, "reestablish the connection").
///
/// Each connection is a call of its own: it runs the plugins, and sends the ID of the last event as `Last-Event-ID`. A
/// call that fails with a status code, or a `Content-Type` other than `text/event-stream`, is not repeated, and 204
/// ends the stream.
public struct EventReconnection: Sendable, Hashable {
    /// The first wait, 0.1 seconds or more; a `retry` field of the stream overrides it. It doubles with each connection
    /// that brings no event, up to a minute, or the time itself if that is longer. A random 0 to 50 % is added.
    public var delay: Duration

    /// The shortest wait in seconds: a stream that asks for none must not keep both sides busy.
    private static let least = 0.1

    /// The largest number of reconnections in a row that bring no event; nil for no limit. After them the last failure
    /// is thrown, or the stream ends.
    public var maxAttempts: Int?

    /// Makes a reconnection. Defaults: 3 seconds, no limit.
    public init(delay: Duration = .seconds(3), maxAttempts: Int? = nil) {
        self.delay = delay
        self.maxAttempts = maxAttempts
    }

    /// The stream ends with its connection.
    public static let never = EventReconnection(maxAttempts: 0)
    /// The defaults: after 3 seconds, without a limit.
    public static let automatic = EventReconnection()

    /// Returns the wait before a reconnection, after a number of others in a row; nil if there is none. `part` is the
    /// random part, from 0 to 1.
    func wait(after attempts: Int, retry: Duration?, part: Double) -> Duration? {
        if let maxAttempts, attempts >= maxAttempts { return nil }
        let first = max((retry ?? delay).sleepable.seconds, Self.least)
        let wait = min(first * pow(2, Double(min(attempts, 60))), max(first, 60))
        return Duration.seconds(wait * (1 + part / 2)).sleepable
    }
}
