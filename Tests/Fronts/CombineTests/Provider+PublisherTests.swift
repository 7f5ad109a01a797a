import Foundation
import Talyn
import TalynOpenCombine
import TalynTesting
import Testing

#if canImport(Combine)
import Combine
#else
import OpenCombineShim
#endif

@Suite struct ProviderPublisherTests {
    let stubs = StubTransport()
    let ends = Ends()
    private var api: Provider<API> { Provider(transport: stubs, plugins: [ends], clock: TestClock()) }
    private let zen = "Keep it logically awesome."

    // MARK: Calls

    @Test func nothingIsSentBeforeASubscriptionAndEachSubscriptionIsACallOfItsOwn() async {
        stubs.on(API.zen, .text(zen))
        let publisher = api.publisher(of: Call(.zen, as: String.self))
        await settle()
        #expect(stubs.requests.isEmpty)
        for count in 1...2 {
            let recorder = publisher.recorded()
            #expect(await eventually { recorder.hasFinished })
            #expect(recorder.values == [zen] && stubs.requests.count == count)
        }
    }

    @Test func aSharedPublisherMakesOneCallForAllSubscribers() async {
        stubs.on(API.zen, .text(zen).delayed(by: .seconds(1)))
        let clock = TestClock(isManual: true)
        let shared = Provider<API>(transport: stubs, clock: clock).publisher(of: Call(.zen, as: String.self)).share()
        let recorders = (0..<3).map { _ in shared.recorded() }
        #expect(await eventually { stubs.requests.count == 1 })
        // Again and again: the stub may begin to wait after its request was counted.
        for recorder in recorders {
            let hasFinished = await eventually {
                clock.advance(by: .seconds(2))
                return recorder.hasFinished
            }
            #expect(hasFinished && recorder.values == [zen])
        }
        #expect(stubs.requests.count == 1)
    }

    @Test func aSubscriptionWithoutDemandMakesItsCallAndMoreDemandMakesNoOther() async {
        stubs.on(API.zen, .text(zen))
        let recorder = api.publisher(.zen).recorded(.none)
        #expect(await eventually { ends.all == 1 })
        for _ in 0..<3 { recorder.request(.max(1)) }
        #expect(await eventually { recorder.hasFinished })
        #expect(stubs.requests.count == 1 && recorder.values.count == 1)
    }

    @Test func everyKindOfValueHasAPublisher() async throws {
        stubs.on(API.user("ann"), .json(#"{"login": "ann"}"#))
        let user = api.publisher(of: Call(.user("ann"), as: User.self)).recorded()
        let login = api.publisher(of: Call(.user("ann"), as: String.self, atKeyPath: "login")).recorded()
        let response = api.publisher(.user("ann")).recorded()
        let bound = api.publisher(of: Call<API, User>(.user("ann"))).recorded()
        let nothing = api.publisher(of: Call<API, Void>(.user("ann"))).recorded()
        let both = api.publisher(of: .withResponse(Call(.user("ann"), as: User.self))).recorded()
        #expect(await eventually { both.hasFinished && both.values.first?.value == User(login: "ann") })
        #expect(both.values.first?.response.statusCode == 200)
        #expect(await eventually { user.hasFinished && user.values == [User(login: "ann")] })
        #expect(await eventually { login.hasFinished && login.values == ["ann"] })
        #expect(await eventually { response.hasFinished && response.values.first?.statusCode == 200 })
        #expect(await eventually { bound.hasFinished && bound.values == [User(login: "ann")] })
        #expect(await eventually { nothing.hasFinished && nothing.values.count == 1 })
    }

    @Test func aDownloadPublishesItsFile() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        stubs.on(API.export, .text("bytes"))
        let url = folder.appendingPathComponent("export.txt")
        let recorder = api.publisher(of: Call(.export, downloadingTo: .file(url))).recorded()
        #expect(await eventually { recorder.hasFinished })
        #expect(recorder.values.map(\.url) == [url])
        #expect(try String(contentsOf: url, encoding: .utf8) == "bytes")
    }

    @Test func stubsOfTheSubscriberApplyToAPublisherThatIsMadeOutsideOfAScope() async {
        stubs.on(API.zen, .text(zen))
        let publisher = Provider<API>(transport: StubTransport()).publisher(of: Call(.zen, as: String.self))
        let recorder = await withStubs(stubs) { publisher.recorded() }
        #expect(await eventually { recorder.values == [zen] })
    }

    @Test func aCallNamesTheCallersLineUnlessTheProviderNamesAnother() async {
        stubs.on(API.zen, .status(503))
        let line: UInt = #line + 1
        let own = api.publisher(.zen).recorded()
        let wrapped = api.at(CallSite(line: 7)).publisher(of: Call(.zen, as: String.self)).recorded()
        #expect(await eventually { own.failure?.requestError.callSite?.line == line })
        #expect(await eventually { wrapped.failure?.requestError.callSite?.line == 7 })
    }

    // MARK: Demand

    @Test func aValueThatCameBeforeTheDemandWaitsForIt() async {
        stubs.on(API.zen, .text(zen))
        let recorder = api.publisher(of: Call(.zen, as: String.self)).recorded(.none)
        #expect(await eventually { ends.all == 1 })
        await settle()
        #expect(recorder.values.isEmpty && recorder.ends.isEmpty)
        recorder.request(.max(1))
        #expect(await eventually { recorder.hasFinished })
        #expect(recorder.values == [zen])
    }

    @Test func aFailureIsTheTargetsOwnAndNeedsNoDemand() async {
        stubs.on(API.zen, .failure(.notConnectedToInternet))
        let publisher: AnyPublisher<Response, MyAPIError> = api.publisher(.zen)
        let recorder = publisher.recorded(.none)
        #expect(await eventually { recorder.failure != nil })
        guard case .internetConnection? = recorder.failure else {
            Issue.record("\(recorder.ends)")
            return
        }
    }

    // MARK: Queues

    @Test func eventsArriveOnTheMainThreadOrAnotherQueue() async {
        stubs.on(API.zen, .text(zen))
        stubs.on(API.user("ann"), .status(503))
        let (value, failure) = (api.publisher(.zen).recorded(), api.publisher(.user("ann")).recorded())
        #expect(await eventually { value.hasFinished && failure.failure != nil })
        #expect(value.threadNames == ["main"] && failure.threadNames == ["main"])
        let queue = namedQueue("other")
        let (other, refused) = (
            api.publisher(.zen, on: queue).recorded(), api.publisher(.user("ann"), on: queue).recorded()
        )
        #expect(await eventually { other.hasFinished && refused.failure != nil })
        #expect(other.threadNames == ["other"] && refused.threadNames == ["other"])
    }

    @Test func aRequestOnAnotherThreadDeliversOnTheQueue() async {
        stubs.on(API.zen, .text(zen))
        let recorder = api.publisher(.zen).recorded(.none)
        #expect(await eventually { ends.all == 1 })
        DispatchQueue.global().async { recorder.request(.max(1)) }
        #expect(await eventually { recorder.hasFinished } && recorder.threadNames == ["main"])
    }

    /// Blocks the main thread until the calls have ended and their events are on its queue.
    @MainActor private func blockUntilCallsHaveEnded(_ count: Int) {
        while ends.all < count { Thread.sleep(forTimeInterval: 0.001) }
        Thread.sleep(forTimeInterval: 0.05)
    }

    @MainActor @Test func nothingArrivesWithinSubscribeOrRequest() async {
        stubs.on(API.zen, .text(zen))
        let recorder = api.publisher(.zen).recorded(.none)
        blockUntilCallsHaveEnded(1)
        recorder.request(.max(1))
        blockUntilCallsHaveEnded(1)
        #expect(recorder.values.isEmpty && recorder.ends.isEmpty)
        #expect(await eventually { recorder.hasFinished })
    }

    @MainActor @Test func aCancellationOnTheMainThreadDropsWhatIsOnItsQueue() async {
        stubs.on(API.zen, .text(zen))
        stubs.on(API.user("ann"), .status(503))
        stubs.on(API.export, .chunks(["one\n", "two\n"]))
        let value = api.publisher(of: Call(.zen, as: String.self)).recorded()
        let failure = api.publisher(.user("ann")).recorded()
        let update = api.progressPublisher(.zen).recorded()
        let line = api.publisher(of: .lines(.export)).recorded()
        blockUntilCallsHaveEnded(3)
        value.cancel()
        failure.cancel()
        update.cancel()
        line.cancel()
        await settle()
        #expect(value.values.isEmpty && value.ends.isEmpty && failure.ends.isEmpty)
        #expect(update.values.isEmpty && update.ends.isEmpty && line.values.isEmpty && line.ends.isEmpty)
    }

    @Test func aValueIsDecodedOnThePool() async {
        struct Place: Decodable, Sendable {
            let queue: String
            init(from decoder: any Decoder) { queue = currentQueue() }
        }
        stubs.on(API.zen, .json("{}"))
        let api = api
        let recorder = await MainActor.run { api.publisher(of: Call(.zen, as: Place.self)).recorded() }
        #expect(await eventually { recorder.hasFinished } && recorder.values.map(\.queue) == ["pool"])
    }

    // MARK: Scopes of stubs

    @Test func aPublisherBelongsToTheScopeThatItIsMadeIn() async {
        stubs.on(API.zen, .text(zen))
        let own = StubTransport()
        own.on(API.zen, .text("live"))
        let live = Provider<API>(transport: own)
        nonisolated(unsafe) let publishers = await withStubs(stubs) {
            [
                live.publisher(of: Call(.zen, as: String.self)), live.publisher(of: .lines(.zen)),
                live.publisher(of: Call<API, String>(.zen)),
                live.progressPublisher(.zen).compactMap { try? $0.result?.string() }.eraseToAnyPublisher(),
            ]
        }
        for index in publishers.indices {
            let recorder = Recorder<String, MyAPIError>()
            DispatchQueue.global().async { publishers[index].subscribe(recorder) }
            #expect(await eventually { recorder.hasFinished } && recorder.values == [zen], "\(index)")
        }
        #expect(own.requests.isEmpty)
    }

    @Test func aScopeHoldsWhereAnOperatorSubscribesOnAnotherThread() async {
        stubs.on(API.zen, .text(zen))
        let recorder = await withStubs(stubs) {
            Provider<API>(transport: StubTransport()).publisher(of: Call(.zen, as: String.self)).subscribe(
                on: OtherThread()
            )
            .recorded()
        }
        #expect(await eventually { recorder.hasFinished } && recorder.values == [zen])
    }

    @Test func thePublishersScopeTakesPrecedenceOverThatOfItsSubscriber() async {
        let other = StubTransport()
        for stubs in [stubs, other] { stubs.on(API.zen, .text(stubs === other ? "other" : zen)) }
        nonisolated(unsafe) let publisher = await withStubs(stubs) {
            Provider<API>(transport: StubTransport()).publisher(of: Call(.zen, as: String.self))
        }
        let recorder = await withStubs(other) { publisher.recorded() }
        #expect(await eventually { recorder.hasFinished } && recorder.values == [zen])
    }

    /// The limit that TalynCombine.md states.
    @Test func aPublisherThatIsMadeOnAnotherThreadIsOutsideOfTheScope() async {
        let own = StubTransport()
        own.on(API.zen, .text("the provider's"))
        stubs.on(API.zen, .text(zen))
        let live = Provider<API>(transport: own)
        let recorder = await withStubs(stubs) {
            Just(()).setFailureType(to: MyAPIError.self).receive(on: OtherThread())
                .flatMap { live.publisher(of: Call(.zen, as: String.self)) }.recorded()
        }
        #expect(await eventually { recorder.hasFinished } && recorder.values == ["the provider's"])
    }

    // MARK: Cancelling

    @Test func cancellingCancelsTheTransferAndNothingArrives() async {
        stubs.on(API.zen, .noResponse)
        let waiting = Provider<API>(transport: stubs, plugins: [ends], clock: TestClock(isManual: true))
        let recorder = waiting.publisher(.zen).recorded()
        #expect(await eventually { stubs.requests.count == 1 })
        recorder.cancel()
        #expect(await eventually { ends.cancelled == 1 })
        await settle()
        #expect(recorder.values.isEmpty && recorder.ends.isEmpty)
    }

    @Test func aValueThatWaitsIsDroppedByCancelling() async {
        stubs.on(API.zen, .text(zen))
        let recorder = api.publisher(.zen).recorded(.none)
        #expect(await eventually { ends.all == 1 })
        recorder.cancel()
        recorder.request(.unlimited)
        await settle()
        #expect(recorder.values.isEmpty && recorder.ends.isEmpty && ends.cancelled == 0)
    }

    @Test func cancellingWithinTheSubscriptionSendsNothing() async {
        let publisher = api.publisher(.zen)
        publisher.subscribe(Subscribed { $0.cancel() })
        await settle()
        #expect(stubs.requests.isEmpty && ends.all == 0)
    }

    @Test func cancellingWithinAValueLeavesTheCompletionOut() async {
        stubs.on(API.zen, .text(zen))
        let recorder = api.publisher(.zen).recorded { recorder, _ in
            recorder.cancel()
            return .unlimited
        }
        #expect(await eventually { recorder.values.count == 1 })
        await settle()
        #expect(recorder.ends.isEmpty)
    }

    @Test func releasingASinkCancels() async {
        stubs.on(API.zen, .noResponse)
        let waiting = Provider<API>(transport: stubs, plugins: [ends], clock: TestClock(isManual: true))
        var sink: AnyCancellable? = waiting.publisher(.zen).sink { _ in
        } receiveValue: { _ in
        }
        #expect(await eventually { stubs.requests.count == 1 })
        withExtendedLifetime(sink) {}
        sink = nil
        #expect(await eventually { ends.cancelled == 1 })
    }

    // MARK: Lifetimes

    @Test func releasingTheProviderAndThePublisherCancelsNothing() async {
        stubs.on(API.zen, .text(zen).delayed(by: .seconds(1)))
        let clock = TestClock(isManual: true)
        var provider: Provider<API>? = Provider(transport: stubs, clock: clock)
        let recorder = provider?.publisher(of: Call(.zen, as: String.self)).recorded()
        provider = nil
        #expect(await eventually { stubs.requests.count == 1 })
        let hasFinished = await eventually {
            clock.advance(by: .seconds(2))
            return recorder?.hasFinished == true
        }
        #expect(hasFinished && recorder?.values == [zen])
    }

    @Test func aSubscriberIsReleasedAfterTheEndACancellationAndItsSubscription() async {
        stubs.on(API.zen, .text(zen))
        for release in ["the end", "cancelling", "its subscription"] {
            weak var released: Recorder<Response, MyAPIError>?
            do {
                let before = ends.all
                let recorder = api.publisher(.zen).recorded(release == "the end" ? .unlimited : .none)
                released = recorder
                #expect(await eventually { ends.all == before + 1 })
                if release == "cancelling" { recorder.cancel() }
                if release == "its subscription" { recorder.releaseSubscription() }
                if release == "the end" { #expect(await eventually { recorder.hasFinished }) }
            }
            for _ in 0..<5_000 where released != nil { try? await Task.sleep(for: .milliseconds(1)) }
            #expect(released == nil, "by \(release)")
        }
    }

    @Test func aSubscriberThatKeepsNoSubscriptionGetsWhatItRequested() async {
        stubs.on(API.zen, .text(zen))
        let (values, sink) = AsyncStream.makeStream(of: Int.self)
        api.publisher(.zen).subscribe(Subscribed(value: { sink.yield($0.statusCode) }) { $0.request(.max(1)) })
        #expect(await values.first { _ in true } == 200)
    }
}

/// A scheduler of a serial queue, whose blocks belong to no task.
struct OtherThread: Scheduler {
    typealias SchedulerTimeType = ImmediateScheduler.SchedulerTimeType
    typealias SchedulerOptions = Never

    private let queue = DispatchQueue(label: "OtherThread")
    var now: SchedulerTimeType { ImmediateScheduler.shared.now }
    var minimumTolerance: SchedulerTimeType.Stride { ImmediateScheduler.shared.minimumTolerance }

    func schedule(options: Never?, _ action: @escaping () -> Void) {
        nonisolated(unsafe) let action = action  // run once
        queue.async { action() }
    }
    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) {
        schedule(options: nil, action)
    }
    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        schedule(options: nil, action)
        return AnyCancellable {}
    }
}

/// A subscriber that keeps nothing.
struct Subscribed: Subscriber {
    let combineIdentifier = CombineIdentifier()
    var value: @Sendable (Response) -> Void = { _ in }
    let subscribed: (any Subscription) -> Void

    func receive(subscription: any Subscription) { subscribed(subscription) }
    func receive(_ input: Response) -> Subscribers.Demand {
        value(input)
        return .none
    }
    func receive(completion: Subscribers.Completion<MyAPIError>) {}
}
