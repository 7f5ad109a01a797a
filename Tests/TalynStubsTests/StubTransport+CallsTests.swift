import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

@Suite struct StubTransportCallsTests {
    private enum Upload: RoutedTarget {
        case stream(BodyStream)
        case file(URL)
        case data(Data)
        var baseURL: URL { Probe.host }
        var route: Route {
            switch self {
            case .stream(let stream): .put("up/\(canary)").stream(stream)
            case .file(let file): .put("up/\(canary)").file(file)
            case .data(let data): .put("up/\(canary)").data(data)
            }
        }
        static let catchChain = CatchChain(cancelled: RequestError(.cancelled), otherwise: { $0 })
    }

    private let stubs = StubTransport()
    private let told = Locked<[TransferProgress]>([])

    private func upload(_ target: Upload, clock: TestClock = TestClock()) async -> Result<Response, RequestError> {
        stubs.on(template: "up/{}", .text("done"))
        let told = told
        let provider = Provider<Upload>(transport: stubs, clock: clock)
        do throws(RequestError) {
            return .success(try await provider.request(target) { report in told.withLock { $0.append(report) } })
        } catch { return .failure(error) }
    }

    private func stream(_ pieces: [String], then error: (any Error)? = nil) -> BodyStream {
        BodyStream {
            var rest = pieces[...]
            return {
                if let piece = rest.popFirst() { return Data(piece.utf8) }
                if let error { throw error }
                return nil
            }
        }
    }

    // MARK: The log

    @Test func theLogHasTheAnswerThatWasGiven() async throws {
        stubs.on(RawAPI.items, .text("0123456789").servingRanges())
        let provider = Provider<RawAPI>(transport: stubs)
        let url = try provider.endpoint(.items).url
        for range in ["bytes=4-", "bytes=10-", "items=1-"] {
            _ = await provider.result(of: Call(.items, as: Data.self))
            stubs.on(Endpoint(url: url, headers: ["Range": range]), .text("0123456789").servingRanges())
            _ = try? await provider.send(Endpoint(url: url, headers: ["Range": range]))
        }
        #expect(
            stubs.calls.map(\.answer) == [
                "200, 10 bytes", "206, 6 bytes", "200, 10 bytes", "416, 0 bytes", "200, 10 bytes", "200, 10 bytes",
            ])
    }

    @Test(arguments: [StubAnswer.text("late").delayed(by: .seconds(9)), .noResponse, .text("ab").stalling(after: 1)])
    func anAnswerThatWasNotGivenIsCancelledInTheLog(_ answer: StubAnswer) async {
        let clock = TestClock(isManual: true)
        stubs.on(RawAPI.items, answer)
        let provider = Provider<RawAPI>(transport: stubs, clock: clock)
        let call = Task { await provider.result(.items) }
        await clock.waitForSleepers()
        call.cancel()
        #expect(await call.value.thrown == RequestError(.cancelled))
        #expect(stubs.log.hasSuffix("→ cancelled"), "\(stubs.log)")
    }

    // MARK: Bodies

    @Test func aStreamIsReadOnceAndKeptAndItsProgressIsTold() async throws {
        let body = stream(["ab", "", "cde"])
        #expect(try await upload(.stream(body)).get().statusCode == 200)
        #expect(stubs.calls.first?.body == Data("abcde".utf8))
        #expect(stubs.calls.first?.bodyLength == 5)
        #expect(stubs.requests.map(\.body) == [.data(Data("abcde".utf8))])
        #expect(
            told.withLock { $0 } == [
                TransferProgress(sent: 2, totalToSend: 5), TransferProgress(sent: 5, totalToSend: 5),
                TransferProgress(sent: 5, totalToSend: 5, received: 4, totalToReceive: 4),
            ])
        await #expect(throws: BodyStream.AlreadyRead.self) { try await body.collect(upTo: 9) }
    }

    @Test func bytesAndFilesAreKeptAndToldOf() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString).txt")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("abc".utf8).write(to: file)
        for target in [Upload.data(Data("abc".utf8)), .file(file)] {
            told.withLock { $0 = [] }
            #expect(try await upload(target).get().statusCode == 200)
            #expect(stubs.calls.last?.body == Data("abc".utf8))
            #expect(told.withLock { $0.first } == TransferProgress(sent: 3, totalToSend: 3))
        }
        #expect(stubs.requests.map(\.body) == [.data(Data("abc".utf8)), .file(file)])
    }

    @Test func aBodyOfOneByteHasProgressToo() async throws {
        #expect(try await upload(.data(Data("a".utf8))).get().statusCode == 200)
        #expect(told.withLock { $0.first } == TransferProgress(sent: 1, totalToSend: 1))
        #expect(told.withLock { $0.last?.sent } == 1)
        #expect(told.withLock { $0.last?.received } == 4)
    }

    @Test func anErrorOfAStreamFailsTheExchangeAsItDoesLive() async throws {
        struct Broken: Error {}
        for (error, code) in [(URLError(.networkConnectionLost) as any Error, -1005), (Broken(), -1)] {
            #expect(await upload(.stream(stream(["ab"], then: error))).thrown?.urlError?.code.rawValue == code)
        }
        let once = stream(["ab"])
        _ = try await once.collect(upTo: 9)
        #expect(await upload(.stream(once)).thrown?.category == .other)
        #expect(stubs.calls.isEmpty)
    }

    @Test func aFileThatIsMissingFailsAsItDoesLive() async throws {
        let missing = FileManager.default.temporaryDirectory.appendingPathComponent("no-\(UUID().uuidString)")
        let stubbed = await upload(.file(missing))
        #expect(stubbed.thrown?.urlError?.code == .fileDoesNotExist)
        #expect(stubbed == (await Provider<Upload>().result(.file(missing))))
        let folder = await upload(.file(FileManager.default.temporaryDirectory))
        #expect(folder.thrown?.urlError?.code == .fileIsDirectory)
    }

    @Test func sixteenMebibytesOfABodyAreKeptAndAllOfItIsRead() async throws {
        let piece = Data(count: 1 << 20)
        let read = Locked(0)
        let body = BodyStream {
            var left = 18
            return {
                guard left > 0 else { return nil }
                left -= 1
                read.withLock { $0 += 1 }
                return piece
            }
        }
        _ = await upload(.stream(body))
        _ = await upload(.data(Data(count: 17 << 20)))
        #expect(read.withLock { $0 } == 18)
        #expect(stubs.calls.map(\.body.count) == [16 << 20, 16 << 20])
        #expect(stubs.calls.map(\.bodyLength) == [18 << 20, 17 << 20])
    }

    @Test func aPieceThatTakesLongerThanTheTimeoutEndsTheCall() async {
        let clock = TestClock()
        let late = BodyStream {
            var times = [29, 31, 1][...]
            return {
                guard let time = times.popFirst() else { return nil }
                try await clock.sleep(for: .seconds(time))
                return Data("a".utf8)
            }
        }
        #expect(await upload(.stream(late), clock: clock).thrown?.urlError?.code == .timedOut)
        #expect(clock.slept == [.seconds(29), .seconds(31)])
    }

    // MARK: What is recorded

    @Test func callsTellAttemptRedirectAndPlace() async throws {
        stubs.on(GitHub.zen, .redirect(to: "/there"))
        stubs.on(template: "there", .failure(.networkConnectionLost))
        let provider = Provider<GitHub>(transport: stubs, plugins: [Twice()])
        _ = await provider.result(.zen)
        let calls = stubs.calls
        #expect(calls.map(\.attempt) == [1, 1, 2, 2])
        #expect(calls.map(\.redirects) == [0, 1, 0, 1])
        #expect(Set(calls.map(\.callID)).count == 1)
        #expect(calls.first?.callSite.fileID == "TalynStubsTests/StubTransport+CallsTests.swift")
        #expect(calls.first?.operation == "GitHub.zen")
        #expect(calls.first?.target as? GitHub == .zen)
        #expect(stubs.targets(of: GitHub.self) == [.zen, .zen])
        #expect(stubs.count(of: GitHub.zen) == 2)
        #expect(stubs.count(of: GitHub.user("a")) == 0)
        #expect(stubs.count(of: Endpoint(url: GitHub.host.appendingPathComponent("zen"))) == 2)
        #expect(stubs.count(of: Endpoint(.post, url: GitHub.host.appendingPathComponent("zen"))) == 0)
    }

    @Test(
        arguments: [
            (["A": "1"], "a", 1), ([:], "a", 1), (["A": "2"], "a", 0), (["A": "1", "C": "1"], "a", 0),
            (["A": "1"], "b", 0), (["A": "1"], "", 0), (["A": "1"], nil, 0), ([:], nil, 1),
        ] as [(HTTPHeaders, String?, Int)])
    func anEndpointIsCountedByItsBodyAndTheHeadersItHas(
        _ headers: HTTPHeaders, _ body: String?, _ count: Int
    ) async throws {
        stubs.on(where: { _, _ in true }, .status(204))
        let sent = Endpoint(.put, url: Probe.host, headers: ["A": "1", "B": "2"], body: .data(Data("a".utf8)))
        for endpoint in [sent, Endpoint(.put, url: Probe.host)] {
            try await Provider<GitHub>(transport: stubs).send(endpoint)
        }
        let counted = Endpoint(
            .put, url: Probe.host, headers: headers, body: body.map { .data(Data($0.utf8)) } ?? .none)
        #expect(stubs.count(of: counted) == count)
    }

    @Test func theLogTellsAttemptsAndRedirects() async {
        stubs.on(GitHub.zen, .redirect(to: "/there"))
        stubs.on(template: "there", .failure(.networkConnectionLost))
        _ = await Provider<GitHub>(transport: stubs, plugins: [Twice()]).result(.zen)
        let lines = stubs.log.split(separator: "\n").map { String($0) }
        #expect(lines.count == 4)
        let notes = ["/zen →", "(redirect 1) → URLError -1005", "(attempt 2) → 302", "(attempt 2, redirect 1) →"]
        for (line, note) in zip(lines, notes) { #expect(line.contains(note), "\(line)") }
    }

    @Test func theLogHasALineARequestAndNoValue() async throws {
        stubs.on(GitHub.user(canary), .sequence([.status(503), .text(canary)]))
        stubs.on(GitHub.self) { $0 == .zen ? .noResponse : nil }
        let provider = Provider<GitHub>(transport: stubs, plugins: [Twice()], clock: TestClock())
        _ = await provider.result(.user(canary))
        _ = await provider.adding(Changing { $0.headers["X-Key"] = canary }).result(.zen)
        _ = await Provider<GitHub>(transport: stubs).result(.repositories(of: canary, page: 7))
        #expect(
            stubs.log.split(separator: "\n") == [
                "1  GitHub.user, GET https://api.github.com/users/{} → 503, 0 bytes",
                "2  GitHub.user, GET https://api.github.com/users/{} (attempt 2) → 200, \(canary.utf8.count) bytes",
                "3  GitHub.zen, GET https://api.github.com/zen → no response",
                "4  GitHub.zen, GET https://api.github.com/zen (attempt 2) → no response",
                "5  GitHub.repositories, GET https://api.github.com/users/{}/repos?page&per_page → no stub",
            ])
        for call in stubs.calls { #expect(!texts(of: call).contains(canary)) }
        #expect(!texts(of: stubs).contains(canary))
    }

    /// Repeats a failed call once.
    private struct Twice: CallInterceptor {
        func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            if let response = try? await next(endpoint), response.statusCode == 200 { return response }
            return try await next(endpoint)
        }
    }
}
