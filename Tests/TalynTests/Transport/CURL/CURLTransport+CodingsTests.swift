#if os(Linux)
import Foundation
import Testing

@testable import Talyn

/// Content codings of responses (RFC 9110 §8.4), over libcurl.
@Suite("libcurl: codings", .timeLimit(.minutes(5)))
struct CURLTransportCodingsTests {
    /// The ways in which a server marks the end of a body.
    enum Framing: String, CaseIterable { case length, chunks, close }

    private let transport = CURLTransport()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var deliveries: [BodyDelivery] {
        [.data, .file(folder.url.appendingPathComponent("a.bin")), .stream]
    }

    /// Returns a server that sends a body with its coding, in each request's framing: that of its path.
    private func server(
        _ codings: String, _ body: Data, status: Int = 200, fields: String = ""
    ) throws -> LoopbackServer {
        try LoopbackServer { request in
            let head = "HTTP/1.1 \(status) X\r\nContent-Encoding: \(codings)\r\n\(fields)"
            switch request.path {
            case "/chunks":
                var steps = [ServerStep.send("\(head)Transfer-Encoding: chunked\r\n\r\n")]
                for start in stride(from: 0, to: body.count, by: 1_000) {
                    let piece = body.dropFirst(start).prefix(1_000)
                    steps += [.send("\(String(piece.count, radix: 16))\r\n"), .send(piece), .send("\r\n")]
                }
                return steps + [.send("0\r\n\r\n")]
            case "/close": return [.send("\(head)Connection: close\r\n\r\n"), .send(body), .close]
            default: return [.send("\(head)Content-Length: \(body.count)\r\n\r\n"), .send(body)]
            }
        }
    }

    private func body(
        from server: LoopbackServer, _ framing: Framing = .length, as delivery: BodyDelivery = .data,
        context: CallContext? = nil
    ) async throws -> Data {
        let endpoint = try server.endpoint("/\(framing)")
        let response = try await transport.send(endpoint, context: context ?? CallContext(delivery: delivery))
        return try await response.body.bytes()
    }

    @Test(arguments: Framing.allCases)
    func aBodyInACodingIsDecodedInEveryDelivery(framing: Framing) async throws {
        for text in [Coded.text, Coded.noise] {
            let others = try [("GZIP", Coded.gzip(text)), ("gzip, Gzip", Coded.gzip(Coded.gzip(text)))]
            for (coding, bytes) in try Coded.all(text) + others {
                let server = try server(coding, bytes)
                for delivery in deliveries {
                    #expect(try await body(from: server, framing, as: delivery) == text, "\(coding), \(delivery)")
                }
            }
        }
    }

    @Test(arguments: Framing.allCases)
    func aBodyThatEndsEarlyInItsCodingFailsInEveryDelivery(framing: Framing) async throws {
        for (coding, bytes) in try Coded.all(Coded.noise) {
            for count in [1, 9, bytes.count / 2, bytes.count - 1] {
                let server = try server(coding, bytes.prefix(count))
                for delivery in deliveries {
                    let error = await #expect(throws: URLError.self, "\(coding), \(count), \(delivery)") {
                        try await body(from: server, framing, as: delivery)
                    }
                    #expect(error?.code == .cannotDecodeContentData)
                    #expect(folder.names.isEmpty)
                }
            }
        }
    }

    @Test func bytesBehindABodyInItsCodingFailInEveryDelivery() async throws {
        let server = try server("gzip", Coded.gzip(Coded.text) + Data("<!-- -->".utf8))
        for delivery in deliveries {
            let error = await #expect(throws: URLError.self) { try await body(from: server, as: delivery) }
            #expect(error?.code == .cannotDecodeContentData)
            #expect(folder.names.isEmpty)
        }
    }

    @Test(arguments: ["identity", "aws-chunked", "UTF-8", "br", "gzip, aws-chunked", ""])
    func aBodyInAnotherCodingArrivesAsItIsWithItsLength(coding: String) async throws {
        let server = try server(coding, Data("5;chunk-signature=1\r\nhello".utf8))
        for delivery in deliveries {
            let totals = Locked<[Int64?]>([])
            let context = CallContext(delivery: delivery) { news in totals.withLock { $0.append(news.totalToReceive) } }
            let bytes = try await body(from: server, context: context)
            #expect(bytes == Data("5;chunk-signature=1\r\nhello".utf8))
            #expect(totals.withLock { $0.allSatisfy { $0 == 26 } })
        }
    }

    @Test func codingsAreAcceptedThatAreDecoded() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        var endpoint = try server.endpoint()
        for value in [nil, "identity", ""] as [String?] {
            endpoint.headers["Accept-Encoding"] = value
            _ = try await transport.send(endpoint, context: CallContext())
            #expect(server.requests.last?.headers.values(for: "Accept-Encoding") == [value ?? "gzip, deflate"])
        }
        endpoint.headers["Accept-Encoding"] = nil
        endpoint.options.decodesContent = false
        _ = try await transport.send(endpoint, context: CallContext())
        #expect(server.requests.last?.headers.contains("Accept-Encoding") == false)
        endpoint.headers["Accept-Encoding"] = "br"
        _ = try await transport.send(endpoint, context: CallContext())
        #expect(server.requests.last?.headers["Accept-Encoding"] == "br")
    }

    @Test func aBodyThatIsNotToBeDecodedArrivesByteForByte() async throws {
        let archive = try Coded.gzip(Coded.text)
        let server = try server("gzip", archive)
        let provider = Provider<Probe>(baseURL: server.url, transport: transport)
        #expect(try await provider.request(Probe(.get("length").decodesContent(false))).data == archive)
        #expect(try await provider.request(Probe(.get("length"))).data == Coded.text)
        let cut = try self.server("gzip", archive.dropLast(9))
        for delivery in deliveries {
            var endpoint = try cut.endpoint("/chunks")
            endpoint.options.decodesContent = false
            let response = try await transport.send(endpoint, context: CallContext(delivery: delivery))
            #expect(try await response.body.bytes() == archive.dropLast(9))
        }
    }

    @Test(arguments: Framing.allCases, [DownloadOptions(), .resuming])
    func aDownloadThatEndsEarlyInItsCodingFailsAndLeavesNothing(
        framing: Framing, options: DownloadOptions
    ) async throws {
        let archive = try Coded.gzip(Coded.noise)
        let server = try server("gzip", archive.prefix(archive.count / 2), fields: "ETag: \"1\"\r\n")
        let provider = Provider<Probe>(baseURL: server.url, transport: transport)
        let error = await #expect(throws: RequestError.self) {
            try await provider.download(
                Probe(.get("\(framing)")), to: .file(folder.url.appendingPathComponent("a")), options: options)
        }
        #expect(error?.urlError?.code == .cannotDecodeContentData)
        #expect(folder.names.isEmpty)
    }

    @Test func aDownloadThatIsNotToBeDecodedIsResumed() async throws {
        let archive = try Coded.gzip(Coded.noise)
        let server = try LoopbackServer { request in
            let fields = "ETag: \"1\"\r\nContent-Encoding: gzip\r\n"
            guard request.headers["Range"] != nil else {
                let head = "HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(archive.count)\r\n\r\n"
                return [.send(head), .send(archive.prefix(9_000)), .close]
            }
            let range = "bytes 9000-\(archive.count - 1)/\(archive.count)"
            let head = "HTTP/1.1 206 Partial Content\r\n\(fields)Content-Range: \(range)\r\n"
            return [.send("\(head)Content-Length: \(archive.count - 9_000)\r\n\r\n"), .send(archive.dropFirst(9_000))]
        }
        let provider = Provider<Probe>(baseURL: server.url, transport: transport)
        let (film, place) = (Probe(.get("a").decodesContent(false)), folder.url.appendingPathComponent("a.tgz"))
        await #expect(throws: RequestError.self) {
            try await provider.download(film, to: .file(place), options: .resuming)
        }
        try await provider.download(film, to: .file(place), options: .resuming)
        #expect(server.requests.map { $0.headers["Range"] } == [nil, "bytes=9000-"])
        #expect(try Data(contentsOf: place) == archive)
    }

    @Test func urlSessionRefusesToLeaveABodyInItsCoding() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        let provider = Provider<Probe>(baseURL: server.url, transport: URLSessionTransport())
        let error = await #expect(throws: RequestError.self) {
            try await provider.request(Probe(.get("a").decodesContent(false)))
        }
        #expect(error?.category == .invalidRequest && "\(error.map { "\($0)" } ?? "")".contains("decodesContent"))
        #expect(server.requests.isEmpty)
    }

    // MARK: Bodies that are not there

    @Test func anEmptyBodyIsEmptyWhateverItsCoding() async throws {
        for framing in Framing.allCases {
            for delivery in deliveries {
                #expect(try await body(from: server("gzip", Data()), framing, as: delivery).isEmpty)
            }
        }
        for status in [204, 304] {
            let server = try LoopbackServer { _ in
                [.send("HTTP/1.1 \(status) X\r\nContent-Encoding: gzip\r\nContent-Length: 20\r\n\r\n")]
            }
            #expect(try await body(from: server).isEmpty)
        }
        let server = try server("gzip", Data())
        let response = try await transport.send(server.endpoint(method: .head), context: CallContext())
        #expect(response.body == .none)
    }

    // MARK: Statuses

    @Test(arguments: [300, 401, 404, 500, 503])
    func aStatusThatIsNoSuccessCountsWithoutItsBody(status: Int) async throws {
        let gzip = try Coded.gzip(Coded.noise)
        for (bytes, least) in [
            (Data("no gzip".utf8), 0), (gzip.prefix(gzip.count / 2), 1), (gzip.dropLast(), 100_000),
            (gzip + Data("no gzip".utf8), 100_000),
        ] {
            for framing in Framing.allCases {
                for delivery in [.data, .stream] as [BodyDelivery] {
                    let context = CallContext(delivery: delivery)
                    let server = try server("gzip", bytes, status: status)
                    let response = try await transport.send(server.endpoint("/\(framing)"), context: context)
                    #expect(response.statusCode == status)
                    let body = try await response.body.bytes()
                    #expect(Coded.noise.starts(with: body) && body.count >= least, "\(body.count) bytes")
                    #expect("\(context.timeline)".contains("the body cannot be decoded"))
                }
            }
        }
    }

    @Test func aBodyThatCannotBeDecodedKeepsNoCallFromItsRetryRedirectOrDigest() async throws {
        let count = Locked(0)
        let server = try LoopbackServer { request in
            let undecodable = "Content-Encoding: gzip\r\nContent-Length: 7\r\n\r\nno gzip"
            let number = count.withLock { count in
                count += 1
                return count
            }
            switch (request.path, number) {
            case ("/moved", _): return [.send("HTTP/1.1 302 X\r\nLocation: /there\r\n\(undecodable)")]
            case ("/busy", 2): return [.send("HTTP/1.1 503 X\r\n\(undecodable)")]
            default: return [.response(text: "fine", to: request)]
            }
        }
        let provider = Provider<Probe>(
            baseURL: server.url, transport: transport, plugins: [.retry()], clock: TestClock())
        #expect(try await provider.request(Probe(.get("first")), as: String.self) == "fine")
        #expect(try await provider.request(Probe(.get("busy")), as: String.self) == "fine")
        #expect(try await provider.request(Probe(.get("moved")), as: String.self) == "fine")
    }

    // MARK: Memory

    /// A block (RFC 1951 §3.2.7) with one-bit codes, so that each further byte stands for 1,032 zeros.
    private static let bomb =
        (Data(base64Encoded: "H4sIAAAAAAACA+zBAQEAAACAkP6v7ggK") ?? Data()) + Data(count: 1 << 16)

    @Test func aStreamDecodesNoMoreThanItsReaderTakes() async throws {
        let server = try server("gzip", Self.bomb)
        let received = Locked<Int64>(0)
        let context = CallContext(delivery: .stream) { news in received.withLock { $0 = news.received } }
        let response = try await transport.send(server.endpoint(), context: context)
        var read: Int64 = 0
        // The bomb has no end.
        let error = await #expect(throws: URLError.self) {
            for try await piece in try response.stream {
                let ahead = received.withLock { $0 } - read
                #expect(ahead <= Int64(BodyPipe.highWater + 2 * Inflate.stepSize), "\(ahead) bytes")
                read += Int64(piece.count)
            }
        }
        #expect(error?.code == .cannotDecodeContentData && read > 60 << 20)
    }

    @Test func theLimitOfABodyInMemoryCountsDecodedBytes() async throws {
        let server = try server("gzip, gzip", Coded.gzip(Self.bomb))
        let provider = Provider<Probe>(baseURL: server.url, transport: transport)
        let error = await #expect(throws: RequestError.self) {
            try await provider.request(Probe(.get("length").maxBodySize(1_000_000)))
        }
        #expect(error?.category == .tooLarge)
    }
}
#endif
