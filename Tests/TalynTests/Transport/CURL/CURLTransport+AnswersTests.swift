#if os(Linux)
import Foundation
import Testing

@testable import Talyn

/// The response to a request is its own, whole, and to one sending.
@Suite(.timeLimit(.minutes(5))) struct CURLTransportAnswersTests {
    private let transport = CURLTransport()
    private let clock = TestClock(isManual: true)

    private func send(
        _ endpoint: Endpoint, over transport: CURLTransport? = nil
    ) async throws -> (status: Int, text: String) {
        let response = try await (transport ?? self.transport).send(endpoint, context: CallContext(clock: clock))
        return (response.statusCode, String(decoding: response.data, as: UTF8.self))
    }

    // MARK: Idle connections

    /// An event on an idle connection.
    enum Event: CaseIterable {
        case response, timeout, body, line, byte, end, halfEnd, reset

        /// The steps behind the first response.
        var steps: [ServerStep] {
            switch self {
            case .response: [.response(text: "another's")]
            case .timeout: [.response(408, headers: ["Connection": "close"]), .close]
            // Of a HEAD.
            case .body: [.send("one")]
            case .line: [.send("\r\n")]
            case .byte: [.send("H")]
            case .end: [.close]
            case .halfEnd: [.halfClose, .hold]
            case .reset: [.reset]
            }
        }
    }

    /// The first requests of the connections get "one", and later requests of the first ones too much.
    private func server(_ event: Event, connections: Int = 1) throws -> LoopbackServer {
        try LoopbackServer { request in
            request.target == "/kept" && request.connection <= connections
                ? [.hold, .response(text: "one", to: request), .hold] + event.steps
                : [.response(text: "two", to: request)]
        }
    }

    /// Lets all held connections go on, and waits for what they do.
    private func release(_ server: LoopbackServer) async throws {
        let before = server.record.connections.map(\.sent)
        server.release()
        try await server.wait { record in
            zip(record.connections, before).allSatisfy { $0.isHolding || $0.end != nil || $0.sent > $1 }
        }
    }

    /// RFC 9112 §9.2.
    @Test(arguments: Event.allCases, [HTTPMethod.get, .post, .put])
    func bytesOnAnIdleConnectionAreNoResponse(event: Event, method: HTTPMethod) async throws {
        let server = try server(event)
        let first = Task { try await send(server.endpoint("/kept", method: event == .body ? .head : .get)) }
        try await server.waitUntilHolding()
        server.release()
        #expect(try await first.joined.status == 200)
        try await server.waitUntilHolding()
        try await release(server)
        let readings = Locked(0)
        let body: Body =
            method == .get
            ? .none : method == .post ? .data(Data("hello".utf8)) : .stream(BodyStream("hello", readings: readings))
        #expect(try await send(server.endpoint(method: method, body: body)) == (200, "two"))
        #expect(server.record.connections.map(\.requests.count) == [1, 1])
        #expect(server.requests.last?.text == (method == .get ? "" : "hello"))
        #expect(readings.withLock { $0 } == (method == .put ? 1 : 0))
    }

    /// More than the number of times that a request is sent again.
    @Test(arguments: [Event.response, .timeout, .end])
    func noneOfManyIdleConnectionsIsUsedOnWhichSomethingArrived(event: Event) async throws {
        let server = try server(event, connections: 8)
        let calls = try (0..<8).map { _ in
            Task { [endpoint = try server.endpoint("/kept")] in try await send(endpoint).text }
        }
        try await server.waitUntilHolding(8)
        server.release()
        for call in calls { #expect(try await call.joined == "one") }
        try await server.waitUntilHolding(8)
        try await release(server)
        for _ in 0..<3 { #expect(try await send(server.endpoint()) == (200, "two")) }
        #expect(server.requests.suffix(3).map(\.connection) == [9, 9, 9])
    }

    @Test func anIdleConnectionIsUsedAgainIfNothingArrives() async throws {
        let server = try LoopbackServer { [.response(text: $0.method, to: $0)] }
        let body = BodyStream("hello", isRepeatable: true)
        for _ in 0..<5 {
            for method in [HTTPMethod.get, .head, .delete] { _ = try await send(server.endpoint(method: method)) }
            for body in [Body.none, .data(Data("hello".utf8)), .data(Data(count: 300_000)), .stream(body)] {
                #expect(try await send(server.endpoint(method: .post, body: body)).text == "POST")
            }
        }
        #expect(server.record.connections.count == 1 || CURLGuard.newConnections.isNeeded)
    }

    // MARK: One sending

    /// A server that closes the first connection when it has read the second request.
    private func forgetfulServer(_ end: ServerStep) throws -> LoopbackServer {
        try LoopbackServer { $0.connection == 1 && $0.target != "/kept" ? [end] : [.response(to: $0)] }
    }

    /// RFC 9110 §9.2.2. A route may decide otherwise than the method.
    @Test(
        arguments: [
            (HTTPMethod.post, nil, false), (.patch, nil, false), (.post, true, true), (.put, false, false),
            (.get, false, false), (.delete, nil, true), ("PURGE", nil, false),
        ] as [(HTTPMethod, Bool?, Bool)], [ServerStep.close, .reset])
    func aRequestThatAKeptConnectionLosesIsSentAgainIfItMayBe(
        _ request: (method: HTTPMethod, tag: Bool?, isAgain: Bool), end: ServerStep
    ) async throws {
        for body in [Body.none, .data(Data("hello".utf8)), .data(Data(count: 300_000))] {
            let transport = CURLTransport()
            let server = try forgetfulServer(end)
            _ = try await send(server.endpoint("/kept"), over: transport)
            var endpoint = try server.endpoint(method: request.method, body: body)
            endpoint.options.tags[RetryTag.self] = request.tag
            // Before 7.80 libcurl would send it again, so that it has a connection of its own.
            let isAlone = !request.isAgain && CURLGuard.newConnections.isNeeded
            if request.isAgain || isAlone {
                #expect(try await send(endpoint, over: transport).status == 200)
            } else {
                let error = await #expect(throws: URLError.self) { try await send(endpoint, over: transport) }
                #expect(error?.code == .networkConnectionLost)
            }
            #expect(server.requests.dropFirst().count == (request.isAgain ? 2 : 1))
            #expect(server.record.connections.dropFirst().allSatisfy { request.isAgain || isAlone || $0.received == 0 })
        }
    }

    // MARK: Early responses

    /// The forms of a response.
    enum Form: CaseIterable {
        case length, chunks, empty, rest

        func text(_ status: Int) -> String {
            let head = "HTTP/1.1 \(status) Early\r\n"
            return switch self {
            case .length: "\(head)Content-Length: 5\r\n\r\nearly"
            case .chunks: "\(head)Transfer-Encoding: chunked\r\n\r\n5\r\nearly\r\n0\r\n\r\n"
            case .empty: "\(head)Content-Length: 0\r\n\r\n"
            case .rest: "\(head)\r\nearly"
            }
        }
    }

    /// A stream that brings some bytes, and no others.
    private func endless(_ count: Int, length: Int64? = nil) -> BodyStream {
        let never = clock
        return BodyStream(length: length) {
            var rest = [Data(repeating: 1, count: count)][...]
            return {
                if let piece = rest.popFirst() { return piece }
                try await never.sleep(for: .seconds(3_600))
                return nil
            }
        }
    }

    /// RFC 9112 §9.5.
    @Test(arguments: Form.allCases, [200, 308, 413])
    func aResponseThatComesBeforeTheEndOfAStreamIsTheAnswer(form: Form, status: Int) async throws {
        let ends: [ServerStep] = [.hold, .halfClose, .close, .reset]
        for (length, end) in [(nil, ends), (1_000_000, ends)].flatMap({ length, ends in ends.map { (length, $0) } })
            as [(Int64?, ServerStep)]
        {
            // Nothing tells that chunks are complete once the connection has ended.
            if form == .chunks, status < 300, end != .hold { continue }
            // It ends with the connection, and not by a reset (RFC 9112 §8).
            if form == .rest, end == .hold || end == .reset { continue }
            let server = try LoopbackServer(onHead: { $0.target == "/a" ? [.hold, .send(form.text(status)), end] : [] })
            { [.response(text: "next", to: $0)] }
            let transport = CURLTransport()
            let endpoint = try server.endpoint(method: .post, body: .stream(endless(100_000, length: length)))
            let call = Task { try await send(endpoint, over: transport) }
            try await server.wait { $0.holding > 0 && $0.connections[0].received > 100_000 }
            server.release()
            #expect(try await call.joined == (status, form == .empty ? "" : "early"))
            // The connection whose request was cut off is not used again.
            #expect(try await send(server.endpoint("/b", method: .post), over: transport).text == "next")
            try await server.wait { $0.connections[0].end != nil }
            #expect(server.requests.map(\.target) == ["/b"] && server.record.connections.count == 2)
        }
    }

    @Test func anEarlyResponseThatIsCutShortIsNone() async throws {
        for text in [
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nearly",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nearly\r\n", "HTTP/1.1 200 OK\r\nContent-Le",
        ] {
            let server = try LoopbackServer(onHead: { _ in [.send(text), .close] }) { [.response(to: $0)] }
            let error = await #expect(throws: URLError.self) {
                try await send(server.endpoint(method: .post, body: .data(Data(count: 8_000_000))))
            }
            #expect(error?.code == .networkConnectionLost)
        }
    }

    /// A response that comes while the body is on its way does not end a request that the server goes on reading.
    @Test func aStreamGoesOnWhileItsResponseIsStreamed() async throws {
        let server = try LoopbackServer(onHead: { _ in
            [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")]
        }) { _ in [.send("5\r\nworld\r\n0\r\n\r\n")] }
        let body = BodyStream(pieces: (0..<100).map { Data(repeating: $0, count: 10_000) })
        #expect(try await send(server.endpoint(method: .post, body: .stream(body))) == (200, "helloworld"))
        #expect(server.requests.first?.body.count == 1_000_000)
        #expect(try await send(server.endpoint(method: .post, body: .data(Data(count: 9)))).text == "helloworld")
        #expect(server.record.connections.count == 1 || CURLGuard.newConnections.isNeeded)
    }

    /// The server closes the connection with bytes of the body unread, which resets it. What has arrived by then is read
    /// before more is sent. Only a reset between that look and the next sending loses the response.
    @Test(arguments: 0..<5)
    func aResponseThatComesBeforeTheServerClosesIsTheAnswer(kind: Int) async throws {
        let folder = try TemporaryFolder()
        let bytes = Data(count: 8_000_000)
        let pieces = (0..<80).map { _ in Data(count: 100_000) }
        let bodies: [Body] = [
            .data(Data(count: 60_000)), .data(bytes), .file(try folder.write(bytes)),
            .stream(BodyStream(pieces: pieces)), .stream(BodyStream(pieces: pieces, length: 8_000_000)),
        ]
        let server = try LoopbackServer(onHead: { _ in [.hold, .send(Form.length.text(200)), .close] }) {
            [.response(to: $0)]
        }
        let driver = try CURLDriver()
        let exchange = try driver.start(server.endpoint(method: .post, body: bodies[kind]))
        await driver.run { server.record.holding == 1 }
        server.release()
        // The answer and the reset arrive while nobody looks.
        try await server.wait { $0.connections.first?.end != nil }
        await driver.run { driver.ended.count == 1 }
        #expect(try exchange.outcome.get().body == .data(Data("early".utf8)))
        #expect(server.record.connections.count == 1)
    }

    /// The answer and the reset arrive between the last look and the sending, which fails.
    /// Before 7.80 libcurl does not say which connection it uses.
    @Test(.enabled(if: !CURLGuard.newConnections.isNeeded), arguments: [Form.length, .empty], [200, 413])
    func aResponseIsTheAnswerAlsoIfSendingFails(form: Form, status: Int) async throws {
        let text = (status == 413 ? "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n" : "") + form.text(status)
        let server = try LoopbackServer(onHead: { _ in [.hold, .send(text), .reset] }) { [.response(to: $0)] }
        let isArmed = Locked(false)
        // Read in the callback that takes the bytes to send.
        let clock = HookedClock {
            guard isArmed.withLock({ $0 }) else { return }
            isArmed.withLock { $0 = false }
            server.release()
            while server.record.connections.first?.end == nil { usleep(100) }
        }
        let context = CallContext(clock: clock) { _ in isArmed.withLock { $0 = server.record.holding == 1 } }
        let driver = try CURLDriver()
        let body = Body.data(Data(count: 30_000_000))
        let exchange = try driver.start(server.endpoint(method: .post, body: body), context)
        await driver.run { driver.ended.count == 1 }
        let answer = try exchange.outcome.get()
        #expect(answer.status == status && answer.body == (form == .empty ? .none : .data(Data("early".utf8))))
        #expect(server.record.connections.count == 1)
    }

    @Test(arguments: ["HTTP/1.1 413 A\r\nContent-Length: 9\r\n\r\nearly", "HTTP/1.1 413 A\r\nContent-Le", "x\r\n\r\n"])
    func aPartOfAResponseIsNoAnswerIfSendingFails(text: String) async throws {
        let server = try LoopbackServer(onHead: { _ in [.hold, .send(text), .reset] }) { [.response(to: $0)] }
        let call = Task {
            try await send(server.endpoint(method: .post, body: .stream(BodyStream { { Data(count: 100_000) } })))
        }
        try await server.wait { $0.holding > 0 && $0.connections[0].received > 100_000 }
        server.release()
        await #expect(throws: URLError.self) { try await call.joined }
    }
}

/// The continuous clock, which calls a closure at each reading.
private struct HookedClock: Clock {
    typealias Instant = ContinuousClock.Instant

    let hook: @Sendable () -> Void
    let minimumResolution = Duration.zero

    var now: Instant {
        hook()
        return ContinuousClock().now
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await Task.sleep(until: deadline, clock: .continuous)
    }
}
#endif
