import Foundation
import Testing

@testable import Talyn

struct BodyContentTypeTests {
    /// A target that declares a type for all of its calls.
    private struct JSONForAll: RoutedTarget {
        var route: Route
        var baseURL: URL { Probe.host }
        var headers: HTTPHeaders { ["Content-Type": "application/json", "Accept": "a/b"] }
    }

    private struct Exchanging: ExchangeInterceptor {
        let change: @Sendable (inout Endpoint) -> Void
        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            var endpoint = endpoint
            change(&endpoint)
            return try await next(endpoint)
        }
    }

    private static let route = Route.form { Part("a", 1) }

    /// Sends a call, and returns its values of the type.
    private static func sent(
        _ target: some RoutedTarget, defaults: HTTPHeaders = [:], _ plugins: [any Plugin] = []
    ) async throws -> [String] {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(200))
        let provider = Provider<MultiTarget>(transport: stubs, plugins: plugins).withDefaults { $0.headers = defaults }
        _ = try await provider.request(MultiTarget(target))
        return stubs.calls.first?.endpoint.headers.values(for: "Content-Type") ?? []
    }

    private static let type = ["multipart/form-data; boundary=b"]

    @Test func theFormsTypeReplacesThatOfTargetRouteAndProvider() async throws {
        let target = try await Self.sent(JSONForAll(route: Self.route))
        #expect(target == Self.type)
        let route = try await Self.sent(Probe(Self.route.header("content-type", "a/b")))
        #expect(route == Self.type)
        let provider = try await Self.sent(Probe(Self.route), defaults: ["Content-Type": "a/b"])
        #expect(provider == Self.type)
        let none = try await Self.sent(Probe(Self.route))
        #expect(none == Self.type)
    }

    @Test func removingTheTypeRemovesThatOfOthersOnly() async throws {
        let sent = try await Self.sent(JSONForAll(route: Self.route.header("Content-Type", nil)))
        #expect(sent == Self.type)
    }

    @Test func theFormsTypeReplacesThatOfAPlugin() async throws {
        let header = try await Self.sent(Probe(Self.route), [.headers(["Content-Type": "a/b"])])
        #expect(header == Self.type)
        let prepared = try await Self.sent(Probe(Self.route), [Changing { $0.headers["Content-Type"] = "a/b" }])
        #expect(prepared == Self.type)
        let removed = try await Self.sent(Probe(Self.route), [Changing { $0.headers.remove("Content-Type") }])
        #expect(removed == Self.type)
        let adapted = try await Self.sent(
            Probe(Self.route), [.adapt { $0.setValue("a/b", forHTTPHeaderField: "Content-Type") }])
        #expect(adapted == Self.type)
        let exchanged = try await Self.sent(Probe(Self.route), [Exchanging { $0.headers.add("Content-Type", "a/b") }])
        #expect(exchanged == Self.type)
    }

    @Test func aPluginThatSignsReceivesTheFormsType() async throws {
        let seen = Locked<[String?]>([])
        _ = try await Self.sent(
            Probe(Self.route),
            [
                Changing { $0.headers["Content-Type"] = "a/b" },
                Exchanging { endpoint in seen.withLock { $0.append(endpoint.headers["Content-Type"]) } },
            ])
        #expect(seen.withLock { $0 } == Self.type)
    }

    @Test func aPluginThatReplacesTheBodyDecidesOnItsType() async throws {
        let sent = try await Self.sent(
            Probe(Self.route),
            [
                Changing {
                    $0.body = .data(Data("{}".utf8))
                    $0.headers["Content-Type"] = "application/json"
                }
            ])
        #expect(sent == ["application/json"])
    }

    @Test func aPluginMaySetTheTypeBeforeItReplacesTheBody() async throws {
        let sent = try await Self.sent(
            Probe(Self.route),
            [
                Changing {
                    $0.headers["Content-Type"] = "application/json"
                    $0.body = .data(Data("{}".utf8))
                }
            ])
        #expect(sent == ["application/json"])
    }

    @Test func aRedirectKeepsTheTypeWhateverHeadersItKeeps() throws {
        let endpoint = try Self.route.resolved()
        let response = Response(
            statusCode: 307, headers: ["Location": "https://other.example/x"], endpoint: endpoint)
        let policy = RedirectPolicy(maximum: 1, crossOriginHeaders: [])
        let next = try policy.next(after: response, to: endpoint, followed: 0)
        #expect(next?.headers == ["Content-Type": Self.type[0]] && next?.body == endpoint.body)
    }

    @Test func aRedirectThatNeedsAPartAgainNamesIt() async throws {
        let endpoint = try Route.form {
            Part("a", 1)
            Part("s", stream: BodyStream("x"))
        }.resolved()
        let response = Response(statusCode: 307, headers: ["Location": "/x"], endpoint: endpoint)
        let error = #expect(throws: RequestError.self) {
            try RedirectPolicy.follow.next(after: response, to: endpoint, followed: 0)
        }
        #expect(error?.urlError?.code == .requestBodyStreamExhausted)
        #expect(error.map { "\($0)".contains("part 2 ('s') of the form can be read once") } == true)
    }

    @Test func endpointsAreEqualWhateverTheBoundary() throws {
        let route = Route.post("a").header("X-A", "1")
        let one = try route.multipart { Part("a", 1) }.resolved()
        let other = try route.multipart { Part("a", 1) }.resolved()
        #expect(one.headers["Content-Type"] != other.headers["Content-Type"])
        #expect(one == other && one.hashValue == other.hashValue)
        #expect(try one != route.multipart { Part("a", 2) }.resolved())
        #expect(try one != route.header("X-A", "2").multipart { Part("a", 1) }.resolved())
    }
}
