/// A target whose requests may need a token.
public protocol AccessTokenAuthorizable {
    /// The scheme of the token; nil for requests without one.
    var authorizationType: AuthorizationType? { get }
}

/// The scheme of a token in the header field `Authorization`.
public enum AuthorizationType: Equatable {
    /// Basic.
    case basic
    /// Bearer.
    case bearer
    /// Another scheme.
    case custom(String)

    /// The name of the scheme.
    public var value: String {
        switch self {
        case .basic: "Basic"
        case .bearer: "Bearer"
        case .custom(let value): value
        }
    }
}

/// Sets the header field `Authorization` of requests whose target asks for it.
///
/// Unlike in Moya, the token replaces a field that is there instead of being joined to it, and no field is set for an
/// empty token.
#if DEPRECATIONS
@available(*, deprecated, message: "write '.accessToken { }'")
#endif
public struct AccessTokenPlugin: PluginType {
    /// Returns the token of a target.
    public typealias TokenClosure = (any TargetType) -> String

    /// Returns the token of a target.
    public let tokenClosure: TokenClosure

    /// Makes a plugin.
    public init(tokenClosure: @escaping TokenClosure) { self.tokenClosure = tokenClosure }

    public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
        guard let type = (target as? any AccessTokenAuthorizable)?.authorizationType else { return request }
        let token = tokenClosure((target as? MultiTarget)?.target ?? target)
        if token.isEmpty { return request }
        var request = request
        request.setValue("\(type.value) \(token)", forHTTPHeaderField: "Authorization")
        return request
    }
}
