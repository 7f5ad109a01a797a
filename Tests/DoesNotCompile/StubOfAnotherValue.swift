// expect: cannot convert value of type 'String' to expected argument type 'User'
import Talyn
import TalynStubs

enum GitHub: RoutedTarget {
    case user
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("user") }
}

struct User: Codable, Sendable {
    var login: String
}

func stub(_ stubs: StubTransport) {
    stubs.on(Call<GitHub, User>(.user), returning: "octocat")
}
