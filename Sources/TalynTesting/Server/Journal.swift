internal import Talyn

/// A record that grows, and those who wait for something in it.
package final class Journal<Entries: Sendable>: Sendable {
    package typealias Condition = @Sendable (Entries) -> Bool

    private struct Watcher {
        let condition: Condition
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var record: Entries
        var watchers: [Int: Watcher] = [:]
        var arriving: Set<Int> = []
        var cancelled: Set<Int> = []
        var nextID = 0
        var isClosed = false
    }

    private let state: Locked<State>

    package init(_ record: Entries) { state = Locked(State(record: record)) }

    /// What happened so far.
    package var record: Entries { state.withLock { $0.record } }

    /// Notes what happened and wakes those who waited for it.
    @discardableResult package func note<Output: Sendable>(_ change: (inout Entries) -> Output) -> Output {
        let (output, record, watchers) = state.withLock { state -> (Output, Entries?, [Int: Watcher]) in
            let output = change(&state.record)
            // No copy is made, of lists that grow, when nobody waits.
            return state.watchers.isEmpty ? (output, nil, [:]) : (output, state.record, state.watchers)
        }
        guard let record else { return output }
        // Conditions are a test's code: it may use the server, so they are asked outside of the lock.
        for (id, watcher) in watchers where watcher.condition(record) { end(id) }
        return output
    }

    /// Waits until the condition holds.
    package func wait(until condition: @escaping Condition) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            state.arriving.insert(state.nextID)
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let error: (any Error)? = state.withLock { state in
                    state.arriving.remove(id)
                    if state.cancelled.remove(id) != nil { return CancellationError() }
                    if !state.isClosed {
                        state.watchers[id] = Watcher(condition: condition, continuation: continuation)
                        return nil
                    }
                    return LoopbackServer.Stopped()
                }
                guard let error else {
                    // Asked when it is listed already: nothing can happen in between.
                    if condition(record) { end(id) }
                    return
                }
                if error is LoopbackServer.Stopped, condition(record) { return continuation.resume() }
                continuation.resume(throwing: error)
            }
        } onCancel: {
            let isArriving = state.withLock { state in
                if state.arriving.contains(id) { state.cancelled.insert(id) }
                return state.arriving.contains(id)
            }
            if !isArriving { end(id, CancellationError()) }
        }
    }

    /// Ends all waiting: nothing will happen any more.
    package func close() {
        let ids = state.withLock { state in
            state.isClosed = true
            return Array(state.watchers.keys)
        }
        for id in ids { end(id, LoopbackServer.Stopped()) }
    }

    private func end(_ id: Int, _ error: (any Error)? = nil) {
        let watcher = state.withLock { $0.watchers.removeValue(forKey: id) }
        if let error { watcher?.continuation.resume(throwing: error) } else { watcher?.continuation.resume() }
    }
}
