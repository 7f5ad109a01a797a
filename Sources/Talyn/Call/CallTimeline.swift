/// The story of a call: what each attempt came to and how long it took.
///
/// ```text
/// stub · attempt 1: 503 in 120 ms → retry in 1 s → attempt 2: connectionLost in 4 ms
/// ```
/// Bounded: of more than 24 entries the first and the last twelve are kept, of a note the first 200 Unicode scalars. No
/// value of a request or response is in it.
public struct CallTimeline: Sendable, Equatable {
    /// One thing that happened.
    public struct Entry: Sendable, Equatable {
        /// What happened.
        public enum Event: Sendable, Equatable {
            /// A response came, with this status.
            case response(status: Int)
            /// No response came.
            case failure(ErrorCategory)
            /// A plugin's word on what it does, such as "retry in 1 s".
            case note(String)
        }

        /// The attempt it belongs to, from 1; 0 outside of an attempt.
        public let attempt: Int
        /// What happened.
        public let event: Event
        /// How long it took, on the provider's clock.
        public let duration: Duration
    }

    /// The transport's label: "live", or "stub".
    public internal(set) var transport: String?

    /// What happened, in order.
    public private(set) var entries: [Entry] = []

    /// How many entries were left out of the middle.
    public private(set) var omitted = 0

    private static let limit = 24

    /// How many scalars of a note are kept.
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

    /// Whether nothing happened yet.
    public var isEmpty: Bool { entries.isEmpty }
}

extension CallTimeline: CustomStringConvertible {
    /// The story in one line; empty when nothing happened.
    public var description: String {
        guard !entries.isEmpty else { return "" }
        var parts: [String] = []
        var attempt = 0
        for (index, entry) in entries.enumerated() {
            if omitted > 0, index == Self.limit / 2 { parts.append("\(omitted) more") }
            switch entry.event {
            case .note(let text):
                parts.append(text)
            case .response(let status):
                parts.append("\(label(entry, after: &attempt))\(status) in \(Self.text(entry.duration))")
            case .failure(let category):
                parts.append("\(label(entry, after: &attempt))\(category) in \(Self.text(entry.duration))")
            }
        }
        return "\(transport.map { "\($0) · " } ?? "")\(parts.joined(separator: " → "))"
    }

    private func label(_ entry: Entry, after attempt: inout Int) -> String {
        defer { attempt = entry.attempt }
        return entry.attempt == attempt ? "" : "attempt \(entry.attempt): "
    }

    /// A duration as people write it: microseconds, milliseconds or seconds.
    static func text(_ duration: Duration) -> String {
        // Within what an Int holds, and never below zero: a clock of somebody else's may run backwards.
        let seconds = min(max(duration.seconds, 0), 1e15)
        // Each limit is where rounding reaches the next unit, so that there is no "1000 ms".
        return switch seconds {
        case ..<0.0009995: "\(Int((seconds * 1e6).rounded())) µs"
        case ..<0.9995: "\(Int((seconds * 1e3).rounded())) ms"
        case ..<9.95: "\((seconds * 10).rounded() / 10) s"
        default: "\(Int64(seconds.rounded())) s"
        }
    }
}
