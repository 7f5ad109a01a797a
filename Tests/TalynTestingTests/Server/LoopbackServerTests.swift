import Foundation
import Talyn
import Testing

@testable import TalynTesting

@Suite(.timeLimit(.minutes(5))) struct LoopbackServerTests {
    @Test func theBytesOfAScriptAreSentAsTheyAre() async throws {
        let server = try LoopbackServer { _ in [.send("HTTP/1.1 299 \u{FC}\r\n"), .send("\r\nrest"), .close] }
        let client = try RawClient(server)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        let answer = await client.read()
        #expect(answer.text == "HTTP/1.1 299 \u{FC}\r\n\r\nrest")
        #expect(answer.ended && !answer.isReset)
    }

    @Test func theHeadIsKeptAsItCame() async throws {
        let server = try LoopbackServer { _ in [.close] }
        let client = try RawClient(server)
        let head = "GeT /a/../b?x=%20 HTTP/1.0\r\nhost: h\r\nX-b:1\r\nX-A:  2 \r\nx-B: 3\r\n\r\n"
        await client.send(head)
        _ = await client.read()
        let request = try #require(server.requests.first)
        #expect(request.headText == head)
        #expect(request.method == "GeT" && request.target == "/a/../b?x=%20" && request.path == "/a/../b")
        #expect(request.version == "HTTP/1.0" && request.connection == 1 && request.problem == nil)
        #expect(request.headers.fields.map { "\($0.name)=\($0.value)" } == ["host=h", "X-b=1", "X-A=2", "x-B=3"])
    }

    @Test(arguments: [1, 3, 7, 1000])
    func aBodyIsReadByItsLengthOrOutOfItsChunksHoweverItIsCutUp(_ size: Int) async throws {
        let server = try LoopbackServer { _ in [.send("ok")] }
        let client = try RawClient(server)
        let text = """
            POST /1 HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello\
            PUT /2 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nwor\r\n2\r\nld\r\n0\r\nX-Sum: 9\r\n\r\n\
            \r\nGET /3 HTTP/1.1\r\n\r\n
            """
        let bytes = Data(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            await client.send(bytes[start..<min(start + size, bytes.count)])
        }
        #expect(await client.read(6).text == "okokok")
        #expect(server.requests.map(\.target) == ["/1", "/2", "/3"])
        #expect(server.requests.map(\.text) == ["hello", "world", ""])
        #expect(server.requests[1].trailers["x-sum"] == "9")
        #expect(server.record.connections.count == 1)
    }

    @Test(arguments: [
        "\u{16}\u{03}\u{01}garbage", "nonsense\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\n",
        "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
        "GET /\(String(repeating: "x", count: 2_000_000))",
    ])
    func garbageIsRecordedAndEndsTheConnection(_ garbage: String) async throws {
        let server = try LoopbackServer { request in [.send(request.problem == nil ? "fine" : "bad")] }
        let client = try RawClient(server)
        await client.send(garbage)
        #expect(await client.read().text.hasPrefix("bad"))
        try await server.waitUntilConnectionsEnd()
        #expect(server.requests.count == 1)
        #expect(server.requests.first?.problem != nil)
        #expect(server.requests.first?.head.isEmpty == false)
    }

    @Test func aHoldLastsUntilItIsReleased() async throws {
        let server = try LoopbackServer { _ in [.send("a"), .hold, .send("b"), .hold, .close] }
        let client = try RawClient(server)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        for text in ["a", "b"] {
            #expect(await client.read(1).text == text)
            try await server.waitUntilHolding()
            server.release()
        }
        #expect(await client.read().ended)
        #expect(server.record.connections.map(\.holds) == [2])
        #expect(server.record.connections.map(\.sent) == [2])
    }

    @Test func aReleasedConnectionIsHeldNoMoreAtOnce() async throws {
        let server = try LoopbackServer { _ in [.hold, .send("x")] }
        let client = try RawClient(server)
        try await server.wait { $0.open == 1 }
        #expect(server.record.holding == 0)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        try await server.waitUntilHolding()
        #expect(server.record.holding == 1 && server.record.open == 1)
        server.release()
        #expect(server.record.holding == 0)
        #expect(await client.read(1).text == "x")
        #expect(server.record.holding == 0 && server.record.open == 1)
    }

    @Test func oneConnectionIsReleasedByItsNumber() async throws {
        let server = try LoopbackServer(greeting: [.hold, .send("x"), .close]) { _ in [] }
        let (first, second) = (try RawClient(server), try RawClient(server))
        try await server.waitUntilHolding(2)
        server.release(connection: 2)
        let numbers = server.record.connections.map(\.number)
        #expect(numbers == [1, 2])
        try await server.wait { $0.connections[1].end == .closed }
        #expect(server.record.holding == 1)
        server.release()
        #expect(await first.read().text == "x")
        #expect(await second.read().text == "x")
    }

    @Test func aClientThatGoesAwayEndsAHold() async throws {
        let server = try LoopbackServer { _ in [.hold] }
        for goAway in [RawClient.close, RawClient.reset] {
            let client = try RawClient(server)
            await client.send("GET / HTTP/1.1\r\n\r\n")
            try await server.waitUntilHolding()
            goAway(client)()
            try await server.waitUntilConnectionsEnd()
        }
        #expect(server.record.connections.map(\.end) == [.clientClosed, .clientReset])
        #expect(server.record.holding == 0)
    }

    @Test func aConnectionEndsAsTheScriptSays() async throws {
        for (step, isReset) in [(ServerStep.close, false), (.halfClose, false), (.reset, true)] {
            let server = try LoopbackServer { _ in [.send("x"), .hold, step] }
            let client = try RawClient(server)
            await client.send("GET / HTTP/1.1\r\n\r\n")
            #expect(await client.read(1).text == "x")
            try await server.waitUntilHolding()
            server.release()
            let answer = await client.read()
            #expect(answer.ended)
            #expect(answer.isReset == isReset)
            client.close()
            try await server.waitUntilConnectionsEnd()
            let end: ConnectionRecord.End = step == .close ? .closed : step == .reset ? .reset : .clientClosed
            #expect(server.record.connections.map(\.end) == [end])
        }
    }

    @Test func aHalfClosedConnectionStillHearsTheClient() async throws {
        let server = try LoopbackServer(greeting: [.send("bye"), .halfClose]) { _ in [] }
        let client = try RawClient(server)
        #expect(await client.read().text == "bye")
        await client.send("GET /late HTTP/1.1\r\n\r\n")
        try await server.waitForRequests()
        #expect(server.requests.first?.target == "/late")
    }

    @Test func aClientThatClosesItsHalfStillGetsItsAnswer() async throws {
        let server = try LoopbackServer { _ in [.send("answer")] }
        let client = try RawClient(server)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        client.halfClose()
        let answer = await client.read()
        #expect(answer.text == "answer" && answer.ended)
    }

    @Test func aHeadMayBeAnsweredBeforeItsBody() async throws {
        let server = try LoopbackServer(onHead: { _ in [.send("early")] }, respond: { _ in [.send("late"), .close] })
        let client = try RawClient(server)
        await client.send("PUT / HTTP/1.1\r\nContent-Length: 2\r\n\r\n")
        #expect(await client.read(5).text == "early")
        await client.send("ab")
        #expect(await client.read().text == "late")
    }

    @Test func continueIsSentWhereItIsExpected() async throws {
        let server = try LoopbackServer { _ in [.close] }
        let client = try RawClient(server)
        await client.send("PUT / HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n")
        #expect(await client.read(25).text == "HTTP/1.1 100 Continue\r\n\r\n")
        await client.send("ab")
        #expect(await client.read().ended)
        #expect(server.requests.map(\.text) == ["ab"])
    }

    @Test func aBodyThatStopsIsKept() async throws {
        let server = try LoopbackServer { _ in [] }
        let client = try RawClient(server)
        await client.send("PUT /up HTTP/1.1\r\nContent-Length: 10\r\n\r\nhalf")
        client.close()
        try await server.waitUntilConnectionsEnd()
        let connection = try #require(server.record.connections.first)
        #expect(connection.unfinished?.target == "/up" && connection.unfinished?.text == "half")
        #expect(connection.requests.isEmpty && server.requests.isEmpty)
    }

    @Test func bytesThatAreNoRequestYetAreKept() async throws {
        let server = try LoopbackServer { _ in [] }
        let client = try RawClient(server)
        await client.send("GET /half HT")
        client.close()
        try await server.waitUntilConnectionsEnd()
        #expect(server.record.connections.map(\.unparsed) == [Data("GET /half HT".utf8)])
        #expect(server.record.connections.map(\.received) == [12])
    }

    @Test func aClientThatGoesAwayMidwayThroughALargeAnswerIsNoHarm() async throws {
        let server = try LoopbackServer { _ in [.send(Data(count: 20_000_000)), .close] }
        let client = try RawClient(server)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        #expect(await client.read(1000).ended == false)
        client.close()
        try await server.waitUntilConnectionsEnd()
        #expect([.clientReset, .clientClosed].contains(server.record.connections.first?.end))
        let next = try RawClient(server)
        await next.send("GET / HTTP/1.1\r\n\r\n")
        #expect(await next.read().text.utf8.count == 20_000_000)
    }

    @Test func aClientThatClosedItsHalfMayGoAwayMidwayToo() async throws {
        let server = try LoopbackServer { _ in [.send(Data(count: 20_000_000)), .close] }
        let client = try RawClient(server)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        client.halfClose()
        #expect(await client.read(1000).ended == false)
        client.close()
        try await server.waitUntilConnectionsEnd()
        #expect([.clientReset, .clientClosed].contains(server.record.connections.first?.end))
    }

    @Test func eachOfSeveralWaitsEnds() async throws {
        let server = try LoopbackServer { _ in [] }
        let asked = Locked(0)
        let waits = (0..<3).map { _ in
            Task {
                try await server.wait { record in
                    asked.withLock { $0 += 1 }
                    return record.requests.count == 1
                }
            }
        }
        // A condition is evaluated first when its wait begins.
        while asked.withLock({ $0 < 3 }), !Task.isCancelled { await Task.yield() }
        let client = try RawClient(server)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        for wait in waits { try await wait.value }
        client.close()
    }

    @Test func waitingEndsWithTheServer() async throws {
        let server = try LoopbackServer { _ in [.hold] }
        let waiting = Task { try await server.waitForRequests() }
        let client = try RawClient(server)
        try await server.wait { $0.open == 1 }
        server.stop()
        await #expect(throws: LoopbackServer.Stopped.self) { try await waiting.value }
        await #expect(throws: LoopbackServer.Stopped.self) { try await server.waitForRequests() }
        // Received data needs no waiting.
        try await server.wait { $0.connections.map(\.end) == [.stopped] }
        #expect(await client.read().ended)
        server.stop()
    }

    @Test func waitingEndsWithItsTask() async throws {
        let server = try LoopbackServer { _ in [] }
        let waiting = Task { try await server.waitForRequests() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func aCancelledTaskDoesNotWaitEvenIfItsConditionHolds() async throws {
        let server = try LoopbackServer { _ in [] }
        let waiting = Task {
            while !Task.isCancelled { await Task.yield() }
            try await server.wait { _ in true }
        }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func everythingHasEndedWhenAStopReturns() async throws {
        for _ in 0..<20 {
            let server = try LoopbackServer(greeting: [.hold]) { _ in [] }
            let clients = try (0..<5).map { _ in try RawClient(server) }
            try await server.waitUntilHolding(5)
            server.stop()
            #expect(server.record.connections.map(\.end) == Array(repeating: .stopped, count: 5))
            #expect(server.record.holding == 0)
            for client in clients { client.close() }
        }
    }

    @Test func aStoppedServerLeavesItsDescriptorsToOthers() throws {
        let server = try LoopbackServer { _ in [] }
        server.stop()
        // The system gives the lowest free descriptors first: those of the server.
        let sockets = try (0..<16).map { _ in try SystemSocket.pair() }.flatMap { [$0.0, $0.1] }
        defer { for socket in sockets { socket.discard() } }
        server.stop()
        for socket in sockets {
            guard case .nothingYet = socket.read() else {
                Issue.record("the server wrote to a descriptor that it had closed")
                return
            }
        }
    }

    @Test func aScriptMayStopItsServer() async throws {
        let box = Locked<LoopbackServer?>(nil)
        let server = try LoopbackServer { _ in
            box.withLock { $0 }?.stop()
            return [.send("never")]
        }
        box.withLock { $0 = server }
        let client = try RawClient(server)
        await client.send("GET / HTTP/1.1\r\n\r\n")
        let answer = await client.read()
        #expect(answer.ended)
        box.withLock { $0 = nil }
    }

    @Test func aServerThatIsReleasedStops() async throws {
        var server: LoopbackServer? = try LoopbackServer(greeting: [.hold]) { _ in [] }
        let client = try RawClient(try #require(server))
        server = nil
        #expect(await client.read().ended)
    }

    @Test(arguments: [
        (100, false), (101, false), (199, false), (204, false), (205, false), (304, false), (200, true), (305, true),
    ])
    func aResponseHasABodyWhereHTTPAllowsOne(_ status: Int, _ hasBody: Bool) {
        guard case .send(let data) = ServerStep.response(status, text: "abc") else { return }
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        #expect(text.contains("\r\nContent-Length: 3\r\n") == hasBody && text.hasSuffix("\r\n\r\nabc") == hasBody)
    }

    @Test func theWellFormedResponseSuitsTheRequest() {
        func text(_ step: ServerStep) -> String {
            if case .send(let data) = step { String(decoding: data, as: UTF8.self) } else { "" }
        }
        var head = ReceivedRequest(connection: 1, head: Data())
        head.method = "HEAD"
        #expect(text(.response(text: "abc")).hasSuffix("Content-Length: 3\r\n\r\nabc"))
        #expect(text(.response(text: "abc", to: head)).hasSuffix("Content-Length: 3\r\n\r\n"))
        #expect(text(.response(204, headers: ["X-A": "b"], text: "abc")).hasSuffix("\r\nX-A: b\r\n\r\n"))
        #expect(text(.response(304, text: "abc")).hasPrefix("HTTP/1.1 304 "))
        // RFC 9110, section 15.3.6: a length of zero, because a 205 without one has a body to the end of the connection.
        #expect(text(.response(205, text: "abc")).hasSuffix("Content-Length: 0\r\n\r\n"))
    }

    @Test func aRefusingPortIsDistinctFromEveryServer() async throws {
        let port = try RefusingPort()
        let server = try LoopbackServer { _ in [] }
        #expect(port.port != server.port && port.port > 0)
    }

    @Test func urlSessionUnderstandsIt() async throws {
        let server = try LoopbackServer { request in [.response(text: request.text, to: request)] }
        for round in 1...3 {
            let endpoint = Endpoint(.post, url: server.url, body: .data(Data("round \(round)".utf8)))
            let response = try await URLSessionTransport.shared.send(endpoint, context: CallContext())
            #expect(response.data == Data("round \(round)".utf8))
        }
        #expect(server.requests.map(\.text) == ["round 1", "round 2", "round 3"])
    }
}

// In a separate process, whose descriptors nothing else opens.
#if compiler(>=6.2) && os(Linux)
extension LoopbackServerTests {
    @Test func manyServersAndConnectionsLeaveNoDescriptor() async throws {
        await #expect(processExitsWith: .success) {
            try await LoopbackServerTests.expectFewMoreDescriptors {
                for _ in 0..<100 {
                    let server = try LoopbackServer(greeting: [.send("x")]) { _ in [] }
                    let clients = try (0..<5).map { _ in try RawClient(server) }
                    try await server.wait { $0.connections.count == 5 }
                    server.stop()
                    for client in clients { client.close() }
                }
            }
        }
    }

    @Test func aServerWithoutClientsLeavesNoDescriptorEither() async throws {
        await #expect(processExitsWith: .success) {
            try await LoopbackServerTests.expectFewMoreDescriptors {
                for _ in 0..<100 { try LoopbackServer { _ in [] }.stop() }
            }
        }
    }

    /// Expects that work leaves a tenth of a hundred descriptors at most: those that are just being closed.
    private static func expectFewMoreDescriptors(after work: () async throws -> Void) async throws {
        func open() -> Int { (0..<4096).reduce(0) { $0 + (fcntl($1, F_GETFD) >= 0 ? 1 : 0) } }
        let before = open()
        try await work()
        #expect(open() - before < 10)
    }
}
#endif
