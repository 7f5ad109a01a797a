// expect: type 'URLError.Code' has no member 'notConnectedToInternt'
import Talyn

enum MatchError: Error { case cancelled, offline, other }

enum MatchAPI: RoutedTarget {
    case start
    var baseURL: URL { URL(string: "https://example.com")! }
    var route: Route { .get("start") }
    static let catchChain: CatchChain<MatchError> = CatchChain(cancelled: .cancelled, otherwise: { _ in .other })
        .catch(urlError: .notConnectedToInternt) { _ in .offline }
}

// No error stands here: the type of the chain does not depend on its parts.
func start(_ api: Provider<MatchAPI>) async -> MatchError? {
    do { _ = try await api.request(.start) } catch { return error }
    return nil
}
