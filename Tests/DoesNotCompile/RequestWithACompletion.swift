// expect: write 'start(.zen) { result in … }'
import Talyn

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

func load(_ github: Provider<GitHub>) {
    github.request(.zen) { result in
        switch result {
        case .success(let response): print(response.statusCode)
        case .failure(let error): print(error)
        }
    }
}
