import Foundation
import SharedFixtures
import Talyn
import Testing

@testable import TalynCassettes

/// Broken and hostile files: each is a clear error, none a trap.
struct HARLogHostileTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let complaint: String
        var testDescription: String { complaint }

        init(_ text: String, _ complaint: String) {
            self.text = text
            self.complaint = complaint
        }

        /// An entry with one broken field.
        static func entry(_ find: String, _ replacement: String, _ complaint: String) -> Case {
            Case(HARLogHostileTests.file.replacingOccurrences(of: find, with: replacement), "entry 1: \(complaint)")
        }
    }

    static let good =
        #"{"request":{"method":"GET","url":"http://a.example"},"response":{"status":200,"content":{"text":"ok"}}}"#
    static let file = """
        {"log":{"version":"1.2","entries":[\(good),{"startedDateTime":"d","time":1,"_operation":"o","request":
        {"method":"PUT","url":"http://b.example","headers":[{"name":"X-A","value":"b"}],"cookies":[],
        "postData":{"mimeType":"a/b","text":"abc"},"bodySize":3},"response":{"status":201,"headers":[{"name":"X-C",
        "value":"d"}],"content":{"size":2,"mimeType":"c/d","text":"QUI=","encoding":"base64"},"_truncated":true}}]}}
        """

    static let cases: [Case] = [
        Case("", "is not valid JSON: unexpected end of the document at line 1, column 1"),
        Case("{", "is not valid JSON: unexpected end of the document at line 1, column 2"),
        Case("<html>", "is not valid JSON: an unexpected character at line 1, column 1"),
        Case(
            String(repeating: "[", count: 100_000),
            "is not valid JSON: more than 512 levels of nesting at line 1, column 513"),
        Case("[1e999]", "is not valid JSON: a number out of range at line 1, column 2"),
        Case("[]", "is not an object"),
        Case("{}", "log is missing"),
        Case(#"{"log":[]}"#, "log is not an object"),
        Case(#"{"log":{"version":"2.0","entries":[]}}"#, "log.version is not 1.1 or 1.2: another version of HAR"),
        Case(#"{"log":{"version":1.2,"entries":[]}}"#, "log.version is not a string"),
        Case(#"{"log":{"version":"1.2"}}"#, "log.entries is missing"),
        Case(#"{"log":{"version":"1.2","entries":{}}}"#, "log.entries is not an array"),
        Case(#"{"log":{"version":"1.2","entries":[1]}}"#, "entry 0: is not an object"),
        Case(#"{"log":{"version":"1.2","entries":[{}]}}"#, "entry 0: request is missing"),
        Case(#"{"log":{"version":"1.2","creator":"me","entries":[]}}"#, "log.creator is not an object"),
        .entry(#""d""#, "1", "startedDateTime is not a string"),
        .entry(#""time":1"#, #""time":"1""#, "time is not a number"),
        .entry(#""o""#, "7", "_operation is not a string"),
        .entry(#""PUT""#, #""P UT""#, "request.method is not a method"),
        .entry(#""PUT""#, #""P\nUT""#, "request.method is not a method"),
        .entry(#""PUT""#, #""""#, "request.method is empty"),
        .entry(#""method":"PUT","#, "", "request.method is missing"),
        .entry(
            #""http://b.example""#, #""http://b.example/ HTTP/1.1\r\nX: y""#,
            "request.url contains a space or a control character"),
        .entry(
            #""http://b.example""#, #""http://b.example/a b""#, "request.url contains a space or a control character"),
        .entry(
            #""http://b.example""#, #""http://b.example/\u007f""#,
            "request.url contains a space or a control character"),
        .entry(#""http://b.example""#, "null", "request.url is missing"),
        .entry(#"[{"name":"X-A","value":"b"}]"#, #"{"X-A":"b"}"#, "request.headers is not an array"),
        .entry(#"{"name":"X-A","value":"b"}"#, #""X-A: b""#, "request.headers[0] is not an object"),
        .entry(#""X-A""#, #""X A""#, "request.headers[0].name is not the name of a header"),
        .entry(#""X-A""#, #""""#, "request.headers[0].name is not the name of a header"),
        .entry(#""b"}"#, #""b\r\nX: y"}"#, "request.headers[0].value contains CR or NUL"),
        .entry(#""b"}"#, #"{"b":1}}"#, "request.headers[0].value is not a string"),
        .entry(#""b"}"#, #"[["b","c"]]}"#, "request.headers[0].value is not a string"),
        .entry(#""cookies":[]"#, #""cookies":"a=b""#, "request.cookies is not an array"),
        .entry(#""abc""#, "{}", "request.postData.text is not a string"),
        .entry(#""text":"abc""#, #""text":"%","_encoding":"base64""#, "request.postData.text is not base64"),
        .entry(#""bodySize":3"#, #""bodySize":[]"#, "request.bodySize is not a number"),
        .entry("201", "-3", "response.status is not a status code"),
        .entry("201", "99", "response.status is not a status code"),
        .entry("201", "1000", "response.status is not a status code"),
        .entry("201", "1e300", "response.status is not a status code"),
        .entry("201", "200.5", "response.status is not a status code"),
        .entry("201", "99999999999999999999", "response.status is not a status code"),
        .entry("201", #""201""#, "response.status is not a number"),
        .entry(#""d"}"#, #""d\u0000"}"#, "response.headers[0].value contains CR or NUL"),
        .entry(#""size":2"#, #""size":"2""#, "response.content.size is not a number"),
        .entry("QUI=", "QUI", "response.content.text is not base64"),
        .entry("QUI=", "Q!UI", "response.content.text is not base64"),
        .entry(#""base64""#, #""gzip""#, "response.content.encoding is an unknown encoding; only base64 is supported"),
        .entry(#""_truncated":true"#, #""_truncated":"yes""#, "response._truncated is not true or false"),
    ]

    @Test(arguments: cases) func eachIsAClearError(_ example: Case) {
        do {
            let log = try HARLog(Data(example.text.utf8), file: "mean.har")
            // A broken entry affects no other entry and stays in the document.
            #expect(log.faults.map { "\($0)" } == ["mean.har: \(example.complaint)"])
            guard log.entries.count == 2 else { return }
            #expect(log.entries[0].fault == nil && log.entries[0].answer != nil)
            #expect(log.entries[1].answer == nil)
            #expect(try JSONValue(parsing: Data(log.text.utf8)) == JSONValue(parsing: Data(example.text.utf8)))
        } catch {
            #expect("\(error)" == "mean.har: \(example.complaint)")
        }
    }

    @Test func theFileThatTheCasesBreakIsGood() throws {
        #expect(try HARLog(Data(Self.file.utf8), file: "good.har").entries.count == 2)
    }

    @Test(arguments: [UInt64](1...6)) func aFileThatIsMutatedAtRandomIsReadOrRefused(seed: UInt64) {
        var chance = SplitMix(seed: seed)
        let sources = [Data(Self.file.utf8), Data(HARLogTests.browserFile.utf8)]
        var (read, refused) = (0, 0)
        for round in 0..<400 {
            var data = sources[round % 2]
            for _ in 0...Int(chance.next() % 4) { data.mutate(&chance) }
            switch Self.outcome(of: data) {
            case .success(let log):
                #expect(Self.outcome(of: Data(log.text.utf8)) == .success(log))
                let tape = CassetteTape(log, .standard)
                for (request, entry) in zip(tape.requests, log.entries) where entry.fault == nil {
                    let isRecorded = request.url.query.allSatisfy { !$0.name.contains("REDACTED") }
                    #expect(!isRecorded || tape.answer(to: [request], by: .standard, used: [], repeats: true) != nil)
                    _ = (entry.answer, log.replacing(with: [entry]))
                }
                if log.faults.isEmpty { read += 1 } else { refused += 1 }
            case .failure(let error):
                #expect("\(error)".hasPrefix("m.har: "))
                refused += 1
            }
        }
        #expect(read > 20 && refused > 20)
    }

    @Test func theDeepestDocumentFitsTheStackOfASecondaryThread() async {
        let done = await onSmallStack {
            let deep =
                String(repeating: #"[{"token":"#, count: 250) + #""hunter2secret""#
                + String(repeating: "}]", count: 250)
            let text = Self.file.replacingOccurrences(of: #""_operation":"o""#, with: #""x":\#(deep)"#)
            guard let log = try? HARLog(Data(text.utf8), file: "f"),
                let again = try? HARLog(Data(log.text.utf8), file: "f")
            else { return ["not read"] }
            var redactor = CassetteRedactor(.standard)
            let redacted = redactor.redacted(log, and: []).0
            let body = RecordedBody(mimeType: "application/json", data: Data(deep.utf8))
            let other = RecordedBody(mimeType: "application/json", data: Data("\(deep) ".utf8))
            return [
                again == log ? "read" : "another", redacted.text.contains("hunter2") ? "shown" : "redacted",
                body.difference(from: other) ?? "compared",
            ]
        }
        #expect(done == ["read", "redacted", "compared"])
    }

    @Test(.timeLimit(.minutes(5)))
    func aPipeOrFolderIsRefusedAndNeverWaitedFor() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pipe = folder.appendingPathComponent("pipe.har")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        for (file, reason) in [
            (pipe, "it is not a regular file"), (folder, "it is a directory"),
            (URL(fileURLWithPath: "/dev/zero"), "it is not a regular file"),
        ] {
            #expect(throws: CassetteError.unreadable(file: file.path, reason: reason)) {
                _ = try HARLog(contentsOf: file)
            }
            #expect(throws: CassetteError.unwritable(file: file.path, reason: reason)) {
                try HARLog(entries: []).write(to: file)
            }
            let cassette = Cassette(at: file, mode: .replay)
            #expect(throws: CassetteError.unreadable(file: file.path, reason: reason)) { try cassette.finish() }
        }
    }
}

extension HARLogHostileTests {
    static func outcome(of data: Data) -> Result<HARLog, CassetteError> {
        do throws(CassetteError) { return .success(try HARLog(data, file: "m.har")) } catch { return .failure(error) }
    }
}

extension Data {
    /// Mutates the bytes: changes one, removes or repeats a piece, or moves a value.
    mutating func mutate(_ chance: inout SplitMix) {
        let place = startIndex + Int.random(in: 0..<count, using: &chance)
        switch Int.random(in: 0..<6, using: &chance) {
        case 0: self[place] = UInt8.random(in: 0...255, using: &chance)
        case 1: self[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
        case 2: removeSubrange(place..<Swift.min(endIndex, place + Int.random(in: 1...20, using: &chance)))
        case 3: insert(contentsOf: self[place..<Swift.min(endIndex, place + 30)], at: place)
        case 4: removeSubrange(place...)
        default:
            let words = ["-1", "null", "1e308", "[]", "{}", "\"\\r\\n\"", "99999999999999999999", "\"\"", "true"]
            let word = words.randomElement(using: &chance) ?? ""
            let colon = self[place...].firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? place
            let end = self[colon...].firstIndex { ",}]".utf8.contains($0) } ?? endIndex
            replaceSubrange(colon..<end, with: Data(word.utf8))
        }
        if isEmpty { self = Data("{}".utf8) }
    }
}
