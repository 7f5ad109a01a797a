import Foundation
import RxSwift
import Talyn
import TalynTesting
import Testing

@testable import RxTalyn

private let queueName = DispatchSpecificKey<String>()
private let mainQueueHasItsName: Void = DispatchQueue.main.setSpecific(key: queueName, value: "main")

/// The name of the current queue. On Linux the main queue may have a thread that is not the main one.
private func currentQueue() -> String {
    _ = mainQueueHasItsName
    return DispatchQueue.getSpecific(key: queueName) ?? "pool"
}

/// The queues of the front, what arrives there, and the scopes of stubs.
@Suite struct RxTalynQueueTests {
    typealias API = RxTalynTests.API

    /// A value with the queue that it was decoded on.
    struct Decoded: Decodable, Sendable {
        let queue: String
        init(from decoder: any Decoder) { queue = currentQueue() }
    }

    /// The events of a sequence, and the queues that they came on.
    private final class Log: @unchecked Sendable {
        // Unchecked: the state is accessed under the lock.
        private let lock = NSLock()
        private var written: [String] = []
        private var seen: Set<String> = []

        var lines: [String] { lock.withLock { written } }
        var queues: Set<String> { lock.withLock { seen } }
        func add<Element>(_ event: Event<Element>) {
            let line =
                switch event {
                case .next(let element): "\(element)"
                case .error(let error): "error \((error as? MyAPIError)?.statusCode ?? 0)"
                case .completed: "end"
                }
            lock.withLock {
                written.append(line)
                seen.insert(currentQueue())
            }
        }
        var hasEnded: Bool { lines.last.map { $0 == "end" || $0.hasPrefix("error") } == true }
    }

    let stubs = StubTransport()
    private var api: Provider<API> { Provider(transport: stubs, clock: TestClock()) }

    private func eventually(_ condition: @Sendable () -> Bool) async -> Bool {
        for _ in 0..<20_000 {
            if condition() { return true }
            try? await Task.sleep(for: .milliseconds(1))
        }
        return false
    }

    private func settle() async { for _ in 0..<20 { try? await Task.sleep(for: .milliseconds(1)) } }

    /// The log of a sequence that has ended.
    private func log<Element>(of source: Observable<Element>) async -> Log {
        let log = Log()
        let disposable = source.subscribe { log.add($0) }
        #expect(await eventually { log.hasEnded })
        disposable.dispose()
        return log
    }

    private func sequences(on queue: DispatchQueue) -> [Observable<String>] {
        [
            api.rx.request(.zen, on: queue).map { "\($0.statusCode)" }.asObservable(),
            api.rx.request(of: Call(.zen, as: String.self), on: queue).asObservable(),
            api.rx.requestWithProgress(.zen, on: queue).filterCompleted().map { "\($0.statusCode)" },
            api.rx.elements(of: .lines(.zen), on: queue),
            api.rx.request(.zen, on: queue).mapString(on: queue).asObservable(),
            api.rx.request(.zen, on: queue).mapJSON(on: queue).map { "\($0)" }.asObservable(),
            api.rx.request(.zen, on: queue).map(Int.self, on: queue).map { "\($0)" }.asObservable(),
        ]
    }

    @Test(arguments: [200, 503])
    func valuesFailuresAndEndsArriveOnTheMainThreadOrAnotherQueue(status: Int) async {
        stubs.on(API.zen, .text("7", status: status))
        for (index, source) in sequences(on: .main).enumerated() {
            let log = await log(of: source)
            #expect(log.queues == ["main"] && log.lines.count == (status == 200 ? 2 : 1), "\(index): \(log.lines)")
        }
        let queue = DispatchQueue(label: "other")
        queue.setSpecific(key: queueName, value: "other")
        for source in sequences(on: queue) { #expect(await log(of: source).queues == ["other"]) }
        for source in sequences(on: .global()) { #expect(await log(of: source).queues == ["pool"]) }
    }

    @Test func aValueIsDecodedOffTheMainThread() async {
        stubs.on(API.zen, .json("{}"))
        for source in [
            api.rx.request(of: Call(.zen, as: Decoded.self)), api.rx.request(.zen).map(Decoded.self),
            api.rx.request(.zen).asObservable().map(Decoded.self).asSingle(),
        ] { #expect(await log(of: source.map(\.queue).asObservable()).lines == ["pool", "end"]) }
    }

    @Test func theOperatorsAreThereForObservablesAndSingles() async throws {
        stubs.on(API.zen, .json(#"{"a": {"b": "text"}, "n": 1}"#, status: 201))
        let single = api.rx.request(.zen)
        let observable = single.asObservable()
        let sources: [Observable<String>] = [
            single.filter(statusCode: 201).mapString(atKeyPath: "a.b").asObservable(),
            observable.filter(statusCode: 201).mapString(atKeyPath: "a.b"),
            single.filter(statusCodes: 200..<300).map(String.self, atKeyPath: "a.b").asObservable(),
            observable.filter(statusCodes: 200..<300).map(String.self, atKeyPath: "a.b"),
            single.filterSuccessfulStatusCodes().mapJSON().map { $0["a"]?["b"]?.stringValue ?? "" }.asObservable(),
            observable.filterSuccessfulStatusCodes().mapJSON().map { $0["a"]?["b"]?.stringValue ?? "" },
            single.filterSuccessfulStatusAndRedirectCodes().mapString(atKeyPath: "a.b").asObservable(),
            observable.filterSuccessfulStatusAndRedirectCodes().mapString(atKeyPath: "a.b"),
        ]
        for source in sources { #expect(await log(of: source).lines == ["text", "end"]) }
        for source in [
            single.filter(statusCode: 200).asObservable(), observable.filter(statusCode: 200),
            observable.filter(statusCodes: 300...), single.filter(statusCodes: ..<201).asObservable(),
        ] { #expect(await log(of: source).lines == ["error 201"]) }
    }

    @Test func operatorsKeepTheOrderOfManyResponsesAndOfAnErrorBehindThem() async throws {
        let url = try #require(URL(string: "https://api.example"))
        let responses = (0..<200).map {
            Response(statusCode: 200, body: .data(Data("\($0)".utf8)), endpoint: Endpoint(url: url))
        }
        let numbers = Observable.from(responses).map(Int.self).map { "\($0)" }
        #expect(await log(of: numbers).lines == (0..<200).map { "\($0)" } + ["end"])
        let failing = Observable.from(responses).concat(Observable.error(MyAPIError.cancelled())).map(Int.self)
        #expect(await log(of: failing.map { "\($0)" }).lines == (0..<200).map { "\($0)" } + ["error 0"])
    }

    @MainActor @Test func nothingArrivesAfterDisposingOnTheMainThread() async {
        stubs.on(API.zen, .text("7"))
        var counts: [() -> (Int, Int)] = []
        for _ in 0..<30 {
            let pairs = sequences(on: .main).map { source in
                let log = Log()
                return (log, source.subscribe { log.add($0) })
            }
            for _ in 0..<Int.random(in: 0...30) { await Task.yield() }
            // What comes meanwhile is on the main queue.
            if Bool.random() { block() }
            for (log, disposable) in pairs {
                disposable.dispose()
                let before = log.lines.count
                counts.append { (before, log.lines.count) }
            }
        }
        await settle()
        for count in counts { #expect(count().0 == count().1) }
    }

    @MainActor private func block() { Thread.sleep(forTimeInterval: 0.01) }

    @MainActor @Test func nothingArrivesWithinSubscribe() async {
        stubs.on(API.zen, .text("7"))
        let logs = sequences(on: .main).map { source in
            let log = Log()
            _ = source.subscribe { log.add($0) }
            return log
        }
        block()
        #expect(logs.allSatisfy { $0.lines.isEmpty })
        for log in logs { #expect(await eventually { log.hasEnded }) }
    }

    @Test func aSequenceBelongsToTheScopeThatItIsMadeIn() async {
        stubs.on(API.zen, .text("7"))
        let own = StubTransport()
        own.on(API.zen, .text("8"))
        let live = Provider<API>(transport: own)
        let made: () -> [Observable<String>] = {
            [
                live.rx.request(.zen).mapString().asObservable(),
                live.rx.request(of: Call(.zen, as: String.self)).asObservable(),
                live.rx.requestWithProgress(.zen).filterCompleted().mapString(), live.rx.elements(of: .lines(.zen)),
            ]
        }
        let background = ConcurrentDispatchQueueScheduler(qos: .default)
        for source in await withStubs(stubs, operation: { made() }) {
            #expect(await log(of: source.subscribe(on: background)).lines == ["7", "end"])
        }
        #expect(own.requests.isEmpty)
        // Outside of a scope, that of the subscriber applies.
        for source in made() { #expect(await withStubs(stubs) { await log(of: source) }.lines == ["7", "end"]) }
        // What RxSwiftFront.md says: one that is made on another thread is outside of the scope.
        let late = await withStubs(stubs) {
            await log(
                of: Observable.just(()).observe(on: background)
                    .flatMapLatest { live.rx.request(of: Call(.zen, as: String.self)) })
        }
        #expect(late.lines == ["8", "end"])
    }

    @Test func aCallNamesTheCallersLineUnlessTheProviderNamesAnother() async {
        stubs.on(API.zen, .status(503))
        let line: UInt = #line + 1
        let own = api.rx.request(.zen)
        let wrapped = api.at(CallSite(line: 7)).rx.request(.zen)
        for (source, expected) in [(own, line), (wrapped, 7)] {
            let seen = await withCheckedContinuation { continuation in
                _ = source.subscribe(
                    onFailure: {
                        continuation.resume(returning: ($0 as? MyAPIError)?.requestError.callSite?.line)
                    })
            }
            #expect(seen == expected)
        }
    }
}
