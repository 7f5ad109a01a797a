import Testing

@testable import Talyn

@Suite struct TransferProgressTests {
    @Test func theFractionIsThatOfTheBodyThatMoves() {
        #expect(TransferProgress(sent: 1, totalToSend: 4).fraction == 0.25)
        #expect(TransferProgress(sent: 4, totalToSend: 4, received: 1, totalToReceive: 2).fraction == 0.5)
        #expect(TransferProgress(sent: 4, totalToSend: 4, received: 1).fraction == nil)
        #expect(TransferProgress().fraction == nil && TransferProgress(totalToSend: 0).fraction == 1)
        #expect(TransferProgress(totalToSend: 1).fraction == 0)
    }

    @Test func aFractionStaysBetweenZeroAndOne() {
        #expect(TransferProgress(received: 9, totalToReceive: 3).fraction == 1)
        #expect(TransferProgress(sent: -9, totalToSend: 3).fraction == 0)
    }

    @Test func theTimeLeftIsThatOfTheRate() {
        var progress = TransferProgress(received: 250, totalToReceive: 1_000)
        #expect(progress.timeLeft == nil)
        progress.bytesPerSecond = 100
        #expect(progress.timeLeft == .milliseconds(7_500))
        progress.received = 1_000
        #expect(progress.timeLeft == .zero)
        progress.received = 2_000
        #expect(progress.timeLeft == .zero)
        progress.received = 250
        progress.bytesPerSecond = 0
        #expect(progress.timeLeft == nil)
        progress.bytesPerSecond = .leastNormalMagnitude
        #expect(progress.timeLeft == .seconds(315_360_000))
    }
}
