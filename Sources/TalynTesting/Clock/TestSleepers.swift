internal import Talyn

/// The reading of a ``TestClock``, and the tasks that sleep on it.
final class TestSleepers: Sendable {
    typealias Instant = TestClock.Instant
    private typealias Ticket = WaitTicket<Void>

    private struct State {
        var now = Instant(offset: .zero)
        var nextID = 0
        var sleepers: [Int: (end: Instant, ticket: Ticket)] = [:]
        /// The tasks that wait for a number of sleepers.
        var watchers: [Int: (count: Int, ticket: Ticket)] = [:]
        var slept: [Duration] = []
    }

    private let state = Locked(State())

    var now: Instant { state.withLock { $0.now } }
    var slept: [Duration] { state.withLock { $0.slept } }
    var count: Int { state.withLock { $0.sleepers.count } }

    /// The earliest end of a sleep; nil when no task sleeps.
    var nextEnd: Instant? { state.withLock { $0.sleepers.values.map(\.end).min() } }

    /// Records a sleep that ends when it begins.
    func skip(to end: Instant) {
        state.withLock { state in
            guard end > state.now else { return }
            state.slept.append(end.offset - state.now.offset)
            state.now = end
        }
    }

    /// Sleeps until the clock is advanced to this reading.
    func sleep(until end: Instant) async throws {
        // A sleep that was cancelled before it began is not counted.
        try Task.checkCancellation()
        let ticket = Ticket()
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let ending = await withTaskCancellationHandler {
            let watchers = state.withLock { state -> [Ticket] in
                // Under the lock: a cancellation that comes later removes the sleeper.
                if Task.isCancelled { return [] }
                if end <= state.now {
                    ticket.settle(())
                    return []
                }
                state.slept.append(end.offset - state.now.offset)
                state.sleepers[id] = (end, ticket)
                let count = state.sleepers.count
                return state.watchers.values.filter { $0.count <= count }.map(\.ticket)
            }
            for watcher in watchers { watcher.settle(()) }
            return await ticket.wait()
        } onCancel: {
            // At once, so that the clock counts no sleeper that was cancelled.
            _ = state.withLock { $0.sleepers.removeValue(forKey: id) }
        }
        if case .cancelled = ending { throw CancellationError() }
    }

    /// Advances the clock and wakes the tasks whose sleep ends, in the order of their ends.
    func advance(_ move: (Instant) -> Instant) {
        let woken = state.withLock { state in
            state.now = move(state.now)
            let due = state.sleepers.filter { $0.value.end <= state.now }
            for id in due.keys { state.sleepers.removeValue(forKey: id) }
            return due.sorted { ($0.value.end, $0.key) < ($1.value.end, $1.key) }.map(\.value.ticket)
        }
        for ticket in woken { ticket.settle(()) }
    }

    /// Waits until this many tasks sleep at once, or the task is cancelled.
    func wait(for count: Int) async {
        let ticket = Ticket()
        let id = state.withLock { state in
            state.nextID += 1
            if state.sleepers.count >= count { ticket.settle(()) }
            state.watchers[state.nextID] = (count, ticket)
            return state.nextID
        }
        _ = await ticket.wait()
        _ = state.withLock { $0.watchers.removeValue(forKey: id) }
    }
}
