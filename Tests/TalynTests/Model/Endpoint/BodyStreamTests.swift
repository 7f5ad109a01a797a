import Foundation
import Testing

@testable import Talyn

@Suite struct BodyStreamTests {
    private struct Broken: Error, Equatable {}

    private static let pieces = ["one", "two", "three"].map { Data($0.utf8) }

    /// Returns a repeatable stream that fails after `failingAfter` chunks.
    private func stream(
        isRepeatable: Bool = false, failingAfter: Int? = nil, asked: Locked<Int> = Locked(0)
    ) -> BodyStream {
        BodyStream(isRepeatable: isRepeatable) {
            var index = 0
            return {
                asked.withLock { $0 += 1 }
                if index == failingAfter { throw Broken() }
                defer { index += 1 }
                return index < Self.pieces.count ? Self.pieces[index] : nil
            }
        }
    }

    private func read(_ stream: BodyStream) async throws -> [Data] {
        var read: [Data] = []
        for try await piece in stream { read.append(piece) }
        return read
    }

    @Test func aStreamIsReadInPieces() async throws {
        #expect(try await read(stream()) == Self.pieces)
        #expect(stream().length == nil)
        #expect(BodyStream(length: 11) { { nil } }.length == 11)
    }

    @Test func aStreamIsReadOnceUnlessItIsRepeatable() async throws {
        let once = stream()
        #expect(!once.isRepeatable)
        #expect(try await read(once) == Self.pieces)
        await #expect(throws: BodyStream.AlreadyRead()) { try await read(once) }
        await #expect(throws: BodyStream.AlreadyRead()) { try await once.collect(upTo: 100) }

        let again = stream(isRepeatable: true)
        #expect(again.isRepeatable)
        #expect(try await read(again) == Self.pieces)
        #expect(try await read(again) == Self.pieces)
    }

    @Test func aCopyIsTheSameStream() async throws {
        let once = stream()
        let copy = once
        #expect(try await read(copy) == Self.pieces)
        await #expect(throws: BodyStream.AlreadyRead()) { try await read(once) }
        #expect(once.isSame(as: copy))
        #expect(!once.isSame(as: stream()))
    }

    @Test func aSequenceBecomesAStream() async throws {
        let pieces = AsyncStream { continuation in
            for piece in Self.pieces { continuation.yield(piece) }
            continuation.finish()
        }
        let stream = BodyStream(pieces, length: 11)
        #expect(stream.length == 11)
        #expect(!stream.isRepeatable)
        #expect(try await read(stream) == Self.pieces)
        await #expect(throws: BodyStream.AlreadyRead()) { try await read(stream) }
    }

    @Test func nothingIsAskedForBeforeItIsWanted() async throws {
        let asked = Locked(0)
        let stream = stream(asked: asked)
        var iterator = stream.makeAsyncIterator()
        #expect(asked.withLock { $0 } == 0)
        #expect(try await iterator.next() == Self.pieces[0])
        #expect(asked.withLock { $0 } == 1)
    }

    @Test func anErrorInTheMiddleEndsTheReading() async {
        let failing = stream(failingAfter: 2)
        var read: [Data] = []
        await #expect(throws: Broken()) { for try await piece in failing { read.append(piece) } }
        #expect(read == Array(Self.pieces.prefix(2)))
        await #expect(throws: Broken()) { try await stream(failingAfter: 0).collect(upTo: 100) }
    }

    @Test(arguments: [11, 12, Int.max])
    func collectingJoinsThePiecesUpToTheLimit(limit: Int) async throws {
        #expect(try await stream().collect(upTo: limit) == Data("onetwothree".utf8))
    }

    @Test(arguments: [(10, 3), (6, 3), (5, 2), (2, 1), (0, 1)])
    func collectingMoreThanTheLimitStopsAtOnce(limit: Int, pieces: Int) async {
        let asked = Locked(0)
        let stream = stream(asked: asked)
        await #expect(throws: RequestError(.tooLarge(limit: limit))) { try await stream.collect(upTo: limit) }
        #expect(asked.withLock { $0 } == pieces)
    }

    @Test func anEndBecauseOfACancellationIsNoEnd() async throws {
        let (chunks, sink) = AsyncStream<Data>.makeStream()
        let reading = Task { try await BodyStream(chunks).collect(upTo: 100) }
        sink.yield(Data("half".utf8))
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    @Test func collectingNothingIsEmpty() async throws {
        #expect(try await BodyStream { { nil } }.collect(upTo: 0) == Data())
    }
}
