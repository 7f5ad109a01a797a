import Foundation
import Testing

@testable import Talyn

/// Compressed bodies (RFC 9110 §8.4) of nginx and lighttpd, over each live transport. Run with
/// `.ci/with servers -- swift test`.
@Suite(.enabled(if: Servers.run, "no servers: run .ci/with servers -- swift test"), .timeLimit(.minutes(5)))
struct TransportCodingsTests {
    private func get(
        _ url: URL, over live: LiveTransport, headers: HTTPHeaders = [:], delivery: BodyDelivery = .data
    ) async throws -> Response {
        try await live.make().send(Endpoint(url: url, headers: headers), context: CallContext(delivery: delivery))
    }

    /// Returns whether a transport accepts a coding, as its request tells.
    private func accepts(_ coding: String, _ live: LiveTransport) async throws -> Bool {
        let response = try await get(Servers.Web.nginx.url("files/1"), over: live)
        let codings = response.headers["X-Accept-Encoding"]?.split(separator: ",") ?? []
        return codings.contains { $0.trimmingCharacters(in: .whitespaces) == coding }
    }

    @Test(
        "A compressed body is decompressed, and its head describes the compressed one",
        .enabled(if: !Servers.codings.isEmpty, "no lighttpd"), arguments: LiveTransport.allCases, Servers.codings)
    func aCompressedBodyIsDecompressed(live: LiveTransport, coding: String) async throws {
        guard try await accepts(coding, live) else { return print("SKIPPED: \(coding): libcurl does not have it") }
        let folder = try TemporaryFolder()
        for name in ["65536", "5242880", "text"] {
            let place = folder.url.appendingPathComponent(name)
            for delivery in [BodyDelivery.data, .file(place), .stream] {
                let response = try await get(
                    Servers.Web.lighttpd.url("\(coding)/\(name)"), over: live, delivery: delivery)
                #expect(response.headers["Content-Encoding"] == coding)
                let bytes = try await response.body.bytes()
                #expect(try bytes.sum == Servers.sum(of: name), "\(name), \(delivery)")
                let length = try #require(response.headers["Content-Length"].flatMap { Int($0) })
                #expect(name == "text" ? length < bytes.count : length > bytes.count)
                #expect(response.transferMetrics.map { $0.bytesReceived > length } ?? (live == .urlSession))
            }
        }
    }

    @Test(
        "A body that is compressed as it is sent is decompressed", arguments: LiveTransport.allCases,
        [Servers.Web.nginx, .nginxOverTLS])
    func aBodyCompressedOnTheWayIsDecompressed(live: LiveTransport, web: Servers.Web) async throws {
        for name in ["65536", "5242880", "text"] {
            let response = try await get(web.url("gzip/\(name)"), over: live)
            #expect(response.headers["Content-Encoding"] == "gzip" && !response.headers.contains("Content-Length"))
            #expect(try response.data.sum == Servers.sum(of: name), "\(name)")
        }
    }

    @Test(
        "The length of a compressed body is not the progress's",
        .enabled(if: !Servers.codings.isEmpty, "no lighttpd"), arguments: LiveTransport.allCases)
    func aCompressedBodyHasNoLengthInAdvance(live: LiveTransport) async throws {
        let size = try Data(contentsOf: Servers.file("text")).count
        for (folder, total) in [("files", Int64(size)), ("gzip", nil)] {
            let last = Locked(TransferProgress())
            let context = CallContext { progress in last.withLock { $0 = progress } }
            let endpoint = Endpoint(url: try Servers.Web.lighttpd.url("\(folder)/text"))
            _ = try await live.make().send(endpoint, context: context)
            #expect(last.withLock { $0 } == TransferProgress(received: Int64(size), totalToReceive: total))
        }
    }

    @Test("An endpoint that accepts no coding gets the plain body", arguments: LiveTransport.allCases)
    func identityIsNotCompressed(live: LiveTransport) async throws {
        let url = try Servers.Web.nginx.url("gzip/text")
        let response = try await get(url, over: live, headers: ["Accept-Encoding": "identity"])
        #expect(response.headers["X-Accept-Encoding"] == "identity" && !response.headers.contains("Content-Encoding"))
        #expect(try response.data.sum == Servers.sum(of: "text"))
    }
}
