import Foundation
import Testing

@testable import Talyn

@Suite struct TransferTests {
    private let stubs = StubTransport()
    private let clock = TestClock()

    private var provider: Provider<RawAPI> { Provider(transport: stubs, clock: clock) }

    @Test func theProgressEndsWithTheCallAndTheValueFollows() async throws {
        stubs.on(RawAPI.items, .text("0123456789").dripping(5, every: .seconds(1)))
        let transfer = Transfer { [provider] progress in
            try await provider.request(.items, as: String.self, progress: progress)
        }
        var last: TransferProgress?
        for await progress in transfer.progress { last = progress }
        #expect(last?.received == 10 && last?.fraction == 1 && last?.bytesPerSecond == 5)
        #expect(try await transfer.value == "0123456789")
    }

    @Test func everyFormOfACallTellsItsProgress() async throws {
        stubs.on(RawAPI.items, .text("\"12345678\"").dripping(5, every: .seconds(1)))
        let endpoint = try provider.endpoint(.items)
        typealias Form =
            @Sendable (Provider<RawAPI>, @escaping @Sendable (TransferProgress) -> Void) async throws -> Void
        let forms: [Form] = [
            { _ = try await $0.request(.items, progress: $1) },
            { _ = try await $0.request(.items, as: Data.self, progress: $1) },
            { try await $0.request(.items, as: Void.self, progress: $1) },
            { _ = try await $0.call(Call<RawAPI, String>(.items), progress: $1) },
            { _ = try await $0.result(.items, progress: $1).get() },
            { _ = try await $0.result(.items, as: String.self, progress: $1).get() },
            { _ = try await $0.result(of: Call<RawAPI, String>(.items), progress: $1).get() },
            { _ = await $0.networkResult(.items, as: String.self, rejection: String.self, progress: $1) },
            { _ = try await $0.send(endpoint, progress: $1) },
            { for try await _ in try await $0.stream(.items, progress: $1) {} },
        ]
        for (index, form) in forms.enumerated() {
            let received = Locked<[Int64]>([])
            try await form(provider) { news in received.withLock { $0.append(news.received) } }
            #expect(received.withLock { $0 } == [5, 10], "form \(index)")
        }
    }

    @Test func aBoundCallHasProgressValueAndCallSite() async throws {
        stubs.on(RawAPI.items, .text("0123456789").dripping(5, every: .seconds(1)))
        let transfer = Transfer(of: Call(.items, as: String.self), by: provider)
        var last: TransferProgress?
        for await progress in transfer.progress { last = progress }
        #expect(last?.received == 10 && last?.fraction == 1)
        #expect(try await transfer.value == "0123456789")
        stubs.on(RawAPI.items, .status(500))
        let refused = Transfer(of: Call(.items, as: String.self), by: provider)
        let site = #line - 1
        do { _ = try await refused.value } catch {
            #expect("\(error.callSite as Any)".contains("TransferTests.swift:\(site)"))
        }
    }

    @Test func theFailureIsTyped() async throws {
        stubs.on(RawAPI.items, .status(500))
        let transfer = Transfer(of: Call(.items, as: String.self), by: provider)
        for await _ in transfer.progress {}
        do throws(RequestError) {
            _ = try await transfer.value
            Issue.record("no error")
        } catch { #expect(error.statusCode == 500) }
    }

    @Test func cancellingTheTaskThatAwaitsTheValueEndsTheCall() async throws {
        let clock = TestClock(isManual: true)
        stubs.on(RawAPI.items, .noResponse)
        let provider = Provider<RawAPI>(transport: stubs, clock: clock)
        for hasProgress in [true, false] {
            let transfer = Transfer(of: Call(.items, as: String.self), by: provider)
            let waiting = Task {
                if hasProgress { for await _ in transfer.progress {} }
                return try await transfer.value
            }
            await clock.waitForSleepers()
            waiting.cancel()
            await #expect(throws: RequestError(.cancelled)) { try await waiting.value }
            // Another task learns of it, too.
            await #expect(throws: RequestError(.cancelled)) { try await transfer.value }
            for await _ in transfer.progress {}
        }
        #expect(stubs.log.components(separatedBy: "→ cancelled").count == 3)
    }

    @Test func aCancelledTaskStillGetsAValueThatIsThere() async throws {
        stubs.on(RawAPI.items, .text("done"))
        let transfer = Transfer(of: Call(.items, as: String.self), by: provider)
        _ = try await transfer.value
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transfer.value
        }
        #expect(try await late.value == "done")
        #expect(try await transfer.value == "done")
    }

    @Test func cancellingEndsTheCall() async throws {
        let clock = TestClock(isManual: true)
        stubs.on(RawAPI.items, .noResponse)
        let provider = Provider<RawAPI>(transport: stubs, clock: clock)
        let transfer = Transfer { progress throws(RequestError) in
            try await provider.request(.items, progress: progress)
        }
        await clock.waitForSleepers()
        transfer.cancel()
        for await _ in transfer.progress {}
        await #expect(throws: RequestError(.cancelled)) { try await transfer.value }
    }
}
