#if os(Linux)
import Foundation
import Testing

@testable import Talyn

@Suite struct CURLHostTests {
    private func exchanges(_ urls: [String]) throws -> [CURLExchange] {
        let loop = try CURLLoop(NetworkConfiguration())
        defer { loop.finish() }
        return try urls.map {
            try CURLExchange(Endpoint(url: try #require(URL(string: $0))), CallContext(), loop)
        }
    }

    private func exchanges(_ count: Int) throws -> [CURLExchange] {
        try exchanges((0..<count).map { "https://a/\($0)" })
    }

    @Test func placesAreGivenInTheOrderOfTheCalls() throws {
        let (all, host) = (try exchanges(4), CURLHost(connections: 2, mayMultiplex: false))
        for exchange in all { host.add(exchange) }
        #expect(host.next() === all[0])
        #expect(host.next() === all[1])
        #expect(host.next() == nil)
        host.free(isSent: false, isLost: false)
        #expect(host.next() === all[2])
        #expect(host.next() == nil)
    }

    @Test func aQueueDoesNotKeepWhatHasLeftIt() throws {
        let host = CURLHost(connections: 1, mayMultiplex: false)
        for exchange in try exchanges(3) { host.add(exchange) }
        weak let first = host.next()
        host.free(isSent: false, isLost: false)
        // It has its response, and others still wait.
        #expect(first == nil && !host.isIdle)
    }

    @Test func aCallTakesAFreePlaceUnlessSomebodyWaits() throws {
        let (all, host) = (try exchanges(2), CURLHost(connections: 1, mayMultiplex: false))
        #expect(host.take() && !host.take())
        host.add(all[0])
        host.free(isSent: false, isLost: false)
        #expect(!host.take())
        #expect(host.next() === all[0])
        host.free(isSent: false, isLost: false)
        #expect(host.isIdle && host.take() && !host.isIdle)
    }

    @Test func aCallThatHasEndedLosesItsTurn() throws {
        let (all, host) = (try exchanges(100), CURLHost(connections: 1, mayMultiplex: false))
        for exchange in all { host.add(exchange) }
        #expect(host.next() === all[0])
        for exchange in all[1..<99] {
            exchange.stop(CancellationError())
            host.leave()
        }
        host.free(isSent: false, isLost: false)
        #expect(host.next() === all[99])
        host.free(isSent: false, isLost: false)
        #expect(host.next() == nil && host.isIdle)
    }

    @Test func theLogIsNeededUntilAHostMultiplexesAndBesideARequestThatMayNotBeSentTwice() throws {
        let host = CURLHost(connections: 1, mayMultiplex: true)
        #expect(host.take() && host.needsLog)
        host.didSend(hasStream: false)
        #expect(host.needsLog)
        host.multiplex()
        #expect(!host.needsLog)
        #expect(host.addNonIdempotent() && !host.addNonIdempotent() && host.needsLog)
        host.removeNonIdempotent()
        #expect(host.needsLog)
        host.removeNonIdempotent()
        #expect(!host.needsLog && host.addNonIdempotent())
        #expect(CURLHost(connections: 1, mayMultiplex: false).needsLog)
    }

    /// Starts every exchange that has a place, and returns their number.
    private func startAll(_ host: CURLHost) -> Int {
        var count = 0
        while host.next() != nil { count += 1 }
        return count
    }

    /// A host that may multiplex, with a line.
    private func host(of count: Int, connections: Int) throws -> CURLHost {
        let host = CURLHost(connections: connections, mayMultiplex: true)
        for exchange in try exchanges(count) { host.add(exchange) }
        return host
    }

    @Test func aHostThatMultiplexesHasAHundredPlacesAConnection() throws {
        let host = try host(of: 300, connections: 2)
        var running = startAll(host)
        #expect(running == 1)
        while true {
            host.didSend(hasStream: true)
            let count = startAll(host)
            if count == 0 { break }
            running += count
        }
        #expect(running == 200)
    }

    @Test func withoutHTTP2AllPlacesAreFreeOnceARequestIsOnItsWay() throws {
        let host = try host(of: 10, connections: 4)
        #expect(startAll(host) == 1)
        host.didSend(hasStream: false)
        #expect(startAll(host) == 3)
    }

    @Test func aHeadMayTellThatAHostMultiplexesIfTheLogDoesNot() throws {
        let host = try host(of: 10, connections: 4)
        _ = startAll(host)
        host.didSend(hasStream: false)
        host.multiplex()
        // One of them begins, and then the next one.
        #expect(startAll(host) == 1)
        host.didSend(hasStream: false)
        #expect(startAll(host) == 1)
    }

    @Test func anExchangeThatIsNotSentDoublesNothing() throws {
        let host = try host(of: 20, connections: 4)
        for _ in 0..<8 {
            #expect(startAll(host) == 1)
            host.freeUnsent()
        }
    }

    @Test func whenTheLastConnectionIsLostWaitingIsIdleTimeAgain() throws {
        let (all, host) = (try exchanges(3), CURLHost(connections: 4, mayMultiplex: true))
        for exchange in all { host.add(exchange) }
        _ = startAll(host)
        host.didSend(hasStream: true)
        #expect(startAll(host) == 1)
        #expect(all[2].idleSince == nil)
        // Without a response, and with one.
        host.loseConnection()
        #expect(all[2].idleSince != nil)
        host.didSend(hasStream: true)
        host.free(isSent: true, isLost: false)
        #expect(all[2].idleSince == nil)
        host.didSend(hasStream: true)
        host.loseConnection()
        #expect(all[2].idleSince != nil)
    }

    @Test func aLostConnectionAmongOthersKeepsNobodyWaiting() throws {
        let (all, host) = (try exchanges(4), CURLHost(connections: 4, mayMultiplex: true))
        for exchange in all { host.add(exchange) }
        for _ in 0..<2 {
            #expect(startAll(host) == 1)
            host.didSend(hasStream: true)
        }
        host.loseConnection()
        #expect(all[2].idleSince == nil)
        // It opens a connection, and nobody else does.
        #expect(startAll(host) == 0)
    }

    @Test func aLostConnectionLeavesNoStreamToOthers() throws {
        let host = try host(of: 20, connections: 2)
        #expect(startAll(host) == 1)
        host.didSend(hasStream: true)
        #expect(startAll(host) == 1)
        host.free(isSent: true, isLost: true)
        #expect(startAll(host) == 0)
        // As many as the host may have open a connection at most.
        for expected in [2, 1, 1] {
            host.free(isSent: false, isLost: false)
            #expect(startAll(host) == expected)
        }
    }

    @Test func anIdleHostBeginsAnew() throws {
        let host = CURLHost(connections: 4, mayMultiplex: true)
        for isSent in [false, true] {
            #expect(host.take() && !host.take())
            if isSent {
                host.didSend(hasStream: true)
                #expect(host.take())
                host.didSend(hasStream: true)
                host.free(isSent: true, isLost: false)
            }
            host.free(isSent: isSent, isLost: false)
            #expect(host.isIdle)
        }
        #expect(host.take() && !host.take())
        let plain = CURLHost(connections: 2, mayMultiplex: false)
        #expect(plain.take())
        plain.free(isSent: false, isLost: false)
        #expect(plain.take() && plain.take() && !plain.take())
    }

    @Test func waitingAtAHostThatDoesNotMultiplexIsNotIdleTime() throws {
        let (all, host) = (try exchanges(2), CURLHost(connections: 1, mayMultiplex: false))
        for exchange in all { host.add(exchange) }
        #expect(host.next() === all[0])
        let last = try #require(exchanges(1).first)
        host.add(last)
        #expect(all[1].idleSince == nil && last.idleSince == nil)
    }

    @Test func aCallThatHasEndedIsPassedOverBeforeItLeaves() throws {
        let (all, host) = (try exchanges(4), CURLHost(connections: 2, mayMultiplex: false))
        for exchange in all[..<3] { host.add(exchange) }
        all[1].stop(CancellationError())
        #expect(host.next() === all[0] && host.next() === all[2] && host.next() == nil)
        for _ in 0..<2 { host.free(isSent: false, isLost: false) }
        #expect(host.isIdle)
        host.leave()
        host.add(all[3])
        all[3].stop(CancellationError())
        #expect(host.next() == nil && host.isIdle && host.take())
    }

    @Test func theLastOfALineMayLeave() throws {
        let (all, host) = (try exchanges(3), CURLHost(connections: 2, mayMultiplex: false))
        for exchange in all { host.add(exchange) }
        #expect(host.next() === all[0] && host.next() === all[1])
        all[2].stop(CancellationError())
        host.leave()
        for _ in 0..<2 { host.free(isSent: false, isLost: false) }
        #expect(host.isIdle)
    }

    @Test func eachEndWithoutAConnectionDoublesThoseThatOpenOne() throws {
        let host = try host(of: 20, connections: 4)
        #expect(startAll(host) == 1)
        host.free(isSent: false, isLost: false)
        #expect(startAll(host) == 2)
        for expected in [3, 1, 1] {
            host.free(isSent: false, isLost: false)
            #expect(startAll(host) == expected)
        }
        // The first connection: one at a time again.
        host.didSend(hasStream: true)
        #expect(startAll(host) == 0)
        for _ in 0..<3 { host.didSend(hasStream: true) }
        #expect(startAll(host) == 1)
    }

    @Test func aStreamThatIsFreedIsGivenOutWhileAConnectionIsOpened() throws {
        let host = try host(of: 5, connections: 4)
        _ = startAll(host)
        for _ in 0..<2 {
            host.didSend(hasStream: true)
            #expect(startAll(host) == 1)
        }
        // Two streams; the third exchange gets no connection.
        host.free(isSent: true, isLost: false)
        #expect(startAll(host) == 1)
        host.free(isSent: true, isLost: false)
        #expect(startAll(host) == 0)
    }

    @Test func waitingForTheFirstConnectionIsIdleTimeAndWaitingForAPlaceIsNot() throws {
        let (all, host) = (try exchanges(3), CURLHost(connections: 1, mayMultiplex: true))
        host.add(all[0])
        #expect(all[0].idleSince == nil)
        #expect(startAll(host) == 1)
        host.add(all[1])
        #expect(all[1].idleSince != nil)
        host.didSend(hasStream: false)
        #expect(startAll(host) == 0)
        host.add(all[2])
        #expect(all.map { $0.idleSince } == [nil, nil, nil])
    }

    // MARK: All hosts

    @Test(arguments: [(0, 1), (1, 1), (3, 3)])
    func eachHostHasItsConnectionsAndOneAtLeast(connections: Int, places: Int) {
        var hosts = CURLHosts(connectionsPerHost: connections)
        let host = hosts.host("http://a", mayMultiplex: false)
        #expect((0..<4).map { _ in host.take() } == (0..<4).map { $0 < places })
    }

    @Test func aHostKeepsItsLineUnderItsName() throws {
        var hosts = CURLHosts(connectionsPerHost: 0)
        let waiting = try #require(exchanges(["http://a/"]).first)
        let host = hosts.host("http://a", mayMultiplex: false)
        #expect(hosts.isEmpty)
        // At least one connection.
        host.add(waiting)
        #expect(!hosts.isEmpty && hosts.host("http://a", mayMultiplex: false) === host)
        #expect(hosts.host("http://b", mayMultiplex: false) !== host)
        waiting.stop(CancellationError())
        host.leave()
        #expect(hosts.isEmpty)
    }

    @Test func ofManyHostsThoseWithoutExchangesAreForgotten() throws {
        var hosts = CURLHosts(connectionsPerHost: 1)
        let busy = hosts.host("http://busy", mayMultiplex: true)
        let idle = hosts.host("http://idle", mayMultiplex: true)
        busy.add(try #require(exchanges(["http://busy/"]).first))
        for index in 2..<1_000 { _ = hosts.host("http://h\(index)", mayMultiplex: true) }
        #expect(hosts.host("http://idle", mayMultiplex: true) === idle)
        _ = hosts.host("http://another", mayMultiplex: true)
        #expect(hosts.host("http://busy", mayMultiplex: true) === busy)
        #expect(hosts.host("http://idle", mayMultiplex: true) !== idle)
        // Not before there are as many again.
        let new = hosts.host("http://new", mayMultiplex: true)
        for name in ["x", "y", "z"] { _ = hosts.host("http://\(name)", mayMultiplex: true) }
        #expect(hosts.host("http://new", mayMultiplex: true) === new)
    }
}
#endif
