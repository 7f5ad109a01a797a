/// The template of a route as a stub asks for it: `users/{}/repos`.
struct StubTemplate: Sendable {
    /// The template without leading slashes.
    let text: String
    /// Why it matches nothing; nil when it can.
    let problem: String?

    private let segments: [Segment]

    private typealias Segment = [Piece]

    /// A part of a segment.
    private enum Piece: Hashable, Sendable {
        case literal(String)
        /// A value, by its name; empty without one.
        case value(String)
    }

    init(_ text: String) {
        self.text = String(text.drop { $0 == "/" })
        segments = Self.segments(of: self.text)
        let mark = text.first { $0 == "?" || $0 == "#" }
        problem = mark.map { "its template holds '\($0)', which stands in no path: matches no request" }
    }

    /// Whether it is for a request: by the template of its route, by its path where it has none.
    func matches(_ request: StubRequest) -> Bool {
        if request.isFirst, request.context.target != nil, let route = request.context.template,
            !route.contains("{…}"), route != "{absolute}"
        {
            return matches(template: route)
        }
        let base = request.context.target?.baseURL.path ?? ""
        return matches(path: URLComponents(url: request.endpoint.url, resolvingAgainstBaseURL: true), behind: base)
    }

    /// Whether it is the template of a route: a value without a name stands for one with a name too.
    func matches(template: String) -> Bool {
        let other = Self.segments(of: template.drop { $0 == "/" })
        return segments.count == other.count
            && zip(segments, other).allSatisfy { own, other in
                own.count == other.count
                    && zip(own, other).allSatisfy { own, other in
                        if case (.value(""), .value) = (own, other) { true } else { own == other }
                    }
            }
    }

    /// Whether a path is like it, the whole of it or what is behind a base.
    private func matches(path parts: URLComponents?, behind base: String) -> Bool {
        guard let path = parts?.percentEncodedPath else { return false }
        if matches(path: path) { return true }
        let base = base.split(separator: "/")
        let segments = path.drop { $0 == "/" }.split(separator: "/", omittingEmptySubsequences: false)
        guard !base.isEmpty, segments.count >= base.count,
            zip(base, segments).allSatisfy({ Self.decoded($1) == $0 })
        else { return false }
        return matches(path: segments.dropFirst(base.count).joined(separator: "/"))
    }

    /// Whether a path, percent-encoded, is like it.
    func matches(path: String) -> Bool {
        let other = path.drop { $0 == "/" }.split(separator: "/", omittingEmptySubsequences: false)
        let own = text.isEmpty ? [] : segments
        guard own.count == (other.first == "" && other.count == 1 ? 0 : other.count) else { return false }
        return zip(own, other).allSatisfy { Self.matches(Self.decoded($1), $0) }
    }

    /// Whether a segment is like some pieces; a value is not empty. Each text is looked for where it comes first, which
    /// leaves most for what follows; the last one stands at the end.
    private static func matches(_ segment: String, _ pieces: Segment) -> Bool {
        var rest = segment[...]
        // How many values in a row want a character each.
        var values = 0
        for (index, piece) in pieces.enumerated() {
            guard case .literal(let text) = piece else {
                values += 1
                continue
            }
            guard rest.count >= values + text.count else { return false }
            if index == pieces.count - 1 {
                return rest.hasSuffix(text) && (values > 0 || rest.count == text.count)
            }
            let place = rest.dropFirst(values)
            guard
                let found = values == 0
                    ? (place.hasPrefix(text) ? place.startIndex : nil) : place.firstRange(of: text)?.lowerBound
            else { return false }
            rest = rest[found...].dropFirst(text.count)
            values = 0
        }
        return values == 0 ? rest.isEmpty : rest.count >= values
    }

    private static func decoded(_ segment: Substring) -> String { segment.removingPercentEncoding ?? String(segment) }

    private static func segments(of template: some StringProtocol) -> [Segment] {
        template.split(separator: "/", omittingEmptySubsequences: false).map { pieces(of: String($0)) }
    }

    /// A segment in pieces: `v{}.json` is a literal, a value and a literal.
    private static func pieces(of segment: String) -> Segment {
        var pieces: Segment = []
        var rest = segment[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { pieces.append(.literal(String(rest[..<open]))) }
            pieces.append(.value(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.literal(String(rest))) }
        return pieces
    }
}
