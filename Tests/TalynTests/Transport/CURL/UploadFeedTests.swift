#if os(Linux)
import Foundation
import Testing

@testable import Talyn

@Suite(.timeLimit(.minutes(5))) struct UploadFeedTests {
    private struct Broken: Error {}

    private let calls = Locked(0)

    private func feed() -> UploadFeed { UploadFeed { [calls] in calls.withLock { $0 += 1 } } }

    /// Reads at most some bytes. Returns their text, or the end.
    private func take(_ feed: UploadFeed, _ most: Int = 100) -> String {
        var bytes = [UInt8](repeating: 0, count: most)
        switch bytes.withUnsafeMutableBufferPointer({ feed.take(into: $0) }) {
        case .bytes(let count): return String(decoding: bytes[..<count], as: UTF8.self)
        case .wait: return "wait"
        case .end: return "end"
        case .failed(let error): return "\(type(of: error))"
        }
    }

    @Test func chunksAreReadInPiecesOfAnySize() async {
        let feed = feed()
        #expect(!feed.hasBytes)
        feed.read(BodyStream("a", "", "bcd", "ef", "ghi"))
        // Nothing is read before this.
        #expect(take(feed) == "wait")
        await until { feed.hasBytes && calls.withLock { $0 } == 1 }
        var (text, piece) = ("", take(feed, 1))
        #expect(piece == "a")
        while piece != "end", !Task.isCancelled {
            if piece != "wait" { text += piece }
            await Task.yield()
            piece = take(feed, 2)
        }
        #expect(text == "abcdefghi" && !feed.hasBytes && take(feed) == "end")
        // The end stays.
        feed.cancel()
        #expect(take(feed) == "end")
    }

    @Test func oneReadTakesManyChunks() async {
        let feed = feed()
        _ = take(feed)
        let done = Locked(false)
        feed.read(
            BodyStream {
                var rest = ["ab", "c", "def"][...]
                return {
                    if rest.isEmpty { done.withLock { $0 = true } }
                    return rest.popFirst().map { Data($0.utf8) }
                }
            })
        await until { done.withLock { $0 } }
        #expect(take(feed, 4) == "abcd" && feed.hasBytes && take(feed, 4) == "ef" && !feed.hasBytes)
    }

    @Test func whoMissesBytesOrTheEndIsCalledOnce() async {
        let (gate, open) = AsyncStream<Data>.makeStream()
        let feed = feed()
        feed.read(BodyStream(gate))
        for round in 1...2 {
            #expect(take(feed) == "wait" && take(feed) == "wait")
            open.yield(Data("a".utf8))
            await until { calls.withLock { $0 } == round }
            open.yield(Data("b".utf8))
            var text = ""
            while text.count < 2, !Task.isCancelled {
                await Task.yield()
                if feed.hasBytes { text += take(feed) }
            }
            #expect(text == "ab" && calls.withLock { $0 } == round)
        }
        #expect(take(feed) == "wait")
        open.finish()
        await until { calls.withLock { $0 } == 3 }
        #expect(take(feed) == "end")
    }

    @Test func anErrorFollowsTheBytesBeforeIt() async {
        let feed = feed()
        feed.read(
            BodyStream {
                var isFirst = true
                return {
                    defer { isFirst = false }
                    if !isFirst { throw Broken() }
                    return Data("a".utf8)
                }
            })
        #expect(take(feed) == "wait")
        await until { feed.hasBytes }
        #expect(take(feed) == "a")
        await until { take(feed) == "Broken" }
        #expect(take(feed) == "Broken")
    }

    /// At most the high water and the chunk that exceeds it are in memory; half of it makes room.
    @Test func aProducerIsAheadByTheHighWaterAtMost() async {
        let size = UploadFeed.highWater / 4
        let (made, taken, ahead) = (Locked(0), Locked(0), Locked(0))
        let feed = feed()
        feed.read(
            BodyStream {
                {
                    let number = made.withLock { made in
                        made += 1
                        return made
                    }
                    let count = taken.withLock { number - $0 }
                    ahead.withLock { $0 = max($0, count) }
                    return number > 100 ? nil : Data(count: size)
                }
            })
        #expect(take(feed) == "wait")
        for round in 0..<3 {
            await until { made.withLock { $0 } >= 5 + 3 * round }
            // Two chunks stay.
            for _ in 0..<3 {
                await until { feed.hasBytes }
                taken.withLock { $0 += 1 }
                #expect(take(feed, size).utf8.count == size)
            }
        }
        await until { made.withLock { $0 } >= 14 }
        #expect(ahead.withLock { $0 } == 5)
        feed.cancel()
    }

    @Test(arguments: [true, false])
    func theEndOfAReadingCancelsItsStream(isEarly: Bool) async {
        let never = TestClock(isManual: true)
        let isCancelled = Locked(false)
        let feed = feed()
        // The first read starts the producer.
        _ = take(feed)
        if isEarly { feed.cancel() }
        feed.read(
            BodyStream {
                {
                    do { try await never.sleep(for: .seconds(3_600)) } catch { isCancelled.withLock { $0 = true } }
                    return nil
                }
            })
        if !isEarly {
            await never.waitForSleepers()
            feed.cancel()
        }
        await until { isCancelled.withLock { $0 } }
        #expect(isCancelled.withLock { $0 } && take(feed) == "CancellationError")
    }
}
#endif
