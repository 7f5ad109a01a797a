import Foundation
import Testing

@testable import Talyn

@Suite struct HTTPHeadersValidityTests {
    /// An invalid field and the expected reason.
    static let badFields: [(HTTPHeaders.Field, String)] = [
        (.init("X-A", "1\r\nX-B: 2"), Self.reason("a line break (U+000D)", 2)),
        (.init("X-A", "1\r2"), Self.reason("a line break (U+000D)", 2)),
        (.init("X-A", "1\n"), Self.reason("a line break (U+000A)", 2)),
        (.init("X-A", "\u{0}"), Self.reason("a control character (U+0000)", 1)),
        // A combining mark changes the preceding Character, but not its bytes.
        (.init("X-A", "1\n\u{301}"), Self.reason("a line break (U+000A)", 2)),
        (.init("X-A", "é\u{1}"), Self.reason("a control character (U+0001)", 2)),
        (.init("X-A", "a\u{8}b"), Self.reason("a control character (U+0008)", 2)),
        (.init("X-A", "a\u{B}b"), Self.reason("a control character (U+000B)", 2)),
        (.init("X-A", "a\u{1B}[2J"), Self.reason("a control character (U+001B)", 2)),
        (.init("X-A", "a\u{1F}"), Self.reason("a control character (U+001F)", 2)),
        (.init("X-A", "\u{7F}"), Self.reason("a control character (U+007F)", 1)),
        (.init("X-A\r\nX-B: 2", "1"), "a header name is not a token (RFC 9110 §5.1): X-A…"),
        (.init("X-A\n", "1"), "a header name is not a token (RFC 9110 §5.1): X-A…"),
        (.init("X-A\u{0}", "1"), "a header name is not a token (RFC 9110 §5.1): X-A…"),
        (.init("X A", "1"), "a header name is not a token (RFC 9110 §5.1): X…"),
        (.init("X-A:", "1"), "a header name is not a token (RFC 9110 §5.1): X-A…"),
        (.init("", "1"), "a header name is not a token (RFC 9110 §5.1): (unprintable)"),
        (.init("é", "1"), "a header name is not a token (RFC 9110 §5.1): (unprintable)"),
        (.init("Host", "evil.example"), "header 'Host' is set by the transport; remove it"),
        (.init("host", "evil.example"), "header 'host' is set by the transport; remove it"),
        (.init("Content-Length", "0"), "header 'Content-Length' is set by the transport; remove it"),
        (.init("TRANSFER-ENCODING", "x"), "header 'TRANSFER-ENCODING' is set by the transport; remove it"),
    ]

    private static func reason(_ what: String, _ position: Int) -> String {
        "header 'X-A' contains \(what) at position \(position); header values cannot (RFC 9110 §5.5)"
    }

    let stubs = StubTransport()
    var provider: Provider<Probe> {
        stubs.on(where: { _, _ in true }, .status(204))
        return Provider(transport: stubs)
    }

    @Test(arguments: badFields)
    func aBadFieldOfATargetIsRefused(field: HTTPHeaders.Field, reason: String) async {
        let route = Route(.get, "x", headers: HTTPHeaders([.init("Accept", "*/*"), field]))
        await #expect(throws: RequestError(.invalidRequest(reason))) { try await provider.request(Probe(route)) }
        #expect(stubs.requests.isEmpty)
    }

    @Test(arguments: badFields)
    func aBadFieldOfTheProviderIsRefused(field: HTTPHeaders.Field, reason: String) async {
        let provider = provider.withDefaults { $0.headers = HTTPHeaders([field]) }
        await #expect(throws: RequestError(.invalidRequest(reason))) { try await provider.request(Probe(.get("x"))) }
        #expect(stubs.requests.isEmpty)
    }

    @Test(arguments: badFields)
    func aBadFieldPutInByAPluginIsRefused(field: HTTPHeaders.Field, reason: String) async {
        let provider = provider.adding(Changing { $0.headers.add(field.name, field.value) })
        await #expect(throws: RequestError(.invalidRequest(reason))) { try await provider.request(Probe(.get("x"))) }
        #expect(stubs.requests.isEmpty)
    }

    @Test(arguments: badFields)
    func aBadFieldPutInByAnAttemptInterceptorIsRefused(field: HTTPHeaders.Field, reason: String) async {
        struct Adding: ExchangeInterceptor {
            let field: HTTPHeaders.Field
            func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                var endpoint = endpoint
                endpoint.headers.add(field.name, field.value)
                return try await next(endpoint)
            }
        }
        let provider = provider.adding(Adding(field: field))
        await #expect(throws: RequestError(.invalidRequest(reason))) { try await provider.request(Probe(.get("x"))) }
        #expect(stubs.requests.isEmpty)
    }

    @Test(arguments: badFields)
    func aBadFieldOfAnEndpointMadeByHandIsRefused(field: HTTPHeaders.Field, reason: String) async {
        let endpoint = Endpoint(url: Probe.host, headers: HTTPHeaders([field]))
        await #expect(throws: RequestError(.invalidRequest(reason))) { try await provider.send(endpoint) }
        #expect(stubs.requests.isEmpty)
    }

    @Test(arguments: badFields)
    func aBadFieldOfAnImportedRequestIsNeverSent(field: HTTPHeaders.Field, reason: String) async throws {
        var request = URLRequest(url: Probe.host)
        request.addValue(field.value, forHTTPHeaderField: field.name)
        let endpoint = try #require(Endpoint(request))
        // Foundation may drop or change the field.
        if endpoint.problem == nil { return }
        await #expect(throws: RequestError.self) { try await provider.send(endpoint) }
        #expect(stubs.requests.isEmpty)
    }

    private struct Answering: Transport {
        let headers: HTTPHeaders

        func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
            Response(statusCode: 404, headers: headers, endpoint: endpoint)
        }
    }

    @Test(arguments: (0...0x1F).map { UInt8($0) } + [0x7F])
    func anAnswerMayHaveAnyHeader(byte: UInt8) async throws {
        let value = "a\(Unicode.Scalar(byte))b"
        // A stub refuses a line break.
        let answering = Answering(headers: ["X-A": value, "Location": value])
        let trace = Trace()
        let provider = Provider<Probe>(transport: answering, plugins: [.logger(.verbose, output: trace.write)])
        let error = await #expect(throws: RequestError.self) { try await provider.request(Probe(.get("x"))) }
        #expect(error?.response?.headers["X-A"] == value)
        _ = error?.response?.httpURLResponse
        #expect(trace.lines.allSatisfy { !$0.contains(value) || byte == 0x09 })
    }

    @Test(arguments: [
        "", " ", "a b", "\t", "한글", "🦊", "\u{80}", "a\tb", "a,b;c=\"d\"",
        String(repeating: "x", count: 10_000),
    ])
    func otherValuesAreSentAsTheyAre(value: String) async throws {
        try await provider.request(Probe(.get("x").header("X-A", value)))
        #expect(stubs.requests.map { $0.headers.fields } == [[.init("X-A", value)]])
    }

    @Test func aLongBadNameIsCutInTheMessage() {
        let headers = HTTPHeaders([.init(String(repeating: "n", count: 100) + ":", "1")])
        let shown = String(repeating: "n", count: 40)
        #expect(headers.problem == "a header name is not a token (RFC 9110 §5.1): \(shown)…")
    }

    @Test func theFirstProblemIsTheOneToldAndGoodHeadersHaveNone() {
        #expect((["A": "1\n", "Host": "x"] as HTTPHeaders).problem?.contains("header 'A'") == true)
        #expect((["A": "1", "X-Host": "x", "Content-Lengthy": "1"] as HTTPHeaders).problem == nil)
        #expect(HTTPHeaders().problem == nil)
    }
}
