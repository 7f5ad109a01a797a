#if os(Linux)
import Foundation
import Testing

@testable import Talyn

/// The behavior of the libcurl transport only; TalynConformance has the scenarios for every transport.
@Suite("libcurl", .timeLimit(.minutes(5)))
struct CURLTransportTests {
    private let transport = CURLTransport()
    private let clock = TestClock(isManual: true)

    private struct WrongBody: Error {}

    private func endpoint(
        _ server: LoopbackServer, _ path: String = "/a", method: HTTPMethod = .get, body: Body = .none
    ) throws -> Endpoint {
        var endpoint = Endpoint(
            method, url: try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)")), body: body)
        endpoint.options.timeout = .seconds(10)
        return endpoint
    }

    private func transport(_ change: (inout NetworkConfiguration) -> Void) throws -> CURLTransport {
        var network = NetworkConfiguration()
        change(&network)
        return try CURLTransport(network)
    }

    private func stream(of response: Response) throws -> BodyStream {
        guard case .stream(let stream) = response.body else { throw WrongBody() }
        return stream
    }

    /// A stream of pieces, with the number of readings.
    private func pieces(
        _ pieces: [String], length: Int64? = nil, isRepeatable: Bool = false
    ) -> (BodyStream, readings: Locked<Int>) {
        let readings = Locked(0)
        let stream = BodyStream(length: length, isRepeatable: isRepeatable) {
            readings.withLock { $0 += 1 }
            var rest = pieces[...]
            return { rest.popFirst().map { Data($0.utf8) } }
        }
        return (stream, readings)
    }

    @Test func itIsTheDefaultWhereLibcurlIs() {
        #expect(CURLTransport.isAvailable)
        #expect(PlatformTransport.shared is CURLTransport)
    }

    // MARK: Requests

    @Test func aHeadIsSentAsItWasDeclaredAndNothingElse() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        var endpoint = try endpoint(server, "/a/../b?c=%2F", method: "PURGE")
        endpoint.headers = ["X-Empty": "", "x-lower": "1", "X-Twice": "a", "X-Twice": "b"]
        _ = try await transport.send(endpoint, context: CallContext())
        let request = try #require(server.requests.first)
        #expect(request.method == "PURGE" && request.target == "/a/../b?c=%2F")
        #expect(request.headers.values(for: "X-Twice") == ["a", "b"] && request.headers["X-Empty"] == "")
        #expect(request.headers.contains { $0.name == "x-lower" })
        #expect(request.headers["User-Agent"] == "Talyn \(CURLLibrary.name)")
        #expect(!request.headers.contains("Expect") && !request.headers.contains("Content-Length"))
    }

    @Test func userInfoOfAURLIsNotSent() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        let url = try #require(URL(string: "http://canary:canary@127.0.0.1:\(server.port)/"))
        _ = try await transport.send(Endpoint(url: url), context: CallContext())
        #expect(server.requests.first.map { "\($0.headers.map(\.value))".contains("anary") } == false)
        #expect(server.requests.first?.headers.contains("Authorization") == false)
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch])
    func aBodyThatIsMissingHasLengthZero(method: HTTPMethod) async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        _ = try await transport.send(endpoint(server, method: method), context: CallContext())
        #expect(server.requests.first?.headers["Content-Length"] == "0")
        #expect(server.requests.first?.headers.contains("Content-Type") == false)
    }

    @Test func theLengthIsThatOfTheBodyWhateverAHeaderSays() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        var endpoint = try endpoint(server, method: .post, body: .data(Data("hello".utf8)))
        endpoint.headers = ["Content-Length": "3", "Transfer-Encoding": "chunked"]
        _ = try await transport.send(endpoint, context: CallContext())
        let request = try #require(server.requests.first)
        #expect(request.body == Data("hello".utf8) && request.headers.values(for: "Content-Length") == ["5"])
        #expect(!request.headers.contains("Transfer-Encoding"))
    }

    @Test func aStreamWithALengthHasThatLengthAndAnyOtherIsChunked() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        for (length, expected) in [(5, "5"), (nil, nil)] as [(Int64?, String?)] {
            let (body, _) = pieces(["he", "", "llo"], length: length)
            _ = try await transport.send(endpoint(server, method: .post, body: .stream(body)), context: CallContext())
            let request = try #require(server.requests.last)
            #expect(request.body == Data("hello".utf8) && request.headers["Content-Length"] == expected)
            #expect(request.headers.contains("Transfer-Encoding") == (length == nil))
        }
    }

    @Test(arguments: [3, 9])
    func aStreamOfAnotherLengthFails(length: Int64) async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        let (body, _) = pieces(["he", "llo"], length: length)
        let error = await #expect(throws: URLError.self) {
            try await transport.send(endpoint(server, method: .post, body: .stream(body)), context: CallContext())
        }
        #expect(error?.code == .requestBodyStreamExhausted)
        #expect(server.requests.isEmpty)
    }

    @Test func anErrorOfAStreamIsTheCalls() async throws {
        struct Broken: Error {}
        let server = try LoopbackServer { [.response(to: $0)] }
        let body = BodyStream { { throw Broken() } }
        await #expect(throws: Broken.self) {
            try await transport.send(endpoint(server, method: .post, body: .stream(body)), context: CallContext())
        }
    }

    @Test func aStreamIsReadWhileItIsSentAndNotAhead() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        let (gate, open) = AsyncStream<Data>.makeStream()
        let told = Locked<[Int64]>([])
        let context = CallContext(clock: clock) { progress in told.withLock { $0.append(progress.sent) } }
        let call = Task { [transport, endpoint = try endpoint(server, method: .put, body: .stream(BodyStream(gate)))] in
            try await transport.send(endpoint, context: context).statusCode
        }
        open.yield(Data("first".utf8))
        while told.withLock({ $0.last ?? 0 }) < 5 { await Task.yield() }
        #expect(server.requests.isEmpty)
        open.yield(Data("second".utf8))
        open.finish()
        #expect(try await call.value == 200)
        #expect(server.requests.first?.body == Data("firstsecond".utf8))
    }

    @Test func aKeptConnectionThatIsClosedTakesTheBodyAgain() async throws {
        let server = try LoopbackServer { request in
            request.target == "/close" ? [.response(text: "one", to: request), .close] : [.response(to: request)]
        }
        let (once, readings) = pieces(["hello"])
        let (again, _) = pieces(["hello"], isRepeatable: true)
        let large = Data(repeating: 7, count: 300_000)
        for body in [Body.data(Data("hello".utf8)), .data(large), .stream(once), .stream(again)] {
            _ = try await transport.send(endpoint(server, "/close"), context: CallContext())
            try await server.wait { $0.open == 0 }
            let response = try await transport.send(endpoint(server, method: .put, body: body), context: CallContext())
            #expect(response.statusCode == 200)
        }
        #expect(readings.withLock { $0 } == 1)
        #expect(server.requests.filter { $0.method == "PUT" }.map(\.body.count) == [5, 300_000, 5, 5])
    }

    @Test func headersOfARequestThatWasRefusedAreNotThoseOfTheNext() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        var refused = try endpoint(server, method: .head, body: .data(Data("canary".utf8)))
        refused.headers = ["Authorization": "Bearer canary"]
        await #expect(throws: URLError.self) { try await transport.send(refused, context: CallContext()) }
        _ = try await transport.send(endpoint(server), context: CallContext())
        #expect(server.requests.map(\.method) == ["GET"])
        #expect(server.requests.first?.headers.contains("Authorization") == false)
    }

    @Test(arguments: ["a\r\nX-Smuggled: 1", "a\nb", "a\u{0}b"])
    func aLineBreakInAHeaderSendsNothing(value: String) async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        var endpoint = try endpoint(server)
        endpoint.headers = ["X-A": value]
        await #expect(throws: URLError.self) { try await transport.send(endpoint, context: CallContext()) }
        #expect(server.requests.isEmpty)
    }

    @Test func anInterimHeadIsALifeSign() async throws {
        let server = try LoopbackServer { _ in
            [.hold, .send("HTTP/1.1 102 Processing\r\n\r\n"), .hold, .response(text: "done")]
        }
        let call = Task { [transport, clock, endpoint = try endpoint(server)] in
            try await transport.send(endpoint, context: CallContext(clock: clock)).statusCode
        }
        for _ in 0..<2 {
            try await server.waitUntilHolding()
            await clock.waitForSleepers()
            clock.advance(by: .seconds(9))
            let holds = server.record.connections.reduce(0) { $0 + $1.holds }
            server.release()
            try await server.wait { $0.connections.reduce(0) { $0 + $1.holds } > holds || $0.holding == 0 }
        }
        #expect(try await call.value == 200)
    }

    @Test func manySmallChunksAreOneBody() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        let (body, _) = pieces((0..<20_000).map { String($0 % 10) })
        _ = try await transport.send(endpoint(server, method: .put, body: .stream(body)), context: CallContext())
        #expect(server.requests.first?.body.count == 20_000)
    }

    @Test(
        arguments: [
            ("http://h/a", "http://h"), ("HTTP://H:80", "http://h"), ("https://u:p@h:443?a", "https://h"),
            ("https://h:80/", "https://h:80"), ("http://h:443#f", "http://h:443"), ("http://[::1]:80/", "http://[::1]"),
        ])
    func callsOfOneHostShareItsConnections(url: String, host: String) {
        #expect(url.hostPart == host)
    }

    // MARK: Responses

    @Test func trailersAreKeptAtTheEndOfAnyBody() async throws {
        let server = try LoopbackServer { _ in
            [
                .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"), .hold,
                .send("0\r\nX-Sum: 9\r\n\r\n"),
            ]
        }
        async let answer = transport.send(endpoint(server), context: CallContext(clock: clock))
        try await server.waitUntilHolding()
        server.release()
        let whole = try await answer
        #expect(whole.trailers == ["X-Sum": "9"] && whole.data == Data("hello".utf8))
        let response = try await transport.send(endpoint(server), context: CallContext(delivery: .stream, clock: clock))
        #expect(response.trailers.isEmpty && response.transferMetrics == nil)
        try await server.waitUntilHolding()
        server.release()
        #expect(try await stream(of: response).collect(upTo: 9) == Data("hello".utf8))
        #expect(response.trailers == ["X-Sum": "9"])
        #expect(response.transferMetrics?.isConnectionReused == true)
    }

    @Test func switchingProtocolsEndsAtItsHead() async throws {
        let server = try LoopbackServer { _ in
            [.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nbytes of another protocol"), .hold]
        }
        let response = try await transport.send(endpoint(server), context: CallContext(clock: clock))
        #expect(response.statusCode == 101 && response.headers["Upgrade"] == "x" && response.body == .none)
    }

    @Test(arguments: [
        "HTTP/1.1 200\nContent-Length: 5\n\nhello", "HTTP/1.1 200 OK\nConnection: close\n\nhello",
        "HTTP/1.1 200 OK\r\nX: caf\u{E9}\r\nContent-Length: 5\r\n\r\nhello",
    ])
    func anOddButClearAnswerIsRead(text: String) async throws {
        let server = try LoopbackServer { _ in [.send(text), .close] }
        let response = try await transport.send(endpoint(server), context: CallContext())
        #expect(response.data == Data("hello".utf8))
    }

    @Test(arguments: ["Content-Length: 9223372036854775808", "Content-Length: 99999999999999999999"])
    func aLengthThatIsTooLargeFailsTheCallOnly(field: String) async throws {
        let server = try LoopbackServer { _ in [.send("HTTP/1.1 200 OK\r\n\(field)\r\n\r\nhello"), .close] }
        let error = await #expect(throws: URLError.self) {
            try await transport.send(endpoint(server), context: CallContext())
        }
        #expect(error?.code == .cannotParseResponse)
    }

    @Test func aSlowReaderPausesTheServerAndGetsEveryByte() async throws {
        let bytes = Data((0..<40_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) })
        let server = try LoopbackServer { [.response(body: bytes, to: $0), .hold] }
        let received = Locked<Int64>(0)
        let context = CallContext(delivery: .stream, clock: clock) { progress in
            received.withLock { $0 = progress.received }
        }
        let response = try await transport.send(endpoint(server), context: context)
        var reading = try stream(of: response).makeAsyncIterator()
        var whole = try await reading.next() ?? Data()
        // Another call over the same loop while this one is paused.
        while received.withLock({ $0 }) < BodyPipe.highWater { await Task.yield() }
        let other = try LoopbackServer { [.response(text: "other", to: $0)] }
        for _ in 0..<20 { _ = try await transport.send(endpoint(other), context: CallContext()) }
        #expect(received.withLock { $0 } < 4 << 20)
        #expect(server.record.holding == 0)
        while let piece = try await reading.next() { whole.append(piece) }
        #expect(whole == bytes)
    }

    @Test func aStreamNobodyReadsGivesItsConnectionUp() async throws {
        let server = try LoopbackServer { _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf "), .hold] }
        do {
            let response = try await transport.send(
                endpoint(server), context: CallContext(delivery: .stream, clock: clock))
            var pieces = try stream(of: response).makeAsyncIterator()
            #expect(try await pieces.next() == Data("half ".utf8))
        }
        try await server.waitUntilConnectionsEnd()
    }

    @Test func aFileThatIsNotCompleteIsRemoved() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("a")
        for end in [[ServerStep.close], [.hold]] {
            let server = try LoopbackServer { _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf ")] + end }
            let call = Task { [transport, clock, endpoint = try endpoint(server)] in
                try await transport.send(endpoint, context: CallContext(delivery: .file(file), clock: clock))
            }
            if end == [.hold] {
                try await server.waitUntilHolding()
                call.cancel()
            }
            await #expect(throws: (any Error).self) { try await call.value }
            try await server.waitUntilConnectionsEnd()
        }
        // The loop removes it behind the end of the call.
        while try !FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty { await Task.yield() }
    }

    @Test func theMetricsTellOfTheConnection() async throws {
        let server = try LoopbackServer { [.response(text: "hello", to: $0)] }
        let first = try #require(try await transport.send(endpoint(server), context: CallContext()).transferMetrics)
        let second = try #require(try await transport.send(endpoint(server), context: CallContext()).transferMetrics)
        #expect(!first.isConnectionReused && first.connect != nil && first.tls == nil && first.httpVersion == "1.1")
        #expect(second.isConnectionReused && second.connect == nil && second.nameLookup == nil)
        #expect(second.remoteAddress == "127.0.0.1:\(server.port)")
        #expect(second.bytesReceived == 43 && second.bytesSent > 80 && second.firstByte ?? .zero <= second.total)
        #expect(second.description.hasPrefix("HTTP/1.1 to 127.0.0.1:\(server.port): reused, first byte "))
    }

    @Test func metricsReachPluginsAndTheTimeline() async throws {
        let server = try LoopbackServer { [.response(text: "hello", to: $0)] }
        let told = Locked<[CallMetrics]>([])
        let provider = Provider<Probe>(
            baseURL: server.url, transport: transport,
            plugins: [.metrics { metrics in told.withLock { $0.append(metrics) } }])
        _ = try await provider.send(endpoint(server))
        #expect(told.withLock { $0.first?.transfers.map(\.httpVersion) } == ["1.1"])
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .text("hello"))
        #expect(try await stubs.send(endpoint(server), context: CallContext()).transferMetrics == .virtual)
    }

    // MARK: Connections

    @Test func waitingForAConnectionIsNotIdleAndACancelledCallIsNotSent() async throws {
        let server = try LoopbackServer { [.hold, .response(text: "done", to: $0)] }
        let transport = try transport { $0.maxConnectionsPerHost = 1 }
        var calls: [Task<Int, any Error>] = []
        for index in 0..<4 {
            calls.append(
                Task { [clock, endpoint = try endpoint(server, "/\(index)")] in
                    try await transport.send(endpoint, context: CallContext(clock: clock)).statusCode
                })
            // The first one has the connection before the others begin.
            while clock.sleeping == 0 || server.record.holding == 0 { await Task.yield() }
        }
        calls[1].cancel()
        for _ in 0..<3 {
            try await server.waitUntilHolding()
            clock.advance(by: .seconds(9))
            let answered = server.record.connections.reduce(0) { $0 + $1.holds }
            server.release()
            try await server.wait { $0.connections.reduce(0) { $0 + $1.holds } > answered || $0.requests.count == 3 }
        }
        for (index, call) in calls.enumerated() where index != 1 { #expect(try await call.value == 200) }
        await #expect(throws: CancellationError.self) { try await calls[1].value }
        #expect(server.requests.map(\.target).sorted() == ["/0", "/2", "/3"])
        #expect(server.record.connections.count == 1)
    }

    @Test func aThousandCallsShareAFewConnections() async throws {
        let server = try LoopbackServer { [.response(text: $0.target, to: $0)] }
        let transport = try transport { $0.maxConnectionsPerHost = 4 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<1_000 {
                group.addTask { [endpoint = try endpoint(server, "/\(index)")] in
                    let response = try await transport.send(endpoint, context: CallContext())
                    #expect(response.data == Data("/\(index)".utf8))
                }
            }
            try await group.waitForAll()
        }
        #expect(server.record.connections.count <= 4)
    }

    @Test func aUnixSocketIsTheWayToEveryHost() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("s").path
        let nobody = try transport { $0.unixSocket = path }
        let error = await #expect(throws: URLError.self) {
            try await nobody.send(Endpoint(url: try #require(URL(string: "http://a.invalid/"))), context: CallContext())
        }
        #expect(error?.code == .cannotConnectToHost)
    }

    @Test func aProxyGetsTheWholeURLAndItsCredentials() async throws {
        let proxy = try LoopbackServer { [.response(text: "from the proxy", to: $0)] }
        let transport = try transport {
            $0.proxy = .url("http://user:p%40ss@127.0.0.1:\(proxy.port)", except: ["direct.invalid"])
        }
        let url = try #require(URL(string: "http://a.invalid/b"))
        let response = try await transport.send(Endpoint(url: url), context: CallContext())
        #expect(response.data == Data("from the proxy".utf8))
        let request = try #require(proxy.requests.first)
        #expect(request.target == "http://a.invalid/b")
        #expect(request.headers["Proxy-Authorization"] == "Basic \(Data("user:p@ss".utf8).base64EncodedString())")
    }

    @Test func aTunnelTellsTheProxyNoHeaderOfTheCall() async throws {
        let proxy = try LoopbackServer { [.response(403, to: $0)] }
        let transport = try transport { $0.proxy = .url("http://127.0.0.1:\(proxy.port)") }
        let url = try #require(URL(string: "https://a.invalid/canary"))
        let headers: HTTPHeaders = ["Authorization": "Bearer canary", "Cookie": "canary", "X-Api-Key": "canary"]
        await #expect(throws: URLError.self) {
            try await transport.send(Endpoint(url: url, headers: headers), context: CallContext())
        }
        let request = try #require(proxy.requests.first)
        #expect(request.method == "CONNECT" && request.target == "a.invalid:443")
        #expect(!request.headers.contains { $0.value.contains("canary") })
    }

    @Test func aTransportThatIsReleasedEndsItsThreadAndDescriptors() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        for _ in 0..<50 {
            _ = try await CURLTransport().send(endpoint(server), context: CallContext())
        }
        // Threads end behind the calls, and other tests open files.
        while try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count > before + 60 {
            await Task.yield()
        }
    }
}
#endif
