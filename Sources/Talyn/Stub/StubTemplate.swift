/// A path template of a route, as passed to a stub: `users/{}/repos`.
struct StubTemplate: Sendable {
    /// The template without leading slashes.
    let text: String
    /// The reason why it matches nothing; nil if it can match.
    let problem: String?

    private let segments: [Segment]

    private typealias Segment = [Piece]

    /// A part of a segment.
    private enum Piece: Hashable, Sendable {
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

    /// Whether it matches a request: by the template of the route, or by the path if there is no route.
    func matches(_ request: StubRequest) -> Bool {
        if request.isFirst, request.context.target != nil, let route = request.context.template,
            !route.contains(bytes: "{…}"), route != "{absolute}"
        {
            return matches(template: route)
        }
        let base = request.context.target?.baseURL.path ?? ""
        return matches(path: URLComponents(url: request.endpoint.url, resolvingAgainstBaseURL: true), behind: base)
    }

    /// Whether it matches the template of a route. An unnamed value matches a named one as well.
    func matches(template: String) -> Bool {
        let other = Self.segments(of: template.dropping(leading: "/"))
        return segments.count == other.count
            && zip(segments, other).allSatisfy { own, other in
                own.count == other.count
                    && zip(own, other).allSatisfy { own, other in
                        if case (.value(""), .value) = (own, other) { true } else { own == other }
                    }
            }
    }

    /// Whether it matches a complete path, or the part after a base path.
    private func matches(path parts: URLComponents?, behind base: String) -> Bool {
        guard let path = parts?.percentEncodedPath else { return false }
        if matches(path: path) { return true }
        let base = base.split(atBytes: "/").filter { !$0.isEmpty }
        let segments = path.dropping(leading: "/").split(atBytes: "/")
        guard !base.isEmpty, segments.count >= base.count,
            zip(base, segments).allSatisfy({ Self.decoded($1).isSame(bytes: $0) })
        else { return false }
        return matches(path: segments.dropFirst(base.count).joined(separator: "/"))
    }

    /// Whether it matches a percent-encoded path.
    func matches(path: String) -> Bool {
        let path = path.dropping(leading: "/")
        if text.isEmpty || path.isEmpty { return text.isEmpty && path.isEmpty }
        let other = path.split(atBytes: "/")
        return segments.count == other.count
            && zip(segments, other).allSatisfy { Self.matches(Array(Self.decoded($1).utf8), $0) }
    }

    /// Whether a segment matches pieces; a value is not empty. Each literal is matched at its first occurrence, which
    /// leaves the most for what follows; the last literal must be at the end.
    private static func matches(_ segment: [UInt8], _ pieces: Segment) -> Bool {
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

    private static func segments(of template: some StringProtocol) -> [Segment] {
        Substring(template).split(atBytes: "/").map(pieces)
    }

    /// Splits a segment: `v{}.json` is a literal, a value and a literal.
    private static func pieces(of segment: Substring) -> Segment {
        var pieces: Segment = []
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
