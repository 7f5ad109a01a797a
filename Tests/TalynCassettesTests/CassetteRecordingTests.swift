import SharedFixtures
import Talyn
import TalynTesting
import Testing

@testable import TalynCassettes

/// The recorded form of an exchange, and its replay.
@Suite(.timeLimit(.minutes(5))) struct CassetteRecordingTests {
    /// A cassette over a server with one answer for all requests.
    private func recorded(
        _ file: CassetteFile, limit: Int = 4 << 20, _ steps: [ServerStep],
        _ call: (Provider<Wire>, LoopbackServer) async throws -> Void
    ) async throws -> HARLog {
        let server = try LoopbackServer { _ in steps }
        let cassette = Cassette(at: file.url, mode: .all, bodyLimit: limit)
        try await call(Provider<Wire>(transport: cassette), server)
        try cassette.finish()
        return try file.log
    }

    private func replaying(
        _ file: CassetteFile, _ delivery: BodyDelivery, _ endpoint: Endpoint
    ) async throws -> Response {
        let cassette = Cassette(at: file.url, mode: .replay)
        return try await cassette.send(endpoint, context: CallContext(delivery: delivery))
    }

    private static let type = "Content-Type: application/octet-stream\r\n"

    @Test func anEntryTellsTheExchange() async throws {
        let file = try CassetteFile()
        let server = try LoopbackServer { request in
            [
                .response(
                    201,
                    headers: ["Content-Type": "text/plain", "Set-Cookie": "lang=de; Path=/", "Location": "/notes/1"],
                    text: "made", to: request)
            ]
        }
        let clock = TestClock(isManual: true)
        let cassette = Cassette(at: file.url, mode: .all)
        let provider = Provider<Notes>(baseURL: server.url, transport: cassette, clock: clock)
        _ = try await provider.request(.add("hello"))
        try cassette.finish()
        let entry = try #require(try file.log.entries.first)
        #expect(entry.operation == "Notes.add" && entry.template == "notes")
        #expect(entry.request.method == "POST" && entry.request.url == "\(server.url)/notes")
        #expect(entry.request.postData?.data == Data(#"{"text":"hello"}"#.utf8))
        #expect(entry.request.postData?.mimeType == "application/json")
        #expect(entry.request.postData?.size == 16)
        #expect(entry.response.status == 201 && entry.response.body == Data("made".utf8))
        #expect(entry.response.content.size == 4 && entry.response.content.mimeType == "text/plain")
        #expect(entry.response.json.fields("cookies").map(\.name) == ["lang"])
        #expect(entry.response.redirectURL.isEmpty, "201 is no redirect")
        #expect(entry.time == 0 && entry.response.error == nil && !entry.response.content.isTruncated)
        #expect(ISO8601DateFormatter.withFractions.date(from: entry.started) != nil)
    }

    @Test func eachHopOfARedirectIsAnEntry() async throws {
        let server = try LoopbackServer { request in
            request.path == "/a"
                ? [.response(302, headers: ["Location": "/b"], text: "away", to: request)]
                : [.response(text: "here", to: request)]
        }
        let file = try CassetteFile()
        for mode in [Cassette.Mode.all, .replay] {
            let cassette = Cassette(at: file.url, mode: mode)
            let wire = Wire(baseURL: server.url, route: .get("a"))
            let response = try await Provider<Wire>(transport: cassette).request(wire)
            #expect(response.data == Data("here".utf8) && response.url.path == "/b")
            try cassette.finish()
        }
        let entries = try file.log.entries
        #expect(entries.map(\.request.url) == ["\(server.url)/a", "\(server.url)/b"])
        #expect(entries[0].response.redirectURL == "/b" && entries[0].response.body == Data("away".utf8))
        #expect(server.requests.count == 2)
    }

    /// The steps of a server whose redirect has a body that nobody may have to wait for.
    static let redirects: [(name: String, steps: [ServerStep])] = [
        ("endless", [.send("\(found)\r\n"), .send(Data(count: 3_000_000)), .hold]),
        (
            "endless chunks",
            [.send("\(found)Transfer-Encoding: chunked\r\n\r\n1000\r\n"), .send(Data(count: 4_096)), .hold]
        ),
        ("never", [.send("\(found)Content-Length: 5\r\n\r\n"), .hold]),
        ("in part", [.send("\(found)Content-Length: 5\r\n\r\nab"), .hold]),
        ("cut", [.send("\(found)Content-Length: 5\r\n\r\nab"), .close]),
    ]
    private static let found = "HTTP/1.1 302 Found\r\nLocation: /b\r\n"

    /// As without a cassette, the pipeline reads 4 KiB at most, for a second at most.
    @Test(arguments: redirects.indices, [BodyDelivery.data, .stream])
    func aRedirectIsRecordedAndFollowedWithoutTheRestOfItsBody(index: Int, delivery: BodyDelivery) async throws {
        let steps = Self.redirects[index].steps
        let server = try LoopbackServer { $0.path == "/a" ? steps : [.response(text: "here", to: $0)] }
        let file = try CassetteFile()
        for mode in [Cassette.Mode.all, .replay] {
            let (cassette, clock, isOver) = (
                Cassette(at: file.url, mode: mode), TestClock(isManual: true), Locked(false)
            )
            let provider = Provider<Wire>(transport: cassette, clock: clock)
                .withDefaults { $0.timeout = .seconds(1_000_000_000) }
            let call = Task {
                defer { isOver.withLock { $0 = true } }
                let wire = Wire(baseURL: server.url, route: .get("a"))
                if delivery == .data { return try await provider.request(wire, as: String.self) }
                var text = Data()
                for try await chunk in try await provider.stream(wire) { text += chunk }
                return String(decoding: text, as: UTF8.self)
            }
            await until {
                if clock.sleeping > 0 { clock.advance(by: .milliseconds(100)) }
                return isOver.withLock { $0 }
            }
            #expect(try await call.value == "here", "\(mode)")
            try cassette.finish()
        }
        let entries = try file.log.entries
        #expect(entries.map(\.response.status) == [302, 200] && entries[0].response.redirectURL == "/b")
        #expect(entries[0].response.content.size < 1_000_000 && entries[0].response.content.isTruncated)
        #expect(server.requests.count == 2)
    }

    /// A redirect that is not followed is a response like any other, of which the beginning is not the whole.
    @Test func aRedirectThatIsNotFollowedIsRecordedWhole() async throws {
        let body = String(repeating: "x", count: 100_000)
        let server = try LoopbackServer { [.response(302, headers: ["Location": "/b"], text: body, to: $0)] }
        let file = try CassetteFile()
        for mode in [Cassette.Mode.all, .replay] {
            let cassette = Cassette(at: file.url, mode: mode)
            let provider = Provider<Wire>(transport: cassette).withDefaults { $0.redirects = .refuse }
            let wire = Wire(baseURL: server.url, route: .get("a").validate(.anyStatus))
            #expect(try await provider.request(wire, as: String.self) == body)
            try cassette.finish()
        }
    }

    @Test func aFailureFailsAgain() async throws {
        let (file, port) = (try CassetteFile(), try RefusingPort())
        let base = try #require(URL(string: "http://127.0.0.1:\(port.port)"))
        for mode in [Cassette.Mode.all, .replay] {
            let cassette = Cassette(at: file.url, mode: mode)
            let result = await Provider<Wire>(transport: cassette).result(Wire(baseURL: base, route: .get("a")))
            #expect(result.failure?.urlError?.code == .cannotConnectToHost)
            try cassette.finish()
        }
        withExtendedLifetime(port) {}
        let response = try file.log.entries[0].response
        #expect(response.status == 0 && response.error == "cannotConnectToHost -1004")
    }

    @Test func aBodyThatBreaksIsKeptAsFarAsItCame() async throws {
        let file = try CassetteFile()
        let head = "HTTP/1.1 200 OK\r\n\(Self.type)Content-Length: 20\r\n\r\n"
        let wire = Locked<Endpoint?>(nil)
        let log = try await recorded(file, [.send("\(head)hello"), .close]) { provider, server in
            let target = Wire(baseURL: server.url, route: .get("a"))
            let result = await provider.result(target)
            #expect(result.failure?.urlError?.code == .networkConnectionLost)
            let endpoint = try provider.endpoint(target)
            wire.withLock { $0 = endpoint }
        }
        #expect(log.entries[0].response.body == Data("hello".utf8))
        #expect(log.entries[0].response.error == "networkConnectionLost -1005")
        let endpoint = try #require(wire.withLock { $0 })
        let error = await #expect(throws: URLError.self) { try await self.replaying(file, .data, endpoint) }
        #expect(error?.code == .networkConnectionLost)
        // A stream delivers the part that was recorded.
        let response = try await replaying(file, .stream, endpoint)
        guard case .stream(let stream) = response.body else {
            Issue.record("no stream")
            return
        }
        var read = Data()
        await #expect(throws: URLError.self) { for try await piece in stream { read += piece } }
        #expect(read == Data("hello".utf8))
    }

    @Test func anEndlessStreamIsKeptUpToALimitWhileTheCallerGetsAll() async throws {
        let file = try CassetteFile()
        let piece = String(repeating: "0123456789", count: 100)
        let head = "HTTP/1.1 200 OK\r\n\(Self.type)Transfer-Encoding: chunked\r\n\r\n"
        let chunks = [ServerStep](repeating: .send("3e8\r\n\(piece)\r\n"), count: 20)
        let server = try LoopbackServer { _ in [.send(head)] + chunks + [.hold] }
        let cassette = Cassette(at: file.url, mode: .all, bodyLimit: 2_500)
        let endpoint = Endpoint(url: server.url)
        let response = try await cassette.send(endpoint, context: CallContext(delivery: .stream))
        guard case .stream(let stream) = response.body else {
            Issue.record("no stream")
            return
        }
        var count = 0
        var pieces = stream.makeAsyncIterator()
        while count < 20_000, let piece = try await pieces.next() { count += piece.count }
        // The cassette is finished while the stream is open.
        try cassette.finish()
        let kept = try file.log.entries[0].response
        #expect(count == 20_000)
        #expect(kept.body == Data(String(repeating: piece, count: 3).utf8.prefix(2_500)))
        #expect(kept.content.isTruncated && kept.content.size == 20_000 && kept.error == nil)

        // A replay that reads this part passes; one that reads on gets an error.
        let again = try await replaying(file, .stream, endpoint)
        guard case .stream(let replayed) = again.body else {
            Issue.record("no stream")
            return
        }
        var first = replayed.makeAsyncIterator()
        #expect(try await first.next()?.count == 2_500)
        for delivery in [BodyDelivery.data, .file(file.folder.appendingPathComponent("body"))] {
            let error = await #expect(throws: RequestError.self) { try await self.replaying(file, delivery, endpoint) }
            #expect(error?.description == "entry 0 of test.har has the beginning of the body only")
        }
        await #expect(throws: RequestError.self) { _ = try await first.next() }
    }

    @Test func aStreamThatIsGivenUpIsKeptAsFarAsItWasRead() async throws {
        let file = try CassetteFile()
        let head = "HTTP/1.1 200 OK\r\n\(Self.type)Content-Length: 9\r\n\r\nhello"
        let server = try LoopbackServer { _ in [.send(head), .hold] }
        let cassette = Cassette(at: file.url, mode: .all)
        let context = CallContext(delivery: .stream)
        let response = try await cassette.send(Endpoint(url: server.url), context: context)
        if case .stream(let stream) = response.body {
            var pieces = stream.makeAsyncIterator()
            #expect(try await pieces.next() == Data("hello".utf8))
        }
        try cassette.finish()
        let kept = try file.log.entries[0].response
        #expect(kept.body == Data("hello".utf8) && kept.content.isTruncated && kept.error == nil)
    }

    @Test func aBodyInAFileIsKeptAndReplayedIntoOne() async throws {
        let (file, server) = (try CassetteFile(), try LoopbackServer { [.response(text: "hello", to: $0)] })
        let place = file.folder.appendingPathComponent("body")
        for mode in [Cassette.Mode.all, .replay] {
            try? FileManager.default.removeItem(at: place)
            let cassette = Cassette(at: file.url, mode: mode)
            let context = CallContext(delivery: .file(place))
            let response = try await cassette.send(Endpoint(url: server.url), context: context)
            #expect(response.body == .file(place))
            #expect(try Data(contentsOf: place) == Data("hello".utf8))
            try cassette.finish()
        }
        #expect(try file.log.entries[0].response.body == Data("hello".utf8))
    }

    @Test(arguments: [10, 3]) func aStreamedRequestIsSentWholeAndKeptUpToTheLimit(limit: Int) async throws {
        let (file, server) = (try CassetteFile(), try LoopbackServer { [.response(text: "ok", to: $0)] })
        func endpoint(isRepeatable: Bool) -> Endpoint {
            let stream = BodyStream(isRepeatable: isRepeatable) {
                var rest = [Data("he".utf8), Data("llo".utf8)][...]
                return { rest.popFirst() }
            }
            return Endpoint(.post, url: server.url, headers: ["Content-Type": "text/plain"], body: .stream(stream))
        }
        for (mode, isRepeatable) in [(Cassette.Mode.all, false), (.replay, true), (.newEpisodes, false)] {
            let cassette = Cassette(at: file.url, mode: mode, bodyLimit: limit)
            let sent = endpoint(isRepeatable: isRepeatable)
            let response = try await cassette.send(sent, context: CallContext())
            #expect(response.data == Data("ok".utf8) && response.endpoint == sent)
            try cassette.finish()
        }
        #expect(server.requests.map(\.text) == ["hello"])
        let data = try file.log.entries[0].request.postData
        #expect(data?.data == Data("hello".utf8.prefix(limit)) && data?.isTruncated == (limit < 5))
    }

    @Test func aStreamThatIsReadUpToItsLengthIsWhole() async throws {
        /// Reads no further than the length, as libcurl does.
        struct Reading: Transport {
            func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
                if case .stream(let stream) = endpoint.body {
                    var (chunks, count) = (stream.makeAsyncIterator(), 0)
                    while count < stream.length ?? 0, let chunk = try await chunks.next() { count += chunk.count }
                }
                return Response(statusCode: 204, endpoint: endpoint)
            }
        }
        let file = try CassetteFile()
        let cassette = Cassette(at: file.url, mode: .all, over: Reading())
        let url = try #require(URL(string: "https://a.example/x"))
        let body = BodyStream(length: 5) { { Data("whole".utf8) } }
        _ = try await cassette.send(Endpoint(.put, url: url, body: .stream(body)), context: CallContext())
        try cassette.finish()
        let sent = try file.log.entries[0].request.postData
        #expect(sent?.data == Data("whole".utf8) && sent?.isTruncated == false)
    }

    @Test func aStreamThatCanBeReadOnceIsSentAlthoughItWasCompared() async throws {
        let (file, server) = (try CassetteFile(), try LoopbackServer { [.response(text: "ok", to: $0)] })
        let cassette = Cassette(at: file.url, mode: .newEpisodes, bodyLimit: 2)
        let pieces = AsyncStream<Data> { continuation in
            for text in ["he", "llo"] { continuation.yield(Data(text.utf8)) }
            continuation.finish()
        }
        let endpoint = Endpoint(.post, url: server.url, body: .stream(BodyStream(pieces)))
        _ = try await cassette.send(endpoint, context: CallContext())
        try cassette.finish()
        #expect(server.requests.map(\.text) == ["hello"])
    }

    @Test func anExchangeThatIsCancelledIsSilence() async throws {
        let (file, server) = (try CassetteFile(), try LoopbackServer { _ in [.hold] })
        for mode in [Cassette.Mode.all, .replay] {
            let clock = TestClock(isManual: true)
            let cassette = Cassette(at: file.url, mode: mode)
            let provider = Provider<Wire>(transport: cassette, clock: clock)
            let call = Task { await provider.result(Wire(baseURL: server.url, route: .get("a"))) }
            if mode == .all { try await server.waitUntilHolding() }
            await clock.waitForSleepers()
            call.cancel()
            #expect(await call.value.failure?.category == .cancelled)
            try cassette.finish()
        }
        #expect(try file.log.entries[0].response.error == "cancelled")
    }

    @Test func timesAreKeptWhenAskedFor() async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .text("late").delayed(by: .seconds(3)))
        let file = try CassetteFile()
        let endpoint = Endpoint(url: try #require(URL(string: "http://a.example")))
        let cassette = Cassette(at: file.url, mode: .all, over: stubs)
        _ = try await cassette.send(endpoint, context: CallContext(clock: TestClock()))
        try cassette.finish()
        #expect(try file.log.entries[0].time == 3_000)
        for (keeps, slept) in [(false, []), (true, [Duration.seconds(3)])] {
            let clock = TestClock()
            let replay = Cassette(at: file.url, mode: .replay, keepsTimes: keeps)
            _ = try await replay.send(endpoint, context: CallContext(clock: clock))
            #expect(clock.slept == slept)
        }
    }

    @Test func nothingIsWrittenWhenTheOperationThrows() async throws {
        let (file, server) = (try CassetteFile(), try LoopbackServer { [.response(text: "ok", to: $0)] })
        let provider = Provider<Notes>(baseURL: server.url)
        let cassette = Cassette(at: file.url, mode: .all)
        await #expect(throws: URLError.self) {
            try await withCassette(cassette) {
                _ = try await provider.request(.note("a"))
                throw URLError(.badURL)
            }
        }
        #expect(file.text.isEmpty && server.requests.count == 1)
        let text = try await withCassette(cassette) { try await provider.request(.note("a"), as: String.self) }
        #expect(text == "ok" && cassette.requests.count == 2)
        #expect(try file.log.entries.count == 2)
    }

    @Test func parallelRequestsAreEachRecordedAndReplayed() async throws {
        let file = try CassetteFile()
        let server = try LoopbackServer { [.response(text: $0.path, to: $0)] }
        for mode in [Cassette.Mode.all, .replay] {
            let cassette = Cassette(at: file.url, mode: mode)
            let provider = Provider<Notes>(baseURL: server.url, transport: cassette)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        let text = try await provider.request(.note("\(number)"), as: String.self)
                        #expect(text == "/notes/\(number)")
                    }
                }
                try await group.waitForAll()
            }
            try cassette.finish()
        }
        #expect(try file.log.entries.count == 50)
    }

    @Test func everyCodeHasAName() {
        #expect(Set(URLErrorName.names.values).count == URLErrorName.names.count)
        for code in URLErrorName.names.keys {
            #expect(URLErrorName.code(in: URLErrorName.text(of: code))?.rawValue == code)
        }
        for text in ["net::ERR_FAILED", "", "-", "x 5", "cancelled"] { #expect(URLErrorName.code(in: text) == nil) }
    }
}

extension Result {
    var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

extension ISO8601DateFormatter {
    static var withFractions: ISO8601DateFormatter {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter
    }
}
