import Foundation
import Testing

@testable import Talyn

extension Call where Target == GitHub, Value: Decodable {
    fileprivate static func zen(as type: Value.Type) -> Self { Self(.zen) }
}

extension Call where Target == GitHub, Value == Void {
    fileprivate static var ping: Self { Self(.zen) }
}

extension Call where Target == GitHub, Value == String {
    fileprivate static var nickname: Self { Self(.zen, in: CallTests.Wrapped<String>.self) }
}

@Suite struct CallTests {
    struct Wrapped<Payload: Decodable & Sendable>: Envelope {
        let code: Int
        let data: Payload?
        var payload: Payload? { data }
        var rejection: Rejection? { code == 200 ? nil : Rejection(code: code) }
    }

    let stubs = StubTransport()
    var github: Provider<GitHub> { Provider(transport: stubs) }

    @Test func theValuesTypeIsTheCalls() async throws {
        stubs.on(.user("octocat"), .json(User.octocat))
        let user = try await github.call(.user("octocat"))
        #expect(user == .octocat)
        #expect(stubs.requests.map(\.url.absoluteString) == ["https://api.github.com/users/octocat"])
    }

    @Test func textAndBytesAreTakenAsTheyAre() async throws {
        stubs.on(GitHub.zen, .json(#""quoted""#))
        #expect(try await github.call(.zen(as: String.self)) == #""quoted""#)
        #expect(try await github.call(.zen(as: Data.self)) == Data(#""quoted""#.utf8))
    }

    @Test func aKeyPathLeadsToTheValue() async throws {
        stubs.on(Call<GitHub, User>(.zen, atKeyPath: "data.0"), .json(#"{"data":[{"login":"octocat","id":1}]}"#))
        #expect(try await github.call(Call<GitHub, User>(.zen, atKeyPath: "data.0")) == .octocat)
        #expect(try await github.call(Call<GitHub, User?>(.zen, atKeyPath: "data.1")) == nil)
        #expect(try await github.call(Call<GitHub, String>(.zen, atKeyPath: "data.0.login")) == "octocat")
        let failed = await github.result(of: Call<GitHub, User>(.zen, atKeyPath: "data.user"))
        #expect(failed.thrown?.requestError.category == .decoding)
    }

    @Test func theResponseComesWithTheValue() async throws {
        stubs.on(GitHub.user("octocat"), .json(User.octocat, headers: ["ETag": "\"1\""]))
        let (user, response) = try await github.call(.withResponse(.user("octocat")))
        #expect(user == .octocat && response.statusCode == 200 && response.headers["ETag"] == "\"1\"")
        let result = await github.result(of: .withResponse(Call(.user("octocat"), as: User.self)))
        #expect(try result.get().value == .octocat)
        stubs.on(GitHub.zen, .json(#"{"code":200,"data":"ada"}"#))
        #expect(try await github.call(.withResponse(.nickname)).value == "ada")
        let text = try await github.call(.withResponse(Call(.zen, as: String.self, atKeyPath: "data")))
        #expect(text.value == "ada" && text.response.statusCode == 200)
        let nothing: (value: Void, response: Response) = try await github.call(.withResponse(.ping))
        #expect(nothing.response.statusCode == 200)
        let started: Result<(value: User, response: Response), MyAPIError> = await withCheckedContinuation { done in
            github.start(of: .withResponse(.user("octocat")), on: DispatchQueue(label: "a")) {
                done.resume(returning: $0)
            }
        }
        #expect(try started.get().response.headers["ETag"] == "\"1\"")
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let (loaded, head) = try await github.call(.withResponse(Call(.zen, downloadingTo: .file(file))))
        #expect(loaded.url == file && head.statusCode == 200)
        try FileManager.default.removeItem(at: file)
        stubs.on(GitHub.zen, .redirect(to: "/users/octocat", status: 302))
        let moved = try await github.call(.withResponse(Call(.zen, as: User.self)))
        #expect(moved.value == .octocat && moved.response.url.path == "/users/octocat")
    }

    @Test func aValueThatDoesNotDecodeFailsTheCallThatWantsItsResponse() async {
        stubs.on(GitHub.zen, .json(#"{"login":1}"#))
        let error = await github.result(of: .withResponse(Call(.zen, as: User.self))).thrown
        guard case .decoding(let raw)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(raw.response?.statusCode == 200)
    }

    @Test func anOptionalIsNilWithoutABody() async throws {
        stubs.on(GitHub.zen, .sequence([.status(204), .json(User.octocat)]))
        #expect(try await github.call(.zen(as: User?.self)) == nil)
        #expect(try await github.call(.zen(as: User?.self)) == .octocat)
    }

    @Test func aResultMayHaveNoValue() async {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .sequence([.text("no JSON"), .status(204), .status(500)]))
        let github = Provider<GitHub>(transport: stubs)
        for status in [nil, nil, 500] {
            let result = await github.result(.zen, as: Void.self)
            #expect(result.thrown?.statusCode == status)
        }
    }

    @Test func aVoidCallReadsNoBody() async throws {
        stubs.on(GitHub.zen, .sequence([.text("not json"), .status(204), .status(500)]))
        try await github.call(.ping)
        try await github.call(.ping)
        await #expect(throws: MyAPIError.self) { try await github.call(.ping) }
    }

    @Test func anEnvelopeGivesItsPayloadOrItsNo() async {
        stubs.on(
            GitHub.zen,
            .sequence([
                .json(#"{"code": 200, "data": "octo"}"#), .json(#"{"code": 409}"#),
                .json(#"{"code": 200, "data": null}"#),
            ]))
        #expect(await github.result(of: .nickname) == .success("octo"))
        let no = RequestError(.rejected(Rejection(code: 409)), response: .make())
        #expect(await github.result(of: .nickname) == .failure(.restError(no, statusCode: 200, errorCode: "409")))
        #expect(await github.result(of: .nickname) == .failure(.empty()))
    }

    @Test func aBodyThatIsNotTheValueFailsAsDecoding() async {
        stubs.on(.user("octocat"), .json(#"{"login": 7}"#))
        let result: Result<User, MyAPIError> = await github.result(of: .user("octocat"))
        #expect(result.thrown?.requestError.category == .decoding)
    }

    // MARK: A closure

    private enum Answer: Equatable {
        case user(User)
        case text(String)
    }

    /// A call of an answer whose type depends on the status code.
    private static func answer() -> Call<GitHub, Answer> {
        Call(.user("octocat")) { response in
            switch response.statusCode {
            case 202: .text(try response.string())
            default: .user(try response.decode(User.self))
            }
        }
    }

    @Test func aClosureMakesTheValue() async throws {
        stubs.on(.user("octocat"), .sequence([.json(User.octocat), .text("later", status: 202)]))
        #expect(try await github.call(Self.answer()) == .user(.octocat))
        #expect(try await github.call(Self.answer()) == .text("later"))
        #expect("\(Self.answer())" == "Call(GitHub.user → Answer)")
    }

    @Test func aCallWithAClosureIsMadeInEveryWay() async throws {
        stubs.on(.user("octocat"), .text("later", status: 202))
        #expect(await github.result(of: Self.answer()) == .success(.text("later")))
        let started: Result<Answer, MyAPIError> = await withCheckedContinuation { done in
            github.start(of: Self.answer(), on: DispatchQueue(label: "a")) { done.resume(returning: $0) }
        }
        #expect(started == .success(.text("later")))
        #expect(try await Transfer(of: Self.answer(), by: github).value == .text("later"))
        let (value, response) = try await github.call(.withResponse(Self.answer()))
        #expect(value == .text("later") && response.statusCode == 202)
        let typed = Call<GitHub, Int>(.user("octocat")) { response throws(RequestError) in response.data.count }
        #expect(try await github.call(typed) == 5)
    }

    @Test func aClosureDoesNotSeeARefusedResponse() async {
        stubs.on(.user("octocat"), .status(404))
        let result = await github.result(of: Self.answer())
        #expect(result.thrown?.requestError == RequestError(.status(404), response: .make(404)))
    }

    @Test func anErrorOfAClosureIsADecodingFailureUnlessItIsARequestError() async throws {
        struct Foreign: Error { let text = "hunter2" }
        stubs.on(.user("octocat"), .json(#"{"login":"hunter2"}"#))
        func thrown(_ error: any Error) async -> RequestError? {
            let result = await github.result(of: Call<GitHub, Int>(.user("octocat")) { _ in throw error })
            return result.thrown?.requestError
        }
        let foreign = try #require(await thrown(Foreign()))
        guard case .decoding(let failure) = foreign.kind else {
            return #expect(Bool(false), "\(foreign)")
        }
        #expect(failure.reason == "decoding threw an error of the type Foreign")
        #expect(foreign.response?.statusCode == 200 && foreign.operation == "GitHub.user")
        #expect(!"\(foreign) \(String(reflecting: foreign))".contains("hunter2"))
        let named = try #require(await thrown(DecodingFailure(reason: "no date", path: "a")))
        #expect("\(named)".contains("a: no date"))
        let rejected = RequestError(.rejected(Rejection(code: 7)), response: .make())
        #expect(await thrown(rejected) == rejected)
        #expect(await thrown(CancellationError())?.category == .decoding)
        #expect(await thrown(URLError(.timedOut))?.category == .decoding)
        stubs.on(.user("octocat"), .text("{"))
        let json = await github.result(
            of: Call<GitHub, Bool>(.user("octocat")) { try JSONSerialization.jsonObject(with: $0.data) is [Any] })
        #expect(json.thrown?.requestError.category == .decoding)
        #expect(await github.result(of: Self.answer()).thrown?.requestError.category == .decoding)
    }

    @Test func descriptionsShowOperationAndValueType() {
        let call = Call.user("octocat")
        #expect("\(call)" == "Call(GitHub.user → User)")
        #expect(String(reflecting: call) == "Call(GitHub.user → User)")
        #expect(Mirror(reflecting: call).children.map { "\($0.value)" } == ["GitHub.user"])
    }
}
