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

    private func read(_ upload: CURLUpload, _ most: Int = 100) -> CURLUpload.ReadResult {
        var bytes = [UInt8](repeating: 0, count: most)
        return bytes.withUnsafeMutableBufferPointer { upload.read(into: $0) }
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
            upload.open {}
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
            upload.open {}
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
            #expect(upload.rewind {})
        }
    }

    @Test func onlyARepeatableStreamIsReadAgain() async throws {
        for isRepeatable in [true, false] {
            let upload = try CURLUpload(.stream(BodyStream("hello", isRepeatable: isRepeatable)))
            upload.open {}
            #expect(upload.rewind {})
            await until { isReady(upload) }
            #expect(upload.rewind {} == isRepeatable)
            upload.close()
        }
    }
}
#endif
