import Foundation
import Testing

@testable import cassette

struct ArgumentsTests {
    @Test func everyOptionIsRead() throws {
        let check = try Arguments(parsing: [
            "check", "a.har", "--used", "logs", "--name=x", "--header", "H", "--", "-b",
        ])
        #expect(check.command == .check && check.paths == ["a.har", "-b"] && check.usage == "logs")
        #expect(check.values("--name") == ["x"] && check.values("--header") == ["H"])
        let redact = try Arguments(parsing: ["redact", "--dry-run", "--except-name", "pin", "--except-header=X"])
        #expect(redact.isDryRun)
        #expect(redact.values("--except-name") == ["pin"] && redact.values("--except-header") == ["X"])
        let drift = try Arguments(parsing: [
            "drift", "--header-from-env", "A=B", "--query-from-env=k=V", "--base-url", "http://localhost:1",
        ])
        #expect(drift.values("--header-from-env") == ["A=B"] && drift.values("--query-from-env") == ["k=V"])
        #expect(drift.baseURL?.port == 1)
    }

    @Test(arguments: [[], ["-h"], ["chekc", "--help"], ["list", "--bad", "-h"]])
    func helpWinsOverEverything(arguments: [String]) throws {
        #expect(try Arguments(parsing: arguments).showsHelp)
    }

    @Test(arguments: [
        (["chekc"], "unknown command 'chekc'; it is one of list, check, redact, drift."),
        (["--json"], "unknown command '--json'; it is one of list, check, redact, drift."),
        (["list", "--dry-run"], "'list' has no option '--dry-run'."), (["check", "-x"], "'check' has no option '-x'."),
        (["list", "--json"], "'list' has no option '--json'."),
        (["redact", "--dry-run=1"], "'--dry-run' takes no value."),
        (["check", "--used"], "'--used' needs a value."), (["check", "--used", "--name"], "'--used' needs a value."),
        (["drift", "--base-url", "ftp://h"], "'--base-url' needs http:// or https:// and a host."),
    ])
    func anErrorIsAUsageError(arguments: [String], message: String) {
        #expect(throws: UsageError(message)) { try Arguments(parsing: arguments) }
    }

    @Test func anErrorIsOneLineAndExitCodeTwo() async throws {
        let desk = try Desk()
        #expect(await desk.run("drift", "--header-from-env", "CANARY") == 2)
        #expect(desk.err.count == 1 && desk.out == [] && !desk.text.contains("CANARY"))
        #expect(desk.text.contains("'--header-from-env' is written '--header-from-env NAME=VARIABLE'."))
        #expect(await desk.run("drift", "--query-from-env", "a=") == 2)
        #expect(await desk.run("drift", "--header-from-env", "A=MISSING") == 2)
        #expect(desk.text.contains("'MISSING' is not set"))
        #expect(await desk.run("drift", "--header-from-env", "A=B", environment: ["B": "CANARY\nX: y"]) == 2)
        #expect(!desk.text.contains("CANARY"))
        #expect(await desk.run("--help") == 0)
        #expect(desk.out.joined(separator: "\n") == Arguments.help && desk.err == [])
    }
}
