/// The path of an endpoint, appended to the target's base URL.
///
/// Written as a string literal. What is interpolated is escaped as ONE segment, so a value can never add a segment,
/// a query or a fragment (RFC 3986 §3.3):
/// ```swift
/// let path: URLPath = "users/\(login)/repos"                // "a/b" → users/a%2Fb/repos
/// let named: URLPath = "users/\(login, name: "login")"      // template: users/{login}
/// let several: URLPath = "repos/\(path: "owner/repo")/issues"  // repos/owner/repo/issues
/// ```
/// A leading slash is ignored, a trailing one kept, the empty path is the base URL itself. Strings, integers, UUIDs and
/// raw-representables interpolate; an Optional does not compile. `?`, `#` and control characters in the literal, and
/// values that cannot stand in a segment (empty, `.`, `..`, text with U+FFFD that stands for lost characters), make the
/// call fail as ``RequestError/Kind-swift.enum/invalidRequest(_:)``, which says which one.
public struct URLPath: Sendable, ExpressibleByStringInterpolation {
    /// The path as sent, percent-encoded, without a leading slash.
    public var encoded: String { text.string }

    /// The bytes of ``encoded``.
    let text: URLText

    /// The path with a placeholder for each value: `users/{}/repos`, or `users/{login}/repos` for a named one.
    public let template: String

    /// An absolute URL that takes the place of the base URL; nil for a path.
    let absoluteURL: URL?

    /// The reason that it cannot be sent, without values; nil when it can.
    let problem: String?

    init(_ text: URLText, template: String, absoluteURL: URL? = nil, problem: String? = nil) {
        self.text = text
        self.template = template
        self.absoluteURL = absoluteURL
        self.problem = problem
    }

    /// A path as text: slashes separate segments, everything else is escaped where it has to be.
    ///
    /// The text is a value, so the template shows nothing of it.
    public init(_ text: String) {
        let literal = URLPath(stringLiteral: text)
        self.init(literal.text, template: "{…}", problem: literal.problem)
    }

    /// A path as a literal.
    public init(stringLiteral value: String) {
        var parts = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        parts.appendLiteral(value)
        self.init(stringInterpolation: parts)
    }

    /// A path of values, each escaped as one segment.
    public init(segments: some Sequence<String>) {
        var parts = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        for (index, segment) in segments.enumerated() {
            if index > 0 { parts.appendLiteral("/") }
            parts.appendInterpolation(segment)
        }
        self.init(stringInterpolation: parts)
    }

    /// A path with interpolated values.
    public init(stringInterpolation parts: StringInterpolation) {
        var parts = parts
        parts.closeSegment()
        self.init(parts.encoded, template: parts.template, problem: parts.problem)
    }

    /// A path that is already percent-encoded and is sent as it is.
    ///
    /// Only what RFC 3986 §3.3 allows in a path may stand in it; anything else fails the call.
    public static func raw(_ encoded: String) -> URLPath {
        var parts = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        parts.appendInterpolation(raw: encoded)
        parts.closeSegment()
        return URLPath(
            parts.encoded, template: encoded.contains(bytes: "/") ? "{…}" : "{}", problem: parts.problem)
    }

    /// A whole URL instead of a path: the target's base URL is not used, the query of both is.
    ///
    /// For what a server hands out: a next-page link, a presigned upload. The URL is not part of ``template``.
    public static func absolute(_ url: URL) -> URLPath {
        URLPath(URLText(), template: "{absolute}", absoluteURL: url)
    }
}

extension URLPath: RedactedStringConvertible {
    /// The template: values are never shown.
    public var description: String { template }

    /// As ``description``.
    public var debugDescription: String { template }

    /// Shows the template only.
    public var customMirror: Mirror { Mirror(self, children: ["template": template], displayStyle: .struct) }
}
