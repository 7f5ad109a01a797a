import Foundation
import Testing

@testable import Talyn

/// A sign-up screen checks whether a nickname is available: repository, use case and screen, and one request for both
/// results.
struct NicknameStoryTests {
    // MARK: The API, as its app would write it

    private struct NicknameDTO: Codable, Sendable { var nickname: String }
    private struct Token: Codable, Sendable, Equatable { var value: String }

    private struct ResponseDTO<Payload: Codable & Sendable>: Envelope, Codable {
        var isSuccess: Bool
        var code: String
        var message: String
        var data: Payload?
        var payload: Payload? { data }
        var rejection: Rejection? { isSuccess ? nil : Rejection(code: code, message: message) }
    }

    /// The same envelope for a response without a payload.
    private struct Acknowledgement: Envelope {
        var isSuccess: Bool
        var code: String
        var message: String
        var payload: Void? { () }
        var rejection: Rejection? { isSuccess ? nil : Rejection(code: code, message: message) }
    }

    fileprivate enum NicknameError: Error, Equatable {
        case rejected(code: String?, message: String?)
        case unknown(ErrorCategory)
        case cancelled
    }

    private enum Account: RoutedTarget {
        case isValidNickname(NicknameDTO)
        case refreshToken

        static let catchChain = CatchChain(cancelled: NicknameError.cancelled, otherwise: { .unknown($0.category) })
            .catch { rejection, _ in .rejected(code: rejection.code, message: rejection.message) }

        var baseURL: URL { Self.host }
        static let host = URL(string: "https://account.example.com")!

        var route: Route {
            switch self {
            case .isValidNickname(let dto): .post("nickname").json(dto)
            case .refreshToken: .post("token")
            }
        }

        /// The types of the responses, declared beside the endpoints.
        static func checking(_ nickname: String) -> Call<Account, Void> {
            Call(.isValidNickname(NicknameDTO(nickname: nickname)), in: Acknowledgement.self)
        }
        static let token = Call<Account, Token>(.refreshToken, in: ResponseDTO<Token>.self)
    }

    // MARK: The layers above

    fileprivate protocol NicknameRepository: Sendable {
        func check(_ nickname: String) async -> Result<Void, NicknameError>
    }

    private struct RemoteNicknames: NicknameRepository {
        let provider: Provider<Account>
        func check(_ nickname: String) async -> Result<Void, NicknameError> {
            await provider.result(of: Account.checking(nickname))
        }
    }

    private struct TakenNicknames: NicknameRepository {
        func check(_ nickname: String) async -> Result<Void, NicknameError> {
            .failure(.rejected(code: "N409", message: "taken"))
        }
    }

    private enum TextFieldStatus: Equatable {
        case readyToRequest
        case validNickname
        case duplicationNickname(message: String?)
        case unknownError(NicknameError)

        static func of(_ nickname: String, in repository: any NicknameRepository) async -> TextFieldStatus {
            switch await repository.check(nickname) {
            case .success: .validNickname
            case .failure(.rejected(code: "N409", let message)): .duplicationNickname(message: message)
            case .failure(let error): .unknownError(error)
            }
        }
    }

    private let stubs = StubTransport()
    private var provider: Provider<Account> { Provider(transport: stubs) }

    private func status(_ answer: StubAnswer) async -> TextFieldStatus {
        stubs.on(Account.checking("ada").target, answer)
        return await .of("ada", in: RemoteNicknames(provider: provider))
    }

    private static let yes = StubAnswer.json(#"{"isSuccess":true,"code":"OK","message":"free"}"#)
    private static let no = StubAnswer.json(#"{"isSuccess":false,"code":"N409","message":"taken"}"#)

    // MARK: The story

    @Test func aFreeNicknameIsValid() async {
        #expect(await status(Self.yes) == .validNickname)
        #expect(stubs.requests.map(\.body) == [.data(Data(#"{"nickname":"ada"}"#.utf8))])
    }

    @Test func aTakenNicknameIsADuplicateWithTheServersWords() async {
        #expect(await status(Self.no) == .duplicationNickname(message: "taken"))
    }

    @Test(
        arguments: [
            (
                .json(#"{"isSuccess":false,"code":"N500","message":"later"}"#),
                .rejected(code: "N500", message: "later")
            ),
            (.status(409), .unknown(.status)), (.status(401), .unknown(.status)),
            (.json("{"), .unknown(.decoding)),
            (.failure(.notConnectedToInternet), .unknown(.offline)), (.failure(.timedOut), .unknown(.timeout)),
            (.status(200), .unknown(.empty)),
        ] as [(StubAnswer, NicknameError)])
    private func otherFaultsStayApart(answer: StubAnswer, error: NicknameError) async {
        #expect(await status(answer) == .unknownError(error))
    }

    @Test func theScreenIsReadyUntilItAsks() async {
        let trace = Trace()
        stubs.on(Account.checking("ada").target, Self.yes)
        var screen = TextFieldStatus.readyToRequest {
            didSet { trace.write("\(oldValue) → \(screen)") }
        }
        #expect(stubs.requests.isEmpty)
        screen = await .of("ada", in: RemoteNicknames(provider: provider))
        #expect(trace.lines == ["readyToRequest → validNickname"])
    }

    @Test(arguments: [(yes, nil), (no, .rejected(code: "N409", message: "taken"))] as [(StubAnswer, NicknameError?)])
    private func oneRequestServesBothBranches(answer: StubAnswer, error: NicknameError?) async {
        stubs.on(Account.checking("ada").target, answer)
        let repository = RemoteNicknames(provider: provider)
        let request = Task { await repository.check("ada") }
        async let first = request.value
        async let second = request.value
        let isFree = if case .success = await first { true } else { false }
        let failure = if case .failure(let error) = await second { error } else { NicknameError?.none }
        #expect(isFree == (error == nil))
        #expect(failure == error)
        #expect(stubs.requests.count == 1)
    }

    @Test func theRepositoryHidesBehindAProtocol() async {
        #expect(await TextFieldStatus.of("ada", in: TakenNicknames()) == .duplicationNickname(message: "taken"))
    }

    @Test func anEndpointIsBoundToWhatItAnswersWith() async throws {
        stubs.on(Account.token, .json(#"{"isSuccess":true,"code":"OK","message":"","data":{"value":"t"}}"#))
        let token = try await provider.call(Account.token)
        #expect(token == Token(value: "t"))
        #expect("\(Account.token)" == "Call(Account.refreshToken → Token)")
    }

    @Test func aYesThatLacksItsDataIsNotASuccess() async {
        stubs.on(Account.token.target, Self.yes)
        #expect(await provider.result(of: Account.token) == .failure(.unknown(.empty)))
    }

    @Test func theEnvelopesNoIsAnErrorOnlyWhereItIsAskedFor() async {
        stubs.on(Account.token.target, Self.no)
        let asData = await provider.result(.refreshToken, as: ResponseDTO<Token>.self)
        #expect(asData.map(\.isSuccess) == .success(false))
        #expect(await provider.result(of: Account.token) == .failure(.rejected(code: "N409", message: "taken")))
    }

    // MARK: The logging provider

    @Test func theLoggingProviderIsAProviderOfTheSameType() {
        let logging: Provider<Account> = provider.log
        #expect(logging.engine.plugins.last is LoggerPlugin)
        #expect(provider.engine.plugins.isEmpty)
    }

    @Test func aPluginIsAddedForOneCallAndTheProviderStaysAsItWas() async {
        stubs.on(Account.checking("ada").target, Self.yes)
        let trace = Trace()
        let provider = provider
        _ = await provider.adding(.logger { trace.write($0) }).result(of: Account.checking("ada"))
        _ = await provider.result(of: Account.checking("ada"))
        #expect(trace.lines.map { String($0.prefix(7)) } == ["REQUEST", "SUCCESS"])
    }
}
