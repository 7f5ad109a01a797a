import Foundation
import Testing

@testable import Talyn

@Suite struct LoggerPluginBodiesTests {
    let trace = Trace()
    let stubs = StubTransport()

    func provider(_ options: LogOptions, bodyLimit: Int = 4_096) -> Provider<GitHub> {
        Provider(
            transport: stubs, plugins: [.logger(options, bodyLimit: bodyLimit, output: trace.write)],
            clock: TestClock())
    }

    @Test(arguments: [
        (StubAnswer.data(Data([0, 1, 2]), contentType: "image/png"), "<image/png, 3 bytes>"),
        (.data(Data([0]), contentType: "image/png; x=y"), "<image/png, 1 bytes>"),
        (.data(Data([0, 1]), contentType: nil), "<unknown type, 2 bytes>"),
        (.data(Data("<a>".utf8), contentType: nil), "<unknown type, 3 bytes>"),
        (.text("<a>"), "<text/plain, 3 bytes>"),
        (.text("<a>", contentType: "text/html; charset=x"), "<text/html, 3 bytes>"),
        (.text("a", contentType: "multipart/mixed; boundary=b"), "<multipart/mixed, 1 bytes>"),
        (.text("a", contentType: "CANARY b/c"), "<unknown type, 1 bytes>"),
        (.text(String(repeating: "a", count: 20)), "aaaaaaaaaa\n    (10 bytes more)"),
        (.text("ääääää"), "äääää\n    (2 bytes more)"), (.text("1234567ä90"), "1234567ä9\n    (1 bytes more)"),
        (.data(Data(repeating: 0x61, count: (1 << 20) + 1)), "(1048577 bytes more)"),
        (.text("a\r\nb\rc\n\nd"), "a\n    b\n    c\n    \n    d"), (.text("a\r"), "a\n    "),
        (.text("a\u{7F}b"), #"a\u{7F}b"#), (.text("a\u{202E}b"), #"a\u{202E}b"#),
    ])
    func bodiesAreCutAndOfOtherFormatsTypeAndSizeAreShown(_ answer: StubAnswer, _ shown: String) async throws {
        stubs.on(GitHub.zen, answer)
        try await provider(.successResponseBody, bodyLimit: 10).request(.zen)
        #expect(trace.lines.last?.hasSuffix("\n    \(shown)") == true)
    }

    @Test(arguments: [("a\tb\r\nc", true), ("ä", true), ("a\u{1}b", false), ("\0", false), ("\u{1B}[1m", false)])
    func textHasNoControlsButTabsAndLineEnds(_ text: String, _ isText: Bool) {
        #expect(LogBlock.isText(Array(text.utf8)[...]) == isText)
    }

    @Test func streamsAndFilesOfARequestAreSaid() async throws {
        stubs.on(where: { _, _ in true }, .status(204))
        let stream = BodyStream(length: 3, isRepeatable: true) {
            var rest: Data? = Data("abc".utf8)
            return {
                defer { rest = nil }
                return rest
            }
        }
        let endpoint = Endpoint(.post, url: GitHub.zen.baseURL, body: .stream(stream))
        try await provider(.requestBody).send(endpoint)
        #expect(trace.lines.first?.hasSuffix("\n    (a stream of 3 bytes, which is not shown)") == true)
    }

    @Test func aFileOfARequestIsSaidWithItsSize() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        try Data("twelve bytes".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        stubs.on(where: { _, _ in true }, .status(204))
        try await provider(.requestBody).send(Endpoint(.post, url: GitHub.zen.baseURL, body: .file(file)))
        #expect(trace.lines.first?.hasSuffix("\n    (a file of 12 bytes, which is not shown)") == true)
    }

    @Test(arguments: [(0, "(8 bytes more)"), (1, "a\n    (7 bytes more)"), (3, "a\n    (7 bytes more)"), (8, "a𝄞€")])
    func aBodyIsCutBetweenCharacters(_ limit: Int, _ shown: String) async throws {
        stubs.on(GitHub.zen, .text("a𝄞€"))
        try await provider(.successResponseBody, bodyLimit: limit).request(.zen)
        #expect(trace.lines.last?.hasSuffix(" 0 µs\n    \(shown)") == true)
    }

    @Test func bytesThatAreNotUTF8AreNoText() {
        #expect(!LogBlock.isText([0x80]))
        #expect(!LogBlock.isText([0x61, 0xC3]))
    }

    @Test(arguments: [(4_096, 4_096, 0), (4_097, 4_096, 1), (9_000, 10_000, 0), (10_001, 10_000, 1)])
    func aBodyIsShownUpToTheLimit(size: Int, limit: Int, left: Int) async throws {
        let text = String(String(repeating: "ab ", count: 4_000).prefix(size - left))
        stubs.on(GitHub.zen, .text(text + String(repeating: "x", count: left)))
        try await provider(.successResponseBody, bodyLimit: limit).request(.zen)
        let more = left == 0 ? "" : "\n    (\(left) bytes more)"
        #expect(trace.lines.last?.hasSuffix(" 0 µs\n    \(text)\(more)") == true)
    }

    @Test func theSummaryOfARefusalDoesNotDependOnTheLimit() async {
        let text = String(repeating: "ab ", count: 1_000)
        stubs.on(GitHub.zen, .json(#"{"first": "\#(text)", "message": "too many"}"#, status: 422))
        _ = await provider(.errorSummary, bodyLimit: 10).result(.zen)
        #expect(trace.lines.last?.hasSuffix(" · message: too many") == true)
    }

    @Test(arguments: [
        ("0123456789", "--data-raw '0123456789'"), ("0123456789a", "# not shown: 11 bytes of text/plain"),
    ])
    func aCommandHasABodyUpToTheLimit(body: String, end: String) async throws {
        stubs.on(where: { _, _ in true }, .status(204))
        try await provider(.formatRequestAscURL, bodyLimit: 10).send(
            Endpoint(
                .post, url: GitHub.host, headers: ["Content-Type": "text/plain"], body: .data(Data(body.utf8))))
        #expect(trace.lines.first?.hasSuffix(end) == true)
    }
}
