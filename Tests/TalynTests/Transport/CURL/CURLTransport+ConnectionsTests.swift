#if os(Linux)
import Foundation
import Testing

@testable import Talyn

/// The ways to a server, and connections that are kept, lost and given up.
@Suite("The connections of libcurl", .timeLimit(.minutes(5)))
struct CURLConnectionsTests {
    private let transport = CURLTransport()
    private let clock = TestClock(isManual: true)

    private func transport(_ change: (inout NetworkConfiguration) -> Void) throws -> CURLTransport {
        var network = NetworkConfiguration()
        change(&network)
        return try CURLTransport(network)
    }

    // MARK: Sharing

    @Test func waitingForAConnectionIsNotIdleAndACancelledCallIsNotSent() async throws {
        let server = try LoopbackServer { [.hold, .response(text: "done", to: $0)] }
        let transport = try transport { $0.maxConnectionsPerHost = 1 }
        var calls: [Task<Int, any Error>] = []
        for index in 0..<4 {
            calls.append(
                Task { [clock, endpoint = try server.endpoint("/\(index)")] in
                    try await transport.send(endpoint, context: CallContext(clock: clock)).statusCode
                })
            // The first one has the connection before the others begin.
            await until { [clock] in clock.sleeping > 0 && server.record.holding > 0 }
        }
        calls[1].cancel()
        for _ in 0..<3 {
            try await server.waitUntilHolding()
            clock.advance(by: .seconds(9))
            let answered = server.record.connections.reduce(0) { $0 + $1.holds }
            server.release()
            try await server.wait { $0.connections.reduce(0) { $0 + $1.holds } > answered || $0.requests.count == 3 }
        }
        for (index, call) in calls.enumerated() where index != 1 { #expect(try await call.joined == 200) }
        await #expect(throws: CancellationError.self) { try await calls[1].joined }
        #expect(server.requests.map(\.target).sorted() == ["/0", "/2", "/3"])
        #expect(server.record.connections.count == 1)
    }

    @Test func aThousandCallsShareAFewConnections() async throws {
        let server = try LoopbackServer { [.response(text: $0.target, to: $0)] }
        let transport = try transport { $0.maxConnectionsPerHost = 4 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<1_000 {
                group.addTask { [endpoint = try server.endpoint("/\(index)")] in
                    let response = try await transport.send(endpoint, context: CallContext())
                    #expect(response.data == Data("/\(index)".utf8))
                }
            }
            try await group.waitForAll()
        }
        #expect(server.record.connections.count <= 4)
    }

    // MARK: Kept connections

    @Test func aKeptConnectionThatIsClosedTakesTheBodyAgain() async throws {
        let server = try LoopbackServer { request in
            request.target == "/close" ? [.response(text: "one", to: request), .close] : [.response(to: request)]
        }
        let readings = Locked(0)
        let (once, again) = (BodyStream("hello", readings: readings), BodyStream("hello", isRepeatable: true))
        let large = Data(repeating: 7, count: 300_000)
        for body in [Body.data(Data("hello".utf8)), .data(large), .stream(once), .stream(again)] {
            _ = try await transport.send(server.endpoint("/close"), context: CallContext())
            try await server.wait { $0.open == 0 }
            let response = try await transport.send(server.endpoint(method: .put, body: body), context: CallContext())
            #expect(response.statusCode == 200)
        }
        #expect(readings.withLock { $0 } == 1)
        #expect(server.requests.filter { $0.method == "PUT" }.map(\.body.count) == [5, 300_000, 5, 5])
    }

    // MARK: Ways

    @Test func aProxyGetsTheWholeURLAndItsCredentials() async throws {
        let proxy = try LoopbackServer { [.response(text: "from the proxy", to: $0)] }
        let transport = try transport {
            $0.proxy = .url("http://user:p%40ss@127.0.0.1:\(proxy.port)", except: ["direct.invalid"])
        }
        let url = try #require(URL(string: "http://a.invalid/b"))
        let response = try await transport.send(Endpoint(url: url), context: CallContext())
        #expect(response.data == Data("from the proxy".utf8))
        let request = try #require(proxy.requests.first)
        #expect(request.target == "http://a.invalid/b")
        #expect(request.headers["Proxy-Authorization"] == "Basic \(Data("user:p@ss".utf8).base64EncodedString())")
    }
}
#endif
