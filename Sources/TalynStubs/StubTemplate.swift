internal import Talyn

/// A path template of a route, as passed to a stub: `users/{}/repos`.
struct StubTemplate: Sendable {
    /// The template without leading slashes.
    let text: String
    /// The reason why it matches nothing; nil if it can match.
    let problem: String?

    /// A byte of the template, or a value with its name, which is empty for an unnamed one.
    private enum Piece: Equatable, Sendable {
        case byte(UInt8)
        case value(String)
    }

    private let pieces: [Piece]

    init(_ text: String) {
        self.text = String(text.dropping(leading: "/"))
        pieces = Self.pieces(of: self.text[...])
        let invalid = text.unicodeScalars.first { "?#".unicodeScalars.contains($0) }
        problem = invalid.map { "its template holds '\($0)', which no path can contain; it matches no request" }
    }

    /// Returns whether it matches a request: by the template of the route; without a route, by the complete path or by
    /// the part after the target's base path.
    func matches(_ request: StubRequest) -> Bool {
        if request.isDeclared, request.context.target != nil, let route = request.context.template,
            !route.contains(bytes: "{…}"), route != "{absolute}"
        {
            return matches(template: route)
        }
        let parts = URLComponents(url: request.endpoint.url, resolvingAgainstBaseURL: true)
        guard let path = parts?.percentEncodedPath else { return false }
        if matches(path: path) { return true }
        let base = (request.context.target?.baseURL.path ?? "").split(atBytes: "/").filter { !$0.isEmpty }
        let segments = path.dropping(leading: "/").split(atBytes: "/")
        guard !base.isEmpty, segments.count >= base.count else { return false }
        for (own, segment) in zip(base, segments) where !Self.decoded(segment).isSame(bytes: own) { return false }
        return matches(path: segments.dropFirst(base.count).joined(separator: "/"))
    }

    /// Returns whether it matches the template of a route. An unnamed value matches a named one as well.
    func matches(template: String) -> Bool {
        let other = Self.pieces(of: template.dropping(leading: "/"))
        guard pieces.count == other.count else { return false }
        for (own, other) in zip(pieces, other) where own != other {
            guard case (.value(""), .value) = (own, other) else { return false }
        }
        return true
    }

    /// Returns whether it matches a percent-encoded path.
    func matches(path: String) -> Bool {
        let own = pieces.split(separator: .byte(UInt8(ascii: "/")), omittingEmptySubsequences: false)
        let other = path.dropping(leading: "/").split(atBytes: "/")
        guard own.count == other.count else { return false }
        for (own, other) in zip(own, other) where !Self.matches(Array(Self.decoded(other).utf8), Array(own)) {
            return false
        }
        return true
    }

    /// Returns whether a segment matches pieces. A value is one byte or more. A mismatch extends the last value; those
    /// before it are as short as possible, which leaves the most for what follows.
    private static func matches(_ segment: [UInt8], _ pieces: [Piece]) -> Bool {
        var (byte, piece) = (0, 0)
        // The last value, and the index of its last byte.
        var value: (piece: Int, byte: Int)?
        while byte < segment.count {
            if piece < pieces.count, pieces[piece] == .byte(segment[byte]) {
                piece += 1
            } else if piece < pieces.count, case .value = pieces[piece] {
                value = (piece, byte)
                piece += 1
            } else if let last = value {
                byte = last.byte + 1
                value = (last.piece, byte)
                piece = last.piece + 1
            } else {
                return false
            }
            byte += 1
        }
        return piece == pieces.count
    }

    private static func decoded(_ segment: Substring) -> String { segment.removingPercentEncoding ?? String(segment) }

    private static func pieces(of template: Substring) -> [Piece] {
        let segments = template.split(atBytes: "/").map { segment -> [Piece] in
            var pieces: [Piece] = []
            var rest = segment
            while let (head, inner) = rest.cut(atBytes: "{"), let (name, tail) = inner.cut(atBytes: "}") {
                pieces += head.utf8.map { .byte($0) } + [.value(String(name))]
                rest = tail
            }
            return pieces + rest.utf8.map { .byte($0) }
        }
        return Array(segments.joined(separator: [.byte(UInt8(ascii: "/"))]))
    }
}
