internal import Talyn

/// A record that grows, and the tasks that wait until it meets a condition.
package final class Journal<Entries: Sendable>: Sendable {
    package typealias Condition = @Sendable (Entries) -> Bool
    private typealias Ticket = WaitTicket<Result<Void, any Error>>

    private struct State {
        var record: Entries
        var watchers: [Int: (condition: Condition, ticket: Ticket)] = [:]
        var nextID = 0
        var isClosed = false
    }

    private let state: Locked<State>

    package init(_ record: Entries) { state = Locked(State(record: record)) }

    package var record: Entries { state.withLock { $0.record } }

    /// Changes the record and wakes the tasks whose condition holds.
    @discardableResult package func note<Output: Sendable>(_ change: (inout Entries) -> Output) -> Output {
        let (output, record, watchers) = state.withLock { state in
            let output = change(&state.record)
            // Without a watcher the lists of the record are not copied.
            return (output, state.watchers.isEmpty ? nil : state.record, state.watchers)
        }
        guard let record else { return output }
        // Outside of the lock: conditions are a test's code, which may use the server.
        for watcher in watchers.values where watcher.condition(record) { watcher.ticket.settle(.success(())) }
        return output
    }

    /// Waits until the condition holds.
    /// - Throws: `CancellationError`, or ``LoopbackServer/Stopped`` after ``close()``.
    package func wait(until condition: @escaping Condition) async throws {
        try Task.checkCancellation()
        let ticket = Ticket()
        let (id, isClosed) = state.withLock { state in
            state.nextID += 1
            state.watchers[state.nextID] = (condition, ticket)
            return (state.nextID, state.isClosed)
        }
        defer { _ = state.withLock { $0.watchers.removeValue(forKey: id) } }
        // Checked after the watcher is listed: nothing is missed in between.
        if condition(record) { return }
        if isClosed { throw LoopbackServer.Stopped() }
        switch await ticket.wait() {
        case .settled(let result): try result.get()
        case .cancelled, .timedOut: throw CancellationError()
        }
    }

    /// Ends all waiting: the record changes no more.
    package func close() {
        let watchers = state.withLock { state in
            state.isClosed = true
            return state.watchers
        }
        for watcher in watchers.values { watcher.ticket.settle(.failure(LoopbackServer.Stopped())) }
    }
}
