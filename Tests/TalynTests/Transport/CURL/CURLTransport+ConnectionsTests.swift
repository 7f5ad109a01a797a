#if os(Linux)
import Foundation
import Testing

@testable import Talyn

/// The ways to a server, and connections that are kept, lost and given up.
@Suite("The connections of libcurl", .timeLimit(.minutes(5)))
struct CURLTransportConnectionsTests {
    private let transport = CURLTransport()
    private let clock = TestClock(isManual: true)

    /// The forms of a body: none, one that libcurl copies, and those that it reads.
    enum Kind: CaseIterable { case none, copied, data, file, stream }

    /// Returns a body that can be sent again, and its bytes.
    private func body(_ kind: Kind, in folder: TemporaryFolder) throws -> (Body, Data) {
        let length = kind == .none ? 0 : kind == .copied ? CURLUpload.copiedLimit : 10 * CURLUpload.copiedLimit + 1
        let bytes = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) })
        switch kind {
        case .none: return (.none, bytes)
        case .copied, .data: return (.data(bytes), bytes)
        case .file: return (.file(try folder.write(bytes)), bytes)
        case .stream: return (.stream(BodyStream(pieces: pieces(of: bytes), isRepeatable: true)), bytes)
        }
    }

    private func pieces(of bytes: Data) -> [Data] {
        stride(from: 0, to: bytes.count, by: 50_000).map { Data(bytes.dropFirst($0).prefix(50_000)) }
    }

    /// A server that keeps its first connection after a GET, and ends it after any other request.
    private func forgetfulServer(_ end: ServerStep) throws -> LoopbackServer {
        try LoopbackServer { $0.connection == 1 && $0.target != "/kept" ? [end] : [.response(to: $0)] }
    }

    private func transport(_ change: (inout NetworkConfiguration) -> Void) throws -> CURLTransport {
        var network = NetworkConfiguration()
        change(&network)
        return try CURLTransport(network)
    }

    // MARK: Handles

    /// libcurl 7.84 to 8.0 appends such a line to a field of the handle's transfer before (RFC 9112 §2.2).
    @Test(arguments: [" ", "\t"])
    func aHeadWhoseFirstFieldLineContinuesNothingHarmsNoLaterCall(blank: String) async throws {
        let server = try LoopbackServer { request in
            let line = request.target == "/folded" ? blank + String(repeating: "a", count: 3_000) + "\r\n" : ""
            return [.send("HTTP/1.1 200 OK\r\n\(line)X-Long: \(request.target)\r\nContent-Length: 2\r\n\r\nok")]
        }
        for _ in 0..<12 {
            #expect(try await transport.send(server.endpoint(), context: CallContext(clock: clock)).statusCode == 200)
            do {
                // Some versions ignore the line.
                let response = try await transport.send(server.endpoint("/folded"), context: CallContext(clock: clock))
                #expect(response.headers.map(\.name) == ["X-Long", "Content-Length"])
            } catch { #expect((error as? URLError)?.code == .cannotParseResponse, "\(error)") }
        }
    }

    // MARK: Sharing

    @Test func waitingForAConnectionIsNotIdleAndACancelledCallIsNotSent() async throws {
        let server = try LoopbackServer { [.hold, .response(text: "done", to: $0)] }
        let transport = try transport { $0.maxConnectionsPerHost = 1 }
        let done = Locked(0)
        var calls: [Task<Int, any Error>] = []
        for index in 0..<4 {
            calls.append(
                Task { [clock, endpoint = try server.endpoint("/\(index)")] in
                    let status = try await transport.send(endpoint, context: CallContext(clock: clock)).statusCode
                    done.withLock { $0 += 1 }
                    return status
                })
            // The first one has the connection before the others begin, and each waits before the next one begins.
            await until { [clock] in clock.sleeping > index && server.record.holding > 0 }
        }
        calls[1].cancel()
        for number in 1...3 {
            try await server.waitUntilHolding()
            clock.advance(by: .seconds(9))
            let answered = server.record.connections.reduce(0) { $0 + $1.holds }
            server.release()
            try await server.wait { $0.connections.reduce(0) { $0 + $1.holds } > answered || $0.requests.count == 3 }
            await until { done.withLock { $0 } == number }
        }
        for (index, call) in calls.enumerated() where index != 1 { #expect(try await call.joined == 200) }
        await #expect(throws: CancellationError.self) { try await calls[1].joined }
        #expect(server.requests.map(\.target).sorted() == ["/0", "/2", "/3"])
        #expect(server.record.connections.count == 1)
    }

    @Test func aDeadlineThatPassesInTheQueueSaysThatNoConnectionWasFree() async throws {
        let server = try LoopbackServer { [.hold, .response(to: $0)] }
        let other = try LoopbackServer { [.response(to: $0)] }
        var network = NetworkConfiguration()
        network.maxConnectionsPerHost = 1
        let loop = try CURLLoop(network)
        defer { loop.finish() }
        var calls: [(exchange: CURLExchange, end: Task<Int, any Error>)] = []
        for (index, deadline) in [20, 2, 20].enumerated() {
            var endpoint = try server.endpoint("/\(index)")
            endpoint.options.deadline = .seconds(deadline)
            let exchange = try CURLExchange(endpoint, CallContext(clock: clock), loop)
            exchange.start()
            calls.append((exchange, Task { try await exchange.result {}.status }))
            await clock.waitForSleepers(index + 1)
            try await server.waitUntilHolding()
            // The loop has taken what was left for it before.
            let later = try CURLExchange(try other.endpoint(), CallContext(), loop)
            #expect(try await later.result { later.start() }.status == 200)
        }
        clock.advance(by: .seconds(2))
        let error = await #expect(throws: URLError.self) { try await calls[1].end.joined }
        #expect(error?.code == .timedOut)
        #expect(error?.localizedDescription == "the deadline has passed, and no connection to the host was free")
        server.release()
        #expect(try await calls[0].end.joined == 200)
        try await server.waitUntilHolding()
        server.release()
        #expect(try await calls[2].end.joined == 200)
        #expect(calls[0].exchange.context.timeline.isEmpty)
        for call in calls.dropFirst() {
            #expect("\(call.exchange.context.timeline)" == "waited 2.0 s for a connection")
            #expect(call.exchange.context.timeQueued == .seconds(2))
        }
        #expect(server.requests.map(\.target) == ["/0", "/2"])
    }

    /// Over http no call waits for the connection of another one.
    @Test func theFirstCallToAHostKeepsNoOtherWaiting() async throws {
        let server = try LoopbackServer { $0.target == "/first" ? [.hold, .response(to: $0)] : [.response(to: $0)] }
        let first = Task { [endpoint = try server.endpoint("/first")] in
            try await transport.send(endpoint, context: CallContext(clock: clock)).statusCode
        }
        try await server.waitUntilHolding()
        let second = try await transport.send(server.endpoint("/second"), context: CallContext(clock: clock))
        #expect(second.statusCode == 200)
        server.release()
        #expect(try await first.joined == 200)
        #expect(server.record.connections.count == 2)
    }

    @Test(.enabled(if: !CURLGuard.onlyHTTP11.isNeeded, "calls wait for no connection of HTTP/1.1"))
    func aCallThatGivesUpItsHandshakeLetsTheNextOneTry() async throws {
        // The handshake gets no answer.
        let server = try LoopbackServer(greeting: [.hold]) { [.response(to: $0)] }
        var endpoint = Endpoint(url: try #require(URL(string: "https://127.0.0.1:\(server.port)/")))
        endpoint.options.timeout = .seconds(60)
        var calls: [Task<Response, any Error>] = []
        for index in 0..<2 {
            calls.append(
                Task { [endpoint] in try await transport.send(endpoint, context: CallContext(clock: clock)) })
            await until { [clock] in clock.sleeping > index && server.record.connections.count == 1 }
        }
        for (index, call) in calls.enumerated() {
            try await server.wait { $0.connections.count == index + 1 }
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.joined }
        }
    }

    @Test(.enabled(if: !CURLGuard.onlyHTTP11.isNeeded, "calls wait for no connection of HTTP/1.1"))
    func aCallThatWaitsForTheConnectionOfAnotherTimesOutByItsOwnTime() async throws {
        let server = try LoopbackServer(greeting: [.hold]) { [.response(to: $0)] }
        var endpoint = Endpoint(url: try #require(URL(string: "https://127.0.0.1:\(server.port)/")))
        endpoint.options.timeout = nil
        let first = Task { [endpoint] in try await transport.send(endpoint, context: CallContext(clock: clock)) }
        try await server.wait { $0.connections.count == 1 }
        endpoint.options.timeout = .seconds(10)
        let error = Locked<URLError?>(nil)
        let second = Task { [endpoint] in
            do { _ = try await transport.send(endpoint, context: CallContext(clock: clock)) } catch let end as URLError
            {
                error.withLock { $0 = end }
            }
        }
        // It may begin to wait behind a step of the clock.
        await until { [clock] in
            clock.advance(by: .seconds(11))
            return error.withLock { $0 != nil }
        }
        #expect(error.withLock { $0?.code } == .timedOut)
        try await second.joined
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.joined }
        #expect(server.record.connections.count == 1)
    }

    @Test func aResponseMayComeLateOrNever() async throws {
        let server = try LoopbackServer { [.hold, .response(text: $0.target, to: $0)] }
        let transport = CURLTransport()
        let late = Task { [endpoint = try server.endpoint("/late")] in
            try await transport.send(endpoint, context: CallContext(clock: clock)).data
        }
        try await server.waitUntilHolding()
        server.release()
        #expect(try await late.joined == Data("/late".utf8))
        let never = CURLTransport()
        let given = Task { [endpoint = try server.endpoint("/never")] in
            try await never.send(endpoint, context: CallContext(clock: clock)).data
        }
        try await server.waitUntilHolding()
        let company = Task { [endpoint = try server.endpoint("/company")] in
            try await never.send(endpoint, context: CallContext(clock: clock)).data
        }
        try await server.waitUntilHolding(2)
        given.cancel()
        await #expect(throws: CancellationError.self) { try await given.joined }
        server.release()
        #expect(try await company.joined == Data("/company".utf8))
    }

    @Test func aThousandCallsShareAFewConnections() async throws {
        let server = try LoopbackServer { [.response(text: $0.target, to: $0)] }
        let transport = try transport { $0.maxConnectionsPerHost = 4 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<1_000 {
                group.addTask { [endpoint = try server.endpoint("/\(index)")] in
                    let response = try await transport.send(endpoint, context: CallContext(clock: clock))
                    #expect(response.data == Data("/\(index)".utf8))
                }
            }
            try await group.waitForAll()
        }
        #expect(server.record.connections.count <= 4)
    }

    // MARK: Kept connections

    /// libcurl would keep four connections for each one that a host may have.
    @Test func connectionsToManyHostsAreKept() async throws {
        let servers = try (0..<6).map { _ in try LoopbackServer { [.response(to: $0)] } }
        let transport = try transport { $0.maxConnectionsPerHost = 1 }
        for server in servers + servers {
            _ = try await transport.send(server.endpoint(), context: CallContext(clock: clock))
        }
        #expect(servers.allSatisfy { $0.requests.map(\.connection) == [1, 1] })
    }

    @Test func aKeptConnectionThatIsClosedTakesTheBodyAgain() async throws {
        let server = try LoopbackServer { request in
            request.target == "/close" ? [.response(text: "one", to: request), .close] : [.response(to: request)]
        }
        let readings = Locked(0)
        let (once, again) = (BodyStream("hello", readings: readings), BodyStream("hello", isRepeatable: true))
        let large = Data(repeating: 7, count: 300_000)
        for body in [Body.data(Data("hello".utf8)), .data(large), .stream(once), .stream(again)] {
            _ = try await transport.send(server.endpoint("/close"), context: CallContext(clock: clock))
            try await server.wait { $0.open == 0 }
            let response = try await transport.send(
                server.endpoint(method: .put, body: body), context: CallContext(clock: clock))
            #expect(response.statusCode == 200)
        }
        #expect(readings.withLock { $0 } == 1)
        #expect(server.requests.filter { $0.method == "PUT" }.map(\.body.count) == [5, 300_000, 5, 5])
    }

    // libcurl sends a request again that got no byte of an answer on a connection that was used before: the server may
    // have closed it before the request arrived (RFC 9112 §9.3.1).
    @Test(arguments: Kind.allCases, [ServerStep.close, .reset])
    func aRequestThatAKeptConnectionLosesIsSentAgainWhole(kind: Kind, end: ServerStep) async throws {
        let server = try forgetfulServer(end)
        let folder = try TemporaryFolder()
        let (body, bytes) = try body(kind, in: folder)
        _ = try await transport.send(server.endpoint("/kept"), context: CallContext(clock: clock))
        let response = try await transport.send(
            server.endpoint(method: .put, body: body), context: CallContext(clock: clock))
        #expect(response.statusCode == 200)
        #expect(server.requests.map(\.connection) == [1, 1, 2])
        #expect(server.requests.dropFirst().allSatisfy { $0.method == "PUT" && $0.body == bytes })
    }

    @Test(arguments: [ServerStep.close, .reset])
    func aStreamThatCanBeReadOnceFailsWithItsKeptConnection(end: ServerStep) async throws {
        let server = try forgetfulServer(end)
        let (readings, bytes) = (Locked(0), Data(count: 300_000))
        let body = BodyStream(pieces: pieces(of: bytes), readings: readings)
        _ = try await transport.send(server.endpoint("/kept"), context: CallContext(clock: clock))
        let error = await #expect(throws: URLError.self) {
            try await transport.send(
                server.endpoint(method: .put, body: .stream(body)), context: CallContext(clock: clock))
        }
        #expect(error?.code == .networkConnectionLost)
        #expect(server.requests.map(\.connection) == [1, 1] && server.requests.last?.body == bytes)
        #expect(readings.withLock { $0 } == 1)
        #expect(server.record.connections.dropFirst().allSatisfy { $0.received == 0 })
    }

    @Test(arguments: [true, false])
    func aStreamThatIsLostWithinItsBodyStartsAgainOrFails(isRepeatable: Bool) async throws {
        let server = try LoopbackServer(onHead: { $0.connection == 1 ? [.hold, .reset] : [] }) { [.response(to: $0)] }
        let pieces = [Data(repeating: 1, count: 10_000), Data(repeating: 2, count: 10_000)]
        let readings = Locked(0)
        let never = TestClock(isManual: true)
        let body = BodyStream(isRepeatable: isRepeatable) {
            let isFirst = readings.withLock { readings in
                readings += 1
                return readings == 1
            }
            var rest = pieces[...]
            return {
                // The first reading stops within the body.
                if isFirst, rest.count == 1 { try await never.sleep(for: .seconds(3600)) }
                return rest.popFirst()
            }
        }
        _ = try await transport.send(server.endpoint("/kept"), context: CallContext(clock: clock))
        let received = server.record.connections[0].received
        let endpoint = try server.endpoint(method: .put, body: .stream(body))
        let call = Task { [transport, clock] in
            try await transport.send(endpoint, context: CallContext(clock: clock)).statusCode
        }
        defer { call.cancel() }
        try await server.wait { record in
            let connection = record.connections[0]
            return connection.isHolding && connection.received > received + 10_000
        }
        await never.waitForSleepers()
        server.release()
        if isRepeatable {
            #expect(try await call.joined == 200)
            #expect(server.requests.map(\.connection) == [1, 2] && server.requests.last?.body == pieces[0] + pieces[1])
        } else {
            let error = await #expect(throws: URLError.self) { try await call.joined }
            #expect(error?.code == .networkConnectionLost)
            #expect(server.requests.map(\.connection) == [1])
            #expect(server.record.connections.dropFirst().allSatisfy { $0.received == 0 })
        }
        #expect(readings.withLock { $0 } == (isRepeatable ? 2 : 1))
    }

    // libcurl notices a lost connection by reading, and sends again; or by writing, and fails. Which comes first depends
    // on the time of the reset.
    @Test(arguments: [Kind.data, .file, .stream], [ServerStep.close, .reset])
    func aBodyThatIsLostWhileItIsWrittenArrivesWholeOrFails(kind: Kind, end: ServerStep) async throws {
        let folder = try TemporaryFolder()
        let (body, bytes) = try body(kind, in: folder)
        for _ in 0..<10 {
            let transport = CURLTransport()
            let server = try LoopbackServer(onHead: { $0.connection == 1 ? [end] : [] }) { [.response(to: $0)] }
            _ = try await transport.send(server.endpoint("/kept"), context: CallContext(clock: clock))
            do {
                let response = try await transport.send(
                    server.endpoint(method: .put, body: body), context: CallContext(clock: clock))
                #expect(response.statusCode == 200 && server.requests.map(\.connection) == [1, 2])
                #expect(server.requests.last?.body == bytes)
            } catch {
                #expect((error as? URLError)?.code == .networkConnectionLost, "\(error)")
                #expect(server.requests.map(\.connection) == [1])
            }
        }
    }

    // MARK: Ways

    @Test func aUnixSocketIsTheWayToEveryHost() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("s").path
        let transport = try transport { $0.unixSocket = path }
        let url = try #require(URL(string: "http://a.invalid/"))
        let error = await #expect(throws: URLError.self) {
            try await transport.send(Endpoint(url: url), context: CallContext(clock: clock))
        }
        #expect(error?.code == .cannotConnectToHost)
        let server = try UnixServer(path: path)
        for host in ["a.invalid", "b.invalid:81", "127.0.0.1:1"] {
            let url = try #require(URL(string: "http://\(host)/c?d"))
            let response = try await transport.send(Endpoint(url: url), context: CallContext(clock: clock))
            let lines = String(decoding: response.data, as: UTF8.self).split(separator: "\r\n")
            #expect(lines.first == "GET /c?d HTTP/1.1" && lines.contains("Host: \(host)"))
        }
        withExtendedLifetime(server) {}
    }

    @Test func aProxyGetsTheWholeURLAndItsCredentials() async throws {
        let proxy = try LoopbackServer { [.response(text: "from the proxy", to: $0)] }
        let transport = try transport {
            $0.proxy = .url("http://user:p%40ss@127.0.0.1:\(proxy.port)", except: ["direct.invalid"])
        }
        let url = try #require(URL(string: "http://a.invalid/b"))
        let response = try await transport.send(Endpoint(url: url), context: CallContext(clock: clock))
        #expect(response.data == Data("from the proxy".utf8))
        let request = try #require(proxy.requests.first)
        #expect(request.target == "http://a.invalid/b")
        #expect(request.headers["Proxy-Authorization"] == "Basic \(Data("user:p@ss".utf8).base64EncodedString())")
    }

    @Test(arguments: ["::1", "[::1]", "[0:0:0:0:0:0:0:1]"])
    func anAddressAmongTheExceptionsIsReachedDirectly(entry: String) async throws {
        let proxy = try LoopbackServer { [.response(text: "from the proxy", to: $0)] }
        // No server listens there: the port is bound on 127.0.0.1.
        let url = try #require(URL(string: "http://[::1]:\(proxy.port)/"))
        let transport = try transport {
            $0.proxy = .url("http://127.0.0.1:\(proxy.port)", except: ["a.example", entry])
        }
        let error = await #expect(throws: URLError.self) {
            try await transport.send(Endpoint(url: url), context: CallContext(clock: clock))
        }
        #expect(error?.code == .cannotConnectToHost && proxy.requests.isEmpty)
    }

    @Test func aTunnelTellsTheProxyNoHeaderOfTheCall() async throws {
        let proxy = try LoopbackServer { [.response(403, to: $0)] }
        let transport = try transport { $0.proxy = .url("http://127.0.0.1:\(proxy.port)") }
        let url = try #require(URL(string: "https://a.invalid/canary"))
        let headers: HTTPHeaders = ["Authorization": "Bearer canary", "Cookie": "canary", "X-Api-Key": "canary"]
        await #expect(throws: URLError.self) {
            try await transport.send(Endpoint(url: url, headers: headers), context: CallContext(clock: clock))
        }
        let request = try #require(proxy.requests.first)
        #expect(request.method == "CONNECT" && request.target == "a.invalid:443")
        #expect(!request.headers.contains { $0.value.contains("canary") })
    }

    @Test(arguments: ["http://127.0.0.1/a", "http://127.0.0.1:80/", "https://a.invalid/"])
    func aProxyThatIsDownIsNotTheServer(url: String) async throws {
        // Nobody listens at 127.0.0.2.
        let server = try LoopbackServer { [.response(to: $0)] }
        let transport = try transport { $0.proxy = .url("http://user:canary@127.0.0.2:\(server.port)") }
        let url = try #require(URL(string: url))
        let error = await #expect(throws: URLError.self) {
            try await transport.send(Endpoint(url: url), context: CallContext(clock: clock))
        }
        #expect(error?.code == .cannotConnectToHost)
        #expect(error?.localizedDescription == "no connection to the proxy could be opened")
    }

    @Test(arguments: ["127.0.0.2", "127.2", "0x7f000002", "[::1]", "[0:0::1]", "[::1%25lo]", "LOCALHOST"])
    func aServerThatIsDownIsNotAProxy(host: String) async throws {
        // Nobody listens at the port of another address either.
        let port = try RefusingPort()
        let url = try #require(URL(string: "http://\(host):\(port.port)/"))
        let error = await #expect(throws: URLError.self) {
            try await transport.send(Endpoint(url: url), context: CallContext(clock: clock))
        }
        let text = error?.localizedDescription ?? ""
        #expect(text.contains("port \(port.port) could be opened"), "\(text)")
        withExtendedLifetime(port) {}
    }

    @Test(arguments: [true, false])
    func aHostOfTheExceptionsIsReachedWithoutTheProxy(isException: Bool) async throws {
        let proxy = try LoopbackServer { [.response(text: "proxy", to: $0)] }
        let server = try LoopbackServer { [.response(text: "server", to: $0)] }
        let transport = try transport {
            $0.proxy = .url("http://127.0.0.1:\(proxy.port)", except: isException ? ["a.invalid", "127.0.0.1"] : [])
        }
        // Nobody listens at 127.0.0.2.
        let other = try #require(URL(string: "http://127.0.0.2:\(server.port)/a"))
        for (endpoint, answer) in [
            (try server.endpoint(), isException ? "server" : "proxy"), (Endpoint(url: other), "proxy"),
        ] {
            let response = try await transport.send(endpoint, context: CallContext(clock: clock))
            #expect(response.data == Data(answer.utf8))
        }
        #expect(server.requests.map(\.target) == (isException ? ["/a"] : []))
        let direct = "http://127.0.0.1:\(server.port)/a"
        #expect(proxy.requests.map(\.target) == (isException ? [] : [direct]) + [other.absoluteString])
    }
}
#endif
