import Foundation
import Talyn
import Testing

#if canImport(Combine)
import Combine
#else
import OpenCombineShim
#endif

enum API: RoutedTarget {
    case zen
    case user(String)
    case export
    case pages

    var baseURL: URL { Self.host }
    static let host = URL(string: "https://api.example")!
    var route: Route {
        switch self {
        case .zen: .get("zen")
        case .user(let login): .get("users/\(login)")
        case .export: .get("export")
        case .pages: .get("pages")
        }
    }
}

nonisolated struct User: Codable, Equatable, Sendable {
    let login: String
}

nonisolated private let queueName = DispatchSpecificKey<String>()
nonisolated private let mainQueueHasItsName: Void = DispatchQueue.main.setSpecific(key: queueName, value: "main")

/// The name of the current queue: `main`, that of `namedQueue(_:)`, or `pool`. On Linux the main queue may have a thread
/// that is not the main one.
nonisolated func currentQueue() -> String {
    _ = mainQueueHasItsName
    return DispatchQueue.getSpecific(key: queueName) ?? "pool"
}

/// A serial queue with a name.
nonisolated func namedQueue(_ name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: name)
    queue.setSpecific(key: queueName, value: name)
    return queue
}

/// A subscriber that requests what it is told to, and records what arrives.
nonisolated final class Recorder<Input: Sendable, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
    // Unchecked: all state is accessed under the lock.
    private let lock = NSLock()
    private var subscription: (any Subscription)?
    private var received: [Input] = []
    private var completions: [Subscribers.Completion<Failure>] = []
    private var receivers = 0
    private var overlaps = 0
    private var threads: Set<String> = []
    /// The demand at the subscription.
    private let first: Subscribers.Demand
    /// The demand after each value.
    private let onValue: @Sendable (Recorder, Input) -> Subscribers.Demand

    private let onEnd: @Sendable () -> Void

    init(
        _ first: Subscribers.Demand = .unlimited,
        onValue: @escaping @Sendable (Recorder, Input) -> Subscribers.Demand = { _, _ in .none },
        onEnd: @escaping @Sendable () -> Void = {}
    ) {
        (self.first, self.onValue, self.onEnd) = (first, onValue, onEnd)
    }

    func receive(subscription: any Subscription) {
        lock.withLock { self.subscription = subscription }
        if first > .none { subscription.request(first) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        entering { received.append(input) }
        defer { leaving() }
        return onValue(self, input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        entering { completions.append(completion) }
        defer { leaving() }
        lock.withLock { subscription = nil }
        onEnd()
    }

    private func entering(_ record: () -> Void) {
        lock.withLock {
            if receivers > 0 { overlaps += 1 }
            receivers += 1
            threads.insert(currentQueue())
            record()
        }
    }

    private func leaving() { lock.withLock { receivers -= 1 } }

    func request(_ demand: Subscribers.Demand) { lock.withLock { subscription }?.request(demand) }
    func cancel() { lock.withLock { subscription }?.cancel() }
    /// Releases the subscription without cancelling it.
    func releaseSubscription() {
        let released = lock.withLock {
            defer { subscription = nil }
            return subscription
        }
        withExtendedLifetime(released) {}
    }

    var values: [Input] { lock.withLock { received } }
    var ends: [Subscribers.Completion<Failure>] { lock.withLock { completions } }
    /// Whether it has finished, and once.
    var hasFinished: Bool {
        let ends = ends
        if ends.count == 1, case .finished = ends[0] { return true }
        return false
    }
    /// The failure, if it came once.
    var failure: Failure? {
        let ends = ends
        if ends.count == 1, case .failure(let error) = ends[0] { return error }
        return nil
    }
    /// The number of events that arrived while another was being received.
    var overlapCount: Int { lock.withLock { overlaps } }
    var threadNames: Set<String> { lock.withLock { threads } }
}

extension Publisher where Output: Sendable {
    /// Subscribes a recorder with a first demand.
    func recorded(
        _ first: Subscribers.Demand = .unlimited,
        onValue: @escaping @Sendable (Recorder<Output, Failure>, Output) -> Subscribers.Demand = { _, _ in .none }
    ) -> Recorder<Output, Failure> {
        let recorder = Recorder<Output, Failure>(first, onValue: onValue)
        subscribe(recorder)
        return recorder
    }
}

/// Waits until a condition is true, for 20 seconds at most. Returns whether it is.
func eventually(_ condition: @Sendable () -> Bool) async -> Bool {
    for _ in 0..<20_000 {
        if condition() { return true }
        try? await Task.sleep(for: .milliseconds(1))
    }
    return false
}

/// Gives events that must not arrive the time to arrive.
func settle() async {
    for _ in 0..<20 { try? await Task.sleep(for: .milliseconds(1)) }
}

/// Counts the ends of calls, and how many of them were cancelled.
nonisolated final class Ends: CallObserver, @unchecked Sendable {
    // Unchecked: the counts are accessed under the lock.
    private let lock = NSLock()
    private var counts = (all: 0, cancelled: 0)

    func willSend(_ endpoint: Endpoint, context: CallContext) {}
    func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}
    func didFinish(_ outcome: CallOutcome, context: CallContext) {
        lock.withLock {
            counts.all += 1
            if case .failure(let error) = outcome.result, error.category == .cancelled { counts.cancelled += 1 }
        }
    }

    var all: Int { lock.withLock { counts.all } }
    var cancelled: Int { lock.withLock { counts.cancelled } }
}
