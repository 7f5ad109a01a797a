import Foundation
import Testing

@testable import Talyn

@Suite struct MultiTargetTests {
    /// A target whose properties all differ from the defaults.
    private struct Own: TargetType {
        struct Upper: BodyEncoder {
            let contentType = "text/upper"
            func encode<Value: Encodable>(_ value: Value) throws -> Data { Data("\(value)".uppercased().utf8) }
        }
        struct Fixed: BodyDecoder {
            func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
                try JSONDecoder().decode(type, from: Data("[\(data.count)]".utf8))
            }
        }
        var baseURL: URL { Probe.host }
        var path: URLPath { "own/\("x", name: "id")" }
        var method: HTTPMethod { "PURGE" }
        var task: HTTPTask { .json("body").query(["on": true]) }
        var headers: HTTPHeaders { ["X-Own": "1"] }
        var validation: Validation { .codes(418...418) }
        var timeout: Duration? { .seconds(7) }
        var encoder: any BodyEncoder { Upper() }
        var decoder: any BodyDecoder { Fixed() }
        var queryEncoder: QueryEncoder {
            var encoder = QueryEncoder()
            encoder.bools = .literal
            return encoder
        }
        var bodyTransformers: [BodyTransformer] { [BodyTransformer { body, _ in body + body }] }
        var operation: String { "Own.renamed" }
    }

    private enum Tag: CallTagKey { static let defaultValue = "" }

    let stubs = StubTransport()
    var provider: Provider<MultiTarget> { Provider(transport: stubs) }

    @Test func everyAspectIsForwarded() throws {
        let own = Own()
        let multi = MultiTarget(own)
        #expect(multi.baseURL == own.baseURL)
        #expect(multi.path.encoded == "own/x")
        #expect(multi.path.template == "own/{id}")
        #expect(multi.method == "PURGE")
        #expect("\(multi.task)" == "a query, an encoded body")
        #expect(multi.headers == ["X-Own": "1"])
        #expect(throws: Never.self) { try multi.validation.validate(.make(418)) }
        #expect(multi.timeout == .seconds(7))
        #expect(multi.encoder is Own.Upper)
        #expect(multi.decoder is Own.Fixed)
        #expect(try multi.queryEncoder.encode(["a": true] as QueryItems) == "a=true")
        #expect(multi.bodyTransformers.count == 1)
        #expect(multi.operation == "Own.renamed")
        #expect(multi.resolvedRoute.description == "PURGE own/{id}")
    }

    @Test func theRequestIsTheWrappedTargets() throws {
        let wrapped = try provider.endpoint(MultiTarget(Own()))
        let own = try provider.for(Own.self).endpoint(Own())
        #expect(wrapped == own)
        #expect(wrapped.url.absoluteString == "https://api.example.com/own/x?on=true")
        #expect(wrapped.bodyText == "BODY")
        #expect(wrapped.headers.fields == [.init("Content-Type", "text/upper"), .init("X-Own", "1")])
        #expect(wrapped.options.timeout == .seconds(7))
        #expect(wrapped.operation == "Own.renamed")
        #expect(wrapped.template == "own/{id}")
    }

    @Test func aRoutesOptionsAreForwarded() throws {
        let route = Route.get("x").deadline(.seconds(3)).redirects(.refuse).tag(Tag.self, "t")
        let endpoint = try provider.endpoint(MultiTarget(Probe(route)))
        #expect(endpoint.options.deadline == .seconds(3))
        #expect(endpoint.options.redirects == .refuse)
        #expect(endpoint.options.tags[Tag.self] == "t")
    }

    @Test func oneProviderCallsSeveralAPIs() async throws {
        stubs.on(GitHub.user("octocat"), .json(User.octocat))
        stubs.on(Own(), .text("ab", status: 418))
        #expect(try await provider.request(MultiTarget(GitHub.user("octocat")), as: User.self) == .octocat)
        #expect(try await provider.request(MultiTarget(Own()), as: [Int].self) == [4])
        #expect(stubs.requests.map(\.operation) == ["GitHub.user", "Own.renamed"])
    }

    @Test func failuresAreMyAPIErrorWhateverTheWrappedTargetsOwnAre() async {
        stubs.on(Probe(.get("x")), .failure(.timedOut))
        await #expect(throws: MyAPIError.requestTimeout()) {
            try await provider.request(MultiTarget(Probe(.get("x"))))
        }
    }

    @Test func aTargetWrappedTwiceIsUnwrapped() {
        let twice = MultiTarget(MultiTarget(GitHub.zen))
        #expect(twice.target as? GitHub == .zen)
        #expect(MultiTarget(twice).target as? GitHub == .zen)
    }

    @Test func pluginsAndStubsSeeTheWrappedTarget() async throws {
        struct Looking: Preparer {
            let trace: Trace
            func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
                trace.write("\(context.target(as: GitHub.self) == .zen)")
                trace.write("\(context.target(as: MultiTarget.self)?.operation ?? "nil")")
                trace.write("\(context.target(as: Probe.self) == nil)")
                trace.write("\(context.target is GitHub)")
                trace.write("\(endpoint.target is GitHub)")
                trace.write(context.operation ?? "nil")
            }
        }
        let trace = Trace()
        stubs.on(where: { _, context in context.target(as: GitHub.self) == .zen }, .status(204))
        try await provider.adding(Looking(trace: trace)).request(MultiTarget(GitHub.zen))
        #expect(trace.lines == ["true", "GitHub.zen", "true", "true", "true", "GitHub.zen"])
    }

    @Test func descriptionsShowTheOperation() {
        let multi = MultiTarget(GitHub.user("octocat"))
        #expect("\(multi)" == "MultiTarget(GitHub.user)")
        #expect(String(reflecting: multi) == "MultiTarget(GitHub.user)")
        #expect(Mirror(reflecting: multi).children.map { "\($0.value)" } == ["GitHub.user"])
    }
}
