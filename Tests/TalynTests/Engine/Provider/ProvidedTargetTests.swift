import Foundation
import Testing

@testable import Talyn

@Suite struct ProvidedTargetTests {
    private enum Photos: RoutedTarget, ProvidedTarget {
        case feed

        static let provider = Provider<Photos>(
            transport: AnswerTransport { endpoint, context in
                let body = Body.data(
                    Data(#"{"login":"\#(context.callSite.function)","id":\#(context.callSite.line)}"#.utf8))
                return Response(statusCode: 200, body: body, endpoint: endpoint)
            })
        var baseURL: URL { Probe.host }
        var route: Route { .get("feed") }
    }

    private struct Wrapped: Envelope {
        let login: String
        var payload: String? { login }
        var rejection: Rejection? { nil }
    }

    @Test func aCaseIsCalledByItselfWithTheCallersPlace() async throws {
        let user = try await Photos.feed.request(as: User.self, function: "caller()", line: 7)
        #expect(user == User(login: "caller()", id: 7))
        #expect(try await Photos.provider.call(Call(.feed, in: Wrapped.self), function: "wrapper()") == "wrapper()")
        let line: UInt = #line + 1
        let response = try await Photos.feed.request()
        #expect(try response.decode(User.self).id == Int(line))
    }

    @Test func stubsOfTheTaskTakeThePlaceOfItsTransport() async throws {
        let stubs = StubTransport()
        stubs.on(Photos.feed, .json(User.octocat))
        let user = try await withStubs(stubs) { try await Photos.feed.request(as: User.self) }
        #expect(user == .octocat)
        #expect(stubs.requests.map(\.url.absoluteString) == ["https://api.example.com/feed"])
    }

    @Test func failuresAreTheTargetsOwn() async {
        let stubs = StubTransport()
        stubs.on(Photos.feed, .failure(.timedOut))
        await #expect(throws: MyAPIError.requestTimeout()) {
            try await withStubs(stubs) { try await Photos.feed.request() }
        }
    }
}
