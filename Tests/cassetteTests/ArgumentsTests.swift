import Foundation
import Testing

@testable import cassette

struct ArgumentsTests {
    @Test func everyOptionIsRead() throws {
        let check = try Arguments(parsing: [
            "check", "a.har", "--json", "--used", "logs", "--name=x", "--header", "H", "--", "-b",
        ])
        #expect(check.command == .check && check.paths == ["a.har", "-b"] && check.printsJSON && check.usage == "logs")
        #expect(check.values(.name) == ["x"] && check.values(.header) == ["H"])
        let redact = try Arguments(parsing: ["redact", "--dry-run", "--except-name", "pin", "--except-header=X"])
        #expect(redact.isDryRun)
        #expect(redact.values(.exceptName) == ["pin"] && redact.values(.exceptHeader) == ["X"])
        let drift = try Arguments(parsing: [
            "drift", "--header", "Authorization: Bearer x:y", "--header-from-env", "A=B", "--query-from-env=k=V",
            "--host", "H.example",
            "--base-url", "http://localhost:1",
        ])
        #expect(drift.sentHeaders == [.init(name: "Authorization", value: "Bearer x:y")])
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
        (["chekc"], "unknown command 'chekc'; it is one of list, check, redact, drift."),
        (["--json"], "unknown command '--json'; it is one of list, check, redact, drift."),
        (["list", "--dry-run"], "'list' has no option '--dry-run'."), (["check", "-x"], "'check' has no option '-x'."),
        (["redact", "--json"], "'redact' has no option '--json'."), (["list", "--json=1"], "'--json' takes no value."),
        (["check", "--used"], "'--used' needs a value."), (["check", "--used", "--json"], "'--used' needs a value."),
        (["drift", "--header", "x"], "'--header' is written '--header \"NAME: VALUE\"'."),
        (["drift", "--header-from-env", "x"], "'--header-from-env' is written '--header-from-env \"NAME=VARIABLE\"'."),
        (["drift", "--base-url", "ftp://h"], "'--base-url' needs http:// or https:// and a host."),
        (["drift", "--query-from-env", "a="], "'--query-from-env' needs a value."),
    ])
    func anErrorIsAUsageError(arguments: [String], message: String) {
        #expect(throws: UsageError(message)) { try Arguments(parsing: arguments) }
    }

    @Test func anErrorIsOneLineAndExitCodeTwo() async throws {
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
}
