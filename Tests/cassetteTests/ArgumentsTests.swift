import Foundation
import Testing

@testable import cassette

struct ArgumentsTests {
    @Test func everyOptionIsRead() throws {
        let check = try Arguments(parsing: [
            "check", "a.har", "--json", "--used", "logs", "--name=x", "--header", "H", "--", "-b",
        ])
        #expect(check.command == .check && check.paths == ["a.har", "-b"] && check.printsJSON && check.usage == "logs")
        #expect(check.names == ["x"] && check.headers == ["H"])
        let redact = try Arguments(parsing: ["redact", "--dry-run", "--except-name", "pin", "--except-header=X"])
        #expect(redact.isDry && redact.exceptedNames == ["pin"] && redact.exceptedHeaders == ["X"])
        let drift = try Arguments(parsing: [
            "drift", "--header", "Authorization: Bearer x:y", "--header-from-env", "A=B", "--query-from-env=k=V",
            "--host", "H.example",
            "--base-url", "http://localhost:1",
        ])
        #expect(drift.givenHeaders == [.init(name: "Authorization", value: "Bearer x:y")])
        #expect(drift.headersFromEnvironment == [.init(name: "A", value: "B")])
        #expect(drift.queryFromEnvironment == [.init(name: "k", value: "V")])
        #expect(drift.hosts == ["h.example"] && drift.baseURL?.port == 1)
        #expect(try Arguments(parsing: ["list", "--entries"]).showsEntries)
    }

    @Test(arguments: [[], ["-h"], ["chekc", "--help"], ["list", "--bad", "-h"]])
    func helpWinsOverEverything(arguments: [String]) throws {
        #expect(try Arguments(parsing: arguments).showsHelp)
    }

    @Test(arguments: [
        (["chekc"], UsageError.unknownCommand("chekc")), (["--json"], .unknownCommand("--json")),
        (["list", "--dry-run"], .unknownOption("--dry-run", "list")), (["check", "-x"], .unknownOption("-x", "check")),
        (["redact", "--json"], .unknownOption("--json", "redact")), (["list", "--json=1"], .unexpectedValue("--json")),
        (["check", "--used"], .missingValue("--used")), (["check", "--used", "--json"], .missingValue("--used")),
        (["drift", "--header", "x"], .invalidPair("--header", "NAME: VALUE")),
        (["drift", "--header-from-env", "x"], .invalidPair("--header-from-env", "NAME=VARIABLE")),
        (["drift", "--base-url", "ftp://h"], .invalidBaseURL),
        (["drift", "--query-from-env", "a="], .missingValue("--query-from-env")),
    ])
    func aMistakeIsAUsageError(arguments: [String], error: UsageError) {
        #expect(throws: error) { try Arguments(parsing: arguments) }
    }

    @Test func aMistakeIsOneLineAndExitCodeTwo() async throws {
        let desk = try Desk()
        #expect(await desk.run("drift", "--header", "CANARY") == 2)
        #expect(desk.err.count == 1 && desk.out == [] && !desk.text.contains("CANARY"))
        #expect(await desk.run("drift", "--header-from-env", "A=MISSING") == 2)
        #expect(desk.text.contains("'MISSING' is not set"))
        #expect(await desk.run("drift", "--header-from-env", "A=B", environment: ["B": "CANARY\nX: y"]) == 2)
        #expect(!desk.text.contains("CANARY"))
        #expect(await desk.run("--help") == 0)
        #expect(desk.out.joined(separator: "\n") == Arguments.help && desk.err == [])
    }

    @Test func filesAreFoundWithoutHiddenFolders() async throws {
        let desk = try Desk()
        for name in ["b.har", "a/a.har", "a/x.json", ".build/c.har", ".git/d.har"] { try desk.write([], name) }
        let names = try CassetteFile.files(at: [], in: desk.folder).map(\.name)
        #expect(names == ["a/a.har", "b.har"])
        #expect(
            try CassetteFile.files(at: [".build", "b.har", "a/x.json", "b.har"], in: desk.folder).map(\.name)
                == [".build/c.har", "b.har", "a/x.json"])
        #expect(await desk.run("list", "missing") == 1)
        #expect(desk.err == ["cassette: missing: there is no such file or folder."])
        #expect(await desk.run("check", ".git") == 0)
    }

    @Test func noFileIsSaid() async throws {
        let desk = try Desk()
        #expect(await desk.run("check") == 0)
        #expect(desk.err == ["cassette: there is no .har file here."])
    }
}
