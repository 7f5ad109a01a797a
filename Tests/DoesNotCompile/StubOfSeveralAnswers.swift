// expect: 'on(_:_:when:times:)' is unavailable: write '.sequence([…])'
// expect: 'on' is unavailable: write '.sequence([…])'
// expect: 'on(template:method:_:when:times:)' is unavailable: write '.sequence([…])'
// expect: 'on(where:_:when:times:)' is unavailable: write '.sequence([…])'
import Talyn
import TalynStubs

enum GitHub: RoutedTarget {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route { .get("zen") }
}

func stub(_ stubs: StubTransport) { stubs.on(GitHub.zen, [.status(503), .text("ok")]) }
func count(_ stubs: StubTransport) { stubs.on(GitHub.zen, [.status(503), .text("ok")], times: 2) }
func variadic(_ stubs: StubTransport) { stubs.on(GitHub.zen, .status(503), .text("ok")) }
func template(_ stubs: StubTransport) { stubs.on(template: "zen", [.status(503), .text("ok")]) }
func predicate(_ stubs: StubTransport) { stubs.on(where: { _, _ in true }, [.status(503), .text("ok")]) }
