/// Where an access token stands in a request: behind a scheme in `Authorization`, in a header, or in the query.
///
/// ```swift
/// let plugins: [any Plugin] = [.accessToken(.custom("Token")) { await keychain.token }]
/// ```
public struct AuthorizationType: Sendable, Hashable {
    enum Place: Sendable, Hashable {
        case scheme(String)
        case header(String)
        case query(String)
    }

    let place: Place

    private init(_ place: Place) { self.place = place }

    /// `Authorization: Bearer <token>` (RFC 6750 §2.1).
    public static let bearer = AuthorizationType(.scheme("Bearer"))

    /// `Authorization: Basic <token>` (RFC 7617 §2); the token is `user:password` in base64 already.
    public static let basic = AuthorizationType(.scheme("Basic"))

    /// `Authorization: <scheme> <token>` (RFC 9110 §11.4).
    public static func custom(_ scheme: String) -> AuthorizationType { AuthorizationType(.scheme(scheme)) }

    /// `Authorization: <token>`, without a scheme.
    public static let raw = AuthorizationType(.header("Authorization"))

    /// A header of another name: `X-Api-Key: <token>`.
    public static func header(_ name: String) -> AuthorizationType { AuthorizationType(.header(name)) }

    /// A query item: `?access_token=<token>`.
    ///
    /// URLs end up in logs and histories (RFC 6750 §5.3): for servers that take nothing else. A redirect leads where the server
    /// says, without the item.
    public static func query(_ name: String) -> AuthorizationType { AuthorizationType(.query(name)) }
}

extension AuthorizationType {
    /// The header that the token stands in; nil for one in the query.
    var headerName: String? {
        switch place {
        case .scheme: "Authorization"
        case .header(let name): name
        case .query: nil
        }
    }

    /// The name to look for where things are written down; nil for `Authorization`, which is hidden anyway.
    var tokenName: CallOptions.TokenName? {
        switch place {
        case .scheme: nil
        case .header(let name): HTTPHeaders.isSameName(name, "Authorization") ? nil : .header(name)
        case .query(let name): .query(name)
        }
    }

    /// Notes on an endpoint where its token stands.
    func note(on endpoint: inout Endpoint) {
        if let tokenName { endpoint.options.tokenNames.insert(tokenName) }
    }

    /// Puts a token on an endpoint, in the place of whatever stands there, and notes where.
    /// - Throws: ``RequestError/Kind-swift.enum/invalidRequest(_:)`` for a token, scheme or name that cannot be sent.
    func set(_ token: String, on endpoint: inout Endpoint) throws(RequestError) {
        if let problem = problem(with: token) { throw RequestError(.invalidRequest(problem)) }
        note(on: &endpoint)
        switch place {
        case .scheme(let scheme): endpoint.headers["Authorization"] = "\(scheme) \(token)"
        case .header(let name): endpoint.headers[name] = token
        case .query(let name):
            guard let url = endpoint.url.replacingQueryItem(name, with: token) else {
                throw RequestError(.invalidRequest("the URL takes no access token in its query"))
            }
            endpoint.url = url
        }
    }

    /// Whether any token stands on an endpoint.
    func isSet(on endpoint: Endpoint) -> Bool { sent(in: endpoint) != nil }

    /// Whether this token stands on an endpoint, and no other.
    func isSet(_ token: String, on endpoint: Endpoint) -> Bool {
        if case .scheme(let scheme) = place { return sent(in: endpoint) == "\(scheme) \(token)" }
        return sent(in: endpoint) == token
    }

    /// What stands where the token belongs, its scheme included; nil when there is nothing.
    private func sent(in endpoint: Endpoint) -> String? {
        switch place {
        case .scheme: endpoint.headers["Authorization"]
        case .header(let name): endpoint.headers[name]
        case .query(let name): endpoint.url.valueOfQueryItem(name)
        }
    }

    /// Why a token cannot be sent, as a sentence without it; nil when it can.
    private func problem(with token: String) -> String? {
        if case .query(let name) = place {
            if name.isEmpty { return "the query item of the access token has no name" }
            let isText = token.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            return isText ? nil : "the access token has a control character"
        }
        if case .scheme(let scheme) = place, !HTTPHeaders.isToken(scheme) {
            return "the scheme before the access token is not a token (RFC 9110 §11.1)"
        }
        // Servers cut white space off both ends: the token would be another one than was meant.
        if token.utf8.first == 0x20 || token.utf8.last == 0x20 {
            return "the access token begins or ends with white space"
        }
        if self == .basic, token.contains(bytes: ":") {
            return "the access token of Basic is not in base64 (RFC 7617 §2); a user and password are for .credentials"
        }
        let least: UInt8 = self == .bearer || self == .basic ? 0x21 : 0x20
        let isVisible = token.utf8.allSatisfy { (least...0x7E).contains($0) }
        return isVisible ? nil : "the access token has a character that its header cannot carry (RFC 9110 §5.5)"
    }
}

extension AuthorizationType: CustomStringConvertible {
    /// The place, without a token: `Authorization: Bearer …`.
    public var description: String {
        switch place {
        case .scheme(let scheme): "Authorization: \(scheme) …"
        case .header(let name): "\(name): …"
        case .query(let name): "?\(name)=…"
        }
    }
}
