import Foundation
import Talyn
import TalynCassettes
import Testing

@testable import cassette

struct ListTests {
    @Test func aFileIsSummedUp() async throws {
        let desk = try Desk()
        var failed = HAREntry.get("https://h.example/c", 0, json: nil)
        failed.response.error = "networkConnectionLost -1005"
        failed.started = "2026-11-22T00:00:00Z"
        var named = HAREntry.get("https://h.example/a", json: #"{"a":1}"#)
        named.operation = "GitHub.user"
        try desk.write([named, .get("https://i.example/b", 404, method: "POST"), failed], "a.har")
        #expect(await desk.run("list", "--entries") == 0)
        #expect(
            desk.out == [
                "a.har: 3 entries, 9 bytes", "  hosts       h.example × 2, i.example × 1",
                "  methods     GET × 2, POST × 1",
                "  statuses    200 × 1, 404 × 1", "  operations  GitHub.user × 1",
                "  failures    networkConnectionLost -1005 × 1",
                "  recorded    2026-11-21T09:00:00Z to 2026-11-22T00:00:00Z",
                "  0  GET 200 7 bytes https://h.example/a · GitHub.user",
                "  1  POST 404 2 bytes https://i.example/b", "  2  GET failed 0 bytes https://h.example/c",
            ])
        #expect(await desk.run("list", "--json") == 0)
        let json = try JSONValue(parsing: Data(desk.out.joined().utf8))
        #expect(json.value(atKeyPath: "0.hosts")?["h.example"] == 2)
        #expect(json.value(atKeyPath: "0.entries.2.error") == "networkConnectionLost -1005")
    }

    @Test func noSecretAndNothingATerminalObeysIsShown() async throws {
        let desk = try Desk()
        var entry = HAREntry.get(
            "https://u:CANARY-1@h.example/a?token=CANARY-2&q=CANARY-cookie0",
            headers: [HARField("Cookie", "a=CANARY-cookie0")])
        entry.operation = "\u{1B}]0;x\u{7}\u{202E}CANARY-cookie0"
        try desk.write([entry], "a.har")
        for option in ["--entries", "--json"] {
            let raw = Locked("")
            let code = await CassetteTool.run(
                ["list", option], folder: desk.folder, environment: [:],
                out: { text in raw.withLock { $0 += text } }, err: { _ in })
            #expect(code == 0)
            let text = raw.withLock { $0 }
            #expect(text.contains("token=REDACTED"))
            #expect(!text.contains("CANARY") && !text.contains("\u{1B}") && !text.contains("\u{202E}"))
        }
    }

    @Test func aDamagedFileIsNamedAndTheOthersAreHandled() async throws {
        let desk = try Desk()
        try desk.write("{\"log\":{\"entries\":7}}", "a.har")
        try desk.write([.get("https://h.example/")], "b.har")
        for command in ["list", "check", "redact", "drift"] {
            _ = await desk.run(command, "--", "a.har")
            #expect(desk.err == ["a.har: log.entries is not an array"], "\(command)")
        }
        #expect(await desk.run("list") == 1)
        #expect(desk.out.first == "b.har: 1 entry, 2 bytes")
        #expect(await desk.run("check", "--json") == 1)
        let json = try JSONValue(parsing: Data(desk.out.joined().utf8))
        #expect(json.value(atKeyPath: "0.error") == "log.entries is not an array")
        #expect(json.value(atKeyPath: "1.findings") == [])
    }
}
