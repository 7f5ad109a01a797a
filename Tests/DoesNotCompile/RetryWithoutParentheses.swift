// expect: write '.retry()'
import Talyn

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

let github = Provider<GitHub>(plugins: [.logger(), .retry])
