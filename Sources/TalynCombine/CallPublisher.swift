#if canImport(Combine) || OPENCOMBINE
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import Talyn

/// A publisher whose subscriptions each run some work, which delivers values and a completion on a queue.
struct CallPublisher<Output: Sendable, Failure: Error>: Publisher {
    private let queue: DispatchQueue
    private let work: @Sendable (Delivery<Output, Failure>) async -> Void
    /// The scope of stubs that the publisher was made in: its subscriber may be on any thread.
    private let override = TransportOverride()

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let delivery = Delivery(to: AnySubscriber(subscriber), on: queue)
        subscriber.receive(subscription: CallSubscription(delivery))
        // Not before: a subscriber may cancel at once, and then nothing is sent.
        delivery.start(in: override, work)
    }
}

extension CallPublisher {
    /// Publishes the result of a call.
    init(on queue: DispatchQueue, _ call: @escaping @Sendable () async -> Result<Output, Failure>) {
        self.queue = queue
        work = { delivery in delivery.end(with: await call()) }
    }

    /// Publishes the progress of a call, then its result.
    init<Value>(
        on queue: DispatchQueue,
        _ call: @escaping @Sendable (@escaping @Sendable (TransferProgress) -> Void) async -> Result<Value, Failure>
    ) where Output == CallUpdate<Value> {
        self.queue = queue
        work = { delivery in
            let result = await call { delivery.report(.progress($0)) }
            delivery.end(with: result.map(CallUpdate.value))
        }
    }

    /// Publishes the elements of a stream.
    init(_ stream: CallStream<Output, Failure>, on queue: DispatchQueue) {
        self.queue = queue
        work = { delivery in
            do throws(Failure) {
                var iterator = stream.makeAsyncIterator()
                // The first element is read without demand, so that each subscription makes its call.
                while let element = try await iterator.next() {
                    delivery.send(element)
                    guard await delivery.isDemanded() else { return }
                }
                delivery.complete(.finished)
            } catch { delivery.complete(.failure(error)) }
        }
    }
}

extension Delivery {
    /// Delivers a value once it is requested, and the end; a failure at once.
    fileprivate func end(with result: Result<Output, Failure>) {
        switch result {
        case .success(let value): complete(.finished, after: value)
        case .failure(let error): complete(.failure(error))
        }
    }
}
#endif
