import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynMoya

@Suite struct InflightsTests {
    private func endpoint(_ number: Int) -> TalynMoya.Endpoint {
        TalynMoya.Endpoint(
            url: "https://shop.example/\(number)", sampleResponseClosure: { .networkResponse(200, Data()) },
            method: .get, task: .requestPlain, httpHeaderFields: ["A": "\(number)"])
    }

    @Test func theFirstOfEqualEndpointsBeginsAndTheEndHasAllCompletions() {
        let inflights = Inflights()
        let called = Notes<Int>()
        #expect(inflights.join(endpoint(1)) { _ in called.add(1) })
        #expect(!inflights.join(endpoint(1)) { _ in called.add(2) })
        #expect(inflights.join(endpoint(2)) { _ in called.add(3) })
        #expect(inflights.completions.mapValues(\.count) == [endpoint(1): 2, endpoint(2): 1])
        inflights.end(endpoint(1)).forEach { $0(.failure(.requestMapping(""))) }
        #expect(called.all == [1, 2] && inflights.completions.count == 1 && inflights.end(endpoint(1)).isEmpty)
        #expect(inflights.join(endpoint(1)) { _ in })
    }

    @Test func manyThreadsLoseNoCompletion() {
        let inflights = Inflights()
        let called = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for index in 0..<200 {
                let endpoint = self.endpoint(index % 3)
                if inflights.join(endpoint, { _ in called.withLock { $0 += 1 } }) {
                    _ = inflights.completions
                    inflights.end(endpoint).forEach { $0(.failure(.requestMapping("\(thread)"))) }
                }
            }
        }
        #expect(called.withLock { $0 } == 1_600 && inflights.completions.isEmpty)
    }

    @Test func trackedCallsOfManyThreadsAreAllAnswered() async throws {
        let server = try LoopbackServer { [.response(text: "yes", to: $0)] }
        let provider = UncheckedTransfer(
            MoyaProvider<Order>(
                callbackQueue: DispatchQueue(label: "answers"), session: .own(), trackInflights: true))
        let (answers, url) = (Notes<String>(), server.url)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for index in 0..<25 {
                var order = Order(url)
                order.path = "\(index % 2)"
                provider.value.request(order) { answers.add($0.summary) }
            }
        }
        await until { answers.all.count == 100 }
        #expect(Set(answers.all) == ["200 yes"] && provider.value.inflightRequests.isEmpty)
        #expect(server.requests.count <= 100)
    }
}
