/// A target whose endpoints are declared by one switch: ``route`` returns everything for a case.
///
/// ```swift
/// enum GitHub: RoutedTarget {
///     case zen
///     case user(String)
///
///     var baseURL: URL { Self.host }
///     static let host = URL(string: "https://api.github.com")!
///
///     var route: Route {
///         switch self {
///         case .zen: .get("zen")
///         case .user(let login): .get("users/\(login)")
///         }
///     }
/// }
/// ```
/// `headers` of the target apply to every case; the route's override those of the same name. A `path`, `method` or
/// `task` of the target is ignored, and so are `headers` of another type than ``HTTPHeaders``.
///
/// A large API nests one enum per area and forwards: `case .issues(let issues): issues.route`.
public protocol RoutedTarget: TargetType {
    /// The endpoint of this case; called once per call.
    var route: Route { get }
}

extension RoutedTarget {
    public var path: URLPath { route.path }
    public var method: HTTPMethod { route.method }
    public var task: HTTPTask { route.task }
    /// The headers of every case. Default: none.
    public var headers: HTTPHeaders { HTTPHeaders() }
    /// The route with ``headers`` added to its own.
    public var resolvedRoute: Route {
        var headers = headers
        if headers.isEmpty { return route }
        var route = route
        for name in route.removedHeaders { headers.remove(name) }
        headers.merge(route.headers)
        route.headers = headers
        return route
    }
}
