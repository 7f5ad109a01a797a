import Foundation
import Testing

@testable import Talyn

/// The effects of TLS on a call, over each live transport, with real servers. Run with
/// `.ci/with tls-servers -- swift test`.
@Suite(.enabled(if: TLSServers.run, "no TLS servers: run .ci/with tls-servers -- swift test"), .timeLimit(.minutes(5)))
struct TransportTLSTests {
    private func provider(_ live: LiveTransport) throws -> Provider<Probe> { Provider(transport: try live.make()) }

    /// Sends a GET with credentials. The response contains the head that the server received.
    private func get(_ url: String, over live: LiveTransport) async throws -> Result<Response, RequestError> {
        let url = try #require(URL(string: url))
        let provider = try provider(live)
        let headers: HTTPHeaders = [
            "Authorization": "Bearer canary", "Cookie": "session=canary", "X-Api-Key": "canary", "Accept": "text/plain",
        ]
        do throws(RequestError) {
            return .success(try await provider.send(Endpoint(url: url, headers: headers)))
        } catch { return .failure(error) }
    }

    @Test("A certificate signed by a trusted root for the host is accepted", arguments: LiveTransport.allCases)
    func aGoodCertificateIsTaken(live: LiveTransport) async throws {
        let origin = try #require(TLSServers.origin("good"))
        let response = try await get(origin + "/hello", over: live).get()
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
        ], LiveTransport.allCases)
    func eachFaultHasItsCode(fault: (kind: String, code: URLError.Code), live: LiveTransport) async throws {
        let (kind, code) = fault
        let origin = try #require(TLSServers.origin(kind))
        let result = try await get(origin + "/hello", over: live)
        #expect(
            result.thrown?.urlError?.code == code, "\(result.thrown?.urlError?.localizedDescription ?? "no error")")
        #expect(result.thrown?.category == .tls)

        // A stub with this code fails alike, for plugins and in the timeline.
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .failure(code))
        let url = try #require(URL(string: origin))
        var told: [[String]] = []
        for transport in [try live.make(), stubs] {
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
        .enabled(if: TLSServers.origin("http2") != nil, "no nginx"),
        arguments: LiveTransport.allCases.filter(\.speaksHTTP2))
    func http2IsSpoken(live: LiveTransport) async throws {
        let origin = try #require(TLSServers.origin("http2"))
        let provider = try provider(live)
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
        "A redirect from http to https is followed, and credentials stay behind",
        arguments: [301, 302, 303, 307, 308], LiveTransport.allCases)
    func credentialsStayBehindAtANewScheme(code: Int, live: LiveTransport) async throws {
        let plain = try #require(TLSServers.origin("plain", scheme: "http"))
        let good = try #require(TLSServers.origin("good"))
        let response = try await get("\(plain)/redirect?\(code)&\(good)/there", over: live).get()
        let head = String(decoding: response.data, as: UTF8.self)
        #expect(head.hasPrefix("GET /there"))
        #expect(head.contains("text/plain"))
        #expect(!head.contains("canary"))
    }

    @Test("A redirect from https to http is rejected", arguments: LiveTransport.allCases)
    func aStepDownIsRefused(live: LiveTransport) async throws {
        let plain = try #require(TLSServers.origin("plain", scheme: "http"))
        let good = try #require(TLSServers.origin("good"))
        let result = try await get("\(good)/redirect?\(plain)/there", over: live)
        #expect(result.thrown?.category == .redirect)
    }

    @Test("A same-origin redirect keeps the credentials", arguments: LiveTransport.allCases)
    func credentialsStayWithTheirOrigin(live: LiveTransport) async throws {
        let good = try #require(TLSServers.origin("good"))
        let response = try await get("\(good)/redirect?\(good)/there", over: live).get()
        #expect(String(decoding: response.data, as: UTF8.self).contains("Bearer canary"))
    }
}
