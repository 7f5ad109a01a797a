// expect: cannot convert return expression of type 'String' to return type 'Int'
import Talyn

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

func call(_ github: Provider<GitHub>) async throws -> Int {
    try await github.call(Call<GitHub, String>(.zen))
}
