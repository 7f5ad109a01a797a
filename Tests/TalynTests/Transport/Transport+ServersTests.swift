import Foundation
import Testing

@testable import Talyn

/// Downloads from and uploads to nginx and lighttpd, over each live transport. Bodies are compared by SHA-256. Run with
/// `.ci/with servers -- swift test`.
@Suite(.enabled(if: Servers.run, "no servers: run .ci/with servers -- swift test"), .timeLimit(.minutes(5)))
struct TransportServersTests {
    /// The forms of a request's body.
    enum Kind: CaseIterable { case memory, file, stream, streamWithoutLength }

    private func get(
        _ url: URL, over transport: any Transport, headers: HTTPHeaders = [:], delivery: BodyDelivery = .data
    ) async throws -> Response {
        try await transport.send(Endpoint(url: url, headers: headers), context: CallContext(delivery: delivery))
    }

    // MARK: Downloads

    @Test(
        "A file arrives whole in memory, in a file and as a stream", arguments: LiveTransport.allCases, Servers.webs)
    func aDownloadIsWhole(live: LiveTransport, web: Servers.Web) async throws {
        let folder = try TemporaryFolder()
        let transport = try live.make()
        for name in Servers.names {
            let place = folder.url.appendingPathComponent(name)
            for delivery in [BodyDelivery.data, .file(place), .stream] {
                let response = try await get(web.url("files/\(name)"), over: transport, delivery: delivery)
                #expect(response.statusCode == 200)
                let bytes = try await response.body.bytes()
                #expect(response.headers["Content-Length"] == "\(bytes.count)")
                #expect(try bytes.sum == Servers.sum(of: name), "\(name), \(delivery)")
            }
        }
    }

    @Test("HEAD tells the length without a body", arguments: LiveTransport.allCases, Servers.webs)
    func aHeadHasNoBody(live: LiveTransport, web: Servers.Web) async throws {
        let endpoint = Endpoint(.head, url: try web.url("files/5242880"))
        let response = try await live.make().send(endpoint, context: CallContext())
        #expect(response.statusCode == 200 && response.body.isEmpty)
        #expect(response.headers["Content-Length"] == "5242880")
    }

    @Test("Over TLS the version is HTTP/2, if the transport speaks it", arguments: LiveTransport.allCases)
    func http2IsUsedOverTLS(live: LiveTransport) async throws {
        for (web, version) in [(Servers.Web.nginx, "1.1"), (.nginxOverTLS, live.speaksHTTP2 ? "2" : "1.1")] {
            let response = try await get(web.url("files/1"), over: try live.make())
            #expect(response.headers["X-Protocol"] == (version == "2" ? "HTTP/2.0" : "HTTP/1.1"))
            // URLSession on Linux tells no metrics.
            #expect(response.transferMetrics.map { $0.httpVersion == version } ?? (live == .urlSession))
        }
    }

    @Test("Calls at the same time do not mix up their bodies", arguments: LiveTransport.allCases, Servers.webs)
    func concurrentBodiesAreNotMixedUp(live: LiveTransport, web: Servers.Web) async throws {
        let transport = try live.make()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                let name = Servers.names[index % Servers.names.count]
                if name == "5242880", index > 10 { continue }
                group.addTask {
                    let body = try await get(web.url("files/\(name)"), over: transport).body
                    #expect(try await body.bytes().sum == Servers.sum(of: name))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(
        "A stream that is not read holds up no other call, and is whole in the end", arguments: LiveTransport.allCases,
        Servers.webs)
    func aSlowReaderHoldsUpNoOtherCall(live: LiveTransport, web: Servers.Web) async throws {
        let transport = try live.make()
        let slow = try await get(web.url("files/5242880"), over: transport, delivery: .stream)
        for _ in 0..<20 {
            let body = try await get(web.url("files/65536"), over: transport).body
            #expect(try await body.bytes().sum == Servers.sum(of: "65536"))
        }
        #expect(try await slow.body.bytes().sum == Servers.sum(of: "5242880"))
    }

    // MARK: Range (RFC 9110 §14)

    @Test("A range has its bytes", arguments: LiveTransport.allCases, Servers.webs)
    func aRangeHasItsBytes(live: LiveTransport, web: Servers.Web) async throws {
        let whole = try Data(contentsOf: Servers.file("65536"))
        let ranges = ["0-0": 0...0, "1000-1999": 1000...1999, "65000-": 65000...65535, "-100": 65436...65535]
        for (text, range) in ranges {
            let response = try await get(
                web.url("files/65536"), over: try live.make(), headers: ["Range": "bytes=\(text)"])
            let (first, last) = (range.lowerBound, range.upperBound)
            #expect(response.statusCode == 206)
            #expect(response.headers["Content-Range"] == "bytes \(first)-\(last)/65536")
            #expect(response.data.sum == whole[range].sum)
        }
    }

    @Test("A range behind the end is 416", arguments: LiveTransport.allCases, Servers.webs)
    func aRangeBehindTheEndIsRefused(live: LiveTransport, web: Servers.Web) async throws {
        let response = try await get(web.url("files/65536"), over: try live.make(), headers: ["Range": "bytes=65536-"])
        #expect(response.statusCode == 416)
        // lighttpd tells no length.
        #expect(response.headers["Content-Range"] == "bytes */65536" || web == .lighttpd)
    }

    @Test(
        "A download that was broken off goes on with If-Range, and begins again if the file has changed",
        arguments: LiveTransport.allCases, Servers.webs)
    func aDownloadGoesOn(live: LiveTransport, web: Servers.Web) async throws {
        let (transport, url) = (try live.make(), try web.url("files/5242880"))
        let beginning = try await get(url, over: transport, headers: ["Range": "bytes=0-1048576"])
        let tag = try #require(beginning.headers["ETag"])
        let rest = try await get(url, over: transport, headers: ["Range": "bytes=1048577-", "If-Range": tag])
        #expect(beginning.statusCode == 206 && rest.statusCode == 206)
        #expect(try (beginning.data + rest.data).sum == Servers.sum(of: "5242880"))
        let whole = try await get(url, over: transport, headers: ["Range": "bytes=1048577-", "If-Range": "\"old\""])
        #expect(whole.statusCode == 200)
        #expect(try whole.data.sum == Servers.sum(of: "5242880"))
    }

    // MARK: Uploads

    @Test(
        "A body is stored whole, whatever its form and length",
        arguments: LiveTransport.allCases.flatMap { live in Kind.allCases.map { (live, $0) } },
        [Servers.Web.nginx, .nginxOverTLS])
    func anUploadIsWhole(call: (live: LiveTransport, kind: Kind), web: Servers.Web) async throws {
        let transport = try call.live.make()
        for name in Servers.names {
            let place = "\(name)-\(UUID().uuidString)"
            for status in [201, 204] {
                let endpoint = Endpoint(.put, url: try web.url("uploads/\(place)"), body: try body(name, call.kind))
                let response = try await transport.send(endpoint, context: CallContext())
                #expect(response.statusCode == status)
                #expect(try Data(contentsOf: Servers.upload(place)).sum == Servers.sum(of: name), "\(name)")
            }
        }
    }

    private func body(_ name: String, _ kind: Kind) throws -> Body {
        let file = try Servers.file(name)
        if kind == .file { return .file(file) }
        let data = try Data(contentsOf: file)
        if kind == .memory { return .data(data) }
        let pieces = stride(from: 0, to: data.count, by: 10_000).map { data[$0..<min($0 + 10_000, data.count)] }
        let length = kind == .stream ? Int64(data.count) : nil
        return .stream(
            BodyStream(length: length) {
                var rest = pieces[...]
                return { rest.popFirst() }
            })
    }
}
