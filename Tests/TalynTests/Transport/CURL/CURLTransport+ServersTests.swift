#if os(Linux)
import Foundation
import Testing

@testable import Talyn

/// The network settings of the libcurl transport with real programs: proxies, Unix domain sockets, HTTP/2 without TLS.
/// Run with `.ci/with servers -- swift test`.
@Suite(.enabled(if: Servers.run, "no servers: run .ci/with servers -- swift test"), .timeLimit(.minutes(5)))
struct CURLTransportServersTests {
    private static let proxies = ConditionTrait.enabled(if: Servers.haveProxies, "no tinyproxy")

    private func transport(_ change: (inout NetworkConfiguration) throws -> Void) throws -> CURLTransport {
        var network = NetworkConfiguration()
        try change(&network)
        return try CURLTransport(network)
    }

    /// Returns a transport over a proxy, with the user info of its URL.
    private func transport(
        proxy: String, _ userinfo: String = "", except: [String] = []
    ) throws -> CURLTransport {
        try transport { $0.proxy = .url("http://\(userinfo)127.0.0.1:\(try Servers.value(proxy))", except: except) }
    }

    private func get(_ url: URL, over transport: CURLTransport) async throws -> Response {
        try await transport.send(Endpoint(url: url), context: CallContext())
    }

    /// Downloads and uploads every file.
    private func move(_ web: Servers.Web, over transport: CURLTransport, at authority: String? = nil) async throws {
        let base = try authority.flatMap { URL(string: $0) } ?? web.url("")
        for name in Servers.names {
            let response = try await get(base.appendingPathComponent("files/\(name)"), over: transport)
            #expect(try response.data.sum == Servers.sum(of: name), "\(name)")
            let place = "\(name)-\(UUID().uuidString)"
            let endpoint = Endpoint(
                .put, url: base.appendingPathComponent("uploads/\(place)"), body: .file(try Servers.file(name)))
            #expect(try await transport.send(endpoint, context: CallContext()).statusCode == 201)
            #expect(try Data(contentsOf: Servers.upload(place)).sum == Servers.sum(of: name), "\(name)")
        }
    }

    // MARK: Proxy

    @Test(proxies, arguments: [Servers.Web.nginx, .nginxOverTLS])
    func bodiesAreWholeThroughAProxy(web: Servers.Web) async throws {
        try await move(web, over: transport(proxy: "proxy"))
    }

    @Test(proxies) func aProxyForwardsPlainRequests() async throws {
        let mark = UUID().uuidString
        let response = try await get(Servers.Web.nginx.url("files/1?\(mark)"), over: transport(proxy: "proxy"))
        #expect(response.headers["Via"]?.contains("tinyproxy") == true)
        #expect(response.transferMetrics?.remoteAddress == "127.0.0.1:\(try Servers.value("proxy"))")
        #expect(try Servers.lines(ofProxy: "proxy", with: mark).count == 1)
    }

    @Test(proxies) func aProxyTunnelsTLSAndSeesNoRequest() async throws {
        let mark = UUID().uuidString
        let response = try await get(Servers.Web.nginxOverTLS.url("files/1?\(mark)"), over: transport(proxy: "proxy"))
        #expect(response.transferMetrics?.httpVersion == (LiveTransport.libcurl.speaksHTTP2 ? "2" : "1.1"))
        #expect(!response.headers.contains("Via"))
        // The head of the proxy's answer to CONNECT is not the response's.
        #expect(!response.headers.contains("Proxy-Agent") && response.statusCode == 200)
        #expect(try Servers.lines(ofProxy: "proxy", with: mark).isEmpty)
        let port = try Servers.value("https")
        #expect(try !Servers.lines(ofProxy: "proxy", with: "CONNECT 127.0.0.1:\(port) ").isEmpty)
    }

    @Test(proxies) func aCertificateIsCheckedThroughATunnel() async throws {
        let url = try Servers.Web.nginxOverTLS.url("files/1", host: "127.0.0.2")
        let error = await #expect(throws: URLError.self) { try await get(url, over: transport(proxy: "proxy")) }
        #expect(error?.code == .serverCertificateUntrusted)
        let port = try Servers.value("https")
        #expect(try !Servers.lines(ofProxy: "proxy", with: "CONNECT 127.0.0.2:\(port) ").isEmpty)
    }

    @Test(proxies, arguments: [Servers.Web.nginx, .nginxOverTLS])
    func aProxyGetsItsCredentials(web: Servers.Web) async throws {
        // Percent-encoded, as in every URL.
        let transport = try transport(proxy: "authproxy", "talyn:s3%2Ecr-et@")
        try await move(web, over: transport)
        let response = try await get(web.url("files/1"), over: transport)
        #expect(response.statusCode == 200 && !response.headers.contains("X-Proxy-Authorization"))
    }

    @Test(proxies, arguments: [("", 407), ("talyn:\(canary)@", 401), ("\(canary):s3.cr-et@", 401)])
    func credentialsThatAProxyRefusesAreAnsweredOrFailTheTunnel(userinfo: String, status: Int) async throws {
        let transport = try transport(proxy: "authproxy", userinfo)
        let response = try await get(Servers.Web.nginx.url("files/1"), over: transport)
        #expect(response.statusCode == status && response.data.count != 1)
        let provider = Provider<Probe>(transport: transport)
        let endpoint = Endpoint(url: try Servers.Web.nginxOverTLS.url("files/1"))
        let error = await #expect(throws: RequestError.self) { try await provider.send(endpoint) }
        #expect(error?.urlError?.code == .userAuthenticationRequired)
        #expect(error?.urlError?.localizedDescription.contains("\(status)") == true)
        #expect(error.map { texts(of: $0).contains(canary) } == false)
    }

    @Test(proxies) func anExceptionIsReachedWithoutTheProxy() async throws {
        let (mark, port) = (UUID().uuidString, try Servers.value("http"))
        let exceptions = ["example.invalid", "127.0.0.2"]
        let transport = try transport(proxy: "authproxy", "talyn:s3.cr-et@", except: exceptions)
        let url = try Servers.Web.nginx.url("files/1?\(mark)", host: "127.0.0.2")
        let response = try await get(url, over: transport)
        #expect(response.transferMetrics?.remoteAddress == "127.0.0.2:\(port)" && !response.headers.contains("Via"))
        #expect(!response.headers.contains("X-Proxy-Authorization"))
        #expect(try Servers.lines(ofProxy: "authproxy", with: mark).isEmpty)
        _ = try await get(Servers.Web.nginx.url("files/1?\(mark)"), over: transport)
        #expect(try Servers.lines(ofProxy: "authproxy", with: mark).count == 1)
    }

    /// nginx answers a request to a proxy as its own.
    @Test func theWayToAProxyMayBeTLSWhoseCertificateIsChecked() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1/files/65536"))
        let port = try Servers.value("https")
        let response = try await get(url, over: transport { $0.proxy = .url("https://127.0.0.1:\(port)") })
        #expect(try response.data.sum == Servers.sum(of: "65536"))
        let wrong = try transport { $0.proxy = .url("https://127.0.0.2:\(port)") }
        let error = await #expect(throws: URLError.self) { try await get(url, over: wrong) }
        #expect(error?.code == .serverCertificateUntrusted)
    }

    @Test(
        .enabled(if: Servers.haveSOCKS, "no microsocks"), arguments: ["socks5", "socks5h"],
        [Servers.Web.nginx, .nginxOverTLS])
    func bodiesAreWholeThroughSOCKS5(scheme: String, web: Servers.Web) async throws {
        let port = try Servers.value("socks")
        let transport = try transport { $0.proxy = .url("\(scheme)://talyn:s3%2Ecr-et@127.0.0.1:\(port)") }
        try await move(web, over: transport)
        let response = try await get(web.url("files/1"), over: transport)
        #expect(response.transferMetrics?.remoteAddress == "127.0.0.1:\(port)")
        let wrong = try self.transport { $0.proxy = .url("\(scheme)://talyn:\(canary)@127.0.0.1:\(port)") }
        let error = await #expect(throws: URLError.self) { try await get(web.url("files/1"), over: wrong) }
        #expect(error.map { texts(of: $0).contains(canary) } == false)
        #expect(error?.code == .cannotConnectToHost)
    }

    // MARK: Unix domain socket

    @Test(arguments: [
        ("http", "socket", "1.1"), ("https", "tlssocket", LiveTransport.libcurl.speaksHTTP2 ? "2" : "1.1"),
    ])
    func bodiesAreWholeThroughAUnixSocket(scheme: String, socket: String, version: String) async throws {
        // Neither the port of the URL nor that of the proxy is open.
        let transport = try transport {
            $0.unixSocket = try Servers.value(socket)
            $0.proxy = .url("http://127.0.0.1:1")
        }
        try await move(.nginx, over: transport, at: "\(scheme)://127.0.0.1:1/")
        let response = try await get(#require(URL(string: "\(scheme)://127.0.0.1:1/files/1")), over: transport)
        #expect(response.transferMetrics?.httpVersion == version)
    }

    @Test func aCertificateIsCheckedThroughAUnixSocket() async throws {
        let transport = try transport { $0.unixSocket = try Servers.value("tlssocket") }
        let error = await #expect(throws: URLError.self) {
            try await get(#require(URL(string: "https://127.0.0.2:1/files/1")), over: transport)
        }
        #expect(error?.code == .serverCertificateUntrusted)
    }

    // MARK: HTTP/2 without TLS

    @Test(
        .enabled(if: Servers.webs.contains(.lighttpd), "no lighttpd"),
        .enabled(if: !CURLGuard.onlyHTTP11.isNeeded, "no HTTP/2 over libcurl before 8.5"))
    func http2WithPriorKnowledgeNeedsNoTLS() async throws {
        let transport = try transport {
            $0.httpVersion = .http2WithPriorKnowledge
            $0.maxConnectionsPerHost = 2
        }
        // Five at a time: beyond its 8 streams a connection, lighttpd 1.4.69 may stop in the middle of two bodies, with
        // windows of 20 MB open. libcurl learns of the 8 only after the first requests are sent.
        for _ in 1...2 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for name in Servers.names {
                    group.addTask {
                        let response = try await get(Servers.Web.lighttpd.url("files/\(name)"), over: transport)
                        #expect(response.transferMetrics?.httpVersion == "2")
                        #expect(try response.data.sum == Servers.sum(of: name), "\(name)")
                    }
                }
                try await group.waitForAll()
            }
        }
        let after = try await get(Servers.Web.lighttpd.url("files/1"), over: transport)
        #expect(after.transferMetrics?.isConnectionReused == true)
    }
}
#endif
