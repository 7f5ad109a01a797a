import Foundation
import Testing

@testable import Talyn

struct NetworkResultTests {
    private struct Message: Codable, Sendable, Equatable { var text: String }
    private typealias Outcome = NetworkResult<User?, Message?>

    private func outcome(_ answer: StubAnswer) async -> Outcome {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, answer)
        return await Provider<GitHub>(transport: stubs).networkResult(.zen, as: User?.self, rejection: Message.self)
    }

    // MARK: From a call

    @Test(arguments: [200, 201, 202, 203, 204, 206, 299])
    func everyAnswerIsASuccess(status: Int) async {
        #expect(await outcome(.status(status)) == .success(nil))
        let value: User? = status == 204 ? nil : .octocat
        #expect(await outcome(.json(User.octocat, status: status)) == .success(value))
    }

    @Test(arguments: [400, 401, 404, 409, 422, 499])
    func everyRefusalIsARequestErrorWithWhatTheServerSaid(status: Int) async {
        #expect(await outcome(.json(#"{"text":"no"}"#, status: status)) == .requestErr(Message(text: "no")))
        #expect(await outcome(.text("<html>", status: status)) == .requestErr(nil))
        #expect(await outcome(.status(status)) == .requestErr(nil))
    }

    @Test(arguments: [500, 501, 502, 503, 504, 599])
    func everyFaultOfTheServerIsAServerErrorWhateverItsBody(status: Int) async {
        #expect(await outcome(.status(status)) == .serverErr)
        #expect(await outcome(.text("<html>Bad Gateway</html>", status: status)) == .serverErr)
        #expect(await outcome(.json(User.octocat, status: status)) == .serverErr)
    }

    @Test(arguments: [100, 300, 304, 600, 999])
    func aStatusThatIsNoneOfTheseIsANetworkFailure(status: Int) async {
        #expect(await outcome(.status(status)) == .networkFail)
    }

    @Test(arguments: ["<html>", #"{"login":1,"id":1}"#, "[]", #"{"login":"octocat""#])
    func anAnswerOfAnotherTypeIsAPathError(body: String) async {
        #expect(await outcome(.json(body)) == .pathErr)
    }

    @Test func aMissingBodyWhereOneIsNeededIsAPathError() async {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .status(200))
        let result = await Provider<GitHub>(transport: stubs).networkResult(
            .zen, as: User.self, rejection: Message.self)
        #expect(result == .pathErr)
    }

    @Test(arguments: URLErrorTable.codes)
    func noAnswerIsANetworkFailure(number: Int) async throws {
        #expect(
            await outcome(.failure(try #require(URLError.Code(rawValue: number) as URLError.Code?))) == .networkFail)
    }

    @Test func aCancelledCallIsANetworkFailure() async {
        let clock = TestClock(isManual: true)
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .status(200).delayed(by: .seconds(1)))
        let provider = Provider<GitHub>(transport: stubs, clock: clock)
        let task = Task { await provider.networkResult(.zen, as: User?.self, rejection: Message.self) }
        await clock.waitForSleepers()
        task.cancel()
        #expect(await task.value == .networkFail)
    }

    @Test func aRequestThatCannotBeBuiltIsAPathError() async {
        let result = await Provider<GitHub>(transport: StubTransport()).networkResult(
            .user(".."), as: User.self, rejection: Message.self)
        #expect(result == .pathErr)
    }

    @Test func anEnvelopesNoIsARequestError() {
        let error = RequestError(.rejected(Rejection(code: "7", message: "no")))
        let result = NetworkResult<Int, String?>(error) { error in
            if case .rejected(let rejection) = error.kind { rejection.message } else { nil }
        }
        #expect(result == .requestErr("no"))
    }

    @Test func theRejectionIsReadOnlyWhereThereIsOne() {
        let trace = Trace()
        for kind in [RequestError.Kind.status(500), .cancelled, .empty, .status(400)] {
            _ = NetworkResult<Int, Int>(RequestError(kind)) { error in
                trace.write("\(error)")
                return 0
            }
        }
        #expect(trace.lines == ["status 400"])
    }

    // MARK: Handling

    private static let failures: [NetworkResult<Int, String>] = [.requestErr("no"), .pathErr, .serverErr, .networkFail]

    @Test(arguments: failures)
    func theFourFailuresAreHandledAsOne(failure: NetworkResult<Int, String>) {
        #expect(failure.isFailure)
        #expect(failure.value == nil)
        #expect(failure.fold(success: { "\($0)" }, failure: { $0 == failure ? "failed" : "changed" }) == "failed")
    }

    @Test func aSuccessIsItsValue() {
        let success = NetworkResult<Int, String>.success(1)
        #expect(!success.isFailure)
        #expect(success.value == 1)
        #expect(success.fold(success: { "\($0)" }, failure: { _ in "failed" }) == "1")
    }

    @Test func mapChangesTheValueAndLeavesFailures() {
        #expect(NetworkResult<Int, String>.success(1).map { "\($0 + 1)" } == .success("2"))
        let mapped = Self.failures.map { $0.map { "\($0)" } }
        #expect(mapped == [.requestErr("no"), .pathErr, .serverErr, .networkFail])
    }

    @Test func aSuccessWithoutAValueIsStillASuccess() async {
        #expect(await outcome(.status(204)).isFailure == false)
    }
}
