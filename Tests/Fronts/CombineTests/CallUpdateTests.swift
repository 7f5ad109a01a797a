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

@Suite struct CallUpdateTests {
    let stubs = StubTransport()
    let ends = Ends()
    private var api: Provider<API> { Provider(transport: stubs, plugins: [ends], clock: TestClock()) }

    /// A call that reports 1 to 1,000 bytes and then has a result.
    private func reporting(
        _ result: Result<String, MyAPIError>, then: @escaping @Sendable () async -> Void = {}
    ) -> CallPublisher<CallUpdate<String>, MyAPIError> {
        CallPublisher(on: .main) { progress in
            for bytes in 1...1_000 { progress(TransferProgress(received: Int64(bytes))) }
            await then()
            return result
        }
    }

    @Test func progressArrivesBeforeTheValue() async throws {
        stubs.on(API.export, .chunks(["Speak ", "like ", "a human."], every: .seconds(1)))
        let recorder = api.progressPublisher(.export).recorded()
        #expect(await eventually { recorder.hasFinished })
        let reports = recorder.values.compactMap(\.report)
        guard case .value(let response)? = recorder.values.last else {
            Issue.record("\(recorder.values)")
            return
        }
        #expect(try response.string() == "Speak like a human.")
        #expect(!reports.isEmpty && reports.count == recorder.values.count - 1)
        #expect(reports.last?.received == 19 && reports.map(\.received) == reports.map(\.received).sorted())
    }

    @Test func aBoundCallHasProgress() async {
        stubs.on(API.user("ann"), .json(#"{"login": "ann"}"#))
        let recorder = api.progressPublisher(of: Call<API, User>(.user("ann"))).recorded()
        #expect(await eventually { recorder.hasFinished } && recorder.values.last?.result == User(login: "ann"))
        #expect(recorder.values.dropLast().contains { $0.report?.received == 16 })
    }

    @Test func aSubscriberWithoutDemandGetsTheLatestReportOnlyAndThenTheValue() async {
        let (done, sink) = AsyncStream.makeStream(of: Void.self)
        let recorder = reporting(.success("done")) { sink.finish() }.recorded(.none)
        for await _ in done {}
        await settle()
        #expect(recorder.values.isEmpty)
        recorder.request(.max(1))
        #expect(await eventually { recorder.values.count == 1 })
        await settle()
        #expect(recorder.values.map { $0.report?.received } == [1_000] && recorder.ends.isEmpty)
        recorder.request(.max(1))
        #expect(await eventually { recorder.hasFinished } && recorder.values.last?.result == "done")
    }

    @Test func aSlowSubscriberSkipsReportsAndGetsTheValue() async {
        let (reported, sink) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let recorder = CallPublisher<CallUpdate<String>, MyAPIError>(on: DispatchQueue(label: "slow")) { progress in
            progress(TransferProgress(received: 0))
            for await _ in reported { break }
            for bytes in 1...1_000 { progress(TransferProgress(received: Int64(bytes))) }
            gate.signal()
            return .success("done")
        }.recorded { _, update in
            // The first report is being received while the others come.
            if update.report?.received == 0 {
                sink.yield()
                gate.wait()
            }
            return .none
        }
        #expect(await eventually { recorder.hasFinished })
        #expect(recorder.values.map { $0.report?.received } == [0, 1_000, nil])
    }

    @Test func aBusyQueueGetsTheLatestReportOnlyAndTheValue() async {
        let queue = namedQueue("busy")
        queue.suspend()
        let (done, sink) = AsyncStream.makeStream(of: Void.self)
        let recorder = CallPublisher<CallUpdate<String>, MyAPIError>(on: queue) { progress in
            for bytes in 1...1_000 { progress(TransferProgress(received: Int64(bytes))) }
            sink.finish()
            return .success("done")
        }.recorded()
        for await _ in done {}
        await settle()
        #expect(recorder.values.isEmpty)
        queue.resume()
        #expect(await eventually { recorder.hasFinished } && recorder.threadNames == ["busy"])
        #expect(recorder.values.map { $0.report?.received } == [1_000, nil])
    }

    @Test func aReportAfterTheResultIsDropped() async {
        let (reports, sink) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
        let recorder = CallPublisher<CallUpdate<String>, MyAPIError>(on: .main) { progress in
            sink.yield { progress(TransferProgress(received: 1)) }
            return .success("done")
        }.recorded(.unlimited)
        #expect(await eventually { recorder.hasFinished })
        if let report = await reports.first(where: { _ in true }) { report() }
        await settle()
        #expect(recorder.values.map(\.result) == ["done"])
    }

    @Test func aFailureDropsTheReportThatWaits() async {
        let recorder = reporting(.failure(.cancelled())).recorded(.none)
        #expect(await eventually { recorder.failure != nil })
        recorder.request(.unlimited)
        await settle()
        #expect(recorder.values.isEmpty && recorder.ends.count == 1)
    }

    @Test func aFailureWithinAReportFollowsIt() async {
        let (failed, sink) = AsyncStream.makeStream(of: Void.self)
        let recorder = CallPublisher<CallUpdate<String>, MyAPIError>(on: DispatchQueue(label: "slow")) { progress in
            progress(TransferProgress(received: 0))
            for await _ in failed { break }
            return .failure(.cancelled())
        }.recorded { recorder, _ in
            sink.yield()
            // Long enough for the failure to come.
            Thread.sleep(forTimeInterval: 0.05)
            #expect(recorder.ends.isEmpty)
            return .none
        }
        #expect(await eventually { recorder.failure != nil } && recorder.overlapCount == 0)
        #expect(recorder.values.count == 1)
    }

    @Test func cancellingWithinAReportCancelsTheTransfer() async {
        stubs.on(API.export, .chunks(["one", "two"], every: .seconds(1)).stalling(after: 4))
        let clock = TestClock(isManual: true)
        let waiting = Provider<API>(transport: stubs, plugins: [ends], clock: clock)
        let recorder = waiting.progressPublisher(.export).recorded { recorder, _ in
            recorder.cancel()
            return .none
        }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(await eventually { ends.cancelled == 1 })
        #expect(recorder.values.count == 1 && recorder.ends.isEmpty)
    }
}

extension CallUpdate {
    var report: TransferProgress? { if case .progress(let report) = self { report } else { nil } }
    var result: Value? { if case .value(let value) = self { value } else { nil } }
}
