import Talyn

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
        let stubs = StubTransport()
        stubs.on(MyAPI.getPhotos(PhotoRequest()), .json(#"{"data": {"id": 1, "login": "octocat"}}"#))
        let provider = Provider<MyAPI>(transport: stubs)
        let response = try await provider.request(.getPhotos(PhotoRequest()))
        guard try response.decode(User.self, atKeyPath: "data").login == "octocat" else { fail("map(_:atKeyPath:)") }
        guard try response.filterSuccessfulStatusCodes().statusCode == 200 else { fail("filter") }
    }
}
