import Testing

@testable import Talyn

@Suite struct RandomnessTests {
    @Test func theSameSeedGivesTheSameNumbers() {
        let (one, two, other) = (Randomness.seeded(7), Randomness.seeded(7), Randomness.seeded(8))
        let numbers = (0..<100).map { _ in one.next() }
        #expect(numbers == (0..<100).map { _ in two.next() })
        #expect(numbers != (0..<100).map { _ in other.next() })
        #expect(Set(numbers).count == 100)
    }

    // The numbers of the paper's program for the seed 1234567.
    @Test func theNumbersAreThoseOfSplitMix() {
        let seeded = Randomness.seeded(1_234_567)
        #expect(
            (0..<5).map { _ in seeded.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test func copiesShareOneSequence() {
        let (one, two) = (Randomness.seeded(7), Randomness.seeded(7))
        let copy = one
        #expect([one.next(), copy.next()] == [two.next(), two.next()])
    }

    @Test func aProvidersChanceReachesItsPlugins() async throws {
        struct Draw: Preparer {
            func prepare(_ endpoint: inout Endpoint, context: CallContext) {
                var randomness = context.randomness
                endpoint.headers["X-Draw"] = "\(Int.random(in: 0..<1_000_000, using: &randomness))"
            }
        }
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text("ok"))
        for _ in 0..<2 {
            try await Provider<GitHub>(transport: stubs, plugins: [Draw()], randomness: .seeded(3)).request(.zen)
        }
        try await Provider<GitHub>(transport: stubs, plugins: [Draw()]).request(.zen)
        let draws = stubs.requests.map { $0.headers["X-Draw"] }
        #expect(draws[0] == draws[1] && draws[1] != draws[2])
    }

    @Test(arguments: [(UInt64.min, 0.0), (.max, 1), (1 << 63, 0.5)])
    func aFractionIsOneDrawWhateverTheBits(_ bits: UInt64, _ fraction: Double) {
        let draws = Locked(0)
        let constant = Randomness {
            draws.withLock { $0 += 1 }
            return bits
        }
        #expect(abs(constant.fraction() - fraction) < 1e-15)
        #expect(draws.withLock { $0 } == 1)
    }

    // `Double.random(in:using:)` redraws until the bits are suitable: a constant of zeros hung the call.
    @Test(.timeLimit(.minutes(5))) func aConstantChanceEndsEachDraw() async throws {
        let (stubs, clock) = (StubTransport(), TestClock())
        stubs.on(
            GitHub.zen,
            .sequence([.status(503), .text("ok").delayed(by: .seconds(2), jitter: .seconds(1))]))
        let github = Provider<GitHub>(
            transport: stubs, plugins: [.retry(1)], clock: clock, randomness: Randomness { 0 })
        try await github.request(.zen)
        #expect(clock.slept == [.zero, .seconds(1)] || clock.slept == [.seconds(1)])
    }

    @Test func onAClockWithoutADateItIsTheSystems() {
        let before = Date()
        let date = CallContext(clock: SuspendingClock()).date
        #expect(date >= before && date <= Date())
    }
}
