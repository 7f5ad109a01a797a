import Testing

@testable import Talyn

@Suite struct ProgressMeterTests {
    private let time = Locked(Duration.zero)
    private let reports = Locked<[TransferProgress]>([])

    private var meter: ProgressMeter {
        ProgressMeter({ [time] in time.withLock { $0 } }) { [reports] report in reports.withLock { $0.append(report) } }
    }

    private var received: [Int64] { reports.withLock { $0.map(\.received) } }

    /// Reports bytes that have been received at a time in milliseconds.
    private func receive(_ bytes: Int64, of total: Int64? = 1_000_000, at milliseconds: Int, _ meter: ProgressMeter) {
        time.withLock { $0 = .milliseconds(milliseconds) }
        meter.take(TransferProgress(received: bytes, totalToReceive: total))
    }

    @Test func atMostTwentyReportsASecondPassAndTheLastOneAlways() {
        let meter = meter
        for step in 0...1_000 { receive(Int64(step) * 1_000, at: step, meter) }
        #expect(received == [0] + stride(from: 1_000, to: 1_000_000, by: 50_000).map { $0 } + [1_000_000])
    }

    @Test func theFirstBytesAreNotHeldBackAndHaveNoRate() {
        let meter = meter
        receive(0, at: 0, meter)
        receive(500_000, at: 1, meter)
        receive(500_001, at: 2, meter)
        receive(510_000, at: 101, meter)
        #expect(received == [0, 500_000, 510_000])
        let rates = reports.withLock { $0.map { $0.bytesPerSecond.map { Int($0.rounded()) } } }
        #expect(rates == [nil, nil, 100_000])
    }

    @Test func theEndOfABodyIsNotHeldBack() {
        let meter = meter
        receive(1, of: 3, at: 0, meter)
        receive(2, of: 3, at: 1, meter)
        receive(3, of: 3, at: 2, meter)
        #expect(received == [1, 3])
    }

    @Test func aReportHeldBackArrivesOnceAtTheEndOfTheCall() {
        let meter = meter
        receive(1, of: nil, at: 0, meter)
        receive(2, of: nil, at: 1, meter)
        meter.flush()
        meter.flush()
        #expect(received == [1, 2])
    }

    @Test func theRateIsThatOfTheLastSeconds() throws {
        let meter = meter
        for step in 0...40 { receive(Int64(step) * 1_000, at: step * 100, meter) }
        let steady = try #require(reports.withLock { $0.last?.bytesPerSecond })
        #expect(abs(steady - 10_000) < 1)
        for step in 41...140 { receive(40_000 + Int64(step - 40) * 100, at: step * 100, meter) }
        let slow = try #require(reports.withLock { $0.last?.bytesPerSecond })
        #expect(slow > 990 && slow < 1_200)
        #expect(reports.withLock { $0.first?.bytesPerSecond } == nil)
    }

    @Test(arguments: [0, 60_000]) func inTheFirstSecondsTheRateIsAPlainAverage(start: Int) {
        let meter = meter
        receive(0, at: start, meter)
        receive(1_000, at: start + 100, meter)
        receive(4_000, at: start + 200, meter)
        receive(10_000, at: start + 400, meter)
        let rates = reports.withLock { $0.map { $0.bytesPerSecond.map { Int($0.rounded()) } } }
        #expect(rates == [nil, 10_000, 20_000, 25_000])
    }

    @Test func aBodyThatIsSentAgainStartsTheRateAnew() {
        let meter = meter
        receive(50_000, at: 0, meter)
        receive(90_000, at: 100, meter)
        receive(1_000, at: 200, meter)
        receive(2_000, at: 300, meter)
        #expect(
            reports.withLock { $0.map { $0.bytesPerSecond.map { Int($0.rounded()) } } } == [nil, 400_000, nil, 10_000])
    }

    @Test func aClockThatStandsStillHasNoRate() {
        let meter = meter
        receive(1, of: 2, at: 0, meter)
        receive(2, of: 2, at: 0, meter)
        #expect(received == [1, 2] && reports.withLock { $0.allSatisfy { $0.bytesPerSecond == nil } })
    }
}
