import Foundation
import Testing

@testable import Talyn

/// The limit of response bodies in memory, over URLSession and stubs.
@Suite(.timeLimit(.minutes(5))) struct MaxBodySizeTests {
    private let limit = 1_000_000

    /// The error keeps the head of the response that is too large.
    private static func tooLarge(_ limit: Int, _ status: Int = 200) -> RequestError {
        let head = Response(statusCode: status, endpoint: Endpoint(.get, url: Probe.host))
        return RequestError(.tooLarge(limit: limit), response: head)
    }

    private func provider(_ server: LoopbackServer) -> Provider<Probe> {
        Provider<Probe>(baseURL: server.url, transport: URLSessionTransport()).withDefaults { $0.maxBodySize = limit }
    }

    @Test func aBodyThatNeverEndsFailsAtItsLimit() async throws {
        let server = try LoopbackServer { _ in
            [.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"), .send(Data(count: 2_000_000)), .hold]
        }
        await #expect(throws: Self.tooLarge(limit)) {
            try await provider(server).request(Probe(.get("x")))
        }
        try await server.waitUntilConnectionsEnd()
    }

    @Test func aBodyThatIsAnnouncedTooLargeIsNotRead() async throws {
        let server = try LoopbackServer { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 1000001\r\n\r\n."), .hold]
        }
        await #expect(throws: Self.tooLarge(limit)) {
            try await provider(server).request(Probe(.get("x")))
        }
    }

    @Test func aStreamOfATransportFailsAtItsLimit() async throws {
        struct Streaming: Transport {
            func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
                let chunks = BodyStream { { Data(count: 600_000) } }
                return Response(statusCode: 503, body: .stream(chunks), endpoint: endpoint)
            }
        }
        let provider = Provider<Probe>(baseURL: Probe.host, transport: Streaming()).withDefaults {
            $0.maxBodySize = limit
        }
        await #expect(throws: Self.tooLarge(limit, 503)) {
            try await provider.request(Probe(.get("x")))
        }
    }

    @Test func theLimitCountsWhatComesOutOfTheCompression() async throws {
        let server = try LoopbackServer { [.response(headers: ["Content-Encoding": "gzip"], body: Self.bomb, to: $0)] }
        await #expect(throws: Self.tooLarge(limit)) {
            try await provider(server).request(Probe(.get("x")))
        }
    }

    // URLSession on Linux does not deliver the body of a redirect.
    @Test(arguments: [200, 302, 404, 500]) func bodiesOfEveryStatusCount(status: Int) async throws {
        let stubs = StubTransport()
        let answer = StubAnswer.data(Data(count: limit + 1), status: status)
        stubs.on(where: { _, _ in true }, answer)
        let server = try LoopbackServer { [.response(status, body: Data(count: 1_000_001), to: $0)] }
        for transport in [stubs as any Transport] + (status == 302 ? [] : [URLSessionTransport()]) {
            let provider = Provider<Probe>(baseURL: server.url, transport: transport).withDefaults {
                $0.maxBodySize = limit
            }
            await #expect(throws: Self.tooLarge(limit, status)) {
                try await provider.request(Probe(.get("x")))
            }
        }
    }

    @Test func aBodyOfTheLimitIsWhole() async throws {
        let server = try LoopbackServer { [.response(body: Data(count: 1_000_000), to: $0)] }
        #expect(try await provider(server).request(Probe(.get("x"))).data.count == limit)
        let route = Route.get("x").maxBodySize(999_999)
        await #expect(throws: Self.tooLarge(999_999)) {
            try await provider(server).request(Probe(route))
        }
    }

    @Test func aRefusalAboveTheLimitIsTriedAgainByItsStatus() async throws {
        let stubs = StubTransport()
        stubs.on(
            where: { _, _ in true }, .sequence([.data(Data(count: limit + 1), status: 503), .text("fine")]))
        let provider = Provider<Probe>(transport: stubs, plugins: [.retry()], clock: TestClock())
            .withDefaults { $0.maxBodySize = limit }
        #expect(try await provider.request(Probe(.get("x")), as: String.self) == "fine")
    }

    @Test func headIsNotReadOfItsLength() async throws {
        let server = try LoopbackServer { _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 1000001\r\n\r\n")] }
        #expect(try await provider(server).request(Probe(.head("x"))).statusCode == 200)
    }

    /// 1 MiB of gzip that contains 1 GiB of zeros: a block (RFC 1951 §3.2.7) with one-bit codes, so that each further
    /// byte stands for 1,032 bytes.
    fileprivate static let bomb =
        (Data(base64Encoded: "H4sIAAAAAAACA+zBAQEAAACAkP6v7ggK") ?? Data()) + Data(count: 1 << 20)
}

// In a separate process, whose memory nothing else uses.
#if compiler(>=6.2) && os(Linux)
extension MaxBodySizeTests {
    @Test func aBombTakesNoMoreMemoryThanItsLimit() async throws {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer {
                [.response(headers: ["Content-Encoding": "gzip"], body: MaxBodySizeTests.bomb, to: $0)]
            }
            try await MaxBodySizeTests.expectLittleMemory(from: server)
        }
    }

    @Test func aBodyWithoutEndTakesNoMoreMemoryThanItsLimit() async throws {
        await #expect(processExitsWith: .success) {
            // One megabyte, a thousand times.
            let piece = ServerStep.send(Data(count: 1 << 20))
            let server = try LoopbackServer { _ in
                [.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")] + Array(repeating: piece, count: 1_000)
            }
            try await MaxBodySizeTests.expectLittleMemory(from: server)
        }
    }

    /// With a limit of 10 MB, a process may take 64 MB for a gigabyte: a growing body is copied.
    private static func expectLittleMemory(from server: LoopbackServer) async throws {
        let provider = Provider<Probe>(baseURL: server.url, transport: URLSessionTransport())
            .withDefaults { $0.maxBodySize = 10_000_000 }
        let before = try peak()
        await #expect(throws: Self.tooLarge(10_000_000)) {
            try await provider.request(Probe(.get("x")))
        }
        let more = try peak() - before
        #expect(more < 64 << 10, "the process grew by \(more) KiB")
    }

    /// Returns the peak memory of the process in KiB.
    private static func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber)))
    }
}
#endif
