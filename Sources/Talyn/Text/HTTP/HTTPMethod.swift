/// A request method (RFC 9110 §9): a constant, or any token.
///
/// ```swift
/// var method: HTTPMethod { .get }
/// var method: HTTPMethod { "PURGE" }
/// ```
/// Names are case-sensitive. A name that is not a token (RFC 9110 §5.6.2) fails the call as
/// ``RequestError/Kind-swift.enum/invalidRequest(_:)``.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as sent.
    public let rawValue: String

    /// Makes a method of any name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a method of a literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// `GET`: transfer a representation (RFC 9110 §9.3.1).
    public static let get = HTTPMethod(rawValue: "GET")
    /// `HEAD`: like GET without a body in the response (RFC 9110 §9.3.2).
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// `POST`: process the body (RFC 9110 §9.3.3).
    public static let post = HTTPMethod(rawValue: "POST")
    /// `PUT`: replace the resource with the body (RFC 9110 §9.3.4).
    public static let put = HTTPMethod(rawValue: "PUT")
    /// `PATCH`: change a part of the resource (RFC 5789).
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// `DELETE`: remove the resource (RFC 9110 §9.3.5).
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// `CONNECT`: open a tunnel (RFC 9110 §9.3.6).
    public static let connect = HTTPMethod(rawValue: "CONNECT")
    /// `OPTIONS`: ask for the resource's communication options (RFC 9110 §9.3.7).
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// `TRACE`: a message loop-back (RFC 9110 §9.3.8).
    public static let trace = HTTPMethod(rawValue: "TRACE")

    /// Whether the method only reads, as IANA registers it: GET, HEAD, OPTIONS, TRACE (RFC 9110 §9.2.1), QUERY,
    /// PROPFIND, REPORT, SEARCH.
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace, "QUERY", "PROPFIND", "REPORT", "SEARCH", "PRI": true
        default: false
        }
    }

    /// Whether sending it twice has the same effect as once, as IANA registers it: the safe methods, PUT, DELETE (RFC
    /// 9110 §9.2.2), and those of WebDAV and its extensions except LOCK. Other methods are not.
    public var isIdempotent: Bool { isSafe || self == .put || self == .delete || Self.idempotent.contains(rawValue) }

    /// The other idempotent ones of the registry, <https://www.iana.org/assignments/http-methods>.
    private static let idempotent: Set = [
        "ACL", "BASELINE-CONTROL", "BIND", "CHECKIN", "CHECKOUT", "COPY", "LABEL", "LINK", "MERGE", "MKACTIVITY",
        "MKCALENDAR", "MKCOL", "MKREDIRECTREF", "MKWORKSPACE", "MOVE", "ORDERPATCH", "PROPPATCH", "REBIND", "UNBIND",
        "UNCHECKOUT", "UNLINK", "UNLOCK", "UPDATE", "UPDATEREDIRECTREF", "VERSION-CONTROL",
    ]

    /// The name as sent.
    public var description: String { rawValue }
}
