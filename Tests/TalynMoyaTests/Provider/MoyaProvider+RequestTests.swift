import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynAlamofire
@testable import TalynMoya

/// The order, thread and count of everything that a call does.
@Suite struct MoyaProviderRequestTests {
    private let steps = Steps()

    private func provider(
        stub: Moya.StubBehavior = .never, tracked: Bool = false, session: Session? = nil, retries: Int = 0
    ) -> MoyaProvider<Shop> {
        let steps = steps
        return MoyaProvider<Shop>(
            endpointClosure: { target in
                steps.add("endpoint")
                return MoyaProvider.defaultEndpointMapping(for: target)
            },
            requestClosure: { endpoint, done in
                steps.add("request")
                MoyaProvider<Shop>.defaultRequestMapping(for: endpoint, closure: done)
            },
            stubClosure: { _ in
                steps.add("stub")
                return stub
            }, callbackQueue: steps.queue,
            session: session
                ?? Session(
                    configuration: .af.ephemeral, rootQueue: Steps.sessionQueue(),
                    interceptor: SpyInterceptor(steps: steps, retries: retries)),
            plugins: [Spy(name: "a", steps: steps), Spy(name: "b", steps: steps)], trackInflights: tracked)
    }

    /// The steps without the moment in which `request` returned, which is not ordered with the session's queue.
    private var ordered: [String] { steps.all.filter { !$0.hasPrefix("returned") } }

    private static let beginning = ["endpoint other", "stub other", "request other"]
    private static let sending = [
        "adapt session", "prepare a session", "prepare b session", "willSend a session", "willSend b session",
    ]
    private static let ending = [
        "didReceive a queue", "didReceive b queue", "process a queue", "process b queue", "completion queue",
    ]

    @Test func aCallThatSucceeds() async throws {
        let server = try LoopbackServer { [.response(text: "yes", to: $0)] }
        let result = await provider().result(.item(server.url), steps: steps)
        #expect(try result.get().data == Data("yes".utf8) && result.get().statusCode == 200)
        #expect(ordered == Self.beginning + Self.sending + Self.ending)
        #expect(server.requests.first?.headers["X-Adapted"] == "yes")
    }

    @Test func aStatusThatIsNotValidatedSucceeds() async throws {
        let server = try LoopbackServer { [.response(404, text: "no", to: $0)] }
        let result = await provider().result(.item(server.url), steps: steps)
        #expect(try result.get().statusCode == 404)
        #expect(ordered == Self.beginning + Self.sending + Self.ending)
    }

    @Test func aRefusedStatusAsksTheRetrierAndFails() async throws {
        let server = try LoopbackServer { [.response(404, text: "no", to: $0)] }
        let result = await provider(retries: 1).result(.guarded(server.url), steps: steps)
        let error = #expect(throws: MoyaError.self) { try result.get() }
        guard
            case .underlying(AFError.responseValidationFailed(reason: .unacceptableStatusCode(404)), let response?) =
                error
        else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(response.data == Data("no".utf8) && response.statusCode == 404)
        let again = ["retry 0 404 session"] + Self.sending + ["retry 1 404 session"]
        #expect(ordered == Self.beginning + Self.sending + again + Self.ending)
    }

    @Test func aServerThatIsNotThere() async throws {
        let port = try RefusingPort()
        let url = try #require(URL(string: "http://127.0.0.1:\(port.port)"))
        let result = await provider().result(.item(url), steps: steps)
        withExtendedLifetime(port) {}
        let error = #expect(throws: MoyaError.self) { try result.get() }
        guard case .underlying(AFError.sessionTaskFailed(let cause as URLError), nil) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause.code == .cannotConnectToHost)
        #expect(ordered == Self.beginning + Self.sending + ["retry 0 0 session"] + Self.ending)
    }

    @Test func aCallCancelledInFlight() async throws {
        let server = try LoopbackServer { _ in [.hold] }
        let (results, sink) = AsyncStream.makeStream(of: Result<TalynMoya.Response, MoyaError>.self)
        let call = provider().request(.item(server.url)) { [steps] result in
            steps.add("completion")
            sink.yield(result)
        }
        try await server.waitForRequests()
        call.cancel()
        let result = try #require(await results.first { _ in true })
        let error = #expect(throws: MoyaError.self) { try result.get() }
        guard case .underlying(AFError.explicitlyCancelled, nil) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(call.isCancelled)
        #expect(ordered == Self.beginning + Self.sending + Self.ending)
    }

    @Test func aStubWithoutADelay() async throws {
        let result = await provider(stub: .immediate).result(.item(try url), steps: steps)
        #expect(try result.get().data == Data("sample".utf8))
        let sending = ["prepare a other", "prepare b other", "willSend a other", "willSend b other"]
        #expect(ordered == Self.beginning + sending + Self.ending)
    }

    @Test func aStubWithoutADelayAndQueueAnswersBeforeRequestReturns() throws {
        var steps: [String] = []
        let provider = MoyaProvider<Shop>(stubClosure: MoyaProvider.immediatelyStub)
        provider.request(.item(try url)) { result in steps.append((try? result.get().mapString()) ?? "failed") }
        steps.append("returned")
        #expect(steps == ["sample", "returned"])
    }

    @Test func aStubWithADelay() async throws {
        steps.queue.suspend()
        let result = await provider(stub: .delayed(seconds: 0.01)).result(.item(try url), steps: steps) { [steps] _ in
            steps.queue.resume()
        }
        #expect(try result.get().statusCode == 200)
        let sending = ["prepare a other", "prepare b other", "willSend a other", "willSend b other"]
        #expect(steps.all == Self.beginning + sending + ["returned other"] + Self.ending)
    }

    @Test func aStubThatIsCancelledFailsWhenItsDelayIsOver() async throws {
        steps.queue.suspend()
        let result = await provider(stub: .delayed(seconds: 0.01)).result(.item(try url), steps: steps) {
            [steps] call in
            call.cancel()
            steps.queue.resume()
        }
        let error = #expect(throws: MoyaError.self) { try result.get() }
        guard case .underlying(let cause as NSError, nil) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause.domain == NSURLErrorDomain && cause.code == NSURLErrorCancelled)
        #expect(Array(ordered.suffix(5)) == Self.ending)
    }

    @Test func equalCallsInFlightShareOneTransferAndEachProcessesItsResult() async throws {
        let server = try LoopbackServer { _ in [.hold] }
        let provider = provider(tracked: true)
        let (count, target) = (3, Shop.item(server.url))
        let results = Locked<[Int]>([])
        let calls = (0..<count).map { index in
            provider.request(target) { result in
                results.withLock { $0.append((try? result.get().statusCode) ?? -index) }
            }
        }
        #expect(provider.inflightRequests.values.map(\.count) == [count])
        try await server.waitForRequests()
        calls[0].cancel()
        await provider.session.perform {}
        while results.withLock({ $0.count }) < count { await _Concurrency.Task.yield() }
        #expect(server.requests.count == 1 && provider.inflightRequests.isEmpty)
        let counts = Dictionary(grouping: steps.all) { String($0.prefix(while: { $0 != " " })) }.mapValues(\.count)
        #expect(counts["endpoint"] == 3 && counts["request"] == 1 && counts["willSend"] == 2)
        #expect(counts["didReceive"] == 2 && counts["process"] == 6)
    }

    @Test func aTrackedCallIsSentWhateverItsEncoderWrites() throws {
        struct Counting: ParameterEncoding {
            static let count = Locked(0)
            func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
                var request = try urlRequest.asURLRequest()
                request.httpBody = Data("\(Self.count.withLock { $0 += 1; return $0 })".utf8)
                return request
            }
        }
        let provider = MoyaProvider<Shop>(stubClosure: { MoyaProvider.immediatelyStub($0) }, trackInflights: true)
        var count = 0
        for task in [
            TalynMoya.Task.requestJSONEncodable(EndpointTests.Order()),
            .requestParameters(parameters: [:], encoding: Counting()),
        ] {
            for _ in 0..<50 { provider.request(.make(try url, task)) { _ in count += 1 } }
        }
        #expect(count == 100 && provider.inflightRequests.isEmpty)
    }

    @Test func aTrackedCallWhoseRequestFailsLeavesNothingInFlight() throws {
        let provider = MoyaProvider<Shop>(
            requestClosure: { _, done in done(.failure(.requestMapping("no"))) }, trackInflights: true)
        var failures = 0
        for _ in 0..<2 { provider.request(.item(try url)) { if case .failure = $0 { failures += 1 } } }
        #expect(failures == 2 && provider.inflightRequests.isEmpty)
    }

    @Test func aRequestThatIsMadeAfterItWasCancelledIsNotSent() throws {
        var later: MoyaProvider<Shop>.RequestResultClosure?
        let provider = MoyaProvider<Shop>(
            requestClosure: { _, done in later = done }, plugins: [Spy(name: "a", steps: steps)])
        var errors: [MoyaError] = []
        let call = provider.request(.item(try url)) { if case .failure(let error) = $0 { errors.append(error) } }
        call.cancel()
        later?(.success(URLRequest(url: try url)))
        #expect(errors.count == 1 && (errors.first?.underlyingError as? NSError)?.code == NSURLErrorCancelled)
        #expect(steps.all.map { $0.prefix(10) } == ["didReceive", "process a "])
    }

    @Test func aStubBesidePluginsOfTalynFailsAndNamesThem() throws {
        let provider = MoyaProvider<Shop>(
            stubClosure: MoyaProvider.immediatelyStub, session: Session(transport: StubTransport(), plugins: [.retry()])
        )
        var text = ""
        provider.request(.item(try url)) { if case .failure(let error) = $0 { text = error.localizedDescription } }
        #expect(text.contains("RetryPlugin") && text.contains("Session(transport: StubTransport(), plugins:"))
    }

    private var url: URL { get throws { try #require(URL(string: "http://127.0.0.1:9")) } }
}
