// expect: write '.sequence([…])'
import Talyn
import TalynStubs

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

func stub(_ stubs: StubTransport) { stubs.on(GitHub.zen, [.status(503), .text("ok")]) }
