internal import Talyn

/// A path template of a route, as passed to a stub: `users/{}/repos`.
struct StubTemplate: Sendable {
    /// The template without leading slashes.
    let text: String
    /// The reason why it matches nothing; nil if it can match.
    let problem: String?

    /// A byte of the template, or a value, whatever its name.
    private enum Piece: Equatable, Sendable {
        case byte(UInt8)
        case value
    }

    private let pieces: [Piece]

    init(_ text: String) {
        self.text = String(text.dropping(leading: "/"))
        pieces = Self.pieces(of: self.text[...])
        let invalid = text.unicodeScalars.first { "?#".unicodeScalars.contains($0) }
        let isOpen = text.split(atBytes: "/").contains { segment in
            segment.utf8.lastIndex(of: 0x7B).map { !segment.utf8[$0...].contains(0x7D) } ?? false
        }
        problem =
            invalid.map { "has a template that holds '\($0)', which no path can contain; it matches no request" }
            ?? (isOpen ? "has a template with '{' but no '}' behind it; a value is {} or {name}" : nil)
    }

    /// Returns the template of a request's route; nil for a request without one.
    private static func route(of request: StubRequest) -> String? {
        guard request.isDeclared, request.context.target != nil, let route = request.context.template,
            request.context.tags[DeclaredPath.self] == nil,
            !route.contains(bytes: "{…}"), route != "{absolute}"
        else { return nil }
        return route
    }

    /// Returns what differs from the template of a request's route, if some segments are equal; else nil.
    func differences(from request: StubRequest) -> [String]? {
        if matches(request) { return [] }
        guard let route = Self.route(of: request) else { return nil }
        func segments(_ text: String) -> [ArraySlice<Piece>] {
            Self.pieces(of: text[...]).split(separator: .byte(UInt8(ascii: "/")))
        }
        let (own, other) = (segments(text), segments(route))
        let isBehind = own.count > other.count && !other.isEmpty && own.suffix(other.count) == other[...]
        guard isBehind || own.count == other.count && zip(own, other).contains(where: ==) else { return nil }
        return ["the template of the route is \(route)\(isBehind ? ", without the path of the base URL" : "")"]
    }

    /// Returns whether it matches a request: by the template of the route; without a route, by the complete path or by
    /// the part after the target's base path.
    func matches(_ request: StubRequest) -> Bool {
        if let route = Self.route(of: request) { return matches(template: route) }
        let parts = URLComponents(url: request.endpoint.url, resolvingAgainstBaseURL: true)
        guard let path = parts?.percentEncodedPath else { return false }
        if matches(path: path) { return true }
        let base = Self.base(of: request)
        let segments = path.dropping(leading: "/").split(atBytes: "/")
        guard !base.isEmpty, segments.count >= base.count else { return false }
        for (own, segment) in zip(base, segments) where !Self.decoded(segment).isSame(bytes: own) { return false }
        return matches(path: segments.dropFirst(base.count).joined(separator: "/"))
    }

    /// Returns the decoded segments of the base URL's path.
    private static func base(of request: StubRequest) -> [Substring] {
        let context = request.context
        guard let declared = context.tags[DeclaredPath.self], let resolved = context.resolved else {
            return (context.target?.baseURL.path ?? "").split(atBytes: "/").filter { !$0.isEmpty }
        }
        // The whole URL is the base URL of such a target: the declared path is its end.
        let parts = URLComponents(url: resolved.url, resolvingAgainstBaseURL: true)
        let segments = (parts?.percentEncodedPath ?? "").dropping(leading: "/").split(atBytes: "/").map(decoded)
        let own = declared.isEmpty ? [] : declared.dropping(leading: "/").split(atBytes: "/")
        guard segments.count >= own.count else { return [] }
        for (own, segment) in zip(own, segments.suffix(own.count)) where !segment.isSame(bytes: own) { return [] }
        return segments.dropLast(own.count).map { $0[...] }
    }

    /// Returns whether it matches the template of a route, whatever the values are called.
    func matches(template: String) -> Bool { pieces == Self.pieces(of: template.dropping(leading: "/")) }

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
            } else if piece < pieces.count, pieces[piece] == .value {
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
            while let (head, inner) = rest.cut(atBytes: "{"), let (_, tail) = inner.cut(atBytes: "}") {
                pieces += head.utf8.map { .byte($0) } + [.value]
                rest = tail
            }
            return pieces + rest.utf8.map { .byte($0) }
        }
        return Array(segments.joined(separator: [.byte(UInt8(ascii: "/"))]))
    }
}
