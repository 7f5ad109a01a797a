import Foundation
import Testing

@testable import Talyn

@Suite struct AdaptPluginTests {
    let stubs = StubTransport()

    /// Returns the request that is sent when a closure adapts an endpoint.
    func sent(
        _ endpoint: Endpoint, _ adapt: @escaping @Sendable (inout URLRequest) async throws -> Void
    ) async throws -> Endpoint {
        stubs.on(where: { _, _ in true }, .status(204))
        try await Provider<RawAPI>(transport: stubs, plugins: [.adapt(adapt)]).send(endpoint)
        return try #require(stubs.requests.last)
    }

    let plain = Endpoint(
        .post, url: RawAPI.host,
        headers: ["x-one": "1", "Via": "a", "Via": "b", "Cookie": "a=1", "Cookie": "b=2", "Accept": "text/plain"],
        body: .data(Data("body".utf8)))

    @Test func anUnchangedRequestKeepsItsEndpoint() async throws {
        let same = try await sent(plain) { _ in }
        #expect(
            same.headers.fields.map { "\($0.name)=\($0.value)" }
                == plain.headers.fields.map { "\($0.name)=\($0.value)" })
        #expect(same == plain)
        #expect(same.options.timeout == .seconds(30))
    }

    @Test func changesOfTheRequestAreSent() async throws {
        let changed = try await sent(plain) { request in
            request.url = URL(string: "https://raw.example.com/signed?sig=1")
            request.httpMethod = "PUT"
            request.setValue("2", forHTTPHeaderField: "X-One")
            request.setValue("v", forHTTPHeaderField: "X-Signature")
            request.setValue(nil, forHTTPHeaderField: "Accept")
            request.httpBody = Data("other".utf8)
            request.timeoutInterval = 7
        }
        #expect(changed.url.absoluteString == "https://raw.example.com/signed?sig=1")
        #expect(changed.method == .put)
        #expect(
            changed.headers == [
                "X-One": "2", "Via": "a", "Via": "b", "Cookie": "a=1", "Cookie": "b=2", "X-Signature": "v",
            ])
        #expect(changed.bodyText == "other")
        #expect(changed.options.timeout == .seconds(7))
    }

    @Test func aBodyThatIsTakenAwayIsGone() async throws {
        #expect(try await sent(plain) { $0.httpBody = nil }.body == .none)
    }

    @Test(arguments: [Body.file(URL(fileURLWithPath: "/tmp/a")), .stream(BodyStream(isRepeatable: true) { { nil } })])
    func bodiesFromFilesAndStreamsSurvive(_ body: Body) async throws {
        let endpoint = Endpoint(.post, url: RawAPI.host, body: body)
        // Not a stub, which would read the body.
        let transport = AnswerTransport { endpoint, _ in Response(statusCode: 204, endpoint: endpoint) }
        let signing: AdaptPlugin = .adapt { $0.setValue("1", forHTTPHeaderField: "X-Signature") }
        let signed = try await Provider<RawAPI>(transport: transport, plugins: [signing]).send(endpoint).endpoint
        #expect(signed.body == body)
        #expect(signed.headers == ["X-Signature": "1"])
        #expect(try await sent(endpoint) { $0.httpBody = Data("own".utf8) }.bodyText == "own")
    }

    @Test func theTransportsOwnHeadersMayBeSignedAlong() async throws {
        let signed = try await sent(plain) { request in
            request.setValue("raw.example.com", forHTTPHeaderField: "Host")
            request.setValue("4", forHTTPHeaderField: "Content-Length")
        }
        #expect(signed.headers == plain.headers)
        await #expect(throws: MyError.self) {
            do { _ = try await sent(plain) { $0.setValue("other.example", forHTTPHeaderField: "Host") } } catch {
                throw MyError(category: (error as? RequestError)?.category)
            }
        }
    }

    struct MyError: Error { let category: ErrorCategory? }

    @Test(arguments: [0, -1, Double.nan])
    func aTimeoutThatIsNoneIsNoChange(_ seconds: Double) async throws {
        #expect(try await sent(plain) { $0.timeoutInterval = seconds }.options.timeout == .seconds(30))
    }

    @Test(arguments: [Double.infinity, .greatestFiniteMagnitude])
    func aTimeoutWithoutEndIsTenYears(_ seconds: Double) async throws {
        #expect(try await sent(plain) { $0.timeoutInterval = seconds }.options.timeout == .seconds(315_360_000))
    }

    @Test func aRequestThatCannotBeSentIsATypedError() async {
        let changes: [@Sendable (inout URLRequest) -> Void] = [
            { $0.url = nil }, { $0.httpBodyStream = InputStream(data: Data("x".utf8)) }, { $0.httpMethod = "NO SPACE" },
        ]
        for change in changes {
            await #expect(throws: RequestError.self) { try await sent(Endpoint(url: RawAPI.host), change) }
        }
        await #expect(
            throws: RequestError(.plugin(PluginFailure(plugin: "AdaptPlugin", underlying: URLError(.badURL))))
        ) {
            try await sent(plain) { _ in throw URLError(.badURL) }
        }
        #expect(stubs.requests.isEmpty)
    }

    @Test func itSeesWhatIsSentInEachAttempt() async throws {
        stubs.on(RawAPI.items, .sequence([.status(503), .text("ok")]))
        let trace = Trace()
        let provider = Provider<RawAPI>(
            transport: stubs,
            plugins: [
                OnceMore(),
                .adapt { request, context in
                    trace.write("\(context.attempt) \(request.value(forHTTPHeaderField: "X-Late") ?? "none")")
                    request.setValue("\(context.attempt)", forHTTPHeaderField: "X-Signature")
                }, Changing { $0.headers["X-Late"] = "late" },
            ], clock: TestClock())
        try await provider.request(.items)
        #expect(trace.lines == ["1 late", "2 late"])
        #expect(stubs.requests.map { $0.headers["X-Signature"] } == ["1", "2"])
    }

    @Test func eachRedirectWithinTheOriginIsSignedAnewAndNoOther() async throws {
        stubs.on(where: { _, _ in true }, .text("ok"))
        stubs.on(RawAPI.items, .redirect(to: "/items/1"))
        stubs.on(RawAPI.item(1), .redirect(to: "https://elsewhere.example/"))
        let provider = Provider<RawAPI>(
            transport: stubs,
            plugins: [.adapt { request in request.setValue(request.url?.path, forHTTPHeaderField: "X-Signature") }])
        try await provider.request(.items)
        #expect(stubs.requests.map { $0.headers["X-Signature"] } == ["/items", "/items/1", nil])
    }

    @Test func nothingOfARequestIsShown() {
        let secret = canary
        #expect(!texts(of: AdaptPlugin { request, _ in request.httpMethod = secret }).contains(canary))
    }

    @Test func aRedirectIsReadAgainstTheURLThatWasSent() async throws {
        let stubs = StubTransport()
        stubs.on(where: { endpoint, _ in endpoint.url.path == "/v2/a" }, .redirect(to: "next"))
        stubs.on(where: { endpoint, _ in endpoint.url.path == "/v2/next" }, .text("ok"))
        let cdn = try #require(URL(string: "https://cdn.example/v2/a"))
        let provider = Provider<Probe>(transport: stubs, plugins: [.adapt { $0.url = cdn }])
        try await provider.request(Probe(.get("a")))
        #expect(
            stubs.requests.map(\.url.absoluteString) == ["https://cdn.example/v2/a", "https://cdn.example/v2/next"])
    }

    @Test func theFirstRedirectElsewhereIsNotAdaptedAndAMirrorIs() async throws {
        let mirror = try #require(URL(string: "https://mirror.example/a"))
        stubs.on(RawAPI.items, .redirect(to: "https://elsewhere.example/"))
        stubs.on(where: { endpoint, _ in endpoint.url.host != RawAPI.host.host }, .text("ok"))
        let adapt: AdaptPlugin = .adapt { $0.setValue("1", forHTTPHeaderField: "X-Signature") }
        try await Provider<RawAPI>(transport: stubs, plugins: [adapt]).request(.items)
        let mirrored = Provider<RawAPI>(transport: stubs, plugins: [Changing { $0.url = mirror }, adapt])
        try await mirrored.request(.item(1))
        #expect(stubs.requests.map { $0.headers["X-Signature"] } == ["1", nil, "1"])
    }
}
