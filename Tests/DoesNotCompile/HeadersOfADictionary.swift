// expect: 'TargetType' requires the types '[String : String]' and 'HTTPHeaders' be equivalent
import Talyn

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
    var headers: [String: String] { ["Accept": "application/json"] }
}
