import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynAlamofire
@testable import TalynMoya

@Suite struct InflightsTests {
    private func endpoint(_ number: Int) -> TalynMoya.Endpoint {
        TalynMoya.Endpoint(
            url: "https://shop.example/\(number)", sampleResponseClosure: { .networkResponse(200, Data()) },
            method: .get, task: .requestPlain, httpHeaderFields: ["A": "\(number)"])
    }

    @Test func theFirstOfEqualEndpointsBeginsAndTheEndHasAllCompletions() throws {
        let inflights = Inflights()
        let called = Notes<Int>()
        let transfer = try #require(inflights.join(endpoint(1)) { _ in called.add(1) })
        #expect(inflights.join(endpoint(1)) { _ in called.add(2) } == nil)
        #expect(inflights.join(endpoint(2)) { _ in called.add(3) } != nil)
        #expect(inflights.completions.mapValues(\.count) == [endpoint(1): 2, endpoint(2): 1])
        inflights.end(transfer).forEach { $0(.failure(.requestMapping(""))) }
        #expect(called.all == [1, 2] && inflights.completions.count == 1 && inflights.end(transfer).isEmpty)
        #expect(inflights.join(endpoint(1)) { _ in } != nil)
    }

    /// Writes another body each time.
    private struct Nonce: ParameterEncoding {
        func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
            var request = try urlRequest.asURLRequest()
            request.httpBody = Data(UUID().uuidString.utf8)
            return request
        }
    }

    @Test func aTransferWhoseBodyIsAnotherOneEachTimeEnds() throws {
        let inflights = Inflights()
        for _ in 0..<20 {
            let endpoint = endpoint(1).replacing(task: .requestParameters(parameters: [:], encoding: Nonce()))
            let transfer = try #require(inflights.join(endpoint) { _ in })
            #expect(inflights.end(transfer).count == 1)
        }
        #expect(inflights.completions.isEmpty)
    }

    @Test func manyThreadsLoseNoCompletion() {
        let inflights = Inflights()
        let called = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for index in 0..<200 {
                let endpoint = self.endpoint(index % 3)
                if let transfer = inflights.join(endpoint, { _ in called.withLock { $0 += 1 } }) {
                    _ = inflights.completions
                    inflights.end(transfer).forEach { $0(.failure(.requestMapping("\(thread)"))) }
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
