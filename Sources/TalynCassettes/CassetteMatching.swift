internal import Talyn

/// The parts of a request that must match an entry.
///
/// Both are compared without their secrets. `REDACTED` in a recording matches anything, so that an entry answers
/// whatever the token is now.
public struct CassetteMatching: Sendable, Hashable {
    /// A part of a request.
    public enum Part: Sendable, Hashable, CaseIterable {
        /// The operation, such as `GitHub.user`. Entries of browsers have none.
        case operation
        /// The path with placeholders, such as `users/{}`. Entries of browsers have none.
        case template
        /// The method.
        case method
        /// Scheme, host and port.
        case origin
        /// The path, segment by segment.
        case path
        /// The items of the query, decoded and in any order.
        case query
        /// The body: JSON by its structure, forms by their fields and multipart by its parts, both in any order, others
        /// byte by byte.
        case body
        /// The order of the items of a query and of a form's fields.
        case order
    }

    /// The parts that are compared.
    public var parts: Set<Part>

    /// The names of the headers that are compared. Default: none.
    public var headers: [String]

    /// A matching of these parts and headers.
    public init(_ parts: Set<Part>, headers: [String] = []) {
        self.parts = parts
        self.headers = headers
    }

    /// Method, origin, path, query and body.
    public static let standard = CassetteMatching([.method, .origin, .path, .query, .body])

    /// ``standard`` on any host, for recordings of another one, such as staging.
    public static let anyHost = CassetteMatching([.method, .path, .query, .body])
}

/// Comparison with recorded text, in which `REDACTED` matches anything.
enum CassetteText {
    /// Whether a text matches a recorded one.
    static func matches(_ text: String, _ recorded: String) -> Bool {
        if text.isSame(bytes: recorded) { return true }
        let pieces = recorded.split(atBytes: Redaction.placeholder).map { Array($0.utf8) }
        if pieces.count == 1 { return false }
        guard let first = pieces.first, let last = pieces.last else { return false }
        var rest = Array(text.utf8)[...]
        guard rest.count >= first.count + last.count, rest.starts(with: first), rest.suffix(last.count) == last[...]
        else { return false }
        rest = rest.dropFirst(first.count).dropLast(last.count)
        // The leftmost match of each piece leaves most for the others.
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let range = rest.firstRange(of: piece) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    /// Whether each text matches the recorded one at its index.
    static func matches(_ texts: [String], _ recorded: [String]) -> Bool {
        texts.count == recorded.count && zip(texts, recorded).allSatisfy { matches($0, $1) }
    }
}
