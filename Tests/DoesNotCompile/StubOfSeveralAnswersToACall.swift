// expect: 'on(_:_:when:times:)' is unavailable: write '.sequence([…])'
import Talyn
import TalynStubs

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

func stub(_ stubs: StubTransport) { stubs.on(Call<GitHub, String>(.zen), [.status(503), .text("ok")]) }
