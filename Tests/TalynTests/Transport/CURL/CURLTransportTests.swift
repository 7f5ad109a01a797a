#if os(Linux)
import Foundation
import Testing

@testable import Talyn

/// The behavior of the libcurl transport only; TalynConformance has the scenarios for every transport.
@Suite("libcurl", .timeLimit(.minutes(5)))
struct CURLTransportTests {
    private let transport = CURLTransport()
    private let clock = TestClock(isManual: true)

    @Test func itIsTheDefaultWhereLibcurlIs() {
        #expect(CURLTransport.isAvailable)
        #expect(PlatformTransport.shared is CURLTransport)
    }

    // MARK: Requests

    @Test func aHeadIsSentAsItWasDeclaredAndNothingElse() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        var endpoint = try server.endpoint("/a/../b?c=%2F", method: "PURGE")
        endpoint.headers = ["X-Empty": "", "x-lower": "1", "X-Twice": "a", "X-Twice": "b"]
        _ = try await transport.send(endpoint, context: CallContext(clock: clock))
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
        _ = try await transport.send(Endpoint(url: url), context: CallContext(clock: clock))
        #expect(server.requests.first.map { "\($0.headers.map(\.value))".contains("anary") } == false)
        #expect(server.requests.first?.headers.contains("Authorization") == false)
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch])
    func aBodyThatIsMissingHasLengthZero(method: HTTPMethod) async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        _ = try await transport.send(server.endpoint(method: method), context: CallContext(clock: clock))
        #expect(server.requests.first?.headers["Content-Length"] == "0")
        #expect(server.requests.first?.headers.contains("Content-Type") == false)
    }

    @Test func theLengthIsThatOfTheBodyWhateverAHeaderSays() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        var endpoint = try server.endpoint(method: .post, body: .data(Data("hello".utf8)))
        endpoint.headers = ["Content-Length": "3", "Transfer-Encoding": "chunked"]
        _ = try await transport.send(endpoint, context: CallContext(clock: clock))
        let request = try #require(server.requests.first)
        #expect(request.body == Data("hello".utf8) && request.headers.values(for: "Content-Length") == ["5"])
        #expect(!request.headers.contains("Transfer-Encoding"))
    }

    @Test func aStreamWithALengthHasThatLengthAndAnyOtherIsChunked() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        for (length, expected) in [(5, "5"), (nil, nil)] as [(Int64?, String?)] {
            let body = BodyStream("he", "", "llo", length: length)
            _ = try await transport.send(
                server.endpoint(method: .post, body: .stream(body)), context: CallContext(clock: clock))
            let request = try #require(server.requests.last)
            #expect(request.body == Data("hello".utf8) && request.headers["Content-Length"] == expected)
            #expect(request.headers.contains("Transfer-Encoding") == (length == nil))
        }
    }

    @Test(arguments: [3, 9])
    func aStreamOfAnotherLengthFails(length: Int64) async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        let body = BodyStream("he", "llo", length: length)
        let error = await #expect(throws: URLError.self) {
            try await transport.send(
                server.endpoint(method: .post, body: .stream(body)), context: CallContext(clock: clock))
        }
        #expect(error?.code == .requestBodyStreamExhausted)
        #expect(server.requests.isEmpty)
    }

    @Test func anErrorOfAStreamIsTheCalls() async throws {
        struct Broken: Error {}
        let server = try LoopbackServer { [.response(to: $0)] }
        let body = BodyStream { { throw Broken() } }
        await #expect(throws: Broken.self) {
            try await transport.send(
                server.endpoint(method: .post, body: .stream(body)), context: CallContext(clock: clock))
        }
    }

    @Test func aStreamIsReadWhileItIsSentAndNotAhead() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        let (gate, open) = AsyncStream<Data>.makeStream()
        let told = Locked<[Int64]>([])
        let context = CallContext(clock: clock) { progress in told.withLock { $0.append(progress.sent) } }
        let call = Task { [transport, endpoint = try server.endpoint(method: .put, body: .stream(BodyStream(gate)))] in
            try await transport.send(endpoint, context: context).statusCode
        }
        open.yield(Data("first".utf8))
        await until { told.withLock { $0.last ?? 0 } >= 5 }
        #expect(server.requests.isEmpty)
        open.yield(Data("second".utf8))
        open.finish()
        #expect(try await call.joined == 200)
        #expect(server.requests.first?.body == Data("firstsecond".utf8))
    }

    @Test func headersOfARequestThatWasRefusedAreNotThoseOfTheNext() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        var refused = try server.endpoint(method: .head, body: .data(Data("canary".utf8)))
        refused.headers = ["Authorization": "Bearer canary"]
        await #expect(throws: URLError.self) { try await transport.send(refused, context: CallContext(clock: clock)) }
        _ = try await transport.send(server.endpoint(), context: CallContext(clock: clock))
        #expect(server.requests.map(\.method) == ["GET"])
        #expect(server.requests.first?.headers.contains("Authorization") == false)
    }

    @Test(arguments: ["a\r\nX-Smuggled: 1", "a\nb", "a\u{0}b"])
    func aLineBreakInAHeaderSendsNothing(value: String) async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        var endpoint = try server.endpoint()
        endpoint.headers = ["X-A": value]
        await #expect(throws: URLError.self) { try await transport.send(endpoint, context: CallContext(clock: clock)) }
        #expect(server.requests.isEmpty)
    }

    @Test func anInterimHeadIsALifeSign() async throws {
        let server = try LoopbackServer { request in
            if request.target == "/quick" { return [.response(text: "quick")] }
            return [.hold, .send("HTTP/1.1 102 Processing\r\n\r\n"), .hold, .response(text: "done")]
        }
        let quick = try server.endpoint("/quick")
        let call = Task { [transport, clock, endpoint = try server.endpoint()] in
            try await transport.send(endpoint, context: CallContext(clock: clock)).statusCode
        }
        for _ in 0..<2 {
            try await server.waitUntilHolding()
            await clock.waitForSleepers()
            clock.advance(by: .seconds(9))
            let holds = server.record.connections.reduce(0) { $0 + $1.holds }
            server.release()
            try await server.wait { $0.connections.reduce(0) { $0 + $1.holds } > holds || $0.holding == 0 }
            // The transport has read what was sent before, when it has read the response to this.
            _ = try await transport.send(quick, context: CallContext(clock: clock))
        }
        #expect(try await call.joined == 200)
    }

    @Test func manySmallChunksAreOneBody() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        let body = BodyStream(pieces: (0..<20_000).map { Data("\($0 % 10)".utf8) })
        _ = try await transport.send(
            server.endpoint(method: .put, body: .stream(body)), context: CallContext(clock: clock))
        #expect(server.requests.first?.body.count == 20_000)
    }

    @Test(
        arguments: [
            ("http://h/a", "http://h"), ("HTTP://H:80", "http://h"), ("https://u:p@h:443?a", "https://h"),
            ("https://h:80/", "https://h:80"), ("http://h:443#f", "http://h:443"), ("http://[::1]:80/", "http://[::1]"),
        ])
    func callsOfOneHostShareItsConnections(url: String, host: String) {
        #expect(url.originPart == host)
    }

    // MARK: Responses

    @Test func trailersAreKeptAtTheEndOfAnyBody() async throws {
        let server = try LoopbackServer { _ in
            [
                .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"), .hold,
                .send("0\r\nX-Sum: 9\r\n\r\n"),
            ]
        }
        async let answer = transport.send(server.endpoint(), context: CallContext(clock: clock))
        try await server.waitUntilHolding()
        server.release()
        let whole = try await answer
        #expect(whole.trailers == ["X-Sum": "9"] && whole.data == Data("hello".utf8))
        let response = try await transport.send(
            server.endpoint(), context: CallContext(delivery: .stream, clock: clock))
        #expect(response.trailers.isEmpty && response.transferMetrics == nil)
        try await server.waitUntilHolding()
        server.release()
        #expect(try await response.stream.collect(upTo: 9) == Data("hello".utf8))
        #expect(response.trailers == ["X-Sum": "9"])
        #expect(response.transferMetrics?.isConnectionReused == true)
    }

    @Test func switchingProtocolsEndsAtItsHead() async throws {
        let server = try LoopbackServer { _ in
            [.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nbytes of another protocol"), .hold]
        }
        let response = try await transport.send(server.endpoint(), context: CallContext(clock: clock))
        #expect(response.statusCode == 101 && response.headers["Upgrade"] == "x" && response.body == .none)
    }

    @Test(arguments: [
        "HTTP/1.1 200\nContent-Length: 5\n\nhello", "HTTP/1.1 200 OK\nConnection: close\n\nhello",
        "HTTP/1.1 200 OK\r\nX: caf\u{E9}\r\nContent-Length: 5\r\n\r\nhello",
    ])
    func anOddButClearAnswerIsRead(text: String) async throws {
        let server = try LoopbackServer { _ in [.send(text), .close] }
        let response = try await transport.send(server.endpoint(), context: CallContext(clock: clock))
        #expect(response.data == Data("hello".utf8))
    }

    @Test(arguments: ["Content-Length: 9223372036854775808", "Content-Length: 99999999999999999999"])
    func aLengthThatIsTooLargeFailsTheCallOnly(field: String) async throws {
        let server = try LoopbackServer { _ in [.send("HTTP/1.1 200 OK\r\n\(field)\r\n\r\nhello"), .close] }
        let error = await #expect(throws: URLError.self) {
            try await transport.send(server.endpoint(), context: CallContext(clock: clock))
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
        let response = try await transport.send(server.endpoint(), context: context)
        var reading = try response.stream.makeAsyncIterator()
        var whole = try await reading.next() ?? Data()
        // Another call over the same loop while this one is paused.
        await until { received.withLock { $0 } >= BodyPipe.highWater }
        let other = try LoopbackServer { [.response(text: "other", to: $0)] }
        for _ in 0..<20 { _ = try await transport.send(other.endpoint(), context: CallContext(clock: clock)) }
        #expect(received.withLock { $0 } < 4 << 20)
        #expect(server.record.holding == 0)
        while let piece = try await reading.next() { whole.append(piece) }
        #expect(whole == bytes)
    }

    @Test func aStreamNobodyReadsGivesItsConnectionUp() async throws {
        let server = try LoopbackServer { _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf "), .hold] }
        do {
            let response = try await transport.send(
                server.endpoint(), context: CallContext(delivery: .stream, clock: clock))
            var pieces = try response.stream.makeAsyncIterator()
            #expect(try await pieces.next() == Data("half ".utf8))
        }
        try await server.waitUntilConnectionsEnd()
    }

    @Test func aFileThatIsNotCompleteIsRemoved() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("a")
        for end in [[ServerStep.close], [.hold]] {
            let server = try LoopbackServer { _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf ")] + end }
            let call = Task { [transport, clock, endpoint = try server.endpoint()] in
                try await transport.send(endpoint, context: CallContext(delivery: .file(file), clock: clock))
            }
            if end == [.hold] {
                try await server.waitUntilHolding()
                call.cancel()
            }
            await #expect(throws: (any Error).self) { try await call.joined }
            try await server.waitUntilConnectionsEnd()
        }
        // The loop removes it behind the end of the call.
        await until { folder.names.isEmpty }
        #expect(folder.names.isEmpty)
    }

    @Test func theMetricsTellOfTheConnection() async throws {
        let server = try LoopbackServer { [.response(text: "hello", to: $0)] }
        let first = try #require(
            try await transport.send(server.endpoint(), context: CallContext(clock: clock)).transferMetrics)
        let second = try #require(
            try await transport.send(server.endpoint(), context: CallContext(clock: clock)).transferMetrics)
        #expect(!first.isConnectionReused && first.connect != nil && first.tls == nil && first.httpVersion == "1.1")
        #expect(second.isConnectionReused && second.connect == nil && second.nameLookup == nil)
        #expect(second.remoteAddress == "127.0.0.1:\(server.port)")
        #expect(second.bytesReceived == 43 && second.bytesSent > 80 && second.firstByte ?? .zero <= second.total)
        #expect(first.firstByte ?? .zero > .zero && second.firstByte ?? .zero > .zero)
        // Another server of the same address.
        let other = try LoopbackServer { [.response(text: "hello", to: $0)] }
        let third = try await transport.send(other.endpoint(), context: CallContext(clock: clock)).transferMetrics
        #expect(third?.remoteAddress == "127.0.0.1:\(other.port)" && third?.isConnectionReused == false)
        #expect(second.description.hasPrefix("HTTP/1.1 to 127.0.0.1:\(server.port): reused, first byte "))
    }

    @Test func metricsReachPluginsAndTheTimeline() async throws {
        let server = try LoopbackServer { [.response(text: "hello", to: $0)] }
        let told = Locked<[CallMetrics]>([])
        let provider = Provider<Probe>(
            baseURL: server.url, transport: transport,
            plugins: [.metrics { metrics in told.withLock { $0.append(metrics) } }])
        _ = try await provider.send(server.endpoint())
        #expect(told.withLock { $0.first?.transfers.map(\.httpVersion) } == ["1.1"])
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .text("hello"))
        #expect(try await stubs.send(server.endpoint(), context: CallContext(clock: clock)).transferMetrics == .virtual)
    }
}
#endif
