// expect: (transport: stubs)
import Talyn

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

func github(_ transport: any Transport) -> Provider<GitHub> { Provider<GitHub>(transport) }
