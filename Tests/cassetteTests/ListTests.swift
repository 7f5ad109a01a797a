import Foundation
import Talyn
import TalynCassettes
import Testing

@testable import cassette

struct ListTests {
    @Test func aFileIsSummedUp() async throws {
        let desk = try Desk()
        var failed = HAREntry.get("https://h.example/c", 0, json: nil)
        failed.json[at: "response._error"] = .string("networkConnectionLost -1005")
        failed.json[at: "startedDateTime"] = .string("2026-11-22T00:00:00Z")
        var named = HAREntry.get("https://h.example/a", json: #"{"a":1}"#)
        named.json[at: "_operation"] = .string("GitHub.user")
        try desk.write([named, .get("https://i.example/b", 404, method: "POST"), failed], "a.har")
        #expect(await desk.run("list") == 0)
        #expect(
            desk.out == [
                "a.har: 3 entries, 9 bytes",
                "  0  2026-11-21T09:00:00Z GET https://h.example/a · GitHub.user → 200 7 bytes",
                "  1  2026-11-21T09:00:00Z POST https://i.example/b → 404 2 bytes",
                "  2  2026-11-22T00:00:00Z GET https://h.example/c → networkConnectionLost -1005",
            ])
    }

    @Test func noSecretAndNothingATerminalObeysIsShown() async throws {
        let desk = try Desk()
        var entry = HAREntry.get(
            "https://u:CANARY-1@h.example/a?token=CANARY-2&q=CANARY-cookie0",
            headers: [HARField("Cookie", "a=CANARY-cookie0")])
        entry.json[at: "_operation"] = .string("\u{1B}]0;x\u{7}\u{202E}CANARY-cookie0")
        try desk.write([entry], "a.har")
        #expect(await desk.run("list") == 0)
        #expect(desk.text.contains("token=REDACTED"))
        #expect(!desk.text.contains("CANARY") && !desk.text.contains("\u{1B}") && !desk.text.contains("\u{202E}"))
    }

    @Test func aDamagedFileIsNamedAndTheOthersAreHandled() async throws {
        let desk = try Desk()
        try desk.write("{\"log\":{\"entries\":7}}", "a.har")
        try desk.write([.get("https://h.example/")], "b.har")
        for command in ["list", "check", "redact"] {
            _ = await desk.run(command, "--", "a.har")
            #expect(desk.err == ["a.har: log.entries is not an array"], "\(command)")
        }
        #expect(await desk.run("list") == 1)
        #expect(desk.out.first == "b.har: 1 entry, 2 bytes")
        #expect(await desk.run("check") == 1)
        #expect(desk.out == ["2 cassettes, 1 could not be read, nothing found"])
    }
}
