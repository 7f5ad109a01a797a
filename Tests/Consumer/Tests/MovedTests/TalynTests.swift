import Talyn
import TalynStubs
import Testing

// Targets, plugins and values of Talyn in a module that is isolated to the main actor, with their conformances in extensions.

enum Shop: RoutedTarget {
    case open
    case orders

    var baseURL: URL { URL(string: "https://shop.example")! }
    var route: Route {
        switch self {
        case .open: .get("open")
        case .orders: .get("orders").query(["sort": Sort.newest])
        }
    }
}

extension Shop: AccessTokenAuthorizable {
    var authorizationType: AuthorizationType? {
        switch self {
        case .open: nil
        case .orders: .custom("Shop")
        }
    }
}

enum Sort: String { case newest }
extension Sort: QueryConvertible {}

struct Signature: Preparer, RedactedStringConvertible {
    let key: String
    var description: String { "Signature" }
    func prepare(_ endpoint: inout Endpoint, context: CallContext) { endpoint.headers["X-Signature"] = key }
}

@Suite struct TalynTests {
    @Test func aTargetOfTalynSendsItsToken() async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(204))
        let shop = Provider<Shop>(transport: stubs, plugins: [.accessToken { "secret" }, Signature(key: "k3y")])
        try await shop.request(.open)
        try await shop.request(.orders)
        let both = Provider<MultiTarget>(transport: stubs, plugins: [.accessToken { "secret" }])
        try await both.request(MultiTarget(Shop.orders))
        #expect(stubs.requests.map { $0.headers["Authorization"] } == [nil, "Shop secret", "Shop secret"])
        #expect(stubs.requests.map { $0.url.query } == [nil, "sort=newest", "sort=newest"])
    }

    @Test func aRedactedDescriptionIsSeenOnEveryThread() async {
        let text = await Task.detached { "\(Signature(key: "k3y"))" }.value
        #expect(text == "Signature")
    }
}
