import Foundation
import RxSwift
import TalynMoya
import Testing

#if !FRONTS_ARE_COPIED
import RxTalynMoya
#endif

nonisolated enum Shop: TargetType {
    case item, refused

    var baseURL: URL { URL(string: "http://127.0.0.1:1")! }
    var path: String { "items" }
    var method: TalynMoya.Method { .get }
    var task: TalynMoya.Task { .requestPlain }
    var validationType: ValidationType { .successCodes }
    var sampleData: Data { Data(#"{"name": "tea"}"#.utf8) }
    var headers: [String: String]? { nil }
}

/// RxMoya's calls in a class of the main actor: stubs, and one that fails because nothing listens at the port.
@MainActor @Suite final class RxMoyaSamplesTests {
    private var lines: [String] = []
    private let bag = DisposeBag()

    private func provider(_ stub: StubBehavior) -> MoyaProvider<Shop> {
        MoyaProvider<Shop>(
            endpointClosure: { target in
                TalynMoya.Endpoint(
                    url: URL(target: target).absoluteString,
                    sampleResponseClosure: { .networkResponse(target == .item ? 200 : 404, target.sampleData) },
                    method: target.method, task: target.task, httpHeaderFields: target.headers)
            }, stubClosure: { _ in stub })
    }

    private func show(_ line: String) {
        dispatchPrecondition(condition: .onQueue(.main))
        lines.append(line)
    }

    private func until(_ condition: () -> Bool) async {
        for _ in 0..<20_000 where !condition() { try? await _Concurrency.Task.sleep(for: .milliseconds(1)) }
        #expect(condition())
    }

    @Test(arguments: [true, false]) func aStubAnswersOnTheMainThread(isDelayed: Bool) async {
        let stub = isDelayed ? StubBehavior.delayed(seconds: 0.001) : .immediate
        for target in [Shop.item, .refused] {
            provider(stub).rx.request(target).filterSuccessfulStatusCodes().map(String.self, atKeyPath: "name")
                .map { Result<String, any Error>.success($0) }
                .catch { .just(.failure($0)) }
                .subscribe(onSuccess: { result in self.show((try? result.get()) ?? "failure") })
                .disposed(by: bag)
            await until { !lines.isEmpty }
            #expect(lines == [target == .item ? "tea" : "failure"])
            lines = []
        }
    }

    @Test func aCallThatFailsDoesSoOnTheMainThread() async {
        provider(.never).rx.request(.item).map { "\($0.statusCode)" }.catch { _ in .just("failure") }
            .subscribe(onSuccess: { self.show($0) }).disposed(by: bag)
        await until { lines == ["failure"] }
        provider(.never).rx.requestWithProgress(.item).filterCompleted()
            .subscribe(onNext: { self.show("\($0.statusCode)") }, onError: { _ in self.show("error") }).disposed(
                by: bag)
        await until { lines == ["failure", "error"] }
    }
}
