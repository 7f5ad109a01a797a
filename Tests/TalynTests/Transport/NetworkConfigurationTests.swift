import Foundation
import Testing

@testable import Talyn

@Suite struct NetworkConfigurationTests {
    private func refusal(_ change: (inout NetworkConfiguration) -> Void) -> NetworkConfiguration.Refusal? {
        var network = NetworkConfiguration()
        change(&network)
        do throws(NetworkConfiguration.Refusal) { try network.check() } catch { return error }
        return nil
    }

    private let pin = "sha256/" + Data(repeating: 7, count: 32).base64EncodedString()

    @Test func theDefaultsAreAccepted() { #expect(refusal { _ in } == nil) }

    @Test(arguments: ["http://proxy:3128", "https://u:p@proxy", "socks5h://127.0.0.1:9050", "SOCKS5://[::1]:1"])
    func aProxyIsAURL(text: String) { #expect(refusal { $0.proxy = .url(text) } == nil) }

    @Test(arguments: ["", "proxy:3128", "ftp://proxy", "http://", "http:// /"])
    func aProxyThatIsNoneIsRefusedWithoutItsText(text: String) throws {
        let refusal = try #require(refusal { $0.proxy = .url(text + "u:canary@") })
        #expect(refusal.setting == "proxy" && !refusal.description.contains("canary"))
    }

    @Test func aFileThatIsMissingOrAnotherIsRefusedByName() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString).pem")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(refusal { $0.trust = .authorities(file: file.path) }?.reason.contains("does not exist") == true)
        try Data("nothing".utf8).write(to: file)
        let other = try #require(refusal { $0.trust = .authorities(file: file.path) })
        #expect(
            other.setting == "trust" && other.reason.contains(file.path) && other.reason.contains("BEGIN CERTIFICATE"))
        let certificate = NetworkConfiguration.ClientCertificate(
            file: file.path, keyFile: file.path + ".key", password: "canary")
        let key = try #require(refusal { $0.clientCertificate = certificate })
        #expect(key.setting == "clientCertificate" && key.reason.contains(".key does not exist"))
        #expect(!key.description.contains("canary"))
        #expect(certificate.password == "canary")
        let keyless = try #require(refusal { $0.clientCertificate = .init(file: file.path) })
        #expect(keyless.setting == "clientCertificate" && keyless.reason.contains("has no \"PRIVATE KEY-----\""))
        try FileManager.default.removeItem(at: file)
        let missing = try #require(refusal { $0.clientCertificate = .init(file: file.path) })
        #expect(missing.setting == "clientCertificate" && missing.reason.contains("does not exist"))
    }

    @Test(arguments: ["", "sha256/", "sha1/AAAA", "sha256/AAAA", "sha256/%%%"])
    func aPinThatIsNoHashIsRefused(pin: String) {
        #expect(refusal { $0.pinnedPublicKeys = ["a.example": [pin]] }?.setting == "pinnedPublicKeys")
    }

    @Test(arguments: ["", "https://a.example", "a.example:443", "a.example.", "a b", "*.", "*", "a.example/b"])
    func aPinOfWhatIsNoHostIsRefused(host: String) {
        #expect(refusal { $0.pinnedPublicKeys = [host: [pin]] }?.setting == "pinnedPublicKeys")
    }

    @Test func aHostWithoutAKeyIsRefused() {
        #expect(refusal { $0.pinnedPublicKeys = ["a.example": []] }?.setting == "pinnedPublicKeys")
        #expect(refusal { $0.pinnedPublicKeys = ["a.example": [pin], "*.b.example": [pin]] } == nil)
    }

    @Test func otherLimitsAreChecked() {
        #expect(refusal { $0.maxConnectionsPerHost = 0 }?.setting == "maxConnectionsPerHost")
        #expect(refusal { $0.maxConnectionsPerHost = 1 } == nil)
        #expect(refusal { $0.connectTimeout = .zero }?.setting == "connectTimeout")
        #expect(refusal { $0.unixSocket = "" }?.setting == "unixSocket")
        #expect(refusal { $0.unixSocket = String(repeating: "a", count: 107) } == nil)
        #expect(refusal { $0.unixSocket = String(repeating: "a", count: 108) }?.setting == "unixSocket")
    }

    @Test(
        arguments: [
            ("localhost", true), (".internal", true), ("a_b.example.com.", true), ("127.0.0.1", true), ("::1", true),
            ("[::1]", true), ("[2001:DB8::7]", true), ("", false), ("a.example:8080", false), ("[::1]:80", false),
            ("10.0.0.0/8", false), ("fd00::/8", false), ("*.example.com", false), ("*", false), ("a.b, c.d", false),
            ("a b", false), ("http://a", false), ("fe80::1%eth0", false), ("[a.example]", false),
            ("bücher.example", false),
        ])
    func anExceptionOfAProxyIsAHostOrIsRefusedByName(entry: String, isHost: Bool) {
        let refusal = refusal { $0.proxy = .url("http://proxy.internal:3128", except: ["b.example", entry]) }
        #expect((refusal == nil) == isHost)
        #expect(refusal.map { $0.setting == "proxy" && (entry.isEmpty || $0.reason.contains(entry)) } ?? true)
    }

    @Test func theRefusalOfAnExceptionShowsNoUserInfo() {
        let refusal = refusal { $0.proxy = .url("http://proxy:1", except: ["user:canary@a.example:80"]) }
        #expect(refusal?.reason.contains("a.example:80") == true && refusal?.reason.contains("canary") == false)
    }

    @Test func urlSessionRefusesWhatItDoesNotHave() throws {
        var network = NetworkConfiguration()
        network.maxConnectionsPerHost = 2
        _ = try URLSessionTransport(network)
        network.unixSocket = "/run/s"
        let refusal = #expect(throws: NetworkConfiguration.Refusal.self) { try URLSessionTransport(network) }
        #expect(refusal?.setting == "unixSocket")
        var zero = NetworkConfiguration()
        zero.maxConnectionsPerHost = 0
        let checked = #expect(throws: NetworkConfiguration.Refusal.self) { try URLSessionTransport(zero) }
        #expect(checked?.setting == "maxConnectionsPerHost")
        #if os(Linux)
        _ = try CURLTransport(network)
        network = NetworkConfiguration()
        network.proxy = .direct
        #expect(throws: NetworkConfiguration.Refusal.self) { try URLSessionTransport(network) }
        #endif
    }

    @Test func pinsAreThoseOfTheHost() {
        var network = NetworkConfiguration()
        network.pinnedPublicKeys = ["api.example.com": ["one"], "*.EXAMPLE.com": ["two"]]
        #expect(Set(network.pins(of: "API.example.com")) == ["one", "two"])
        #expect(network.pins(of: "www.example.com.") == ["two"])
        #expect(network.pins(of: "example.com").isEmpty && network.pins(of: "badexample.com").isEmpty)
    }

    @Test func descriptionsShowNoCredentials() {
        var network = NetworkConfiguration()
        #expect("\(network)" == "default network settings")
        network.proxy = .url("http://user:canary@canary.example:1", except: ["canary.example"])
        network.clientCertificate = .init(file: "/c.pem", password: "canary")
        network.pinnedPublicKeys = ["a.example": [pin]]
        (network.minimumTLSVersion, network.httpVersion) = (.tls13, .http11)
        (network.maxConnectionsPerHost, network.connectTimeout) = (4, .seconds(2))
        (network.unixSocket, network.networkInterface) = ("/run/s", "eth1")
        #expect(
            "\(network)" == "a proxy, pinned keys (1), client certificate of /c.pem, TLS 1.3, HTTP/1.1, "
                + "4 connections per host, connect timeout 2.0 s, socket /run/s, interface eth1")
        for value in [network, network.proxy, network.clientCertificate as Any] as [Any] {
            #expect(!printedText(of: value).contains("canary"))
        }
    }
}
