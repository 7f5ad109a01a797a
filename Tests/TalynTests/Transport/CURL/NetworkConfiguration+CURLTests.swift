#if os(Linux)
import Foundation
import Testing

@testable import Talyn

/// The network settings as libcurl follows them.
@Suite(.timeLimit(.minutes(5))) struct NetworkConfigurationCURLTests {
    private let clock = TestClock(isManual: true)

    private func network(_ change: (inout NetworkConfiguration) -> Void) -> NetworkConfiguration {
        var network = NetworkConfiguration()
        change(&network)
        return network
    }

    private func code(_ url: String, over network: NetworkConfiguration) async throws -> URLError.Code? {
        let endpoint = Endpoint(url: try #require(URL(string: url)))
        let transport = try CURLTransport(network)
        return await #expect(throws: URLError.self) {
            try await transport.send(endpoint, context: CallContext(clock: clock))
        }?.code
    }

    @Test(arguments: [(nil, 64), (1, 1), (64, 64), (65_536, 65_536), (.max, 65_536)] as [(Int?, Int)])
    func aHostHasAtMostAsManyConnectionsAsPorts(connections: Int?, expected: Int) {
        #expect(network { $0.maxConnectionsPerHost = connections }.connectionsPerHost == expected)
    }

    /// Without TLS only a server that is known to speak HTTP/2 is asked for it.
    @Test(
        arguments: [
            (.automatic, "http://a", false), (.automatic, "https://a", !CURLGuard.onlyHTTP11.isNeeded),
            (.http11, "http://a", false), (.http11, "https://a", false),
            (.http2WithPriorKnowledge, "http://a", true), (.http2WithPriorKnowledge, "https://a", true),
        ] as [(NetworkConfiguration.HTTPVersion, String, Bool)])
    func aConnectionMayBeOneOfHTTP2(version: NetworkConfiguration.HTTPVersion, url: String, mayBe: Bool) throws {
        let network = network { $0.httpVersion = version }
        let loop = try CURLLoop(network)
        loop.finish()
        let exchange = try CURLExchange(Endpoint(url: try #require(URL(string: url))), CallContext(), loop)
        #expect(network.mayUseHTTP2(exchange.origin) == mayBe)
    }

    @Test func aSettingThatCannotBeUsedIsRefusedBeforeACall() {
        #expect(throws: NetworkConfiguration.Refusal.self) { try CURLTransport(network { $0.connectTimeout = .zero }) }
        #expect(throws: Never.self) {
            try CURLTransport(
                network {
                    ($0.httpVersion, $0.minimumTLSVersion) = (.http11, .tls13)
                    $0.pinnedPublicKeys = ["a": ["sha256/\(Data(count: 32).base64EncodedString())"]]
                    ($0.unixSocket, $0.networkInterface) = ("/run/s", "lo")
                })
        }
    }

    @Test(.enabled(if: CURLGuard.onlyHTTP11.isNeeded, "this libcurl may use HTTP/2"))
    func http2WithPriorKnowledgeIsRefusedBelowItsFloor() throws {
        let refusal = #expect(throws: NetworkConfiguration.Refusal.self) {
            try CURLTransport(network { $0.httpVersion = .http2WithPriorKnowledge })
        }
        #expect(refusal?.setting == "httpVersion")
        #expect(refusal?.reason.contains("8.5") == true && refusal?.reason.contains(CURLLibrary.name) == true)
    }

    /// It sends no_application_protocol (RFC 7301 §3.2).
    @Test(.enabled(if: CURLGuard.onlyHTTP11.isNeeded, "this libcurl may use HTTP/2"))
    func theErrorOfAServerWithHTTP2AloneNamesTheLibcurlAndTheFloor() async throws {
        let alert = Data([21, 3, 3, 0, 2, 2, 120])
        let server = try LoopbackServer { _ in [.send(alert), .close] }
        let error = await #expect(throws: URLError.self) {
            let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
            _ = try await CURLTransport().send(Endpoint(url: url), context: CallContext(clock: clock))
        }
        #expect(error?.code == .secureConnectionFailed)
        let text = try #require(error?.localizedDescription)
        #expect(text.contains("HTTP/2 needs libcurl 8.5") && text.contains(CURLLibrary.name), "\(text)")
    }

    @Test(arguments: ["ftp", "gopher", "dict", "telnet", "smtp"])
    func onlyHTTPIsSpoken(scheme: String) async throws {
        let server = try LoopbackServer(greeting: [.send("220 hello\r\n"), .close]) { _ in [] }
        #expect(try await code("\(scheme)://127.0.0.1:\(server.port)/a", over: network { _ in }) == .unsupportedURL)
        #expect(try await code("file:///etc/hostname", over: network { _ in }) == .unsupportedURL)
        #expect(server.record.connections.isEmpty)
    }

    /// libcurl takes no time below a millisecond, and takes zero for five minutes.
    @Test(arguments: [Duration.microseconds(500), .milliseconds(2)])
    func aHandshakeThatTakesTooLongFailsTheCall(time: Duration) async throws {
        let server = try LoopbackServer(greeting: [.hold]) { _ in [] }
        let code = try await code("https://127.0.0.1:\(server.port)/", over: network { $0.connectTimeout = time })
        #expect(code == .timedOut)
    }

    @Test func aLongTimeToConnectIsADayAtMost() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        let transport = try CURLTransport(network { $0.connectTimeout = .seconds(Int64.max / 1_000) })
        #expect(try await transport.send(server.endpoint(), context: CallContext(clock: clock)).statusCode == 200)
    }

    /// The head of a proxy's answer is no response, although a stream would be delivered with its head.
    @Test func theAnswerToATunnelIsNotTheResponse() async throws {
        let proxy = try LoopbackServer { _ in [.send("HTTP/1.1 200 OK\r\nX-Proxy: canary\r\n\r\n"), .close] }
        let transport = try CURLTransport(network { $0.proxy = .url("http://127.0.0.1:\(proxy.port)") })
        let endpoint = Endpoint(url: try #require(URL(string: "https://a.invalid/")))
        await #expect(throws: URLError.self) {
            try await transport.send(endpoint, context: CallContext(delivery: .stream, clock: clock))
        }
        #expect(proxy.requests.first?.method == "CONNECT")
    }

    // MARK: The greeting of TLS

    /// Sends a call to a server that ends the handshake. Returns the bytes of the client's greeting (RFC 8446 §4.1.2).
    private func greeting(
        throughProxy: Bool = false, _ change: (inout NetworkConfiguration) -> Void
    ) async throws -> Data {
        let server = try LoopbackServer { _ in [.close] }
        let network = network {
            if throughProxy { $0.proxy = .url("https://127.0.0.1:\(server.port)") }
            change(&$0)
        }
        let url = throughProxy ? "http://a.invalid/" : "https://127.0.0.1:\(server.port)/"
        let error = try await code(url, over: network)
        #expect(error != nil)
        return try #require(server.requests.first).head
    }

    /// The versions of an extension "supported_versions" (RFC 8446 §4.2.1): 1.3 and 1.2, or 1.3 only.
    private let versions = [
        NetworkConfiguration.TLSVersion.tls12: Data([0, 0x2B, 0, 5, 4, 3, 4, 3, 3]),
        .tls13: Data([0, 0x2B, 0, 3, 2, 3, 4]),
    ]

    @Test(arguments: [NetworkConfiguration.TLSVersion.tls12, .tls13], [false, true])
    func noOlderVersionOfTLSIsOffered(version: NetworkConfiguration.TLSVersion, throughProxy: Bool) async throws {
        let greeting = try await greeting(throughProxy: throughProxy) { $0.minimumTLSVersion = version }
        for (offered, bytes) in versions {
            #expect((greeting.range(of: bytes) != nil) == (offered == version), "\(offered)")
        }
    }

    @Test(
        arguments: [NetworkConfiguration.HTTPVersion.automatic, .http11, .http2WithPriorKnowledge])
    func theVersionsOfHTTPAreThoseOffered(version: NetworkConfiguration.HTTPVersion) async throws {
        if version == .http2WithPriorKnowledge, CURLGuard.onlyHTTP11.isNeeded { return }
        let greeting = try await greeting { $0.httpVersion = version }
        // Names of RFC 7301 §6, behind their lengths.
        #expect(
            (greeting.range(of: Data([2]) + Data("h2".utf8)) != nil)
                == (version != .http11 && !CURLGuard.onlyHTTP11.isNeeded))
        if version != .http2WithPriorKnowledge {
            #expect(greeting.range(of: Data([8]) + Data("http/1.1".utf8)) != nil)
        }
    }
}
#endif
