// expect: 'request(_:callbackQueue:progress:completion:)' is unavailable: write 'start(.zen, on: queue) { result in … }'
// expect: 'start(_:callbackQueue:progress:completion:)' is unavailable: write 'start(.zen, on: queue) { result in … }'
// expect: 'start(_:as:completion:)' is unavailable: write 'start(of: Call(.zen, as: String.self)) { result in … }'
import Talyn

enum GitHub: RoutedTarget {
    case zen

    var baseURL: URL { URL(fileURLWithPath: "/") }
    var route: Route { .get("zen") }
}

func load(_ github: Provider<GitHub>) {
    github.request(.zen, callbackQueue: .main) { result in print(result) }
    github.start(.zen, callbackQueue: .main) { result in print(result) }
    github.start(.zen, as: String.self) { result in print(result) }
}
