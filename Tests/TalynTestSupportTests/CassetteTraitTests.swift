import Foundation
import Talyn
import TalynStubs
import Testing

@testable import TalynCassettes
@testable import TalynTestSupport

@Suite struct CassetteTraitTests {
    /// A cassette that was recorded of one quote, in a folder of its own.
    private func recorded() async throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)/one.har")
        let stubs = StubTransport()
        stubs.on(Quotes.quote(1), .text("one"))
        _ = try await withCassette(Cassette(at: file, mode: .all, over: stubs)) {
            try await Quotes.provider.request(.quote(1))
        }
        return file
    }

    /// Runs something as a test over a cassette.
    private func run(
        _ cassette: @escaping @Sendable () -> Cassette, _ body: @Sendable () async throws -> Void
    ) async throws {
        let trait: CassetteTrait = .cassette(cassette)
        let test = try #require(Test.current)
        try await trait.provideScope(for: test, testCase: nil, performing: body)
    }

    @Test func aStaticProviderAnswersFromIt() async throws {
        let file = try await recorded()
        try await run({ Cassette(at: file, mode: .replay) }) {
            let quote = try await Quotes.provider.request(.quote(1), as: String.self)
            #expect(quote == "one")
        }
    }

    @Test func anEntryThatNobodyAsksForIsAnIssueAlsoBesideAKnownOne() async throws {
        let file = try await recorded()
        try await withKnownIssue {
            try await run({ Cassette(at: file, mode: .replay) }) {
                withKnownIssue { Issue.record("known") }
            }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("no request used entry 0") }
        }
    }

    @Test func aRecordingOfATestWithIssuesIsNotWrittenAndThatIsAnIssue() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)/new.har")
        let stubs = StubTransport()
        stubs.on(Quotes.quote(1), .text("one"))
        try await withKnownIssue {
            try await run({ Cassette(at: file, mode: .once, over: stubs) }) {
                try await Quotes.provider.request(.quote(1))
                Issue.record("oops")
            }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("oops") || $0.rawValue.contains("not written") }
        }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func theTraitPassesOnWhatTheCassetteTakes() throws {
        let (test, stubs) = (try #require(Test.current), StubTransport())
        let matching = CassetteMatching([.operation], headers: ["Accept"])
        let redaction = Redaction.standard.adding(names: ["iban"])
        let trait: CassetteTrait = .cassette(
            "one", mode: .all, matching: matching, redacting: redaction, over: stubs, bodyLimit: 7, repeats: true,
            allowsUnused: true, keepsTimes: true)
        let cassette = trait.make(test)
        #expect(cassette.file.path.hasSuffix("/Cassettes/one.har") && cassette.mode == .all)
        #expect(cassette.matching == matching && cassette.live as AnyObject === stubs)
        #expect("\(cassette.redaction)" == "\(redaction)" && cassette.bodyLimit == 7)
        #expect(cassette.repeats && cassette.allowsUnused && cassette.keepsTimes)
        let unnamed: CassetteTrait = .cassette(matching: .anyHost)
        #expect(unnamed.make(test).matching == .anyHost && unnamed.isRecursive && !trait.isRecursive)
        let name = "CassetteTraitTests.theTraitPassesOnWhatTheCassetteTakes.har"
        #expect(unnamed.make(test).file.lastPathComponent == name)
    }

    @Test(arguments: [1]) func aTestWithArgumentsIsRefused(_ argument: Int) async throws {
        let trait: CassetteTrait = .cassette("quotes")
        let test = try #require(Test.current)
        await #expect(throws: (any Error).self) {
            try await trait.provideScope(for: test, testCase: nil) { Issue.record("it ran") }
        }
    }
}
