import Foundation
import Testing

@testable import photos

struct ArgumentsTests {
    @Test func nothingAsksForTheRecordedFeed() throws {
        let arguments = try Arguments(parsing: [])
        #expect(arguments == Arguments())
        #expect(!arguments.isLive && !arguments.showsHelp)
        #expect(arguments.baseURL == nil && arguments.failure == nil)
        #expect(arguments.tags == "landscape, portrait")
    }

    @Test func valuesFollowTheirOption() throws {
        var expected = Arguments()
        expected.baseURL = URL(string: "http://localhost:8080")
        expected.tags = "sea, red sky"
        expected.downloadFolder = "a b"
        let line = ["--base-url", "http://localhost:8080", "--tags", "sea, red sky", "--download", "a b"]
        #expect(try Arguments(parsing: line) == expected)
    }

    @Test(arguments: ["offline", "lost", "timeout", "cancelled", "401", "500", "html", "empty", "baddata"])
    func everyFailureHasAName(name: String) throws {
        #expect(try Arguments(parsing: ["--fail", name]).failure?.rawValue == name)
        #expect(Arguments.help.contains(name))
    }

    @Test func liveAsksFlickr() throws {
        #expect(try Arguments(parsing: ["--live", "--live"]).isLive)
    }

    @Test(arguments: [["-h"], ["--help"], ["--live", "--help"], ["--tgs", "-h"], ["--tags", "--help"]])
    func helpWinsOverEverythingElse(line: [String]) throws {
        var expected = Arguments()
        expected.showsHelp = true
        #expect(try Arguments(parsing: line) == expected)
    }

    @Test(arguments: [
        (["--tgs", "sea"], "unknown argument '--tgs'."),
        (["sea"], "unknown argument 'sea'."),
        ([""], "unknown argument ''."),
        (["--tags"], "'--tags' needs a value."),
        (["--tags", "--live"], "'--tags' needs a value."),
        (["--fail", "404"], "there is no failure '404'."),
        (["--base-url", "http://[::1"], "'http://[::1' is not a URL."),
        (["--download"], "'--download' needs a value."),
    ])
    func anErrorIsOneLine(line: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try Arguments(parsing: line) }
        #expect(error?.description == "photos: \(message) Try 'photos --help'.")
    }

    @Test func helpFitsASmallTerminalAndNamesEveryOption() {
        let lines = Arguments.help.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count < 25)
        #expect(lines.allSatisfy { $0.count <= 80 })
        for option in ["--live", "--base-url", "--tags", "--download", "--fail", "-h, --help"] {
            #expect(Arguments.help.contains("  \(option)"))
        }
    }
}
