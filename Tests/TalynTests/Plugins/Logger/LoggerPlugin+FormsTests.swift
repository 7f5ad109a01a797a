import Foundation
import Testing

@testable import Talyn

struct LoggerPluginFormsTests {
    private let trace = Trace()
    private let stubs = StubTransport()

    private func lines(
        _ route: Route, _ options: LogOptions = .requestBody, bodyLimit: Int = 4_096, redacting: Redaction = .standard
    ) async throws -> String {
        stubs.on(where: { _, _ in true }, .status(204))
        let provider = Provider<Probe>(
            transport: stubs,
            plugins: [.logger(options, redacting: redacting, bodyLimit: bodyLimit, output: trace.write)],
            clock: TestClock())
        try await provider.request(Probe(route))
        return trace.lines.first ?? ""
    }

    @Test func partsAreShownByNameTypeAndSizeAndTextsByTheirValue() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Data(count: 12), as: "\(canary).mov")
        let text = try await lines(
            .form {
                Part("caption", "me\r\nand you")
                Part("meta", json: ["a": 1])
                Part("file", data: Data(canary.utf8), fileName: "\(canary).txt")
                Part("raw", data: Data(canary.utf8))
                Part("video", file: file)
                Part("s", stream: BodyStream("abc", length: 3))
                Part("markup", canary, contentType: "text/html")
                Part("na\u{1B}me\n", "x")
            })
        let form = try #require(stubs.calls.first?.form)
        let expected = """
             https://api.example.com/form
                (a form of 8 parts, \(form.length ?? 0) bytes)
                caption: me\\r\\nand you
                meta: {"a":1}
                file: (11 bytes of text/plain)
                raw: (11 bytes)
                video: (a file of video/quicktime)
                s: (a stream of 3 bytes)
                markup: (11 bytes of text/html)
                na\\u{1B}me%0A: x
            """
        #expect(text.hasSuffix(expected), "\(text)")
        #expect(!text.contains("CANARY"))
    }

    @Test func secretsInTextsAreHiddenWhereverTheyAreRepeated() async throws {
        let secret = "hunter-2-\(canary)"
        let text = try await lines(
            .form {
                Part("password", secret)
                Part("note", "it is \(secret)")
                Part("code", "1\(canary)")
                Part("meta", json: ["api_key": canary, "id": 1])
                Part("link", "https://a.example/?access_token=\(canary)&b=1")
                Part.fields(["user": ["token": canary]])
            }.header("X-Note", secret), [.requestBody, .requestHeaders])
        #expect(!text.contains("CANARY"), "\(text)")
        #expect(text.contains("password: REDACTED") && text.contains("note: it is REDACTED"))
        #expect(text.contains("\"id\":1") && text.contains("&b=1"))
    }

    @Test func aRuleOfTheUserHolds() async throws {
        let redaction = Redaction.standard.adding(names: ["caption"]).excepting(names: ["code"])
        let text = try await lines(
            .form {
                Part("caption", canary)
                Part("code", "shown")
            }, redacting: redaction)
        #expect(!text.contains("CANARY") && text.contains("code: shown"))
    }

    @Test func textsAreCutOffAtTheLimit() async throws {
        let text = try await lines(
            .form {
                Part("a", "12345")
                Part("b", "123456")
                Part("c", "12345")
            }, bodyLimit: 10)
        #expect(text.hasSuffix("\n    a: 12345\n    b: (6 bytes)\n    c: (5 bytes)"), "\(text)")
    }

    @Test func textsOfTheLimitAreShown() async throws {
        let text = try await lines(
            .form {
                Part("a", "12345")
                Part("b", "12345")
            }, bodyLimit: 10)
        #expect(text.hasSuffix("\n    a: 12345\n    b: 12345"), "\(text)")
    }

    @Test func manyPartsAreCounted() async throws {
        let text = try await lines(.form { for index in 0..<300 { Part("n\(index)", index) } }, bodyLimit: 10_000)
        #expect(text.hasSuffix("\n    n255: 255\n    (44 parts more)"))
    }

    @Test func aCommandOfTheLogHasTheParts() async throws {
        let text = try await lines(
            .form {
                Part("caption", "me")
                Part("password", canary)
                Part("b", String(repeating: "x", count: 100))
            }, .formatRequestAscURL, bodyLimit: 50)
        #expect(text.contains("-F 'caption=me'") && text.contains("-F 'password=REDACTED'"))
        #expect(text.hasSuffix("# not shown: part 3 of the form (100 bytes)"))
        #expect(!text.contains("CANARY") && !text.contains("Content-Type"))
    }

    @Test(arguments: [(256, "n255: 255"), (257, "(1 parts more)")])
    func asManyPartsAreShownAsTheBoundSays(count: Int, end: String) async throws {
        let text = try await lines(.form { for index in 0..<count { Part("n\(index)", index) } })
        #expect(text.hasSuffix("\n    \(end)"))
    }
}
