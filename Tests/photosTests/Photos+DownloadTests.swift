import Foundation
import Talyn
import TalynTesting
import Testing

@testable import photos

@Suite(.timeLimit(.minutes(5))) struct PhotosDownloadTests {
    let folder: PictureFolder
    let terminal = Terminal()

    init() throws { folder = try PictureFolder() }

    private func run(_ pictures: [String], with provider: Provider<MyAPI>) async -> Int32 {
        let photos = Photos(wanted: Arguments(), out: { terminal.print($0) }, err: { terminal.printError($0) })
        return await photos.download(pictures, to: folder.url.path, with: provider)
    }

    @Test func samplesArriveInStepsUnderTheNamesOfTheirURLs() async throws {
        let provider = Provider<MyAPI>.recorded(clock: TestClock())
        let feed = try await provider.call(.photos(PhotoRequest()))
        #expect(feed.pictures.count == 7)
        #expect(await run(feed.pictures, with: provider) == 0)
        for picture in feed.pictures {
            let url = try #require(URL(string: picture))
            let content = SamplePicture.jpeg(for: url)
            #expect(folder.content(url.lastPathComponent) == content)
            #expect(terminal.out.contains("\(url.lastPathComponent): \(content.count) bytes"))
            let quarters = terminal.err.filter { $0.hasPrefix(url.lastPathComponent) }
            #expect(quarters == [25, 50, 75, 100].map { "\(url.lastPathComponent): \($0) %" })
        }
        #expect(folder.names.count == 7)
    }

    @Test func nextRunContinuesAPartAndSkipsAFile() async throws {
        let stubs = StubTransport()
        let answer = StubAnswer.data(Data("0123456789".utf8), contentType: "image/jpeg")
        stubs.on(MyAPI.self) { target in
            guard case .getPicture(let url) = target, url.lastPathComponent == "a.jpg" else { return answer }
            return .sequence([answer.truncated(after: 4), answer]).servingRanges()
        }
        let pictures = ["https://a.example/a.jpg", "https://b.example/b.jpg"]
        #expect(await run(pictures, with: Provider(transport: stubs)) == 1)
        #expect(terminal.report.contains { $0.hasPrefix("photos: a.jpg failed: internetConnection") })
        #expect(folder.names.filter { $0.utf8.first != 0x2E } == ["b.jpg"])
        #expect(await run(pictures, with: Provider(transport: stubs)) == 0)
        #expect(terminal.out.contains("a.jpg: 10 bytes, resumed from 4"))
        #expect(terminal.out.contains("b.jpg: a file of this name is there already, not fetched again"))
        #expect(stubs.requests.contains { $0.headers["Range"] == "bytes=4-" })
        #expect(folder.names == ["a.jpg", "b.jpg"] && folder.content("a.jpg") == Data("0123456789".utf8))
    }

    @Test func fourAreInFlightAtATime() async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .data(Data([1, 2]), contentType: "image/jpeg").stalling(after: 1))
        let pictures = (0..<6).map { "https://a.example/\($0).jpg" }
        let running = Task { await run(pictures, with: Provider(transport: stubs)) }
        while stubs.requests.count < 4 { await Task.yield() }
        running.cancel()
        #expect(await running.value == 1)
        #expect(stubs.requests.count == 4)
    }

    @Test(arguments: ["", "http://[::1", "/pictures/1.jpg", "file:///etc/hostname", "ftp://a.example/a.jpg"])
    func onlyCompleteHTTPURLsAreFetched(text: String) async {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .data(Data([1]), contentType: "image/jpeg"))
        #expect(await run([text], with: Provider(transport: stubs)) == 1)
        #expect(terminal.report.count == 1 && terminal.out == [])
        #expect(stubs.requests.isEmpty && folder.names == [])
    }
}
