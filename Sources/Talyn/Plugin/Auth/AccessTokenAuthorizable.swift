/// A target that says which of its cases take an access token, and where.
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
/// It goes before what the plugin was made with; a ``Route/authorization(_:)`` of the route goes before it. Unlike with
/// Moya's of the same name, a target that does not adopt it gets its tokens too: as the plugin says.
public protocol AccessTokenAuthorizable: Sendable {
    /// Where the token of this case stands; nil when it takes none.
    var authorizationType: AuthorizationType? { get }
}

extension Route {
    /// Sets where ``AccessTokenPlugin`` and ``TokenRefreshPlugin`` put this endpoint's token; nil for none.
    ///
    /// It goes before the target's ``AccessTokenAuthorizable`` and before what the plugin was made with.
    public consuming func authorization(_ type: AuthorizationType?) -> Route {
        tag(AuthorizationTag.self, type.map(AuthorizationChoice.type) ?? .withoutToken)
    }
}

/// What a route says of its token.
enum AuthorizationChoice: Sendable {
    /// Nothing: the target or the plugin decides.
    case unsaid
    case withoutToken
    case type(AuthorizationType)
}

/// What a route says of its token, on the call.
enum AuthorizationTag: CallTagKey { static let defaultValue = AuthorizationChoice.unsaid }
