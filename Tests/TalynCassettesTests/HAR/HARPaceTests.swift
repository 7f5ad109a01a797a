import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynCassettes

/// The pace of a stream: recorded with it, and kept by a replay that is asked to.
struct HARPaceTests {
    private enum Feed: RoutedTarget {
        case deltas
        var baseURL: URL { URL(string: "https://feed.example")! }
        var route: Route { .get("deltas") }
    }

    /// Records the lines of a stream whose head comes after a second, and whose chunks come after two each.
    private func recorded() async throws -> CassetteFile {
        let (file, stubs) = (try CassetteFile(), StubTransport())
        stubs.on(Feed.deltas, .chunks(["one\n", "two\nth", "ree\n"], every: .seconds(2)).delayed(by: .seconds(1)))
        let cassette = Cassette(at: file.url, mode: .all, over: stubs)
        let lines = try await read(cassette, clock: TestClock())
        #expect(lines == ["one", "two", "three"])
        try cassette.finish()
        return file
    }

    private func read(_ cassette: Cassette, clock: TestClock) async throws -> [String] {
        var lines: [String] = []
        let provider = Provider<Feed>(transport: cassette, clock: clock)
        for try await line in provider.elements(of: .lines(.deltas)) { lines.append(line) }
        return lines
    }

    @Test func theChunksOfAStreamAreRecordedWithTheirTimes() async throws {
        let file = try await recorded()
        let entry = try file.log.entries[0]
        #expect(entry.timings["_chunks"] == "4@0 6@2000 4@4000")
        #expect(entry.timings["wait"] == 1_000)
        #expect(entry.time == 5_000)
    }

    @Test(arguments: [true, false]) func aReplayKeepsThePaceWhenAskedTo(_ keeps: Bool) async throws {
        let file = try await recorded()
        let clock = TestClock()
        let cassette = Cassette(at: file.url, mode: .replay, keepsTimes: keeps)
        let lines = try await read(cassette, clock: clock)
        #expect(lines == ["one", "two", "three"])
        #expect(clock.slept == (keeps ? [.seconds(1), .seconds(2), .seconds(2)] : []))
        try cassette.finish()
    }

    @Test func aRecordingWithAPaceReplacesOneWithout() async throws {
        let (file, stubs) = (try CassetteFile(), StubTransport())
        stubs.on(Feed.deltas, .chunks(["one\n", "two\n"], every: .seconds(2)))
        var chunks: [JSONValue?] = []
        for isStreamed in [false, true, false] {
            let cassette = Cassette(at: file.url, mode: .all, over: stubs)
            let provider = Provider<Feed>(transport: cassette, clock: TestClock())
            if isStreamed {
                for try await _ in provider.elements(of: .lines(.deltas)) {}
            } else {
                try await provider.request(.deltas)
            }
            try cassette.finish()
            chunks.append(try file.log.entries[0].timings["_chunks"])
        }
        // The last recording says the same, apart from its times.
        #expect(chunks == [nil, "4@0 4@2000", "4@0 4@2000"])
    }

    @Test func aBodyThatIsReadWholeHasNoChunks() async throws {
        let (file, stubs) = (try CassetteFile(), StubTransport())
        stubs.on(Feed.deltas, .chunks(["one\n", "two\n"], every: .seconds(2)))
        let cassette = Cassette(at: file.url, mode: .all, over: stubs)
        _ = try await Provider<Feed>(transport: cassette, clock: TestClock()).request(.deltas)
        try cassette.finish()
        #expect(try file.log.entries[0].timings["_chunks"] == nil)
    }

    @Test func bytesWithinAMillisecondAreOneChunk() {
        var pace = HARPace()
        pace.add(5, after: .zero)
        pace.add(6, after: .microseconds(999))
        pace.add(0, after: .microseconds(1_200))
        #expect(pace.text == "11@0")
        pace.add(7, after: .microseconds(1_500))
        pace.add(8, after: .microseconds(2_499))
        pace.add(9, after: .microseconds(2_500))
        #expect(pace.text == "11@0 15@1.5 9@2.5")
        #expect(HARPace("11@0 15@1.5 9@2.5") == pace)
    }

    @Test func thePaceOfALongStreamIsCut() throws {
        var pace = HARPace()
        for second in 0..<10_002 { pace.add(1, after: .seconds(second)) }
        let text = try #require(pace.text)
        #expect(text.hasSuffix(" 1@9998000 3@9999000"))
        #expect(HARPace(text) == pace)
        #expect(HARPace(text + " 1@9999001") == nil)
    }

    @Test(
        arguments: [
            "", "1", "0@1", "-1@1", "1@-1", "1@nan", "1@1e9", "1@2 1@1", "1@1  1@1", "1@1@1", "x@1", "1@\u{301}1",
        ])
    func anotherTextIsNoPace(_ text: String) {
        #expect(HARPace(text) == nil)
    }
}
