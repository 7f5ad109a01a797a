import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

@Suite struct SentBodyTests {
    private let clock = TestClock()

    private func endpoint(_ body: Body) -> Endpoint { Endpoint(.put, url: Probe.host, body: body) }

    @Test(
        arguments: [
            ([30, 30, 1], nil, 3), ([30, 31, 1], nil, 2), ([31], nil, 1), ([30, 30, 1], 62, 3), ([30, 30, 1], 50, 2),
            ([0, 0], 1, 2),
        ] as [([Int], Int?, Int)])
    func theTimeoutIsForEachChunkAndTheDeadlineForAll(_ pauses: [Int], _ deadline: Int?, _ chunks: Int) async {
        let (clock, read) = (clock, Locked(0))
        let stream = BodyStream {
            var rest = pauses[...]
            return {
                guard let pause = rest.popFirst() else { return nil }
                try await clock.sleep(for: .seconds(pause))
                read.withLock { $0 += 1 }
                return Data("a".utf8)
            }
        }
        var endpoint = endpoint(.stream(stream))
        endpoint.options.timeout = .seconds(30)
        endpoint.options.deadline = deadline.map { .seconds($0) }
        // The last chunk that was read is the one that came too late.
        let isLate = chunks < pauses.count || pauses == [31]
        do {
            let body = try await SentBody.read(from: endpoint, CallContext(clock: clock))
            #expect(!isLate && body.length == pauses.count)
        } catch { #expect(isLate && (error as? URLError)?.code == .timedOut) }
        #expect(read.withLock { $0 } == chunks)
    }

    @Test func aCancelledCallReadsNoFurtherChunk() async {
        let read = Locked(0)
        let stream = BodyStream {
            {
                withUnsafeCurrentTask { $0?.cancel() }
                return read.withLock { read in
                    read += 1
                    return read < 5 ? Data("a".utf8) : nil
                }
            }
        }
        let endpoint = endpoint(.stream(stream))
        let reading = Task { try await SentBody.read(from: endpoint, CallContext()) }
        await #expect(throws: CancellationError.self) { try await reading.value }
        #expect(read.withLock { $0 } == 1)
    }

    @Test(arguments: [Body.none, .data(Data()), .stream(BodyStream("", ""))])
    func aBodyWithoutBytesHasNoProgress(_ body: Body) async throws {
        let told = Locked<[TransferProgress]>([])
        let context = CallContext(progress: { report in told.withLock { $0.append(report) } })
        let sent = try await SentBody.read(from: endpoint(body), context)
        #expect(told.withLock { $0.isEmpty } && sent.data.isEmpty && sent.length == 0)
        #expect(sent.progress == TransferProgress())
    }
}
