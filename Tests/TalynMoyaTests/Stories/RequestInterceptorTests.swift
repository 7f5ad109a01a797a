import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynAlamofire
@testable import TalynMoya

@Suite struct RequestInterceptorTests {
    /// A server that refuses the first requests with 500.
    private func server(refusing count: Int = .max) throws -> LoopbackServer {
        let number = Notes<Int>()
        return try LoopbackServer { request in
            number.number(0) < count ? [.response(500, text: "no", to: request)] : [.response(text: "yes", to: request)]
        }
    }

    private func summary(_ server: LoopbackServer, _ interceptor: any RequestInterceptor) async -> String {
        await MoyaProvider<Order>(.own(interceptor)).summary(Order(server.url).validated)
    }

    @Test func theDefaultsSendTheRequestAsItIsAndDoNotRetry() async throws {
        struct Plain: RequestInterceptor {}
        let server = try server()
        #expect(await summary(server, Plain()) == "unacceptableStatusCode(500) | 500 no")
        #expect(server.requests.map(\.target) == ["/orders"])
    }

    @Test func anAdaptedRequestIsTheOneThatIsSent() async throws {
        let server = try server(refusing: 0)
        let interceptor = Guided(adapt: { request, answer in
            var request = request
            request.url = request.url.map { $0.appendingPathComponent("7") }
            request.httpMethod = "PUT"
            request.setValue("1", forHTTPHeaderField: "X-Adapted")
            request.httpBody = Data("body".utf8)
            answer(.success(request))
        })
        #expect(await summary(server, interceptor) == "200 yes")
        let sent = try #require(server.requests.first)
        #expect(sent.method == "PUT" && sent.target == "/orders/7" && sent.text == "body")
        #expect(sent.headers["X-Adapted"] == "1")
    }

    @Test func anAdaptedBodyStreamIsSent() async throws {
        let server = try server(refusing: 0)
        let interceptor = Guided(adapt: { request, answer in
            var request = request
            request.httpMethod = "POST"
            request.httpBodyStream = InputStream(data: Data("stream".utf8))
            answer(.success(request))
        })
        #expect(await summary(server, interceptor) == "200 yes")
        #expect(server.requests.map(\.text) == ["stream"])
    }

    @Test func anAdaptedGETWithABodyIsRefused() async throws {
        let server = try server(refusing: 0)
        let interceptor = Guided(adapt: { request, answer in
            var request = request
            request.httpBody = Data("body".utf8)
            answer(.success(request))
        })
        #expect(await summary(server, interceptor) == "requestAdaptationFailed(bodyDataInGETRequest(4))")
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [true, false])
    func anAdapterThatFailsEndsTheAttemptAndTheRetrierIsAsked(retries: Bool) async throws {
        let server = try server(refusing: 0)
        let (adapted, errors) = (Notes<Int>(), Notes<String>())
        let interceptor = Guided(
            adapt: { request, answer in
                answer(adapted.number(0) == 0 ? .failure(Refusal("no token")) : .success(request))
            },
            decide: { _, error, answer in
                errors.add(error.summary)
                answer(retries ? .retry : .doNotRetry)
            })
        let failure = "requestAdaptationFailed(no token)"
        #expect(await summary(server, interceptor) == (retries ? "200 yes" : failure))
        #expect(errors.all == [failure] && server.requests.count == (retries ? 1 : 0))
    }

    @Test func aRetrierIsAskedAfterEachFailureWithTheNumberOfRetries() async throws {
        let server = try server(refusing: 2)
        let asked = Notes<String>()
        let interceptor = Guided(decide: { request, error, answer in
            asked.add("\(request.retryCount) \(error.summary) \(request.response?.statusCode ?? 0)")
            answer(.retry)
        })
        #expect(await summary(server, interceptor) == "200 yes")
        #expect(asked.all == ["0 unacceptableStatusCode(500) 500", "1 unacceptableStatusCode(500) 500"])
        #expect(server.requests.count == 3)
    }

    @Test func anErrorOfTheRetrierHoldsBoth() async throws {
        let interceptor = Guided(decide: { $2(.doNotRetryWithError(Refusal("enough"))) })
        let expected = "requestRetryFailed(enough, unacceptableStatusCode(500)) | 500 no"
        #expect(await summary(try server(), interceptor) == expected)
    }

    @Test(arguments: [0.01, 0, -1, -.infinity, .nan] as [TimeInterval])
    func aRetryWaitsForItsDelay(seconds: TimeInterval) async throws {
        let server = try server(refusing: 1)
        let start = ContinuousClock.now
        #expect(await summary(server, Guided(decide: { $2(.retryWithDelay(seconds)) })) == "200 yes")
        if seconds > 0 { #expect(ContinuousClock.now - start >= .seconds(seconds)) }
        #expect(server.requests.count == 2)
    }

    @Test func aCallCancelledInTheDelayEndsWithItsError() async throws {
        let asked = Notes<Int>()
        let server = try server()
        let interceptor = Guided(decide: { _, _, answer in
            asked.add(0)
            answer(.retryWithDelay(.infinity))
        })
        let call = StartedCall(Order(server.url).validated, by: MoyaProvider<Order>(.own(interceptor)))
        await until { asked.all.count == 1 }
        call.token.cancel()
        #expect(try await call.summary == "unacceptableStatusCode(500) | 500 no" && server.requests.count == 1)
    }

    // MARK: Several as one

    private func naming(_ name: String, _ steps: Notes<String>, _ decision: RetryResult = .doNotRetry) -> Guided {
        Guided(
            adapt: { request, answer in
                var request = request
                let before = request.value(forHTTPHeaderField: "X-By") ?? ""
                request.setValue(before + name, forHTTPHeaderField: "X-By")
                answer(.success(request))
            },
            decide: { _, _, answer in
                steps.add(name)
                answer(decision)
            })
    }

    @Test func adaptersRunInOrderAndTheFirstRetrierThatDecidesWins() async throws {
        let (server, steps) = (try server(refusing: 1), Notes<String>())
        let interceptor = Interceptor(
            adapters: [naming("a", steps)], retriers: [naming("b", steps)],
            interceptors: [naming("c", steps, .retry), naming("d", steps, .doNotRetryWithError(Refusal("no")))])
        #expect(await summary(server, interceptor) == "200 yes")
        #expect(server.requests.map { $0.headers["X-By"] } == ["acd", "acd"] && steps.all == ["b", "c"])
    }

    @Test func withoutADecisionTheCallEndsAndAFailedAdapterStopsTheOthers() async throws {
        let (server, steps) = (try server(), Notes<String>())
        let pair = Interceptor(adapter: naming("a", steps), retrier: naming("b", steps))
        #expect(pair.adapters.count == 1 && pair.retriers.count == 1)
        #expect(await summary(server, pair) == "unacceptableStatusCode(500) | 500 no" && steps.all == ["b"])
        #expect(await summary(server, Interceptor()) == "unacceptableStatusCode(500) | 500 no")
        let failing = Guided(adapt: { $1(.failure(Refusal("first"))) })
        let last = Guided(adapt: { $1(.failure(Refusal("last"))) })
        #expect(
            await summary(server, Interceptor(interceptors: [failing, last])) == "requestAdaptationFailed(first)")
    }

    // MARK: What cannot be sent

    @Test(arguments: [true, false])
    func aFormThatCannotBeEncodedFailsBehindTheHooksAndIsRetried(isFile: Bool) async throws {
        let part: MultipartFormData.FormDataProvider =
            isFile ? .file(URL(fileURLWithPath: "/no.txt")) : .stream(InputStream(data: Data("x".utf8)), 7)
        let error = isFile ? "bodyPartFileNotReachable" : "inputStreamReadFailed"
        let (server, steps) = (try server(), Steps())
        let session = Session.own(SpyInterceptor(steps: steps, retries: 1))
        let form = MultipartFormData(provider: part, name: "a")
        let provider = MoyaProvider<Order>(session, plugins: [Spy(name: "", steps: steps)])
        let order = Order(server.url, .post, .uploadMultipart([form]))
        #expect(await provider.summary(order) == error)
        let names = steps.all.compactMap { $0.split(separator: " ").first.map(String.init) }
        let attempt = ["adapt", "prepare", "willSend", "retry"]
        #expect(names == attempt + attempt + ["didReceive", "process"] && server.requests.isEmpty)
    }

    @Test func aCallCancelledWithinAdaptHasItsHooksBeforeItsEnd() async throws {
        let (server, steps) = (try server(), Steps())
        let token = Notes<@Sendable () -> Void>()
        let ready = DispatchSemaphore(value: 0)
        let interceptor = Guided(adapt: { request, answer in
            ready.wait()
            token.all.forEach { $0() }
            answer(.success(request))
        })
        let provider = MoyaProvider<Order>(.own(interceptor), plugins: [Spy(name: "", steps: steps)])
        let call = StartedCall(Order(server.url), by: provider)
        let cancels = UncheckedTransfer(call.token)
        token.add { cancels.value.cancel() }
        ready.signal()
        #expect(try await call.summary == "explicitlyCancelled" && server.requests.isEmpty)
        let names = steps.all.compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(names == ["prepare", "willSend", "didReceive", "process"])
    }

    // MARK: Without an answer

    @Test func anAdapterThatNeverAnswersEndsWithTheCall() async throws {
        let (server, asked) = (try server(), Notes<Int>())
        let interceptor = Guided(adapt: { _, _ in asked.add(0) })
        let call = StartedCall(Order(server.url), by: MoyaProvider<Order>(.own(interceptor)))
        await until { asked.all.count == 1 }
        call.token.cancel()
        #expect(try await call.summary == "explicitlyCancelled" && server.requests.isEmpty)
    }

    @Test func aRetrierThatNeverAnswersEndsWithTheCall() async throws {
        let (server, asked) = (try server(), Notes<Int>())
        let interceptor = Guided(decide: { _, _, _ in asked.add(0) })
        let call = StartedCall(Order(server.url).validated, by: MoyaProvider<Order>(.own(interceptor)))
        await until { asked.all.count == 1 }
        call.token.cancel()
        #expect(try await call.summary == "unacceptableStatusCode(500) | 500 no" && server.requests.count == 1)
    }

    @Test func anAnswerThatComesTwiceOrTooLateCountsOnce() async throws {
        let (server, late) = (try server(refusing: 1), Notes<@Sendable (RetryResult) -> Void>())
        let interceptor = Guided(
            adapt: { request, answer in
                answer(.success(request))
                answer(.failure(Refusal("late")))
            },
            decide: { _, _, answer in
                late.add(answer)
                answer(.retry)
                answer(.doNotRetry)
            })
        #expect(await summary(server, interceptor) == "200 yes" && server.requests.count == 2)
        late.all.forEach { $0(.retry) }
        #expect(server.requests.count == 2)
    }

    // MARK: A refresh

    /// Sends a token, and refreshes it once for all requests that were refused with the old one.
    private final class Refresher: RequestInterceptor {
        private struct State {
            var token = "old"
            var refreshes = 0
            var waiting: [@Sendable (RetryResult) -> Void] = []
        }

        private let state = Locked(State())

        var refreshes: Int { state.withLock { $0.refreshes } }

        func adapt(
            _ urlRequest: URLRequest, for session: Session,
            completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
        ) {
            var request = urlRequest
            request.headers.update(.authorization(bearerToken: state.withLock { $0.token }))
            completion(.success(request))
        }

        func retry(
            _ request: Request, for session: Session, dueTo error: any Error,
            completion: @escaping @Sendable (RetryResult) -> Void
        ) {
            guard error.asAFError?.responseCode == 401, request.retryCount == 0 else { return completion(.doNotRetry) }
            let isFirst = state.withLock { state in
                state.waiting.append(completion)
                return state.waiting.count == 1
            }
            if isFirst { DispatchQueue.global().async { self.refresh() } }
        }

        private func refresh() {
            let waiting = state.withLock { state in
                if state.token == "old" { (state.token, state.refreshes) = ("new", state.refreshes + 1) }
                defer { state.waiting = [] }
                return state.waiting
            }
            waiting.forEach { $0(.retry) }
        }
    }

    @Test func threeParallelCallsAreRetriedAfterARefresh() async throws {
        let server = try LoopbackServer { request in
            if request.headers["Authorization"] == "Bearer new" { return [.response(text: "in", to: request)] }
            return [.hold, .response(401, text: "out", to: request)]
        }
        let refresher = Refresher()
        let provider = MoyaProvider<Order>(.own(refresher))
        let calls = (0..<3).map { _ in StartedCall(Order(server.url).validated, by: provider) }
        try await server.waitUntilHolding(3)
        server.release()
        for call in calls { #expect(try await call.summary == "200 in") }
        let fields = server.requests.map { $0.headers["Authorization"] ?? "" }
        #expect(
            fields.sorted(by: >) == Array(repeating: "Bearer old", count: 3) + Array(repeating: "Bearer new", count: 3))
        #expect(refresher.refreshes == 1)
    }
}
