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
/// An API of many areas nests an enum an area and forwards: `case .issues(let issues): issues.route`.
public protocol RoutedTarget: TargetType {
    /// The endpoint of this case; asked for once a call.
    var route: Route { get }
}

extension RoutedTarget {
    public var path: URLPath { route.path }
    public var method: HTTPMethod { route.method }
    public var task: HTTPTask { route.task }
    public var headers: HTTPHeaders { route.headers }
    public var resolvedRoute: Route { route }
}
