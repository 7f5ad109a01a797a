/// The location of an access token: after a scheme in `Authorization`, in another header, or in the query.
///
/// ```swift
/// let plugins: [any Plugin] = [.accessToken(.custom("Token")) { await keychain.token }]
/// ```
public struct AuthorizationType: Sendable, Hashable {
    enum Location: Sendable, Hashable {
        case header(String, scheme: String?)
        case query(String)
    }

    let location: Location

    private init(_ location: Location) { self.location = location }

    private init(scheme: String) { location = .header("Authorization", scheme: scheme) }

    /// `Authorization: Bearer <token>` (RFC 6750 §2.1).
    public static let bearer = AuthorizationType(scheme: "Bearer")

    /// `Authorization: Basic <token>` (RFC 7617 §2); the token is `user:password` already in base64.
    public static let basic = AuthorizationType(scheme: "Basic")

    /// `Authorization: <scheme> <token>` (RFC 9110 §11.4).
    public static func custom(_ scheme: String) -> AuthorizationType { AuthorizationType(scheme: scheme) }

    /// `Authorization: <token>`, without a scheme.
    public static let raw = AuthorizationType.header("Authorization")

    /// A header with another name: `X-Api-Key: <token>`.
    public static func header(_ name: String) -> AuthorizationType { AuthorizationType(.header(name, scheme: nil)) }

    /// A query item: `?access_token=<token>`.
    ///
    /// URLs appear in logs and histories (RFC 6750 §5.3), so use it only for servers that accept nothing else. The item
    /// is not added to the URL of a redirect.
    public static func query(_ name: String) -> AuthorizationType { AuthorizationType(.query(name)) }
}

extension AuthorizationType {
    /// The header of the token; nil for the query.
    var headerName: String? { if case .header(let name, _) = location { name } else { nil } }

    /// The field that logs and descriptions have to hide; nil for `Authorization`, which is always hidden.
    var tokenName: TokenName? {
        switch location {
        case .header(let name, _): HTTPHeaders.isSameName(name, "Authorization") ? nil : .header(name)
        case .query(let name): .query(name)
        }
    }

    /// Marks the location of the token as secret on an endpoint.
    func note(on endpoint: inout Endpoint) {
        if let tokenName { endpoint.options.tokenNames.append(tokenName) }
    }

    /// Sets the token on an endpoint, replacing an existing value, and marks its location as secret.
    /// - Throws: ``RequestError/Kind-swift.enum/invalidRequest(_:)`` for a token, scheme or name that cannot be sent.
    func set(_ token: String, on endpoint: inout Endpoint) throws(RequestError) {
        if let problem = problem(with: token) { throw RequestError(.invalidRequest(problem)) }
        note(on: &endpoint)
        switch location {
        case .header(let name, _): endpoint.headers[name] = value(for: token)
        case .query(let name):
            guard let url = endpoint.url.replacingQueryItem(name, with: token) else {
                throw RequestError(.invalidRequest("the access token cannot be added to the query of the URL"))
            }
            endpoint.url = url
        }
    }

    /// Returns whether an endpoint has any token.
    func isSet(on endpoint: Endpoint) -> Bool { sent(in: endpoint) != nil }

    /// Returns whether an endpoint has exactly this token.
    func isSet(_ token: String, on endpoint: Endpoint) -> Bool { sent(in: endpoint) == value(for: token) }

    private func value(for token: String) -> String {
        if case .header(_, let scheme?) = location { "\(scheme) \(token)" } else { token }
    }

    /// Returns the value at the token's location, including the scheme; nil if there is none.
    private func sent(in endpoint: Endpoint) -> String? {
        switch location {
        case .header(let name, _): endpoint.headers[name]
        case .query(let name): endpoint.url.valueOfQueryItem(name)
        }
    }

    /// Returns the reason why a token cannot be sent, without the token; nil if it can.
    private func problem(with token: String) -> String? {
        if case .query(let name) = location {
            if name.isEmpty { return "the query item of the access token has no name" }
            let isText = token.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            return isText ? nil : "the access token contains a control character"
        }
        if case .header(_, let scheme?) = location, !HTTPHeaders.isToken(scheme) {
            return "the scheme of the access token is not a valid token (RFC 9110 §11.1)"
        }
        // Servers trim white space, so they would receive another token.
        if token.utf8.first == 0x20 || token.utf8.last == 0x20 {
            return "the access token begins or ends with white space"
        }
        if self == .basic, token.contains(bytes: ":") {
            return "the access token of Basic is not in base64 (RFC 7617 §2); use .credentials for a user and password"
        }
        let allowed: PercentEncoding.AllowedBytes = self == .bearer || self == .basic ? .visible : .printable
        let isSendable = allowed.contains(allOf: token)
        return isSendable ? nil : "the access token contains a character that its header cannot carry (RFC 9110 §5.5)"
    }
}

extension AuthorizationType: CustomStringConvertible {
    /// The location, without a token: `Authorization: Bearer …`.
    public var description: String {
        switch location {
        case .header(let name, let scheme): "\(name): \(scheme.map { "\($0) " } ?? "")…"
        case .query(let name): "?\(name)=…"
        }
    }
}

// The query is edited as text: existing items stay byte for byte, which `URLQueryItem` does not guarantee.

extension URL {
    /// Returns the URL with one percent-encoded query item of a name at the end, replacing others of that name.
    func replacingQueryItem(_ name: String, with value: String) -> URL? {
        let text = absoluteString
        let whole = text.prefix(beforeBytes: "#")
        var result = URLText(String(whole.prefix(beforeBytes: "?")))
        result.append("?")
        for item in queryItemTexts where !Self.isNamed(item, name) {
            result.append("\(item)&")
        }
        result.appendPercentEncoded(name, allowing: .query)
        result.append("=")
        result.appendPercentEncoded(value, allowing: .query)
        result.append(String(text[whole.endIndex...]))
        return URL(string: result.string)
    }

    /// Returns the decoded value of the last query item of a name; nil if there is none.
    func valueOfQueryItem(_ name: String) -> String? {
        guard let item = queryItemTexts.last(where: { Self.isNamed($0, name) }) else { return nil }
        return item.cut(atBytes: "=").flatMap { Self.unescaped($0.tail) } ?? ""
    }

    /// The items as written; empty without a query.
    private var queryItemTexts: [Substring] {
        let query = absoluteString.prefix(beforeBytes: "#").cut(atBytes: "?")?.tail
        return query?.split(atBytes: "&").filter { !$0.isEmpty } ?? []
    }

    private static func isNamed(_ item: Substring, _ name: String) -> Bool {
        unescaped(item.prefix(beforeBytes: "="))?.isSame(bytes: name) ?? false
    }

    private static func unescaped(_ text: Substring) -> String? {
        text.replacing(bytes: "+", with: " ").removingPercentEncoding
    }
}
