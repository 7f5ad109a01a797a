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

    @Test func descriptionsShowOperationAndValueType() {
        let call = Call.user("octocat")
        #expect("\(call)" == "Call(GitHub.user → User)")
        #expect(String(reflecting: call) == "Call(GitHub.user → User)")
        #expect(Mirror(reflecting: call).children.map { "\($0.value)" } == ["GitHub.user"])
    }
}
