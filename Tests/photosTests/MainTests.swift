import Foundation
import Talyn
import Testing

@testable import photos

struct MainTests {
    @Test func noArgumentPrintsTheSampleAsATableAndLogsTheCall() async {
        let terminal = Terminal()
        #expect(await terminal.run(columns: 120) == 0)
        let lines = terminal.out.split(separator: "\n")
        #expect(lines.count == 11)
        #expect(lines[0].split(separator: " ") == ["Title", "Author", "Tags", "Link"])
        #expect(lines[2].hasSuffix("https://www.flickr.com/photos/northlight/99000000101/"))
        #expect(lines.allSatisfy { $0.displayWidth <= 120 })
        #expect(terminal.err.count == 2)
        #expect(terminal.err[0].hasPrefix("REQUEST #"))
        #expect(
            terminal.err[0].contains(
                " MyAPI.getPhotos: GET https://api.flickr.com/services/feeds/photos_public.gne"
                    + "?format=json&nojsoncallback=1&tagmode=any&tags=landscape%2C%20portrait · photos/Main.swift:"))
        #expect(terminal.err[1].hasPrefix("SUCCESS #"))
    }

    @Test func jsonIsOneArrayOfPhotosAndNothingElse() async throws {
        let terminal = Terminal()
        #expect(await terminal.run("--json") == 0)
        let photos = try JSONDecoder().decode([[String: String]].self, from: Data(terminal.out.utf8))
        #expect(photos.count == 9)
        #expect(photos.allSatisfy { Set($0.keys) == ["title", "author", "tags", "link", "media"] })
        #expect(photos[3]["author"] == #"the "second" shutter"#)
    }

    @Test func helpGoesToStandardOutput() async {
        let terminal = Terminal()
        #expect(await terminal.run("--tgs", "--help") == 0)
        #expect(terminal.out == Arguments.help + "\n")
        #expect(terminal.err == [])
    }

    @Test func mistakeIsOneLineAndExitCodeTwo() async {
        let terminal = Terminal()
        #expect(await terminal.run("--tgs", "sea") == 2)
        #expect(terminal.out == "")
        #expect(terminal.err == ["photos: unknown argument '--tgs'. Try 'photos --help'."])
    }

    @Test(arguments: [
        (["--live"], "https://api.flickr.com/services/feeds/photos_public.gne"),
        (["--base-url=http://localhost:8080/v2"], "http://localhost:8080/v2/services/feeds/photos_public.gne"),
    ])
    func liveAndBaseURLSendToTheirHost(arguments: [String], address: String) async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .json(SampleFeed.json))
        let terminal = Terminal()
        let code = await withStubs(stubs) { await terminal.run(arguments[0], "--tags", "sea", "--tagmode", "all") }
        #expect(code == 0)
        #expect(
            stubs.requests.map(\.url.absoluteString) == [
                "\(address)?format=json&nojsoncallback=1&tagmode=all&tags=sea"
            ])
    }

    @Test(arguments: ["--live", "--base-url=http://localhost:9"])
    func hostWithoutConnectionFailsTheRun(argument: String) async {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .failure(.cannotConnectToHost))
        let terminal = Terminal()
        #expect(await withStubs(stubs) { await terminal.run(argument) } == 1)
        #expect(terminal.report.contains("  category  connect"))
        #expect(terminal.report.contains { $0.hasPrefix("  error     .internetConnection(URLError -1004)") })
    }

    /// Untrusted text: a title, a key of a body that fails to decode, an error code.
    @Test(arguments: [
        (200, SampleFeed.json.replacingOccurrences(of: "Morning fog", with: #"\u001b]0;owned\u0007\u009b31m\u202e"#)),
        (200, "{\"\u{202E}\\u001b[2J\": 1}"),
        (403, #"{"code": "\u001b]0;owned\u0007\u009b2J"}"#),
    ])
    func serversTextNeverReachesTheTerminalRaw(status: Int, body: String) async {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .json(body, status: status))
        let terminal = Terminal()
        _ = await withStubs(stubs) { await terminal.run("--live", columns: 200) }
        let lines = terminal.err + terminal.out.split(separator: "\n").map(String.init)
        #expect(lines.count >= 5)
        for line in lines { #expect(line.terminalSafe == line) }
    }
}
