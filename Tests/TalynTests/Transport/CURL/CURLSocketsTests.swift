#if os(Linux)
import Foundation
import Testing

@testable import Talyn

@Suite(.timeLimit(.minutes(5))) struct CURLSocketsTests {
    // The events of epoll(7).
    private let incoming = 1
    private let both = 5

    @Test func theSocketOfAConnectionIsWatchedUntilItIsClosed() async throws {
        let server = try LoopbackServer {
            $0.connection == 1 ? [.hold, .response(to: $0), .hold, .close] : [.hold, .response(to: $0)]
        }
        let driver = try CURLDriver()
        #expect(driver.multi.sockets.timeLeft == -1 && driver.multi.sockets.nextTime == .max)
        #expect(!driver.multi.sockets.takeAction() && driver.watched.isEmpty)
        try driver.start(server.endpoint())
        #expect(driver.multi.sockets.timeLeft == 0)
        await driver.run { server.record.holding == 1 && driver.watched.values.first == incoming }
        let socket = try #require(driver.watched.keys.first)
        #expect(fcntl(socket, F_GETFD) & FD_CLOEXEC != 0)
        var (isKeptAlive, size) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
        #expect(getsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &isKeptAlive, &size) == 0 && isKeptAlive != 0)
        server.release()
        await driver.run { driver.ended.count == 1 }
        // Idle: a byte or the end would arrive.
        #expect(driver.watched == [socket: incoming])
        try await server.waitUntilHolding()
        server.release()
        // The server has closed it: libcurl is not asked, and epoll does not tell it again and again.
        await driver.run { driver.watched.isEmpty }
        #expect(driver.multi.isIdle)
        try driver.start(server.endpoint())
        await driver.run { server.record.holding == 1 && driver.watched.values.first == incoming }
        #expect(driver.watched.count == 1 && server.record.connections.count == 2)
        server.release()
        await driver.run { driver.ended.count == 2 }
        #expect(driver.watched.count == 1)
    }

    @Test func aSocketThatIsNotKnownIsAwaited() throws {
        let driver = try CURLDriver()
        #expect(driver.multi.sockets.isAwaited(-1, CURLPoll.incoming) { 0 })
        #expect(driver.multi.sockets.isAwaited(-1, CURLPoll.outgoing) { 0 })
        #expect(driver.watched.isEmpty && driver.multi.sockets.nextTime == .max)
    }

    @Test func theTimeLeftIsThatOfLibcurlsNextAction() async throws {
        let server = try LoopbackServer(greeting: [.hold]) { [.response(to: $0)] }
        let driver = try CURLDriver { $0.connectTimeout = .seconds(3_600) }
        // The handshake gets no answer.
        try driver.start(Endpoint(url: #require(URL(string: "https://127.0.0.1:\(server.port)/"))))
        await driver.run { driver.multi.sockets.timeLeft > 1_000 && server.record.connections.first?.received ?? 0 > 0 }
        let sockets = driver.multi.sockets
        #expect(sockets.timeLeft <= 3_600_000)
        #expect(sockets.nextTime <= CURLSockets.microseconds / 1_000 + 3_600_000)
        #expect(!sockets.takeAction())
    }

    /// libcurl 7 asks for a socket that can be written to, although the server grants no window for the body.
    @Test(.enabled(if: CURLLibrary.version >= 0x07_58_00, "earlier versions of libcurl have timers of their own"))
    func aSocketThatTakesNoBytesRests() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        let driver = try CURLDriver()
        // libcurl has a time of its own for each new connection.
        try driver.start(server.endpoint())
        await driver.run { driver.ended.count == 1 }
        let sent = Locked<Int64>(0)
        let body = Data(count: 8_000_000)
        try driver.start(
            server.endpoint(method: .put, body: .data(body)),
            CallContext { progress in sent.withLock { $0 = progress.sent } })
        await driver.run { sent.withLock { $0 } > 0 && driver.watched.values.contains(both) }
        let sockets = driver.multi.sockets
        let socket = try #require(driver.watched.keys.first)
        /// Tells `count` times that the socket can be written to. Returns the number of looks at the bytes taken.
        func turn(_ count: Int) -> Int {
            var looks = 0
            for _ in 0..<count {
                #expect(
                    sockets.isAwaited(socket, CURLPoll.outgoing) {
                        looks += 1
                        return 7
                    })
            }
            return looks
        }
        _ = turn(10)
        // What arrives begins the count anew.
        #expect(sockets.isAwaited(socket, CURLPoll.both) { 7 })
        #expect(turn(63) == 0 && turn(1) == 1 && turn(63) == 0)
        #expect(driver.watched == [socket: both])
        let before = CURLSockets.microseconds / 1_000
        #expect(turn(1) == 1)
        let after = CURLSockets.microseconds / 1_000
        // No byte since the last look.
        #expect(driver.watched == [socket: incoming])
        #expect(before + 20...after + 20 ~= sockets.nextTime)
        #expect(sockets.isAwaited(socket, CURLPoll.both) { 7 })
        #expect(driver.watched == [socket: both], "something arrived")
        #expect(turn(64) == 1)
        let end = sockets.nextTime
        while sockets.nextTime == end, !Task.isCancelled { sockets.wakeResting() }
        #expect(CURLSockets.microseconds / 1_000 >= end)
        #expect(driver.watched == [socket: both], "the rest is over")
        await driver.run { driver.ended.count == 2 }
        #expect(server.requests.last?.body == body && server.record.connections.count == 1)
    }

    /// The next rest is that of the time behind it, and libcurl's times end it.
    @Test func timersEndARest() async throws {
        let server = try LoopbackServer { [.response(to: $0)] }
        let driver = try CURLDriver()
        let sent = Locked<Int64>(0)
        try driver.start(
            server.endpoint(method: .put, body: .data(Data(count: 8_000_000))),
            CallContext { progress in sent.withLock { $0 = progress.sent } })
        await driver.run { sent.withLock { $0 } > 0 && driver.watched.values.contains(both) }
        let socket = try #require(driver.watched.keys.first)
        for _ in 0..<192 { #expect(driver.multi.sockets.isAwaited(socket, CURLPoll.outgoing) { 7 }) }
        #expect(driver.watched == [socket: incoming])
        while driver.watched != [socket: both], !Task.isCancelled { driver.multi.actOnTimers() }
        await driver.run { !driver.ended.isEmpty }
        #expect(server.requests.count == 1)
    }
}
#endif
