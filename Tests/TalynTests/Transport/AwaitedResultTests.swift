import Testing

@testable import Talyn

@Suite struct AwaitedResultTests {
    private struct Lost: Error {}

    /// The result of an exchange, with a method for each of its steps.
    private struct Exchange: Sendable {
        private let result = Locked(AwaitedResult<Int>.open)

        /// Returns whether somebody waits for it.
        func settle(_ value: Result<Int, any Error>) -> Bool {
            let waiter = result.withLock { $0.settle(value) }
            waiter?.resume()
            return waiter != nil
        }

        /// Returns whether there was no result yet. The first result comes before the wait or in it.
        func wait(then settle: @Sendable () -> Void) async -> Bool {
            let waited = Locked(false)
            await AwaitedResult<Int>.suspend { waiter in
                guard result.withLock({ $0.register(waiter) }) else { return waiter.resume() }
                waited.withLock { $0 = true }
                settle()
            }
            return waited.withLock { $0 }
        }

        func take() throws -> Int { try result.withLock { $0.take() }.get() }
    }

    private let exchange = Exchange()

    @Test func theFirstResultCountsAndIsTakenOnce() throws {
        #expect(!exchange.settle(.success(1)) && !exchange.settle(.failure(Lost())))
        #expect(try exchange.take() == 1)
        #expect(throws: URLError.self) { try exchange.take() }
        #expect(!exchange.settle(.success(2)))
        #expect(throws: URLError.self, "a result that comes later is not retained") { try exchange.take() }
    }

    @Test func aWaitEndsWithTheFirstResult() async throws {
        let waited = await exchange.wait {
            #expect(exchange.settle(.success(1)))
            #expect(!exchange.settle(.success(2)), "a continuation is resumed once")
        }
        #expect(waited)
        #expect(try exchange.take() == 1)
    }

    @Test func nobodyWaitsForAResultThatIsThere() async throws {
        #expect(!exchange.settle(.failure(Lost())))
        #expect(await !exchange.wait {})
        #expect(throws: Lost.self) { try exchange.take() }
    }
}
