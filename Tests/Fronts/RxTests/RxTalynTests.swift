import Foundation
import RxSwift
import Talyn
import TalynTesting
import Testing

@testable import RxTalyn

/// The flows of the founding documents, and the contract of the front.
@Suite struct RxTalynTests {
    enum API: RoutedTarget {
        case zen
        case nickname(String)
        case users

        var baseURL: URL { Self.host }
        static let host = URL(string: "https://api.example")!
        var route: Route {
            switch self {
            case .zen: .get("zen")
            case .nickname(let name): .get("nicknames/\(name)")
            case .users: .get("users")
            }
        }
    }

    struct Envelope<Payload: Decodable & Sendable>: Decodable, Sendable {
        let isSuccess: Bool
        let data: Payload?
    }

    let stubs = StubTransport()
    private var api: Provider<API> { Provider(transport: stubs, clock: TestClock()) }
    private let bag = DisposeBag()

    /// The events of a sequence, which must end.
    private func events<Element: Sendable>(of source: Observable<Element>) async -> [Event<Element>] {
        await withCheckedContinuation { continuation in
            nonisolated(unsafe) var events: [Event<Element>] = []
            _ = source.materialize().subscribe(
                onNext: { events.append($0) }, onCompleted: { continuation.resume(returning: events) })
        }
    }

    private func isEnd<Element>(_ event: Event<Element>?) -> Bool {
        if case .completed? = event { true } else { false }
    }

    @Test func eachSubscriptionMakesOneCallAndNothingIsSentBefore() async {
        stubs.on(API.zen, .text("Half measures are as bad as nothing at all."))
        let zen = api.rx.request(of: Call(.zen, as: String.self))
        #expect(stubs.requests.isEmpty)
        for count in 1...2 {
            let events = await events(of: zen.asObservable())
            #expect(events.first?.element == "Half measures are as bad as nothing at all." && isEnd(events.last))
            #expect(stubs.requests.count == count)
        }
    }

    @Test func anErrorIsTheTargetsOwn() async {
        stubs.on(API.zen, .failure(.notConnectedToInternet))
        let events = await events(of: api.rx.request(.zen).asObservable())
        #expect(events.count == 1)
        guard case .internetConnection? = events.first?.error as? MyAPIError else {
            Issue.record("\(events)")
            return
        }
    }

    @Test func disposingCancelsTheCall() async throws {
        stubs.on(API.zen, .noResponse)
        let (outcomes, sink) = AsyncStream.makeStream(of: Bool.self)
        let observer = Provider<API>(
            transport: stubs, plugins: [Finish { sink.yield($0) }], clock: TestClock(isManual: true))
        let disposable = observer.rx.request(.zen).subscribe()
        while stubs.requests.isEmpty { await Task.yield() }
        disposable.dispose()
        let wasCancelled = try #require(await outcomes.first { _ in true })
        #expect(wasCancelled)
    }

    struct Finish: CallObserver {
        let report: @Sendable (_ wasCancelled: Bool) -> Void
        func willSend(_ endpoint: Endpoint, context: CallContext) {}
        func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}
        func didFinish(_ outcome: CallOutcome, context: CallContext) {
            if case .failure(let error) = outcome.result, error.category == .cancelled {
                report(true)
            } else {
                report(false)
            }
        }
    }

    /// S2-03, S2-04, S2-L1: errors as values, two branches, one request.
    @Test func twoBranchesShareOneRequest() async throws {
        stubs.on(API.nickname("ann"), .json(#"{"isSuccess": true}"#))
        stubs.on(API.nickname("bob"), .status(500))
        for (name, expected) in [("ann", "valid"), ("bob", "unknown")] {
            let before = stubs.requests.count
            let request = api.rx.request(of: Call(.nickname(name), as: Envelope<String>.self)).map { $0.isSuccess }
                .asObservable().materialize().share()
            let success = request.compactMap { $0.element }.map { $0 ? "valid" : "duplicated" }
            let failure = request.compactMap { $0.error }.map { _ in "unknown" }
            let events = await events(of: Observable.merge(success, failure))
            #expect(events.compactMap(\.element) == [expected] && stubs.requests.count == before + 1)
        }
    }

    /// S4-11 to S4-17: stages that map or rethrow, and one that is total.
    @Test func catchStagesCompose() async {
        for (answer, expected) in [
            (StubAnswer.failure(.notConnectedToInternet), "offline"), (.failure(.timedOut), "timeout"),
            (.json(#"{"code": 7}"#, status: 409), "rest 409 7"),
        ] as [(StubAnswer, String)] {
            let stubs = StubTransport()
            stubs.on(API.zen, answer)
            let request = Provider<API>(transport: stubs).rx.request(.zen).filterSuccessfulStatusCodes().mapString()
                .catch { error in
                    guard case .internetConnection? = error as? MyAPIError else { throw error }
                    return .just("offline")
                }
                .catch { error in
                    guard case .requestTimeout? = error as? MyAPIError else { throw error }
                    return .just("timeout")
                }
                .catch { error in
                    guard case .restError(_, let status, let code)? = error as? MyAPIError else { throw error }
                    return .just("rest \(status ?? 0) \(code ?? "")")
                }
            #expect(await events(of: request.asObservable()).first?.element == expected)
        }
    }

    /// S4-L5: a failure becomes a value before it is bound, so that no binding sees an error.
    @Test func aFailureIsAValueBeforeItIsBound() async {
        stubs.on(API.users, .status(503))
        let users = api.rx.request(of: Call(.users, as: [String].self)).map { Result<[String], any Error>.success($0) }
            .catch { .just(.failure($0)) }
        let events = await events(of: users.asObservable())
        #expect(events.first?.element.map { if case .failure = $0 { true } else { false } } == true)
        #expect(isEnd(events.last))
    }

    /// S0-07: a data task of a request, cold, with five outcomes.
    @Test func aDataTaskOfARequestHasFiveOutcomes() async throws {
        let url = try #require(URL(string: "https://api.example/users"))
        for (answer, expected) in [
            (StubAnswer.json(#"["ann"]"#), "success"), (.status(404), "requestErr"), (.status(500), "serverErr"),
            (.text("<html>"), "pathErr"), (.failure(.networkConnectionLost), "networkFail"),
        ] as [(StubAnswer, String)] {
            let stubs = StubTransport()
            stubs.on(where: { _, _ in true }, answer)
            let task: Single<NetworkResult<[String], String?>> = URLRequest(url: url)
                .toDataTask(over: Provider<API>(transport: stubs))
            #expect(stubs.requests.isEmpty)
            let outcome = try #require(await events(of: task.asObservable()).first?.element)
            #expect("\(outcome)".hasPrefix(expected) && stubs.requests.count == 1, "\(outcome)")
        }
    }

    @Test func progressComesBeforeTheResponse() async throws {
        stubs.on(API.zen, .chunks(["Speak ", "like ", "a human."]))
        let events = await events(of: api.rx.requestWithProgress(.zen))
        let last = try #require(events.dropLast().last?.element)
        guard case .response(let response) = last else {
            Issue.record("\(last)")
            return
        }
        #expect(try response.string() == "Speak like a human." && isEnd(events.last))
        #expect(events.dropLast(2).allSatisfy { if case .transfer? = $0.element { true } else { false } })
        let completed = await self.events(of: api.rx.requestWithProgress(.zen).filterCompleted())
        #expect(completed.compactMap(\.element).count == 1)
    }

    @Test func theElementsOfAStreamAreTheEventsOfTheSequence() async {
        stubs.on(API.zen, .chunks(["one\ntwo\n", "three"]))
        let events = await events(of: api.rx.elements(of: .lines(.zen)))
        #expect(events.compactMap(\.element) == ["one", "two", "three"] && isEnd(events.last))
    }

    @Test func operatorsThrowTheErrorsOfCalls() async {
        stubs.on(API.zen, .text("not JSON"))
        let events = await events(of: api.rx.request(.zen).map([String].self).asObservable())
        guard case .decoding? = events.first?.error as? MyAPIError else {
            Issue.record("\(events)")
            return
        }
    }
}

extension URLRequest {
    /// A hand-made request as a sequence of the five outcomes.
    func toDataTask<Value: Decodable & Sendable>(
        over provider: Provider<RxTalynTests.API>
    ) -> Single<NetworkResult<Value, String?>> {
        let request = self
        return .create { observer in
            nonisolated(unsafe) let observer = observer
            let task = Task {
                guard let endpoint = Endpoint(request) else { return observer(.success(.pathErr)) }
                do throws(MyAPIError) {
                    let response = try await provider.send(endpoint)
                    observer(.success(response.decoded(as: Value.self)))
                } catch { observer(.success(error.networkResult())) }
            }
            return Disposables.create { task.cancel() }
        }
    }
}

extension Response {
    fileprivate func decoded<Value: Decodable & Sendable>(as type: Value.Type) -> NetworkResult<Value, String?> {
        do throws(RequestError) { return .success(try decode(type)) } catch { return .pathErr }
    }
}

extension MyAPIError {
    fileprivate func networkResult<Value>() -> NetworkResult<Value, String?> {
        switch statusCode {
        case .some(400..<500): .requestErr(errorCodes.first)
        case .some(500..<600): .serverErr
        default: .networkFail
        }
    }
}
