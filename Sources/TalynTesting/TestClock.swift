internal import Talyn

/// A clock for tests: no test waits for real time, and none depends on it.
///
/// It stands still until somebody sleeps on it, and then is at the sleeper's end at once: a stub's delay of an hour takes
/// no time, and ``slept`` tells that it was an hour.
/// ```swift
/// let clock = TestClock()
/// let github = Provider<GitHub>(transport: stubs, clock: clock)
/// ```
/// For stubs, which sleep only where time is to pass. Over sockets the timeout of a call sleeps on the clock too, and would
/// be over at once: there it has to be a manual one.
///
/// A manual one moves by ``advance(by:)`` only, for what has to happen while something waits:
/// ```swift
/// let clock = TestClock(isManual: true)
/// async let answer = github.request(.zen)
/// await clock.waitForSleepers()
/// clock.advance(by: .seconds(30))
/// ```
public final class TestClock: Clock {
    /// A reading of the clock.
    public struct Instant: InstantProtocol {
        /// How far it is from where the clock began.
        public var offset: Duration

        /// A reading so far from where the clock began.
        public init(offset: Duration) { self.offset = offset }

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

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
        /// Those whose continuation is not there yet.
        var arriving: Set<Int> = []
        var cancelled: Set<Int> = []
        var slept: [Duration] = []

        mutating func arrive() -> Int {
            nextID += 1
            arriving.insert(nextID)
            return nextID
        }

        /// Whether somebody was cancelled before the continuation was there.
        mutating func settle(_ id: Int) -> Bool {
            arriving.remove(id)
            return cancelled.remove(id) != nil
        }

        /// The watchers that have as many sleepers as they wait for.
        mutating func takeSatisfiedWatchers() -> [Watcher] {
            let satisfied = watchers.filter { $0.value.count <= sleepers.count }
            for id in satisfied.keys { watchers.removeValue(forKey: id) }
            return Array(satisfied.values)
        }
    }

    private let state = Locked(State())
    private let isManual: Bool

    /// A clock at its beginning; `isManual` for one that moves by ``advance(by:)`` only. Default: by sleeping.
    public init(isManual: Bool = false) { self.isManual = isManual }

    /// The reading.
    public var now: Instant { state.withLock { $0.now } }

    /// A nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// How long was slept, in the order in which the sleeps began.
    public var slept: [Duration] { state.withLock { $0.slept } }

    /// How many sleep now; of a clock that moves by itself nobody ever does.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    /// Sleeps until the clock is there.
    /// - Throws: `CancellationError` when the task is cancelled, before it or during it.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        if !isManual {
            return state.withLock { state in
                state.slept.append(deadline.offset - state.now.offset)
                state.now = max(state.now, deadline)
            }
        }
        let id = state.withLock { $0.arrive() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { begin(Sleeper(end: deadline, continuation: $0), id) }
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

    /// Moves the time on and wakes those whose end has come, in the order of their ends.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.end <= state.now }
            for id in due.keys { state.sleepers.removeValue(forKey: id) }
            return due.sorted { ($0.value.end, $0.key) < ($1.value.end, $1.key) }.map(\.value)
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Waits, without time, until so many sleep at once; returns early when the task is cancelled.
    public func waitForSleepers(_ count: Int = 1) async {
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
