import Foundation
import Testing

@testable import Talyn

/// The delays of retries, and retries that are pointless.
@Suite struct RetryPluginWaitTests {
    let stubs = StubTransport()
    let clock = TestClock()

    /// Returns a provider whose randomness always draws the maximum.
    private func provider(_ plugin: RetryPlugin, deadline: Duration? = nil) -> Provider<Probe> {
        Provider<Probe>(transport: stubs, plugins: [plugin], clock: clock, randomness: Randomness { .max })
            .withDefaults { $0.deadline = deadline }
    }

    @Test func waitsDoubleUpToTheLongest() async {
        stubs.on(where: { _, _ in true }, .status(503))
        _ = await provider(.retry(8)).result(Probe(.get("a")))
        let expected: [Double] = [0.5, 1, 2, 4, 8, 16, 30, 30]
        #expect(clock.slept == expected.map { .seconds($0) })
    }

    @Test(
        arguments: [
            (Duration.zero, Duration.seconds(30), 0.0), (.seconds(-1), .seconds(30), 0), (.seconds(1), .zero, 0),
            (.seconds(1), .seconds(-5), 0), (.seconds(Int64.max), .seconds(Int64.max), 315_360_000),
            (.seconds(Int64.min), .seconds(Int64.min), 0), (.nanoseconds(1), .seconds(30), 30),
        ] as [(Duration, Duration, Double)])
    func noNumbersTrap(base: Duration, longest: Duration, most: Double) {
        let plugin: RetryPlugin = .retry {
            $0.baseDelay = base
            $0.maxDelay = longest
        }
        for retries in [0, 1, 63, 64, 1024, 1_000_000, Int.max] {
            for seed in UInt64(0)..<20 {
                let wait = plugin.jitteredWait(before: retries, .seeded(seed))
                #expect(wait >= .zero && wait <= .seconds(most))
            }
        }
        #expect(plugin.jitteredWait(before: .max, Randomness { .max }) == .seconds(most))
    }

    @Test func waitsAreSpreadOverTheWholeTimeAndTheSameForASeed() {
        let plugin = RetryPlugin()
        let seeds: Range<UInt64> = 0..<1000
        let waits: [Double] = seeds.map { plugin.jitteredWait(before: 2, .seeded($0)).seconds }
        let again: [Double] = seeds.map { plugin.jitteredWait(before: 2, .seeded($0)).seconds }
        #expect(waits == again)
        // Between 0 and 2 s: every tenth of the range occurs, and the mean is the middle.
        let tenths = Set(waits.map { Int($0 * 5) })
        #expect(tenths.count == 10)
        let mean = waits.reduce(0, +) / 1000
        #expect(0.9...1.1 ~= mean)
    }

    @Test(
        arguments: [
            ("7", 7.5), ("0", 0.5), ("1", 1.5), ("30", 30.5), (" 7 ", 7.5), ("31", nil),
            ("99999999999999999999999", nil),
            ("Sat, 01 Jan 2000 00:00:09 GMT", 9.5), ("Saturday, 01-Jan-00 00:00:09 GMT", 9.5),
            ("Sat Jan  1 00:00:09 2000", 9.5),
            ("Fri, 31 Dec 1999 23:59:59 GMT", 0.5), ("Sat, 01 Jan 2000 00:00:31 GMT", nil),
            ("Fri, 31 Dec 9999 23:59:59 GMT", nil), ("-5", 0.5), ("1.5", 2.5), ("2.0", 2.5), ("+7", 0.5), ("1e3", 0.5),
            ("soon", 0.5),
            ("", 0.5), ("7 seconds", 0.5), ("٧", 0.5), ("NaN", 0.5),
        ] as [(String, Double?)])
    func aRetryWaitsAsLongAsRetryAfterSays(value: String, expected: Double?) async {
        for status in [429, 503] {
            let stubs = StubTransport()
            let clock = TestClock()
            stubs.on(where: { _, _ in true }, .status(status, headers: ["Retry-After": value]))
            let provider = Provider<Probe>(
                transport: stubs, plugins: [.retry(1)], clock: clock, randomness: Randomness { .max })
            let error = await provider.result(Probe(.get("a"))).thrown
            let slept: [Duration] = expected.map { [.seconds($0)] } ?? []
            #expect(clock.slept == slept)
            #expect(error?.statusCode == status)
            let note = error?.timeline.description.contains("no retry: the requested wait is too long")
            #expect(note == (expected == nil))
        }
    }

    @Test func aSpentLimitAndAWaitOfYourOwnAreWaitedFor() async {
        let stubs = StubTransport()
        let spent: HTTPHeaders = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "7"]
        stubs.on(where: { _, _ in true }, .status(429, headers: spent))
        for (wait, slept) in [(nil, 7.5), (3, 3.5), (-5, 0.5)] as [(Int?, Double)] {
            let clock = TestClock()
            let plugin: RetryPlugin = .retry {
                $0.maxRetries = 1
                if let wait { $0.retryAfter = { response, _ in response.statusCode == 429 ? .seconds(wait) : nil } }
            }
            let provider = Provider<Probe>(
                transport: stubs, plugins: [plugin], clock: clock, randomness: Randomness { .max })
            _ = await provider.result(Probe(.get("a")))
            #expect(clock.slept == [.seconds(slept)])
        }
    }

    @Test(
        arguments: [
            (nil, nil, true), (.seconds(8), nil, true), (.seconds(7), nil, false), (.seconds(1), nil, false),
            (nil, .seconds(8), true), (nil, .seconds(7), false), (nil, .zero, false), (nil, .seconds(-1), false),
            (.seconds(8), .seconds(7), false), (.seconds(7), .seconds(8), false),
            (.milliseconds(7_500), nil, false), (nil, .milliseconds(7_500), false), (nil, .milliseconds(7_501), true),
            (.seconds(Int64.max), .seconds(Int64.max), true), (nil, .seconds(Int64.min), false),
        ] as [(Duration?, Duration?, Bool)])
    func aWaitThatNoTimeIsLeftForIsNotBegun(deadline: Duration?, within: Duration?, isTriedAgain: Bool) async {
        stubs.on(where: { _, _ in true }, .status(503, headers: ["Retry-After": "7"]))
        let plugin: RetryPlugin = .retry {
            $0.maxRetries = 1
            $0.maxElapsed = within
        }
        let error = await provider(plugin, deadline: deadline).result(Probe(.get("a"))).thrown
        #expect(stubs.requests.count == (isTriedAgain ? 2 : 1))
        #expect(error?.statusCode == 503)
        #expect(error?.timeline.description.contains("no retry: no time is left") == !isTriedAgain)
    }

    @Test func aDateIsReadByTheServersOwnClock() async {
        // The server's clock is one hour ahead of this device's.
        let headers: HTTPHeaders = [
            "Date": "Sat, 01 Jan 2000 01:00:00 GMT", "Retry-After": "Sat, 01 Jan 2000 01:00:09 GMT",
        ]
        stubs.on(where: { _, _ in true }, .status(503, headers: headers))
        _ = await provider(.retry(1)).result(Probe(.get("a")))
        #expect(clock.slept == [.milliseconds(9500)])
    }

    @Test func theTimeOfAttemptsCounts() async {
        stubs.on(where: { _, _ in true }, .status(503).delayed(by: .seconds(4)))
        let plugin: RetryPlugin = .retry {
            $0.maxRetries = 10
            $0.maxElapsed = .seconds(12)
        }
        _ = await provider(plugin).result(Probe(.get("a")))
        // 4, then 0.5 and 4, then 1 and 4: 13.5 seconds, so no time is left for the third.
        #expect(stubs.requests.count == 3)
        #expect(clock.slept == [.seconds(4), .milliseconds(500), .seconds(4), .seconds(1), .seconds(4)])
    }
}
