// expect: switch must be exhaustive
import Talyn

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

func call(_ github: Provider<GitHub>) async {
    do throws(MyAPIError) {
        _ = try await github.request(.zen)
    } catch {
        switch error {
        case .internetConnection, .requestTimeout, .restError, .decoding, .empty: break
        }
    }
}
