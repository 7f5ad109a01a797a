import Talyn

enum TransportsSamples {
    struct Offline: Transport {
        let label = "bundle"
        let folder: URL

        func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
            let file = folder.appendingPathComponent(endpoint.url.lastPathComponent)
            guard let data = try? Data(contentsOf: file) else { throw URLError(.resourceUnavailable) }
            return Response(statusCode: 200, body: .data(data), endpoint: endpoint)
        }
    }

    static func run() async throws {
        let transport = URLSessionTransport { configuration in
            configuration.httpMaximumConnectionsPerHost = 64
        }
        let github = Provider<GitHub>(transport: transport)
        guard github.description.contains("live") else { fail("a transport of one's own configuration") }

        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("from a file".utf8).write(to: folder.appendingPathComponent("zen"))
        let offline = Provider<GitHub>(transport: Offline(folder: folder))
        guard try await offline.request(.zen, as: String.self) == "from a file" else {
            fail("a transport of one's own")
        }
        guard case .failure(.restError(let error, nil, nil)) = await offline.result(.user("nobody")),
            error.urlError?.code == .resourceUnavailable
        else { fail("a transport's error") }
    }
}
