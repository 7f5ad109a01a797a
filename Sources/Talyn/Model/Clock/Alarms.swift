/// Alarms on one clock, served by one sleeping task. A task per call would cost more than the rest of the call, and a
/// cancelled sleep stays in the runtime's queue until its end. The sleeper is replaced only for an earlier alarm.
final class Alarms: Sendable {
    /// The ID of an alarm.
    typealias ID = Int

    /// The action of an alarm. It returns the time of the next ring; nil to stop.
    typealias Ring = @Sendable () -> Duration?

    private struct Alarm {
        var end: Duration
        let ring: Ring
    }

    private struct State {
        var alarms: [ID: Alarm] = [:]
        var nextID = 0
        var sleeper: Task<Void, Never>?
        /// The time at which the sleeper wakes; nil without a sleeper.
        var wake: Duration?
        /// The number of sleepers so far, and the ID of the latest. A replaced one may end when another already sleeps
        /// until the same time.
        var sleepers = 0

        /// The time of the alarm that rings next.
        var earliest: Duration? {
            var earliest: Duration?
            for alarm in alarms.values where earliest.map({ alarm.end < $0 }) ?? true { earliest = alarm.end }
            return earliest
        }

        /// Returns the IDs of the alarms that ring until a time, in the order of their times.
        func due(at time: Duration) -> [ID] {
            var due: [ID] = []
            for (id, alarm) in alarms where alarm.end <= time { due.append(id) }
            return due.count < 2 ? due : due.sorted { (alarms[$0]?.end ?? time) < (alarms[$1]?.end ?? time) }
        }
    }

    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Duration
    private let state = Locked(State())

    init(clock: any Clock<Duration>, now: @escaping @Sendable () -> Duration) {
        self.clock = clock
        self.now = now
    }

    deinit { state.withLock { $0.sleeper?.cancel() } }

    /// Sets an alarm at a time of the clock.
    func set(at end: Duration, _ ring: @escaping Ring) -> ID {
        let (id, old) = state.withLock { state in
            state.nextID += 1
            state.alarms[state.nextID] = Alarm(end: end, ring: ring)
            return (state.nextID, sleep(until: end, &state))
        }
        old?.cancel()
        return id
    }

    /// Cancels an alarm. It may be ringing at the moment.
    func cancel(_ id: ID) {
        _ = state.withLock { $0.alarms.removeValue(forKey: id) }
    }

    /// The number of alarms.
    var count: Int { state.withLock { $0.alarms.count } }

    /// Ensures that a sleeper wakes by a time. Returns the replaced sleeper, which the caller cancels outside the lock.
    private func sleep(until end: Duration, _ state: inout State) -> Task<Void, Never>? {
        if let wake = state.wake, wake <= end { return nil }
        let old = state.sleeper
        state.wake = end
        state.sleepers += 1
        state.sleeper = Task.detached { [weak self, clock, now, id = state.sleepers] in
            do {
                try await clock.sleep(for: (end - now()).sleepable)
                self?.ring(wokenBy: id)
            } catch {
                // The sleep was cancelled or the clock failed; the next alarm starts a new sleeper.
                self?.forgetSleeper(id)
            }
        }
        return old
    }

    /// Forgets a sleeper that has woken. Returns false if another one has replaced it.
    @discardableResult
    private func forgetSleeper(_ id: Int) -> Bool {
        state.withLock { state in
            guard state.sleepers == id else { return false }
            state.wake = nil
            state.sleeper = nil
            return true
        }
    }

    private func ring(wokenBy sleeper: Int) {
        guard forgetSleeper(sleeper) else { return }
        let time = now()
        for id in state.withLock({ $0.due(at: time) }) {
            // Nil for an alarm that an earlier ring cancelled.
            guard let ring = state.withLock({ $0.alarms[id]?.ring }) else { continue }
            let next = ring()
            // Without effect on an alarm that was cancelled while it rang.
            state.withLock { state in
                if let next { state.alarms[id]?.end = next } else { state.alarms[id] = nil }
            }
        }
        let old = state.withLock { state in state.earliest.flatMap { sleep(until: $0, &state) } }
        old?.cancel()
    }
}

extension CallContext {
    /// Sets an alarm on the provider's clock, at a time since the call's beginning.
    ///
    /// Nil on a clock that advances only by sleeping, as in tests: the sleep until the alarm would end at once.
    func setAlarm(at end: Duration, _ ring: @escaping Alarms.Ring) -> Alarms.ID? {
        if record.clock.advancesOnlyBySleeping { return nil }
        let start = record.start
        return record.clock.alarms.set(at: start + end) { ring().map { start + $0 } }
    }

    /// Cancels an alarm.
    func cancelAlarm(_ id: Alarms.ID) { record.clock.alarms.cancel(id) }
}
