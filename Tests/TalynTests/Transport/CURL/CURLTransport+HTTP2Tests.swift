#if os(Linux)
import Foundation
import Testing

@testable import Talyn

/// Requests that an HTTP/2 server refuses, loses or lets wait. Run with `.ci/with tls-servers -- swift test`.
@Suite(
    .enabled(if: TLSServers.run, "no TLS servers: run .ci/with tls-servers -- swift test"),
    .enabled(if: !CURLGuard.onlyHTTP11.isNeeded, "no HTTP/2 over libcurl before 8.5"), .serialized,
    .timeLimit(.minutes(5)))
struct CURLTransportHTTP2Tests {
    /// The ways of `.ci/http2_faults.py` in which a server treats the second request of a connection.
    enum Fault: String {
        case goaway, refused, processed, reset, stalled, misnamed, status, early, stopped, deaf, frames
    }

    private func url(_ fault: Fault) throws -> URL {
        try #require(TLSServers.origin(fault.rawValue).flatMap { URL(string: $0) })
    }

    /// Sends a GET, and returns the number of requests that the server has processed, with this one.
    private func count(_ fault: Fault, over transport: CURLTransport) async throws -> Int {
        let response = try await transport.send(Endpoint(url: url(fault)), context: CallContext())
        #expect(response.transferMetrics?.httpVersion == "2")
        return try #require(Int(String(decoding: response.data, as: UTF8.self)))
    }

    /// Sends a request as the second one of a connection. Returns its status or error, and how often it was processed.
    private func send(
        _ method: HTTPMethod, _ body: Body, to fault: Fault
    ) async throws -> (status: Int?, error: URLError.Code?, processed: Int) {
        let transport = CURLTransport()
        let before = try await count(fault, over: transport)
        var (status, code): (Int?, URLError.Code?)
        do {
            let endpoint = Endpoint(method, url: try url(fault), body: body)
            status = try await transport.send(endpoint, context: CallContext()).statusCode
        } catch let error as URLError { code = error.code }
        return (status, code, try await count(fault, over: CURLTransport()) - before - 1)
    }

    @Test(arguments: [Fault.goaway, .refused], [HTTPMethod.post, .put])
    func aRequestThatTheServerRefusedIsSentAgain(fault: Fault, method: HTTPMethod) async throws {
        // Some versions do not tell that a POST was not processed.
        let isTold = fault == .goaway || !CURLGuard.distrustedResends.isNeeded
        let isAgain = method == .put || isTold
        for body in [Body.none, .data(Data("hello".utf8)), .data(Data(count: 100_000))] {
            let end = try await send(method, body, to: fault)
            #expect(isAgain ? end == (200, nil, 1) : end == (nil, .networkConnectionLost, 0), "\(end)")
        }
    }

    /// Its log is not read, because the first request has shown that the host multiplexes.
    @Test(arguments: [Fault.goaway, .refused])
    func aGETThatTheServerRefusedIsSentAgain(fault: Fault) async throws {
        let end = try await send(.get, .none, to: fault)
        #expect(end == (200, nil, 1), "\(end)")
    }

    @Test(arguments: [Fault.processed, .reset])
    func aPOSTThatTheServerMayHaveProcessedFailsAndIsNotSentAgain(fault: Fault) async throws {
        for body in [Body.none, .data(Data("hello".utf8)), .data(Data(count: 100_000))] {
            let end = try await send(.post, body, to: fault)
            #expect(end == (nil, .networkConnectionLost, 1), "\(end)")
        }
    }

    @Test(arguments: [Fault.misnamed, .status])
    func aMalformedResponseIsABadResponse(fault: Fault) async throws {
        for method in [HTTPMethod.get, .post] {
            let end = try await send(method, .none, to: fault)
            #expect(end.error == .cannotParseResponse, "\(end)")
        }
    }

    @Test func aBodyThatWaitsForAWindowIsSentWhole() async throws {
        let end = try await send(.post, .data(Data(count: 200_000)), to: .stalled)
        #expect(end == (200, nil, 1), "\(end)")
    }

    // MARK: Bodies

    /// Sends a request to nginx. Returns the version of HTTP and the number of the connection.
    private func send(
        _ method: HTTPMethod, _ body: Body, _ headers: HTTPHeaders = [:], over transport: CURLTransport
    ) async throws -> (version: String, connection: Int) {
        let origin = try #require(TLSServers.origin("http2"), "no nginx")
        let endpoint = Endpoint(method, url: try #require(URL(string: "\(origin)/read")), headers: headers, body: body)
        let response = try await transport.send(endpoint, context: CallContext())
        let words = String(decoding: response.data, as: UTF8.self).split(separator: " ")
        return (String(try #require(words.first)), try #require(words.last.flatMap { Int($0) }))
    }

    private static let pieces = (0..<8).map { Data(repeating: UInt8($0), count: 2_000) }

    @Test(arguments: [NetworkConfiguration.HTTPVersion.automatic, .http2WithPriorKnowledge])
    func uploadsOfEveryKindShareAConnection(version: NetworkConfiguration.HTTPVersion) async throws {
        var network = NetworkConfiguration()
        network.httpVersion = version
        let transport = try CURLTransport(network)
        let first = try await send(.get, .none, over: transport)
        #expect(first.version == "HTTP/2.0")
        let length = Int64(16_000)
        let uploads: [(body: Body, headers: HTTPHeaders)] = [
            (.stream(BodyStream(pieces: Self.pieces)), [:]),
            (.stream(BodyStream(pieces: Self.pieces, length: length)), [:]),
            (.data(Data(count: 16_000)), [:]), (.data(Data("hello".utf8)), [:]),
            (.data(Data(count: 16_000)), ["Expect": "100-continue"]),
        ]
        for upload in uploads {
            #expect(try await send(.put, upload.body, upload.headers, over: transport) == first, "\(upload)")
            #expect(try await send(.get, .none, over: transport) == first, "\(upload)")
        }
    }

    /// The bodies have no length: nothing but the end of the stream completes them. libcurl tells the end of the
    /// connection to one of the calls only. A call whose response had not begun may be sent again.
    @Test(arguments: [
        "ping", "settings", "goawayshort", "hpack", "large", "stream0", "window0", "overflow", "continuation", "push",
        "padding", "idle", "end", "goaway0", "silent",
    ])
    func noBodyIsWholeThatAnErrorOfTheConnectionCuts(kind: String) async throws {
        let transport = CURLTransport()
        let url = try #require(TLSServers.origin("cut-\(kind)").flatMap { URL(string: $0) })
        #expect(try await transport.send(Endpoint(url: url), context: CallContext()).data == Data("whole".utf8))
        await withTaskGroup(of: Result<Data, any Error>.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    do {
                        return .success(try await transport.send(Endpoint(url: url), context: CallContext()).data)
                    } catch { return .failure(error) }
                }
            }
            var failures = 0
            for await end in group {
                switch end {
                case .success(let data): #expect(data == Data("whole".utf8))
                case .failure(let error):
                    failures += 1
                    #expect((error as? URLError).map { $0.code != .timedOut } == true, "\(error)")
                }
            }
            #expect(failures > 0)
        }
    }

    @Test(.enabled(if: Servers.haveProxies, "no tinyproxy"), arguments: [Fault.goaway, .refused])
    func throughAProxyAGETIsSentAgain(fault: Fault) async throws {
        var network = NetworkConfiguration()
        network.proxy = .url("http://127.0.0.1:\(try Servers.value("proxy"))")
        for _ in 0..<10 {
            let transport = try CURLTransport(network)
            for _ in 0..<2 { _ = try await count(fault, over: transport) }
        }
    }

    /// RFC 9113 §8.1.
    @Test(arguments: [Fault.early, .deaf, .stopped], [HTTPMethod.post, .put])
    func aResponseThatComesBeforeTheEndOfTheRequestIsTheAnswer(fault: Fault, method: HTTPMethod) async throws {
        let never = TestClock(isManual: true)
        let endless = BodyStream {
            var isFirst = true
            return {
                defer { isFirst = false }
                if !isFirst { try await never.sleep(for: .seconds(3_600)) }
                return Data(count: 1_000)
            }
        }
        let bodies: [Body] = [
            .data(Data("hello".utf8)), .data(Data(count: 100_000)), .data(Data(count: 25_000_000)),
            .stream(endless), .stream(BodyStream(pieces: (0..<100).map { _ in Data(count: 100_000) })),
        ]
        for (index, body) in bodies.enumerated() {
            let end = try await send(method, body, to: fault)
            #expect(end == (200, nil, 1), "\(index): \(end)")
        }
    }

    /// Over TLS 1.3 the alert arrives when requests are on their way. A request that could not be sent, because the
    /// server has reset the connection, may fail without it.
    @Test(arguments: [nil, "client-expired", "client-stranger"])
    func callsOfOneConnectionTellThatTheClientCertificateIsRejected(name: String?) async throws {
        var network = NetworkConfiguration()
        network.clientCertificate = name.map {
            .init(file: TLSServers.file("\($0).pem"), keyFile: TLSServers.file("\($0).key"))
        }
        let url = try #require(TLSServers.origin("picky2").flatMap { URL(string: $0) })
        let provider = Provider<Probe>(transport: try CURLTransport(network))
        await withTaskGroup(of: RequestError?.self) { group in
            for index in 0..<16 {
                group.addTask {
                    let body = index % 4 == 3 ? Body.data(Data(count: 100_000)) : .none
                    let endpoint = Endpoint(index % 2 == 0 ? .get : .post, url: url, body: body)
                    return await #expect(throws: RequestError.self) { try await provider.send(endpoint) }
                }
            }
            let categories = await group.reduce(into: []) { $0.append($1?.category) }
            #expect(categories.contains(.tls) && categories.allSatisfy { $0 == .tls || $0 == .connectionLost })
        }
    }

    @Test func framesOfAnIdleConnectionAreNoReasonForAnother() async throws {
        let transport = CURLTransport()
        for index in 0..<10 {
            let endpoint = Endpoint(index % 2 == 0 ? .get : .post, url: try url(.frames))
            let response = try await transport.send(endpoint, context: CallContext())
            #expect(response.transferMetrics?.isConnectionReused == (index > 0))
        }
    }

    /// libcurl sends it again by itself.
    @Test func anIdempotentRequestWhoseConnectionWasResetIsSentAgain() async throws {
        let end = try await send(.put, .data(Data("hello".utf8)), to: .reset)
        #expect(end == (200, nil, 2), "\(end)")
    }
}
#endif
