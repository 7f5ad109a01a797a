internal import Talyn

/// The key that requests are matched by: method, URL, body and optionally headers. Items of a query or a form match in
/// any order: `ComparedItems`.
struct StubKey: Hashable, Sendable {
    let endpoint: Endpoint
    /// Nil if headers are compared separately.
    let headers: HTTPHeaders?
    /// A hash that equal keys share, compared before everything else.
    private let number: UInt64

    init(_ endpoint: Endpoint, headers: HTTPHeaders? = nil) {
        self.endpoint = endpoint
        self.headers = headers
        number = Self.number(of: endpoint)
    }

    static func == (left: StubKey, right: StubKey) -> Bool {
        left.number == right.number && left.endpoint.method == right.endpoint.method
            && left.endpoint.hasSameURL(as: right.endpoint) && left.endpoint.hasSameBody(as: right.endpoint)
            && left.headers == right.headers
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// Returns the hash of an endpoint.
    ///
    /// It leaves out the method, which rarely distinguishes requests, and the body except for a form: equal JSON may be
    /// other bytes.
    private static func number(of endpoint: Endpoint) -> UInt64 {
        var number: UInt64 = 0
        endpoint.withRequestedURL { bytes in
            // The path by FNV-1, and the query's items whatever their order. One origin has several spellings.
            var (index, slashes) = (0, 0)
            while index < bytes.count, slashes < 3, bytes[index] != UInt8(ascii: "?") {
                if bytes[index] == UInt8(ascii: "/") { slashes += 1 }
                index += 1
            }
            while index < bytes.count, bytes[index] != UInt8(ascii: "?") {
                number = (number ^ UInt64(bytes[index])) &* ComparedItems.prime
                index += 1
            }
            number &+= ComparedItems.hash(bytes, from: index + 1)
        }
        guard case .data(let data) = endpoint.body, endpoint.hasForm else { return number }
        return number &+ data.withUnsafeBytes { ComparedItems.hash($0.bindMemory(to: UInt8.self), from: 0) }
    }
}

extension Endpoint {
    /// Returns whether the URLs are equal but for the order and the escapes of the query's items.
    func hasSameURL(as other: Endpoint) -> Bool {
        if hasEqualURL(as: other) { return true }
        let (own, others) = (queriedURL, other.queriedURL)
        let isSame =
            own.base.isSame(bytes: others.base) || own.base.hasPath(of: others.base) && hasSameOrigin(as: other)
        guard isSame else { return false }
        return ComparedItems.differences(expected: own.items, found: others.items).isEmpty
    }

    /// Returns whether the origins are equal, however they are written: `https://API.github.com:443`.
    func hasSameOrigin(as other: Endpoint) -> Bool { Origin(url).map { $0 == Origin(other.url) } ?? false }

    /// The URL before the query, and the query's items.
    var queriedURL: (base: Substring, items: [ComparedItems.Item]) {
        let text = requestedURL
        let (base, query) = text.cut(atBytes: "?") ?? (text[...], "")
        return (base, ComparedItems.items(of: query))
    }

    /// Returns whether the bodies are equal as far as is known, forms but for the order of their items, and JSON by
    /// value.
    func hasSameBody(as other: Endpoint) -> Bool {
        if body.isSameAsKnown(other.body) { return true }
        if mediaType.hasSuffix(bytes: "json"), other.mediaType.hasSuffix(bytes: "json"), let own = json?.jsonText,
            let other = other.json?.jsonText
        {
            return own.isSame(bytes: other)
        }
        guard let own = formItems, let other = other.formItems else { return false }
        return ComparedItems.differences(expected: own, found: other).isEmpty
    }

    /// The items of a form in memory; nil for another body.
    var formItems: [ComparedItems.Item]? {
        guard hasForm, case .data(let data) = body else { return nil }
        return String(data: data, encoding: .utf8).map { ComparedItems.items(of: $0[...]) }
    }

    /// The body as JSON; nil for another body.
    var json: JSONValue? { if case .data(let data) = body { try? JSONValue(parsing: data) } else { nil } }

    /// Whether the type of the body is that of a form.
    fileprivate var hasForm: Bool { mediaType == "application/x-www-form-urlencoded" }

    /// The type of the body without parameters; empty if there is none.
    private var mediaType: String { headers["Content-Type"]?.prefix(beforeBytes: ";").trimmed.asciiLowercased ?? "" }
}

extension Body {
    /// Returns whether bodies are equal, as far as that is known before they are sent: a stream equals no body and any
    /// other stream, also as the part of a form.
    func isSameAsKnown(_ other: Body) -> Bool {
        switch self {
        case .none: other.hasUnknownBytes
        case .stream(let stream):
            if let form = stream.form { other.form.map(form.isSameAsKnown) ?? false } else { other.hasUnknownBytes }
        case .data, .file: self == other
        }
    }

    /// Whether nothing tells the bytes before they are sent, or there are none.
    private var hasUnknownBytes: Bool {
        switch self {
        case .none: true
        case .stream(let stream): stream.form == nil
        case .data, .file: false
        }
    }
}

extension Endpoint {
    /// Returns the endpoint that a provider without plugins and defaults sends for a target.
    /// - Throws: `UnresolvableTarget`, and errors of the target's encoders.
    static func declared(by target: some TargetType) throws -> Endpoint {
        try resolving(target, route: target.resolvedRoute, defaults: ProviderDefaults())
    }
}

extension Substring {
    /// Returns whether a URL has the path of another one, and neither has user info.
    fileprivate func hasPath(of other: Substring) -> Bool {
        guard let own = utf8.authority, let others = other.utf8.authority, !own.contains(0x40), !others.contains(0x40)
        else { return false }
        // An empty path is the root (RFC 9110 §4.2.3).
        func path(_ text: Substring.UTF8View) -> Substring.UTF8View { text.isEmpty ? "/"[...].utf8 : text }
        return path(utf8[own.endIndex...]).elementsEqual(path(other.utf8[others.endIndex...]))
    }
}
