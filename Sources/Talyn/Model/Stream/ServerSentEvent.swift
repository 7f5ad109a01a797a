/// An event of an event stream (WHATWG HTML, server-sent events).
public struct ServerSentEvent: Sendable, Hashable {
    /// The type of the event. Default: "message".
    public var event: String
    /// The data; lines are joined by LF.
    public var data: String
    /// The last ID that the stream has set, by this event or an earlier one; empty if none has.
    public var id: String
    /// The time before a reconnection that the stream has asked for since the last event; nil if it has not.
    public var retry: Duration?

    /// Makes an event.
    public init(_ data: String, event: String = "message", id: String = "", retry: Duration? = nil) {
        self.event = event
        self.data = data
        self.id = id
        self.retry = retry
    }
}

extension ServerSentEvent: RedactedStringConvertible {
    /// The type and the size of the data; never the data.
    public var description: String { "event \(event), \(data.utf8.count) bytes" }
}
