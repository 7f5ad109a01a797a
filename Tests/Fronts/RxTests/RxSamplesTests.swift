import Foundation
import RxSwift
import Talyn
import TalynTesting
import Testing

#if !FRONTS_ARE_COPIED
import RxTalyn
#endif

enum GitHub: RoutedTarget {
    case zen
    case user(String)
    case nickname(String)
    case events

    var baseURL: URL { URL(string: "https://api.github.com")! }
    var route: Route {
        switch self {
        case .zen: .get("zen")
        case .user(let login): .get("users/\(login)")
        case .nickname(let name): .get("nicknames/\(name)")
        case .events: .get("events")
        }
    }
}

nonisolated struct User: Decodable, Sendable {
    let login: String
}

nonisolated struct Nickname: Decodable, Sendable {
    let isSuccess: Bool
}

@MainActor
final class ZenModel {
    private(set) var text = ""
    private let bag = DisposeBag()

    func load(_ github: Provider<GitHub>) {
        github.rx.request(of: Call(.zen, as: String.self))
            .subscribe(
                onSuccess: { [weak self] text in self?.text = text },
                onFailure: { [weak self] error in self?.text = error.localizedDescription }
            )
            .disposed(by: bag)
    }
}

/// The samples of the article about RxSwift, over stubs, in a class of the main actor: in Swift 6 mode, a closure of it that
/// runs on another thread ends the process. `.ci/check-fronts` compiles them with copies of the fronts, too, in language
/// mode 5 and in a module that is isolated to the main actor.
@MainActor @Suite final class RxSamplesTests {
    nonisolated enum End: CaseIterable, Sendable { case success, failure, cancellation }

    private let stubs = StubTransport()
    private let cancellations = Cancellations()
    private var lines: [String] = []
    private var bag = DisposeBag()

    /// A provider whose calls end so.
    private func github(_ end: End) -> Provider<GitHub> {
        for (target, answer) in [
            (.zen, .text("Keep it logically awesome.")), (.user("octocat"), .json(#"{"login": "octocat"}"#)),
            (.nickname("ann"), .json(#"{"isSuccess": true}"#)),
            (.events, .chunks(["{\"login\":\"a\"}\n{\"lo", "gin\":\"b\"}\n"])),
        ] as [(GitHub, StubAnswer)] {
            switch end {
            case .success: stubs.on(target, answer)
            case .failure: stubs.on(target, .status(503))
            case .cancellation: stubs.on(target, .noResponse)
            }
        }
        return Provider(
            transport: stubs, plugins: [cancellations], clock: TestClock(isManual: end == .cancellation))
    }

    private func show(_ line: some CustomStringConvertible) {
        dispatchPrecondition(condition: .onQueue(.main))
        lines.append("\(line)")
    }

    private func show(_ progress: TransferProgress) { dispatchPrecondition(condition: .onQueue(.main)) }

    private func show(_ error: any Error) { show("failure \((error as? MyAPIError)?.statusCode ?? 0)") }

    private func until(_ condition: () -> Bool) async {
        for _ in 0..<20_000 where !condition() { try? await Task.sleep(for: .milliseconds(1)) }
        #expect(condition())
    }

    /// Waits for the lines of a success or the failure, or disposes when the call is made, after which nothing arrives.
    private func expect(_ end: End, _ success: [String], _ failure: [String] = ["failure 503"]) async {
        switch end {
        case .success: await until { lines == success }
        case .failure: await until { lines == failure }
        case .cancellation:
            await until { stubs.requests.count == 1 }
            bag = DisposeBag()
            await until { cancellations.count == 1 }
            for _ in 0..<20 { try? await Task.sleep(for: .milliseconds(1)) }
            #expect(lines == [])
        }
    }

    @Test(arguments: End.allCases) func theModel(end: End) async {
        var model: ZenModel? = ZenModel()
        model?.load(github(end))
        weak var released: ZenModel?
        released = model
        switch end {
        case .success: await until { model?.text == "Keep it logically awesome." }
        case .failure: await until { model?.text.isEmpty == false }
        case .cancellation:
            await until { stubs.requests.count == 1 }
            model = nil
            await until { cancellations.count == 1 }
            #expect(released == nil)
        }
    }

    @Test(arguments: End.allCases) func theSampleOfBranches(end: End) async {
        let (github, name) = (github(end), "ann")

        let request = github.rx.request(of: Call(.nickname(name), as: Nickname.self)).map { $0.isSuccess }
            .asObservable().materialize().share()
        let success = request.compactMap { $0.element }.map { $0 ? "valid" : "duplicated" }
        let failure = request.compactMap { $0.error }.map { _ in "unknown" }

        Observable.merge(success, failure).subscribe(onNext: { self.show($0) }).disposed(by: bag)
        await expect(end, ["valid"], ["unknown"])
        #expect(stubs.requests.count == 1)
    }

    @Test(arguments: End.allCases) func theSampleOfOperators(end: End) async {
        let github = github(end)

        github.rx.request(.user("octocat"))
            .filterSuccessfulStatusCodes()
            .map(User.self)
            .map { Result<User, any Error>.success($0) }
            .catch { .just(.failure($0)) }
            .subscribe(onSuccess: { result in
                switch result {
                case .success(let user): self.show(user.login)
                case .failure(let error): self.show(error)
                }
            })
            .disposed(by: bag)
        await expect(end, ["octocat"])
    }

    @Test(arguments: End.allCases) func theSampleOfProgressAndStreams(end: End) async {
        let github = github(end)

        github.rx.requestWithProgress(.zen)
            .subscribe(
                onNext: { update in
                    switch update {
                    case .transfer(let progress): self.show(progress)
                    case .response(let response): self.show(response.data.count)
                    }
                }, onError: { self.show($0) }
            )
            .disposed(by: bag)
        await expect(end, ["26"])

        guard end != .cancellation else { return }
        lines = []
        github.rx.elements(of: .lines(.events, as: User.self))
            .subscribe(onNext: { self.show($0.login) }, onError: { self.show($0) }, onCompleted: { self.show("end") })
            .disposed(by: bag)
        await expect(end, ["a", "b", "end"])
    }

    @Test func disposingAStreamEndsItsCall() async {
        let github = github(.cancellation)
        github.rx.elements(of: .lines(.events)).subscribe(onNext: { self.show($0) }).disposed(by: bag)
        await expect(.cancellation, [])
    }
}

/// Counts the calls that end as cancelled.
nonisolated private final class Cancellations: CallObserver, @unchecked Sendable {
    // Unchecked: the count is accessed under the lock.
    private let lock = NSLock()
    private var cancelled = 0
    var count: Int { lock.withLock { cancelled } }

    func willSend(_ endpoint: Endpoint, context: CallContext) {}
    func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}
    func didFinish(_ outcome: CallOutcome, context: CallContext) {
        guard case .failure(let error) = outcome.result, error.category == .cancelled else { return }
        lock.withLock { cancelled += 1 }
    }
}
