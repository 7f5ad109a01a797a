import Foundation
import Talyn
import TalynStubs
import Testing

@testable import photos

@Suite(.timeLimit(.minutes(5))) struct MainTests {
    @Test func noArgumentPrintsTheSampleAndLogsTheCall() async {
        let terminal = Terminal()
        #expect(await terminal.run() == 0)
        #expect(terminal.out.count == 7)
        #expect(
            terminal.out.first == "Morning fog over the reservoir, by northlight example: "
                + "https://www.flickr.com/photos/northlight/99000000101/")
        #expect(terminal.err.count == 2)
        #expect(terminal.err[0].hasPrefix("REQUEST #"))
        #expect(
            terminal.err[0].contains(
                " MyAPI.getPhotos: GET https://api.flickr.com/services/feeds/photos_public.gne"
                    + "?format=json&nojsoncallback=1&tagmode=any&tags=landscape%2C%20portrait · photos/Main.swift:"))
        #expect(terminal.err[1].hasPrefix("SUCCESS #"))
    }

    @Test func helpGoesToStandardOutput() async {
        let terminal = Terminal()
        #expect(await terminal.run("--lve", "--help") == 0)
        #expect(terminal.out == [Arguments.help])
        #expect(terminal.err == [])
    }

    @Test func mistakeIsOneLineAndExitCodeTwo() async {
        let terminal = Terminal()
        #expect(await terminal.run("--lve", "sea") == 2)
        #expect(terminal.out == [])
        #expect(terminal.err == ["photos: unknown argument '--lve'. Try 'photos --help'."])
    }

    @Test func theMessageOfAMistakeIsSafeForATerminal() async {
        let terminal = Terminal()
        #expect(await terminal.run("--\u{1B}[31m\nred") == 2)
        #expect(terminal.err == ["photos: unknown argument '-- [31m red'. Try 'photos --help'."])
    }

    @Test func liveAsksFlickrItself() async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .json(SampleFeed.json))
        let terminal = Terminal()
        #expect(await withStubs(stubs) { await terminal.run("--live") } == 0)
        #expect(
            stubs.requests.map(\.url.absoluteString) == [
                "https://api.flickr.com/services/feeds/photos_public.gne"
                    + "?format=json&nojsoncallback=1&tagmode=any&tags=landscape%2C%20portrait"
            ])
    }

    @Test func hostWithoutConnectionFailsTheRun() async {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .failure(.cannotConnectToHost))
        let terminal = Terminal()
        #expect(await withStubs(stubs) { await terminal.run("--live") } == 1)
        #expect(terminal.report.contains("  category: connect"))
        #expect(terminal.report.contains { $0.hasPrefix("  error: internetConnection: ") && $0.contains("-1004") })
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
        _ = await withStubs(stubs) { await terminal.run("--live") }
        let lines = terminal.err + terminal.out
        #expect(lines.count >= 5)
        for line in lines { #expect(line.terminalSafe == line) }
    }

    // MARK: --download

    private static let feed = """
        {"title": "", "link": "", "items": [\(["a", "b", "c"].map { name in
            """
            {"title": "", "link": "", "media": {"m": "https://a.example/\(name).jpg"},
             "author": "", "author_id": "", "tags": ""}
            """
        }.joined(separator: ","))]}
        """

    /// Stubs of a feed of three pictures: one is answered as given, the others with ten bytes.
    private func stubs(_ answer: StubAnswer) -> StubTransport {
        let stubs = StubTransport()
        stubs.on(MyAPI.self) { target in
            switch target {
            case .getPhotos: .json(Self.feed)
            case .getPicture(let url) where url.lastPathComponent == "b.jpg": answer
            case .getPicture: Self.picture
            }
        }
        return stubs
    }

    private static let picture = StubAnswer.data(Data("0123456789".utf8), contentType: "image/jpeg").servingRanges()

    @Test func downloadSavesThePicturesAndPrintsALineForEach() async throws {
        let (folder, terminal) = (try PictureFolder(), Terminal())
        let named = StubAnswer.data(
            Data("0123456789".utf8), contentType: "image/jpeg",
            headers: ["Content-Disposition": #"attachment; filename="../fog.jpg""#])
        let path = folder.url.appendingPathComponent("new").path
        #expect(await withStubs(stubs(named)) { await terminal.run("--live", "--download", path) } == 0)
        #expect(
            terminal.out.sorted() == ["a.jpg: 10 bytes", "c.jpg: 10 bytes", "fog.jpg: 10 bytes"])
        #expect(terminal.report == [])
        for name in ["a.jpg", "c.jpg", "fog.jpg"] { #expect(folder.content("new/\(name)") == Data("0123456789".utf8)) }
    }

    @Test func failingPictureIsOneLineAndTheOthersAreSaved() async throws {
        let (folder, terminal) = (try PictureFolder(), Terminal())
        let code = await withStubs(stubs(.status(404))) {
            await terminal.run("--live", "--download", folder.url.path)
        }
        #expect(code == 1)
        #expect(terminal.report.count == 1)
        let failure = "photos: b.jpg failed: restError: MyAPI.getPicture: status 404"
        #expect(terminal.report.allSatisfy { $0.hasPrefix(failure) })
        #expect(folder.names == ["a.jpg", "c.jpg"])
    }

    @Test func feedWithoutPicturesIsOneLine() async throws {
        let (folder, terminal, stubs) = (try PictureFolder(), Terminal(), StubTransport())
        stubs.on(where: { _, _ in true }, .json(#"{"title": "", "link": "", "items": []}"#))
        #expect(await withStubs(stubs) { await terminal.run("--live", "--download", folder.url.path) } == 0)
        #expect(terminal.err.last == "photos: the feed has no pictures." && terminal.out == [] && folder.names == [])
    }

    @Test func unusableFolderIsOneErrorBeforeAPictureIsFetched() async throws {
        let (folder, terminal) = (try PictureFolder(), Terminal())
        try Data().write(to: folder.url.appendingPathComponent("file"))
        let stubs = stubs(Self.picture)
        let path = folder.url.appendingPathComponent("file").path
        #expect(await withStubs(stubs) { await terminal.run("--live", "--download", path) } == 1)
        #expect(terminal.report == ["photos: the folder '\(path)' cannot be made."])
        #expect(stubs.requests.count == 1 && terminal.out == [])
    }

    @Test func cancelledRunKeepsThePartThatTheNextOneContinues() async throws {
        let folder = try PictureFolder()
        let first = Terminal()
        let run = Task {
            await withStubs(stubs(Self.picture.stalling(after: 4))) {
                await first.run("--live", "--download", folder.url.path)
            }
        }
        while !folder.names.contains(where: { folder.content($0)?.count == 4 })
            || !Set(["a.jpg", "c.jpg"]).isSubset(of: folder.names)
        { await Task.yield() }
        run.cancel()
        #expect(await run.value == 1)
        #expect(first.report.contains { $0.hasPrefix("photos: b.jpg failed: cancelled") })
        #expect(folder.content("b.jpg") == nil)

        let second = Terminal()
        let code = await withStubs(stubs(Self.picture)) {
            await second.run("--live", "--download", folder.url.path)
        }
        #expect(code == 0)
        #expect(second.out.contains("b.jpg: 10 bytes, resumed from 4"))
        #expect(second.out.contains("a.jpg: a file of this name is there already, not fetched again"))
        #expect(folder.names == ["a.jpg", "b.jpg", "c.jpg"])
        #expect(folder.content("b.jpg") == Data("0123456789".utf8))
    }
}
