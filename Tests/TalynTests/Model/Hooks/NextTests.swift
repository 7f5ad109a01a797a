import Foundation
import Testing

@testable import Talyn

/// The endpoints that plugins pass on.
@Suite struct NextTests {
    /// A plugin that continues with a newly made endpoint, in one of the rings.
    struct Anew: CallInterceptor, ExchangeInterceptor {
        var isOfCall = false

        private static func anew(_ endpoint: Endpoint) -> Endpoint {
            Endpoint(endpoint.method, url: endpoint.url, headers: endpoint.headers, body: endpoint.body)
        }

        func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            try await next(isOfCall ? Self.anew(endpoint) : endpoint)
        }

        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            try await next(isOfCall ? endpoint : Self.anew(endpoint))
        }
    }

    @Test(arguments: [true, false], [true, false])
    func anEndpointMadeAnewIsCarriedAsTheOneThatWasGiven(_ isOfCall: Bool, _ isByHand: Bool) async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .redirect(to: "/elsewhere"))
        let provider = Provider<Probe>(transport: stubs, plugins: [Anew(isOfCall: isOfCall)]).withDefaults {
            $0.timeout = .seconds(3)
            $0.deadline = .seconds(5)
            $0.redirects = .refuse
        }
        let target = Probe(.get("a"))
        _ = isByHand ? await provider.result(of: Endpoint(url: Probe.host)) : await provider.result(target)
        let sent = try #require(stubs.requests.first)
        #expect(stubs.requests.count == 1)
        #expect(sent.options.timeout == .seconds(3) && sent.options.deadline == .seconds(5))
        #expect(sent.operation == (isByHand ? nil : "Probe.call"))
    }

    @Test func optionsChangedByAPluginStay() async throws {
        struct Hurrying: ExchangeInterceptor {
            func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                var hurried = endpoint
                hurried.options.timeout = .seconds(1)
                return try await next(hurried)
            }
        }
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(204))
        try await Provider<Probe>(transport: stubs, plugins: [Hurrying()]).request(Probe(.get("a")))
        #expect(stubs.requests.first?.options.timeout == .seconds(1))
    }

    /// A plugin that answers with a stream of two pieces or with a file.
    struct Answering: CallInterceptor, ExchangeInterceptor {
        var isOfCall = false
        var file: URL?

        private func answer(_ endpoint: Endpoint) -> Response {
            let stream = BodyStream {
                var pieces = [Data("whole".utf8), Data("half".utf8)]
                return { pieces.popLast() }
            }
            return Response(statusCode: 200, body: file.map { .file($0) } ?? .stream(stream), endpoint: endpoint)
        }

        func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            isOfCall ? answer(endpoint) : try await next(endpoint)
        }

        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            isOfCall ? try await next(endpoint) : answer(endpoint)
        }
    }

    @Test(arguments: [true, false])
    func aStreamOrFileThatAPluginAnswersWithIsReadForACallForData(_ isOfCall: Bool) async throws {
        let provider = Provider<Probe>(transport: StubTransport(), plugins: [Answering(isOfCall: isOfCall)])
        #expect(try await provider.request(Probe(.get("a"))).data == Data("halfwhole".utf8))
        let error = await #expect(throws: RequestError.self) {
            try await provider.request(Probe(.get("a").maxBodySize(8)))
        }
        guard case .tooLarge(limit: 8) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }

        let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        try Data("filed".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let filing = Provider<Probe>(transport: StubTransport(), plugins: [Answering(isOfCall: isOfCall, file: file)])
        #expect(try await filing.request(Probe(.get("a"))).data == Data("filed".utf8))
    }

    @Test(arguments: [true, false])
    func aStreamThatAPluginAnswersWithStaysOneForAStream(_ isOfCall: Bool) async throws {
        let provider = Provider<Probe>(transport: StubTransport(), plugins: [Answering(isOfCall: isOfCall)])
        let stream = try await provider.stream(Probe(.get("a")))
        var pieces = 0
        for try await _ in stream { pieces += 1 }
        #expect(pieces == 2)
    }
}

extension Provider<Probe> {
    fileprivate func result(of endpoint: Endpoint) async -> Result<Response, RequestError> {
        do throws(RequestError) { return .success(try await send(endpoint)) } catch { return .failure(error) }
    }
}
