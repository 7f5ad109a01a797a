import Foundation
import Testing

@testable import Talyn

@Suite("A body pipe", .timeLimit(.minutes(5)))
struct BodyPipeTests {
    private let piece = Data(repeating: 1, count: 300_000)

    private func read(_ pipe: BodyPipe) async throws -> [Data] {
        var pieces: [Data] = []
        while let piece = try await pipe.next() { pieces.append(piece) }
        return pieces
    }

    @Test("Passes chunks on in order, and ends")
    func handsOnPiecesInOrder() async throws {
        let pipe = BodyPipe(spills: false) {}
        for text in ["a", "", "b", "c"] { #expect(try !pipe.push(Data(text.utf8))) }
        pipe.end(nil)
        #expect(try !pipe.push(Data("late".utf8)))
        #expect(try await read(pipe) == ["a", "b", "c"].map { Data($0.utf8) })
        #expect(try await pipe.next() == nil)
    }

    @Test("A waiting reader gets the next chunk", arguments: [true, false])
    func aReaderThatCameFirstGetsThePiece(spills: Bool) async throws {
        let pipe = BodyPipe(spills: spills) {}
        async let first = pipe.next()
        async let pushed = pipe.push(Data("a".utf8))
        #expect(try await first == Data("a".utf8))
        #expect(try await !pushed)
    }

    @Test("An error follows the buffered chunks, and only the first end counts")
    func anErrorComesLast() async throws {
        let pipe = BodyPipe(spills: false) {}
        _ = try pipe.push(Data("a".utf8))
        pipe.end(URLError(.networkConnectionLost))
        pipe.end(nil)
        #expect(try await pipe.next() == Data("a".utf8))
        let error = await #expect(throws: URLError.self) { try await pipe.next() }
        #expect(error?.code == .networkConnectionLost)
    }

    @Test("Full above its mark; reports room once, after half was read")
    func fullAboveItsMark() async throws {
        let told = Trace()
        let pipe = BodyPipe(spills: false) { told.write("room") }
        #expect(try [1, 2, 3, 4, 5].map { _ in try pipe.push(piece) } == [false, false, false, true, false])
        #expect(pipe.isFull)
        _ = try await (pipe.next(), pipe.next(), pipe.next())
        #expect(pipe.isFull)
        _ = try await pipe.next()
        #expect(!pipe.isFull)
        _ = try await pipe.next()
        #expect(told.lines == ["room"])
    }

    @Test("Exactly its mark does not fill it, and exactly half of it is room")
    func theMarkItselfIsWithin() async throws {
        let exact = BodyPipe(spills: false) { Issue.record("it was never full") }
        #expect(try !exact.push(Data(count: BodyPipe.highWater)))
        exact.end(nil)
        #expect(try await read(exact).map(\.count) == [BodyPipe.highWater])
        let half = Data(count: BodyPipe.highWater / 2)
        let told = Trace()
        let pipe = BodyPipe(spills: false) { told.write("room") }
        #expect(try [1, 2, 3].map { _ in try pipe.push(half) } == [false, false, true])
        _ = try await pipe.next()
        #expect(pipe.isFull && told.lines.isEmpty)
        _ = try await pipe.next()
        #expect(!pipe.isFull && told.lines == ["room"])
    }

    @Test("A reader that waits gets one chunk, and the next one follows", arguments: [true, false])
    func aReaderIsGivenOneChunk(spills: Bool) async throws {
        let pipe = BodyPipe(spills: spills) { Issue.record("it was never full") }
        let first = Task { try await pipe.next() }
        for _ in 0..<100 { await Task.yield() }
        for text in ["a", "b"] { #expect(try !pipe.push(Data(text.utf8))) }
        pipe.end(nil)
        #expect(try await first.value == Data("a".utf8))
        #expect(try await read(pipe) == [Data("b".utf8)])
    }

    @Test("Above its mark, chunks go to the file, and come back in pieces that fit the memory")
    func aFileTakesWhatIsAboveTheMark() async throws {
        let pipe = BodyPipe(spills: true) { Issue.record("one that spills is never full") }
        let whole = Data(count: BodyPipe.highWater)
        // The mark itself is within, so that "a" stays in memory; the others are read from the file together.
        for piece in [whole] + ["a", "b", "c"].map({ Data($0.utf8) }) { #expect(try !pipe.push(piece)) }
        #expect(try await pipe.next() == whole)
        #expect(try await pipe.next() == Data("a".utf8))
        #expect(try await pipe.next() == Data("bc".utf8))
        for _ in 0..<5 { #expect(try !pipe.push(whole)) }
        pipe.end(nil)
        let sizes = try await read(pipe).map(\.count)
        #expect(sizes.reduce(0, +) == 5 * whole.count && sizes.allSatisfy { $0 <= whole.count })
    }

    @Test("A spilling pipe is never full, and keeps every byte in order")
    func oneThatSpillsKeepsEveryByte() async throws {
        let pipe = BodyPipe(spills: true) {}
        let bytes = (0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        func push(_ range: Range<Int>) throws {
            for start in stride(from: range.lowerBound, to: range.upperBound, by: 100_000) {
                #expect(try !pipe.push(Data(bytes[start..<min(start + 100_000, range.upperBound)])))
            }
        }
        // Fills the memory, spills, drains a part, and spills again: later chunks must not overtake.
        var read = Data()
        try push(0..<2_000_000)
        while read.count < 1_900_000 { read.append(try #require(try await pipe.next())) }
        try push(2_000_000..<4_000_000)
        pipe.end(nil)
        while let piece = try await pipe.next() { read.append(piece) }
        #expect(read == Data(bytes))
    }
}
