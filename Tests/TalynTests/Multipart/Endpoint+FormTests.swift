import Foundation
import Testing

@testable import Talyn

struct EndpointFormTests {
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
    private static let note = "the form's Content-Type replaces that of"

    /// Sends a failing call, and returns its header values of the type, and its notes.
    private static func sent(
        _ target: some RoutedTarget, defaults: HTTPHeaders = [:], _ plugins: [any Plugin] = []
    ) async throws -> (types: [String], notes: [String]) {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(500))
        let recorder = OutcomeRecorder()
        let provider = Provider<MultiTarget>(transport: stubs, plugins: plugins + [recorder]).withDefaults {
            $0.headers = defaults
        }
        _ = await provider.result(MultiTarget(target))
        let notes = recorder.errors.first?.timeline.entries.compactMap { entry -> String? in
            if case .note(let text) = entry.event { text } else { nil }
        }
        return (stubs.calls.first?.endpoint.headers.values(for: "Content-Type") ?? [], notes ?? [])
    }

    private static let type = ["multipart/form-data; boundary=b"]

    @Test func theFormsTypeReplacesThatOfTargetRouteAndProvider() async throws {
        let target = try await Self.sent(JSONForAll(route: Self.route))
        #expect(target.types == Self.type && target.notes == ["\(Self.note) the target"])
        let route = try await Self.sent(Probe(Self.route.header("content-type", "a/b")))
        #expect(route.types == Self.type && route.notes == ["\(Self.note) the target"])
        let provider = try await Self.sent(Probe(Self.route), defaults: ["Content-Type": "a/b"])
        #expect(provider.types == Self.type && provider.notes == ["\(Self.note) the provider"])
        let none = try await Self.sent(Probe(Self.route))
        #expect(none.types == Self.type && none.notes.isEmpty)
    }

    @Test func removingTheTypeRemovesThatOfOthersOnly() async throws {
        let sent = try await Self.sent(JSONForAll(route: Self.route.header("Content-Type", nil)))
        #expect(sent.types == Self.type && sent.notes.isEmpty)
    }

    @Test func theFormsTypeReplacesThatOfAPlugin() async throws {
        let note = "\(Self.note) a plugin"
        let header = try await Self.sent(Probe(Self.route), [.headers(["Content-Type": "a/b"])])
        #expect(header.types == Self.type && header.notes.isEmpty)
        let prepared = try await Self.sent(Probe(Self.route), [Changing { $0.headers["Content-Type"] = "a/b" }])
        #expect(prepared.types == Self.type && prepared.notes == [note])
        let removed = try await Self.sent(Probe(Self.route), [Changing { $0.headers.remove("Content-Type") }])
        #expect(removed.types == Self.type && removed.notes.isEmpty)
        let adapted = try await Self.sent(
            Probe(Self.route), [.adapt { $0.setValue("a/b", forHTTPHeaderField: "Content-Type") }])
        #expect(adapted.types == Self.type && adapted.notes == [note])
        let exchanged = try await Self.sent(Probe(Self.route), [Exchanging { $0.headers.add("Content-Type", "a/b") }])
        #expect(exchanged.types == Self.type && exchanged.notes == [note])
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
        #expect(sent.types == ["application/json"] && sent.notes.isEmpty)
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
