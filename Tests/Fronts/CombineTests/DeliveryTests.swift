import Foundation
import Talyn
import TalynTesting
import Testing

@testable import TalynOpenCombine

#if canImport(Combine)
import Combine
#else
import OpenCombineShim
#endif

/// Thread safety, also run under Thread Sanitizer.
@Suite struct DeliveryTests {
    let stubs = StubTransport()
    let ends = Ends()
    private var api: Provider<API> { Provider(transport: stubs, plugins: [ends], clock: TestClock()) }

    /// Delivers a value, during which an action runs. Returns what the subscriber did, once nothing more comes.
    private func log(
        during action: @escaping @Sendable (Delivery<Int, MyAPIError>) -> Void, on queue: DispatchQueue
    ) async -> [String] {
        let log = Log()
        let recorder = Recorder<Int, MyAPIError>(.none) { _, _ in
            log.add("value")
            log.run()
            log.add("received")
            return .none
        } onEnd: {
            log.add("end")
        }
        let delivery = Delivery(to: AnySubscriber(recorder), on: queue)
        log.action = { action(delivery) }
        delivery.request(.unlimited)
        delivery.send(1)
        #expect(await eventually { log.lines.contains("received") })
        await settle()
        log.action = {}
        return log.lines
    }

    @Test(arguments: [DispatchQueue.main, .global()])
    func anEndThatComesWhileAValueIsReceivedFollowsIt(queue: DispatchQueue) async {
        let log = await log(during: { $0.complete(.finished) }, on: queue)
        #expect(log == ["value", "received", "end"])
    }

    @Test(arguments: [DispatchQueue.main, .global()])
    func cancellingDropsAnEndThatWaitsForAValue(queue: DispatchQueue) async {
        let log = await log(
            during: {
                $0.complete(.finished)
                $0.cancel()
            }, on: queue)
        #expect(log == ["value", "received"])
    }

    @Test func anEndResumesTheWorkThatWaitsForDemand() async {
        let (resumed, sink) = AsyncStream.makeStream(of: Bool.self)
        let delivery = Delivery(to: AnySubscriber(Recorder<Int, MyAPIError>(.none)), on: .main)
        delivery.start(in: TransportOverride()) { sink.yield(await $0.isDemanded()) }
        await settle()
        delivery.complete(.finished)
        #expect(await resumed.first { _ in true } == false)
    }

    @MainActor @Test func nothingArrivesAfterACancellationOnTheMainThread() async {
        stubs.on(API.zen, .text("zen"))
        stubs.on(API.export, .chunks((1...50).map { "\($0)\n" }))
        var counts: [() -> (Int, Int)] = []
        for index in 0..<300 {
            let value = api.publisher(of: Call(.zen, as: String.self)).recorded()
            // One cancels within a value, the other from outside.
            let lines = api.publisher(of: .lines(.export)).recorded { recorder, line in
                if line == "\(index % 60)" { recorder.cancel() }
                return .none
            }
            for _ in 0..<Int.random(in: 0...20) { await Task.yield() }
            for recorder in [value, lines] {
                recorder.cancel()
                let before = recorder.values.count + recorder.ends.count
                counts.append { (before, recorder.values.count + recorder.ends.count) }
            }
        }
        #expect(await eventually { ends.all >= stubs.requests.count })
        await settle()
        for count in counts { #expect(count().0 == count().1) }
    }

    @Test func manySubscriptionsEachGetTheirValueOnce() async {
        stubs.on(API.zen, .text("zen"))
        let publisher = api.publisher(of: Call(.zen, as: String.self))
        let recorders = (0..<500).map { _ in publisher.recorded() }
        for recorder in recorders { #expect(await eventually { recorder.hasFinished } && recorder.values == ["zen"]) }
        #expect(stubs.requests.count == 500)
    }

    @Test func cancellingFromOtherThreadsLeavesAWholeResultOrNone() async {
        stubs.on(API.zen, .text("zen"))
        let publisher = api.publisher(of: Call(.zen, as: String.self))
        let recorders = (0..<500).map { _ in Recorder<String, MyAPIError>(.none) }
        nonisolated(unsafe) let shared = publisher  // subscribing only reads it
        DispatchQueue.concurrentPerform(iterations: 1_500) { index in
            let recorder = recorders[index / 3]
            switch index % 3 {
            case 0: shared.subscribe(recorder)
            case 1: recorder.request(.max(1))
            default: recorder.cancel()
            }
        }
        await settle()
        for recorder in recorders { recorder.cancel() }
        // A call that is cancelled before it sends ends, too.
        #expect(await eventually { ends.all >= stubs.requests.count })
        await settle()
        for recorder in recorders {
            #expect(recorder.values.count <= 1 && recorder.ends.count <= 1 && recorder.overlapCount == 0)
            #expect(recorder.failure == nil)
        }
    }

    @Test func nothingArrivesAfterCancelReturned() async {
        for _ in 0..<200 {
            let (released, sink) = AsyncStream.makeStream(of: Void.self)
            let recorder = CallPublisher<CallUpdate<Int>, MyAPIError>(on: .main) { [end = EndOfStream(sink)] progress in
                for bytes in 1...50 { progress(TransferProgress(received: Int64(bytes))) }
                return withExtendedLifetime(end) { .success(1) }
            }.recorded { _, _ in .none }
            for _ in 0..<Int.random(in: 0...20) { await Task.yield() }
            recorder.cancel()
            let count = recorder.values.count + recorder.ends.count
            // The work is released when it has ended, and with it whatever could be delivered.
            for await _ in released {}
            // But what was being delivered at that moment.
            #expect(recorder.values.count + recorder.ends.count <= count + 1)
        }
    }

    @Test func demandFromOtherThreadsLosesAndRepeatsNoLine() async {
        let lines = (1...2_000).map { "\($0)" }
        stubs.on(API.export, .chunks(lines.map { "\($0)\n" }))
        let recorder = api.publisher(of: .lines(.export)).recorded(.max(1)) { recorder, _ in
            DispatchQueue.global().async { recorder.request(.max(1)) }
            return .none
        }
        #expect(await eventually { recorder.hasFinished } && recorder.values == lines && recorder.overlapCount == 0)
    }

    @Test func demandOfManyThreadsAtOnceAddsUp() async {
        stubs.on(API.export, .chunks((1...2_000).map { "\($0)\n" }))
        let recorder = api.publisher(of: .lines(.export)).recorded(.none)
        DispatchQueue.concurrentPerform(iterations: 1_000) { _ in recorder.request(.max(1)) }
        #expect(await eventually { recorder.values.count == 1_000 })
        await settle()
        #expect(recorder.values == (1...1_000).map { "\($0)" } && recorder.ends.isEmpty)
        recorder.cancel()
        #expect(await eventually { ends.all == 1 })
    }
}

/// Ends a stream when it is released.
private final class EndOfStream: Sendable {
    private let stream: AsyncStream<Void>.Continuation

    init(_ stream: AsyncStream<Void>.Continuation) { self.stream = stream }

    deinit { stream.finish() }
}

/// The events of a subscriber, and the action within a value.
private final class Log: @unchecked Sendable {
    // Unchecked: the state is accessed under the lock.
    private let lock = NSLock()
    private var written: [String] = []
    private var work: () -> Void = {}

    var lines: [String] { lock.withLock { written } }
    var action: () -> Void {
        get { lock.withLock { work } }
        set { lock.withLock { work = newValue } }
    }
    func add(_ line: String) { lock.withLock { written.append(line) } }
    func run() { action() }
}
