import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

@Suite(.timeLimit(.minutes(5))) struct StubAnswerChangedTests {
    let stubs = StubTransport()
    let clock = TestClock()

    private func provider(timeout: Duration = .seconds(30), seed: UInt64 = 1) -> Provider<GitHub> {
        Provider<GitHub>(transport: stubs, clock: clock, randomness: .seeded(seed)).withDefaults {
            $0.timeout = timeout
        }
    }

    // MARK: Jitter

    @Test func jitterDrawsEvenlyAroundTheDelayAndRepeatsFromItsSeed() async throws {
        stubs.on(GitHub.zen, .text("ok").delayed(by: .seconds(4), jitter: .seconds(2)))
        for seed: UInt64 in [1, 1, 2] {
            let provider = provider(seed: seed)
            for _ in 0..<200 { try await provider.request(.zen) }
        }
        let slept = clock.slept
        #expect(slept.allSatisfy { (.seconds(2) ... .seconds(6)).contains($0) })
        #expect(slept[0..<200] == slept[200..<400])
        #expect(slept[0..<200] != slept[400..<600])
        for quarter in 0..<4 {
            let bounds = Duration.seconds(2 + quarter)..<Duration.seconds(3 + quarter)
            #expect((30...70).contains(slept[0..<200].count { bounds.contains($0) }))
        }
    }

    @Test func jitterAloneDelaysToo() async throws {
        stubs.on(GitHub.zen, .text("ok").delayed(by: .zero, jitter: .seconds(2)))
        for _ in 0..<20 { try await provider().request(.zen) }
        #expect(clock.slept.contains { $0 > .zero })
    }

    @Test(arguments: [(UInt64.min, 2), (.max, 6)] as [(UInt64, Int)])
    func theJitterOfASequenceAddsToThatOfItsAnswers(_ bits: UInt64, _ delay: Int) async throws {
        let answer = StubAnswer.text("ok").delayed(by: .seconds(3), jitter: .seconds(1))
        stubs.on(GitHub.zen, .sequence([answer]).delayed(by: .seconds(1), jitter: .seconds(1)))
        let provider = Provider<GitHub>(transport: stubs, clock: clock, randomness: Randomness { bits })
        try await provider.request(.zen)
        #expect(clock.slept == [.seconds(delay)])
    }

    @Test(
        arguments: [
            (.zero, .seconds(1)), (.seconds(-5), .seconds(1)), (.seconds(-5), .zero), (.zero, .seconds(-1)),
            (.zero, .seconds(Int64.max)), (.seconds(Int64.max), .seconds(Int64.max)),
            (.seconds(Int64.min), .seconds(1)),
        ] as [(Duration, Duration)])
    func noDelayIsNegativeAndNoneTraps(_ delay: Duration, _ jitter: Duration) async {
        stubs.on(
            GitHub.zen, .sequence([.text("ok").delayed(by: delay, jitter: jitter)]).delayed(by: delay, jitter: jitter))
        _ = await provider(timeout: .seconds(Int64.max)).result(.zen)
        #expect(clock.slept.allSatisfy { $0 >= .zero })
    }

    // MARK: Throttling

    @Test(
        arguments: [
            (5, 1, 5, .seconds(5)), (10, 3, 10, .seconds(10) / 3), (7, 1000, 1, .milliseconds(7)), (0, 1, 0, .zero),
            (10_000_000, 10_000_000, 10, .seconds(1)), (25, 100, 3, .milliseconds(250)), (3, Int.max, 1, .zero),
        ] as [(Int, Int, Int, Duration)])
    func aRateIsKeptToTheEnd(_ bytes: Int, _ rate: Int, _ pieces: Int, _ time: Duration) async throws {
        stubs.on(GitHub.zen, .data(Data(count: bytes)).throttled(bytesPerSecond: rate))
        let start = clock.now
        #expect(try await provider().request(.zen).data.count == bytes)
        #expect(start.duration(to: clock.now) == time)
        #expect(clock.slept.count == (time == .zero ? 0 : pieces))
    }

    @Test(arguments: [0, -1, Int.min])
    func aRateOfNothingStalls(_ rate: Int) async {
        stubs.on(GitHub.zen, .text("ok").throttled(bytesPerSecond: rate))
        #expect(await provider().result(.zen).thrown?.urlError?.code == .timedOut)
    }

    @Test func theTimeOfAByteIsExactToTheAttosecond() {
        #expect(
            StubPace.time(of: 1, rate: 3)
                == Duration(secondsComponent: 0, attosecondsComponent: 333_333_333_333_333_333))
        #expect(StubPace.time(of: Int.max, rate: 1) == .seconds(Int64.max))
        #expect(StubPace.time(of: Int.max, rate: .max) < .seconds(1))
        #expect(StubPace.time(of: -1, rate: 0) == .zero)
    }

    @Test func aThrottledBodyMayBeCutAndStreamed() async throws {
        let endpoint = Endpoint(url: GitHub.host)
        stubs.on(endpoint, .data(Data(count: 40)).throttled(bytesPerSecond: 100).truncated(after: 25))
        let response = try await stubs.send(endpoint, context: CallContext(delivery: .stream, clock: clock))
        guard case .stream(let stream) = response.body else {
            Issue.record("no stream")
            return
        }
        var sizes: [Int] = []
        let error = await #expect(throws: URLError.self) { for try await piece in stream { sizes.append(piece.count) } }
        #expect(error?.code == .networkConnectionLost)
        #expect(sizes == [10, 10, 5])
        #expect(clock.slept == [.milliseconds(100), .milliseconds(100), .milliseconds(50)])
    }

    // MARK: Lengths

    @Test(
        arguments: [
            (5, "hello", nil), (3, "hel", nil), (0, "", nil), (9, nil, .networkConnectionLost),
            (Int.max, nil, .networkConnectionLost), (-1, nil, .cannotParseResponse),
            (Int.min, nil, .cannotParseResponse),
        ] as [(Int, String?, URLError.Code?)])
    func anAnnouncedLengthIsBelieved(_ length: Int, _ text: String?, _ code: URLError.Code?) async {
        stubs.on(GitHub.zen, .text("hello").announcing(contentLength: length))
        let told = Locked<[TransferProgress]>([])
        do throws(MyAPIError) {
            let response = try await provider().request(.zen) { report in told.withLock { $0.append(report) } }
            #expect(response.data == Data((text ?? "none").utf8))
            #expect(response.headers["Content-Length"] == "\(length)")
        } catch { #expect(error.urlError?.code == code) }
        #expect(told.withLock { $0.allSatisfy { $0.totalToReceive == Int64(length) } })
        #expect(told.withLock { $0.map(\.received) } == (length < 0 ? [] : [Int64(min(length, 5))]))
    }

    @Test func anEmptyBodyThatAnnouncesMoreIsLost() async {
        stubs.on(GitHub.zen, .status(200).announcing(contentLength: 1))
        #expect(await provider().result(.zen).thrown?.urlError?.code == .networkConnectionLost)
    }

    @Test func aFileIsNotWrittenWhenTheBodyIsShorterThanAnnounced() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        let endpoint = Endpoint(url: GitHub.host)
        stubs.on(endpoint, .text("hello").announcing(contentLength: 6))
        await #expect(throws: URLError.self) {
            try await stubs.send(endpoint, context: CallContext(delivery: .file(file), clock: clock))
        }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    // MARK: Others

    @Test func aResetIsALostConnection() async {
        stubs.on(GitHub.zen, .reset)
        let lost = RequestError(.transport(URLError(.networkConnectionLost)))
        #expect(await provider().result(.zen) == .failure(.internetConnection(lost)))
    }

    @Test(
        arguments: [
            StubAnswer.text("body").throttled(bytesPerSecond: 1), .text("body").dripping(1, every: .seconds(1)),
            .text("body").truncated(after: 1), .text("body").stalling(after: 0),
            .text("body").announcing(contentLength: 9),
        ])
    func aResponseWithoutABodyHasNoPace(_ answer: StubAnswer) async throws {
        for (method, status) in [(HTTPMethod.head, 200), (.get, 204), (.get, 304)] {
            let endpoint = Endpoint(method, url: GitHub.host)
            guard case .response(_, let headers, let body) = answer.content else {
                Issue.record("no response")
                return
            }
            stubs.on(
                endpoint, answer.changed { $0.content = .response(status: status, headers: headers, body: body) })
            let response = try await stubs.send(endpoint, context: CallContext(clock: clock))
            #expect(response.body == Body.none)
        }
        #expect(clock.slept.isEmpty)
    }
}
