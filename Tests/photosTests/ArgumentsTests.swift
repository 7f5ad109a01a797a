import Foundation
import Testing

@testable import photos

struct ArgumentsTests {
    @Test func nothingAsksForTheRecordedFeedAsATable() throws {
        let arguments = try Arguments(parsing: [])
        #expect(arguments == Arguments())
        #expect(!arguments.isLive && !arguments.printsJSON && !arguments.showsHelp)
        #expect(arguments.baseURL == nil && arguments.failure == nil)
        #expect(arguments.tags == "landscape, portrait" && arguments.tagMode == .any)
    }

    @Test(arguments: [
        ["--base-url", "http://localhost:8080", "--tags", "sea, red sky", "--tagmode", "all", "--json"],
        ["--json", "--tagmode=all", "--tags=sea, red sky", "--base-url=http://localhost:8080"],
    ])
    func valuesFollowTheirOptionOrAnEqualsSign(line: [String]) throws {
        var expected = Arguments()
        expected.baseURL = URL(string: "http://localhost:8080")
        expected.tags = "sea, red sky"
        expected.tagMode = .all
        expected.printsJSON = true
        #expect(try Arguments(parsing: line) == expected)
    }

    @Test func onlyTheFirstEqualsSignSeparates() throws {
        let arguments = try Arguments(parsing: ["--base-url=https://example.com/?a=b", "--tags=--json"])
        #expect(arguments.baseURL?.absoluteString == "https://example.com/?a=b")
        #expect(arguments.tags == "--json")
    }

    @Test(arguments: ["offline", "lost", "timeout", "cancelled", "401", "500", "html", "empty", "baddata"])
    func everyFailureHasAName(name: String) throws {
        #expect(try Arguments(parsing: ["--fail", name]).failure?.rawValue == name)
        #expect(Arguments.help.contains(name))
    }

    @Test(arguments: [["--download", "a b"], ["--download=a b", "--live"], ["--download", "c", "--download", "a b"]])
    func downloadTakesAFolder(line: [String]) throws {
        #expect(try Arguments(parsing: line).downloadFolder == "a b")
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
        (["-json"], "unknown argument '-json'."),
        (["sea"], "unknown argument 'sea'."),
        (["--json", "-"], "unknown argument '-'."),
        (["--", "sea"], "unknown argument '--'."),
        ([""], "unknown argument ''."),
        (["--tags"], "'--tags' needs a value."),
        (["--tags="], "'--tags' needs a value."),
        (["--tags", "--json"], "'--tags' needs a value."),
        (["--live=yes"], "'--live' takes no value."),
        (["--tagmode", "some"], "'--tagmode' cannot be 'some'; it is one of any, all."),
        (
            ["--fail", "404"],
            "'--fail' cannot be '404'; it is one of offline, lost, timeout, cancelled, 401, 500, html, empty, baddata."
        ),
        (["--base-url", "ftp://a"], "'--base-url' cannot be 'ftp://a'; it needs http:// or https:// and a host."),
        (["--fail", "lost", "--live"], "'--fail' and '--live' exclude each other."),
        (["--fail", "lost", "--base-url=http://a"], "'--fail' and '--base-url' exclude each other."),
        (["--live", "--base-url=http://a"], "'--live' and '--base-url' exclude each other."),
        (["--download"], "'--download' needs a value."),
        (["--json", "--download", "a"], "'--json' and '--download' exclude each other."),
        (["--download=a", "--json"], "'--download' and '--json' exclude each other."),
        (["--\u{1B}[31m\nred"], "unknown argument '-- [31m red'."),
    ])
    func anErrorIsOneLine(line: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try Arguments(parsing: line) }
        #expect(error?.description == "photos: \(message) Try 'photos --help'.")
    }

    @Test(arguments: [
        "localhost:8080", "example.com", "/feeds", "ftp://example.com", "http://", "http:///feeds", "http://:8080",
        "http:example.com", "http://exa mple.com", "http://[::1",
    ])
    func aBaseURLWithoutSchemeOrHostIsRefused(text: String) {
        let message = "'--base-url' cannot be '\(text)'; it needs http:// or https:// and a host."
        #expect(throws: UsageError(message)) { try Arguments(parsing: ["--base-url", text]) }
    }

    @Test(arguments: ["http://a", "HTTPS://example.com/v2?key=1", "http://127.0.0.1:9", "http://[::1]:8080/"])
    func aBaseURLWithSchemeAndHostIsTaken(text: String) throws {
        #expect(try Arguments(parsing: ["--base-url", text]).baseURL == URL(string: text))
    }

    @Test func helpFitsASmallTerminalAndNamesEveryOption() {
        let lines = Arguments.help.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count < 25)
        #expect(lines.allSatisfy { $0.displayWidth <= 80 })
        for option in ["--live", "--base-url", "--tags", "--tagmode", "--json", "--download", "--fail", "-h, --help"] {
            #expect(Arguments.help.contains("  \(option)"))
        }
    }
}
