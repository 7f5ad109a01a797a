import Foundation
import Measure
import Subjects
import Synchronization
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// 1 GB of server-sent events, read by one who rests now and then: the server sends faster.
extension Child {
    static let rawEvents = Child(name: "URLSession, 1 GB received") {
        let (memory, results) = AsyncThrowingStream<TenthsOfMemory, any Error>.makeStream()
        let session = URLSession(
            configuration: ByHand.session().configuration, delegate: Receiver(results), delegateQueue: nil)
        session.dataTask(with: URLRequest(url: Shop.host.appendingPathComponent("events"))).resume()
        for try await memory in memory { return ["growth": try memory.growth] }
        throw WrongAnswer()
    }

    static let urlSessionEvents = events("URLSessionTransport") { URLSessionTransport() }
    #if os(Linux)
    static let curlEvents = [events("CURLTransport") { CURLTransport() }]
    #else
    static let curlEvents: [Child] = []
    #endif

    private static func events(_ name: String, _ transport: @escaping @Sendable () -> any Transport) -> Child {
        Child(name: "\(name), 1 GB of events") {
            var memory = TenthsOfMemory()
            var count = 0
            for try await event in Provider<Shop>(transport: transport()).elements(of: .events(.events)) {
                count += 1
                guard event.id == "\(count)", event.data.utf8.count == Scratch.eventSize else { throw WrongAnswer() }
                memory.note(Double(count) / Double(Scratch.eventCount))
                if count % (Scratch.eventCount / 20) == 0 { try await Task.sleep(for: .milliseconds(200)) }
            }
            guard count == Scratch.eventCount else { throw WrongAnswer() }
            return ["growth": try memory.growth]
        }
    }

    /// Drops the bytes of a response.
    private final class Receiver: NSObject, URLSessionDataDelegate {
        private let state = Mutex((memory: TenthsOfMemory(), count: 0))
        private let results: AsyncThrowingStream<TenthsOfMemory, any Error>.Continuation

        init(_ results: AsyncThrowingStream<TenthsOfMemory, any Error>.Continuation) { self.results = results }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            let size = Double(dataTask.response?.expectedContentLength ?? -1)
            state.withLock { state in
                state.count += data.count
                state.memory.note(Double(state.count) / size)
            }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            results.yield(state.withLock { $0.memory })
            results.finish(throwing: error)
        }
    }
}

/// The most memory in each tenth of a transfer, in MB, by samples.
private struct TenthsOfMemory {
    private var most: [Double] = []
    private var samples = 0

    /// Takes a sample now and then, at a fraction of the transfer.
    mutating func note(_ fraction: Double) {
        guard Int(fraction * 1_000) > samples else { return }
        samples += 1
        let tenth = min(Int(fraction * 10), 9)
        while most.count <= tenth { most.append(0) }
        most[tenth] = max(most[tenth], ProcessFigures.now.memory)
    }

    /// The growth from the first tenth to the last one.
    var growth: Double {
        get throws {
            guard most.count == 10 else { throw WrongAnswer() }
            return most[9] - most[0]
        }
    }
}
