import Foundation
import Testing

@testable import Talyn

/// Streams over sockets. `ResponseStreamTests` has what is the same over stubs.
@Suite(.timeLimit(.minutes(5))) struct ProviderStreamTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

    private let clock = TestClock(isManual: true)

    private func provider(_ kind: LiveTransport, _ server: LoopbackServer) throws -> Provider<RawAPI> {
        try Provider(baseURL: server.url, transport: kind.make(), clock: clock)
    }

    private static func chunk(_ text: String) -> ServerStep {
        .send("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
    }

    /// Waits until the client has ended its connection: the server's script ends in a hold. One that the client closes
    /// with bytes unread is reset.
    private func waitForClose(_ server: LoopbackServer) async throws {
        try await server.wait { record in
            record.connections.contains { $0.end == .clientClosed || $0.end == .clientReset }
        }
    }

    @Test(arguments: LiveTransport.allCases)
    func theHeadAndEachEventArriveBeforeTheRest(kind: LiveTransport) async throws {
        let server = try LoopbackServer { _ in
            [
                .send(Self.head), .hold, Self.chunk("data:a\n\nda"), .hold, Self.chunk("ta:b\r\n\r"), .hold,
                .send("0\r\n\r\n"),
            ]
        }
        var events = try await provider(kind, server).stream(.items).events().makeAsyncIterator()
        try await server.waitUntilHolding()
        server.release()
        #expect(try await events.next()?.data == "a")
        try await server.waitUntilHolding()
        server.release()
        #expect(try await events.next()?.data == "b")
        try await server.waitUntilHolding()
        server.release()
        #expect(try await events.next() == nil)
    }

    @Test(arguments: LiveTransport.allCases)
    func leavingTheLoopClosesTheConnection(kind: LiveTransport) async throws {
        let server = try LoopbackServer { _ in [.send(Self.head), Self.chunk("data:a\n\n"), .hold] }
        for try await _ in try provider(kind, server).elements(of: .events(.items)) { break }
        try await waitForClose(server)
    }

    @Test(arguments: LiveTransport.allCases)
    func releasingAStreamThatNobodyReadClosesTheConnection(kind: LiveTransport) async throws {
        let server = try LoopbackServer { _ in [.send(Self.head), .hold] }
        _ = try await provider(kind, server).stream(.items)
        try await waitForClose(server)
    }

    @Test(arguments: LiveTransport.allCases, [0, 1, 2])
    func cancellingAtAnyStageClosesTheConnection(kind: LiveTransport, stage: Int) async throws {
        let steps = [.send(Self.head), Self.chunk("data:a\n\n")].prefix(stage) + [.hold]
        let server = try LoopbackServer { _ in Array(steps) }
        let events = try provider(kind, server).elements(of: .events(.items, reconnection: .automatic))
        let read = Locked(0)
        let reading = Task { () -> RequestError? in
            do throws(RequestError) {
                for try await _ in events { read.withLock { $0 += 1 } }
                return nil
            } catch { return error }
        }
        try await server.waitUntilHolding()
        if stage == 2 { await until { read.withLock { $0 } == 1 } }
        reading.cancel()
        #expect(await reading.value?.category == .cancelled)
        try await waitForClose(server)
    }

    @Test(arguments: LiveTransport.allCases)
    func aRefusedBodyThatGoesOnAndOnIsKeptForASecondOnly(kind: LiveTransport) async throws {
        let head = "HTTP/1.1 503 Busy\r\nTransfer-Encoding: chunked\r\n\r\n"
        let server = try LoopbackServer { _ in [.send(head), Self.chunk("busy"), .hold] }
        let provider = try provider(kind, server).withDefaults { $0.timeout = .seconds(Int64.max) }
        let isOver = Locked(false)
        let call = Task { () -> RequestError? in
            defer { isOver.withLock { $0 = true } }
            do throws(RequestError) {
                _ = try await provider.stream(.items)
                return nil
            } catch { return error }
        }
        try await server.waitUntilHolding()
        while !isOver.withLock({ $0 }) {
            clock.advance(by: .milliseconds(100))
            await Task.yield()
        }
        let error = await call.value
        #expect(error?.statusCode == 503 && error?.response?.data.count ?? 0 <= 4)
        try await waitForClose(server)
    }

    @Test(arguments: LiveTransport.allCases)
    func aBodyThatBreaksOffThrowsFromTheIterator(kind: LiveTransport) async throws {
        let server = try LoopbackServer { _ in [.send(Self.head), Self.chunk("data:a\n\n"), .hold, .close] }
        var events = try provider(kind, server).elements(of: .events(.items)).makeAsyncIterator()
        #expect(try await events.next()?.data == "a")
        try await server.waitUntilHolding()
        server.release()
        let error = await #expect(throws: RequestError.self) { _ = try await events.next() }
        #expect(error?.category == .connectionLost)
    }

    @Test(arguments: LiveTransport.allCases)
    func commentsKeepAStreamAliveAndSilenceEndsIt(kind: LiveTransport) async throws {
        let server = try LoopbackServer { _ in
            [.send(Self.head)] + Array(repeating: [.hold, Self.chunk(":\n")], count: 3).joined() + [.hold]
        }
        let provider = try provider(kind, server).withDefaults { $0.timeout = .seconds(10) }
        var lines = try await provider.stream(.items).lines().makeAsyncIterator()
        for _ in 1...3 {
            try await server.waitUntilHolding()
            await clock.waitForSleepers()
            clock.advance(by: .seconds(9))
            server.release()
            // The time passes only when the comment has arrived.
            #expect(try await lines.next() == ":")
        }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(10))
        let error = await #expect(throws: RequestError.self) { _ = try await lines.next() }
        #expect(error?.category == .timeout)
    }
}
