/// The path of an endpoint, appended to the target's base URL.
///
/// Write it as a string literal. Each interpolated value is escaped as ONE segment, so a value never adds a segment,
/// query or fragment (RFC 3986 §3.3):
/// ```swift
/// let path: URLPath = "users/\(login)/repos"                // "a/b" → users/a%2Fb/repos
/// let named: URLPath = "users/\(login, name: "login")"      // template: users/{login}
/// let several: URLPath = "repos/\(path: "owner/repo")/issues"  // repos/owner/repo/issues
/// ```
/// A leading slash is ignored, a trailing one is kept; the empty path is the base URL itself. Strings, integers, UUIDs
/// and raw-representables interpolate; an Optional does not compile. `?`, `#` and control characters in the literal,
/// and values that are not valid segments (empty, `.`, `..`, text with U+FFFD), fail the call as
/// ``RequestError/Kind-swift.enum/invalidRequest(_:)``, with a message that names the value.
public struct URLPath: Sendable, ExpressibleByStringInterpolation {
    /// The path as sent, percent-encoded, without a leading slash.
    public var encoded: String { text.string }
    /// The bytes of ``encoded``.
    let text: URLText
    /// The path with a placeholder per value: `users/{}/repos`, or `users/{login}/repos` for a named one.
    public let template: String
    /// Makes the URL that replaces the base URL, nil of a text that is not an http or https URL; nil for a path.
    let absolute: (@Sendable (_ base: URL) -> URL?)?
    /// The reason why it cannot be sent, without values; nil if it can.
    let problem: String?

    init(
        _ text: URLText, template: String, absolute: (@Sendable (URL) -> URL?)? = nil, problem: String? = nil
    ) {
        self.text = text
        self.template = template
        self.absolute = absolute
        self.problem = problem
    }

    /// Makes a path from text: slashes separate segments, and other characters are escaped where necessary. The
    /// template does not show the text.
    public init(_ text: String) {
        let literal = URLPath(stringLiteral: text)
        self.init(literal.text, template: "{…}", problem: literal.problem)
    }

    /// Makes a path from a literal.
    public init(stringLiteral value: String) {
        var parts = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        parts.appendLiteral(value)
        self.init(stringInterpolation: parts)
    }

    /// Makes a path from values, each escaped as one segment.
    public init(segments: some Sequence<String>) {
        var parts = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        for (index, segment) in segments.enumerated() {
            if index > 0 { parts.appendLiteral("/") }
            parts.appendInterpolation(segment)
        }
        self.init(stringInterpolation: parts)
    }

    /// Makes a path with interpolated values.
    public init(stringInterpolation parts: StringInterpolation) {
        var parts = parts
        parts.closeSegment()
        self.init(parts.encoded, template: parts.template, problem: parts.problem)
    }

    /// Returns a percent-encoded path, sent unchanged. Characters that RFC 3986 §3.3 forbids in a path fail the call.
    public static func raw(_ encoded: String) -> URLPath {
        let path: URLPath = "\(raw: encoded)"
        return URLPath(path.text, template: encoded.contains(bytes: "/") ? "{…}" : "{}", problem: path.problem)
    }

    /// Returns a complete URL, such as one from a configuration. It replaces the target's base URL; the queries of the
    /// URL and the task are joined. ``template`` does not show it.
    public static func absolute(_ url: URL) -> URLPath { URLPath(URLText(), template: "{absolute}") { _ in url } }

    /// Returns the URL in a text that a server sent, such as a next-page link, as ``absolute(_:)``.
    ///
    /// Its escapes are sent as they are; only characters that a URL cannot have are escaped. A relative text is
    /// resolved by RFC 3986 §5 against `base`: the URL of the response that it stands in (``Response/url``); default:
    /// nil, the base URL of the provider or target. User info is dropped (RFC 9110 §4.2.4). A text that is not an http
    /// or https URL fails the call as ``RequestError/Kind-swift.enum/invalidRequest(_:)``.
    public static func absolute(_ text: String, relativeTo base: URL? = nil) -> URLPath {
        URLPath(URLText(), template: "{absolute}") { URL(received: text, relativeTo: base ?? $0) }
    }
}

extension URLPath: RedactedStringConvertible {
    /// The template, which contains no values.
    public var description: String { template }
    /// A mirror that shows the template only.
    public var customMirror: Mirror { Mirror(self, children: ["template": template], displayStyle: .struct) }
}
