// expect: type 'GitHub' does not conform to protocol 'RoutedTarget'
import Talyn

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
}
