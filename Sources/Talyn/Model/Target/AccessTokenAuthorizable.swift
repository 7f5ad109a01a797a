/// A target that chooses per case whether and where a request takes an access token.
///
/// ```swift
/// enum Shop: RoutedTarget, AccessTokenAuthorizable {
///     case products
///     case orders
///     case partners
///
///     var authorizationType: AuthorizationType? {
///         switch self {
///         case .products: nil
///         case .orders, .partners: .bearer
///         }
///     }
/// ```
/// It overrides the plugin's type; ``Route/authorization(_:)`` overrides it. Unlike in Moya, requests of a target
/// without this protocol take tokens too, as the plugin is configured.
public protocol AccessTokenAuthorizable: Sendable {
    /// The location of this case's token; nil for no token.
    var authorizationType: AuthorizationType? { get }
}

extension Route {
    /// Sets where ``AccessTokenPlugin`` and ``TokenRefreshPlugin`` put this endpoint's token; nil for no token.
    ///
    /// It overrides the target's ``AccessTokenAuthorizable`` and the plugin's type.
    public consuming func authorization(_ type: AuthorizationType?) -> Route {
        tag(AuthorizationTag.self, type.map(AuthorizationChoice.type) ?? .withoutToken)
    }
}

/// The authorization of a route.
enum AuthorizationChoice: Sendable {
    /// Not set: the target or the plugin decides.
    case unspecified
    case withoutToken
    case type(AuthorizationType)
}

/// The tag with the authorization of a route.
enum AuthorizationTag: CallTagKey { static let defaultValue = AuthorizationChoice.unspecified }
