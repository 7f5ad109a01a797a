// expect: type '_ErrorCodeProtocol' has no member 'internetConnection'
import Talyn

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

func load(_ github: Provider<GitHub>) {
    Task {
        do {
            _ = try await github.request(.zen)
        } catch {
            switch error {
            case .internetConnection: print("offline")
            default: print(error)
            }
        }
    }
}
