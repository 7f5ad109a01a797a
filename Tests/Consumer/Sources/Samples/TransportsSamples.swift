import Talyn
import TalynStubs

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

        try await metrics()
        #if os(Linux)
        try limits()
        try pins()
        try sockets()
        guard CURLTransport.isAvailable else { return }
        do {
            _ = try company()
            fail("settings with files that do not exist")
        } catch {
            let refusal = "NetworkConfiguration.trust: the file /etc/pki/internal.pem does not exist"
            guard "\(error)" == refusal else { fail("a refused setting: \(error)") }
        }
        #endif
    }

    static func metrics() async throws {
        let (reports, report) = AsyncStream<TransferMetrics>.makeStream()
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("Keep it logically awesome."))
        try await withStubs(stubs) {
            let metrics: MetricsPlugin = .metrics { call in
                for transfer in call.transfers { report.yield(transfer) }
            }
            let github = Provider<GitHub>(plugins: [metrics])
            let response = try await github.request(.zen)
            if let transfer = response.transferMetrics { print(transfer) }
        }
        report.finish()
        var transfers: [TransferMetrics] = []
        for await transfer in reports { transfers.append(transfer) }
        guard transfers == [.virtual] else { fail("the metrics of transfers: \(transfers)") }
    }

    #if os(Linux)
    enum Docker: RoutedTarget {
        case version
        var baseURL: URL { URL(string: "http://localhost")! }
        var route: Route { .get("version") }
    }

    static func limits() throws {
        var network = NetworkConfiguration()
        network.maxConnectionsPerHost = 256
        network.connectTimeout = .seconds(5)
        let github = try Provider<GitHub>(transport: CURLTransport(network))
        guard github.description.contains("live") else { fail("limits of connections") }
    }

    static func company() throws -> CURLTransport {
        var network = NetworkConfiguration()
        network.proxy = .url("http://user:secret@proxy.internal:3128", except: ["localhost", "internal"])
        network.trust = .authorities(file: "/etc/pki/internal.pem")
        network.clientCertificate = .init(file: "/run/secrets/client.pem", keyFile: "/run/secrets/client.key")
        network.minimumTLSVersion = .tls13
        let transport = try CURLTransport(network)
        return transport
    }

    static func pins() throws {
        var network = NetworkConfiguration()
        network.pinnedPublicKeys["api.example.com"] = [
            "sha256/SYWVh/DYIKoyuHkXWLQfjYtL2mcZWpfzy0WzzTBZre0=",
            "sha256/ntYyGDWp956NbnRncQM3VhsWAJlvaYdsNIcanQmTF7Y=",
        ]
        let pinning = try Provider<GitHub>(transport: CURLTransport(network))
        guard pinning.description.contains("live") else { fail("pinned keys") }
    }

    static func sockets() throws {
        var network = NetworkConfiguration()
        network.unixSocket = "/run/docker.sock"
        let docker = try Provider<Docker>(transport: CURLTransport(network))
        guard docker.description.contains("live") else { fail("a Unix domain socket") }
    }
    #endif
}
