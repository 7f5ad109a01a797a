import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

@Suite(.timeLimit(.minutes(5))) struct StubAnswerPaceTests {
    let stubs = StubTransport()
    let clock = TestClock()

    private func provider(timeout: Duration = .seconds(30), deadline: Duration? = nil) -> Provider<GitHub> {
        Provider<GitHub>(transport: stubs, clock: clock).withDefaults {
            $0.timeout = timeout
            $0.deadline = deadline
        }
    }

    @Test func dripsComeAfterEachPauseAndAreReportedOneByOne() async throws {
        stubs.on(GitHub.zen, .text("aabbc").dripping(2, every: .seconds(20)))
        let reports = Locked<[TransferProgress]>([])
        let response = try await provider().request(.zen) { report in reports.withLock { $0.append(report) } }
        #expect(response.data == Data("aabbc".utf8))
        #expect(clock.slept == [.seconds(20), .seconds(20)])
        #expect(reports.withLock { $0.map(\.received) } == [2, 4, 5])
        #expect(reports.withLock { $0.allSatisfy { $0.totalToReceive == 5 } })
    }

    @Test func aPauseLongerThanTheTimeoutEndsTheCallAtTheTimeout() async {
        stubs.on(GitHub.zen, .text("aabbc").dripping(2, every: .seconds(31)))
        #expect(await provider().result(.zen).thrown?.urlError?.code == .timedOut)
        #expect(clock.slept == [.seconds(30)])
    }

    @Test func aDeadlineEndsDrips() async {
        stubs.on(GitHub.zen, .text("aabbccdd").dripping(2, every: .seconds(20)))
        #expect(await provider(deadline: .seconds(50)).result(.zen).thrown?.urlError?.code == .timedOut)
        #expect(clock.slept == [.seconds(20), .seconds(20), .seconds(10)])
    }

    @Test func aTimeoutAndADeadlineSayWhichTheyAre() async {
        stubs.on(GitHub.zen, .noResponse)
        let late = await provider(deadline: .seconds(5)).result(.zen).thrown?.requestError.reason
        #expect(late?.contains("the deadline has passed") == true, "\(late ?? "")")
        let idle = await provider(timeout: .seconds(5), deadline: .seconds(50)).result(.zen).thrown?.requestError.reason
        #expect(idle?.contains("no response within 5.0 s") == true, "\(idle ?? "")")
        // Time goes on between two readings of the clock.
        let real = Provider<GitHub>(transport: stubs).withDefaults { $0.deadline = .milliseconds(20) }
        let over = await real.result(.zen).thrown?.requestError.reason
        #expect(over?.contains("the deadline has passed") == true, "\(over ?? "")")
    }

    @Test func silenceAndAStallLastUntilTheTimeout() async {
        for answer in [StubAnswer.noResponse, .text("aabbc").stalling(after: 2), .text("a").stalling(after: 0)] {
            stubs.on(GitHub.zen, answer.delayed(by: .seconds(1)))
            let start = clock.now
            #expect(await provider(timeout: .seconds(7)).result(.zen).thrown?.urlError?.code == .timedOut)
            #expect(start.duration(to: clock.now) == .seconds(8))
        }
    }

    @Test func silenceWithoutATimeoutLastsUntilTheTaskIsCancelled() async {
        let clock = TestClock(isManual: true)
        stubs.on(GitHub.zen, .noResponse)
        let provider = Provider<GitHub>(transport: stubs, clock: clock).withDefaults {
            $0.timeout = .seconds(Int64.max)
        }
        let call = Task { await provider.result(.zen) }
        await clock.waitForSleepers()
        call.cancel()
        guard case .failure(.cancelled) = await call.value else {
            Issue.record("it is not cancelled")
            return
        }
    }

    @Test func aBodyCutShortFailsWithItsCode() async {
        stubs.on(GitHub.zen, .text("aabbc").truncated(after: 2))
        #expect(await provider().result(.zen).thrown?.urlError?.code == .networkConnectionLost)
        stubs.on(GitHub.zen, .text("aabbc").truncated(after: 2, code: .cannotParseResponse))
        #expect(await provider().result(.zen).thrown?.urlError?.code == .cannotParseResponse)
        #expect(clock.slept.isEmpty)
    }

    @Test(
        arguments: [
            (.text("a").truncated(after: 7), "its body of 1 bytes cannot break off after 7 bytes"),
            (.text("aabbc").truncated(after: 5), "its body of 5 bytes cannot break off after 5 bytes"),
            (.text("aabbc").stalling(after: 6), "its body of 5 bytes cannot stall after 6 bytes"),
            (.status(200).truncated(after: 0), "its body of 0 bytes cannot break off after 0 bytes"),
            (.text("a").truncated(after: -1), "its body ends after -1 bytes"),
            (.text("a").dripping(0, every: .seconds(1)), "its chunks have 0 bytes"),
            (.sequence([.text("a"), .text("b")]).dripping(-2, every: .seconds(1)), "its chunks have -2 bytes"),
            (.status(1000), "its status 1000 does not have three digits"),
            (.status(0), "its status 0 does not have three digits"),
            (
                .events([]).delayed(by: .seconds(1)).truncated(after: 3),
                "its body of 0 bytes cannot break off after 3 bytes"
            ),
            (
                .status(204, headers: ["X-Id": "a\r\nSet-Cookie: \(canary)"]),
                "header 'X-Id' contains a line break (U+000D) at position 2; header values cannot (RFC 9110 §5.5)"
            ),
            (.status(204, headers: ["X\nId": "a"]), "a header name is not a token (RFC 9110 §5.1): X…"),
            (
                .redirect(to: "/a\nb"),
                "header 'Location' contains a line break (U+000A) at position 3; header values cannot (RFC 9110 §5.5)"
            ),
        ] as [(StubAnswer, String)])
    func anAnswerThatNoServerCanGiveIsUnusable(_ answer: StubAnswer, _ problem: String) async {
        stubs.on(GitHub.zen, answer, times: .any)
        #expect(Set(stubs.findings.map { $0.replacing(/.*\) is/, with: "") }) == [" unusable: \(problem)"])
        #expect(
            await provider().result(.zen).thrown?.requestError.reason
                == "the stub for GitHub.zen is unusable: \(problem)")
        stubs.on(GitHub.self) { _ in answer }
        #expect(
            await provider().result(.zen).thrown?.requestError.reason
                == "the stub for GitHub.zen is unusable: \(problem)")
        #expect(!stubs.findings.joined().contains(canary))
    }

    @Test func aBodyOfASequenceThatEndsBeforeItsFaultArrivesComplete() async throws {
        stubs.on(GitHub.zen, .sequence([.status(503), .text("aa"), .text("aabbc")]).truncated(after: 2))
        #expect(await provider().result(.zen).thrown?.requestError.statusCode == 503)
        #expect(try await provider().request(.zen, as: String.self) == "aa")
        #expect(await provider().result(.zen).thrown?.urlError?.code == .networkConnectionLost)
        try stubs.verify()
    }

    @Test func aPaceOfASequenceIsThatOfEachAnswerWithoutOne() async {
        stubs.on(
            GitHub.zen, .sequence([.text("aabbc"), .text("xyz").throttled(bytesPerSecond: 9)]).truncated(after: 2))
        #expect(await provider().result(.zen).thrown?.urlError?.code == .networkConnectionLost)
        #expect((try? await provider().request(.zen))?.data == Data("xyz".utf8))
    }

    @Test(
        arguments: [
            (.text("abc").dripping(0, every: .seconds(1)), [1, 1, 1], [1, 1]),
            (.text("abc").dripping(-3, every: .seconds(1)), [1, 1, 1], [1, 1]),
            (.text("").dripping(1, every: .seconds(1)), [], []),
            (.chunks(["a", "", "b"], every: .seconds(5)), [1, 1], [5]),
            (.chunks(["ab", "cd"], every: .seconds(9)).dripping(3, every: .seconds(2)), [3, 1], [2]),
            (.text("abcd").throttled(bytesPerSecond: 1).dripping(3, every: .seconds(2)), [3, 1], [2]),
            (.chunks(["ab", "c"], every: .seconds(9)).throttled(bytesPerSecond: 1), [1, 1, 1], [1, 1, 1]),
            (
                .text("abcd").throttled(bytesPerSecond: 1).arriving([(1, .seconds(4)), (0, .seconds(5))]), [1, 1, 2],
                [4, 5]
            ),
            (.text("abcd").dripping(1, every: .seconds(2)).arriving([(1, .seconds(4))]), [1, 3], [4]),
        ] as [(StubAnswer, [Int], [Int])])
    func theLastPaceReplacesTheOthersAndAChunkHasAByteAtLeast(
        _ answer: StubAnswer, _ sizes: [Int], _ pauses: [Int]
    ) async throws {
        let context = CallContext(delivery: .stream, clock: clock)
        let response = try await answer.respond(to: Endpoint(url: GitHub.host), context: context)
        guard case .stream(let stream) = response.body else {
            Issue.record("it is no stream")
            return
        }
        var pieces: [Int] = []
        for try await piece in stream { pieces.append(piece.count) }
        #expect(pieces == sizes)
        #expect(clock.slept == pauses.map { .seconds($0) })
    }

    @Test(
        arguments: [
            .text("ab").delayed(by: .seconds(30)), .text("ab").dripping(1, every: .seconds(30)),
            .text("ab").delayed(by: .seconds(30)).dripping(1, every: .seconds(30)),
        ] as [StubAnswer])
    func aPauseOfExactlyTheTimeoutIsInTime(_ answer: StubAnswer) async throws {
        stubs.on(GitHub.zen, answer)
        #expect(try await provider().request(.zen, as: String.self) == "ab")
    }

    @Test func aSlowBodyInMemoryEndsWhereItsLimitIsPassed() async throws {
        var endpoint = Endpoint(url: GitHub.host)
        endpoint.options.maxBodySize = 4
        let context = CallContext(clock: clock)
        let exact = try await StubAnswer.text("aabb").dripping(2, every: .seconds(1)).respond(
            to: endpoint, context: context)
        #expect(exact.data == Data("aabb".utf8))
        let long = StubAnswer.text("aabbccdd").dripping(2, every: .seconds(1))
        let error = await #expect(throws: RequestError.self) {
            try await long.respond(to: endpoint, context: context)
        }
        #expect(error?.category == .tooLarge)
        #expect(clock.slept == [.seconds(1), .seconds(1), .seconds(1)])
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await long.respond(to: endpoint, context: CallContext(delivery: .file(file), clock: clock))
        #expect(try Data(contentsOf: file) == Data("aabbccdd".utf8))
    }

    @Test func aStreamIsAsSlowAndAsShort() async throws {
        let url = try #require(URL(string: "https://api.example.com/a"))
        stubs.on(Endpoint(url: url), .text("aabbc").dripping(2, every: .seconds(20)).truncated(after: 4))
        let context = CallContext(delivery: .stream, clock: clock)
        let response = try await stubs.send(Endpoint(url: url), context: context)
        guard case .stream(let stream) = response.body else {
            Issue.record("it is no stream")
            return
        }
        #expect(clock.slept.isEmpty)
        var pieces: [Data] = []
        let error = await #expect(throws: URLError.self) { for try await piece in stream { pieces.append(piece) } }
        #expect(error?.code == .networkConnectionLost)
        #expect(pieces == [Data("aa".utf8), Data("bb".utf8)])
        #expect(clock.slept == [.seconds(20)])
    }
}
