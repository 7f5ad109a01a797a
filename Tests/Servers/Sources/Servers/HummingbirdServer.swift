import Hummingbird
import Talyn
import TalynStores

struct User: ResponseCodable {
    let login: String
    let id: Int
}

/// Makes the provider of all requests: at most 32 exchanges at once, 2 seconds for a call, 64 MiB of fresh responses.
func makeGitHub(
    over transport: any Transport = PlatformTransport.shared, clock: any Clock<Duration> = ContinuousClock()
) -> Provider<GitHub> {
    let cache = ResponseCache(memory: 64 << 20)
    let plugins: [any Plugin] = [.retry(), .cache(cache), .coalescing(), .concurrencyLimit(32)]
    return Provider(transport: transport, plugins: plugins, clock: clock)
        .withDefaults { $0.deadline = .seconds(2) }
}

func makeRouter(_ github: Provider<GitHub>) -> Router<BasicRequestContext> {
    let router = Router()
    router.get("users/:login") { _, context -> User in
        let login = try context.parameters.require("login")
        do throws(MyAPIError) {
            return try await github.request(.user(login), as: User.self)
        } catch {
            throw HTTPError(error.status)  // the client gets no text of the other server
        }
    }
    return router
}

extension MyAPIError {
    /// The status for the client of this server.
    var status: HTTPResponse.Status {
        switch self {
        case .requestTimeout: .gatewayTimeout
        case .restError(_, statusCode: 404, _): .notFound
        case .internetConnection, .restError, .decoding, .empty: .badGateway
        case .cancelled: .serviceUnavailable
        }
    }
}

/// Serves until SIGTERM or SIGINT arrives. Requests that have begun are answered first.
func serve(
    _ github: Provider<GitHub>, port: Int, whenReady: @escaping @Sendable (_ port: Int?) -> Void = { _ in }
) async throws {
    let app = Application(
        router: makeRouter(github), configuration: .init(address: .hostname("127.0.0.1", port: port)),
        onServerRunning: { channel in whenReady(channel.localAddress?.port) })
    try await app.runService()
}
