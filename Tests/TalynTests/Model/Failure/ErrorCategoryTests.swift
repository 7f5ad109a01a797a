import Testing

@testable import Talyn

struct ErrorCategoryTests {
    @Test func aCategoryIsItsName() {
        #expect(ErrorCategory.offline == ErrorCategory(rawValue: "offline"))
        #expect("\(ErrorCategory.connectionLost)" == "connectionLost")
        #expect(ErrorCategory.cancelled != .aborted)
    }

    @Test func aCategoryOfSomebodyElsesWorksAsOne() {
        let quota = ErrorCategory(rawValue: "quota")
        #expect([ErrorCategory.offline: 1, quota: 2][quota] == 2)
    }
}
