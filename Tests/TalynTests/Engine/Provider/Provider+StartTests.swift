import Foundation
import TalynTesting
import Testing

@testable import Talyn

@Suite struct ProviderStartTests {
    let stubs = StubTransport()
    private let queue = DispatchQueue(label: "Talyn.StartTests")

    private var github: Provider<GitHub> { Provider(transport: stubs, clock: TestClock()) }

    /// Returns what a closure is called with, and how often it was called when the last of the work is done.
    private func called<Value: Sendable>(_ start: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
        await withCheckedContinuation { continuation in start { continuation.resume(returning: $0) } }
    }

    @MainActor @Test func theClosureRunsOnTheMainActorAfterTheCallHasReturned() async throws {
        stubs.on(GitHub.zen, .text("Speak like a human."))
        var hasReturned = false
        var order: [String] = []
        let text = await withCheckedContinuation { continuation in
            github.start(of: Call(.zen, as: String.self)) { result in
                MainActor.assertIsolated()
                order.append(hasReturned ? "later" : "at once")
                continuation.resume(returning: try? result.get())
            }
            hasReturned = true
        }
        #expect(text == "Speak like a human." && order == ["later"])
    }

    @Test func theClosureRunsOnAQueue() async throws {
        stubs.on(GitHub.zen, .text("Speak like a human."))
        let (github, queue) = (github, queue)
        let response: Result<Response, MyAPIError> = await called { completion in
            github.start(.zen, on: queue) { result in
                dispatchPrecondition(condition: .onQueue(queue))
                completion(result)
            }
        }
        #expect(try response.get().data == Data("Speak like a human.".utf8))
        let text: Result<String, MyAPIError> = await called { completion in
            github.start(of: Call(.zen, as: String.self), on: queue) { completion($0) }
        }
        #expect(try text.get() == "Speak like a human.")
    }

    @Test func aFailureIsTheTargetsAndNamesTheCallersLine() async throws {
        stubs.on(GitHub.zen, .status(503))
        let (github, queue) = (github, queue)
        let line: UInt = #line + 2
        let result: Result<Response, MyAPIError> = await called { completion in
            github.start(.zen, on: queue) { completion($0) }
        }
        let error = #expect(throws: MyAPIError.self) { try result.get() }
        #expect(error?.statusCode == 503 && error?.requestError.callSite?.line == line)
    }

    @Test func aCancelledCallFailsAsCancelledOnce() async throws {
        stubs.on(GitHub.zen, .noResponse)
        let provider = Provider<GitHub>(transport: stubs, clock: TestClock(isManual: true))
        let (count, queue) = (Locked(0), queue)
        let result: Result<Response, MyAPIError> = await called { completion in
            let call = provider.start(.zen, on: queue) { result in
                count.withLock { $0 += 1 }
                completion(result)
            }
            call.cancel()
            call.cancel()
            #expect(call.isCancelled)
        }
        let error = #expect(throws: MyAPIError.self) { try result.get() }
        #expect(error?.requestError.category == .cancelled)
        // What would come twice is in front of this on the queue.
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        #expect(count.withLock { $0 } == 1)
    }

    /// The queue is suspended until the call has ended and was cancelled, as the main thread is busy in an app.
    @Test func aSuccessThatWaitsForItsQueueIsAFailureAfterACancellation() async throws {
        let (queue, log, ended) = (queue, Locked<[Int64]>([]), Locked<CallID?>(nil))
        let provider = Provider<GitHub>(
            transport: Reporting(), plugins: [.metrics { metrics in ended.withLock { $0 = metrics.callID } }])
        queue.suspend()
        let results = AsyncStream<Result<Response, MyAPIError>>.makeStream()
        let line: UInt = #line + 1
        let call = provider.start(
            .zen, on: queue, progress: { progress in log.withLock { $0.append(progress.received) } }
        ) { results.continuation.yield($0) }
        while ended.withLock({ $0 == nil }) { await Task.yield() }
        call.cancel()
        queue.resume()
        let result = try #require(await results.stream.first { _ in true })
        let error = #expect(throws: MyAPIError.self) { try result.get() }
        #expect(error?.requestError.category == .cancelled)
        #expect(error?.requestError.operation == "GitHub.zen" && error?.requestError.target is GitHub)
        #expect(error?.requestError.callID == ended.withLock { $0 } && error?.requestError.callSite?.line == line)
        #expect(error?.requestError.endpoint?.url.path == "/zen")
        #expect(log.withLock { $0 } == [])
    }

    @Test func aDownloadHasItsFileAndProgress() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("zen.txt")
        stubs.on(GitHub.zen, .text("Speak like a human."))
        let (github, queue, received) = (github, queue, Locked<Int64>(0))
        let result: Result<DownloadedFile, MyAPIError> = await called { completion in
            github.start(
                of: Call(.zen, downloadingTo: .file(file)), on: queue,
                progress: { progress in received.withLock { $0 = progress.received } }
            ) { completion($0) }
        }
        #expect(try Data(contentsOf: result.get().url) == Data("Speak like a human.".utf8))
        #expect(received.withLock { $0 } == 19)
    }

    // MARK: Progress

    @Test(arguments: [true, false])
    func progressComesOnTheQueueInOrderAndBeforeTheResultAlsoOfAConcurrentQueue(isConcurrent: Bool) async {
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "Talyn.StartTests", attributes: isConcurrent ? .concurrent : [])
        queue.setSpecific(key: key, value: true)
        let (log, provider) = (Locked<[Int64]>([]), Provider<GitHub>(transport: Reporting()))
        let _: Result<Response, MyAPIError> = await called { completion in
            provider.start(
                .zen, on: queue,
                progress: { progress in
                    let isOnQueue = DispatchQueue.getSpecific(key: key) == true
                    log.withLock { $0.append(isOnQueue ? progress.received : -1) }
                }
            ) { result in
                log.withLock { $0.append(0) }
                completion(result)
            }
        }
        #expect(log.withLock { $0 } == Array(1...Reporting.count) + [0])
    }

    @MainActor @Test func progressComesOnTheMainActorBeforeTheResult() async {
        @MainActor final class Log { var entries: [Int64] = [] }
        let log = Log()
        await withCheckedContinuation { continuation in
            Provider<GitHub>(transport: Reporting()).start(
                .zen,
                progress: { progress in
                    MainActor.assertIsolated()
                    log.entries.append(progress.received)
                }
            ) { _ in
                log.entries.append(0)
                continuation.resume()
            }
        }
        #expect(log.entries == Array(1...Reporting.count) + [0])
    }

    @Test func progressThatATransportReportsAfterTheEndIsDropped() async {
        let (log, late, queue) = (Locked<[Int64]>([]), Locked<[@Sendable () -> Void]>([]), queue)
        let provider = Provider<GitHub>(transport: Reporting { report in late.withLock { $0.append(report) } })
        let _: Result<Response, MyAPIError> = await called { completion in
            provider.start(
                .zen, on: queue, progress: { progress in log.withLock { $0.append(progress.received) } }
            ) { completion($0) }
        }
        for report in late.withLock({ $0 }) { report() }
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        #expect(log.withLock { $0 } == Array(1...Reporting.count))
    }

    /// A transport that reports the end of 1 to 100 bytes, none of which is held back.
    private struct Reporting: Transport {
        static let count: Int64 = 100
        /// Receives a report that comes after the end of the call.
        var late: @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }

        func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
            for bytes in 1...Self.count { context.progress?(TransferProgress(received: bytes, totalToReceive: bytes)) }
            late { context.progress?(TransferProgress(received: 1_000, totalToReceive: 1_000)) }
            return Response(statusCode: 200, body: .data(Data()), endpoint: endpoint)
        }
    }

    @Test func stubsOfTheScopeApply() async throws {
        stubs.on(GitHub.zen, .text("stubbed"))
        let queue = queue
        let text: Result<String, MyAPIError> = await withStubs(stubs) {
            await called { completion in
                Provider<GitHub>().start(of: Call(.zen, as: String.self), on: queue) { completion($0) }
            }
        }
        #expect(try text.get() == "stubbed")
    }
}
