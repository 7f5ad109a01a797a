// expect: write '.accessToken { token }'
import Talyn

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

func github(_ token: String) -> Provider<GitHub> { Provider<GitHub>(plugins: [.accessToken(token)]) }
