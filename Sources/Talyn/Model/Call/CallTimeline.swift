/// The events of a call: the result and duration of each attempt, and notes of plugins.
///
/// ```text
/// stub · attempt 1: 503 in 120 ms → retry in 1 s → attempt 2: connectionLost in 4 ms
/// ```
/// Of more than 24 entries the first and last twelve are kept, of a note the first 200 Unicode scalars. It contains no
/// values of requests or responses.
public struct CallTimeline: Sendable, Equatable {
    /// An event with its attempt and duration.
    public struct Entry: Sendable, Equatable {
        /// The kind of event.
        public enum Event: Sendable, Equatable {
            /// A response arrived with this status code.
            case response(status: Int)
            /// A plugin answered from a cache, with this status code.
            case cached(status: Int, Response.Source)
            /// The exchange failed without a response.
            case failure(ErrorCategory)
            /// A note of a plugin, such as "retry in 1 s".
            case note(String)
        }

        /// The attempt, from 1; 0 outside of an attempt.
        public let attempt: Int
        /// The event.
        public let event: Event
        /// The duration on the provider's clock.
        public let duration: Duration
        /// The end of the response, from which the metrics are read.
        var tail: Locked<ResponseTail>?
        /// The time of the event since the call began.
        var time: Duration = .zero
        /// The times and sizes of the exchange; nil for other events, and as ``Response/transferMetrics``.
        public var transferMetrics: TransferMetrics? { tail?.withLock { $0.metrics } }

        /// Equal if attempt, event and duration are.
        public static func == (left: Entry, right: Entry) -> Bool {
            left.attempt == right.attempt && left.event == right.event && left.duration == right.duration
        }
    }

    /// The transport's label: "live" or "stub". Nil before an exchange.
    public internal(set) var transport: String?

    /// The events, in order.
    public private(set) var entries: [Entry] = []

    /// The number of entries omitted from the middle.
    public private(set) var omitted = 0

    private static let limit = 24

    /// The number of Unicode scalars kept of a note.
    static let noteLimit = 200

    mutating func append(_ entry: Entry) {
        var entry = entry
        if case .note(let text) = entry.event, text.utf8.count > Self.noteLimit {
            let kept = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.noteLimit)))
            entry = Entry(attempt: entry.attempt, event: .note(kept), duration: entry.duration)
        }
        entries.append(entry)
        if entries.count > Self.limit {
            entries.remove(at: Self.limit / 2)
            omitted += 1
        }
    }

    /// Whether there are no events.
    public var isEmpty: Bool { entries.isEmpty }
}

extension CallTimeline.Entry {
    /// Whether it is the end of an exchange.
    var isExchange: Bool {
        switch event {
        case .response, .failure: true
        case .note, .cached: false
        }
    }

    /// The status code or the category of a failure; nil for a note.
    var result: String? {
        switch event {
        case .response(let status), .cached(let status, _): "\(status)"
        case .failure(let category): category.rawValue
        case .note: nil
        }
    }

    fileprivate var text: String {
        switch event {
        case .note(let text): text
        case .cached(let status, let source): "\(status) from the \(source)"
        case .response(let status): "\(status) in \(CallTimeline.text(duration))"
        case .failure(let category): "\(category) in \(CallTimeline.text(duration))"
        }
    }
}

extension CallTimeline: CustomStringConvertible {
    /// The events in one line; empty without events.
    public var description: String {
        guard !entries.isEmpty else { return "" }
        var parts: [String] = []
        var attempt = 0
        for entry in entries {
            if omitted > 0, parts.count == Self.limit / 2 { parts.append("\(omitted) more") }
            let isLabelled = entry.isExchange && entry.attempt != attempt
            if isLabelled { attempt = entry.attempt }
            parts.append("\(isLabelled ? "attempt \(attempt): " : "")\(entry.text)")
        }
        return "\(transport.map { "\($0) · " } ?? "")\(parts.joined(separator: " → "))"
    }

    /// Returns the reason of an attempt that begins: the last result of the attempts before, and the time since; nil if
    /// there is none.
    func reason(of attempt: Int, at time: Duration) -> String? {
        let last = entries.last { $0.result != nil && $0.attempt < attempt }
        return last.flatMap { last in last.result.map { "\($0), after \(Self.text(time - last.time))" } }
    }

    /// Returns a duration in microseconds, milliseconds or seconds.
    package static func text(_ duration: Duration) -> String {
        // Limited to the range of Int, and not negative: a custom clock may run backwards.
        let seconds = min(max(duration.seconds, 0), 1e15)
        // Each limit is the point at which rounding reaches the next unit, which avoids "1000 ms".
        return switch seconds {
        case ..<0.0009995: "\(Int((seconds * 1e6).rounded())) µs"
        case ..<0.9995: "\(Int((seconds * 1e3).rounded())) ms"
        case ..<9.95: "\((seconds * 10).rounded() / 10) s"
        default: "\(Int64(seconds.rounded())) s"
        }
    }
}
