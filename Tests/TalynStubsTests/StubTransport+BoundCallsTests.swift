import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

@Suite struct StubTransportBoundCallsTests {
    private struct Reply: Envelope {
        let ok: Bool
        let data: User?
        var payload: User? { data }
        var rejection: Rejection? { ok ? nil : Rejection(code: "7") }
    }

    /// A target with its own coders and a body transformer.
    private enum Snake: RoutedTarget {
        case user
        case words
        case typed
        var baseURL: URL { Probe.host }
        var route: Route {
            switch self {
            case .user, .words: .get("snake")
            case .typed: .get("typed").validate(.successCodes.contentType("application/json"))
            }
        }
        var encoder: any BodyEncoder {
            let encoder = JSONEncoder()
            encoder.keyEncodingStrategy = .convertToSnakeCase
            return encoder
        }
        var decoder: any BodyDecoder {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return decoder
        }
        var bodyTransformers: [BodyTransformer] { [.repairingJSONEscapes] }
    }

    private struct Profile: Codable, Equatable, Sendable { var firstName: String }

    private let stubs = StubTransport()
    private let user = Call<GitHub, User>(.user("octocat"))
    private let wrapped = Call<GitHub, User>(.user("octocat"), in: Reply.self)
    private var github: Provider<GitHub> { Provider(transport: stubs, clock: TestClock()) }

    @Test func aCallWithoutAValueIsAnsweredByNothing() async throws {
        let star = Call<GitHub, Void>(.zen)
        try stubs.on(star, returning: ())
        try await github.call(star)
        try stubs.on(star, returning: (), status: 204, headers: ["X-Id": "1"])
        #expect(try await github.request(.zen).headers["X-Id"] == "1")
        #expect(stubs.requests.count == 2)
    }

    @Test func aValueAtAKeyPathNeedsItsWholeBody() throws {
        let part = Call<GitHub, User?>(.user("octocat"), atKeyPath: "data")
        let error = #expect(throws: RequestError.self) { try stubs.on(part, returning: .octocat) }
        #expect(error?.category == .unstubbed && error?.reason.contains("whole body") == true)
        try stubs.on(part, .json(#"{"data":{"login":"octocat","id":1}}"#))
        let wrong = Call<GitHub, User>(.user("octocat"), atKeyPath: "user")
        #expect(throws: RequestError.self) { try stubs.on(wrong, .json(User.octocat)) }
    }

    @Test(
        arguments: [
            (.json(User.octocat), nil), (.json(#"{"login": 7}"#), .decoding), (.json(""), .empty), (.json(" "), .empty),
            (.json("{").malformed, nil), (.json("{", status: 500), nil), (.json("{").truncated(after: 1), .decoding),
            (.json("{{").truncated(after: 1), nil), (.json("{{").stalling(after: 0), nil),
            (.json("{{").announcing(contentLength: 1), nil), (.json("{{").announcing(contentLength: 2), .decoding),
            (.json("{").delayed(by: .seconds(1)), .decoding), (.json("{").dripping(1, every: .seconds(1)), .decoding),
            (.failure(.timedOut), nil), (.noResponse, nil), (.reset, nil), (.redirect(to: "/a"), nil),
            (.status(202), nil),
            (.sequence([.status(503), .json(User.octocat), .json("{")]), .decoding),
            (.sequence([.json("{").malformed, .sequence([.json(User.octocat)])]), nil),
            (.sequence([.json("{"), .json("{")]).malformed, nil), (.json(Double.nan), .unstubbed),
            (.sequence([]), nil),
        ] as [(StubAnswer, ErrorCategory?)])
    func eachAnswerIsDecodedAsItIsRegistered(_ answer: StubAnswer, _ category: ErrorCategory?) async {
        do throws(RequestError) {
            try stubs.on(user, answer)
            #expect(category == nil)
        } catch {
            #expect(error.category == category)
            #expect(error.description.hasPrefix("GitHub.user: ") || category == .unstubbed)
            #expect(stubs.findings.isEmpty)
        }
    }

    @Test func aStaleFixtureSaysWhereItIsStale() {
        let error = #expect(throws: RequestError.self) { try stubs.on(user, .json(#"{"login": "a", "id": "1"}"#)) }
        #expect(error?.description.contains("id: expected") == true, "\(error?.description ?? "")")
    }

    @Test(
        arguments: [
            (.json(#"{"ok": true, "data": {"login": "a", "id": 1}}"#), nil), (.json(#"{"ok": true}"#), .empty),
            (.json(#"{"ok": false}"#), .rejected), (.json(User.octocat), .decoding),
        ] as [(StubAnswer, ErrorCategory?)])
    func anEnvelopeIsOpened(_ answer: StubAnswer, _ category: ErrorCategory?) {
        #expect(Result { try stubs.on(wrapped, answer) }.thrown.flatMap { $0 as? RequestError }?.category == category)
    }

    @Test func transformersCodersAndValidationAreTheTargets() async throws {
        let provider = Provider<Snake>(transport: stubs)
        let call = Call<Snake, Profile>(.user)
        try stubs.on(call, .json(#"{"first_name": "Pat\'s"}"#))
        #expect(try await provider.call(call).firstName == "Pat's")
        try stubs.on(call, returning: Profile(firstName: "Ada"))
        #expect(try await provider.call(call) == Profile(firstName: "Ada"))
        #expect(try await provider.request(.user, as: String.self) == #"{"first_name":"Ada"}"#)
        let typed = Call<Snake, Profile>(.typed)
        let error = #expect(throws: RequestError.self) { try stubs.on(typed, .text(#"{"first_name": "a"}"#)) }
        #expect(error?.category == .rejected)
    }

    @Test func aValueIsWhatTheCallReturns() async throws {
        try stubs.on(user, returning: .octocat, status: 201, headers: ["ETag": "1"])
        #expect(try await github.call(user) == .octocat)
        #expect(try await github.request(.user("octocat")).headers["ETag"] == "1")
        let text = Call<GitHub, String>(.zen)
        try stubs.on(text, returning: "Keep it logically awesome.")
        #expect(try await github.call(text) == "Keep it logically awesome.")
        let data = Call<GitHub, Data>(.zen)
        try stubs.on(data, returning: Data([0, 255]))
        #expect(try await github.call(data) == Data([0, 255]))
        let list = Call<GitHub, [User]>(.repositories(of: "a", page: 1))
        try stubs.on(list, returning: [.octocat])
        #expect(try await github.call(list) == [.octocat])
    }

    @Test func nilAndNothingAreEmptyBodies() async throws {
        let maybe = Call<GitHub, User?>(.user("a"))
        try stubs.on(maybe, returning: nil)
        #expect(try await github.call(maybe) == nil)
        try stubs.on(maybe, returning: .octocat)
        #expect(try await github.call(maybe) == .octocat)
        let word = Call<GitHub, String?>(.zen)
        try stubs.on(word, returning: "a")
        #expect(try await github.call(word) == "a")
        let nothing = Call<GitHub, Void>(.zen)
        try stubs.on(nothing, .status(204))
        try await github.call(nothing)
    }

    @Test func whatCannotBeEncodedOrReadBackOrSentIsSaidSo() {
        let number = Call<GitHub, Double>(.zen)
        #expect(throws: RequestError(.unstubbed(""))) { try stubs.on(number, returning: .nan) }
        let crooked = Call<GitHub, String>(.user("\n"))
        let error = #expect(throws: RequestError.self) { try stubs.on(crooked, returning: "a") }
        #expect(error?.category == .invalidRequest)
        #expect(throws: RequestError.self) { try stubs.on(wrapped, returning: .octocat) }
        #expect(throws: RequestError.self) {
            try stubs.on(user, .file(URL(fileURLWithPath: "/nowhere/\(canary).json")))
        }
        #expect(stubs.findings.isEmpty)
    }

    @Test func oneCallIsEnoughUnlessAnotherNumberIsAskedFor() async throws {
        try stubs.on(user, .json(User.octocat))
        try stubs.on(Call<GitHub, String>(.zen), returning: "Keep it simple.")
        #expect(throws: StubVerificationError.self) { try stubs.verify() }
        _ = try await github.call(user)
        _ = try await github.call(Call<GitHub, String>(.zen))
        try stubs.verify()
    }
}
