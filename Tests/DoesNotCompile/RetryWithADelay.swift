// expect: 'retry(max:delay:)' is unavailable: write '.retry { $0.maxRetries = 3; $0.baseDelay = .seconds(1) }'
// expect: 'retry(_:delay:)' is unavailable: write '.retry {
import Talyn

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

let github = Provider<GitHub>(plugins: [.retry(max: 3, delay: 1.0)])
let patient = Provider<GitHub>(plugins: [.logger(), .retry(3, delay: .seconds(1))])
