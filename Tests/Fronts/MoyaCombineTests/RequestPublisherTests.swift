import Foundation
import TalynMoya
import Testing

import class TalynStubs.StubTransport
import func TalynStubs.withStubs

#if canImport(Combine)
import Combine
import TalynCombineMoya
#else
import OpenCombine
import TalynOpenCombineMoya
#endif

@Suite struct RequestPublisherTests {
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

    private final class Counter {
        var calls = 0
    }

    private func provider(_ counter: Counter = Counter()) -> MoyaProvider<Shop> {
        MoyaProvider(
            endpointClosure: { target in
                counter.calls += 1
                return TalynMoya.Endpoint(
                    url: URL(target: target).absoluteString,
                    sampleResponseClosure: { .networkResponse(target == .item ? 200 : 404, target.sampleData) },
                    method: target.method, task: target.task, httpHeaderFields: target.headers)
            }, stubClosure: { MoyaProvider.immediatelyStub($0) })
    }

    @Test func eachSubscriptionMakesOneCallAndGetsTheResponse() {
        let counter = Counter()
        let names = provider(counter).requestPublisher(.item).filterSuccessfulStatusCodes()
            .map(String.self, atKeyPath: "name")
        #expect(counter.calls == 0)
        for count in 1...2 {
            var events: [String] = []
            let subscription = names.sink(
                receiveCompletion: { events.append("\($0)") }, receiveValue: { events.append($0) })
            withExtendedLifetime(subscription) {}
            #expect(events == ["tea", "finished"] && counter.calls == count)
        }
    }

    @Test func aFailureIsAMoyaError() {
        var errors: [MoyaError] = []
        let subscription = provider().requestPublisher(.refused).sink(
            receiveCompletion: { if case .failure(let error) = $0 { errors.append(error) } }, receiveValue: { _ in })
        withExtendedLifetime(subscription) {}
        #expect(errors.count == 1 && errors.first?.response?.statusCode == 404)
    }

    @Test func aValueWaitsForDemandAndMoreDemandMakesNoOtherCall() {
        let counter = Counter()
        var events: [String] = []
        var held: (any Subscription)?
        let subscriber = AnySubscriber<TalynMoya.Response, MoyaError>(
            receiveSubscription: { held = $0 },
            receiveValue: { response in
                events.append("\(response.statusCode)")
                return .none
            }, receiveCompletion: { events.append("\($0)") })
        provider(counter).requestPublisher(.item).receive(subscriber: subscriber)
        #expect(events == [] && counter.calls == 1)
        held?.request(.max(1))
        held?.request(.max(5))
        #expect(events == ["200", "finished"] && counter.calls == 1)
    }

    @Test func nothingArrivesAfterACancellation() {
        var events = 0
        var held: (any Subscription)?
        let subscriber = AnySubscriber<TalynMoya.Response, MoyaError>(
            receiveSubscription: { held = $0 },
            receiveValue: { _ in
                events += 1
                return .none
            }, receiveCompletion: { _ in events += 1 })
        provider().requestPublisher(.item).receive(subscriber: subscriber)
        held?.cancel()
        held?.request(.unlimited)
        #expect(events == 0)
    }

    @Test func theLastProgressHasTheResponse() {
        var codes: [Int] = []
        let publisher = provider().requestWithProgressPublisher(.item)
        let subscription = publisher.filterCompleted().sink(
            receiveCompletion: { _ in codes.append(0) }, receiveValue: { codes.append($0.statusCode) })
        withExtendedLifetime(subscription) {}
        // As in Moya, a stub reports no progress.
        #expect(codes == [0])
    }

    @MainActor @Test func aSinkOfTheMainActorGetsValuesAndFailuresThere() async {
        var (events, subscriptions): ([String], Set<AnyCancellable>) = ([], [])
        func show(_ event: String) {
            dispatchPrecondition(condition: .onQueue(.main))
            events.append(event)
        }
        let stubbed = MoyaProvider<Shop>(stubClosure: { MoyaProvider.delayedStub(0.001)($0) })
        let live = MoyaProvider<Shop>(
            endpointClosure: {
                TalynMoya.Endpoint(
                    // Nothing listens there.
                    url: "http://127.0.0.1:1/", sampleResponseClosure: { .networkResponse(200, Data()) },
                    method: $0.method, task: $0.task, httpHeaderFields: nil)
            })
        for (provider, expected) in [(stubbed, "tea"), (live, "failure")] {
            events = []
            provider.requestPublisher(.item).map(String.self, atKeyPath: "name").map(Result.success)
                .catch { Just(Result<String, MoyaError>.failure($0)) }
                .sink { result in show((try? result.get()) ?? "failure") }.store(in: &subscriptions)
            for _ in 0..<20_000 where events.isEmpty { try? await _Concurrency.Task.sleep(for: .milliseconds(1)) }
            provider.requestWithProgressPublisher(.item)
                .sink(receiveCompletion: { _ in show("end") }, receiveValue: { _ in show("progress") })
                .store(in: &subscriptions)
            for _ in 0..<20_000 where events.last != "end" {
                try? await _Concurrency.Task.sleep(for: .milliseconds(1))
            }
            #expect(events.first == expected && events.last == "end")
        }
    }

    @Test func aPublisherBelongsToTheScopeOfStubsThatItIsMadeIn() async {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .json(#"{"name": "tea"}"#))
        nonisolated(unsafe) let names = await withStubs(stubs) {
            MoyaProvider<Shop>().requestPublisher(.item).map(String.self, atKeyPath: "name")
        }
        let name = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                names.receive(
                    subscriber: AnySubscriber(
                        receiveSubscription: { $0.request(.unlimited) },
                        receiveValue: { name in
                            continuation.resume(returning: name)
                            return .none
                        },
                        receiveCompletion: {
                            if case .failure = $0 { continuation.resume(returning: "failure") }
                        }))
            }
        }
        #expect(name == "tea" && stubs.requests.count == 1)
    }

    @Test func aProviderThatIsReleasedAnswersAllTheSame() {
        var publisher: AnyPublisher<TalynMoya.Response, MoyaError>? = provider().requestPublisher(.item)
        var codes: [Int] = []
        let subscription = publisher?.sink(receiveCompletion: { _ in }, receiveValue: { codes.append($0.statusCode) })
        publisher = nil
        withExtendedLifetime(subscription) {}
        #expect(codes == [200])
    }
}
