#if canImport(Combine) || OPENCOMBINE
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import Talyn

/// A publisher whose subscriptions each run some work, which delivers values and a completion.
struct CallPublisher<Output: Sendable, Failure: Error>: Publisher {
    private let work: @Sendable (Delivery<Output, Failure>) async -> Void

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let delivery = Delivery(to: AnySubscriber(subscriber))
        subscriber.receive(subscription: CallSubscription(delivery))
        // Not before: a subscriber may cancel at once, and then nothing is sent.
        delivery.start(work)
    }
}

extension CallPublisher {
    /// Publishes the result of a call.
    init(_ call: @escaping @Sendable () async -> Result<Output, Failure>) {
        work = { delivery in await delivery.end(with: call()) }
    }

    /// Publishes the progress of a call, then its result.
    init<Value>(
        _ call: @escaping @Sendable (@escaping @Sendable (TransferProgress) -> Void) async -> Result<Value, Failure>
    ) where Output == CallUpdate<Value> {
        work = { delivery in
            let (reports, latest) = AsyncStream.makeStream(
                of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
            async let result = {
                let result = await call { latest.yield($0) }
                // A failure does not wait for the demand that a report waits for.
                if case .failure(let error) = result { delivery.complete(.failure(error)) }
                latest.finish()
                return result
            }()
            var iterator = reports.makeAsyncIterator()
            // First the demand: the report is then the latest one.
            while await delivery.isDemanded(), let report = await iterator.next() { delivery.send(.progress(report)) }
            await delivery.end(with: result.map(CallUpdate.value))
        }
    }

    /// Publishes the elements of a stream.
    init(_ stream: CallStream<Output, Failure>) {
        work = { delivery in
            do throws(Failure) {
                var iterator = stream.makeAsyncIterator()
                // The first element is read without demand, so that each subscription makes its call.
                while let element = try await iterator.next() {
                    guard await delivery.isDemanded() else { return }
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
    fileprivate func end(with result: Result<Output, Failure>) async {
        switch result {
        case .success(let value):
            guard await isDemanded() else { return }
            send(value)
            complete(.finished)
        case .failure(let error): complete(.failure(error))
        }
    }
}
#endif
