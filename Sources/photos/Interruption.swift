import Dispatch
import Foundation

/// Cancels work on SIGINT (Ctrl-C) and SIGTERM. A second signal ends the process at once.
enum Interruption {
    /// Runs work, and returns its exit code; after a signal 128 and the signal's number, as shells count.
    static func cancelling(_ work: @escaping @Sendable () async -> Int32) async -> Int32 {
        let task = Task { await work() }
        let (signals, sink) = AsyncStream<Int32>.makeStream()
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { sink.yield(number) }
            source.resume()
            return source
        }
        let watcher = Task { () -> Int32? in
            var first: Int32?
            for await number in signals {
                if let first { exit(128 + first) }
                first = number
                task.cancel()
            }
            return first
        }
        let code = await task.value
        sources.forEach { $0.cancel() }
        sink.finish()
        return await watcher.value.map { 128 + $0 } ?? code
    }
}
