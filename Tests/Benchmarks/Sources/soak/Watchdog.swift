import Foundation
import Measure
import Stacks
import Synchronization

/// A thread that watches calls: if none ends for some time, it prints the stack of every thread and ends the process.
final class Watchdog: Sendable {
    private let limit: Double
    private let state = Mutex((isArmed: false, last: Instant.wallNow))

    init(limit: Double) {
        self.limit = limit
        Thread.detachNewThread { [self] in
            while true {
                Thread.sleep(forTimeInterval: 0.25)
                if isOverdue { bark() }
            }
        }
    }

    /// Records the end of a call.
    func callEnded() { state.withLock { $0.last = Instant.wallNow } }

    /// Watches while the work runs.
    func watching<Value>(_ work: () async -> Value) async -> Value {
        state.withLock { $0 = (true, Instant.wallNow) }
        defer { state.withLock { $0.isArmed = false } }
        return await work()
    }

    private var isOverdue: Bool { state.withLock { $0.isArmed && Instant.wallNow - $0.last > limit } }

    private func bark() -> Never {
        print("HANG: no call ended for \(number(limit)) s; \(ProcessFigures.now)")
        fflush(nil)
        show_all_stacks()
        _exit(70)
    }
}
