import Foundation
import Testing

@testable import Talyn

/// A list screen: the app's own error type, a business code in the body, and an empty list that is not a failure.
struct ModelListStoryTests {
    // MARK: The API, as its app would write it

    private struct Model: Codable, Sendable, Equatable {
        var name: String
        var number: Int
    }

    private struct ModelList: Envelope, Codable {
        var list: [Model]
        var code: Int
        var message: String?
        var payload: [Model]? { list }
        var rejection: Rejection? { code == 200 ? nil : Rejection(code: code, message: message) }
    }

    private enum ApiError: Error, Equatable {
        case badUrl
        case invalidResponse
        case failed(Int, body: String)
        case refused(code: String?, message: String?)
        case invalidData
        case transport(Int)
        case cancelled
        case other
    }

    private enum Models: RoutedTarget {
        case list
        case named(String)

        static let catchChain = CatchChain(cancelled: ApiError.cancelled, otherwise: { _ in .other })
            .catch(category: .invalidRequest) { _ in .badUrl }
            .catch(category: .badResponse) { _ in .invalidResponse }
            .catch { error in
                guard case .status(let status) = error.kind else { return nil }
                return .failed(status, body: (try? error.response?.string()) ?? "")
            }
            .catch { rejection, _ in .refused(code: rejection.code, message: rejection.message) }
            .catch(category: .empty, .decoding) { _ in .invalidData }
            .catch { error in error.urlError.map { .transport($0.code.rawValue) } }

        var baseURL: URL { Self.host }
        static let host = URL(string: "https://models.example.com")!

        var route: Route {
            switch self {
            case .list: .get("models")
            case .named(let name): .get("models/\(name)")
            }
        }
    }

    private let stubs = StubTransport()
    private let trace = Trace()
    private var provider: Provider<Models> {
        Provider(transport: stubs, plugins: [.logger { [trace] in trace.write($0) }], clock: TestClock())
    }

    private func list(_ answer: StubAnswer) async -> Swift.Result<[Model], ApiError> {
        stubs.on(Models.list, answer)
        return await provider.result(of: Call(.list, in: ModelList.self))
    }

    private static let one = #"{"list":[{"name":"a","number":1}],"code":200}"#

    // MARK: The taxonomy

    @Test func aGoodAnswerIsItsList() async {
        #expect(await list(.json(Self.one)) == .success([Model(name: "a", number: 1)]))
    }

    @Test(
        arguments: [
            (.failure(.cannotParseResponse), .invalidResponse), (.failure(.badServerResponse), .invalidResponse),
            (.failure(.notConnectedToInternet), .transport(-1009)), (.failure(.timedOut), .transport(-1001)),
            (.text("gone", status: 404), .failed(404, body: "gone")), (.status(500), .failed(500, body: "")),
            (.status(304), .failed(304, body: "")), (.status(200), .invalidData), (.json("<html>"), .invalidData),
            (.json(#"{"list":[]}"#), .invalidData),
            (
                .json(#"{"list":[],"code":401,"message":"sign in"}"#),
                .refused(code: "401", message: "sign in")
            ),
        ] as [(StubAnswer, ApiError)])
    private func everyFaultHasItsCase(answer: StubAnswer, error: ApiError) async {
        #expect(await list(answer) == .failure(error))
    }

    @Test func anAddressThatCannotBeMadeIsABadURLAndNoTrap() async {
        #expect(await provider.result(.named("..")) == .failure(.badUrl))
        #expect(await provider.result(.named("")) == .failure(.badUrl))
        #expect(stubs.requests.isEmpty)
    }

    @Test func theStatusIsLookedAtBeforeTheBusinessCode() async {
        let answer = StubAnswer.json(#"{"list":[],"code":401}"#, status: 503)
        #expect(await list(answer) == .failure(.failed(503, body: #"{"list":[],"code":401}"#)))
    }

    @Test func theBusinessCodeCountsAlthoughTheStatusIsFine() async {
        let body = #"{"list":[{"name":"a","number":1}],"code":500}"#
        #expect(await list(.json(body)) == .failure(.refused(code: "500", message: nil)))
    }

    @Test func theCallerCatchesExactlyItsOwnError() async {
        stubs.on(Models.list, .status(503))
        var shown = ""
        do throws(ApiError) { _ = try await provider.request(.list) } catch {
            switch error {
            case .failed(let status, _): shown = "status \(status)"
            case .badUrl, .invalidResponse, .refused, .invalidData, .transport, .cancelled, .other: shown = "else"
            }
        }
        #expect(shown == "status 503")
    }

    // MARK: The view

    /// A list that is always visible, with an alert for failures.
    @MainActor private final class Screen {
        private(set) var list: [Model] = []
        private(set) var alert: ApiError?

        func load(from provider: Provider<Models>) async {
            let result = await provider.result(of: Call(.list, in: ModelList.self))
            list = (try? result.get()) ?? []
            alert = if case .failure(let error) = result { error } else { nil }
        }
    }

    @Test @MainActor func theScreenFallsBackOnAnEmptyListAndKnowsWhy() async {
        let screen = Screen()
        stubs.on(Models.list, .json(Self.one))
        await screen.load(from: provider)
        #expect(screen.list == [Model(name: "a", number: 1)])
        #expect(screen.alert == nil)
        stubs.on(Models.list, .failure(.timedOut))
        await screen.load(from: provider)
        #expect(screen.list == [])
        #expect(screen.alert == .transport(-1001))
    }

    @Test func anEmptyListIsNotAFailure() async {
        let empty = await list(.json(#"{"list":[],"code":200}"#))
        #expect(empty == .success([]))
        for answer in [StubAnswer.json(#"{"list":[],"code":500}"#), .json("{"), .failure(.timedOut)] {
            #expect(await list(answer) != empty)
        }
    }

    // MARK: The three forms of an answer

    @Test func theResponseHasHeadAndBodyTogether() async throws {
        stubs.on(Models.list, .json(Self.one, headers: ["ETag": "x"]))
        let response = try await provider.request(.list)
        #expect(response.httpURLResponse?.statusCode == 200)
        #expect(response.headers["etag"] == "x")
        #expect(response.data == Data(Self.one.utf8))
    }

    @Test func dataComesForASuccessAndTheErrorKeepsTheBodyOtherwise() async throws {
        stubs.on(Models.list, .json(Self.one))
        #expect(try await provider.request(.list, as: Data.self) == Data(Self.one.utf8))
        stubs.on(Models.list, .text("why", status: 400))
        await #expect(throws: ApiError.failed(400, body: "why")) { try await provider.request(.list, as: Data.self) }
    }

    @Test func jsonOfAnyShapeIsAValueAndNotAnAny() async throws {
        stubs.on(Models.list, .json(Self.one))
        let json = try await provider.request(.list, as: JSONValue.self)
        #expect(json.value(atKeyPath: "list.0.name") == "a")
        stubs.on(Models.list, .text("<html>"))
        await #expect(throws: ApiError.invalidData) { try await provider.request(.list, as: JSONValue.self) }
    }

    @Test func stepsComposeAsOverAnyResult() async {
        let names = await list(.json(Self.one)).map { $0.map(\.name) }.mapError { _ in CancellationError() }
        #expect((try? names.get()) == ["a"])
    }

    // MARK: The log

    @Test(
        arguments: [
            (.json(one), "SUCCESS", "Models.list: 200, 45 bytes in 12 ms"),
            (.status(404), "FAILURE", "Models.list: status 404 in 12 ms"),
            (.failure(.networkConnectionLost), "FAILURE", "Models.list: connectionLost, URLError -1005: "),
        ] as [(StubAnswer, String, String)])
    func theLogTellsOutcomeAndTime(answer: StubAnswer, word: String, text: String) async {
        _ = await list(answer.delayed(by: .milliseconds(12)))
        #expect(trace.lines.count == 2)
        #expect(trace.lines.last?.hasPrefix(word) == true)
        #expect(trace.lines.last?.contains(text) == true, "\(trace.lines)")
        #expect(trace.lines.last?.contains(" in 12 ms") == true)
    }

    @Test func aCancelledCallIsLoggedAsCancelled() async {
        let clock = TestClock(isManual: true)
        stubs.on(Models.list, .json(Self.one).delayed(by: .seconds(1)))
        let provider = Provider<Models>(
            transport: stubs, plugins: [.logger { [trace] in trace.write($0) }], clock: clock)
        let task = Task { await provider.result(.list) }
        await clock.waitForSleepers()
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        #expect(trace.lines.last?.contains("Models.list: cancelled in ") == true)
    }
}
