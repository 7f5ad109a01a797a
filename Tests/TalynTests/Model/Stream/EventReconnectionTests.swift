import Testing

@testable import Talyn

@Suite struct EventReconnectionTests {
    private let least = 0.0
    private let most = 1.0

    @Test func theWaitDoublesUpToAMinute() {
        let waits = (0..<7).map { EventReconnection.automatic.wait(after: $0, retry: nil, part: least) }
        #expect(waits == [3, 6, 12, 24, 48, 60, 60].map { .seconds($0) })
        #expect(EventReconnection.automatic.wait(after: .max, retry: nil, part: least) == .seconds(60))
    }

    @Test func aRandomPartIsAddedSoThatNotAllComeAtOnce() {
        #expect(EventReconnection(delay: .seconds(2)).wait(after: 0, retry: nil, part: most) == .seconds(3))
    }

    @Test func theStreamsOwnTimeReplacesTheDelay() {
        let reconnection = EventReconnection(delay: .seconds(2))
        #expect(reconnection.wait(after: 0, retry: .milliseconds(200), part: least) == .milliseconds(200))
        #expect(reconnection.wait(after: 9, retry: .seconds(90), part: least) == .seconds(90))
    }

    @Test func aStreamThatAsksForNoWaitDoesNotKeepBothSidesBusy() {
        let waits = [0, 1, 2].map { EventReconnection.automatic.wait(after: $0, retry: .zero, part: least) }
        #expect(waits == [.milliseconds(100), .milliseconds(200), .milliseconds(400)])
    }

    @Test func thereIsNoneAfterTheLastAttempt() {
        #expect(EventReconnection.never.wait(after: 0, retry: nil, part: least) == nil)
        #expect(EventReconnection(maxAttempts: 2).wait(after: 1, retry: nil, part: least) != nil)
        #expect(EventReconnection(maxAttempts: 2).wait(after: 2, retry: nil, part: least) == nil)
    }

    @Test func timesOutsideOfAnyRangeAreBounded() {
        for delay in [Duration.seconds(-5), .zero, .seconds(Int64.max), .seconds(Int64.min)] {
            let wait = EventReconnection(delay: delay).wait(after: 3, retry: nil, part: most)
            #expect(wait.map { $0 >= .zero && $0 <= .seconds(500_000_000) } == true)
        }
    }
}
