import Talyn
import TalynTesting

enum ComingFromMoyaSamples {
    // swift-format-ignore
    enum MyAPI: TargetType {
        case getPhotos(PhotoRequest)
        var baseURL: URL { Self.host }
        static let host = URL(string: "https://api.flickr.com/")!
        var path: URLPath { "services/feeds/photos_public.gne" }
        var method: HTTPMethod { .get }
        var task: HTTPTask { switch self { case .getPhotos(let request): .query(encoding: request) } }
        var headers: HTTPHeaders { [:] }
    }

    nonisolated struct PhotoRequest: Encodable {
        var tags = "cat"
    }

    static func run() async throws {
        try await responses()
        try await retrying()
    }

    static func retrying() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .sequence([.status(503), .text("Keep it logically awesome.")]))
        let github = Provider<GitHub>(transport: stubs, plugins: [.retry()], clock: TestClock())
        let zen = try await github.request(.zen, as: String.self)
        try stubs.verify()  // every answer was used, every request had one
        guard zen == "Keep it logically awesome." else { fail("a test") }
    }

    static func responses() async throws {
        let stubs = StubTransport()
        stubs.on(MyAPI.getPhotos(PhotoRequest()), .json(#"{"data": {"id": 1, "login": "octocat"}}"#))
        let provider = Provider<MyAPI>(transport: stubs)
        let response = try await provider.request(.getPhotos(PhotoRequest()))
        guard try response.decode(User.self, atKeyPath: "data").login == "octocat" else { fail("map(_:atKeyPath:)") }
        guard try response.filterSuccessfulStatusCodes().statusCode == 200 else { fail("filter") }
    }
}
