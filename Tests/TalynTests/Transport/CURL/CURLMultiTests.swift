#if os(Linux)
import Foundation
import Testing

@testable import Talyn

@Suite(.timeLimit(.minutes(5))) struct CURLMultiTests {
    @Test func theConcurrencyIsTheLargestNumberAtOnce() {
        var concurrency = CURLConcurrency()
        #expect(concurrency.most == 0)
        for others in [0, 0, 1, 2, 1, 0] { concurrency.record(beside: others) }
        #expect(concurrency.most == 3)
    }

    @Test func aLargerNumberIsForgottenAfterSixteenTransfersThatBeginAlone() {
        var concurrency = CURLConcurrency()
        for others in 0..<64 { concurrency.record(beside: others) }
        let most = (0..<16).map { _ in
            concurrency.record(beside: 0)
            return concurrency.most
        }
        #expect(most == [Int](repeating: 64, count: 15) + [1])
    }

    @Test func companyInBetweenKeepsTheNumber() {
        var concurrency = CURLConcurrency()
        let most = (0..<40).map { _ in
            for others in [0, 1] { concurrency.record(beside: others) }
            return concurrency.most
        }
        #expect(most.allSatisfy { $0 == 2 })
    }

    // MARK: Transfers

    private func text(_ exchange: CURLExchange) throws -> String {
        guard case .data(let data) = try exchange.outcome.get().body else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    @Test func transfersRunTogetherAndTheOthersWait() async throws {
        let server = try LoopbackServer { [.hold, .response(text: $0.target, to: $0)] }
        let driver = try CURLDriver { $0.maxConnectionsPerHost = 2 }
        #expect(driver.multi.isIdle && !driver.multi.isOver)
        let exchanges = try (0..<4).map { try driver.start(server.endpoint("/\($0)")) }
        #expect(!driver.multi.isSequential && !driver.multi.mayBeginOnCaller)
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

    @Test func onlyASingleCallWithItsBytesInMemoryIsAnsweredAtOnce() async throws {
        let server = try LoopbackServer { _ in [.hold] }
        let bytes = Data("hello".utf8)
        let stream = BodyStream("hello", isRepeatable: true)
        let rows: [(body: Body, delivery: BodyDelivery, isAtOnce: Bool)] = [
            (.none, .data, true), (.data(bytes), .data, true), (.stream(stream), .data, false), (.none, .stream, false),
            (.data(bytes), .stream, false),
        ]
        for row in rows {
            let driver = try CURLDriver(latency: 0)
            let endpoint = try server.endpoint(method: .put, body: row.body)
            let exchange = try driver.start(endpoint, CallContext(delivery: row.delivery))
            #expect(driver.multi.isAnsweredAtOnce(exchange) == row.isAtOnce, "\(row)")
            let other = try driver.start(server.endpoint())
            #expect(!driver.multi.isAnsweredAtOnce(exchange) && !driver.multi.isAnsweredAtOnce(other))
            exchange.stop(CancellationError())
            driver.multi.stop(exchange)
            #expect(!driver.multi.isAnsweredAtOnce(exchange) && driver.multi.isAnsweredAtOnce(other))
        }
        let slow = try CURLDriver()
        #expect(try !slow.multi.isAnsweredAtOnce(slow.start(server.endpoint())))
    }

    @Test(arguments: [false, true])
    func aSlowAnswerWithoutCompanyEndsTheExpectation(hasCompany: Bool) async throws {
        let server = try LoopbackServer { $0.target == "/slow" ? [.hold, .response(to: $0)] : [.hold] }
        let driver = try CURLDriver(latency: 0)
        let slow = try driver.start(server.endpoint("/slow"))
        let company = hasCompany ? try driver.start(server.endpoint("/company")) : nil
        await driver.run { server.record.holding == (hasCompany ? 2 : 1) }
        // An eighth of it is more than 0.2 ms.
        let start = CURLSockets.microseconds
        await driver.run { CURLSockets.microseconds - start > 1_700 }
        server.release(connection: server.requests.first { $0.target == "/slow" }?.connection)
        await driver.run { slow.isOver }
        if let company {
            company.stop(CancellationError())
            driver.multi.stop(company)
        }
        let next = try driver.start(server.endpoint("/next"))
        #expect(driver.multi.isAnsweredAtOnce(next) == hasCompany)
    }
}
#endif
