import Foundation
import RxSwift
import TalynMoya
import Testing

@testable import RxTalynMoya

@Suite struct RxTalynMoyaTests {
    enum Shop: TargetType {
        case item, refused
        var baseURL: URL { URL(string: "https://shop.example")! }
        var path: String { "items" }
        var method: TalynMoya.Method { .get }
        var task: TalynMoya.Task { .requestPlain }
        var validationType: ValidationType { .successCodes }
        var sampleData: Data { Data(#"{"name": "tea"}"#.utf8) }
        var headers: [String: String]? { nil }
    }

    private let provider = MoyaProvider<Shop>(
        endpointClosure: { target in
            TalynMoya.Endpoint(
                url: URL(target: target).absoluteString,
                sampleResponseClosure: { .networkResponse(target == .item ? 200 : 404, target.sampleData) },
                method: target.method, task: target.task, httpHeaderFields: target.headers)
        }, stubClosure: MoyaProvider.immediatelyStub)

    @Test func aStubAnswersWithinTheSubscription() {
        var names: [String] = []
        _ = provider.rx.request(.item).filterSuccessfulStatusCodes().map(String.self, atKeyPath: "name")
            .subscribe(onSuccess: { names.append($0) })
        #expect(names == ["tea"])
        _ = provider.rx.request(.item).asObservable().mapString(atKeyPath: "name").subscribe(onNext: {
            names.append($0)
        })
        #expect(names == ["tea", "tea"])
    }

    @Test func aRefusedStatusIsAnError() {
        var errors: [any Error] = []
        _ = provider.rx.request(.refused).subscribe(onFailure: { errors.append($0) })
        #expect(errors.count == 1 && (errors.first as? MoyaError)?.response?.statusCode == 404)
    }

    @Test func aProviderThatIsReleasedBeforeTheSubscriptionAnswersAllTheSame() {
        var provider: MoyaProvider<Shop>? = MoyaProvider(stubClosure: MoyaProvider.immediatelyStub)
        let request = provider?.rx.request(.item)
        provider = nil
        var count = 0
        _ = request?.subscribe(onSuccess: { _ in count += 1 })
        #expect(count == 1)
    }
}
