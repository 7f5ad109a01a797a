internal import Talyn

/// The reading of a ``TestClock``, and the tasks that sleep on it.
final class TestSleepers: Sendable {
    typealias Instant = TestClock.Instant

    private struct Sleeper {
        let end: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
        var watchers: [Int: Watcher] = [:]
        /// Tasks whose continuation does not exist yet.
        var arriving: Set<Int> = []
        var cancelled: Set<Int> = []
        var slept: [Duration] = []

        mutating func arrive() -> Int {
            nextID += 1
            arriving.insert(nextID)
            return nextID
        }

        /// Whether the task was cancelled before its continuation existed.
        mutating func settle(_ id: Int) -> Bool {
            arriving.remove(id)
            return cancelled.remove(id) != nil
        }

        /// Removes and returns the watchers that have as many sleepers as they wait for.
        mutating func takeSatisfiedWatchers() -> [Watcher] {
            let satisfied = watchers.filter { $0.value.count <= sleepers.count }
            for id in satisfied.keys { watchers.removeValue(forKey: id) }
            return Array(satisfied.values)
        }
    }

    private let state = Locked(State())

    var now: Instant { state.withLock { $0.now } }
    var slept: [Duration] { state.withLock { $0.slept } }
    var count: Int { state.withLock { $0.sleepers.count } }

    /// The earliest end of a sleep; nil when no task sleeps.
    var nextEnd: Instant? { state.withLock { $0.sleepers.values.map(\.end).min() } }

    /// Records a sleep that ends when it begins.
    func skip(to end: Instant, slept length: Duration) {
        state.withLock { state in
            state.slept.append(length)
            state.now = max(state.now, end)
        }
    }

    /// Sleeps until the clock is advanced to this reading.
    func sleep(until end: Instant) async throws {
        let id = state.withLock { $0.arrive() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { begin(Sleeper(end: end, continuation: $0), id) }
        } onCancel: {
            let sleeper = state.withLock { state in
                if state.arriving.contains(id) { state.cancelled.insert(id) }
                return state.sleepers.removeValue(forKey: id)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private func begin(_ sleeper: Sleeper, _ id: Int) {
        let (result, watchers) = state.withLock { state -> (Result<Void, any Error>?, [Watcher]) in
            if state.settle(id) { return (.failure(CancellationError()), []) }
            if sleeper.end <= state.now { return (.success(()), []) }
            state.slept.append(sleeper.end.offset - state.now.offset)
            state.sleepers[id] = sleeper
            return (nil, state.takeSatisfiedWatchers())
        }
        if let result { sleeper.continuation.resume(with: result) }
        for watcher in watchers { watcher.continuation.resume() }
    }

    /// Advances the clock and wakes the tasks whose sleep ends, in the order of their ends.
    func advance(_ move: (Instant) -> Instant) {
        let woken = state.withLock { state in
            state.now = move(state.now)
            let due = state.sleepers.filter { $0.value.end <= state.now }
            for id in due.keys { state.sleepers.removeValue(forKey: id) }
            return due.sorted { ($0.value.end, $0.key) < ($1.value.end, $1.key) }.map(\.value)
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Waits until this many tasks sleep at once, or the task is cancelled.
    func wait(for count: Int) async {
        let id = state.withLock { $0.arrive() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.settle(id) || state.sleepers.count >= count { return true }
                    state.watchers[id] = Watcher(count: count, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { state in
                if state.arriving.contains(id) { state.cancelled.insert(id) }
                return state.watchers.removeValue(forKey: id)
            }
            watcher?.continuation.resume()
        }
    }
}
