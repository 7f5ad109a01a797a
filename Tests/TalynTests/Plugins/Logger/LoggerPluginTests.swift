import Foundation
import Testing

@testable import Talyn

@Suite struct LoggerPluginTests {
    let trace = Trace()
    let stubs = StubTransport()

    var provider: Provider<GitHub> {
        Provider(transport: stubs, plugins: [.logger(output: trace.write)], clock: TestClock())
    }

    /// The lines without the call ID.
    var lines: [String] { trace.lines.map { $0.replacing(/#\d+/, with: "#n") } }

    @Test func aCallIsALineWhenSentAndALineWhenEnded() async throws {
        stubs.on(GitHub.repositories(of: "octocat", page: 2), .text("[]"))
        try await provider.request(
            .repositories(of: "octocat", page: 2), fileID: "App/Feed.swift", function: "load()", line: 9)
        #expect(
            lines == [
                "REQUEST #n GitHub.repositories: GET https://api.github.com/users/{}/repos?page=2&per_page=50"
                    + " · App/Feed.swift:9 load()",
                "SUCCESS #n GitHub.repositories: 200, 2 bytes in 0 µs · App/Feed.swift:9 load()",
            ])
    }

    @Test func ofAStreamTheEndTellsTheBytesThatWereRead() async throws {
        stubs.on(GitHub.zen, .chunks(["one\n", "two\n"], every: .seconds(2)))
        for try await _ in provider.elements(of: .lines(.zen)) {}
        #expect(lines.last?.hasPrefix("SUCCESS #n GitHub.zen: 200, 8 bytes streamed in 2.0 s · ") == true)
    }

    @Test func aDownloadHasItsSizeAndWhereItWasResumed() async throws {
        let folder = try TemporaryFolder()
        let answer = StubAnswer.text("0123456789")
        stubs.on(GitHub.zen, .sequence([answer.truncated(after: 4), answer, answer]).servingRanges())
        let call = Call(.zen as GitHub, downloadingTo: .file(folder.file()), options: .resuming)
        #expect(await provider.result(of: call).thrown != nil)
        try await provider.call(call)
        let line = "SUCCESS #n GitHub.zen: 200, a file of 10 bytes in 0 µs"
        #expect(lines.last?.hasPrefix("\(line), resumed at 4 bytes · ") == true)
        try await provider.download(.zen, to: .folder(folder.url))
        #expect(lines.last?.hasPrefix("\(line) · ") == true)
    }

    @Test func aFailureSaysWhatItWas() async {
        stubs.on(GitHub.zen, .status(503))
        _ = await provider.result(.zen, fileID: "App/Feed.swift", function: "load()", line: 9)
        #expect(lines.last == "FAILURE #n GitHub.zen: status 503 in 0 µs · App/Feed.swift:9 load()")
    }

    @Test func theCallSiteIsThePlaceOfTheCallOrTheOneGivenToTheProvider() async throws {
        stubs.on(GitHub.zen, .text("ok"))
        try await provider.request(.zen)
        let line = #line - 1
        #expect(lines.last?.hasSuffix("· TalynTests/LoggerPluginTests.swift:\(line) \(#function)") == true)
        let site = CallSite(fileID: "App/Wrapped.swift", function: "wrapped()", line: 7)
        try await provider.at(site).request(.zen)
        #expect(lines.last?.hasSuffix("· App/Wrapped.swift:7 wrapped()") == true)
    }

    @Test(arguments: [
        "access_token=CANARY", "api_key=CANARY", "sig=CANARY", "pass=CANARY", "otp=CANARY", "email=CANARY", "CANARY",
        "next=https%3A%2F%2Fx%2F%3Ftoken%3DCANARY", "%74oken=CANARY", "a=1;token=CANARY", "code=CANARY", "jwt=CANARY",
    ])
    func secretsOfTheURLAreNotWritten(_ query: String) async throws {
        let url = try #require(URL(string: "https://user:CANARY@example.com/CANARY?page=2&\(query)#CANARY"))
        stubs.on(Endpoint(url: url), .text("ok"))
        try await provider.send(Endpoint(url: url, headers: ["Authorization": "CANARY"]))
        #expect(!trace.lines.contains { $0.contains("CANARY") })
        #expect(trace.lines.first?.contains("GET https://example.com/…?page=2&") == true)
    }

    @Test(arguments: ["a%0AFAKE=1", "a=1%0AFAKE", "%1B%5B2J=1"])
    func aLineStaysALine(_ query: String) async throws {
        let url = try #require(URL(string: "https://example.com/p?\(query)"))
        stubs.on(Endpoint(url: url), .text("ok"))
        try await provider.send(Endpoint(url: url))
        #expect(!(trace.lines + ["\(Endpoint(url: url))"]).contains { $0.contains { $0.isNewline || $0 == "\u{1B}" } })
    }

    @Test func thePathIsItsTemplateBehindTheBasePath() async throws {
        stubs.on(GitHub.user("CANARY"), .json(User.octocat))
        let provider = Provider<GitHub>(
            baseURL: URL(string: "https://example.com/api/v3/"), transport: stubs,
            plugins: [.logger(output: trace.write)])
        try await provider.request(.user("CANARY"))
        #expect(trace.lines.first?.contains("GET https://example.com/api/v3/users/{} ") == true)
    }

    @Test func aLoggingVariantOfAProviderHasTheSameTransport() async throws {
        stubs.on(GitHub.zen, .text("ok"))
        let plain = Provider<GitHub>(transport: stubs)
        let logging = plain.adding(.logger(output: trace.write))
        try await logging.request(.zen)
        try await plain.request(.zen)
        #expect(lines.count == 2)
        #expect(stubs.requests.count == 2)
    }
}
