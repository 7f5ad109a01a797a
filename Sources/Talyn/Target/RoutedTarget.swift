/// A target whose endpoints are declared by one switch: ``route`` holds everything for a case.
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
/// `headers` beside the route are those of every case; the route's of the same name replace them. A `path`, `method` or
/// `task` beside it is not looked at.
///
/// An API of many areas nests an enum an area and forwards: `case .issues(let issues): issues.route`.
public protocol RoutedTarget: TargetType {
    /// The endpoint of this case; asked for once a call.
    var route: Route { get }
}

extension RoutedTarget {
    /// The route's.
    public var path: URLPath { route.path }
    /// The route's.
    public var method: HTTPMethod { route.method }
    /// The route's.
    public var task: HTTPTask { route.task }
    /// Headers of every case. Default: none.
    public var headers: HTTPHeaders { HTTPHeaders() }
    /// The route, with ``headers`` under its own.
    public var resolvedRoute: Route {
        let shared = headers
        if shared.isEmpty { return route }
        var route = route
        var headers = shared
        for name in route.removedHeaders { headers.remove(name) }
        headers.merge(route.headers)
        route.headers = headers
        return route
    }
}
