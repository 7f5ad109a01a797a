import Foundation
import Testing

@testable import Talyn

/// The effects of TLS on a call, over URLSession with real servers. Run with `.ci/with-tls-servers swift test`.
@Suite(.enabled(if: TLSServers.run, "no TLS servers: run .ci/with-tls-servers swift test"), .timeLimit(.minutes(5)))
struct TLSTests {
    private let provider = Provider<Probe>(transport: URLSessionTransport())

    /// Sends a GET with credentials. The response contains the head that the server received.
    private func get(_ url: String) async -> Result<Response, RequestError> {
        guard let url = URL(string: url) else { return .failure(RequestError(.invalidRequest("no URL"))) }
        let headers: HTTPHeaders = [
            "Authorization": "Bearer canary", "Cookie": "session=canary", "X-Api-Key": "canary", "Accept": "text/plain",
        ]
        do throws(RequestError) {
            return .success(try await provider.send(Endpoint(url: url, headers: headers)))
        } catch { return .failure(error) }
    }

    @Test("A certificate signed by a trusted root for the host is accepted")
    func aGoodCertificateIsTaken() async throws {
        let origin = try #require(TLSServers.origin("good"))
        let response = try await get(origin + "/hello").get()
        #expect(response.statusCode == 200)
        #expect(String(decoding: response.data, as: UTF8.self).hasPrefix("GET /hello HTTP/1.1"))
    }

    @Test(
        "An untrusted certificate, or no TLS at all, fails with its own code",
        arguments: [
            ("expired", URLError.Code.serverCertificateHasBadDate),
            ("future", .serverCertificateNotYetValid),
            ("wronghost", .serverCertificateUntrusted),
            ("unknownroot", .serverCertificateHasUnknownRoot),
            ("selfsigned", .serverCertificateUntrusted),
            ("plain", .secureConnectionFailed),
            ("hangup", .secureConnectionFailed),
        ])
    func eachFaultHasItsCode(kind: String, code: URLError.Code) async throws {
        let origin = try #require(TLSServers.origin(kind))
        let live = await get(origin + "/hello")
        #expect(live.failure?.urlError?.code == code, "\(live.failure?.urlError?.localizedDescription ?? "no error")")
        #expect(live.failure?.category == .tls)

        // A stub with this code fails alike, for plugins and in the timeline.
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .failure(code))
        let url = try #require(URL(string: origin))
        var told: [[String]] = []
        for transport in [URLSessionTransport() as any Transport, stubs] {
            let (trace, outcomes) = (Trace(), OutcomeRecorder())
            let plugins: [any Plugin] = [TracingPlugin(name: "it", trace: trace), outcomes]
            let provider = Provider<Probe>(transport: transport, plugins: plugins)
            await #expect(throws: RequestError(.transport(URLError(code)))) {
                try await provider.send(Endpoint(url: url))
            }
            let error = try #require(outcomes.errors.first)
            told.append(trace.lines + error.timeline.entries.map { "\($0.attempt) \($0.event)" })
        }
        #expect(told[0] == told[1])
        #expect(told[0].contains("it didReceive tls"))
    }

    @Test(
        "HTTP/2 is used if the server supports it, with many calls over one connection",
        .enabled(if: TLSServers.origin("http2") != nil, "no nginx"))
    func http2IsSpoken() async throws {
        let origin = try #require(TLSServers.origin("http2"))
        let provider = provider
        let url = try #require(URL(string: origin))
        let first = try await provider.send(Endpoint(url: url))
        #expect(String(decoding: first.data, as: UTF8.self).hasPrefix("HTTP/2.0 "))
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 {
                group.addTask { String(decoding: try await provider.send(Endpoint(url: url)).data, as: UTF8.self) }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(answers == [String(decoding: first.data, as: UTF8.self)])
    }

    @Test(
        "A redirect from http to https is followed, and credentials stay behind", arguments: [301, 302, 303, 307, 308])
    func credentialsStayBehindAtANewScheme(code: Int) async throws {
        let plain = try #require(TLSServers.origin("plain", scheme: "http"))
        let good = try #require(TLSServers.origin("good"))
        let response = try await get("\(plain)/redirect?\(code)&\(good)/there").get()
        let head = String(decoding: response.data, as: UTF8.self)
        #expect(head.hasPrefix("GET /there"))
        #expect(head.contains("text/plain"))
        #expect(!head.contains("canary"))
    }

    @Test("A redirect from https to http is rejected")
    func aStepDownIsRefused() async throws {
        let plain = try #require(TLSServers.origin("plain", scheme: "http"))
        let good = try #require(TLSServers.origin("good"))
        let result = await get("\(good)/redirect?\(plain)/there")
        #expect(result.failure?.category == .redirect)
    }

    @Test("A same-origin redirect keeps the credentials")
    func credentialsStayWithTheirOrigin() async throws {
        let good = try #require(TLSServers.origin("good"))
        let response = try await get("\(good)/redirect?\(good)/there").get()
        #expect(String(decoding: response.data, as: UTF8.self).contains("Bearer canary"))
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
