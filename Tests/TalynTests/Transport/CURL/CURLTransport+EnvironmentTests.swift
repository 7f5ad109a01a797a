#if os(Linux) && compiler(>=6.2)
import Foundation
import Testing

@testable import Talyn

/// In processes of their own, because the environment belongs to all tests. Exit tests need Swift 6.2.
@Suite("The proxies of the environment", .timeLimit(.minutes(5)))
struct CURLTransportEnvironmentTests {
    /// Sends GET `/x` to a server, and returns the target that it got, or that the proxy of the environment got.
    private static func target(_ proxy: NetworkConfiguration.Proxy, _ exceptions: String) async throws -> String {
        let server = try LoopbackServer { [.response(text: "direct", to: $0)] }
        let proxyServer = try LoopbackServer { [.response(text: $0.target, to: $0)] }
        setenv("http_proxy", "http://127.0.0.1:\(proxyServer.port)", 1)
        setenv("no_proxy", exceptions, 1)
        var network = NetworkConfiguration()
        network.proxy = proxy
        let transport = try CURLTransport(network)
        let response = try await transport.send(server.endpoint("/x"), context: CallContext())
        let text = String(decoding: response.data, as: UTF8.self)
        return text == "\(server.url)/x" ? "absolute" : text
    }

    @Test func theProxyOfTheEnvironmentIsTheDefault() async {
        await #expect(processExitsWith: .success) {
            let targets = [
                try await Self.target(.system, ""), try await Self.target(NetworkConfiguration().proxy, "example.com"),
            ]
            #expect(targets == ["absolute", "absolute"])
        }
    }

    @Test func itsExceptionsAndADirectTransportDoWithoutIt() async {
        await #expect(processExitsWith: .success) {
            let targets = [
                try await Self.target(.system, "example.com,127.0.0.1"), try await Self.target(.direct, ""),
            ]
            #expect(targets == ["direct", "direct"])
        }
    }
}
#endif
