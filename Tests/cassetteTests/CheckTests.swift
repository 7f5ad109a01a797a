import Foundation
import Talyn
import TalynCassettes
import TalynTesting
import Testing

@testable import cassette

struct CheckTests {
    /// An entry with a secret in every position of a HAR.
    static func leaking() throws -> HAREntry {
        var entry = HAREntry.get(
            "https://u:CANARY-url@h.example/a?token=CANARY-query",
            json: #"{"items":[{"token":"CANARY-body","z":1.50}]}"#,
            headers: [HARField("Authorization", "Bearer CANARY-header")], method: "POST")
        entry.json[at: "request.cookies"] = JSONValue([HARField("id", "CANARY-cookie")])
        entry.json[at: "request.queryString"] = JSONValue([
            HARField("token", "CANARY-query2"), HARField("ghp_CANARYCANARYCANARY", ""),
        ])
        let form = RecordedBody(
            mimeType: "application/x-www-form-urlencoded", data: Data("password=CANARY-form".utf8),
            fields: [HARField("password", "CANARY-param")])
        entry.json[at: "request.postData"] = form.json(RecordedBody.requestEncoding)
        let headers = entry.response.headers + [HARField("Set-Cookie", "id=CANARY-set; Path=/")]
        entry.json[at: "response.headers"] = JSONValue(headers)
        entry.json[at: "response.cookies"] = JSONValue([HARField("id", "CANARY-set2")])
        entry.json[at: "response.redirectURL"] = "/b?code=CANARY-redirect"
        entry.json[at: "_initiator"] = ["url": "https://h.example/?sid=CANARY-initiator", "line": 7]
        entry.json[at: "response.content.comment"] = "Bearer CANARY-comment1"
        entry.json[at: "cache"] = ["beforeRequest": ["apiKey": "CANARY-cache"]]
        return entry
    }

    /// A document with an unreadable second entry.
    static let broken = """
        {"log":{"version":"1.2","entries":[{"request":{"method":"GET","url":"http://a.example/"},"response":{"status":204}},
        {"request":{"method":"GET","url":"http://b.example/?token=CANARY"},"response":{"status":"CANARY"}},
        {"request":{"method":"PUT","url":"http://c.example/"},"response":{"status":204}}]}}
        """

    @Test func anEntryThatCannotBeReadIsAFindingAndKeepsItsNumber() async throws {
        let desk = try Desk()
        try desk.write(Self.broken, "a.har")
        #expect(await desk.run("check") == 1)
        #expect(
            desk.out == [
                "a.har: entry 1: it cannot be read: response.status is not a number", "1 cassette, 1 found",
            ])
        #expect(await desk.run("list") == 0)
        #expect(desk.out.first == "a.har: 3 entries, 0 bytes")
        #expect(desk.out.contains("  1  unreadable: response.status is not a number"))
        #expect(desk.out.contains("  2  PUT http://c.example/ → 204 0 bytes"))
        #expect(!desk.text.contains("CANARY"))
    }

    @Test func aFileWithAnEntryThatCannotBeReadIsNotRedacted() async throws {
        let desk = try Desk()
        let text = Self.broken.replacingOccurrences(of: "c.example/", with: "c.example/?token=CANARY")
        try desk.write(text, "a.har")
        #expect(await desk.run("redact") == 1)
        #expect(try desk.read("a.har") == text)
        #expect(desk.err.first?.contains("repair or delete entry 1, which cannot be read") == true)
    }

    @Test func everySecretIsReportedWithItsPlaceAndNeverItsValue() async throws {
        let desk = try Desk()
        var echo = HAREntry.get("https://h.example/CANARY-header/x")
        echo.json[at: "request.headers"] = JSONValue([HARField("X-Note", "CANARY-header")])
        try desk.write([try Self.leaking(), echo], "a.har")
        #expect(await desk.run("check") == 1)
        #expect(!desk.text.contains("CANARY"))
        let places = [
            "request URL", "request header Authorization", "request cookie id", "request query item token",
            "request query item 1",
            "request body", "request form field password", "response header Set-Cookie", "response cookie id",
            "response body at items[0].token", "response body at comment", "redirect URL",
            "cache at beforeRequest.apiKey",
            "entry at _initiator.url",
        ]
        for place in places { #expect(desk.out.contains("a.har: entry 0: a secret: \(place)"), "\(place)") }
        #expect(desk.out.contains("a.har: entry 1: a repeated secret: request URL"))
        #expect(desk.out.contains("a.har: entry 1: a repeated secret: request header X-Note"))
        #expect(desk.out.last == "1 cassette, \(places.count + 2) found")
    }

    @Test(arguments: [(20, nil), (21, 1), (23, 3)])
    func ofManySecretFieldsInABodyTwentyAreListed(_ count: Int, _ rest: Int?) async throws {
        let desk = try Desk()
        let fields = (0..<count).map { #""f\#($0)":{"token":"CANARY-\#($0)abc"}"# }.joined(separator: ",")
        try desk.write([.get("https://h.example/a", json: "{\(fields)}")], "a.har")
        #expect(await desk.run("check") == 1)
        #expect(desk.out.count { $0.contains("response body at f") } == 20)
        let more = desk.out.filter { $0.contains("more fields") }
        #expect(more == (rest.map { ["a.har: entry 0: a secret: response body in \($0) more fields"] } ?? []))
    }

    @Test func rarelyReadMembersAreChecked() async throws {
        let desk = try Desk()
        var entry = HAREntry.get("https://h.example/a")
        entry.json[at: "response.statusText"] = .string("Bearer CANARY-status1")
        entry.json[at: "request.httpVersion"] = .string("Bearer CANARY-version1")
        entry.json[at: "timings.comment"] = "Bearer CANARY-timing1"
        try desk.write([entry], "a.har")
        #expect(await desk.run("check") == 1)
        for place in ["response status", "request version", "timings at comment"] {
            #expect(desk.out.contains("a.har: entry 0: a secret: \(place)"), "\(place)")
        }
        #expect(await desk.run("redact") == 0)
        #expect(try !desk.read("a.har").contains("CANARY"))
    }

    @Test func aCassetteWithoutSecretsIsFine() async throws {
        let desk = try Desk()
        let entry = HAREntry.get(
            "https://h.example/a?page=1", json: #"{"author":"x","token":"REDACTED","n":0}"#,
            headers: [HARField("Authorization", "Bearer REDACTED"), HARField("Cookie", "a=REDACTED")])
        try desk.write([entry, entry], "a.har")
        #expect(await desk.run("check") == 0)
        #expect(desk.out == ["1 cassette, nothing found"])
    }

    @Test func aFileThatCannotBeReadIsNotSaidToBeFine() async throws {
        let desk = try Desk()
        try desk.write("{", "a.har")
        #expect(await desk.run("check") == 1)
        #expect(desk.out == ["1 cassette, 1 could not be read"])
        try desk.write([.get("https://h.example/a")], "b.har")
        #expect(await desk.run("check") == 1)
        #expect(desk.out == ["2 cassettes, 1 could not be read, nothing found"])
    }

    @Test func namesAreAddedAndExcepted() async throws {
        let desk = try Desk()
        try desk.write(
            [.get("https://h.example/a?session=keynote&nick=ann", headers: [HARField("X-Tenant", "acme")])], "a.har")
        #expect(await desk.run("check", "--except-name", "session") == 0)
        #expect(await desk.run("check", "--except-name", "session", "--name", "nick", "--header", "x-tenant") == 1)
        #expect(desk.out.count == 3)
    }

    @Test func anEntryThatCannotBeReplayedIsReported() async throws {
        let desk = try Desk()
        var cut = HAREntry.get("https://h.example/a")
        cut.json[at: "response._truncated"] = .bool(true)
        cut.json[at: "request.postData"] = RecordedBody(mimeType: "text/plain", data: Data("x".utf8)).json("_encoding")
        cut.json[at: "request.postData._truncated"] = .bool(true)
        var bodiless = HAREntry.get("https://h.example/b", json: nil)
        bodiless.json[at: "response.content.size"] = 7
        var failed = HAREntry.get("https://h.example/c", 0, json: nil)
        failed.json[at: "response._error"] = .string("timedOut -1001")
        var head = bodiless
        head.json[at: "request.method"] = .string("HEAD")
        try desk.write(
            [cut, bodiless, failed, .get("https://h.example/d", 0, json: nil), .get("data:text/plain,x"), head], "a.har"
        )
        #expect(await desk.run("check") == 1)
        #expect(
            desk.out == [
                "a.har: entry 0: the response body is truncated", "a.har: entry 0: the request body is truncated",
                "a.har: entry 1: the response body was not kept",
                "a.har: entry 3: it has neither a response nor an error",
                "a.har: entry 4: no request asks for it: it is not an http or https exchange", "1 cassette, 5 found",
            ])
    }

    @Test func aStreamThatItsReaderLeftIsAccepted() async throws {
        struct Ticks: RoutedTarget {
            var baseURL: URL { URL(string: "https://h.example")! }
            var route: Route { .get("ticks") }
        }
        let stubs = StubTransport()
        let chunks = ["data: 1\n\ndata: [DONE]\n\n", "data: 2\n\n"]
        stubs.on(Ticks(), .chunks(chunks, contentType: "text/event-stream"))
        let desk = try Desk()
        let read = { (cassette: Cassette) in
            var events: [String] = []
            let provider = Provider<Ticks>(transport: cassette, clock: TestClock())
            for try await event in provider.elements(of: .events(Ticks(), until: { $0.data == "[DONE]" })) {
                events.append(event.data)
            }
            try cassette.finish()
            return events
        }
        let file = desk.folder.appendingPathComponent("a.har")
        let events = try await read(Cassette(at: file, mode: .all, over: stubs))
        #expect(await desk.run("check") == 0, "\(desk.text)")
        #expect(try await read(Cassette(at: file, mode: .replay)) == events)
        // What the limit cuts is a finding as before.
        _ = try await read(Cassette(at: file, mode: .all, over: stubs, bodyLimit: 3))
        #expect(await desk.run("check") == 1)
        #expect(desk.out.first == "a.har: entry 0: the response body is truncated")
    }

    @Test func unusedEntriesAndUnopenedCassettesAreReported() async throws {
        let desk = try Desk()
        let entries = (0..<3).map { HAREntry.get("https://h.example/\($0)") }
        let file = try desk.write(entries, "a.har")
        try desk.write(entries, "b.har")
        for (index, used) in [[0], [0, 2]].enumerated() {
            let log: JSONValue = [
                "cassette": .string(file.path), "entries": 3, "used": .array(used.map { .integer(Int64($0)) }),
            ]
            try desk.write(log.jsonText, "logs/a-\(index).json")
        }
        try desk.write("{", "logs/broken.json")
        #expect(await desk.run("check", "--used", "logs") == 1)
        #expect(desk.out == ["a.har: entry 1: no test used it", "b.har: no test opened it", "2 cassettes, 2 found"])
        #expect(desk.err == ["cassette: broken.json: not a usage log; ignored."])
        #expect(await desk.run("check", "--used", "nowhere") == 1)
    }
}
