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
        for exchange in all { queue.add(exchange, mayMultiplex: false) }
        let next1 = queue.next(at: "http://a")
        #expect(next1 === all[0])
        let next2 = queue.next(at: "http://a")
        #expect(next2 === all[1])
        let next3 = queue.next(at: "http://a")
        #expect(next3 == nil)
        let next4 = queue.next(at: "http://b")
        #expect(next4 === all[2])
        queue.free("http://a", hasBegun: false)
        let next5 = queue.next(at: "http://a")
        #expect(next5 === all[3])
        let next6 = queue.next(at: "http://a")
        #expect(next6 == nil)
    }

    @Test func aCallThatHasEndedLosesItsTurn() throws {
        let all = try exchanges((0..<100).map { "http://a/\($0)" })
        var queue = CURLQueue(connectionsPerHost: 1)
        for exchange in all { queue.add(exchange, mayMultiplex: false) }
        let next7 = queue.next(at: "http://a")
        #expect(next7 === all[0])
        for exchange in all[1..<99] {
            exchange.stop(CancellationError())
            queue.leave(exchange)
        }
        queue.free("http://a", hasBegun: false)
        let next8 = queue.next(at: "http://a")
        #expect(next8 === all[99])
        queue.free("http://a", hasBegun: false)
        let next9 = queue.next(at: "http://a")
        #expect(next9 == nil)
        #expect(queue.isEmpty)
    }

    /// Starts every exchange of `https://a` that has a place, and returns their number.
    private func startAll(_ queue: inout CURLQueue) -> Int {
        var count = 0
        while queue.next(at: "https://a") != nil { count += 1 }
        return count
    }

    /// A queue of exchanges that may multiplex, at `https://a`.
    private func queue(of count: Int, connectionsPerHost: Int) throws -> CURLQueue {
        var queue = CURLQueue(connectionsPerHost: connectionsPerHost)
        for exchange in try exchanges((0..<count).map { "https://a/\($0)" }) {
            queue.add(exchange, mayMultiplex: true)
        }
        return queue
    }

    @Test func aHostThatMultiplexesHasAHundredPlacesAConnection() throws {
        var queue = try queue(of: 300, connectionsPerHost: 2)
        var running = startAll(&queue)
        #expect(running == 1)
        while true {
            queue.begin("https://a", hasStream: true)
            let count = startAll(&queue)
            if count == 0 { break }
            running += count
        }
        #expect(running == 200)
    }

    @Test func withoutHTTP2AllPlacesAreFreeOnceARequestIsOnItsWay() throws {
        var queue = try queue(of: 10, connectionsPerHost: 4)
        #expect(startAll(&queue) == 1)
        queue.begin("https://a", hasStream: false)
        #expect(startAll(&queue) == 3)
        // Only the head tells, with a libcurl whose log cannot be read.
        queue.free("https://a", hasBegun: true)
        queue.multiplex("https://a")
        #expect(startAll(&queue) == 0)
    }

    @Test func eachEndWithoutAConnectionDoublesThoseThatOpenOne() throws {
        var queue = try queue(of: 20, connectionsPerHost: 4)
        #expect(startAll(&queue) == 1)
        queue.free("https://a", hasBegun: false)
        #expect(startAll(&queue) == 2)
        for expected in [3, 1, 1] {
            queue.free("https://a", hasBegun: false)
            #expect(startAll(&queue) == expected)
        }
        // The first connection: one at a time again.
        queue.begin("https://a", hasStream: true)
        #expect(startAll(&queue) == 0)
        for _ in 0..<3 { queue.begin("https://a", hasStream: true) }
        #expect(startAll(&queue) == 1)
    }

    @Test func aStreamThatIsFreedIsGivenOutWhileAConnectionIsOpened() throws {
        var queue = try queue(of: 5, connectionsPerHost: 4)
        _ = startAll(&queue)
        for _ in 0..<2 {
            queue.begin("https://a", hasStream: true)
            #expect(startAll(&queue) == 1)
        }
        // Two streams; the third exchange gets no connection.
        queue.free("https://a", hasBegun: true)
        #expect(startAll(&queue) == 1)
        queue.free("https://a", hasBegun: true)
        #expect(startAll(&queue) == 0)
    }

    @Test func waitingForTheFirstConnectionIsIdleTimeAndWaitingForAPlaceIsNot() throws {
        let all = try exchanges((0..<3).map { "https://a/\($0)" })
        var queue = CURLQueue(connectionsPerHost: 1)
        queue.add(all[0], mayMultiplex: true)
        #expect(all[0].idleSince == nil)
        #expect(startAll(&queue) == 1)
        queue.add(all[1], mayMultiplex: true)
        #expect(all[1].idleSince != nil)
        queue.begin("https://a", hasStream: false)
        #expect(startAll(&queue) == 0)
        queue.add(all[2], mayMultiplex: true)
        #expect(all.map { $0.idleSince } == [nil, nil, nil])
    }

    @Test func manyHostsAreForgotten() throws {
        let all = try exchanges((0..<50).map { "http://h\($0)/" })
        var queue = CURLQueue(connectionsPerHost: 1)
        for exchange in all {
            queue.add(exchange, mayMultiplex: false)
            let next10 = queue.next(at: exchange.host)
            #expect(next10 === exchange)
            queue.free(exchange.host, hasBegun: false)
            let next11 = queue.next(at: exchange.host)
            #expect(next11 == nil)
        }
        #expect(queue.isEmpty)
    }
}
#endif
