import Talyn
import Testing

@testable import TalynCassettes

/// HAR files of browsers and proxies: each entry replays or gives the reason why it does not.
struct HARLogBrowsersTests {
    /// The test data lies beside the repository; without it these tests are skipped.
    static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("shared/data/har")
    static let isThere = FileManager.default.fileExists(atPath: folder.appendingPathComponent("chrome.har").path)

    struct File: Sendable, CustomTestStringConvertible {
        let name: String
        /// The result of each entry.
        let outcomes: [String]
        var testDescription: String { name }
    }

    static let files: [File] = [
        File(name: "charles", outcomes: ["200 23866 bytes of text/html"]),
        File(
            name: "chrome",
            outcomes: [
                // From the browser's cache: the network answered without a body.
                "304 0 bytes of text/html",
                "entry 1 of chrome.har has no response: its status is 0",
                "200 7108 bytes of image/png",
            ]),
        File(
            name: "firefox",
            outcomes: ["304 0 bytes of text/html"]
                + (1...5).map { "entry \($0) of firefox.har has no body: it was not kept" }
                + [
                    "200 11800 bytes of text/javascript", "200 10453 bytes of text/javascript",
                    "200 2219 bytes of text/javascript", "304 0 bytes of text/html", "304 0 bytes of text/html",
                    "200 3406 bytes of application/xml", "304 0 bytes of application/json",
                    "200 98065 bytes of image/vnd.microsoft.icon",
                ]),
        File(name: "insomnia", outcomes: ["200 250 bytes of text/html"]),
        File(name: "postdata", outcomes: ["200 0 bytes of text/plain"]),
        File(name: "with-bom", outcomes: ["200 0 bytes of text/plain"]),
    ]

    @Test(.enabled(if: isThere), arguments: files) func everyEntryReplaysOrSaysWhyNot(_ file: File) async throws {
        let url = Self.folder.appendingPathComponent("\(file.name).har")
        let cassette = Cassette(at: url, mode: .replay)
        var outcomes: [String] = []
        for entry in try HARLog(contentsOf: url).entries {
            let place = try #require(URL(string: entry.request.url))
            let endpoint = Endpoint(
                HTTPMethod(rawValue: entry.request.method), url: place,
                headers: HTTPHeaders(entry.request.headers.filter { !$0.name.hasPrefix(":") }),
                body: entry.request.postData?.data.map { $0.isEmpty ? .none : .data($0) } ?? .none)
            do {
                let response = try await cassette.send(endpoint, context: CallContext())
                let type = response.headers["Content-Type"].map { String($0.prefix { $0 != ";" }) }
                outcomes.append("\(response.statusCode) \(response.data.count) bytes of \(type ?? "nothing")")
                #expect(!response.headers.fields.contains { $0.name.hasPrefix(":") })
            } catch { outcomes.append((error as? RequestError)?.description ?? "\(error)") }
        }
        #expect(outcomes == file.outcomes)
        try cassette.finish()
    }

    @Test(.enabled(if: isThere), arguments: files) func aFileIsTheSameAfterReadingAndWriting(_ file: File) throws {
        let data = try Data(contentsOf: Self.folder.appendingPathComponent("\(file.name).har"))
        let log = try HARLog(data, file: file.name)
        let again = try HARLog(Data(log.text.utf8), file: file.name)
        #expect(again == log && again.text == log.text)
        #expect(try JSONValue(parsing: Data(log.text.utf8)) == JSONValue(parsing: data))
    }

    @Test(.enabled(if: isThere)) func theBrokenFileIsSaidToBe() {
        let url = Self.folder.appendingPathComponent("brokenfile.har")
        #expect(
            throws: CassetteError.malformed(
                file: url.path, entry: nil, field: nil,
                reason: "is not valid JSON: an unexpected character at line 5, column 1")
        ) { try HARLog(contentsOf: url) }
    }
}
