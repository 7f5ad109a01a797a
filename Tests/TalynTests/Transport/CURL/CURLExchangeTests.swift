#if os(Linux)
import Foundation
import Testing

@testable import Talyn

@Suite struct CURLExchangeTests {
    private let exchange: CURLExchange

    init() throws {
        let loop = try CURLLoop(NetworkConfiguration())
        defer { loop.finish() }
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        exchange = try CURLExchange(Endpoint(url: url), CallContext(), loop)
    }

    @Test func aResultThatTheLoopHasIsNotReplaced() {
        #expect(exchange.claim() && !exchange.claim())
        #expect(!exchange.finish(.failure(CancellationError())) && !exchange.isOver)
        #expect(exchange.finish(.failure(URLError(.timedOut)), isClaimed: true) && exchange.isOver)
        #expect(!exchange.finish(.failure(URLError(.timedOut)), isClaimed: true))
    }

    @Test func anExchangeThatWasStoppedEndsOnce() {
        #expect(!exchange.finish(.failure(CancellationError()), isClaimed: true))
        #expect(exchange.finish(.failure(CancellationError())) && exchange.isOver)
        #expect(!exchange.claim() && !exchange.willStart() && !exchange.prepareResend())
        #expect(!exchange.finish(.failure(CancellationError())))
    }

    @Test func aRequestIsSentAgainThreeTimes() {
        #expect(exchange.willStart())
        #expect((0..<4).map { _ in exchange.prepareResend() } == [true, true, true, false])
    }

    @Test func nobodyIsIdleWhoWaitsForAPlace() throws {
        #expect(exchange.idleSince == nil)
        exchange.awaitConnection(true)
        #expect(exchange.idleSince != nil, "the host answers nobody")
        exchange.awaitConnection(false)
        #expect(exchange.idleSince == nil)
        #expect(exchange.willStart() && exchange.idleSince != nil)
        #expect(exchange.prepareResend() && exchange.idleSince == nil)
    }
}
#endif
