/// Makes events out of the lines of an event stream (WHATWG HTML, "interpreting an event stream"). Used by one task at
/// a time.
final class EventParser {
    private var event: ArraySlice<UInt8> = []
    private var data: [UInt8] = []
    /// The ID for the next events. It takes effect with the next blank line.
    private var id: String

    /// The ID of the last event, for a reconnection; empty without one.
    private(set) var lastID: String
    /// The time before a reconnection; nil if the stream has set none.
    private(set) var retry: Duration?
    private var newRetry: Duration?

    init(lastID: String = "") {
        id = lastID
        self.lastID = lastID
    }

    /// A parser for the next connection of the stream.
    var reconnected: EventParser {
        let parser = EventParser(lastID: lastID)
        parser.retry = retry
        return parser
    }

    /// The size of the fields of the next event, in bytes.
    var keptSize: Int { event.count + data.count }

    /// Takes a line and returns the event that it completes; nil if it completes none.
    func take(_ line: Data) -> ServerSentEvent? {
        if line.isEmpty { return dispatch() }
        let line = [UInt8](line)[...]
        let colon = line.position(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        let field = line[..<colon]
        // A field without a name is a comment.
        if field.elementsEqual("data".utf8) {
            data += value
            data.append(UInt8(ascii: "\n"))
        } else if field.elementsEqual("event".utf8) {
            event = value
        } else if field.elementsEqual("id".utf8) {
            if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        } else if field.elementsEqual("retry".utf8), !value.isEmpty, value.allSatisfy(\.isDigit) {
            let milliseconds = Int64(String(decoding: value, as: UTF8.self)) ?? .max
            retry = .milliseconds(milliseconds).bounded
            newRetry = retry
        }
        return nil
    }

    private func dispatch() -> ServerSentEvent? {
        lastID = id
        defer { (event, data) = ([], []) }
        if data.isEmpty { return nil }
        defer { newRetry = nil }
        return ServerSentEvent(
            String(decoding: data.dropLast(), as: UTF8.self),
            event: event.isEmpty ? "message" : String(decoding: event, as: UTF8.self), id: id, retry: newRetry)
    }
}
