// expect: $0.baseDelay = .seconds(1)
import Talyn

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

let github = Provider<GitHub>(plugins: [.retry(max: 3, delay: 1.0)])
