import Foundation
import Talyn
import TalynTesting
import Testing

@testable import photos

@Suite(.timeLimit(.minutes(5))) struct PictureDownloadsTests {
    let folder: PictureFolder

    init() throws { folder = try PictureFolder() }

    /// Runs the downloads, and returns the results in the order of the pictures, and the progress of each.
    private func run(
        _ pictures: [String], with provider: Provider<MyAPI>
    ) async -> (results: [Result<DownloadedFile, MyAPIError>], progress: [[Int64]]) {
        let (events, sink) = AsyncStream<(Int, PictureDownloads.Event)>.makeStream()
        await PictureDownloads(with: provider, to: folder.url).run(pictures) { sink.yield(($0, $1)) }
        sink.finish()
        var results: [Int: Result<DownloadedFile, MyAPIError>] = [:]
        var progress = pictures.map { _ in [Int64]() }
        for await (index, event) in events {
            switch event {
            case .moved(let news): progress[index].append(news.received)
            case .ended(let result): results[index] = result
            }
        }
        return (pictures.indices.compactMap { results[$0] }, progress)
    }

    @Test func samplesArriveInStepsUnderTheNamesOfTheirURLs() async throws {
        let clock = TestClock()
        let provider = Provider<MyAPI>.recorded(clock: clock)
        let feed = try await provider.call(.photos(PhotoRequest()))
        #expect(feed.pictures.count == 7)
        let (results, progress) = await run(feed.pictures, with: provider)
        for (index, picture) in feed.pictures.enumerated() {
            let url = try #require(URL(string: picture))
            #expect(try results[index].get().url.lastPathComponent == url.lastPathComponent)
            #expect(folder.content(url.lastPathComponent) == SamplePicture.jpeg(for: url))
            #expect(progress[index].count > 3 && progress[index] == progress[index].sorted())
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
        let first = await run(pictures, with: Provider(transport: stubs))
        #expect(throws: MyAPIError.self) { try first.results[0].get() }
        #expect(folder.names.filter { $0.utf8.first != 0x2E } == ["b.jpg"])
        let second = await run(pictures, with: Provider(transport: stubs))
        #expect(second.progress[0].first == 4)
        #expect(stubs.requests.contains { $0.headers["Range"] == "bytes=4-" })
        let error = #expect(throws: MyAPIError.self) { try second.results[1].get() }
        #expect(error?.urlError?.code == .cannotMoveFile)
        #expect(folder.names == ["a.jpg", "b.jpg"] && folder.content("a.jpg") == Data("0123456789".utf8))
    }

    @Test func fourAreInFlightAtATime() async throws {
        let clock = TestClock(isManual: true)
        let provider = Provider<MyAPI>.recorded(clock: clock)
        let pictures = (0..<6).map { "https://a.example/\($0).jpg" }
        let (events, sink) = AsyncStream<Int>.makeStream()
        let downloads = PictureDownloads(with: provider, to: folder.url)
        let running = Task {
            await downloads.run(pictures) { index, event in if case .moved = event { sink.yield(index) } }
            sink.finish()
        }
        var moving: Set<Int> = []
        for await index in events {
            moving.insert(index)
            if moving.count == 4 { break }
        }
        running.cancel()
        await running.value
        sink.finish()
        for await index in events { moving.insert(index) }
        #expect(moving.count == 4)
    }

    @Test(arguments: ["", "http://[::1", "/pictures/1.jpg", "file:///etc/hostname", "ftp://a.example/a.jpg"])
    func onlyCompleteHTTPURLsAreFetched(text: String) async {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .data(Data([1]), contentType: "image/jpeg"))
        let (results, _) = await run([text], with: Provider(transport: stubs))
        let error = #expect(throws: MyAPIError.self) { try results[0].get() }
        #expect(error?.requestError.category == .invalidRequest)
        #expect(stubs.requests.isEmpty && folder.names == [])
    }
}
