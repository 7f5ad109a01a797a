import Talyn
import TalynTesting

enum RedirectsAndTimeoutsSamples {
    enum Files: RoutedTarget {
        case latest
        case location

        var baseURL: URL { URL(string: "https://files.example")! }

        var route: Route {
            switch self {
            case .latest: .get("latest").redirects(RedirectPolicy(maximum: 3))
            case .location: .get("latest").redirects(.refuse).validate(.successAndRedirectCodes)
            }
        }
    }

    enum Maps: RoutedTarget {
        case tile(x: Int, y: Int)
        case route(String)

        var baseURL: URL { URL(string: "https://maps.example")! }
        var timeout: Duration? { .seconds(10) }

        var route: Route {
            switch self {
            case .tile(let x, let y): .get("tiles/\(x)/\(y)").timeout(.milliseconds(1500))
            case .route(let place): .get("routes/\(place)").deadline(.seconds(20))
            }
        }
    }

    static func run() async throws {
        let stubs = StubTransport()
        stubs.on(Files.latest, .redirect(to: "/1.0", status: 307))
        stubs.on(Endpoint(url: URL(string: "https://files.example/1.0")!), .text("one"))
        let files = Provider<Files>(transport: stubs)
        let location = try await files.request(.location).headers["Location"]
        guard location == "/1.0" else { fail("the redirect itself") }
        let latest = try await files.request(.latest)
        guard latest.url.path == "/1.0", try latest.string() == "one" else { fail("a redirect") }

        stubs.on(Files.latest, .redirect(to: "/latest"))
        guard case .failure(.restError(let loop, 302, nil)) = await files.result(.latest),
            loop.urlError?.code == .httpTooManyRedirects, loop.category == .redirect
        else { fail("a loop of redirects") }

        let maps = Provider<Maps>().withDefaults {
            $0.timeout = .seconds(15)
            $0.deadline = .seconds(60)
            $0.redirects = .refuse
        }
        let tile = try maps.endpoint(.tile(x: 1, y: 2)).options
        let way = try maps.endpoint(.route("a")).options
        guard tile.timeout == .milliseconds(1500), tile.deadline == .seconds(60), way.timeout == .seconds(10),
            way.deadline == .seconds(20), way.redirects == .refuse
        else { fail("timeouts") }

        stubs.on(Maps.route("a"), .text("late").delayed(by: .seconds(15)))
        let late = await Provider<Maps>(transport: stubs, clock: TestClock()).result(.route("a"))
        guard case .failure(.requestTimeout) = late else { fail("a timeout") }
    }
}
