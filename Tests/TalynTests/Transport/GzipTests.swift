import Foundation
import TalynTesting
import Testing

@testable import Talyn

/// Request bodies in gzip: the bytes, and what a server receives over each live transport. The transport itself
/// decompresses what the server sends back.
@Suite(.timeLimit(.minutes(5))) struct GzipTests {
    private enum Log: RoutedTarget {
        case lines(String)
        case bytes(Body, ContentCoding?)
        case labelled(String, HTTPHeaders)

        var baseURL: URL { URL(string: "http://log.example")! }

        var route: Route {
            switch self {
            case .lines(let text): .post("log").text(text).contentCoding(.gzip)
            case .labelled(let text, let headers):
                .post("log").text(text).contentCoding(.gzip(minimumLength: 0)).headers(headers)
            case .bytes(let body, let coding):
                switch body {
                case .none: .post("log")
                case .data(let data): bound(.post("log").data(data, contentType: "text/plain"), coding)
                case .file(let url): bound(.post("log").file(url, contentType: "text/plain"), coding)
                case .stream(let stream): bound(.post("log").stream(stream, contentType: "text/plain"), coding)
                }
            }
        }

        private func bound(_ route: Route, _ coding: ContentCoding?) -> Route {
            coding.map { route.contentCoding($0) } ?? route
        }
    }

    /// Sends each body back with the coding that it came in.
    private func echo() throws -> LoopbackServer {
        try LoopbackServer { request in
            let coding: HTTPHeaders = request.headers["Content-Encoding"].map { ["Content-Encoding": $0] } ?? [:]
            return [.response(headers: coding, body: request.body, to: request)]
        }
    }

    private func provider(
        _ server: LoopbackServer, _ live: LiveTransport, coding: ContentCoding = .identity, plugins: [any Plugin] = []
    ) throws -> Provider<Log> {
        try Provider<Log>(transport: live.make(), plugins: plugins).withDefaults {
            $0.baseURL = URL(string: "http://127.0.0.1:\(server.port)")
            $0.contentCoding = coding
        }
    }

    private static let text = String(repeating: "a line of a log that is long enough\n", count: 4_000)

    @Test func theChecksumIsThatOfTheRFC() {
        var checksum = CRC32()
        checksum.add(Data("1234".utf8))
        checksum.add(Data("56789".utf8))
        #expect(checksum.value == 0xCBF4_3926)
        #expect(CRC32().value == 0)
    }

    @Test func aMemberHasHeaderChecksumAndLength() throws {
        var gzip = try Gzip()
        let beginning = try gzip.compress(Data("12345".utf8))
        let whole = try beginning + gzip.compress(Data("6789".utf8)) + gzip.end()
        #expect(whole.prefix(10) == Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]))
        #expect(whole.suffix(8) == Data([0x26, 0x39, 0xF4, 0xCB, 9, 0, 0, 0]))
        // The smallest DEFLATE data, one empty block, and no bytes.
        var empty = try Gzip()
        #expect(try empty.end().suffix(10) == Data([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
    }

    #if os(Linux)
    @Test func allOfALongChunkIsWrittenAtOnce() throws {
        var state: UInt64 = 1
        // Bytes that cannot be compressed.
        let bytes = Data(
            (0..<100_000).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(state >> 56)
            })
        let written = try Deflate().compress(bytes, isLast: false)
        #expect(written.count >= bytes.count)
    }
    #endif

    @Test func onlyAShorterBodyIsSentInGzip() async throws {
        var endpoint = Endpoint(.post, url: Probe.host)
        endpoint.options.contentCoding = .gzip(minimumLength: 0)
        for zeros in 0..<60 {
            let bytes = Data(0..<20) + Data(count: zeros)
            var gzip = try Gzip()
            let size = try gzip.compress(bytes).count + gzip.end().count
            endpoint.body = .data(bytes)
            let coded = try await endpoint.contentCoded(CallContext())
            #expect((coded.headers["Content-Encoding"] == "gzip") == (size < bytes.count), "\(zeros) zeros")
        }
    }

    @Test func compressingEndsWithTheTaskOrAtTheDeadline() async throws {
        var endpoint = Endpoint(.post, url: Probe.host, body: .data(Data(Self.text.utf8)))
        endpoint.options.contentCoding = .gzip
        let unlimited = endpoint
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await unlimited.contentCoded(CallContext())
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let clock = TestClock(isManual: true)
        endpoint.options.deadline = .seconds(1)
        let context = CallContext(clock: clock)
        let limited = endpoint
        #expect(try await limited.contentCoded(context).headers["Content-Encoding"] == "gzip")
        clock.advance(by: .seconds(1))
        let error = await #expect(throws: URLError.self) { try await limited.contentCoded(context) }
        #expect(error?.code == .timedOut)
    }

    @Test func aStreamOfItsDeclaredLengthIsComplete() async throws {
        let stream = BodyStream(length: 4, isRepeatable: true) {
            var chunks = ["te", "xt"].makeIterator()
            return { chunks.next().map { Data($0.utf8) } }
        }
        var gzip = try Gzip()
        let expected = try gzip.compress(Data("te".utf8)) + gzip.compress(Data("xt".utf8)) + gzip.end()
        #expect(try await BodyStream(gzipping: stream).collect(upTo: .max) == expected)
    }

    @Test(arguments: LiveTransport.allCases) func theServerReceivesTheBodyInGzip(_ live: LiveTransport) async throws {
        let server = try echo()
        let log = try provider(server, live)
        let answer = try await log.request(.lines(Self.text), as: String.self)
        #expect(answer == Self.text)
        let request = try #require(server.requests.first)
        #expect(request.headers["Content-Encoding"] == "gzip")
        #expect(request.headers["Content-Length"] == String(request.body.count))
        #expect(request.body.count < Self.text.utf8.count / 50)
        #expect(request.headers["Content-Type"] == "text/plain; charset=utf-8")
    }

    @Test(arguments: LiveTransport.allCases)
    func filesStreamsAndFormsAreCodedAsTheyAreRead(_ live: LiveTransport) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("log")
        // Beyond the chunks in which a file is read, and hard to compress.
        let bytes = Data.pattern(700_000) + Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 3) })
        try bytes.write(to: file)
        let stream = BodyStream {
            var rest = bytes
            return {
                if rest.isEmpty { return nil }
                defer { rest = rest.dropFirst(9_999) }
                return rest.prefix(9_999)
            }
        }
        let server = try echo()
        let log = try provider(server, live, coding: .gzip)
        for body in [Body.data(bytes), .file(file), .stream(stream)] {
            let answer = try await log.request(.bytes(body, nil), as: Data.self)
            #expect(answer == bytes)
        }
        #expect(server.requests.allSatisfy { $0.headers["Content-Encoding"] == "gzip" })
        #expect(server.requests.allSatisfy { $0.body.count < bytes.count })
        let endpoint = try Endpoint(
            .post, url: #require(URL(string: "http://127.0.0.1:\(server.port)/form")),
            task: .multipart { Part("a", Self.text) })
        let form = try await log.send(endpoint)
        #expect(String(decoding: form.data, as: UTF8.self).contains(Self.text))
        #expect(server.requests.last?.headers["Content-Encoding"] == "gzip")
    }

    @Test(arguments: [
        (ContentCoding.identity, false), (.gzip(minimumLength: 41), false), (.gzip, false),
        (.gzip(minimumLength: 40), true),
    ])
    func aRouteOverridesTheProviderAndAShortBodyIsSentAsItIs(_ coding: ContentCoding, isCoded: Bool) async throws {
        let server = try echo()
        let log = try provider(server, .urlSession, coding: isCoded ? .identity : .gzip(minimumLength: 0))
        let body = Data(repeating: 0x61, count: 40)
        let answer = try await log.request(.bytes(.data(body), coding), as: Data.self)
        #expect(answer == body)
        #expect(server.requests.first?.headers["Content-Encoding"] == (isCoded ? "gzip" : nil))
        #expect((server.requests.first?.body == body) != isCoded)
    }

    @Test func bytesThatDoNotBecomeShorterAreSentAsTheyAre() async throws {
        let server = try echo()
        let log = try provider(server, .urlSession)
        _ = try await log.request(.bytes(.data(Data("abcdefgh".utf8)), .gzip(minimumLength: 0)))
        #expect(server.requests.first?.text == "abcdefgh")
        #expect(server.requests.first?.headers["Content-Encoding"] == nil)
    }

    @Test(arguments: ["Content-Encoding", "content-digest", "Content-MD5", "Content-Range", "Repr-Digest", "Digest"])
    func aBodyWhoseHeadersDescribeItsBytesIsSentAsItIs(_ name: String) async throws {
        let server = try echo()
        let log = try provider(server, .urlSession)
        _ = try? await log.request(.labelled(Self.text, [name: "br"]))
        #expect(server.requests.first?.text == Self.text)
        #expect(server.requests.first?.headers[name] == "br")
    }

    @Test func stubsHaveTheBodyAsItIs() async throws {
        let stubs = StubTransport()
        stubs.on(Log.lines(Self.text), .status(204))
        try await Provider<Log>(transport: stubs).request(.lines(Self.text))
        #expect(stubs.calls[0].body == Data(Self.text.utf8))
        #expect(stubs.calls[0].endpoint.headers["Content-Encoding"] == nil)
    }

    @Test(arguments: LiveTransport.allCases)
    func pluginsLogsAndCassettesHaveTheBodyAsItIs(_ live: LiveTransport) async throws {
        let (server, folder, trace) = (try echo(), try TemporaryFolder(), Trace())
        let cassette = try Cassette(at: folder.url.appendingPathComponent("a.har"), mode: .all, over: live.make())
        let short = String(repeating: "a line\n", count: 200)
        let log = Provider<Log>(transport: cassette, plugins: [.logger(.requestBody, output: trace.write)])
            .withDefaults { $0.baseURL = server.url }
        try await log.request(.lines(short))
        #expect(server.requests.first?.headers["Content-Encoding"] == "gzip")
        #expect(trace.lines.first?.contains("a line") == true)
        #expect(cassette.requests.map(\.body) == [.data(Data(short.utf8))])
        try cassette.finish()
        let replay = Cassette(at: folder.url.appendingPathComponent("a.har"), mode: .replay)
        try await Provider<Log>(transport: replay).withDefaults { $0.baseURL = server.url }.request(.lines(short))
    }

    @Test(arguments: LiveTransport.allCases, [3, 5])
    func aStreamOfAnotherLengthThanItsOwnFailsTheCall(_ live: LiveTransport, _ length: Int64) async throws {
        let server = try echo()
        let stream = BodyStream(length: length, isRepeatable: true) {
            var rest: Data? = Data("text".utf8)
            return {
                defer { rest = nil }
                return rest
            }
        }
        let error = await #expect(throws: MyAPIError.self) {
            try await provider(server, live).request(.bytes(.stream(stream), .gzip(minimumLength: 0)))
        }
        #expect(error?.urlError?.code == .requestBodyStreamExhausted)
    }

    @Test func eachChunkOfAStreamIsWrittenWhenItIsProduced() async throws {
        let stream = BodyStream {
            var lines = ["a line\n", "another line\n"].makeIterator()
            return { lines.next().map { Data($0.utf8) } }
        }
        var sizes: [Int] = []
        for try await chunk in BodyStream(gzipping: stream) { sizes.append(chunk.count) }
        #expect(sizes.count == 3 && sizes[0] > 10 && sizes[1] > 5)
    }

    @Test func ofAProvidersCodingAnotherOriginGetsTheBodyAsItIs() async throws {
        let (server, other) = (try echo(), try echo())
        let log = try provider(server, .urlSession, coding: .gzip)
        let endpoint = Endpoint(.post, url: other.url, body: .data(Data(Self.text.utf8)))
        try await log.send(endpoint)
        #expect(other.requests.first?.headers["Content-Encoding"] == nil && other.requests.first?.text == Self.text)
        try await log.send(Endpoint(.post, url: server.url, body: endpoint.body))
        #expect(server.requests.first?.headers["Content-Encoding"] == "gzip")
    }

    @Test func aRedirectToAnotherOriginSendsTheBodyAsItIs() async throws {
        let other = try echo()
        let server = try LoopbackServer { request in
            [.response(307, headers: ["Location": "\(other.url)/log"], to: request)]
        }
        _ = try await provider(server, .urlSession).request(.lines(Self.text))
        #expect(other.requests.first?.headers["Content-Encoding"] == nil && other.requests.first?.text == Self.text)
    }

    @Test(arguments: LiveTransport.allCases) func aRedirectSendsTheBodyInGzipAgain(_ live: LiveTransport) async throws {
        let server = try LoopbackServer { request in
            [
                request.path == "/log"
                    ? .response(307, headers: ["Location": "/other"], to: request)
                    : .response(headers: ["Content-Encoding": "gzip"], body: request.body, to: request)
            ]
        }
        let answer = try await provider(server, live).request(.lines(Self.text), as: String.self)
        #expect(answer == Self.text)
        #expect(server.requests.map { $0.headers["Content-Encoding"] } == ["gzip", "gzip"])
    }

    @Test(arguments: LiveTransport.allCases)
    func progressCountsTheCompressedBytes(_ live: LiveTransport) async throws {
        let server = try echo()
        let last = Locked<TransferProgress?>(nil)
        try await provider(server, live).request(.lines(Self.text)) { news in last.withLock { $0 = news } }
        #expect(last.withLock { $0 }?.sent == server.requests.first.map { Int64($0.body.count) })
    }

    @Test(arguments: LiveTransport.allCases) func aRetrySendsTheBodyInGzipAgain(_ live: LiveTransport) async throws {
        let server = try LoopbackServer { request in
            [request.connection == 1 ? .response(503, to: request) : .response(text: "done", to: request), .close]
        }
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("log")
        try Data(Self.text.utf8).write(to: file)
        let retry = RetryPlugin.retry {
            $0.methods = [.post]
            $0.baseDelay = .zero
        }
        let log = try provider(server, live, plugins: [retry])
        _ = try await log.request(.bytes(.file(file), .gzip), as: String.self)
        #expect(server.requests.count == 2)
        #expect(server.requests.first?.body == server.requests.last?.body)
        #expect(server.requests.last?.headers["Content-Encoding"] == "gzip")
    }

    @Test func aFileThatCannotBeReadFailsAsItDoesWithoutACoding() async throws {
        let missing = FileManager.default.temporaryDirectory.appendingPathComponent("no-such-file-\(UUID())")
        let server = try echo()
        let log = try provider(server, .urlSession)
        let error = await #expect(throws: MyAPIError.self) {
            try await log.request(.bytes(.file(missing), .gzip))
        }
        #expect(error?.urlError?.code == .fileDoesNotExist)
        #expect(server.requests.isEmpty)
    }
}
