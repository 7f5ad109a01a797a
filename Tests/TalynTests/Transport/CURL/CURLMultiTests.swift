#if os(Linux)
import Testing

@testable import Talyn

@Suite struct CURLMultiTests {
    @Test func theConcurrencyIsTheLargestNumberAtOnce() {
        var concurrency = CURLConcurrency()
        #expect(concurrency.most == 0)
        for others in [0, 0, 1, 2, 1, 0] { concurrency.begin(beside: others) }
        #expect(concurrency.most == 3)
    }

    @Test func aLargerNumberIsForgottenAfterSixteenTransfersThatBeginAlone() {
        var concurrency = CURLConcurrency()
        for others in 0..<64 { concurrency.begin(beside: others) }
        let most = (0..<16).map { _ in
            concurrency.begin(beside: 0)
            return concurrency.most
        }
        #expect(most == [Int](repeating: 64, count: 15) + [1])
    }

    @Test func companyInBetweenKeepsTheNumber() {
        var concurrency = CURLConcurrency()
        let most = (0..<40).map { _ in
            for others in [0, 1] { concurrency.begin(beside: others) }
            return concurrency.most
        }
        #expect(most.allSatisfy { $0 == 2 })
    }
}
#endif
