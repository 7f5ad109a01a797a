import Foundation
import SharedFixtures
import Testing

@testable import Talyn
@testable import TalynTesting

@Suite(.timeLimit(.minutes(5))) struct ChaosTransportTests {
    /// A different query each time.
    private struct Nonce: Preparer {
        func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
            endpoint.url = URL(string: "\(endpoint.url)?nonce=\(UUID())") ?? endpoint.url
        }
    }

    private let stubs = StubTransport()

    init() { stubs.on(where: { _, _ in true }, .text("ok")) }

    /// Returns the outcomes of sequential requests.
    private func run(_ chaos: ChaosTransport, _ count: Int = 100, of target: GitHub = .zen) async -> [String] {
        let provider = Provider<GitHub>(transport: chaos, clock: TestClock())
        var outcomes: [String] = []
        for _ in 0..<count { outcomes.append(Self.text(await provider.result(target))) }
        return outcomes
    }

    private static func text(_ result: Result<Response, MyAPIError>) -> String {
        switch result {
        case .success(let response): "\(response.statusCode)"
        case .failure(let error): error.urlError.map { "\($0.code.rawValue)" } ?? "\(error.statusCode ?? 0)"
        }
    }

    private func chaos(seed: UInt64, failures: Double = 0.3, errors: Double = 0.3) -> ChaosTransport {
        ChaosTransport(over: stubs, seed: seed, failureRate: failures, errorRate: errors)
    }

    @Test func theSameSeedRepeatsAndAnotherDiffers() async {
        let first = await run(chaos(seed: 7))
        #expect(await run(chaos(seed: 7)) == first)
        #expect(await run(chaos(seed: 8)) != first)
        #expect(Set(first) == ["200", "500", "-1005"])
    }

    /// These values never change: a seed means the same in every version.
    @Test func theFateOfASeedIsTheSameInEachProcess() async {
        let fates = await run(chaos(seed: 7), 12).joined(separator: " ")
        #expect(fates == "-1005 500 500 200 -1005 200 500 200 500 200 200 -1005")
    }

    @Test func theDelaysOfASeedAreTheSameInEachProcess() async {
        let clock = TestClock()
        let chaos = ChaosTransport(over: stubs, seed: 7, delay: .seconds(10), variance: 0.5)
        let provider = Provider<GitHub>(transport: chaos, clock: clock)
        for _ in 0..<6 { _ = await provider.result(.zen) }
        let delays = clock.slept.map { ($0 / .milliseconds(1)).rounded() }
        #expect(delays == [12_106, 8_244, 13_094, 14_887, 5_904, 13_714])
    }

    @Test func otherRequestsAndTheirOrderChangeNothing() async {
        let alone = await run(chaos(seed: 7))
        let among = chaos(seed: 7)
        let provider = Provider<GitHub>(transport: among)
        let outcomes = await withTaskGroup(of: (isZen: Bool, text: String).self) { group in
            for number in 0..<200 {
                let isZen = number.isMultiple(of: 2)
                group.addTask { (isZen, Self.text(await provider.result(isZen ? .zen : .user("\(number % 5)")))) }
            }
            var outcomes: [String] = []
            for await outcome in group where outcome.isZen { outcomes.append(outcome.text) }
            return outcomes
        }
        // The order of calls is random; the outcome of the n-th request is not.
        #expect(outcomes.sorted() == alone.sorted())
        #expect(await run(chaos(seed: 7), of: .user("a")) != alone)
    }

    @Test func hostAndQueryDoNotCountAndCopiesCountTogether() async {
        let alone = await run(chaos(seed: 7))
        let staging = Provider<GitHub>(baseURL: URL(string: "http://localhost:4711"), transport: chaos(seed: 7))
            .adding(Nonce())
        var outcomes: [String] = []
        for _ in 0..<100 { outcomes.append(Self.text(await staging.result(.zen))) }
        #expect(outcomes == alone)
        let one = chaos(seed: 7)
        let copy = one
        #expect(await run(one, 50) + run(copy, 50) == alone)
    }

    @Test(arguments: [(0.1, 0.0), (0.0, 0.25), (0.5, 0.5), (0.03, 0.9)])
    func theRatesAreMet(_ failures: Double, _ errors: Double) {
        let chaos = chaos(seed: 42, failures: failures, errors: errors)
        let endpoint = Endpoint(url: GitHub.host)
        let fates = (0..<10_000).map { _ in chaos.fate(of: endpoint).0 }
        let lost = Double(fates.count { $0.failure != nil }) / 10_000
        let refused = Double(fates.count { $0.failure == nil && $0.isError }) / 10_000
        // At most four standard deviations of ten thousand draws.
        #expect(abs(lost - failures) < 0.02)
        #expect(abs(refused - (1 - failures) * errors) < 0.02)
    }

    @Test(
        arguments: [
            (Double.nan, .nan, "200"), (-1, -.infinity, "200"), (0, 0, "200"), (1, 0, "-1005"), (7, 0, "-1005"),
            (0, .infinity, "500"), (1, 1, "-1005"),
        ] as [(Double, Double, String)])
    func ratesOutOfRangeAreClamped(_ failures: Double, _ errors: Double, _ outcome: String) async {
        #expect(Set(await run(chaos(seed: 1, failures: failures, errors: errors))) == [outcome])
    }

    @Test func withoutRatesNothingFailsAndWithoutAVarianceEachDelayIsTheSame() async {
        for delay in [Duration.zero, .seconds(10)] {
            let clock = TestClock()
            let chaos = ChaosTransport(over: stubs, seed: 7, delay: delay)
            let provider = Provider<GitHub>(transport: chaos, clock: clock)
            for _ in 0..<50 { #expect(Self.text(await provider.result(.zen)) == "200") }
            #expect(clock.slept == (delay == .zero ? [] : Array(repeating: delay, count: 50)))
        }
    }

    @Test func codesAndErrorsAreOnesOwn() async {
        let codes: [URLError.Code] = [.timedOut, .cannotFindHost]
        #expect(
            Set(await run(ChaosTransport(over: stubs, seed: 1, failureRate: 1, codes: codes))) == ["-1001", "-1003"])
        #expect(Set(await run(ChaosTransport(over: stubs, seed: 1, failureRate: 1, codes: []))) == ["-1005"])
        let error = StubAnswer.sequence([.status(503), .sequence([.status(429)])])
        #expect(
            await run(ChaosTransport(over: stubs, seed: 1, errorRate: 1, error: error), 4) == [
                "503", "429", "503", "429",
            ])
        #expect(Set(await run(ChaosTransport(over: stubs, seed: 1, errorRate: 1, error: .sequence([])))) == ["500"])
    }

    @Test(
        arguments: [
            (.seconds(10), 0.5, .seconds(5) ... .seconds(15)), (.seconds(10), 0, .seconds(10) ... .seconds(10)),
            (.seconds(10), 9, .zero ... .seconds(20)), (.seconds(10), -1, .seconds(10) ... .seconds(10)),
            (.seconds(10), .nan, .seconds(10) ... .seconds(10)),
        ] as [(Duration, Double, ClosedRange<Duration>)])
    func delaysVaryWithinTheirBounds(_ delay: Duration, _ variance: Double, _ bounds: ClosedRange<Duration>) async {
        let clock = TestClock()
        let chaos = ChaosTransport(over: stubs, seed: 3, delay: delay, variance: variance)
        let provider = Provider<GitHub>(transport: chaos, clock: clock)
        for _ in 0..<100 { _ = await provider.result(.zen) }
        #expect(clock.slept.count == 100)
        #expect(clock.slept.allSatisfy { bounds.contains($0) })
        #expect(clock.slept.contains { $0 < delay } == (variance > 0))
        #expect(clock.slept.contains { $0 > delay } == (variance > 0))
    }

    @Test func aDelayLongerThanTheTimeoutIsATimeoutAtTheTimeout() async {
        let clock = TestClock()
        for (delay, slept) in [(Duration.seconds(31), Duration.seconds(30)), (.seconds(Int64.max), .seconds(30))] {
            let chaos = ChaosTransport(over: stubs, seed: 3, failureRate: 1, delay: delay)
            #expect(Self.text(await Provider<GitHub>(transport: chaos, clock: clock).result(.zen)) == "-1001")
            #expect(clock.slept.last == slept)
        }
        _ = await Provider<GitHub>(transport: ChaosTransport(over: stubs, seed: 3, delay: .seconds(-1)), clock: clock)
            .result(.zen)
        #expect(clock.slept.count == 2)
    }

    @Test func itsLabelIsThatOfTheTransportBehind() {
        #expect(chaos(seed: 1).label == "stub")
        #expect(ChaosTransport(over: URLSessionTransport.shared, seed: 1).label == "live")
        #expect("\(chaos(seed: 1))" == "ChaosTransport(stub, seed 1, failures 0.3, errors 0.3)")
    }
}
