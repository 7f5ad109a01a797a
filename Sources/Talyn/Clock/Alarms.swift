/// Rings at times on one clock: a single sleeping task for all alarms, since one for each call would cost more than the
/// rest of a call, and a sleep that is cancelled stays in the runtime's queue until its end.
///
/// An alarm that is cancelled costs a lock. The sleeper is replaced only when an alarm comes that ends before all others.
final class Alarms: Sendable {
    /// The number of an alarm that was set.
    typealias ID = Int

    /// What an alarm does: it returns when it wants to ring again; nil when it is done.
    typealias Ring = @Sendable () -> Duration?

    private struct Alarm {
        var end: Duration
        let ring: Ring
    }

    private struct State {
        var alarms: [ID: Alarm] = [:]
        var nextID = 0
        var sleeper: Task<Void, Never>?
        /// When the sleeper wakes; nil when there is none.
        var wake: Duration?
    }

    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Duration
    private let state = Locked(State())

    init(clock: any Clock<Duration>, now: @escaping @Sendable () -> Duration) {
        self.clock = clock
        self.now = now
    }

    deinit { state.withLock { $0.sleeper?.cancel() } }

    /// Sets an alarm to a reading of the clock.
    func set(at end: Duration, _ ring: @escaping Ring) -> ID {
        let (id, old) = state.withLock { state in
            state.nextID += 1
            state.alarms[state.nextID] = Alarm(end: end, ring: ring)
            return (state.nextID, sleep(until: end, &state))
        }
        old?.cancel()
        return id
    }

    /// Forgets an alarm; it may be ringing just now.
    func cancel(_ id: ID) {
        _ = state.withLock { $0.alarms.removeValue(forKey: id) }
    }

    /// How many alarms are set.
    var count: Int { state.withLock { $0.alarms.count } }

    /// Makes sure that somebody wakes by then; returns who slept for longer, to be cancelled outside of the lock.
    private func sleep(until end: Duration, _ state: inout State) -> Task<Void, Never>? {
        if let wake = state.wake, wake <= end { return nil }
        let old = state.sleeper
        state.wake = end
        state.sleeper = Task.detached { [weak self, clock, now] in
            do {
                try await clock.sleep(for: (end - now()).sleepable)
                self?.ring(wokenAt: end)
            } catch {
                // Cancelled, or a clock that will not sleep: the next alarm that is set tries again.
                self?.forgetSleeper(until: end)
            }
        }
        return old
    }

    private func forgetSleeper(until wake: Duration) {
        state.withLock { state in
            guard state.wake == wake else { return }
            state.wake = nil
            state.sleeper = nil
        }
    }

    private func ring(wokenAt wake: Duration) {
        let time = now()
        let due = state.withLock { state -> [(ID, Alarm)] in
            guard state.wake == wake else { return [] }
            state.wake = nil
            state.sleeper = nil
            return state.alarms.filter { $0.value.end <= time }.sorted { $0.value.end < $1.value.end }
        }
        for (id, alarm) in due {
            let next = alarm.ring()
            state.withLock { state in
                // Cancelled while it rang: then it stays so.
                guard state.alarms[id] != nil else { return }
                if let next { state.alarms[id]?.end = next } else { state.alarms[id] = nil }
            }
        }
        let old = state.withLock { state in
            state.alarms.values.map(\.end).min().flatMap { sleep(until: $0, &state) }
        }
        old?.cancel()
    }
}

extension CallContext {
    /// Sets an alarm on the provider's clock; times count from the call's beginning.
    func setAlarm(at end: Duration, _ ring: @escaping Alarms.Ring) -> Alarms.ID {
        let start = record.start
        return record.clock.alarms.set(at: start + end) { ring().map { start + $0 } }
    }

    /// Forgets an alarm.
    func cancelAlarm(_ id: Alarms.ID) { record.clock.alarms.cancel(id) }
}
