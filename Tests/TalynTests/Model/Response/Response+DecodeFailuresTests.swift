import Foundation
import Testing

@testable import Talyn

/// Bodies of an unexpected shape: each fails the call with `.decoding`, none with a trap.
struct ResponseDecodeFailuresTests {
    private let trace = Trace()

    private func call<Value: Decodable & Sendable>(
        _ body: String, contentType: String = "application/json", as type: Value.Type
    ) async -> Result<Value, MyAPIError> {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .text(body, contentType: contentType))
        let provider = Provider<GitHub>(transport: stubs, plugins: [TracingPlugin(name: "a", trace: trace)])
        return await provider.result(.zen, as: type)
    }

    private func failure<Value>(_ result: Result<Value, MyAPIError>) -> DecodingFailure? {
        guard case .failure(.decoding(let error)) = result, case .decoding(let failure) = error.kind else { return nil }
        return failure
    }

    private static let deep = String(repeating: "[", count: 100_000)

    @Test(arguments: [
        #"{"login":"octocat","id":NaN}"#, #"{"login":"octocat","id":1"#, #"{"login":"octocat","#, #"{"login":"oct"#,
        #"{"login":"\ud800","id":1}"#, #"{"login":"\udc00x","id":1}"#, #"{"login":"\x","id":1}"#,
        "<html><body>502 Bad Gateway</body></html>", "42", #""octocat""#, "null", "[]", "{}", "\u{FEFF}",
        #"{"login":"octocat","id":99999999999999999999}"#, #"{"login":"octocat","id":1.5}"#,
        deep, deep + String(repeating: "]", count: 100_000), String(repeating: #"{"a":"#, count: 50_000),
    ])
    func aBodyThatIsNotTheValueFailsToDecode(body: String) async {
        let result = await call(body, as: User.self)
        #expect(failure(result) != nil, "got \(result)")
        #expect(trace.lines.last == "a didFinish decoding")
    }

    @Test(arguments: [#""\ud800""#, #"["\udc00"]"#, "[1,", deep, "<html>", "NaN", "{\"a\":1}x"])
    func aDocumentThatIsNotJSONIsNoJSONValue(body: String) async {
        #expect(failure(await call(body, as: JSONValue.self)) != nil)
    }

    @Test func aFailureToDecodeIsAFailureForPluginsAndForTheChain() async {
        let result = await call(#"{"login":1,"id":1}"#, as: User.self)
        let failure = DecodingFailure(
            reason: "expected String, found integer", path: "login", expected: "String", found: "integer")
        #expect(result == .failure(.decoding(RequestError(.decoding(failure), response: .make(200)))))
        #expect(trace.lines.filter { $0.contains("didFinish") } == ["a didFinish decoding"])
        #expect(trace.lines.contains("a didReceive 200"))
    }

    @Test func theErrorKeepsResponsePathAndExcerptAndShowsNoValue() async throws {
        let result = await call(#"{"login":"hunter2","id":"hunter3"}"#, as: User.self)
        guard case .failure(let error) = result else { return #expect(Bool(false), "got \(result)") }
        #expect(error.requestError.response?.data == Data(#"{"login":"hunter2","id":"hunter3"}"#.utf8))
        let found = try #require(failure(result))
        #expect(found.path == "id")
        #expect(found.excerpt?.contains("hunter3") == true)
        #expect(!printedText(of: error).contains("hunter"))
    }

    @Test func anUnknownCharsetFailsTextAndLetsUTF8JSONPass() async {
        #expect(failure(await call("a", contentType: "text/plain; charset=x-none", as: String.self)) != nil)
        #expect(await call("7", contentType: "application/json; charset=x-none", as: Int.self) == .success(7))
    }

    @Test func aDecoderThatThrowsSomethingOfItsOwnFailsToDecode() throws {
        struct Broken: BodyDecoder {
            struct Secret: Error { let text = "hunter2" }
            func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { throw Secret() }
        }
        let error = #expect(throws: RequestError.self) {
            try Response.make(200, "{}").decode(User.self, using: Broken())
        }
        let found = try #require(error)
        #expect(found.category == .decoding)
        #expect(!printedText(of: found).contains("hunter"))
    }
}
