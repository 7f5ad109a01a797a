import Foundation
import Testing

@testable import Talyn

@Suite struct RetryBudgetTests {
    /// Returns the number of retries that a budget grants at a time, of five hundred requested.
    private func given(_ budget: RetryBudget, at now: Duration = .zero) -> Int {
        (0..<500).filter { _ in budget.takeRetry(at: now) }.count
    }

    @Test(
        arguments: [
            (0.1, 10, 0, 100), (0.1, 10, 200, 120), (0.1, 0, 200, 20), (0.1, 0, 5, 0), (0, 1, 1000, 10),
            (0, 0, 1000, 0),
            (-1, -1, 1000, 0), (.nan, .nan, 1000, 0), (.infinity, 0, 1, 500), (1e300, 1e300, 0, 500), (1, 0, 7, 7),
            (0, 0.25, 0, 2),
        ] as [(Double, Double, Int, Int)])
    func aShareOfTheCallsAndANumberASecondAreGiven(share: Double, least: Double, calls: Int, expected: Int) {
        let budget = RetryBudget(share: share, minimumPerSecond: least)
        for _ in 0..<calls { budget.noteCall(at: .zero) }
        #expect(given(budget) == expected)
    }

    @Test func callsCountForTenSeconds() {
        let budget = RetryBudget(share: 0, minimumPerSecond: 1)
        #expect(given(budget, at: .seconds(100)) == 10)
        #expect(given(budget, at: .milliseconds(109_999)) == 0)
        #expect(given(budget, at: .seconds(110)) == 10)
        #expect(given(budget, at: .seconds(Int64.max)) == 10)
        #expect(given(budget, at: .seconds(Int64.min)) == 10)
    }

    @Test func olderCallsAreForgottenAlsoIfNothingFails() {
        let budget = RetryBudget()
        for second in 0..<1000 { budget.noteCall(at: .seconds(second)) }
        #expect(budget.remembered <= 10)
    }

    @Test func copiesShareAndOtherBudgetsDoNot() {
        let budget = RetryBudget(share: 0, minimumPerSecond: 1)
        let copy = budget
        #expect(given(budget) == 10)
        #expect(given(copy) == 0)
        #expect(given(RetryBudget(share: 0, minimumPerSecond: 1)) == 10)
        #expect(given(.unlimited) == 500)
    }

    @Test func aProviderAndItsCopiesRetryNoMoreThanTheBudgetGives() async {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(503))
        let plugin: RetryPlugin = .retry {
            $0.budget = RetryBudget(share: 0.5, minimumPerSecond: 0)
            $0.baseDelay = .zero
        }
        let clock = TestClock()
        let provider = Provider<GitHub>(transport: stubs, plugins: [plugin], clock: clock)
        for _ in 0..<10 { _ = await provider.result(.zen) }
        for _ in 0..<10 { _ = await provider.for(RawAPI.self).result(.items) }
        #expect(stubs.requests.count == 30)
        let error = await provider.result(.zen).thrown?.requestError
        #expect(error?.timeline.description.contains("no retry: the budget is used up") == true)
        #expect(error?.statusCode == 503)
        clock.advance(by: .seconds(10))
        for _ in 0..<2 { _ = await provider.result(.zen) }
        #expect(stubs.requests.count == 34)
    }

    @Test func textsSayTheNumbers() {
        #expect("\(RetryBudget())" == "RetryBudget(share: 0.1, minimumPerSecond: 10.0)")
        #expect("\(RetryBudget.unlimited)" == "RetryBudget.unlimited")
    }
}
