#if os(Linux)
import Foundation
import Testing

@testable import Talyn

/// Heads that are malformed, too large or late, and the expectation of a request, over libcurl.
@Suite("libcurl: heads", .timeLimit(.minutes(5)))
struct CURLTransportHeadsTests {
    private let transport = CURLTransport()
    private let clock = TestClock(isManual: true)

    private static let rest = "Content-Length: 5\r\n\r\nhello"

    /// Sends a GET that is answered with bytes and the end of the connection.
    private func response(_ bytes: String) async throws -> Response {
        let server = try LoopbackServer { _ in [.send(bytes), .close] }
        return try await transport.send(server.endpoint(), context: CallContext())
    }

    private func failure(_ bytes: String) async -> (code: URLError.Code, text: String)? {
        do {
            _ = try await response(bytes)
            return nil
        } catch { return (error as? URLError).map { ($0.code, $0.localizedDescription) } }
    }

    @Test(arguments: [
        "HTTP/1.1 099 X", "HTTP/1.1 1000 X", "HTTP/1.1 20 X", "HTTP/1.1 2x0 X", "HTTP/1.2 200 X", "HTTP/3.0 200 X",
        "HTTP/0.9 200 X", "HTTP/1.1", "HTTP/1.1200 X", "hello world",
    ])
    func aStatusLineThatIsNoneIsNoResponse(line: String) async throws {
        let failure = await failure("\(line)\r\n\(Self.rest)")
        #expect(failure?.code == .cannotParseResponse)
        #expect(failure?.text.contains("status line") == true, "\(failure?.text ?? "")")
    }

    @Test(
        arguments: [
            ("Transfer-Encoding: gzip\r\n\r\nhello", "transfer coding"),
            ("Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "transfer coding"),
            ("Transfer-Encoding: x\r\nContent-Length: 5\r\n\r\nhello", "transfer coding"),
            ("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "beside chunks"),
            ("Transfer-Encoding: CHUNKED\r\nContent-Length: 5\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "beside chunks"),
            ("Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\nhello", nil),
            (
                "Transfer-Encoding: identity, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                CURLGuard.noIdentityBesideChunks.isNeeded ? "transfer coding" : nil
            ),
        ] as [(String, String?)])
    func onlyChunksAreATransferCoding(fields: String, text: String?) async throws {
        let bytes = "HTTP/1.1 200 OK\r\n\(fields)"
        guard let text else { return #expect(try await response(bytes).data == Data("hello".utf8)) }
        let failure = await failure(bytes)
        #expect(failure?.code == .cannotParseResponse && failure?.text.contains(text) == true)
    }

    /// From 8.20 on, libcurl refuses it.
    @Test func aBareCRInAFieldIsASpaceOrRefused() async throws {
        let bytes = "HTTP/1.1 200 OK\r\nA: b\rc\r\nB: \r\rX-Smuggled: 1\r\nC:\rd\r\r\n\(Self.rest)"
        if CURLLibrary.version >= 0x08_14_00, let failure = await failure(bytes) {
            return #expect(failure.code == .cannotParseResponse)
        }
        let response = try await response(bytes)
        #expect(response.headers["A"] == "b c" && response.headers["B"] == "X-Smuggled: 1")
        #expect(response.headers["C"] == "d" && response.data == Data("hello".utf8))
        #expect(!response.headers.contains { $0.value.utf8.contains(13) })
    }

    @Test(arguments: [
        "A: \(String(repeating: "a", count: 120_000))\r\n\(rest)",
        (0..<310).map { "A\($0): \(String(repeating: "a", count: 1_000))\r\n" }.joined() + rest,
    ])
    func aHeadAboveALimitIsTooLargeAndTheTextNamesTheLimit(fields: String) async throws {
        let failure = await failure("HTTP/1.1 200 OK\r\n\(fields)")
        #expect(failure?.code == .dataLengthExceedsMaximum)
        #expect(failure?.text.contains("300 KiB") == true && failure?.text.contains("100 KiB") == true)
    }

    /// The response is complete without its trailers (RFC 9112 §7.1.2).
    @Test(arguments: [
        ["B: \(String(repeating: "b", count: 5_000))"], ["B: \(String(repeating: "b", count: 2_000_000))"],
        ["B: \(String(repeating: "b", count: 5_000))", "C: c"],
        (0..<400).map { "B\($0): \(String(repeating: "b", count: 1_000))" },
    ])
    func aTrailerAboveALimitIsDroppedWithANoteAndTheResponseKept(trailers: [String]) async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nA: a\r\n"
        let text = head + trailers.joined(separator: "\r\n") + "\r\n\r\n"
        let server = try LoopbackServer { [$0.path == "/a" ? .send(text) : .response(text: "next", to: $0)] }
        let folder = try TemporaryFolder()
        for delivery in [BodyDelivery.data, .stream, .file(folder.url.appendingPathComponent("a"))] {
            let context = CallContext(delivery: delivery, clock: clock)
            let response = try await transport.send(server.endpoint(), context: context)
            #expect(try await response.body.bytes() == Data("hello".utf8), "\(delivery)")
            #expect(
                response.trailers["A"] == "a" && !response.trailers.contains("B") && !response.trailers.contains("C"))
            let notes = context.timeline.entries.filter { if case .note = $0.event { true } else { false } }
            #expect(notes.count == 1 && "\(notes)".contains("trailers"), "\(notes)")
            let next = try await transport.send(server.endpoint("/b"), context: CallContext(clock: clock))
            #expect(next.data == Data("next".utf8))
        }
    }

    /// The end of the chunks is known before its trailers only.
    @Test(arguments: [
        "5\r\nhello\r\nX: y\r\n\r\n", "5\r\nhello\r\n", "5;\(String(repeating: "x", count: 5_000))\r\nhel",
    ])
    func chunksWithoutAnEndFailWhateverIsLong(chunks: String) async throws {
        let failure = await failure("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)")
        #expect([.cannotParseResponse, .networkConnectionLost].contains(failure?.code))
    }

    /// RFC 9110 §5.5: the value is empty.
    @Test func aHeaderOfBlanksIsSentEmpty() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        var endpoint = try server.endpoint()
        endpoint.headers = ["X-Empty": "", "X-Space": " ", "X-Tabs": "\t \t", "X-Kept": " a "]
        for transport in [transport, URLSessionTransport()] as [any Transport] {
            _ = try await transport.send(endpoint, context: CallContext(clock: clock))
            let headers = server.requests.last?.headers
            for name in ["X-Empty", "X-Space", "X-Tabs"] { #expect(headers?[name] == "", "\(name) \(transport.label)") }
            #expect(headers?["X-Kept"] == "a")
        }
    }

    // MARK: Time

    @Test func linesOfAHeadAreLifeSignsAndATimeoutBehindThemHasNoResponse() async throws {
        // Two lines, because libcurl 8.18 and later wait for the one behind a line, which could continue it.
        let server = try LoopbackServer { request in
            if request.target == "/quick" { return [.response(text: "quick")] }
            return [
                .hold, .send("HTTP/1.1 200 OK\r\n"), .hold, .send("A: b\r\nC: d\r\n"), .hold, .send("Content-Le"),
                .hold,
            ]
        }
        // On a clock of its own: the sleeper is that of the call.
        let (quick, never) = (try server.endpoint("/quick"), TestClock(isManual: true))
        let call = Task { [transport, clock, endpoint = try server.endpoint()] in
            try await transport.send(endpoint, context: CallContext(clock: clock)).statusCode
        }
        for step in 0..<4 {
            try await server.waitUntilHolding()
            await clock.waitForSleepers()
            clock.advance(by: .seconds(step == 3 ? 10 : 9))
            if step == 3 { break }
            let holds = server.record.connections.reduce(0) { $0 + $1.holds }
            server.release()
            try await server.wait { $0.connections.reduce(0) { $0 + $1.holds } > holds }
            // The transport has read what was sent before, when it has read the response to this.
            _ = try await transport.send(quick, context: CallContext(clock: never))
        }
        let error = await #expect(throws: URLError.self) { try await call.joined }
        #expect(error?.code == .timedOut)
        #expect(error?.localizedDescription.contains("no response within") == true)
    }

    @Test func aTimeoutBehindTheHeadTellsOfTheBody() async throws {
        let server = try LoopbackServer { _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"), .hold] }
        let response = try await transport.send(
            server.endpoint(), context: CallContext(delivery: .stream, clock: clock))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(10))
        let error = await #expect(throws: URLError.self) { try await response.stream.collect(upTo: 9) }
        #expect(error?.code == .timedOut)
        #expect(error?.localizedDescription == "no byte of the response's body within 10 s")
    }

    // MARK: Expectations

    @Test(arguments: [Data("hello".utf8), Data(count: 3_000_000)], ["100-continue", "100-Continue"])
    func aDeclaredExpectationIsSentAndTheBodyWaitsForTheServer(body: Data, value: String) async throws {
        let server = try LoopbackServer { [.response(body: $0.body, to: $0)] }
        var endpoint = try server.endpoint(method: .put, body: .data(body))
        endpoint.headers["Expect"] = value
        // Without a timeout in real time: the task of a stream waits behind those of all other tests.
        let context = CallContext(clock: clock)
        let response = try await transport.send(endpoint, context: context)
        #expect(response.data == body && server.requests.first?.headers["Expect"] == value)
        let stream = BodyStream("he", "llo")
        endpoint.body = .stream(stream)
        #expect(try await transport.send(endpoint, context: context).data == Data("hello".utf8))
    }

    @Test(arguments: [401, 413, 417])
    func aBodyThatIsNotWantedIsNotSent(status: Int) async throws {
        let server = try LoopbackServer(onHead: { [.response(status, text: "no", to: $0), .close] }) { _ in [.close] }
        for body in [Body.data(Data("hello".utf8)), .data(Data(count: 3_000_000))] {
            var endpoint = try server.endpoint(method: .post, body: body)
            endpoint.headers["Expect"] = "100-continue"
            let response = try await transport.send(endpoint, context: CallContext())
            #expect(response.statusCode == status)
            // Before it would send the request again, libcurl leaves out the body of a 417.
            if status != 417 { #expect(response.data == Data("no".utf8)) }
        }
        // Before 7.80, libcurl cannot be kept from sending a request again after a 417.
        let connections = status == 417 && CURLLibrary.version < 0x07_50_00 ? [] : server.record.connections
        #expect(connections.allSatisfy { $0.received < 1_000 })
    }

    @Test func anExpectationNeedsABody() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        var endpoint = try server.endpoint()
        endpoint.headers["Expect"] = "100-continue"
        _ = try await transport.send(endpoint, context: CallContext())
        endpoint.method = .post
        _ = try await transport.send(endpoint, context: CallContext())
        #expect(server.requests.allSatisfy { !$0.headers.contains("Expect") } && server.requests.count == 2)
    }

    // MARK: Progress

    @Test func theProgressOfABodyInChunksCountsItsBytesOnly() async throws {
        let server = try LoopbackServer { [.response(body: $0.body, to: $0)] }
        let told = Locked<[TransferProgress]>([])
        let context = CallContext(clock: clock) { progress in told.withLock { $0.append(progress) } }
        let body = BodyStream(pieces: (0..<3_000).map { _ in Data("abc".utf8) })
        _ = try await transport.send(server.endpoint(method: .put, body: .stream(body)), context: context)
        let news = told.withLock { $0 }
        #expect(news.map(\.sent).max() == 9_000 && news.last?.sent == 9_000)
        #expect(news.allSatisfy { $0.totalToSend == nil } && news.last?.received == 9_000)
    }
}

// In a separate process, whose descriptors nothing else opens.
#if compiler(>=6.2)
extension CURLTransportHeadsTests {
    @Test func noDescriptorOfATransportStaysOpenInAProgramThatTheProcessStarts() async throws {
        await #expect(processExitsWith: .success) {
            func inherited() -> Set<Int32> {
                Set((3..<256).filter { fcntl($0, F_GETFD) >= 0 && fcntl($0, F_GETFD) & FD_CLOEXEC == 0 })
            }
            let server = try LoopbackServer { [.response(to: $0)] }
            let before = inherited()
            let transports = [CURLTransport(), CURLTransport()]
            for transport in transports {
                _ = try await transport.send(server.endpoint(), context: CallContext())
            }
            #expect(inherited().subtracting(before).isEmpty)
            withExtendedLifetime(transports) {}
        }
    }
}
#endif
#endif
