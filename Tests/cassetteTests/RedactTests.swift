import Foundation
import Talyn
import TalynCassettes
import Testing

@testable import cassette

struct RedactTests {
    @Test func everySecretIsTakenOutAndEverythingElseStays() async throws {
        let desk = try Desk()
        let log = HARLog(entries: [try CheckTests.leaking(), .get("https://h.example/?x=CANARY-header")])
        let members = #""_beside": true, "log": {"pages": [{"title": "https://h.example/?token=CANARY-page"}], "#
        let text = log.text.replacingOccurrences(of: #""log": {"#, with: members + #""_x": [1.0, null, "y"],"#)
        try desk.write(text, "a.har")
        #expect(await desk.run("redact") == 0)
        #expect(!desk.text.contains("CANARY"))
        #expect(desk.out.first == "a.har: 16 secrets removed")
        #expect(desk.out.contains("  request header Authorization (entry 0)"))
        #expect(desk.out.contains("  request URL, repeated (entry 1)"))
        #expect(desk.out.last == "1 of 1 cassette changed")
        let redacted = try desk.read("a.har")
        #expect(!redacted.contains("CANARY"))
        let json = try JSONValue(parsing: Data(redacted.utf8))
        #expect(json["_beside"] == true && json[at: "log._x"] == [1, nil, "y"])
        #expect(json[at: "log.pages"] == [["title": "https://h.example/?token=REDACTED"]])
        let new = try HARLog(Data(redacted.utf8), file: "a.har")
        #expect(new.entries.count == 2)
        let initiator = new.entries[0].json["_initiator"]
        #expect(initiator == ["url": "https://h.example/?sid=REDACTED", "line": 7])
        #expect(new.entries[0].request.url == "https://h.example/a?token=REDACTED")
        #expect(new.entries[0].response.body == Data(#"{"items":[{"token":"REDACTED","z":1.50}]}"#.utf8))
        #expect(await desk.run("check") == 0)
        #expect(await desk.run("redact") == 0)
        #expect(desk.out == ["0 of 1 cassette changed"])
        #expect(try desk.read("a.har") == redacted)
    }

    @Test func aDryRunWritesNothing() async throws {
        let desk = try Desk()
        let before = HARLog(entries: [try CheckTests.leaking()]).text
        try desk.write(before, "a.har")
        #expect(await desk.run("redact", "--dry-run", "--name", "z") == 0)
        #expect(desk.out.contains("  response body at items[0].z (entry 0)"))
        #expect(desk.out.last == "1 of 1 cassette would change")
        #expect(try desk.read("a.har") == before)
    }

    @Test(arguments: [false, true])
    func aFileWithEntriesThatCannotBeReadIsSaidToKeepItsSecrets(isDry: Bool) async throws {
        let desk = try Desk()
        let text = #"{"log": {"version": "1.2", "entries": [{"request": 1}, "token=CANARY"]}}"#
        try desk.write(text, "a.har")
        let status = isDry ? await desk.run("redact", "--dry-run") : await desk.run("redact")
        #expect(status == 1)
        #expect(desk.err.contains { $0.contains("entry 0") && $0.contains("entry 1") && $0.contains("secrets") })
        #expect(try desk.read("a.har") == text)
    }

    @Test func aFileWithoutSecretsKeepsItsBytes() async throws {
        let desk = try Desk()
        let text = "{ \"log\":{\"entries\" : [ ]} }"
        try desk.write(text, "a.har")
        #expect(await desk.run("redact") == 0)
        #expect(try desk.read("a.har") == text)
    }

    @Test(arguments: [0o600, 0o640, 0o644])
    func aFileKeepsItsPermissions(mode: Int) async throws {
        let desk = try Desk()
        let file = try desk.write([try CheckTests.leaking()], "a.har")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        #expect(await desk.run("redact") == 0)
        #expect(desk.out.last == "1 of 1 cassette changed")
        let after = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
        #expect(after?.intValue == mode)
        #expect(try FileManager.default.contentsOfDirectory(atPath: desk.folder.path) == ["a.har"])
    }

    @Test func aFileThatCannotBeWrittenIsNotCountedAsChanged() async throws {
        let desk = try Desk()
        let file = try desk.write([try CheckTests.leaking()], "a.har")
        let before = try desk.read("a.har")
        let lines = Locked<[String]>([])
        let console = Console(
            wanted: try Arguments(parsing: ["redact"]), out: { line in lines.withLock { $0.append("out: \(line)") } },
            err: { line in lines.withLock { $0.append("err: \(line)") } })
        let status = await console.redact(
            [CassetteFile(url: file, name: "a.har")], isPlugin: false,
            write: { _, file throws(CassetteError) in
                throw .unwritable(file: file.path, reason: "the disk is full")
            })
        #expect(status == 1)
        #expect(
            lines.withLock { $0 } == [
                "err: a.har: not written: the disk is full", "out: 0 of 1 cassette changed, 1 failed",
            ])
        #expect(try desk.read("a.har") == before)
    }

    @Test func aLinkStaysALink() async throws {
        let desk = try Desk()
        try desk.write([try CheckTests.leaking()], "in/a.har")
        let folder = desk.folder.appendingPathComponent("in").path
        try FileManager.default.moveItem(atPath: folder + "/a.har", toPath: folder + "/b.har")
        try FileManager.default.createSymbolicLink(atPath: folder + "/a.har", withDestinationPath: "b.har")
        #expect(await desk.run("redact", "in/a.har") == 0)
        #expect(try !desk.read("in/b.har").contains("CANARY"))
        let kind = try FileManager.default.attributesOfItem(atPath: folder + "/a.har")[.type] as? FileAttributeType
        #expect(kind == .typeSymbolicLink)
    }
}
