#if canImport(Combine) || OPENCOMBINE
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import Talyn

/// The way from a call to its subscriber: counts demand, and delivers one event at a time on a queue, none after the
/// end.
///
/// Unchecked: subscribers are not `Sendable`, but Combine lets a publisher call them on any thread, one call at a time.
/// All other state is accessed under the lock. The subscriber and a continuation are called, and the subscriber is
/// released, outside of it.
final class Delivery<Output: Sendable, Failure: Error>: @unchecked Sendable {
    private let queue: DispatchQueue
    private let lock = NSLock()
    /// Nil after the end.
    private var subscriber: AnySubscriber<Output, Failure>?
    private var demand = Subscribers.Demand.none
    /// Whether the subscriber still has its subscription, without which only `receive` requests more.
    private var canRequest = true
    /// The values that wait for demand and the queue: one, or a report and the value of its call.
    private var values: [Output] = []
    /// The end behind the values.
    private var completion: Subscribers.Completion<Failure>?
    /// Whether a block that delivers is on the queue, one at a time.
    private var isDelivering = false
    /// Resumed by demand for a further value, and by the end.
    private var waiting: CheckedContinuation<Void, Never>?
    private var task: Task<Void, Never>?

    init(to subscriber: AnySubscriber<Output, Failure>, on queue: DispatchQueue) {
        self.subscriber = subscriber
        self.queue = queue
    }

    /// Starts the work in a task, in the scope of stubs of an override, unless the subscription was cancelled before.
    func start(in override: TransportOverride, _ work: @escaping @Sendable (Delivery) async -> Void) {
        lock.withLock { if subscriber != nil { task = override.run { Task { await work(self) } } } }
    }

    // MARK: The work's side

    /// Delivers a value when it is requested.
    func send(_ value: Output) { change { if subscriber != nil { values.append(value) } } }

    /// Delivers a report when it is requested, in place of one that waits. Does nothing behind the end.
    func report(_ report: Output) { change { if subscriber != nil, completion == nil { values = [report] } } }

    /// Delivers the end behind the values, and a value before it when that is requested. A failure drops those that
    /// wait, and needs no demand.
    func complete(_ completion: Subscribers.Completion<Failure>, after value: Output? = nil) {
        change {
            guard subscriber != nil else { return }
            if case .failure = completion { values = [] }
            if let value { values.append(value) }
            self.completion = completion
        }
    }

    /// Waits until all values are received and a further one is requested. Returns false if none will be: after the
    /// end, or if the subscriber has released its subscription.
    func isDemanded() async -> Bool {
        await withCheckedContinuation { continuation in change { waiting = continuation } }
        return lock.withLock { subscriber != nil && values.isEmpty && demand > .none }
    }

    // MARK: The subscriber's side

    func request(_ more: Subscribers.Demand) { change { demand += more } }

    func cancel() {
        let (released, task) = lock.withLock {
            defer { (subscriber, values, completion) = (nil, [], nil) }
            return ((subscriber, values, completion), self.task)
        }
        task?.cancel()
        change {}
        withExtendedLifetime(released) {}
    }

    /// Has no more demand but what `receive` returns. A subscriber may release its subscription without cancelling it.
    func subscriptionWasReleased() { change { canRequest = false } }

    // MARK: The queue's side

    /// Changes the state. Then puts a block on the queue if there is an event for the subscriber, or resumes the work
    /// if that waits for the change.
    private func change(_ change: () -> Void) {
        let (delivers, waiting) = lock.withLock {
            change()
            let delivers = !isDelivering && isDeliverable
            if delivers { isDelivering = true }
            return (delivers, resumedWork())
        }
        if delivers { queue.async { self.deliver() } }
        waiting?.resume()
    }

    /// Delivers what the subscriber may have. Each event is taken on the queue right before it is received: nothing
    /// arrives that was cancelled there before.
    private func deliver() {
        while let (subscriber, event) = next() {
            switch event {
            case .value(let value):
                let more = subscriber.receive(value)
                lock.withLock { demand += more }
            case .end(let completion): subscriber.receive(completion: completion)
            }
        }
    }

    private enum Event {
        case value(Output)
        case end(Subscribers.Completion<Failure>)
    }

    /// Takes the next event; nil if there is none now.
    private func next() -> (AnySubscriber<Output, Failure>, Event)? {
        let (event, waiting) = lock.withLock { () -> ((AnySubscriber<Output, Failure>, Event)?, _) in
            guard isDeliverable, let subscriber else {
                isDelivering = false
                return (nil, resumedWork())
            }
            if let completion, values.isEmpty {
                self.subscriber = nil
                return ((subscriber, .end(completion)), resumedWork())
            }
            demand -= 1
            return ((subscriber, .value(values.removeFirst())), nil)
        }
        waiting?.resume()
        return event
    }

    /// Whether the subscriber may have an event. Accessed under the lock.
    private var isDeliverable: Bool {
        subscriber != nil && (values.isEmpty ? completion != nil : demand > .none)
    }

    /// Takes the continuation of work whose wait is over. Called under the lock.
    private func resumedWork() -> CheckedContinuation<Void, Never>? {
        // A value that is being received may be followed by demand.
        guard subscriber == nil || !isDelivering && (demand > .none || !canRequest) else { return nil }
        defer { waiting = nil }
        return waiting
    }
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
