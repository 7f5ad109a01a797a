import Foundation

@testable import Talyn

/// A clock that stands still until somebody sleeps on it, and then is at the next sleeper's end at once.
///
/// Sleepers are woken in the order of their ends. With `isManual` it moves by `advance(by:)` only.
final class TestClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let end: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var nextID = 0
        var slept: [Duration] = []
    }

    private let state = Locked(State())
    private let isManual: Bool

    init(isManual: Bool = false) { self.isManual = isManual }

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    /// How long was slept, in order.
    var slept: [Duration] { state.withLock { $0.slept } }

    /// How many sleep now.
    var sleepers: Int { state.withLock { $0.sleepers.count } }

    func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        if !isManual {
            return state.withLock { state in
                state.slept.append(deadline.offset - state.now.offset)
                state.now = max(state.now, deadline)
            }
        }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.slept.append(deadline.offset - state.now.offset)
                    state.sleepers[id] = Sleeper(end: deadline, continuation: continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                if let sleeper = state.sleepers.removeValue(forKey: id) { return Optional(sleeper) }
                state.cancelled.insert(id)
                return nil
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the time on and wakes those whose end has come.
    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.end <= state.now }
            for id in due.keys { state.sleepers.removeValue(forKey: id) }
            return due.values.sorted { $0.end < $1.end }
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Waits, without time, until somebody sleeps.
    func waitForSleepers(_ count: Int = 1) async {
        while sleepers < count { await Task.yield() }
    }
}
