import SharedFixtures
import Talyn
import TalynTesting
import Testing

@testable import TalynCassettes

/// An independent reader, haralyzer, understands the written files. `.ci/with har-reader` installs it.
struct HARLogReaderTests {
    static let python = ProcessInfo.processInfo.environment["TALYN_HAR_READER"]

    #if os(macOS) || os(Linux)
    @Test(.enabled(if: python != nil)) func haralyzerReadsTheSame() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/text": [.response(headers: ["Content-Type": "text/plain"], text: "größe \"/\"\n", to: request)]
            case "/json":
                [.response(201, headers: ["Content-Type": "application/json"], text: "{\"a/b\": [1]}", to: request)]
            case "/bytes": [.response(headers: ["Content-Type": "image/png"], body: Data([0xFF, 0, 1]), to: request)]
            default: [.response(204, to: request)]
            }
        }
        let file = try CassetteFile()
        let cassette = Cassette(at: file.url, mode: .all)
        let base = "\(server.url)"
        let form: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
        for endpoint in [
            Endpoint(url: try #require(URL(string: "\(base)/text?b=c%20d&b="))),
            Endpoint(
                .post, url: try #require(URL(string: "\(base)/json")), headers: form, body: .data(Data("a=b+c".utf8))),
            Endpoint(url: try #require(URL(string: "\(base)/bytes"))),
            Endpoint(.delete, url: try #require(URL(string: "\(base)/gone"))),
        ] { _ = try await cassette.send(endpoint, context: CallContext()) }
        try cassette.finish()

        let said = try await Self.read(file)
        #expect(said["version"] == "1.2" && said["creator"] == "Talyn")
        guard case .array(let entries) = said["entries"] else {
            Issue.record("no entries")
            return
        }
        func column(_ key: String) -> [JSONValue?] { entries.map { $0[key] } }
        #expect(column("method") == ["GET", "POST", "GET", "DELETE"])
        #expect(
            column("url") == ["/text?b=c%20d&b=", "/json", "/bytes", "/gone"].map { .string("\(base)\($0)") })
        #expect(column("status") == [200, 201, 200, 204])
        #expect(column("text") == ["größe \"/\"\n", "{\"a/b\": [1]}", "/wAB", ""])
        #expect(column("encoding") == [nil, nil, "base64", nil].map { $0 ?? .null })
        #expect(column("type") == ["text/plain", "application/json", "image/png", ""])
        #expect(column("sent") == [.null, "a=b+c", .null, .null])
        #expect(entries[0]["query"] == [["b", "c d"], ["b", ""]])
        for entry in entries {
            let started = entry["started"]?.stringValue ?? ""
            #expect(abs(ISO8601DateFormatter.loose(started)?.timeIntervalSinceNow ?? 1e9) < 600, "\(started)")
        }
    }

    private static func read(_ file: CassetteFile) async throws -> JSONValue {
        let script = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent(".ci/read-har.py")
        let run = try await ProgramRun(python ?? "", [script.path, file.url.path], in: file.folder)
        #expect(run.status == 0)
        return try JSONValue(parsing: run.output)
    }
    #endif
}

extension ISO8601DateFormatter {
    /// A date in Python's format, with microseconds.
    fileprivate static func loose(_ text: String) -> Date? {
        let seconds = text.prefix(19)
        return ISO8601DateFormatter().date(from: "\(seconds)Z")
    }
}
