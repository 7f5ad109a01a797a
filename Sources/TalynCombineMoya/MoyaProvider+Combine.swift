#if canImport(Combine) || OPENCOMBINE
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif
public import TalynMoya
internal import struct Talyn.TransportOverride

extension MoyaProvider {
    /// Publishes the response of a call. Each subscription makes one call, and cancels it when it is cancelled.
    public func requestPublisher(
        _ target: Target, callbackQueue: DispatchQueue? = nil
    ) -> AnyPublisher<TalynMoya.Response, MoyaError> {
        MoyaPublisher { [self] events in
            request(target, callbackQueue: callbackQueue, progress: nil) { result in
                switch result {
                case .success(let response):
                    events.send(response)
                    events.end(.finished)
                case .failure(let error): events.end(.failure(error))
                }
            }
        }.eraseToAnyPublisher()
    }

    /// Publishes the progress of a call, the last with its response. Without demand, only the latest is kept.
    public func requestWithProgressPublisher(
        _ target: Target, callbackQueue: DispatchQueue? = nil
    ) -> AnyPublisher<ProgressResponse, MoyaError> {
        MoyaPublisher { [self] events in
            request(target, callbackQueue: callbackQueue, progress: { events.send($0) }) { result in
                switch result {
                case .success: events.end(.finished)
                case .failure(let error): events.end(.failure(error))
                }
            }
        }
        .scan(ProgressResponse()) { last, next in
            ProgressResponse(
                progress: next.progressObject ?? last.progressObject, response: next.response ?? last.response)
        }.eraseToAnyPublisher()
    }
}

/// A publisher whose subscriptions each make a call.
private struct MoyaPublisher<Output>: Publisher {
    typealias Failure = MoyaError

    /// The scope of stubs that the publisher was made in: its subscriber may be on any thread.
    private let override = TransportOverride()
    let start: (CallEvents<Output>) -> any TalynMoya.Cancellable

    init(_ start: @escaping (CallEvents<Output>) -> any TalynMoya.Cancellable) { self.start = start }

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == MoyaError {
        let events = CallEvents(to: AnySubscriber(subscriber))
        subscriber.receive(subscription: events)
        events.begin { events in override.run { start(events) } }
    }
}

/// The events of a call on the way to its subscriber: the latest value until it is demanded, and the end behind it.
private final class CallEvents<Output>: Subscription {
    private let lock = NSLock()
    /// Nil after the end.
    private var subscriber: AnySubscriber<Output, MoyaError>?
    private var demand = Subscribers.Demand.none
    private var value: Output?
    private var completion: Subscribers.Completion<MoyaError>?
    private var isDelivering = false
    private var call: (any TalynMoya.Cancellable)?

    init(to subscriber: AnySubscriber<Output, MoyaError>) { self.subscriber = subscriber }

    func begin(_ start: (CallEvents) -> any TalynMoya.Cancellable) {
        if lock.withLock({ subscriber == nil }) { return }
        let call = start(self)
        // A subscriber may have cancelled while the call began.
        let isCancelled = lock.withLock {
            self.call = call
            return subscriber == nil && completion == nil
        }
        if isCancelled { call.cancel() }
    }

    func send(_ value: Output) { deliver { self.value = value } }
    func end(_ completion: Subscribers.Completion<MoyaError>) { deliver { self.completion = completion } }
    func request(_ demand: Subscribers.Demand) { deliver { self.demand += demand } }

    func cancel() {
        let call = lock.withLock {
            (subscriber, value) = (nil, nil)
            return self.call
        }
        call?.cancel()
    }

    /// Changes the state, and calls the subscriber with what it may have now, one event at a time.
    private func deliver(_ change: () -> Void) {
        let isFirst = lock.withLock {
            change()
            defer { isDelivering = true }
            return !isDelivering
        }
        while isFirst, let event = next() {
            if let value = event.value {
                let more = event.subscriber.receive(value)
                lock.withLock { demand += more }
            } else if let completion = event.completion {
                event.subscriber.receive(completion: completion)
            }
        }
    }

    private typealias Event = (
        subscriber: AnySubscriber<Output, MoyaError>, value: Output?, completion: Subscribers.Completion<MoyaError>?
    )

    /// The next event; nil if there is none now.
    private func next() -> Event? {
        lock.withLock {
            if let subscriber, let value, demand > .none {
                demand -= 1
                self.value = nil
                return (subscriber, value, nil)
            }
            // A failure does not wait for the demand of a value.
            var waits = value != nil
            if case .failure? = completion { waits = false }
            if let subscriber, let completion, !waits {
                self.subscriber = nil
                return (subscriber, nil, completion)
            }
            isDelivering = false
            return nil
        }
    }
}
#endif
