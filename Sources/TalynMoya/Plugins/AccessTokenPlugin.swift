internal import TalynAlamofire

/// A target whose requests may need a token.
///
/// A conformance that is isolated to the main actor counts, too.
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

/// Adds the header field `Authorization` to requests whose target asks for it.
///
/// A field that is there stays: the token is joined to it by a comma. An empty token adds the scheme and a space.
#if DEPRECATIONS
@available(*, deprecated, message: "write '.accessToken { }' or '.tokenRefresh(…)'")
#endif
public struct AccessTokenPlugin: PluginType {
    /// Returns the token of a target.
    public typealias TokenClosure = (any TargetType) -> String

    /// Returns the token of a target.
    public let tokenClosure: TokenClosure

    /// The target of the call that is prepared, as its caller sees it: on the main actor, a cast finds a conformance
    /// that is isolated to it, also one of a subclass or one with conditions.
    @TaskLocal static var targetOfCall: UncheckedTransfer<any AccessTokenAuthorizable>?

    /// Makes a plugin.
    public init(tokenClosure: @escaping TokenClosure) { self.tokenClosure = tokenClosure }

    public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
        let authorizable = target.accessTokenAuthorizable ?? Self.targetOfCall?.value
        guard let type = authorizable?.authorizationType else { return request }
        let token = tokenClosure((target as? MultiTarget)?.target ?? target)
        var request = request
        request.addValue("\(type.value) \(token)", forHTTPHeaderField: "Authorization")
        return request
    }
}
