#if canImport(Combine) || OPENCOMBINE
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import Talyn

/// The way from a call to its subscriber: counts demand, delivers one event at a time, and none after the end.
///
/// Unchecked: subscribers are not `Sendable`, but Combine lets a publisher call them on any thread, one call at a time.
/// One task calls `send`; `complete` leaves the completion to a `send` that is under way. All other state is accessed
/// under the lock, and neither the subscriber nor a continuation is called, or the subscriber released, under it.
final class Delivery<Output: Sendable, Failure: Error>: @unchecked Sendable {
    private let lock = NSLock()
    /// Nil after the end.
    private var subscriber: AnySubscriber<Output, Failure>?
    private var demand = Subscribers.Demand.none
    /// Whether the subscriber still has its subscription, without which only `receive` requests more.
    private var canRequest = true
    private var isSending = false
    /// The end that came while a value was being delivered.
    private var completion: (AnySubscriber<Output, Failure>, Subscribers.Completion<Failure>)?
    /// Resumed by demand and by the end.
    private var waiting: CheckedContinuation<Void, Never>?
    private var task: Task<Void, Never>?

    init(to subscriber: AnySubscriber<Output, Failure>) { self.subscriber = subscriber }

    /// Starts the work in a task, unless the subscription was cancelled before.
    func start(_ work: @escaping @Sendable (Delivery) async -> Void) {
        lock.withLock { if subscriber != nil { task = Task { await work(self) } } }
    }

    // MARK: The work's side

    /// Waits for demand. Returns false if there is none and never will be: after the end, or if the subscriber has
    /// released its subscription.
    func isDemanded() async -> Bool {
        await withCheckedContinuation { continuation in
            let isKnown = lock.withLock {
                if !isDemandKnown { waiting = continuation }
                return isDemandKnown
            }
            if isKnown { continuation.resume() }
        }
        return lock.withLock { subscriber != nil && demand > .none }
    }

    /// Delivers a value that is demanded. Does nothing after the end.
    func send(_ value: Output) {
        let receiver = lock.withLock {
            isSending = subscriber != nil
            if isSending { demand -= 1 }
            return subscriber
        }
        guard let receiver else { return }
        let more = receiver.receive(value)
        let end = lock.withLock {
            demand += more
            isSending = false
            defer { completion = nil }
            return completion
        }
        if let (subscriber, completion) = end { subscriber.receive(completion: completion) }
    }

    /// Delivers the end, after a value that is being delivered. Does nothing after the end.
    func complete(_ completion: Subscribers.Completion<Failure>) {
        let (ended, waiting) = lock.withLock {
            let ended = subscriber
            if isSending, let ended { self.completion = (ended, completion) }
            defer { (subscriber, self.waiting) = (nil, nil) }
            return (isSending ? nil : ended, self.waiting)
        }
        waiting?.resume()
        ended?.receive(completion: completion)
    }

    // MARK: The subscriber's side

    func request(_ more: Subscribers.Demand) { resumeWaiting { demand += more } }

    func cancel() {
        let (released, task) = lock.withLock {
            defer { (subscriber, completion) = (nil, nil) }
            return ((subscriber, completion), self.task)
        }
        task?.cancel()
        resumeWaiting {}
        withExtendedLifetime(released) {}
    }

    /// Has no more demand but what `receive` returns. A subscriber may release its subscription without cancelling it.
    func subscriptionWasReleased() { resumeWaiting { canRequest = false } }

    /// Changes the state, and resumes the work if it waits for that.
    private func resumeWaiting(_ change: () -> Void) {
        let waiting: CheckedContinuation<Void, Never>? = lock.withLock {
            change()
            guard isDemandKnown else { return nil }
            defer { self.waiting = nil }
            return self.waiting
        }
        waiting?.resume()
    }

    /// Whether there is demand, or will be none. Accessed under the lock.
    private var isDemandKnown: Bool { subscriber == nil || demand > .none || !canRequest }
}

/// The subscription of a call, which its subscriber holds.
final class CallSubscription<Output: Sendable, Failure: Error>: Subscription {
    private let delivery: Delivery<Output, Failure>

    init(_ delivery: Delivery<Output, Failure>) { self.delivery = delivery }

    deinit { delivery.subscriptionWasReleased() }

    func request(_ demand: Subscribers.Demand) { delivery.request(demand) }

    func cancel() { delivery.cancel() }
}
#endif
