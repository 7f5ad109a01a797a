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
        stubs.on(star, returning: ())
        try await github.call(star)
        stubs.on(star, returning: (), status: 204, headers: ["X-Id": "1"])
        #expect(try await github.request(.zen).headers["X-Id"] == "1")
        #expect(stubs.requests.count == 2)
    }

    @Test func aValueAtAKeyPathNeedsItsWholeBody() async throws {
        let part = Call<GitHub, User?>(.user("octocat"), atKeyPath: "data")
        stubs.on(part, returning: .octocat)
        let error = await github.result(of: part).thrown?.requestError
        #expect(error?.category == .unstubbed && error?.reason.contains("whole body") == true)
        #expect(stubs.findings.count == 2 && stubs.findings[0].contains("whole body"))
        stubs.on(part, .json(#"{"data":{"login":"octocat","id":1}}"#))
        #expect(try await github.call(part) == .octocat)
    }

    @Test func aPayloadOfAnEnvelopeNeedsItsWholeBody() async throws {
        stubs.on(wrapped, returning: .octocat)
        let error = try #require(await github.result(of: wrapped).thrown?.requestError)
        #expect(error.category == .unstubbed)
        #expect(
            error.reason == "the stub for GitHub.user is unusable: its value is in an envelope; pass the whole body: "
                + "on(…, .json(…)) instead of returning:")
        #expect(stubs.findings.first?.contains("StubTransport+BoundCallsTests.swift") == true)
        stubs.on(wrapped, .json(#"{"ok": true, "data": {"login": "octocat", "id": 1}}"#))
        #expect(try await github.call(wrapped) == .octocat)
    }

    @Test(
        arguments: [
            (.json(User.octocat), nil), (.json(#"{"login": 7}"#), .decoding), (.json(""), .empty),
            (.json("{", status: 500), .status), (.json("{{").truncated(after: 1), .connectionLost),
            (.json("{{").announcing(contentLength: 2), .decoding),
            (.sequence([.json("{"), .json(User.octocat)]), .decoding), (.json(Double.nan), .unstubbed),
        ] as [(StubAnswer, ErrorCategory?)])
    func anAnswerThatDoesNotDecodeFailsItsCall(_ answer: StubAnswer, _ category: ErrorCategory?) async {
        stubs.on(user, answer)
        #expect(await github.result(of: user).thrown?.requestError.category == category)
    }

    @Test func theErrorOfAStaleFixtureNamesItsFileAndThePlace() async throws {
        let folder = try TemporaryFolder()
        try Data(#"{"login": "a", "id": "\(canary)"}"#.utf8)
            .write(to: folder.url.appendingPathComponent("GitHub.user.json"))
        let file = folder.url.appendingPathComponent("GitHub.user.json")
        for answer in [
            StubAnswer.fixture(in: folder.url), .file(file), .sequence([.fixture(in: folder.url)]),
            .file(file).dripping(1, every: .seconds(1)),
        ] {
            stubs.on(user, answer)
            let error = try #require(await github.result(of: user).thrown)
            #expect(error.requestError.category == .decoding)
            for text in ["\(error.requestError)", error.requestError.debugDescription] {
                #expect(
                    text.contains("id: expected") && text.contains("answered by the file GitHub.user.json"), "\(text)")
                #expect(!text.contains(canary) && !text.contains(folder.url.lastPathComponent))
            }
            stubs.on(GitHub.self) { _ in answer }
            let other = await github.result(.user("other"), as: User.self).thrown
            #expect(other.map { "\($0.requestError)".contains("file GitHub.user.json") } == true)
        }
    }

    @Test(
        arguments: [
            (.json(#"{"ok": true, "data": {"login": "a", "id": 1}}"#), nil), (.json(#"{"ok": true}"#), .empty),
            (.json(#"{"ok": false}"#), .rejected), (.json(User.octocat), .decoding),
        ] as [(StubAnswer, ErrorCategory?)])
    func anEnvelopeIsOpenedByTheCall(_ answer: StubAnswer, _ category: ErrorCategory?) async {
        stubs.on(wrapped, answer)
        #expect(await github.result(of: wrapped).thrown?.requestError.category == category)
    }

    @Test func transformersCodersAndValidationAreTheTargets() async throws {
        let provider = Provider<Snake>(transport: stubs)
        let call = Call<Snake, Profile>(.user)
        stubs.on(call, .json(#"{"first_name": "Pat\'s"}"#))
        #expect(try await provider.call(call).firstName == "Pat's")
        stubs.on(call, returning: Profile(firstName: "Ada"))
        #expect(try await provider.call(call) == Profile(firstName: "Ada"))
        #expect(try await provider.request(.user, as: String.self) == #"{"first_name":"Ada"}"#)
        let typed = Call<Snake, Profile>(.typed)
        stubs.on(typed, .text(#"{"first_name": "a"}"#))
        #expect(await provider.result(of: typed).thrown?.requestError.category == .rejected)
    }

    @Test func aValueIsWhatTheCallReturns() async throws {
        stubs.on(user, returning: .octocat, status: 201, headers: ["ETag": "1"])
        #expect(try await github.call(user) == .octocat)
        #expect(try await github.request(.user("octocat")).headers["ETag"] == "1")
        let text = Call<GitHub, String>(.zen)
        stubs.on(text, returning: "Keep it logically awesome.")
        #expect(try await github.call(text) == "Keep it logically awesome.")
        let data = Call<GitHub, Data>(.zen)
        stubs.on(data, returning: Data([0, 255]))
        #expect(try await github.call(data) == Data([0, 255]))
        let list = Call<GitHub, [User]>(.repositories(of: "a", page: 1))
        stubs.on(list, returning: [.octocat])
        #expect(try await github.call(list) == [.octocat])
    }

    @Test func nilAndNothingAreEmptyBodies() async throws {
        let maybe = Call<GitHub, User?>(.user("a"))
        stubs.on(maybe, returning: nil)
        #expect(try await github.call(maybe) == nil)
        stubs.on(maybe, returning: .octocat)
        #expect(try await github.call(maybe) == .octocat)
        let word = Call<GitHub, String?>(.zen)
        stubs.on(word, returning: "a")
        #expect(try await github.call(word) == "a")
        let nothing = Call<GitHub, Void>(.zen)
        stubs.on(nothing, .status(204))
        try await github.call(nothing)
    }

    @Test func aValueThatCannotBeEncodedOrSentFailsTheCallAndIsFound() async {
        let number = Call<GitHub, Double>(.zen)
        stubs.on(number, returning: .nan)
        let reason = await github.result(of: number).thrown?.requestError.reason
        #expect(reason == "the stub for GitHub.zen is unusable: a value cannot be encoded")
        let crooked = Call<GitHub, String>(.user("\n"))
        stubs.on(crooked, returning: "a")
        #expect(await github.result(of: crooked).thrown?.requestError.category == .invalidRequest)
        let findings = stubs.findings
        #expect(findings.count == 3 && findings[0].hasSuffix(") is unusable: a value cannot be encoded"), "\(findings)")
        #expect(findings.last == "request 1: \(reason ?? "")")
    }

    @Test func oneCallIsEnoughUnlessAnotherNumberIsAskedFor() async throws {
        stubs.on(user, .json(User.octocat))
        stubs.on(Call<GitHub, String>(.zen), returning: "Keep it simple.")
        #expect(throws: StubVerificationError.self) { try stubs.verify() }
        _ = try await github.call(user)
        _ = try await github.call(Call<GitHub, String>(.zen))
        try stubs.verify()
    }
}
