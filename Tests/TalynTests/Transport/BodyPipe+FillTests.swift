import Foundation
import Testing

@testable import Talyn

@Suite(.timeLimit(.minutes(5))) struct BodyPipeFillTests {
    private struct Broken: Error {}

    private let calls = Locked(0)

    /// A pipe whose producer starts with the first reading.
    private func pipe() -> BodyPipe { BodyPipe(limit: 1 << 18, isFull: true) }

    /// Ends a pipe before its stream has ended.
    private func cancel(_ pipe: BodyPipe, _ task: Task<Void, Never>) {
        task.cancel()
        pipe.end(CancellationError())
    }

    /// Reads at most some bytes. Returns their text, or the end.
    private func take(_ pipe: BodyPipe, _ most: Int = 100) -> String {
        var bytes = [UInt8](repeating: 0, count: most)
        switch bytes.withUnsafeMutableBufferPointer({ pipe.read(into: $0) { [calls] in calls.withLock { $0 += 1 } } }) {
        case .bytes(let count): return String(decoding: bytes[..<count], as: UTF8.self)
        case .wait: return "wait"
        case .end: return "end"
        case .failed(let error): return "\(type(of: error))"
        }
    }

    @Test func chunksAreReadInPiecesOfAnySize() async {
        let pipe = pipe()
        #expect(!pipe.hasBytes)
        let task = pipe.fill(from: BodyStream("a", "", "bcd", "ef", "ghi"))
        // Nothing is read before this.
        #expect(take(pipe) == "wait")
        await until { pipe.hasBytes && calls.withLock { $0 } == 1 }
        var (text, piece) = ("", take(pipe, 1))
        #expect(piece == "a")
        while piece != "end", !Task.isCancelled {
            if piece != "wait" { text += piece }
            await Task.yield()
            piece = take(pipe, 2)
        }
        #expect(text == "abcdefghi" && !pipe.hasBytes && take(pipe) == "end")
        await task.value
        // The end stays.
        cancel(pipe, task)
        #expect(take(pipe) == "end")
    }

    @Test func oneReadTakesManyChunks() async {
        let pipe = pipe()
        _ = take(pipe)
        let done = Locked(false)
        _ = pipe.fill(
            from: BodyStream {
                var rest = ["ab", "c", "def"][...]
                return {
                    if rest.isEmpty { done.withLock { $0 = true } }
                    return rest.popFirst().map { Data($0.utf8) }
                }
            })
        await until { done.withLock { $0 } }
        #expect(take(pipe, 4) == "abcd" && pipe.hasBytes && take(pipe, 4) == "ef" && !pipe.hasBytes)
    }

    @Test func aReaderThatWaitsForBytesOrTheEndIsCalledOnce() async {
        let (gate, open) = AsyncStream<Data>.makeStream()
        let pipe = pipe()
        _ = pipe.fill(from: BodyStream(gate))
        for round in 1...2 {
            #expect(take(pipe) == "wait" && take(pipe) == "wait")
            open.yield(Data("a".utf8))
            await until { calls.withLock { $0 } == round }
            open.yield(Data("b".utf8))
            var text = ""
            while text.count < 2, !Task.isCancelled {
                await Task.yield()
                if pipe.hasBytes { text += take(pipe) }
            }
            #expect(text == "ab" && calls.withLock { $0 } == round)
        }
        #expect(take(pipe) == "wait")
        open.finish()
        await until { calls.withLock { $0 } == 3 }
        #expect(take(pipe) == "end")
    }

    @Test func anErrorFollowsTheBytesBeforeIt() async {
        let pipe = pipe()
        _ = pipe.fill(
            from: BodyStream {
                var isFirst = true
                return {
                    defer { isFirst = false }
                    if !isFirst { throw Broken() }
                    return Data("a".utf8)
                }
            })
        #expect(take(pipe) == "wait")
        await until { pipe.hasBytes }
        #expect(take(pipe) == "a")
        await until { take(pipe) == "Broken" }
        #expect(take(pipe) == "Broken")
    }

    /// At most the high water and the chunk that exceeds it are in memory; half of it makes room.
    @Test func aProducerIsAheadByTheHighWaterAtMost() async {
        let size = (1 << 18) / 4
        let (made, taken, ahead) = (Locked(0), Locked(0), Locked(0))
        let pipe = pipe()
        let task = pipe.fill(
            from: BodyStream {
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
        #expect(take(pipe) == "wait")
        for round in 0..<3 {
            await until { pipe.isFull }
            #expect(made.withLock { $0 } == 5 + 3 * round)
            // Two chunks stay.
            for _ in 0..<3 {
                taken.withLock { $0 += 1 }
                #expect(take(pipe, size).utf8.count == size)
            }
        }
        await until { pipe.isFull }
        #expect(made.withLock { $0 } == 14)
        #expect(ahead.withLock { $0 } == 5)
        cancel(pipe, task)
    }

    @Test func theEndOfAReadingCancelsItsStream() async {
        let never = TestClock(isManual: true)
        let isCancelled = Locked(false)
        let pipe = pipe()
        // The first read starts the producer.
        _ = take(pipe)
        let task = pipe.fill(
            from: BodyStream {
                {
                    do { try await never.sleep(for: .seconds(3_600)) } catch { isCancelled.withLock { $0 = true } }
                    return nil
                }
            })
        await never.waitForSleepers()
        cancel(pipe, task)
        await until { isCancelled.withLock { $0 } }
        #expect(isCancelled.withLock { $0 } && take(pipe) == "CancellationError")
    }

    @Test func aStreamThatEndsBecauseItsTaskIsCancelledIsNoWholeBody() async {
        let (chunks, sink) = AsyncStream<Data>.makeStream()
        let pipe = pipe()
        _ = take(pipe)
        let task = pipe.fill(from: BodyStream(chunks))
        sink.yield(Data("a".utf8))
        await until { pipe.hasBytes }
        task.cancel()
        await task.value
        #expect(take(pipe) == "a" && take(pipe) == "CancellationError")
    }

    @Test(arguments: [true, false])
    func behindItsEndAPipeReadsNoStream(isStarted: Bool) async {
        let readings = Locked(0)
        let pipe = pipe()
        if isStarted { _ = take(pipe) }
        pipe.end(CancellationError())
        await pipe.fill(from: BodyStream("a", readings: readings)).value
        #expect(readings.withLock { $0 } == 0 && take(pipe) == "CancellationError")
    }
}
