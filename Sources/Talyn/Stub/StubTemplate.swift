/// A path template of a route, as passed to a stub: `users/{}/repos`.
struct StubTemplate: Sendable {
    /// The template without leading slashes.
    let text: String
    /// The reason why it matches nothing; nil if it can match.
    let problem: String?

    private let segments: [[Piece]]

    /// A part of a segment.
    private enum Piece: Equatable, Sendable {
        case literal(String)
        /// A value with its name; empty for an unnamed one.
        case value(String)
    }

    init(_ text: String) {
        self.text = String(text.dropping(leading: "/"))
        segments = Self.segments(of: self.text)
        let mark = text.unicodeScalars.first { "?#".unicodeScalars.contains($0) }
        problem = mark.map { "its template holds '\($0)', which no path can contain; it matches no request" }
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
        let other = Self.segments(of: template)
        guard segments.map(\.count) == other.map(\.count) else { return false }
        for (own, other) in zip(segments.joined(), other.joined()) where own != other {
            guard case (.value(""), .value) = (own, other) else { return false }
        }
        return true
    }

    /// Returns whether it matches a percent-encoded path.
    func matches(path: String) -> Bool {
        let other = path.dropping(leading: "/").split(atBytes: "/")
        guard segments.count == other.count else { return false }
        for (own, other) in zip(segments, other) where !Self.matches(Array(Self.decoded(other).utf8), own) {
            return false
        }
        return true
    }

    /// Returns whether a segment matches pieces; a value is not empty. Each literal is matched at its first occurrence,
    /// which leaves the most for what follows; the last literal must be at the end.
    private static func matches(_ segment: [UInt8], _ pieces: [Piece]) -> Bool {
        var rest = segment[...]
        // The number of adjacent values, each of which needs at least one byte.
        var values = 0
        for (index, piece) in pieces.enumerated() {
            guard case .literal(let text) = piece else {
                values += 1
                continue
            }
            let bytes = Array(text.utf8)
            guard rest.count >= values + bytes.count else { return false }
            if index == pieces.count - 1 {
                return rest.suffix(bytes.count).elementsEqual(bytes) && (values > 0 || rest.count == bytes.count)
            }
            let place = rest.dropFirst(values)
            let found = values == 0 ? place.startIndex : place.firstRange(of: bytes)?.lowerBound
            guard let found, rest[found...].starts(with: bytes) else { return false }
            rest = rest[found...].dropFirst(bytes.count)
            values = 0
        }
        return values == 0 ? rest.isEmpty : rest.count >= values
    }

    private static func decoded(_ segment: Substring) -> String { segment.removingPercentEncoding ?? String(segment) }

    /// Splits a template: the segment `v{}.json` is a literal, a value and a literal.
    private static func segments(of template: String) -> [[Piece]] {
        template.dropping(leading: "/").split(atBytes: "/").map { segment in
            var pieces: [Piece] = []
            var rest = segment
            while let (literal, inner) = rest.cut(atBytes: "{"), let (name, behind) = inner.cut(atBytes: "}") {
                if !literal.isEmpty { pieces.append(.literal(String(literal))) }
                pieces.append(.value(String(name)))
                rest = behind
            }
            if !rest.isEmpty { pieces.append(.literal(String(rest))) }
            return pieces
        }
    }
}
