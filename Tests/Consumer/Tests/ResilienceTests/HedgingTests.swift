import Talyn
import TalynStubs
import TalynTesting
import Testing

@testable import Resilience

@Suite(.timeLimit(.minutes(1))) struct HedgingTests {
    private let clock = TestClock(isManual: true)
    private let stubs = StubTransport()

    private var provider: Provider<API> {
        Provider(transport: stubs, plugins: [Hedging(after: .seconds(2))], clock: clock)
    }

    private func answer(_ target: API, _ answers: StubAnswer...) { stubs.on(target, .sequence(answers)) }

    @Test func aSlowAttemptLosesAgainstASecondOneAndIsCancelled() async throws {
        answer(.read(1), .text("slow").delayed(by: .seconds(9)), .text("fast").delayed(by: .seconds(1)))
        async let text = provider.request(.read(1), as: String.self)
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(2))
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        #expect(try await text == "fast")
        #expect(clock.sleeping == 0)
        #expect(stubs.calls.map(\.attempt) == [1, 2])
    }

    @Test func theFirstAttemptMayStillWin() async throws {
        answer(.read(1), .text("first").delayed(by: .seconds(3)), .text("second").delayed(by: .seconds(9)))
        async let text = provider.request(.read(1), as: String.self)
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(2))
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        #expect(try await text == "first")
        #expect(clock.sleeping == 0)
    }

    @Test func aFastAttemptIsTheOnlyOne() async {
        answer(.read(1), .text("ok"))
        #expect(await provider.category(.read(1)) == nil)
        #expect(stubs.calls.count == 1 && clock.sleeping == 0)
    }

    @Test func aFailureBeforeTheDelayFailsTheCall() async {
        answer(.read(1), .status(503))
        #expect(await provider.category(.read(1)) == .status)
        #expect(stubs.calls.count == 1 && clock.sleeping == 0)
    }

    @Test func aFailureWhileTheOtherAttemptRunsIsNotTheCalls() async throws {
        answer(.read(1), .status(503).delayed(by: .seconds(3)), .text("second").delayed(by: .seconds(5)))
        async let text = provider.request(.read(1), as: String.self)
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(2))
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        clock.advance(by: .seconds(4))
        #expect(try await text == "second")
    }

    @Test func twoFailuresFailTheCall() async {
        answer(.read(1), .status(503).delayed(by: .seconds(3)), .status(500).delayed(by: .seconds(5)))
        async let category = provider.category(.read(1))
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(2))
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(5))
        #expect(await category == .status)
    }

    @Test func aCancelledCallCancelsBothAttempts() async {
        answer(.read(1), .text("a").delayed(by: .seconds(9)), .text("b").delayed(by: .seconds(9)))
        let call = Task { await provider.category(.read(1)) }
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(2))
        await clock.waitForSleepers(2)
        call.cancel()
        #expect(await call.value == .cancelled)
        #expect(clock.sleeping == 0)
    }

    @Test func aCallThatIsCancelledBeforeTheDelayHasNoSecondAttempt() async {
        answer(.read(1), .text("a").delayed(by: .seconds(9)))
        let call = Task { await provider.failure(.read(1)) }
        await clock.waitForSleepers(2)
        call.cancel()
        let error = await call.value
        #expect(error?.category == .cancelled)
        #expect(error.map { "\($0.timeline)".contains("second attempt") } == false)
        #expect(stubs.calls.count == 1 && clock.sleeping == 0)
    }

    @Test(arguments: [API.write(1), .upload, .change(1)])
    func aRequestThatIsNotRepeatableIsSentOnce(target: API) async {
        answer(target, .text("ok").delayed(by: .seconds(9)))
        async let category = provider.category(target)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(9))
        #expect(await category == nil)
        #expect(stubs.calls.count == 1 && clock.slept == [.seconds(9)])
    }

    @Test func aStreamIsSentOnce() async throws {
        answer(.feed(1), .text("ok").delayed(by: .seconds(9)))
        async let stream = provider.stream(.feed(1))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(9))
        for try await _ in try await stream {}
        #expect(stubs.calls.count == 1 && clock.slept == [.seconds(9)])
    }
}
