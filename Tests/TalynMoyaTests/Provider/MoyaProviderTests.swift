import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynAlamofire
@testable import TalynMoya

@Suite struct MoyaProviderTests {
    private var order: Order { get throws { Order(try #require(URL(string: "https://shop.example"))) } }

    /// Makes a call of a stub that answers in place.
    private func stubbed(_ provider: MoyaProvider<Order>, _ order: Order) -> String {
        var summary = "none"
        provider.request(order) { summary = $0.summary }
        return summary
    }

    // MARK: Values

    @Test func progressIsAFractionAndCompleteWithAResponse() {
        let response = Moya.Response(statusCode: 200, data: Data())
        func progress(_ completed: Int64, _ total: Int64) -> Progress {
            let progress = Progress(totalUnitCount: total)
            progress.completedUnitCount = completed
            return progress
        }
        #expect(ProgressResponse().progress == 0 && !ProgressResponse().completed)
        #expect(ProgressResponse(progress: progress(5, 10)).progress == 0.5)
        #expect(ProgressResponse(progress: progress(5, -1)).progress == 0)
        #expect(ProgressResponse(progress: progress(0, 0)).progress == 0)
        let completed = ProgressResponse(progress: progress(5, 10), response: response)
        #expect(completed.progress == 1 && completed.completed && completed.progressObject?.completedUnitCount == 5)
        #expect(ProgressResponse(response: response).progress == 1)
    }

    @Test func aTransferBecomesAResultAsByMoya() throws {
        let url = try order.baseURL
        let head = try #require(HTTPURLResponse(url: url, statusCode: 201, httpVersion: nil, headerFields: nil))
        let (request, data, error) = (URLRequest(url: url), Data("a".utf8), URLError(.timedOut))
        let response = try Moya.convertResponseToResult(head, request: request, data: data, error: nil).get()
        #expect(response.statusCode == 201 && response.data == data && response.request == request)
        #expect(response.response === head)
        #expect(convertResponseToResult(head, request: nil, data: nil, error: nil).summary == "201 ")
        #expect(
            convertResponseToResult(head, request: request, data: data, error: error).summary
                == "URLError(-1001) | 201 a")
        #expect(convertResponseToResult(nil, request: request, data: nil, error: error).summary == "URLError(-1001)")
        guard
            case .failure(.underlying(let unknown as NSError, nil)) = convertResponseToResult(
                nil, request: nil, data: nil, error: nil)
        else { return #expect(Bool(false)) }
        #expect(unknown.domain == NSURLErrorDomain && unknown.code == NSURLErrorUnknown)
    }

    @Test func theStubClosuresAreThoseOfMoya() throws {
        guard case .never = MoyaProvider.neverStub(try order),
            case .immediate = MoyaProvider.immediatelyStub(try order),
            case .delayed(0.5) = MoyaProvider.delayedStub(0.5)(try order)
        else { return #expect(Bool(false)) }
    }

    @Test func theDefaultEndpointHasThePropertiesOfTheTarget() throws {
        var order = try order
        order.headers = ["A": "1"]
        order.method = .patch
        let endpoint = MoyaProvider.defaultEndpointMapping(for: order)
        #expect(endpoint.url == "https://shop.example/orders" && endpoint.method == .patch)
        #expect(endpoint.httpHeaderFields == ["A": "1"])
        guard case .networkResponse(200, let data) = endpoint.sampleResponseClosure() else {
            return #expect(Bool(false))
        }
        #expect(data == Data("sample".utf8))
    }

    @Test func anEncodingErrorArrivesWithinUnderlying() throws {
        func failure(_ url: String, _ task: Moya.Task) -> MoyaError? {
            var error: MoyaError?
            let endpoint = TalynMoya.Endpoint(
                url: url, sampleResponseClosure: { .networkResponse(200, Data()) }, method: .post, task: task,
                httpHeaderFields: nil)
            MoyaProvider<Order>.defaultRequestMapping(for: endpoint) {
                if case .failure(let cause) = $0 { error = cause }
            }
            return error
        }
        let json = Moya.Task.requestJSONEncodable(Double.nan)
        guard case .underlying(MoyaError.encodableMapping, nil)? = failure("https://shop.example", json),
            case .requestMapping("")? = failure("", .requestPlain),
            case .parameterEncoding? = failure(
                "https://shop.example", .requestParameters(parameters: ["a": Date()], encoding: JSONEncoding.default))
        else { return #expect(Bool(false)) }
        #expect(failure("https://shop.example", .requestPlain) == nil)
    }

    // MARK: Stubs

    @Test func aStubIsTheSampleOfTheEndpoint() throws {
        let head = try #require(
            HTTPURLResponse(url: try order.baseURL, statusCode: 203, httpVersion: nil, headerFields: nil))
        let error = NSError(domain: "Mine", code: 7)
        let samples: [(EndpointSampleResponse, String)] = [
            (.networkResponse(404, Data("a".utf8)), "404 a"), (.response(head, Data("b".utf8)), "203 b"),
            (.networkError(error), "\(error)"),
        ]
        for (sample, expected) in samples { #expect(stubbed(provider(sample), try order) == expected) }
    }

    /// Returns a provider that answers in place.
    private func provider(_ sample: EndpointSampleResponse) -> MoyaProvider<Order> {
        MoyaProvider<Order>(
            endpointClosure: { target in
                TalynMoya.Endpoint(
                    url: target.urlText, sampleResponseClosure: { sample }, method: .get, task: .requestPlain,
                    httpHeaderFields: nil)
            }, stubClosure: MoyaProvider.immediatelyStub)
    }

    @Test func aStubIsValidated() throws {
        let provider = provider(.networkResponse(404, Data("a".utf8)))
        #expect(stubbed(provider, try order) == "404 a")
        var error: MoyaError?
        provider.request(try order.validated) { if case .failure(let cause) = $0 { error = cause } }
        guard case .underlying(MoyaError.statusCode(let refused), let response?)? = error else {
            return #expect(Bool(false))
        }
        #expect(refused === response && response.statusCode == 404)
    }

    // MARK: Subclasses

    private final class Counting: MoyaProvider<Order> {
        let steps = Notes<String>()

        override func endpoint(_ token: Order) -> TalynMoya.Endpoint {
            steps.add("endpoint")
            return super.endpoint(token).adding(newHTTPHeaderFields: ["X-A": "1"])
        }

        override func request(
            _ target: Order, callbackQueue: DispatchQueue? = .none, progress: ProgressBlock? = .none,
            completion: @escaping Completion
        ) -> any Moya.Cancellable {
            steps.add("request")
            return super.request(target, callbackQueue: callbackQueue, progress: progress, completion: completion)
        }

        override func stubRequest(
            _ target: Order, request: URLRequest, callbackQueue: DispatchQueue?,
            completion: @escaping Moya.Completion, endpoint: TalynMoya.Endpoint, stubBehavior: Moya.StubBehavior
        ) -> CancellableToken {
            steps.add("stub \(request.value(forHTTPHeaderField: "X-A") ?? "")")
            let prepared = notifyPluginsOfImpendingStub(for: request, target: target)
            let token = CancellableToken {}
            createStubFunction(
                token, forTarget: target, withCompletion: completion, endpoint: endpoint, plugins: plugins,
                request: prepared)()
            return token
        }
    }

    @Test func aSubclassOverridesTheSteps() throws {
        let changes = Notes<String>()
        let plugin = NetworkActivityPlugin { change, _ in changes.add("\(change)") }
        let provider = Counting(stubClosure: MoyaProvider.delayedStub(600), plugins: [plugin])
        #expect(stubbed(provider, try order) == "200 sample")
        #expect(provider.steps.all == ["request", "endpoint", "stub 1"] && changes.all == ["began", "ended"])
    }

    @Test func aProviderIsUsedThroughItsProtocol() throws {
        func call<Provider: MoyaProviderType>(_ provider: Provider, _ target: Provider.Target) -> String {
            var summary = ""
            _ = provider.request(target, callbackQueue: nil, progress: nil) { summary = $0.summary }
            return summary
        }
        #expect(call(MoyaProvider<Order>(stubClosure: MoyaProvider.immediatelyStub), try order) == "200 sample")
    }

    // MARK: Live calls

    @Test func releasingTheProviderCancelsNothing() async throws {
        let server = try LoopbackServer { [.hold, .response(text: "yes", to: $0)] }
        weak var released: MoyaProvider<Order>?
        let call: StartedCall
        do {
            let provider = MoyaProvider<Order>(.own())
            released = provider
            call = StartedCall(Order(server.url), by: provider)
        }
        try await server.waitUntilHolding()
        #expect(released == nil)
        server.release()
        #expect(try await call.summary == "200 yes")
    }

    @Test func withoutAQueueResultsArriveOnTheMainOne() async throws {
        let server = try LoopbackServer { [.response(text: "yes", to: $0)] }
        let provider = MoyaProvider<Order>(session: .own())
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        let isMain = await withCheckedContinuation { continuation in
            provider.request(Order(server.url)) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key) ?? false)
            }
        }
        DispatchQueue.main.setSpecific(key: key, value: nil)
        #expect(isMain)
    }

    @Test func aQueueOfTheCallReplacesThatOfTheProvider() async throws {
        let steps = Steps()
        let server = try LoopbackServer { [.response(text: "yes", to: $0)] }
        let provider = MoyaProvider<Order>(.own())
        _ = await provider.result(Order(server.url), on: steps.queue, steps: steps)
        #expect(steps.all.contains("completion queue"))
    }

    @Test func theRequestOfTheResponseIsTheOneThatWasSent() async throws {
        let server = try LoopbackServer { [.response(text: "yes", to: $0)] }
        let response = try await MoyaProvider<Order>(.own()).result(Order(server.url)).get()
        #expect(response.request?.url?.absoluteString == "\(server.url)/orders")
        #expect(response.response?.url == response.request?.url && response.response?.statusCode == 200)
    }
}
