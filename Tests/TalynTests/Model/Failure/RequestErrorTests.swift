import Foundation
import Testing

@testable import Talyn

struct RequestErrorTests {
    private static let decoding = DecodingFailure(reason: "no")
    private static let kinds: [(RequestError.Kind, ErrorCategory)] = [
        (.invalidRequest("a"), .invalidRequest),
        (.plugin(PluginFailure(plugin: "a", underlying: CancellationError())), .plugin),
        (.transport(URLError(.notConnectedToInternet)), .offline), (.transport(URLError(.timedOut)), .timeout),
        (.cancelled, .cancelled), (.unstubbed("a"), .unstubbed), (.tooLarge(limit: 1), .tooLarge),
        (.status(500), .status),
        (.contentType(nil), .rejected), (.rejected(Rejection()), .rejected), (.empty, .empty),
        (.decoding(decoding), .decoding),
    ]

    @Test(arguments: kinds) func everyKindHasItsCategory(kind: RequestError.Kind, category: ErrorCategory) {
        #expect(RequestError(kind).category == category)
    }

    @Test func errorsOfDifferentKindsAreDifferent() {
        for (left, (kind, _)) in Self.kinds.enumerated() {
            for (right, (other, _)) in Self.kinds.enumerated() {
                #expect((RequestError(kind) == RequestError(other)) == (left == right))
            }
        }
    }

    @Test(
        arguments: [
            (.invalidRequest("a"), .invalidRequest("b")), (.tooLarge(limit: 1), .tooLarge(limit: 2)),
            (.status(500), .status(501)), (.contentType(nil), .contentType("text/html")),
            (.rejected(Rejection(code: 1)), .rejected(Rejection(code: 2))),
            (.decoding(DecodingFailure(reason: "a")), .decoding(DecodingFailure(reason: "b"))),
            (.transport(URLError(.timedOut)), .transport(URLError(.badURL))),
        ] as [(RequestError.Kind, RequestError.Kind)])
    func theContentOfAKindCounts(left: RequestError.Kind, right: RequestError.Kind) {
        #expect(RequestError(left) == RequestError(left))
        #expect(RequestError(left) != RequestError(right))
    }

    @Test func theStatusCountsAndTheBodyDoesNot() {
        #expect(RequestError(.empty, response: .make(200)) != RequestError(.empty, response: .make(204)))
        #expect(RequestError(.empty, response: .make(200)) != RequestError(.empty))
        #expect(
            RequestError(.status(500), response: .make(500, "a")) == RequestError(.status(500), response: .make(500)))
    }

    @Test func userInfoAndPlaceDoNotCount() async {
        let bare = RequestError(.transport(URLError(.timedOut)))
        #expect(bare == RequestError(.transport(URLError(.timedOut, text: "late"))))
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .failure(.timedOut))
        let provider = Provider<RawAPI>(transport: stubs)
        #expect(await provider.result(.items) == .failure(bare))
        #expect(await provider.result(.item(1)) == .failure(bare))
    }

    @Test func anErrorTellsWhereItHappened() async throws {
        let stubs = StubTransport()
        stubs.on(RawAPI.item(7), .status(503))
        let provider = Provider<RawAPI>(transport: stubs)
        let line: UInt = #line + 1
        guard case .failure(let error) = await provider.result(.item(7)) else {
            return #expect(Bool(false), "503 is no answer")
        }
        #expect(error.operation == "RawAPI.item")
        #expect(error.template == "items/{}")
        #expect(error.attempt == 1)
        #expect(error.statusCode == 503)
        #expect(error.endpoint?.url.absoluteString == "https://raw.example.com/items/7")
        #expect(error.callSite?.fileID == #fileID)
        #expect(error.callSite?.line == line)
        #expect(error.callSite?.function == #function)
        #expect(error.callID != nil)
        #expect(error.debugDescription.contains(", GET https://raw.example.com/items/{} at "))
        #expect(error.debugDescription.contains("RequestErrorTests.swift:"))
    }

    @Test func anErrorMadeByHandHasNoPlace() {
        let error = RequestError(.cancelled)
        #expect(error.operation == nil)
        #expect(error.template == nil)
        #expect(error.attempt == 0)
        #expect(error.callSite == nil)
        #expect(error.callID == nil)
        #expect(error.statusCode == nil)
        #expect(error.timeline.isEmpty)
    }

    @Test func aTargetThatCannotBeSentFailsBeforeAnAttempt() async {
        let stubs = StubTransport()
        guard case .failure(let error) = await Provider<GitHub>(transport: stubs).result(.user("..")) else {
            return #expect(Bool(false), "the segment would be removed")
        }
        let raw = error.requestError
        #expect(raw.category == .invalidRequest)
        #expect(raw.attempt == 0)
        #expect(raw.operation == "GitHub.user")
        #expect(raw.endpoint == nil)
        #expect(stubs.requests.isEmpty)
    }

    // MARK: URLError

    @Test(
        arguments: [
            URLError(.networkConnectionLost), NSError(domain: NSURLErrorDomain, code: -1005),
            RequestError(.transport(URLError(.networkConnectionLost))),
        ] as [any Error])
    func aURLErrorIsAtDepthOneAlsoWhenAPluginThrewIt(error: any Error) async {
        let provider = Provider<RawAPI>(transport: StubTransport(), plugins: [Refusing(error: error)])
        guard case .failure(let error) = await provider.result(.items) else {
            return #expect(Bool(false), "the plugin throws")
        }
        #expect(error.urlError?.code == .networkConnectionLost)
        #expect(MyAPIError.catchChain(error) == .internetConnection(error))
    }

    @Test func otherKindsHaveNoURLError() {
        for (kind, category) in Self.kinds where category != .offline && category != .timeout {
            #expect(RequestError(kind).urlError == nil)
        }
    }

    // MARK: The body

    @Test func theBodyOfARefusalIsReadAsAnything() {
        let error = RequestError(.status(409), response: .make(409, #"{"login":"octocat","id":1}"#))
        #expect(error.body(as: User.self) == .octocat)
        #expect(error.body(as: String.self) == #"{"login":"octocat","id":1}"#)
        #expect(error.body(as: JSONValue.self)?["id"] == 1)
    }

    @Test func aBodyThatIsSomethingElseIsNil() {
        #expect(RequestError(.status(502), response: .make(502, "<html>")).body(as: User.self) == nil)
        #expect(RequestError(.status(502), response: .make(502)).body(as: User.self) == nil)
        #expect(RequestError(.status(502), response: .make(502)).body(as: String.self) == nil)
        #expect(RequestError(.cancelled).body(as: String.self) == nil)
    }

    // MARK: Texts

    @Test(
        arguments: [
            (.status(418), "status 418"), (.contentType(nil), "content type (none) is not accepted"),
            (.contentType("text/html; x=secret"), "content type text/html is not accepted"),
            (.tooLarge(limit: 64), "the body, or a line or event of a stream, is larger than the limit of 64 bytes"),
            (.invalidRequest("a"), "invalid request: a"),
            (.rejected(Rejection(code: 3, message: "hunter2")), "the server rejected the request, code 3"),
            (.empty, "the response has no body, but the value requires one"), (.cancelled, "cancelled"),
            (.decoding(decoding), "the body did not decode: no"),
        ] as [(RequestError.Kind, String)])
    func aDescriptionSaysWhatHappened(kind: RequestError.Kind, text: String) {
        #expect("\(RequestError(kind))" == text)
    }

    @Test func textsShowNoSecretAndNoPayloadOfACase() async throws {
        let stubs = StubTransport()
        let target = GitHub.createIssue(owner: "hunter1", repo: "hunter2", NewIssue(title: "hunter3"))
        stubs.on(target, .json(#"{"message":"hunter4"}"#, status: 422, headers: ["Set-Cookie": "hunter5"]))
        guard case .failure(let error) = await Provider<GitHub>(transport: stubs).result(target) else {
            return #expect(Bool(false), "422 is no answer")
        }
        let raw = error.requestError
        #expect(!printedText(of: raw).contains("hunter"))
        #expect("\(raw)".hasPrefix("GitHub.createIssue: status 422 (stub · attempt 1: 422 in "))
    }
}
