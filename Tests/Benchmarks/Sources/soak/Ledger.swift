import Synchronization
import Talyn

/// A plugin that counts the ends and exchanges of each call.
final class Ledger: CallObserver {
    struct Entry {
        var sent = 0
        var received = 0
        var finished = 0
    }

    private let entries = Mutex<[CallID: Entry]>([:])
    private let watchdog: Watchdog

    init(watchdog: Watchdog) { self.watchdog = watchdog }

    func willSend(_ endpoint: Endpoint, context: CallContext) {
        entries.withLock { $0[context.id, default: Entry()].sent += 1 }
    }

    func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {
        entries.withLock { $0[context.id, default: Entry()].received += 1 }
    }

    func didFinish(_ outcome: CallOutcome, context: CallContext) {
        entries.withLock { $0[context.id, default: Entry()].finished += 1 }
        watchdog.callEnded()
    }

    /// Returns the number of calls, and those that did not end exactly once or whose exchange events do not pair.
    func close() -> (calls: Int, wrong: [Entry]) {
        let all = entries.withLock { entries -> [CallID: Entry] in
            defer { entries = [:] }
            return entries
        }
        return (all.count, all.values.filter { $0.finished != 1 || $0.sent != $0.received || $0.sent > 1 })
    }
}
