import Talyn
import TalynStubs
import TalynTestSupport
import Testing

enum Quotes: RoutedTarget, Equatable {
    case quote(Int)

    var baseURL: URL { Self.host }
    static let host = URL(string: "https://quotes.example")!

    var route: Route {
        switch self {
        case .quote(let number): .get("quotes/\(number)")
        }
    }

    /// A static provider, as apps have it: nothing is injected.
    static let provider = Provider<Quotes>()
}

@Suite(.timeLimit(.minutes(5))) struct StubsTraitTests {
    @Test(.stubs { $0.on(Quotes.quote(1), .text("one")) })
    func aStaticProviderAnswersFromTheTestsStubs() async throws {
        #expect(try await Quotes.provider.request(.quote(1), as: String.self) == "one")
        #expect(StubTransport.current?.targets(of: Quotes.self) == [.quote(1)])
    }

    // Each case is a test of its own, with stubs of its own: were they shared, numbers and counts would not fit.
    @Test(
        .stubs { stubs in
            stubs.on(Quotes.self) { target in
                switch target {
                case .quote(let number): .sequence([.status(503), .text("\(number)")])
                }
            }
        }, arguments: 0..<1000)
    func athousandTestsAtOnceDoNotMeet(_ number: Int) async throws {
        let refused = await Quotes.provider.result(.quote(number))
        #expect(throws: MyAPIError.self) { try refused.get() }
        #expect(try await Quotes.provider.request(.quote(number), as: String.self) == "\(number)")
        #expect(StubTransport.current?.targets(of: Quotes.self) == [.quote(number), .quote(number)])
    }

    @Suite(.stubs { $0.on(Quotes.quote(1), .text("the suite's"), times: .any) })
    struct OfASuite {
        @Test func eachTestHasIt() async throws {
            #expect(try await Quotes.provider.request(.quote(1), as: String.self) == "the suite's")
        }

        @Test(.stubs { $0.on(Quotes.quote(1), .text("the test's")) })
        func theTestsOwnGoBeforeIt() async throws {
            #expect(try await Quotes.provider.request(.quote(1), as: String.self) == "the test's")
        }

        @Test func oneThatNobodyAsksForIsNoIssueWhenItSaysSo() {}
    }

    @Suite(.stubs { _ in })
    struct OfASuiteWithoutStubs {
        let own = StubTransport()

        @Test func aProvidersOwnStubsAnswerAndCountTheirRequests() async throws {
            own.on(Quotes.quote(1), .text("own"), times: 2)
            let provider = Provider<Quotes>(transport: own)
            for _ in 0..<2 { #expect(try await provider.request(.quote(1), as: String.self) == "own") }
            try own.verify()
            #expect(StubTransport.current?.calls.isEmpty == true)
        }

        @Test(.stubs { $0.on(Quotes.quote(1), .text("the test's")) }, arguments: 2..<4)
        func theTestsStubsGoBeforeThem(_ number: Int) async throws {
            own.on(Quotes.quote(1), .text("own"), times: 0)
            own.on(Quotes.quote(number), .text("own \(number)"))
            let provider = Provider<Quotes>(transport: own)
            #expect(try await provider.request(.quote(1), as: String.self) == "the test's")
            #expect(try await provider.request(.quote(number), as: String.self) == "own \(number)")
            try own.verify()
        }
    }

    @Test func aRequestThatNeitherAnswersIsOneIssueThatNamesBoth() async throws {
        let trait: StubsTrait = .stubs { $0.on(Quotes.quote(1), .text("one"), times: .any) }
        let (test, own) = (try #require(Test.current), StubTransport())
        own.on(Quotes.quote(2), .text("two"), times: .any)
        try await withKnownIssue {
            try await trait.provideScope(for: test, testCase: nil) {
                _ = await Provider<Quotes>(transport: own).result(.quote(7))
            }
        } matching: { issue in
            issue.comments.contains {
                $0.rawValue.contains("in the scope, ") && $0.rawValue.contains("the provider's StubTransport: ")
            }
        }
    }

    @Test func aStubThatNobodyUsesIsAnIssue() async throws {
        let trait: StubsTrait = .stubs { $0.on(Quotes.quote(1), .text("one")) }
        let test = try #require(Test.current)
        try await withKnownIssue {
            try await trait.provideScope(for: test, testCase: nil) {}
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("Quotes.quote") }
        }
    }

    @Test func aRequestThatNobodyStubbedIsAnIssueThoughTheCodeSwallowsIt() async throws {
        let trait: StubsTrait = .stubs { _ in }
        let test = try #require(Test.current)
        try await withKnownIssue {
            try await trait.provideScope(for: test, testCase: nil) { _ = await Quotes.provider.result(.quote(7)) }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("Quotes.quote") && !$0.rawValue.contains("7") }
        }
    }

    @Test func theTraitThrowsTheErrorOfTheTest() async throws {
        struct Oops: Error {}
        let trait: StubsTrait = .stubs { _ in }
        let test = try #require(Test.current)
        await #expect(throws: Oops.self) {
            try await trait.provideScope(for: test, testCase: nil) { throw Oops() }
        }
    }

    @Test func outsideOfAScopeThereAreNone() {
        #expect(StubTransport.current == nil)
    }
}
