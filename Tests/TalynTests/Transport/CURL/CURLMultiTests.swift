#if os(Linux)
import Foundation
import Testing

@testable import Talyn

@Suite(.timeLimit(.minutes(5))) struct CURLMultiTests {
    private func text(_ exchange: CURLExchange) throws -> String {
        guard case .data(let data) = try exchange.outcome.get().body else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    @Test func transfersRunTogetherAndTheOthersWait() async throws {
        let server = try LoopbackServer { [.hold, .response(text: $0.target, to: $0)] }
        let driver = try CURLDriver { $0.maxConnectionsPerHost = 2 }
        #expect(driver.multi.isIdle && !driver.multi.isOver)
        let exchanges = try (0..<4).map { try driver.start(server.endpoint("/\($0)")) }
        driver.multi.isClosing = true
        await driver.run { server.record.holding == 2 }
        #expect(server.record.connections.count == 2)
        // One of those that wait never starts.
        exchanges[2].stop(CancellationError())
        driver.multi.stop(exchanges[2])
        server.release()
        await driver.run { driver.ended.count == 2 && server.record.holding == 1 }
        #expect(!driver.multi.isOver && !driver.multi.isIdle)
        server.release()
        await driver.run { driver.multi.isIdle }
        #expect(driver.multi.isOver)
        #expect(driver.ended.map { $0 === exchanges[2] } == [false, false, false])
        for index in [0, 1, 3] { #expect(try text(exchanges[index]) == "/\(index)") }
        #expect(server.requests.count == 3)
    }

    @Test func aCallThatCannotBeSentGivesItsPlaceUp() async throws {
        let server = try LoopbackServer { [.response(text: $0.target, to: $0)] }
        let driver = try CURLDriver { $0.maxConnectionsPerHost = 1 }
        var refused = try server.endpoint("/refused")
        refused.headers = ["X-A": "a\nb"]
        for _ in 0..<2 {
            let exchange = try driver.start(refused)
            await driver.run { exchange.isOver }
            #expect(throws: URLError.self) { try exchange.outcome.get() }
            #expect(driver.multi.isIdle)
        }
        // One that has ended is not sent, and has no result of the loop.
        let busy = try driver.start(server.endpoint("/busy"))
        let waiting = try driver.start(server.endpoint("/waiting"))
        waiting.stop(CancellationError())
        let last = try driver.start(server.endpoint("/last"))
        await driver.run { last.isOver }
        #expect(try text(busy) == "/busy" && text(last) == "/last")
        #expect(server.requests.map(\.target) == ["/busy", "/last"])
        #expect(driver.ended.count == 4)
    }

    @Test func aCallThatIsStoppedMeanwhileLeavesNoFile() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("a")
        let server = try LoopbackServer { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe"), .hold, .send("llo")]
        }
        let driver = try CURLDriver()
        for stopsTransfer in [true, false] {
            let exchange = try driver.start(server.endpoint(), CallContext(delivery: .file(file)))
            await driver.run { !folder.names.isEmpty }
            try await server.waitUntilHolding()
            exchange.stop(CancellationError())
            if stopsTransfer { driver.multi.stop(exchange) } else { server.release() }
            await driver.run { driver.multi.isIdle }
            #expect(folder.names.isEmpty && driver.ended.isEmpty)
        }
    }
}
#endif
