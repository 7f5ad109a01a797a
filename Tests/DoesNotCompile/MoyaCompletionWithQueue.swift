// expect: write 'try await provider.request(target)'
import Talyn

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

func load(_ github: Provider<GitHub>, then done: @escaping (Result<Response, MyAPIError>) -> Void) {
    github.request(.zen, callbackQueue: .main, completion: done)
}
