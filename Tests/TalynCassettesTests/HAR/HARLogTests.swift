import Foundation
import Talyn
import Testing

@testable import TalynCassettes

struct HARLogTests {
    @Test func namesOfOtherFieldsAreWrittenInTheOrderOfTheirBytes() throws {
        // Two names whose first Characters are equal, as one scalar and as two.
        let request = #"{"method": "GET", "url": "x", "e\u0301": 1, "\u00e9]": 2}"#
        let entry =
            #"{"startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "request": \#(request), "response": {"status": 200}}"#
        let log = try HARLog(Data(#"{"log": {"version": "1.2", "entries": [\#(entry)]}}"#.utf8), file: "f")
        let names = log.text.utf8.split(separator: 0x0A).compactMap { line in
            line.contains { $0 >= 0x80 }
                ? String(decoding: line, as: UTF8.self).unicodeScalars.filter { !" \",:12".unicodeScalars.contains($0) }
                : nil
        }
        #expect(names.map { $0.map(\.value) } == [[0x65, 0x301], [0xE9, 0x5D]])
        #expect(Array(try HARLog(Data(log.text.utf8), file: "f").text.utf8) == Array(log.text.utf8))
    }

    @Test func whatIsReadIsWrittenAgain() throws {
        let text = Self.browserFile
        let log = try HARLog(Data(text.utf8), file: "b.har")
        #expect(log.json == (try JSONValue(parsing: Data(text.utf8))))
        #expect(try HARLog(Data(log.text.utf8), file: "b.har") == log)
        #expect(try HARLog(Data(log.text.utf8), file: "b.har").text == log.text)
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
            entry.response.body = body
            entry.request.postData = HARPostData(mimeType: "a/b", body: body)
            let log = HARLog(entries: [entry])
            let json = log.entries[0].json
            #expect(json.value(atKeyPath: "response.content.text")?.stringValue == text)
            #expect(json.value(atKeyPath: "response.content.encoding")?.stringValue == encoding)
            #expect(json.value(atKeyPath: "request.postData.text")?.stringValue == text)
            #expect(json.value(atKeyPath: "request.postData._encoding")?.stringValue == encoding)
            #expect(!log.text.contains("\\/"))
            let read = try HARLog(Data(log.text.utf8), file: "b.har")
            #expect(read.entries[0].response.body == body && read.entries[0].request.postData?.body == body)
        }
    }

    @Test func ownFieldsAreKept() throws {
        var entry = Self.entry
        entry.operation = "GitHub.user"
        entry.template = "users/{}"
        entry.response.error = "networkConnectionLost -1005"
        entry.response.isTruncated = true
        let log = HARLog(entries: [entry])
        #expect(try HARLog(Data(log.text.utf8), file: "b.har").entries == [entry])
        #expect(entry.json.value(atKeyPath: "response._error")?.stringValue == "networkConnectionLost -1005")
    }

    @Test func eachMemberIsReadAsItself() throws {
        var entry = Self.entry
        (entry.started, entry.time, entry.cache) = ("2026-01-02T03:04:05Z", 12.5, ["comment": "c"])
        entry.timings = ["send": 1, "wait": 2.5, "receive": 3]
        entry.request.httpVersion = "HTTP/1.1"
        entry.request.cookies = [HARField("a", "b")]
        entry.request.headers = [HARField("X-A", "b")]
        entry.request.query = [HARField("c[]", "d e")]
        (entry.request.headersSize, entry.request.bodySize) = (10, 11)
        var data = HARPostData(mimeType: "a/b", body: Data("abc".utf8), params: [HARField("f g", "h")])
        data.isTruncated = true
        entry.request.postData = data
        entry.response.statusText = "OK"
        entry.response.httpVersion = "h2"
        entry.response.cookies = [HARField("i", "j")]
        entry.response.headers = [HARField("X-K", "l")]
        entry.response.mimeType = "c/d"
        entry.response.body = Data("ok".utf8)
        entry.response.redirectURL = "/m"
        (entry.response.size, entry.response.headersSize, entry.response.bodySize) = (2, 12, 13)
        // What is not read as itself remains among the other members.
        #expect(try HARLog(Data(HARLog(entries: [entry]).text.utf8), file: "b.har").entries == [entry])
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
        let log = HARLog(entries: (0..<count).map { HAREntry(reading: 1, HARPlace(file: "b.har", entry: $0)) })
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
