#if os(Linux)
import Foundation
import Testing

@testable import Talyn

@Suite struct CURLQueueTests {
    private func exchanges(_ urls: [String]) throws -> [CURLExchange] {
        let loop = try CURLLoop(NetworkConfiguration())
        defer { loop.finish() }
        return try urls.map {
            try CURLExchange(Endpoint(url: try #require(URL(string: $0))), CallContext(), loop)
        }
    }

    @Test func placesAreGivenInTheOrderOfTheCalls() throws {
        let all = try exchanges(["http://a/0", "http://a/1", "http://b/0", "http://a/2", "http://a/3"])
        var queue = CURLQueue(connectionsPerHost: 2)
        for exchange in all { queue.add(exchange) }
        let next1 = queue.next(at: "http://a")
        #expect(next1 === all[0])
        let next2 = queue.next(at: "http://a")
        #expect(next2 === all[1])
        let next3 = queue.next(at: "http://a")
        #expect(next3 == nil)
        let next4 = queue.next(at: "http://b")
        #expect(next4 === all[2])
        queue.free("http://a")
        let next5 = queue.next(at: "http://a")
        #expect(next5 === all[3])
        let next6 = queue.next(at: "http://a")
        #expect(next6 == nil)
    }

    @Test func aCallThatHasEndedLosesItsTurn() throws {
        let all = try exchanges((0..<100).map { "http://a/\($0)" })
        var queue = CURLQueue(connectionsPerHost: 1)
        for exchange in all { queue.add(exchange) }
        let next7 = queue.next(at: "http://a")
        #expect(next7 === all[0])
        for exchange in all[1..<99] {
            exchange.stop(CancellationError())
            queue.leave(exchange)
        }
        queue.free("http://a")
        let next8 = queue.next(at: "http://a")
        #expect(next8 === all[99])
        queue.free("http://a")
        let next9 = queue.next(at: "http://a")
        #expect(next9 == nil)
        #expect(queue.isEmpty)
    }

    @Test func aHostThatMultiplexesHasAHundredPlacesAConnection() throws {
        let all = try exchanges((0..<300).map { "https://a/\($0)" })
        var queue = CURLQueue(connectionsPerHost: 2)
        for exchange in all { queue.add(exchange) }
        var running = 0
        while queue.next(at: "https://a") != nil { running += 1 }
        #expect(running == 2)
        let (isNew, isNewAgain) = (queue.multiplex("https://a"), queue.multiplex("https://a"))
        #expect(isNew && !isNewAgain)
        while queue.next(at: "https://a") != nil { running += 1 }
        #expect(running == 200)
    }

    @Test func manyHostsAreForgotten() throws {
        let all = try exchanges((0..<50).map { "http://h\($0)/" })
        var queue = CURLQueue(connectionsPerHost: 1)
        for exchange in all {
            queue.add(exchange)
            let next10 = queue.next(at: exchange.host)
            #expect(next10 === exchange)
            queue.free(exchange.host)
            let next11 = queue.next(at: exchange.host)
            #expect(next11 == nil)
        }
        #expect(queue.isEmpty)
    }
}
#endif
