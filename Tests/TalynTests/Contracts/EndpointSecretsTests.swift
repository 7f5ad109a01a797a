import Foundation
import Testing

@testable import Talyn

/// Puts a secret into every value, and searches every text of everything that contains it.
@Suite struct EndpointSecretsTests {
    private static let target = Vault.open(canary)

    private static func endpoint() throws -> Endpoint {
        try Provider<Vault>(transport: StubTransport()).endpoint(target)
    }

    @Test func theLookingFindsSecretsWhereverTheyAre() {
        final class Node {
            let secret = canary
            var next: Node?
        }
        struct Holder { let node: Any }
        struct Described: CustomStringConvertible { let description = canary }
        let node = Node()
        node.next = node
        let leaks: [Any] = [
            canary, ["key": canary], Holder(node: node), Described(), Optional(Described()) as Any,
            [Holder(node: [canary])],
            URL(string: "https://h.example/\(canary)") as Any, Leak(), Result<Int, Leak>.failure(Leak()),
        ]
        for leak in leaks { #expect(texts(of: leak).contains(canary)) }
    }

    @Test func headersShowNoSecret() {
        var headers: HTTPHeaders = ["Authorization": canary, "Cookie": canary, "X-Anything": canary]
        headers.add("Set-Cookie", canary)
        #expect(!texts(of: headers).contains(canary))
        for field in headers.fields { #expect(!texts(of: field).contains(canary)) }
        #expect(!texts(of: headers.fields).contains(canary))
    }

    @Test func queriesPathsTasksAndRoutesShowNoSecret() throws {
        let items: QueryItems = ["token": canary, "list": [canary], "nested": ["a": canary] as QueryItems]
        let absolute = try #require(URL(string: "https://\(canary)@h.example/\(canary)?\(canary)=\(canary)"))
        let values: [Any] = [
            items, items.queryValue,
            "users/\(canary)/\(raw: canary)/\(canary, name: "id")" as URLPath, URLPath(segments: [canary]),
            URLPath.raw(canary), URLPath.absolute(absolute), "users/\("\(canary)\n")" as URLPath,
            HTTPTask.query(items), HTTPTask.query(encoding: [canary]), HTTPTask.json([canary]), HTTPTask.form(items),
            HTTPTask.form(encoding: [canary]), HTTPTask.text(canary), HTTPTask.data(Data(canary.utf8)),
            HTTPTask.file(URL(fileURLWithPath: "/\(canary)")), HTTPTask.stream(BodyStream { { Data(canary.utf8) } }),
            HTTPTask.json([canary]).query(items).query(encoding: [canary]), Self.target.route,
        ]
        for value in values { #expect(!texts(of: value).contains(canary)) }
    }

    @Test func bodiesTagsAndOptionsShowNoSecret() {
        var tags = CallTags()
        tags[Vault.Tag.self] = canary
        var options = CallOptions()
        options.tags = tags
        let values: [Any] = [
            Body.data(Data(canary.utf8)), Body.file(URL(fileURLWithPath: "/\(canary)")),
            Body.stream(BodyStream(length: 11) { { Data(canary.utf8) } }), tags, options,
        ]
        for value in values { #expect(!texts(of: value).contains(canary)) }
    }

    @Test func endpointsShowNoSecret() throws {
        #expect(!texts(of: try Self.endpoint()).contains(canary))
        let byHand = Endpoint(
            url: try #require(URL(string: "https://u:\(canary)@h.example/\(canary)?a=\(canary)#\(canary)")),
            headers: ["X-Key": canary], body: .data(Data(canary.utf8)))
        #expect(!texts(of: byHand).contains(canary))
    }

    @Test func callsAndMultiTargetsShowNoSecret() {
        let call: Call<Vault, Vault.Box> = Call(Self.target)
        #expect(!texts(of: call).contains(canary))
        #expect(!texts(of: MultiTarget(Self.target)).contains(canary))
    }

    @Test func responsesStubsAndValidationsShowNoSecret() throws {
        let headers: HTTPHeaders = ["Set-Cookie": canary, "Location": canary]
        let response = Response(
            statusCode: 200, headers: headers, body: .data(Data(canary.utf8)),
            url: URL(string: "https://h.example/\(canary)"), endpoint: try Self.endpoint())
        let values: [Any] = [
            response, StubAnswer.text(canary, headers: headers), StubAnswer.json([canary]),
            StubAnswer.failure(Leak()), StubAnswer.redirect(to: canary), StubAnswer.sequence([.text(canary)]),
            StubAnswer.failure(URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: canary])),
            Validation.successCodes.rejecting { _ in Rejection(code: canary, message: canary) },
            Rejection(message: canary), CallOutcome(result: .success(response), duration: .zero, attempts: 1),
        ]
        for value in values { #expect(!texts(of: value).contains(canary)) }
    }

    @Test func providersAndTransportsShowNoSecret() async throws {
        let stubs = StubTransport()
        stubs.on(Self.target, .text(canary))
        stubs.on(try Self.endpoint(), .json([canary]))
        var provider = Provider<Vault>(baseURL: Vault.host, transport: stubs).withDefaults {
            $0.headers = ["X-Key": canary]
        }
        try await provider.request(Self.target)
        #expect(!texts(of: stubs).contains(canary))
        #expect(!texts(of: provider.defaults).contains(canary))
        #expect(!texts(of: provider).contains(canary))
        struct Signing: Preparer {
            let key = canary
            func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {}
        }
        provider = provider.adding(Signing())
        #expect(!texts(of: provider).contains(canary))
        #expect("\(stubs)" == "StubTransport(1 stubs, 1 requests)")
    }

    @Test func contextsShowNoSecret() async throws {
        struct Looking: Preparer {
            let trace: Trace
            func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {
                trace.write(texts(of: context))
                trace.write(texts(of: endpoint))
            }
        }
        let trace = Trace()
        let provider = Provider<Vault>(transport: StubTransport(), plugins: [Looking(trace: trace)])
        _ = try await provider.preparedEndpoint(Self.target)
        #expect(trace.lines.count == 2)
        #expect(!trace.lines.joined().contains(canary))
    }
}
