import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

@Suite struct SampledTargetTests {
    private enum Shop: RoutedTarget, SampledTarget {
        case zen
        case user
        case offline
        case broken
        case slow

        var baseURL: URL { Probe.host }
        var route: Route { .get("shop/\(operation)") }
        var sample: StubAnswer {
            switch self {
            case .zen: .text("Anything added dilutes everything else.")
            case .user: .json(User.octocat)
            case .offline: .failure(.notConnectedToInternet)
            case .broken: .json(#"{"code": "E7"}"#, status: 500)
            case .slow: .text("late").delayed(by: .seconds(1))
            }
        }
    }

    @Test func samplesAnswerAtOnce() async throws {
        let clock = TestClock()
        let provider = Provider<Shop>(stubbing: .immediate, clock: clock)
        #expect(try await provider.request(.zen, as: String.self) == "Anything added dilutes everything else.")
        #expect(try await provider.request(.user, as: User.self) == .octocat)
        #expect(clock.slept == [])
    }

    @Test func samplesFailAsTheNetworkDoes() async {
        let provider = Provider<Shop>(stubbing: .immediate)
        await #expect(throws: MyAPIError.internetConnection()) {
            try await provider.request(.offline)
        }
        let refused = RequestError(.status(500), response: .make(500))
        await #expect(throws: MyAPIError.restError(refused, statusCode: 500, errorCode: "E7")) {
            try await provider.request(.broken)
        }
    }

    @Test func delayedSamplesWaitOnTheProvidersClock() async throws {
        let clock = TestClock()
        let provider = Provider<Shop>(stubbing: .delayed(by: .seconds(3)), clock: clock)
        #expect(try await provider.request(.user, as: User.self) == .octocat)
        #expect(clock.slept == [.seconds(3)])
    }

    @Test func aSamplesOwnDelayIsKept() async throws {
        let clock = TestClock()
        try await Provider<Shop>(stubbing: .immediate, clock: clock).request(.slow)
        try await Provider<Shop>(stubbing: .delayed(by: .seconds(3)), clock: clock).request(.slow)
        #expect(clock.slept == [.seconds(1), .seconds(4)])
    }

    @Test func casesThatAreNotStubbedGoToTheGivenTransport() async throws {
        let stubs = StubTransport()
        stubs.on(Shop.zen, .text("from the transport"))
        let provider = Provider<Shop>(stubbing: { $0.operation == "Shop.zen" ? .never : .immediate }, transport: stubs)
        #expect(try await provider.request(.zen, as: String.self) == "from the transport")
        #expect(try await provider.request(.user, as: User.self) == .octocat)
        #expect(stubs.requests.count == 1)
        let live = Provider<Shop>(stubbing: .never, transport: stubs)
        #expect(try await live.request(.zen, as: String.self) == "from the transport")
    }

    @Test func theBehaviorIsAskedForEachCase() async throws {
        let clock = TestClock()
        let provider = Provider<Shop>(
            stubbing: { $0 == .zen ? .delayed(by: .seconds(2)) : .immediate }, clock: clock)
        #expect(try await provider.request(.user, as: User.self) == .octocat)
        #expect(clock.slept == [])
        #expect(try await provider.request(.zen, as: String.self).isEmpty == false)
        #expect(clock.slept == [.seconds(2)])
    }

    @Test func neverUsesTheTransportBehind() async throws {
        let live = StubTransport()
        live.on(Shop.zen, .text("live"))
        let samples = SampleTransport(behavior: { ($0 as? Shop) == .zen ? .never : .immediate }, live: live)
        let provider = Provider<Shop>(transport: samples)
        #expect(try await provider.request(.zen, as: String.self) == "live")
        #expect(try await provider.request(.user, as: User.self) == .octocat)
        #expect(live.requests.map(\.operation) == ["Shop.zen"])
    }

    @Test func aTargetWithoutSamplesIsNeverLiveBySurprise() async throws {
        let live = StubTransport()
        live.on(GitHub.zen, .text("live"))
        let sampled = Provider<GitHub>(transport: SampleTransport(behavior: { _ in .immediate }, live: live))
        let error = await sampled.result(.zen).thrown?.requestError
        #expect(error?.reason == "no sample answers GitHub.zen, GET https://api.github.com/zen")
        #expect(error?.category == .unstubbed)
        #expect(live.requests.isEmpty)
        let never = Provider<GitHub>(transport: SampleTransport(behavior: { _ in .never }, live: live))
        #expect(try await never.request(.zen, as: String.self) == "live")
    }

    @Test func pluginsTakePartInSampledCalls() async throws {
        let trace = Trace()
        let plugins: [any Plugin] = [TracingPlugin(name: "a", trace: trace)]
        let provider = Provider<Shop>(
            stubbing: .immediate, baseURL: URL(string: "https://staging.example/v9"), plugins: plugins)
        try await provider.request(.zen)
        #expect(trace.lines.contains("a willSend /v9/shop/Shop.zen"))
        #expect(trace.lines.last == "a didFinish 200")
    }

    @Test func samplesAnswerThroughAMultiTargetToo() async throws {
        let samples = SampleTransport(behavior: { _ in .immediate }, live: StubTransport())
        let provider = Provider<MultiTarget>(transport: samples)
        #expect(try await provider.request(MultiTarget(Shop.user), as: User.self) == .octocat)
    }

    @Test func sampleDataIsTheSamplesBody() {
        #expect(String(data: Shop.user.sampleData, encoding: .utf8) == #"{"id":1,"login":"octocat"}"#)
        #expect(Shop.offline.sampleData == Data())
    }
}
