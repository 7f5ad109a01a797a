import Testing

@testable import photos

struct ArgumentsTests {
    @Test func nothingAsksForTheRecordedFeed() throws {
        let arguments = try Arguments(parsing: [])
        #expect(arguments == Arguments())
        #expect(!arguments.isLive && !arguments.showsHelp)
        #expect(arguments.downloadFolder == nil && arguments.failure == nil)
    }

    @Test func valuesFollowTheirOption() throws {
        var expected = Arguments()
        expected.downloadFolder = "a b"
        expected.failure = .lost
        #expect(try Arguments(parsing: ["--download", "a b", "--fail", "lost"]) == expected)
    }

    @Test(arguments: ["offline", "lost", "timeout", "cancelled", "401", "500", "html", "empty", "baddata"])
    func everyFailureHasAName(name: String) throws {
        #expect(try Arguments(parsing: ["--fail", name]).failure?.rawValue == name)
        #expect(Arguments.help.contains(name))
    }

    @Test func liveAsksFlickr() throws {
        #expect(try Arguments(parsing: ["--live", "--live"]).isLive)
    }

    @Test(arguments: [["-h"], ["--help"], ["--live", "--help"], ["--lve", "-h"], ["--download", "--help"]])
    func helpWinsOverEverythingElse(line: [String]) throws {
        var expected = Arguments()
        expected.showsHelp = true
        #expect(try Arguments(parsing: line) == expected)
    }

    @Test(arguments: [
        (["--lve", "sea"], "unknown argument '--lve'."),
        (["sea"], "unknown argument 'sea'."),
        ([""], "unknown argument ''."),
        (["--fail", "--live"], "'--fail' needs a value."),
        (["--fail", "404"], "there is no failure '404'."),
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
        for option in ["--live", "--download", "--fail", "-h, --help"] {
            #expect(Arguments.help.contains("  \(option)"))
        }
    }
}
