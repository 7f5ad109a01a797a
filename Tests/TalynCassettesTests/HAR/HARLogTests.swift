import Foundation
import Talyn
import Testing

@testable import TalynCassettes

struct HARLogTests {
    private static func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: Data(text.utf8)) }

    @Test(arguments: [
        browserFile,
        #"{"z":1.50,"log" : {"a":1e3,"entries" : [ {"request":{"url":"x","method":"GET"},"response":{}} , 7 ] ,"b":[]}}"#,
        "{\"log\":{\"entries\":[\n]}}\n",
        #"{"log":{"entries":[{"x":18446744073709551615,"y":"\/\u0041","request":null}]}}"#,
        // Two names whose first Characters are equal, as one scalar and as two.
        #"{ "log":{"entries":[{"request": {"method": "GET", "url": "x", "\u00e9]": 2, "e\u0301": 1}, "response":{}}]} }"#,
    ])
    func aParsedLogIsWrittenUnchanged(text: String) throws {
        let log = try HARLog(Data(text.utf8), file: "b.har")
        #expect(try Self.value(log.text) == Self.value(text))
        let again = try HARLog(Data(log.text.utf8), file: "b.har")
        #expect(again == log && again.text == log.text)
        var redactor = CassetteRedactor(.standard)
        let redacted = redactor.redacted(log)
        let changed = zip(redacted.entries, log.entries).flatMap { entry, old in
            entry.json.differences(from: old.json, limit: 9) { _, _ in false }.map(\.path)
        }
        // A cookie of the browser is a secret.
        #expect(changed == (text == Self.browserFile ? ["request.cookies.0.value"] : []))
        #expect(redacted.frame == log.frame)
    }

    @Test func onlyASecretChanges() throws {
        let text =
            #"{"log":{"_x":{"pin":"12345678","n":1.50},"entries":[{"response":{"status":2e2,"#
            + #""content":{"text":"eyJ0b2tlbiI6IkNBTkFSWSJ9","encoding":"base64"}},"#
            + #""request":{"url":"http://a.example/?token=CANARY","method":"GET"}}]}}"#
        var redactor = CassetteRedactor(.standard)
        let redacted = redactor.redacted(try HARLog(Data(text.utf8), file: "b.har")).text
        let expected = text.replacingOccurrences(of: "token=CANARY", with: "token=REDACTED")
            .replacingOccurrences(of: "12345678", with: "REDACTED")
            .replacingOccurrences(of: "eyJ0b2tlbiI6IkNBTkFSWSJ9", with: "eyJ0b2tlbiI6IlJFREFDVEVEIn0=")
        #expect(try Self.value(redacted) == Self.value(expected))
    }

    @Test func aSecretInAListOfValuesOrRepeatedInANameIsRemoved() throws {
        let text =
            #"{"log":{"entries":[{"request":{"url":["http://a.example/?token=CANARY"],"method":"GET","headers":"#
            + #"[{"name":"X-Api-Key","value":["CANARY12345678","CANARY2"]}]},"response":{},"#
            + #""_CANARY12345678":{"CANARY12345678":1,"n":[2]}}]}}"#
        var redactor = CassetteRedactor(.standard)
        let redacted = redactor.redacted(try HARLog(Data(text.utf8), file: "b.har"))
        #expect(!redacted.text.contains("CANARY") && redacted.faults.isEmpty)
        let entry = try #require(redacted.entries.first)
        #expect(entry.request.url == "http://a.example/?token=REDACTED")
        #expect(entry.request.headers == [HARField("X-Api-Key", "REDACTED"), HARField("X-Api-Key", "REDACTED")])
        #expect(entry.json["_REDACTED"] == ["REDACTED": 1, "n": [2]])
    }

    @Test func aRepeatedSecretIsFoundHoweverItIsEscaped() throws {
        let text =
            #"{"log":{"entries":[{"request":{"url":"http://a.example/","method":"GET","headers":"#
            + #"[{"name":"Authorization","value":"Bearer ab+CANARY12/gh=="}]},"response":{},"#
            + #""_comment":"sent ab\u002BCANARY12\/gh\u003d\u003D","_kept":"a\u002Bb"}]}}"#
        var redactor = CassetteRedactor(.standard)
        let redacted = redactor.redacted(try HARLog(Data(text.utf8), file: "b.har"))
        #expect(!redacted.text.contains("CANARY") && redacted.entries.first?.json["_kept"] == "a+b")
    }

    @Test func aNameWithADotIsNoPath() throws {
        let text =
            #"{"log":{"entries":[{"request":{"url":"http://a.example/","method":"GET"},"#
            + #""response":{"content":{},"content.size":"password=CANARY1x"},"response.status":"password=CANARY2x"}]}}"#
        var redactor = CassetteRedactor(.standard)
        let redacted = redactor.redacted(try HARLog(Data(text.utf8), file: "b.har"))
        #expect(!redacted.text.contains("CANARY") && redacted.faults.isEmpty)
    }

    @Test(arguments: [
        (#"{"log":{"version":"1.2","entries":[],"entries":[{}]}}"#, "two values of one name, at line 1, column 38"),
        (#"{"log":{"entries":[]},"log":{"entries":[{}]}}"#, "two values of one name, at line 1, column 23"),
        ("{\"log\":{\n \"entries\":[{\"x\":1,\n  \"\\u0078\":\"CANARY\"}]}}", "one name, at line 3, column 3"),
        ("{\"log\":{\"entries\":[{\"_x\":[{\"e\u{301}\":1,\"\u{e9}\":2}]}]}}", "two values of one name"),
        ("\u{FEFF}\u{FEFF}{\"log\":{\"entries\":[]}}", "b.har: is not valid JSON"),
    ])
    func aDocumentThatReadersTakeDifferentlyIsRefused(_ text: String, _ reason: String) {
        let error = #expect(throws: CassetteError.self) { try HARLog(Data(text.utf8), file: "b.har") }
        #expect(error.map { "\($0)" }?.contains(reason) == true, "\(String(describing: error))")
    }

    @Test func namesInStringsAndInOtherObjectsAreNotRepeated() throws {
        let text =
            #"{"log":{"comment":"{\"a\":1,\"a\":2} \\","_a":{"a":"a:b"},"a":["a","a",{"a":1},{"a":2}],"entries":[]}}"#
        for document in [Data(text.utf8), try #require(text.data(using: .utf16))] {
            let log = try HARLog(document, file: "b.har")
            #expect(try Self.value(log.text) == Self.value(text))
        }
    }

    @Test func addedAndRemovedEntriesLeaveTheOthersAsTheyAre() throws {
        let entries = (0..<3).map { #"{"request":{"method":"GET","url":"http://a.example/\#($0)"},"response":{}}"# }
        let text = "{\"log\":{\"entries\":[ \(entries[0]) ,\n\(entries[1]),\(entries[2]) ]}}"
        var log = try HARLog(Data(text.utf8), file: "b.har")
        let before = log.entries
        log.entries.remove(at: 0)
        log.entries.append(Self.entry)
        let again = try HARLog(Data(log.text.utf8), file: "b.har")
        #expect(again == log && again.entries == [before[1], before[2], Self.entry])
        log.entries.removeAll()
        #expect(try HARLog(Data(log.text.utf8), file: "b.har").entries.isEmpty)
    }

    @Test(arguments: [0o600, 0o640]) func behindALinkTheFileIsReplacedAndKeepsItsPermissions(mode: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, link) = (folder.appendingPathComponent("a.har"), folder.appendingPathComponent("link.har"))
        try Data("old".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        try HARLog(entries: []).write(to: link)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
        #expect(try Data(contentsOf: file) == Data(HARLog(entries: []).text.utf8))
    }

    @Test func aDocumentHasWhatHARRequires() throws {
        let entry = HAREntry(
            started: "2026-01-02T03:04:05.678Z", time: 12.5,
            request: HARRequest(method: "GET", url: "https://a.example/b"), response: HARResponse(status: 204))
        let text = HARLog(entries: [entry]).text
        #expect(
            text == """
                {
                  "log": {
                    "version": "1.2",
                    "creator": {
                      "name": "Talyn",
                      "version": "1"
                    },
                    "entries": [
                      {
                        "startedDateTime": "2026-01-02T03:04:05.678Z",
                        "time": 12.5,
                        "request": {
                          "method": "GET",
                          "url": "https://a.example/b",
                          "httpVersion": "",
                          "cookies": [],
                          "headers": [],
                          "queryString": [],
                          "headersSize": -1,
                          "bodySize": -1
                        },
                        "response": {
                          "status": 204,
                          "statusText": "",
                          "httpVersion": "",
                          "cookies": [],
                          "headers": [],
                          "content": {
                            "size": 0,
                            "mimeType": ""
                          },
                          "redirectURL": "",
                          "headersSize": -1,
                          "bodySize": -1
                        },
                        "cache": {},
                        "timings": {
                          "send": -1,
                          "wait": 12.5,
                          "receive": -1
                        }
                      }
                    ]
                  }
                }

                """)
    }

    @Test func bodiesAreTextWhereTheyCanBe() throws {
        let bodies: [(Data, String, String?)] = [
            (Data("{\"a/b\":\"ü\"}".utf8), "{\"a/b\":\"ü\"}", nil), (Data([0xFF, 0xFE, 0x00]), "//4A", "base64"),
            (Data("\u{FEFF}a\r\n\u{0}".utf8), "\u{FEFF}a\r\n\u{0}", nil), (Data(), "", nil),
        ]
        for (body, text, encoding) in bodies {
            var entry = Self.entry
            let recorded = RecordedBody(mimeType: "a/b", data: body)
            entry.json[at: "response.content"] = recorded.json("encoding")
            entry.json[at: "request.postData"] = recorded.json("_encoding")
            let log = HARLog(entries: [entry])
            let json = log.entries[0].json
            #expect(json.value(atKeyPath: "response.content.text")?.stringValue == text)
            #expect(json.value(atKeyPath: "response.content.encoding")?.stringValue == encoding)
            #expect(json.value(atKeyPath: "request.postData.text")?.stringValue == text)
            #expect(json.value(atKeyPath: "request.postData._encoding")?.stringValue == encoding)
            #expect(!log.text.contains("\\/"))
            let read = try HARLog(Data(log.text.utf8), file: "b.har")
            #expect(read.entries[0].response.body == body && read.entries[0].request.postData?.data == body)
        }
    }

    @Test func ownFieldsAreKept() throws {
        var entry = Self.entry
        entry.json[at: "_operation"] = .string("GitHub.user")
        entry.json[at: "_template"] = .string("users/{}")
        entry.json[at: "response._error"] = .string("networkConnectionLost -1005")
        entry.json[at: "response._truncated"] = .bool(true)
        let log = HARLog(entries: [entry])
        #expect(try HARLog(Data(log.text.utf8), file: "b.har").entries == [entry])
        #expect(entry.json.value(atKeyPath: "response._error")?.stringValue == "networkConnectionLost -1005")
    }

    @Test func eachMemberIsReadAsItself() throws {
        var data = RecordedBody(mimeType: "a/b", data: Data("abc".utf8), fields: [HARField("f g", "h")])
        data.isTruncated = true
        var entry = HAREntry(
            started: "2026-01-02T03:04:05Z", time: 12.5,
            request: HARRequest(
                method: "PUT", url: "https://a.example/", headers: [HARField("X-A", "b")], postData: data),
            response: HARResponse(
                status: 201, headers: [HARField("X-K", "l")], mimeType: "c/d", body: Data("ok".utf8),
                redirectURL: "/m"))
        entry.json[at: "timings"] = ["send": 1, "wait": 2.5, "receive": 3]
        let read = try #require(HARLog(Data(HARLog(entries: [entry]).text.utf8), file: "b.har").entries.first)
        #expect(read == entry && read.started == "2026-01-02T03:04:05Z" && read.time == 12.5)
        #expect(read.timings == ["send": 1, "wait": 2.5, "receive": 3])
        #expect(read.request.method == "PUT" && read.request.url == "https://a.example/")
        #expect(read.request.headers == [HARField("X-A", "b")])
        let sent = try #require(read.request.postData)
        #expect(sent.data == Data("abc".utf8) && sent.mimeType == "a/b" && sent.isTruncated)
        #expect(sent.fields == [HARField("f g", "h")])
        #expect(read.response.status == 201 && read.response.headers == [HARField("X-K", "l")])
        #expect(read.response.content.mimeType == "c/d" && read.response.body == Data("ok".utf8))
        #expect(read.response.content.size == 2 && read.response.redirectURL == "/m")
    }

    @Test func aFileAsLargeAsTheLimitIsRead() throws {
        let data = Data(HARLog(entries: [Self.entry]).text.utf8)
        #expect(try HARLog(data, file: "b.har", limit: data.count).entries.count == 1)
        #expect(throws: CassetteError.tooLarge(file: "b.har", limit: data.count - 1)) {
            try HARLog(data, file: "b.har", limit: data.count - 1)
        }
    }

    @Test(arguments: [(1, ""), (3, ""), (4, " and 1 more"), (5, " and 2 more")])
    func aFileWithEntriesThatCannotBeReadNamesThreeOfThem(count: Int, rest: String) {
        let log = HARLog(entries: (0..<count).map { HAREntry(1, file: "b.har", number: $0) })
        let shown = (0..<min(count, 3)).map { "entry \($0), which cannot be read (is not an object)" }
        let list = shown.joined(separator: ", ") + rest
        let file = URL(fileURLWithPath: "/dev/null/b.har")
        let error = CassetteError.unwritable(
            file: file.path, reason: "repair or delete \(list): it would be lost, or keep its secrets")
        #expect(throws: error) { try log.checkReplaceable(file) }
        #expect(throws: error) { try log.write(to: file) }
    }

    @Test func aFileIsWrittenWholeAndItsFolderMade() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a/b.har")
        let log = HARLog(entries: [Self.entry])
        try log.write(to: file)
        #expect(try HARLog(contentsOf: file) == log)
        #expect(try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path) == ["b.har"])
        #expect(throws: CassetteError.tooLarge(file: file.path, limit: 10)) { try HARLog(contentsOf: file, limit: 10) }
        let nowhere = file.appendingPathComponent("c.har")
        #expect(throws: CassetteError.unreadable(file: nowhere.path, reason: "there is no such file")) {
            try HARLog(contentsOf: nowhere)
        }
        #expect(throws: CassetteError.unwritable(file: nowhere.path, reason: "its folder cannot be written")) {
            try log.write(to: nowhere)
        }
    }

    static let entry = HAREntry(
        started: "", time: -1, request: HARRequest(method: "GET", url: "https://a.example/"),
        response: HARResponse(status: 200))

    /// A file as browsers write it, with fields that HAR does not define.
    static let browserFile = """
        {"log": {"version": "1.2", "creator": {"name": "B", "version": "1", "comment": "c"}, "browser": {"name": "B"},
          "pages": [{"id": "p", "title": "t", "startedDateTime": "x", "pageTimings": {"onLoad": 1.25}}],
          "comment": "hello", "entries": [{"_initiator": {"type": "other"}, "pageref": "p", "connection": "443",
            "startedDateTime": "2023-03-29T16:58:59.303-07:00", "time": 70.402000000000001,
            "cache": {"beforeRequest": {"hitCount": 1}}, "timings": {"send": 0, "wait": 9007199254740993, "receive": 1},
            "request": {"method": "POST", "url": "https://a.example/?q={1}", "httpVersion": "h3", "headersSize": -1,
              "bodySize": 0, "cookies": [{"name": "c", "value": "d", "path": "/"}], "queryString": [],
              "headers": [{"name": ":authority", "value": "a.example"}, {"name": "X", "value": "", "comment": "y"}],
              "postData": {"mimeType": "", "text": "", "params": [{"name": "f", "fileName": "g"}], "settingX": true}},
            "response": {"status": 0, "statusText": "", "httpVersion": "", "cookies": [], "headers": [],
              "content": {"size": 0, "mimeType": "x-unknown", "compression": 3, "comment": "none"},
              "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": 0, "_error": "net::ERR_ABORTED"}
          }]}, "generator": [1, null, true]}
        """
}
