import Foundation
import Testing

@testable import Talyn

/// A matching service: errors of one type, some with a payload, that all reach the screen.
struct MatchMakerStoryTests {
    // MARK: The API, as its app would write it

    private enum MatchError: Error, Equatable {
        case offline
        case signedOut
        case duplicated(userIDs: [Int])
        case server(status: Int)
        case badAnswer
        case path(ErrorCategory)
        case cancelled

        /// The screen's message, which contains the reason.
        var message: String {
            switch self {
            case .offline: "No connection"
            case .signedOut: "Please sign in"
            case .duplicated(let ids): "Already matched: \(ids.map(String.init).joined(separator: ", "))"
            case .server, .badAnswer, .path: "Please try again"
            case .cancelled: ""
            }
        }
    }

    private struct Duplicated: Codable, Sendable { var userID: [Int] }
    private struct Match: Codable, Sendable, Equatable { var id: Int }
    private struct Start: Codable, Sendable { var users: [Int] }

    private struct ResponseObject<Payload: Codable & Sendable>: Envelope, Codable {
        var data: Payload?
        var payload: Payload? { data }
        var rejection: Rejection? { nil }
    }

    private enum MatchAPI: RoutedTarget {
        case start([Int])
        case user(Int)

        static let catchChain = CatchChain(cancelled: MatchError.cancelled, otherwise: { .path($0.category) })
            .catch(category: .offline, .connectionLost) { _ in .offline }
            .catch(status: 401) { _ in .signedOut }
            .catch(status: 409, as: Duplicated.self) { body, _ in .duplicated(userIDs: body.userID) }
            .catch(status: 500...599) { .server(status: $0.statusCode ?? 0) }
            .catch(category: .decoding, .empty) { _ in .badAnswer }

        var baseURL: URL { Self.host }
        static let host = URL(string: "https://match.example.com")!

        var route: Route {
            switch self {
            case .start(let users): .post("matches").json(Start(users: users))
            case .user(let id): .get("users/\(id)")
            }
        }
    }

    private let stubs = StubTransport()
    private let start = Call<MatchAPI, Match>(.start([1, 2]), in: ResponseObject<Match>.self)
    private var provider: Provider<MatchAPI> { Provider(transport: stubs) }

    private func outcome(_ answer: StubAnswer) async -> Result<Match, MatchError> {
        stubs.on(start.target, answer)
        return await provider.result(of: start)
    }

    // MARK: The mapping

    @Test(arguments: [200, 201])
    func aMatchIsTakenOutOfItsEnvelope(status: Int) async {
        #expect(await outcome(.json(#"{"data":{"id":7}}"#, status: status)) == .success(Match(id: 7)))
    }

    @Test(
        arguments: [
            (.status(401), .signedOut), (.json(#"{"userID":[3,4]}"#, status: 409), .duplicated(userIDs: [3, 4])),
            (.json(#"{"why":"?"}"#, status: 409), .path(.status)), (.status(404), .path(.status)),
            (.status(500), .server(status: 500)), (.status(503), .server(status: 503)),
            (.failure(.notConnectedToInternet), .offline), (.failure(.networkConnectionLost), .offline),
            (.failure(.timedOut), .path(.timeout)), (.json("{"), .badAnswer),
            (.json(#"{"data":null}"#), .badAnswer),
            (.status(204), .badAnswer),
        ] as [(StubAnswer, MatchError)])
    private func everyFaultIsAMatchError(answer: StubAnswer, error: MatchError) async {
        #expect(await outcome(answer) == .failure(error))
    }

    @Test func thePayloadTellsTwoErrorsOfOneCaseApart() async {
        let first = await outcome(.json(#"{"userID":[1]}"#, status: 409))
        let second = await outcome(.json(#"{"userID":[2]}"#, status: 409))
        #expect(first != second)
        #expect(await outcome(.json(#"{"userID":[1],"at":"now"}"#, status: 409)) == first)
    }

    @Test func anAnswerThatMayBeMissingIsAskedForAsAnOptional() async {
        stubs.on(MatchAPI.user(1), .status(204))
        #expect(await provider.result(.user(1), as: Match?.self) == .success(nil))
    }

    // MARK: The use case

    /// Switches over the cases. The compiler knows the type, so no cast can drop an error.
    private func screen(_ answer: StubAnswer) async -> (duplicated: [Int], alert: String) {
        stubs.on(start.target, answer)
        do throws(MatchError) {
            _ = try await provider.call(start)
            return ([], "")
        } catch {
            guard case .duplicated(let ids) = error else { return ([], error.message) }
            return (ids, "")
        }
    }

    @Test func duplicatedUsersGoTheirOwnWay() async {
        let screen = await screen(.json(#"{"userID":[3,4]}"#, status: 409))
        #expect(screen.duplicated == [3, 4])
        #expect(screen.alert == "")
    }

    @Test(
        arguments: [
            (.failure(.notConnectedToInternet), "No connection"), (.status(401), "Please sign in"),
            (.failure(.timedOut), "Please try again"), (.json("<html>"), "Please try again"),
        ] as [(StubAnswer, String)])
    func everyOtherErrorReachesTheAlertWithItsReason(answer: StubAnswer, alert: String) async {
        #expect(await screen(answer).alert == alert)
    }

    @Test func dumpingTheRawErrorShowsNoBody() async throws {
        stubs.on(RawAPI.items, .json(#"{"userID":[31337]}"#, status: 409))
        guard case .failure(let error) = await provider.for(RawAPI.self).result(.items) else {
            return #expect(Bool(false), "409 is no answer")
        }
        #expect(!printedText(of: error).contains("31337"))
        #expect(printedText(of: error).contains("status 409"))
    }

    // MARK: Cancelling

    @Test func cancellingTheOuterTaskCancelsTheTransfer() async {
        let clock = TestClock(isManual: true)
        let trace = Trace()
        let transport = AnswerTransport { endpoint, context in
            do { try await context.clock.sleep(for: .seconds(60)) } catch {
                trace.write("transfer cancelled")
                throw error
            }
            return Response(statusCode: 200, endpoint: endpoint)
        }
        let outcomes = OutcomeRecorder()
        let provider = Provider<MatchAPI>(transport: transport, plugins: [outcomes], clock: clock)
        let outer = Task {
            await withTaskGroup(of: Result<Response, MatchError>.self) { group in
                group.addTask { await provider.result(.user(1)) }
                return await group.next()
            }
        }
        await clock.waitForSleepers()
        outer.cancel()
        #expect(await outer.value == .failure(.cancelled))
        #expect(trace.lines == ["transfer cancelled"])
        #expect(outcomes.errors == [RequestError(.cancelled)])
    }

    @Test func aTaskThatWasCancelledBeforeSendsNothing() async {
        stubs.on(MatchAPI.user(1), .status(200))
        let provider = provider
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await provider.result(.user(1))
        }
        #expect(await task.value == .failure(.cancelled))
        #expect(stubs.requests.isEmpty)
    }

    @Test func nothingOfTheProviderOutlivesItsLastCall() async {
        stubs.on(MatchAPI.user(1), .status(200))
        weak var engine: Engine?
        do {
            let provider = provider
            engine = provider.engine
            _ = await provider.result(.user(1))
            #expect(engine != nil)
        }
        #expect(engine == nil)
    }

    // MARK: Targets of any kind

    private func load<Value: Decodable & Sendable>(
        _ target: any TargetType, as type: Value.Type
    ) async -> Result<Value?, MyAPIError> {
        await Provider<MultiTarget>(transport: stubs).result(MultiTarget(target), as: Value?.self)
    }

    @Test func oneFunctionTakesTargetsOfAnyAPI() async {
        stubs.on(MatchAPI.user(1), .json(#"{"id":1}"#))
        stubs.on(GitHub.user("octocat"), .json(User.octocat))
        stubs.on(GitHub.zen, .status(204))
        #expect(await load(MatchAPI.user(1), as: Match.self) == .success(Match(id: 1)))
        #expect(await load(GitHub.user("octocat"), as: User.self) == .success(.octocat))
        #expect(await load(GitHub.zen, as: User.self) == .success(nil))
    }

    @Test func anExistentialTargetThatIsOpenedKeepsItsOwnErrors() async throws {
        func fail<Target: TargetType>(_ target: Target) async -> any Error {
            switch await provider.for(Target.self).result(target) {
            case .success(let response): RequestError(.empty, response: response)
            case .failure(let error): error
            }
        }
        stubs.on(MatchAPI.user(1), .status(401))
        stubs.on(GitHub.zen, .failure(.timedOut))
        let targets: [any TargetType] = [MatchAPI.user(1), GitHub.zen]
        #expect(await fail(targets[0]) as? MatchError == .signedOut)
        #expect(await fail(targets[1]) as? MyAPIError == .requestTimeout())
    }
}
