#if os(Linux)
import Foundation
import Testing

@testable import Talyn

@Suite(.timeLimit(.minutes(5))) struct CURLUploadTests {
    /// Tells when it is released.
    private final class Witness: Sendable {
        let isGone: Locked<Bool>

        init(_ isGone: Locked<Bool>) { self.isGone = isGone }

        deinit { isGone.withLock { $0 = true } }
    }

    private func read(_ upload: CURLUpload, _ most: Int = 100) -> BodyPipe.ReadResult {
        var bytes = [UInt8](repeating: 0, count: most)
        return bytes.withUnsafeMutableBufferPointer { upload.read(into: $0) {} }
    }

    /// Reads. Returns whether there were bytes, an end or an error.
    private func isReady(_ upload: CURLUpload) -> Bool { if case .wait = read(upload) { false } else { true } }

    @Test func aStreamThatIsClosedBeforeItIsOpenedIsReleased() async throws {
        let isGone = Locked(false)
        do {
            let witness = Witness(isGone)
            let stream = BodyStream {
                { [witness] in
                    _ = witness
                    return Data("a".utf8)
                }
            }
            let upload = try CURLUpload(.stream(stream))
            upload.close()
            upload.open()
            await until { isReady(upload) }
            upload.close()
        }
        await until { isGone.withLock { $0 } }
        #expect(isGone.withLock { $0 })
    }

    @Test func aStreamThatWaitsToBeSentIsReleasedAtTheEnd() async throws {
        let isGone = Locked(false)
        do {
            let witness = Witness(isGone)
            let upload = try CURLUpload(
                .stream(
                    BodyStream {
                        { [witness] in
                            _ = witness
                            return Data("a".utf8)
                        }
                    }))
            // Nothing of it is read before libcurl asks.
            upload.open()
            upload.close()
        }
        await until { isGone.withLock { $0 } }
        #expect(isGone.withLock { $0 })
    }

    @Test func bytesAreReadFromTheirBeginningAgain() throws {
        let upload = try CURLUpload(.data(Data("hello".utf8)))
        for _ in 0..<2 {
            guard case .bytes(3) = read(upload, 3), case .bytes(2) = read(upload), case .end = read(upload) else {
                Issue.record("other pieces")
                return
            }
            #expect(upload.rewind())
        }
    }

    @Test func onlyARepeatableStreamIsReadAgain() async throws {
        for isRepeatable in [true, false] {
            let upload = try CURLUpload(.stream(BodyStream("hello", isRepeatable: isRepeatable)))
            upload.open()
            #expect(upload.rewind())
            await until { isReady(upload) }
            #expect(upload.rewind() == isRepeatable)
            upload.close()
        }
    }

    @Test func aFileIsReadToItsEndAndAgain() throws {
        let folder = try TemporaryFolder()
        let upload = try CURLUpload(.file(folder.write(Data("hello".utf8))))
        #expect(upload.length == 5 && upload.data == nil)
        // Also behind a single byte.
        for most in [1, 4] {
            guard case .bytes(most) = read(upload, most) else {
                Issue.record("not \(most) bytes")
                return
            }
            #expect(upload.rewind())
        }
        guard case .bytes(5) = read(upload), case .end = read(upload), case .end = read(upload) else {
            Issue.record("no end")
            return
        }
    }

    @Test func nothingIsReadBehindTheEnd() throws {
        let readings = Locked(0)
        let upload = try CURLUpload(.stream(BodyStream("a", readings: readings)))
        upload.close()
        upload.open()
        guard case .end = read(upload) else {
            Issue.record("a reading began")
            return
        }
        let opened = try CURLUpload(.stream(BodyStream("a", readings: readings)))
        opened.open()
        opened.close()
        guard case .failed(let error) = read(opened) else {
            Issue.record("the reading goes on")
            return
        }
        #expect(error is CancellationError && readings.withLock { $0 } == 0)
    }

    @Test func anotherReadingEndsTheOneBeforeIt() async throws {
        let (readings, isCancelled) = (Locked(0), Locked(false))
        let never = TestClock(isManual: true)
        let body = BodyStream(isRepeatable: true) {
            let isFirst = readings.withLock { readings in
                readings += 1
                return readings == 1
            }
            var rest = ["a", "b"][...]
            return {
                if isFirst, rest.count == 1 {
                    do { try await never.sleep(for: .seconds(3_600)) } catch { isCancelled.withLock { $0 = true } }
                }
                return rest.popFirst().map { Data($0.utf8) }
            }
        }
        let upload = try CURLUpload(.stream(body))
        upload.open()
        await until { isReady(upload) }
        await never.waitForSleepers()
        #expect(upload.rewind())
        await until { isCancelled.withLock { $0 } && isReady(upload) }
        #expect(isCancelled.withLock { $0 } && readings.withLock { $0 } == 2)
        upload.close()
    }

    @Test func aStreamHasTheLengthThatItDeclares() async throws {
        for (length, most, expected) in [
            (5, [1, 4, 9], "bytes 1, bytes 4, end"), (5, [2, 3, 1], "bytes 2, bytes 3, end"), (4, [4], "failed"),
            (6, [9, 9], "bytes 5, failed"),
        ] as [(Int64, [Int], String)] {
            let isMade = Locked(false)
            let body = BodyStream(length: length) {
                var rest = ["he", "llo"][...]
                return {
                    if rest.isEmpty { isMade.withLock { $0 = true } }
                    return rest.popFirst().map { Data($0.utf8) }
                }
            }
            let upload = try CURLUpload(.stream(body))
            #expect(upload.length == length)
            upload.open()
            #expect(!isReady(upload))
            await until { isMade.withLock { $0 } }
            let results = await results(of: upload, most)
            #expect(results == expected, "\(length) \(most)")
            upload.close()
        }
    }

    /// Reads, and describes what is returned instead of a wait.
    private func results(of upload: CURLUpload, _ most: [Int]) async -> String {
        var results: [String] = []
        for count in most {
            var text: String?
            while text == nil, !Task.isCancelled {
                switch read(upload, count) {
                case .bytes(let count): text = "bytes \(count)"
                case .end: text = "end"
                case .failed: text = "failed"
                case .wait: await Task.yield()
                }
            }
            results.append(text ?? "nothing")
        }
        return results.joined(separator: ", ")
    }
}
#endif
