#if os(Linux)
import Foundation
import Testing

@testable import Talyn

/// Requests that an HTTP/2 server refuses, loses or lets wait. Run with `.ci/with-tls-servers swift test`.
@Suite(
    .enabled(if: TLSServers.run, "no TLS servers: run .ci/with-tls-servers swift test"), .serialized,
    .timeLimit(.minutes(5)))
struct CURLTransportHTTP2Tests {
    /// The ways of `.ci/http2_faults.py` in which a server treats the second request of a connection.
    enum Fault: String { case goaway, refused, processed, reset, stalled, misnamed, status }

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
        for body in [Body.none, .data(Data("hello".utf8)), .data(Data(count: 100_000))] {
            let end = try await send(method, body, to: fault)
            #expect(end == (200, nil, 1), "\(end)")
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

    /// libcurl sends it again by itself.
    @Test func anIdempotentRequestWhoseConnectionWasResetIsSentAgain() async throws {
        let end = try await send(.put, .data(Data("hello".utf8)), to: .reset)
        #expect(end == (200, nil, 2), "\(end)")
    }
}
#endif
