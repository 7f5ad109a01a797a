// expect: missing argument for parameter 'otherwise' in call
import Talyn

enum MatchError: Error { case cancelled, offline }

enum MatchAPI: RoutedTarget {
    case start
    var baseURL: URL { URL(string: "https://example.com")! }
    var route: Route { .get("start") }
    static let catchChain = CatchChain(cancelled: MatchError.cancelled)
        .catch(urlError: .notConnectedToInternet) { _ in .offline }
}
