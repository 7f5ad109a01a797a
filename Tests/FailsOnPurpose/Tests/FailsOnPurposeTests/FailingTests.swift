import Talyn
import TalynTestSupport
import TalynTesting
import Testing

enum Quotes: RoutedTarget, Equatable {
    case quote(Int)

    var baseURL: URL { URL(string: "https://quotes.example")! }

    var route: Route {
        switch self {
        case .quote(let number): .get("quotes/\(number)").query(["token": "canary"])
        }
    }

    static let provider = Provider<Quotes>()
}

@Suite struct FailingTests {
    @Test(.stubs { $0.on(Quotes.quote(1), .text("one")) })
    func aStubThatNobodyUses() {}

    @Test(.stubs { $0.on(Quotes.quote(1), .text("one"), times: 2) })
    func aStubThatIsUsedOnceInsteadOfTwice() async throws {
        try await Quotes.provider.request(.quote(1))
    }

    @Test(.stubs { _ in })
    func aRequestThatNobodyStubbed() async {
        _ = await Quotes.provider.result(.quote(1))
    }

    @Test(.stubs { $0.on(Quotes.quote(1), .text("one")) })
    func anExpectationThatIsNotMet() async throws {
        let quote = try await Quotes.provider.request(.quote(1), as: String.self)
        #expect(quote == "two")
    }

    @Test(.stubs { $0.on(Quotes.quote(1), .text("one")) })
    func aTestThatThrows() async throws {
        struct Oops: Error {}
        try await Quotes.provider.request(.quote(1))
        throw Oops()
    }
}
