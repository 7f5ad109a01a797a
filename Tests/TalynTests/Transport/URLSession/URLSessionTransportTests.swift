import Foundation
import Testing

@testable import Talyn

/// The behavior of the URLSession transport only; TalynConformance has the scenarios for every transport.
@Suite("URLSession", .timeLimit(.minutes(5)))
struct URLSessionTransportTests {
    private let transport = URLSessionTransport()
    private let clock = TestClock(isManual: true)

    @Test("Its session keeps nothing, and leaves timeouts to the provider's clock")
    func theSessionKeepsNothing() {
        _ = URLSessionTransport { configuration in
            #expect(configuration.urlCache == nil && configuration.urlCredentialStorage == nil)
            #expect(configuration.httpCookieStorage == nil)
            #expect(configuration.requestCachePolicy == .reloadIgnoringLocalCacheData)
            #expect(configuration.timeoutIntervalForRequest > 86_400)
            #expect(configuration.timeoutIntervalForResource > 86_400)
        }
    }

    #if canImport(FoundationNetworking)
    @Test("Without a store, no call looks for cookies")
    func withoutAStoreNoCallLooksForCookies() throws {
        let transports = [
            URLSessionTransport(), try URLSessionTransport(NetworkConfiguration()),
            URLSessionTransport {
                $0.httpCookieStorage = URLSessionConfiguration.ephemeral.httpCookieStorage
                $0.httpCookieStorage = nil
            },
        ]
        for transport in transports {
            #expect(!transport.session.configuration.httpShouldSetCookies)
            #expect(transport.session.configuration.httpCookieAcceptPolicy == .never)
        }
    }
    #endif

    @Test("A cookie store that is set is used")
    func aCookieStoreThatIsSetIsUsed() async throws {
        let server = try LoopbackServer { [.response(headers: ["Set-Cookie": "a=1"], text: "x", to: $0)] }
        let transport = URLSessionTransport {
            $0.httpCookieStorage = URLSessionConfiguration.ephemeral.httpCookieStorage
        }
        for _ in 0..<2 { _ = try await transport.send(server.endpoint(), context: CallContext(clock: clock)) }
        let cookies = server.requests.map { $0.headers["Cookie"] }
        #expect(cookies == [nil, "a=1"])
    }

    @Test("A GET or HEAD with a body is refused by name before it is sent", arguments: [HTTPMethod.get, .head])
    func aGETWithABodyIsRefused(method: HTTPMethod) async throws {
        let server = try LoopbackServer { [.response(text: "ok", to: $0)] }
        let isRead = Locked(false)
        let stream = BodyStream {
            isRead.withLock { $0 = true }
            return { nil }
        }
        let folder = try TemporaryFolder()
        let file = try folder.write(Data("a".utf8))
        for body in [Body.data(Data("a".utf8)), .file(file), .stream(stream)] {
            let endpoint = try server.endpoint(method: method, body: body)
            let error = await #expect(throws: RequestError.self) {
                try await transport.send(endpoint, context: CallContext(clock: clock))
            }
            #expect(error?.category == .invalidRequest)
            let reason = error?.reason ?? ""
            #expect(reason.contains("\(method) cannot carry a body"))
        }
        let wasRead = isRead.withLock { $0 }
        #expect(server.record.connections.isEmpty && !wasRead)
        for body in [Body.none, .data(Data())] {
            let endpoint = try server.endpoint(method: method, body: body)
            _ = try await transport.send(endpoint, context: CallContext(clock: clock))
        }
        #expect(server.requests.count == 2)
    }

    @Test("A queued call is not idle while its host responds to others, and is otherwise")
    func waitingForAConnectionIsNotIdle() async throws {
        let server = try LoopbackServer { [.hold, .response(text: "done", to: $0)] }
        let transport = URLSessionTransport { $0.httpMaximumConnectionsPerHost = 1 }
        let endpoint = try server.endpoint()
        let done = Locked(0)
        var calls: [Task<Int, any Error>] = []
        for index in 0..<3 {
            calls.append(
                Task { [clock] in
                    let status = try await transport.send(endpoint, context: CallContext(clock: clock)).statusCode
                    done.withLock { $0 += 1 }
                    return status
                })
            // The first one has the connection before the others begin, and each waits before the next one begins.
            await until { [clock] in clock.sleeping > index && server.record.holding > 0 }
        }
        // One call has the connection; time advances almost to its timeout; it gets its response, and the next call the
        // connection.
        for number in 1...2 {
            try await server.waitUntilHolding()
            await until { [clock] in clock.sleeping > 0 }
            clock.advance(by: .seconds(9))
            let answered = server.record.connections.reduce(0) { $0 + $1.holds }
            server.release()
            try await server.wait { $0.connections.reduce(0) { $0 + $1.holds } > answered }
            await until { done.withLock { $0 } == number }
        }
        // The third call was queued for 18 seconds with a timeout of ten. It has its connection now, and nothing
        // arrives.
        #expect(server.requests.count == 3)
        let ended = Locked(false)
        Task { [calls] in
            for call in calls { _ = await call.result }
            ended.withLock { $0 = true }
        }
        await until { [clock] in
            if clock.sleeping > 0 { clock.advance(by: .seconds(1)) }
            return ended.withLock { $0 }
        }
        var results: [String] = []
        for call in calls {
            do { results.append("\(try await call.joined)") } catch {
                results.append("\((error as? URLError)?.code == .timedOut ? "timed out" : "\(error)")")
            }
        }
        #expect(results.sorted() == ["200", "200", "timed out"])
    }

    @Test("A released stream frees its connection")
    func aStreamNobodyReadsGivesItsConnectionUp() async throws {
        let server = try LoopbackServer { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\nhalf "), .hold]
        }
        do {
            let response = try await transport.send(
                server.endpoint(), context: CallContext(delivery: .stream, clock: clock))
            var pieces = try response.stream.makeAsyncIterator()
            #expect(try await pieces.next() == Data("half ".utf8))
        }
        try await server.waitUntilConnectionsEnd()
        #expect(server.record.connections.allSatisfy { [.clientClosed, .clientReset].contains($0.end) })
    }

    @Test("Cancelling the reader of a stream ends the transfer")
    func cancellingTheReaderEndsTheTransfer() async throws {
        let server = try LoopbackServer { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\nhalf "), .hold]
        }
        let endpoint = try server.endpoint()
        let reading = Task { [transport, clock] in
            let response = try await transport.send(endpoint, context: CallContext(delivery: .stream, clock: clock))
            return try await response.stream.collect(upTo: .max)
        }
        try await server.waitUntilHolding()
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.joined }
        try await server.waitUntilConnectionsEnd()
    }

    @Test("A reader slower than the server gets every byte", arguments: [1, 5_000_000])
    func aSlowReaderGetsEveryByte(size: Int) async throws {
        let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) })
        let server = try LoopbackServer { [.response(body: bytes, to: $0), .hold] }
        let response = try await transport.send(
            server.endpoint(), context: CallContext(delivery: .stream, clock: clock))
        // Without back-pressure the server has sent everything before the reader starts.
        #if canImport(FoundationNetworking)
        try await server.waitUntilHolding()
        #endif
        #expect(try await response.stream.collect(upTo: .max) == bytes)
    }

    @Test("A stalled stream ends by its timeout, after the received bytes", arguments: [BodyDelivery.stream])
    func aStalledStreamEnds(delivery: BodyDelivery) async throws {
        let server = try LoopbackServer { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\nhalf "), .hold]
        }
        let response = try await transport.send(
            server.endpoint(), context: CallContext(delivery: delivery, clock: clock))
        var pieces = try response.stream.makeAsyncIterator()
        #expect(try await pieces.next() == Data("half ".utf8))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(10))
        let error = await #expect(throws: URLError.self) { try await pieces.next() }
        #expect(error?.code == .timedOut)
    }

    @Test("A streamed body is sent with its length, from memory and from a file", arguments: [3, 3_000_000])
    func aStreamedBodyHasALength(size: Int) async throws {
        let server = try LoopbackServer { [.response(text: "\($0.body.count)", to: $0)] }
        let body = BodyStream {
            var rest = size
            return {
                defer { rest -= min(rest, 100_000) }
                return rest > 0 ? Data(count: min(rest, 100_000)) : nil
            }
        }
        let response = try await transport.send(
            server.endpoint(method: .post, body: .stream(body)), context: CallContext(clock: clock))
        #expect(response.data == Data("\(size)".utf8))
        let request = try #require(server.requests.first)
        #expect(request.headers["Content-Length"] == "\(size)")
        #expect(!request.headers.contains("Transfer-Encoding"))
    }

    @Test("A streamed body that never arrives ends by the timeout, and nothing is sent")
    func aBodyThatNeverComesEnds() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        let never = TestClock(isManual: true)
        let body = BodyStream {
            {
                try await never.sleep(for: .seconds(3600))
                return nil
            }
        }
        let endpoint = try server.endpoint(method: .post, body: .stream(body))
        let call = Task { [transport, clock] in try await transport.send(endpoint, context: CallContext(clock: clock)) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(10))
        let error = await #expect(throws: URLError.self) { try await call.joined }
        #expect(error?.code == .timedOut)
        #expect(server.record.connections.isEmpty)
        // The body is asked for no longer.
        await until { never.sleeping == 0 }
    }

    @Test("A file that cannot be sent fails with its own error, and nothing is sent")
    func aFileThatCannotBeSent() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        let folder = FileManager.default.temporaryDirectory
        let places = [
            (folder.appendingPathComponent("talyn-no-such-file"), URLError.Code.fileDoesNotExist),
            (folder, .fileIsDirectory), (try #require(URL(string: "https://example.com/a")), .fileDoesNotExist),
            (URL(fileURLWithPath: "/dev/zero"), .noPermissionsToReadFile),
        ]
        for (place, code) in places {
            let endpoint = try server.endpoint(method: .put, body: .file(place))
            let error = await #expect(throws: URLError.self) {
                try await transport.send(endpoint, context: CallContext(clock: clock))
            }
            #expect(error?.code == code)
        }
        #expect(server.record.connections.isEmpty)
    }

    @Test("A cancelled or rejected upload from a file ends without affecting others", arguments: [true, false])
    func anUploadThatEndsEarly(isCancelled: Bool) async throws {
        let server = try LoopbackServer(onHead: { _ in isCancelled ? [.hold] : [.reset] }) { [.response(to: $0)] }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(count: 3_000_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let endpoint = try server.endpoint(method: .put, body: .file(file))
        for _ in 0..<50 {
            let call = Task { [transport, clock] in
                try await transport.send(endpoint, context: CallContext(clock: clock))
            }
            if isCancelled {
                try await server.waitUntilHolding()
                call.cancel()
                await #expect(throws: CancellationError.self) { try await call.joined }
                try await server.wait { $0.open == 0 }
            } else {
                await #expect(throws: URLError.self) { try await call.joined }
            }
        }
    }

    @Test("A queued call times out eventually, however many others get responses")
    func aCallIsIdleInTheEnd() async throws {
        let server = try LoopbackServer { $0.path == "/silent" ? [.hold] : [.response(text: "done", to: $0)] }
        let transport = URLSessionTransport { $0.httpMaximumConnectionsPerHost = 2 }
        let silent = try server.endpoint("/silent")
        let busy = try server.endpoint()
        // More calls than connections, and one connection is left to them.
        let others = (0..<4).map { _ in
            Task { [clock] in
                while !Task.isCancelled { _ = try? await transport.send(busy, context: CallContext(clock: clock)) }
            }
        }
        defer { for other in others { other.cancel() } }
        try await server.waitForRequests(4)
        let call = Task { [clock] in try await transport.send(silent, context: CallContext(clock: clock)) }
        let ended = Locked(false)
        Task {
            _ = await call.result
            ended.withLock { $0 = true }
        }
        try await server.wait { record in record.requests.contains { $0.path == "/silent" } }
        for _ in 0..<100 where !ended.withLock({ $0 }) {
            // As many calls as were ahead, and more, get responses before each timeout.
            try await server.waitForRequests(server.requests.count + 12)
            await clock.waitForSleepers()
            clock.advance(by: .seconds(10))
            for _ in 0..<1000 where !ended.withLock({ $0 }) { await Task.yield() }
        }
        #expect(ended.withLock { $0 }, "it lives on as long as others are answered")
        call.cancel()
        let error = await #expect(throws: URLError.self) { try await call.joined }
        #expect(error?.code == .timedOut)
    }

    @Test(
        "The earlier one of timeout and deadline ends a call",
        arguments: [
            (Duration?.none, Duration?(.seconds(5)), "the deadline has passed"),
            (.seconds(10), .seconds(5), "the deadline has passed"),
            (.seconds(5), .seconds(10), "no response within 5.0 s"), (.seconds(5), nil, "no response within 5.0 s"),
        ])
    func theEarlierLimitCounts(timeout: Duration?, deadline: Duration?, text: String) async throws {
        let server = try LoopbackServer { _ in [.hold] }
        var endpoint = try server.endpoint()
        (endpoint.options.timeout, endpoint.options.deadline) = (timeout, deadline)
        let (limited, context) = (endpoint, CallContext(clock: clock))
        let ended = Locked(false)
        let call = Task { [transport] in
            defer { ended.withLock { $0 = true } }
            return try await transport.send(limited, context: context).statusCode
        }
        try await server.waitUntilHolding()
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(4_999))
        for _ in 0..<100 { await Task.yield() }
        #expect(!ended.withLock { $0 })
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(1))
        let error = await #expect(throws: URLError.self) { try await call.joined }
        #expect(error?.code == .timedOut && error?.localizedDescription == text)
    }

    // The longest duration: 2^127 − 1 attoseconds.
    static let longest =
        Duration.seconds(Int64.max) * 18
        + Duration(secondsComponent: 4_120_486_797_083_267_205, attosecondsComponent: 687_303_715_884_105_727)

    @Test("The shortest duration has passed and does not trap")
    func aTimeBeforeAllTimes() async throws {
        let server = try LoopbackServer { _ in [.hold] }
        for isDeadline in [false, true] {
            var options = CallOptions()
            if isDeadline { options.deadline = .zero - Self.longest } else { options.timeout = .zero - Self.longest }
            var endpoint = try server.endpoint()
            endpoint.options = options
            let sent = endpoint
            let context = CallContext(clock: clock)
            clock.advance(by: .seconds(1))
            let error = await #expect(throws: URLError.self) { try await transport.send(sent, context: context) }
            #expect(error?.code == .timedOut)
        }
    }

    @Test(
        "The longest duration does not trap",
        arguments: [
            longest, .seconds(Int64.max),
        ])
    func aTimeAtTheEndOfItsType(time: Duration) async throws {
        let server = try LoopbackServer { [.response(text: "fine", to: $0)] }
        var endpoint = try server.endpoint()
        (endpoint.options.timeout, endpoint.options.deadline) = (time, time)
        let context = CallContext(clock: clock)
        clock.advance(by: .seconds(1))
        let response = try await transport.send(endpoint, context: context)
        #expect(response.statusCode == 200)
    }

    @Test("Breaking out of a stream ends the transfer, although the response is kept")
    func breakingOutEndsTheTransfer() async throws {
        let server = try LoopbackServer { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\nhalf "), .hold]
        }
        let response = try await transport.send(
            server.endpoint(), context: CallContext(delivery: .stream, clock: clock))
        for try await _ in try response.stream { break }
        try await server.waitUntilConnectionsEnd()
        #expect(response.statusCode == 200)
    }

    @Test(
        "A POST without a type is sent as bytes, and no other body gets a type",
        arguments: [(HTTPMethod.post, String?("application/octet-stream")), (.put, nil)])
    func aPostWithoutATypeIsBytes(method: HTTPMethod, type: String?) async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        let bodies = [Body.data(Data("a".utf8)), .stream(BodyStream("a", isRepeatable: true))]
        for body in bodies {
            _ = try await transport.send(
                server.endpoint(method: method, body: body), context: CallContext(clock: clock))
        }
        #expect(server.requests.map { $0.headers["Content-Type"] } == [type, type])
        #expect(server.requests.map(\.text) == ["a", "a"])
    }

    @Test("Schemes are case-insensitive")
    func aSchemeHasNoCase() async throws {
        let server = try LoopbackServer { [.response(text: "fine", to: $0)] }
        let url = try #require(URL(string: "HTTP://127.0.0.1:\(server.port)/a"))
        let response = try await transport.send(Endpoint(url: url), context: CallContext(clock: clock))
        #expect(response.data == Data("fine".utf8))
    }

    @Test("Nothing is kept between calls: no cookies, cached responses or credentials")
    func nothingIsKept() async throws {
        let server = try LoopbackServer {
            [.response(headers: ["Set-Cookie": "a=1", "Cache-Control": "max-age=3600"], text: "x", to: $0)]
        }
        for _ in 0..<2 { _ = try await transport.send(server.endpoint(), context: CallContext(clock: clock)) }
        #expect(server.requests.count == 2)
        #expect(server.requests.allSatisfy { !$0.headers.contains("Cookie") && !$0.headers.contains("Authorization") })
    }

    @Test("Connections end with their transport")
    func itsConnectionsEndWithIt() async throws {
        let server = try LoopbackServer { [.response(text: "fine", to: $0)] }
        var transport: URLSessionTransport? = URLSessionTransport()
        _ = try await transport?.send(server.endpoint(), context: CallContext(clock: clock))
        #expect(server.record.open == 1)
        transport = nil
        try await server.waitUntilConnectionsEnd()
    }

    @Test("A stream outlives its transport")
    func aStreamOutlivesItsTransport() async throws {
        let server = try LoopbackServer { _ in
            [
                .send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\nhalf "), .hold,
                .send("whole"),
            ]
        }
        var transport: URLSessionTransport? = URLSessionTransport()
        let response = try #require(
            try await transport?.send(server.endpoint(), context: CallContext(delivery: .stream, clock: clock)))
        transport = nil
        try await server.waitUntilHolding()
        server.release()
        #expect(try await response.stream.collect(upTo: .max) == Data("half whole".utf8))
    }
}
