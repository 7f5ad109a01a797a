// expect: 'retry(maxRetries:)' is unavailable: write '.retry(3)'
// expect: 'retry(max:)' is unavailable: write '.retry(3)'
import Talyn

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

let github = Provider<GitHub>(plugins: [.logger(), .retry(maxRetries: 3)])
let patient = Provider<GitHub>(plugins: [.logger(), .retry(max: 3)])
