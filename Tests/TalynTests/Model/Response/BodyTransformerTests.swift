import Foundation
import Testing

@testable import Talyn

struct BodyTransformerTests {
    private enum Feed: RoutedTarget {
        case repaired
        case shouted
        case broken

        var baseURL: URL { GitHub.host }
        var route: Route {
            switch self {
            case .repaired: .get("repaired")
            case .shouted: .get("shouted")
            case .broken: .get("broken")
            }
        }
        var bodyTransformers: [BodyTransformer] {
            switch self {
            case .repaired: [.repairingJSONEscapes]
            case .shouted: [Self.appending("1"), Self.appending("2")]
            case .broken: [BodyTransformer { _, _ in throw Broken(text: "hunter2") }]
            }
        }

        private static func appending(_ text: String) -> BodyTransformer {
            BodyTransformer { body, _ in body + Data(text.utf8) }
        }
    }

    private struct Broken: Error { let text: String }

    @Test func anInvalidEscapeIsRepairedBeforeDecoding() async throws {
        let stubs = StubTransport()
        stubs.on(Feed.repaired, .json(#"{"title":"it\'s \"here\"\n"}"#))
        let feed = try await Provider<Feed>(transport: stubs).request(.repaired, as: [String: String].self)
        #expect(feed == ["title": "it's \"here\"\n"])
    }

    @Test func onlyTheBodyChanges() throws {
        let response = Response(
            statusCode: 203, headers: ["X-A": "1"], body: .data(Data(#""\'""#.utf8)), url: RawAPI.host,
            endpoint: Endpoint(.post, url: GitHub.host))
        let repaired = try BodyTransformer.repairingJSONEscapes(response)
        #expect(repaired.data == Data(#""'""#.utf8))
        #expect(repaired == response.replacing(data: Data(#""'""#.utf8)))
    }

    @Test func transformersRunInOrderBeforePluginsSeeTheResult() async throws {
        struct Reading: Processor {
            let trace: Trace
            func process(_ result: Result<Response, RequestError>, context: CallContext) async throws -> Response {
                trace.write(try result.get().string())
                return try result.get()
            }
        }
        let trace = Trace()
        let stubs = StubTransport()
        stubs.on(Feed.shouted, .text("0"))
        let provider = Provider<Feed>(transport: stubs, plugins: [Reading(trace: trace)])
        #expect(try await provider.request(.shouted, as: String.self) == "012")
        #expect(trace.lines == ["012"])
    }

    @Test func aRefusedResponseIsNotTransformed() async {
        let stubs = StubTransport()
        stubs.on(Feed.shouted, .text("0", status: 500))
        guard case .failure(let error) = await Provider<Feed>(transport: stubs).result(.shouted) else {
            return #expect(Bool(false), "500 is no answer")
        }
        #expect(error.requestError.response?.data == Data("0".utf8))
    }

    @Test func aTransformerThatThrowsFailsToDecodeAndShowsNoValue() async throws {
        let stubs = StubTransport()
        stubs.on(Feed.broken, .text("hunter3"))
        guard case .failure(.decoding(let error)) = await Provider<Feed>(transport: stubs).result(.broken) else {
            return #expect(Bool(false), "it threw")
        }
        #expect(error.operation == "Feed.broken")
        #expect(error.response?.data == Data("hunter3".utf8))
        #expect(!printedText(of: error).contains("hunter"))
    }

    @Test func anErrorOfThePipelineIsKept() {
        let error = RequestError(.tooLarge(limit: 3), response: .make(200))
        #expect(throws: error) { try BodyTransformer { _, _ in throw error }(.make(200, "x")) }
    }

    @Test func aFileIsLeftAlone() throws {
        let file = Response(
            statusCode: 200, body: .file(URL(fileURLWithPath: "/tmp/a")), endpoint: Endpoint(url: GitHub.host))
        #expect(try BodyTransformer { _, _ in Data() }(file) == file)
    }
}
