// expect: 'TargetType' requires the types 'Duration' and 'Duration?' be equivalent
import Talyn

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
    var timeout: Duration { .seconds(5) }
}
