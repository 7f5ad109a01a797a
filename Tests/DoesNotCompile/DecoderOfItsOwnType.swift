// expect: 'TargetType' requires the types 'JSONDecoder' and 'any BodyDecoder' be equivalent
import Talyn

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
    var decoder: JSONDecoder { JSONDecoder() }
}
