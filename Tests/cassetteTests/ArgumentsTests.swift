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
    }

    @Test(arguments: [[], ["-h"], ["chekc", "--help"], ["list", "--bad", "-h"]])
    func helpWinsOverEverything(arguments: [String]) throws {
        #expect(try Arguments(parsing: arguments).showsHelp)
    }

    @Test(arguments: [
        (["chekc"], "unknown command 'chekc'; it is one of list, check, redact."),
        (["--json"], "unknown command '--json'; it is one of list, check, redact."),
        (["list", "--dry-run"], "'list' has no option '--dry-run'."), (["check", "-x"], "'check' has no option '-x'."),
        (["list", "--json"], "'list' has no option '--json'."),
        (["redact", "--dry-run=1"], "'--dry-run' takes no value."),
        (["check", "--used"], "'--used' needs a value."), (["check", "--used", "--name"], "'--used' needs a value."),
        (["drift"], "unknown command 'drift'; it is one of list, check, redact."),
    ])
    func anErrorIsAUsageError(arguments: [String], message: String) {
        #expect(throws: UsageError(message)) { try Arguments(parsing: arguments) }
    }

    @Test func anErrorIsOneLineAndExitCodeTwo() async throws {
        let desk = try Desk()
        #expect(await desk.run("redact", "--dry-run=CANARY") == 2)
        #expect(desk.err == ["cassette: '--dry-run' takes no value. Try 'swift package cassette --help'."])
        #expect(desk.out == [])
        #expect(await desk.run("--help") == 0)
        #expect(desk.out.joined(separator: "\n") == Arguments.help && desk.err == [])
    }
}
