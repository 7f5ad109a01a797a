import Foundation
import Testing

@testable import Talyn

/// The body of a redirect: nobody needs it, and it is read for the sake of the connection only.
@Suite(.timeLimit(.minutes(5))) struct TransportRedirectsTests {
    private static let head = "HTTP/1.1 302 Found\r\nLocation: /b\r\n"
    private let clock = TestClock(isManual: true)

    /// Bodies that no caller may have to wait for, with the steps of the server.
    static let bodies: [(name: String, steps: [ServerStep])] = [
        ("endless", [.send("\(head)\r\n"), .send(Data(count: 3_000_000)), .hold]),
        (
            "endless chunks",
            [.send("\(head)Transfer-Encoding: chunked\r\n\r\nFFFFFF\r\n"), .send(Data(count: 99_000)), .hold]
        ),
        ("announced too large", [.send("\(head)Content-Length: 999999999\r\n\r\n."), .hold]),
        ("never", [.send("\(head)Content-Length: 5\r\n\r\n"), .hold]),
        ("in part", [.send("\(head)Content-Length: 5\r\n\r\nab"), .hold]),
        ("cut", [.send("\(head)Content-Length: 5\r\n\r\nab"), .close]),
        ("reset", [.send("\(head)Content-Length: 5\r\n\r\nab"), .reset]),
        ("bad chunks", [.send("\(head)Transfer-Encoding: chunked\r\n\r\nxyz\r\n"), .close]),
        ("bad coding", [.send("\(head)Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello")]),
    ]

    private func server(_ steps: [ServerStep]) throws -> LoopbackServer {
        try LoopbackServer { $0.path == "/a" ? steps : [.response(text: "there", to: $0)] }
    }

    /// Lets time pass until a call has ended, which has no timeout.
    private func result<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let isOver = Locked(false)
        let call = Task {
            defer { isOver.withLock { $0 = true } }
            return try await work()
        }
        await until { [clock] in
            if clock.sleeping > 0 { clock.advance(by: .milliseconds(100)) }
            return isOver.withLock { $0 }
        }
        return try await call.value
    }

    #if os(Linux)
    @Test(arguments: bodies.indices) func aRedirectIsFollowedWhateverItsBody(index: Int) async throws {
        let server = try server(Self.bodies[index].steps)
        let provider = Provider<Probe>(baseURL: server.url, transport: CURLTransport(), clock: clock)
            .withDefaults { ($0.maxBodySize, $0.timeout) = (1_000, .seconds(1_000_000_000)) }
        #expect(try await result { try await provider.request(Probe(.get("a")), as: String.self) } == "there")
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("file")
        _ = try await result { try await provider.download(Probe(.get("a")), to: .file(file)) }
        #expect(try Data(contentsOf: file) == Data("there".utf8))
    }

    /// Makes every response a final one.
    private struct Ending: ExchangeInterceptor {
        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            try await next(endpoint).replacing(statusCode: 200)
        }
    }

    /// A plugin gets only the beginning of a redirect's body, which must not pass for the whole one.
    @Test(arguments: ["endless", "in part", "cut"])
    func aRedirectThatAPluginEndsIsNotWholeWithoutItsBody(name: String) async throws {
        let steps = try #require(Self.bodies.first { $0.name == name }).steps
        let server = try server(steps)
        let provider = Provider<Probe>(
            baseURL: server.url, transport: CURLTransport(), plugins: [Ending()], clock: clock
        ).withDefaults { $0.timeout = .seconds(1_000_000_000) }
        let error = await #expect(throws: RequestError.self) {
            try await result { try await provider.request(Probe(.get("a"))) }
        }
        #expect(error?.urlError?.code == .networkConnectionLost)
        let whole = try self.server([.response(302, headers: ["Location": "/b"], text: "away")])
        let other = Provider<Probe>(
            baseURL: whole.url, transport: CURLTransport(), plugins: [Ending()], clock: clock)
        // Without time that passes: a busy machine may take long to answer.
        #expect(try await other.request(Probe(.get("a")), as: String.self) == "away")
    }

    /// A body that arrives at once is read, so that the connection carries the next request.
    @Test(arguments: ["", "away", String(repeating: "x", count: 4_000)])
    func aShortBodyOfARedirectKeepsTheConnection(body: String) async throws {
        let server = try server([.response(302, headers: ["Location": "/b"], text: body)])
        let provider = Provider<Probe>(baseURL: server.url, transport: CURLTransport(), clock: clock)
        #expect(try await provider.request(Probe(.get("a")), as: String.self) == "there")
        #expect(server.record.connections.count == 1)
    }

    @Test func aRedirectThatIsNotFollowedHasItsWholeBody() async throws {
        let server = try server([.response(302, headers: ["Location": "/b"], body: Data(count: 100_000))])
        var endpoint = try server.endpoint()
        let transport = CURLTransport()
        #expect(try await transport.send(endpoint, context: CallContext(clock: clock)).data.count == 100_000)
        endpoint.options.redirects = .refuse
        #expect(try await transport.send(endpoint, context: CallContext(clock: clock)).data.count == 100_000)
    }
    #endif

    /// Of every transport, such as one that streams its bodies.
    @Test func aStreamedBodyOfARedirectIsReadForASecondAtMost() async throws {
        struct Streaming: Transport {
            let clock: TestClock
            func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
                if endpoint.url.path == "/b" { return Response(statusCode: 200, endpoint: endpoint) }
                let body = BodyStream { [clock] in
                    {
                        try await clock.sleep(for: .seconds(3_600))
                        return nil
                    }
                }
                return Response(statusCode: 307, headers: ["Location": "/b"], body: .stream(body), endpoint: endpoint)
            }
        }
        let seen = Locked<[Bool]>([])
        let provider = Provider<Probe>(
            baseURL: Probe.host, transport: Streaming(clock: clock),
            plugins: [SeeingRing { response in seen.withLock { $0.append(response.isCut) } }], clock: clock)
        let call = Task { try await provider.request(Probe(.get("a"))).statusCode }
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        #expect(try await call.value == 200)
        // A cache does not store the first one.
        #expect(seen.withLock { $0 } == [true, false])
    }

    @Test func aStubbedRedirectWithALongBodyIsFollowed() async throws {
        let stubs = StubTransport { endpoint in
            endpoint.url.path == "/a"
                ? .data(Data(count: 9_000), status: 302, headers: ["Location": "/b"]) : .text("there")
        }
        let provider = Provider<Probe>(transport: stubs).withDefaults { $0.maxBodySize = 1_000 }
        #expect(try await provider.request(Probe(.get("a")), as: String.self) == "there")
    }
}

/// Passes on each response of the exchange ring.
private struct SeeingRing: ExchangeInterceptor {
    let see: @Sendable (Response) -> Void

    func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        let response = try await next(endpoint)
        see(response)
        return response
    }
}
