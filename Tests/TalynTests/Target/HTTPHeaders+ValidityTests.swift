import Foundation
import Testing

@testable import Talyn

@Suite struct HTTPHeadersValidityTests {
    /// A bad field, and the reason that is given.
    static let badFields: [(HTTPHeaders.Field, String)] = [
        (.init("X-A", "1\r\nX-B: 2"), "the value of header X-A contains CR, LF or NUL (RFC 9110 §5.5)"),
        (.init("X-A", "1\r2"), "the value of header X-A contains CR, LF or NUL (RFC 9110 §5.5)"),
        (.init("X-A", "1\n"), "the value of header X-A contains CR, LF or NUL (RFC 9110 §5.5)"),
        (.init("X-A", "\u{0}"), "the value of header X-A contains CR, LF or NUL (RFC 9110 §5.5)"),
        (.init("X-A\r\nX-B: 2", "1"), "a header name is not a token (RFC 9110 §5.1): X-A…"),
        (.init("X-A\n", "1"), "a header name is not a token (RFC 9110 §5.1): X-A…"),
        (.init("X-A\u{0}", "1"), "a header name is not a token (RFC 9110 §5.1): X-A…"),
        (.init("X A", "1"), "a header name is not a token (RFC 9110 §5.1): X…"),
        (.init("X-A:", "1"), "a header name is not a token (RFC 9110 §5.1): X-A…"),
        (.init("", "1"), "a header name is not a token (RFC 9110 §5.1): (unprintable)"),
        (.init("é", "1"), "a header name is not a token (RFC 9110 §5.1): (unprintable)"),
        (.init("Host", "evil.example"), "header Host is set by the transport and cannot be set by hand"),
        (.init("host", "evil.example"), "header host is set by the transport and cannot be set by hand"),
        (.init("Content-Length", "0"), "header Content-Length is set by the transport and cannot be set by hand"),
        (.init("TRANSFER-ENCODING", "x"), "header TRANSFER-ENCODING is set by the transport and cannot be set by hand"),
    ]

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
        struct Adding: AttemptInterceptor {
            let field: HTTPHeaders.Field
            func interceptAttempt(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
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

    @Test(arguments: [
        "", " ", "a b", "\t", "한글", "🦊", "\u{1}", "\u{7F}", "\u{80}", "a,b;c=\"d\"",
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
        #expect((["A": "1\n", "Host": "x"] as HTTPHeaders).problem?.contains("header A") == true)
        #expect((["A": "1", "X-Host": "x", "Content-Lengthy": "1"] as HTTPHeaders).problem == nil)
        #expect(HTTPHeaders().problem == nil)
    }
}
