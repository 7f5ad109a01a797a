import Dispatch
import Foundation

/// Cancels work on SIGINT (Ctrl-C). A second one ends the process at once.
enum Interruption {
    /// Runs work, and returns its exit code; 130 if it was interrupted, as shells count.
    static func cancelling(_ work: @escaping @Sendable () async -> Int32) async -> Int32 {
        let task = Task { await work() }
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT)
        source.setEventHandler {
            if task.isCancelled { exit(130) }
            task.cancel()
        }
        source.resume()
        let code = await task.value
        source.cancel()
        return task.isCancelled ? 130 : code
    }
}
