import Foundation
import Testing

@testable import Talyn

@Suite(.timeLimit(.minutes(5))) struct ProviderDownloadTests {
    let folder: TemporaryFolder
    let stubs = StubTransport()

    init() throws { folder = try TemporaryFolder() }

    private func provider(_ plugins: any Plugin...) -> Provider<FileAPI> {
        Provider(transport: stubs, plugins: plugins, clock: TestClock())
    }

    private var destination: DownloadDestination { .file(folder.file()) }

    @Test func theValueHasTheFileAndTheHead() async throws {
        stubs.on(FileAPI.film, .text("film", headers: ["X-A": "1"]))
        let file = try await provider().download(.film, to: destination)
        #expect(file.url == folder.file() && file.size == 4)
        #expect(file.response.headers["X-A"] == "1" && file.response.body == .file(folder.file()))
        #expect(folder.content() == Data("film".utf8) && folder.names == ["film.mp4"])
        #expect(stubs.requests.first?.headers.isEmpty == true)
    }

    @Test func aBoundCallDownloads() async throws {
        let call = Call<FileAPI, DownloadedFile>(.film, downloadingTo: destination)
        stubs.on(call, .text("film"))
        #expect(try await provider().call(call).url == folder.file())
        #expect(await provider().result(of: call).thrown?.urlError?.code == .cannotMoveFile)
    }

    @Test func aPresignedURLIsDownloaded() async throws {
        let presigned = FileAPI.link("https://storage.example/a.bin?signature=s")
        stubs.on(presigned, .text("blob"))
        let file = try await provider().download(presigned, to: .folder(folder.url))
        #expect(file.url.lastPathComponent == "a.bin")
    }

    @Test func theErrorIsTheTargets() async {
        stubs.on(GitHub.zen, .status(500))
        let github = Provider<GitHub>(transport: stubs)
        do throws(MyAPIError) {
            try await github.download(.zen, to: destination)
            Issue.record("no error")
        } catch { #expect(error.statusCode == 500) }
    }

    // MARK: Rejections

    /// A target that checks the body.
    private enum Checked: RoutedTarget {
        case accepting, rejecting

        struct Reply: Envelope {
            let data: JSONValue?
            let error: String?
            var payload: JSONValue? { data }
            var rejection: Rejection? { error.map { Rejection(code: $0) } }
        }

        static let catchChain = CatchChain(cancelled: RequestError(.cancelled), otherwise: { $0 })

        var baseURL: URL { FileAPI.host }
        var route: Route { .get("checked") }
        var validation: Validation {
            switch self {
            case .accepting: .successCodes.accepting(Reply.self)
            case .rejecting:
                .successCodes.rejecting { $0.data.starts(with: Data(#"{"error""#.utf8)) ? Rejection(code: "c") : nil }
            }
        }

        static let envelope = #"{"error": "c", "data": null}"#
    }

    @Test(
        arguments: [Checked.accepting, .rejecting],
        ["application/json", "application/vnd.a+json; charset=utf-8", "text/json"])
    private func anEnvelopeThatRejectsIsNoFile(target: Checked, type: String) async throws {
        stubs.on(target, .text(Checked.envelope, contentType: type).dripping(7, every: .seconds(1)).servingRanges())
        let provider = Provider<Checked>(transport: stubs, plugins: [.retry()], clock: TestClock())
        for options in [DownloadOptions(), .resuming] {
            let error = try #require(
                await provider.result(of: Call(target, downloadingTo: destination, options: options)).thrown)
            #expect(error == RequestError(.rejected(Rejection(code: "c")), response: .make(200)))
            #expect(error.response?.data == Data(Checked.envelope.utf8))
            #expect(folder.names == [])
        }
    }

    @Test(arguments: [Checked.accepting, .rejecting])
    private func aFileThatIsNoRejectionIsNotTakenForOne(target: Checked) async throws {
        let long = #"{"error": "\#(String(repeating: "x", count: 65_536))"}"#
        let answers: [StubAnswer] = [
            .json(#"{"data": 1}"#), .json("[1]"), .json("{"), .json(long), .text(Checked.envelope), .data(Data([0xFF])),
            .data(Data(Checked.envelope.utf8)), .json(""),
        ]
        for answer in answers {
            stubs.on(target, answer)
            let provider = Provider<Checked>(transport: stubs, clock: TestClock())
            let call = Call(target, downloadingTo: destination, options: .replacing)
            #expect(await provider.result(of: call).thrown == nil, "\(answer)")
        }
    }

    @Test func aFileOfAnEnvelopeThatDoesNotDecodeIsRemoved() async throws {
        stubs.on(Checked.accepting, .json(#"{"error": 7}"#))
        let provider = Provider<Checked>(transport: stubs, clock: TestClock())
        let error = await provider.result(of: Call(.accepting, downloadingTo: destination, options: .resuming)).thrown
        #expect(error?.category == .decoding && folder.names == [])
    }

    // MARK: Bodies

    @Test func anEmptyBodyIsAnEmptyFile() async throws {
        stubs.on(FileAPI.film, .status(200))
        #expect(try await provider().download(.film, to: destination).size == 0)
        #expect(folder.content() == Data())
    }

    @Test func aResponseThatCannotHaveABodyIsEmpty() async throws {
        stubs.on(FileAPI.film, .status(204))
        stubs.on(FileAPI.head, .text("a"))
        for target in [FileAPI.film, .head] {
            let error = await provider().result(of: Call(target, downloadingTo: destination)).thrown
            #expect(error?.category == .empty)
        }
        #expect(folder.names == [])
    }

    @Test(arguments: [FileAPI.film, .anyStatus])
    func aStatusOtherThan2xxIsNeverAFile(target: FileAPI) async throws {
        stubs.on(target, .text("not here", status: 404))
        let error = await provider().result(of: Call(target, downloadingTo: destination)).thrown
        #expect(error?.category == .status && error?.response?.data == Data("not here".utf8))
        #expect(folder.names == [])
    }

    @Test func theLimitOfBodiesInMemoryDoesNotApply() async throws {
        stubs.on(FileAPI.film, .data(Data(repeating: 1, count: 1_000)).dripping(100, every: .seconds(1)))
        let provider = provider().withDefaults { $0.maxBodySize = 10 }
        #expect(try await provider.download(.film, to: destination).size == 1_000)
    }

    @Test func aBodyThatIsNotAcceptedIsRemovedAndInTheError() async throws {
        struct Typed: RoutedTarget {
            static let catchChain = FileAPI.catchChain
            var baseURL: URL { FileAPI.host }
            var route: Route { .get("a").validate(.successCodes.contentType("video/mp4")) }
        }
        stubs.on(Typed(), .text("<html>sign in", contentType: "text/html", headers: ["ETag": "\"1\""]))
        let call = Call<Typed, DownloadedFile>(Typed(), downloadingTo: destination, options: .resuming)
        let error = await Provider<Typed>(transport: stubs).result(of: call).thrown
        #expect(error?.category == .rejected && error?.response?.data == Data("<html>sign in".utf8))
        #expect(folder.names == [])
    }

    // MARK: At once

    @Test func aSecondDownloadToTheSameFileFailsAndHarmsNothing() async throws {
        let server = try LoopbackServer { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf"), .hold, .send("half")]
        }
        let provider = Provider<FileAPI>(baseURL: server.url)
        let first = Task { [destination] in try await provider.download(.film, to: destination, options: .replacing) }
        try await server.waitUntilHolding()
        let error = await provider.result(of: Call(.film, downloadingTo: destination, options: .replacing)).thrown
        #expect(error?.urlError?.code == .cannotOpenFile && server.requests.count == 1)
        server.release()
        _ = try await first.value
        #expect(folder.content() == Data("halfhalf".utf8) && folder.names == ["film.mp4"])
    }

    @Test func manyDownloadsToOneFolderEachGetAName() async throws {
        stubs.on(FileAPI.self) { target in
            if case .named(let name) = target {
                .text(name, headers: ["Content-Disposition": "attachment; filename=same.txt"])
            } else {
                nil
            }
        }
        let provider = provider()
        let names = try await withThrowingTaskGroup(of: String.self) { [folder] group in
            for number in 0..<20 {
                group.addTask {
                    try await provider.download(
                        .named("n\(number)"), to: .folder(folder.url), options: .numbering
                    ).url.lastPathComponent
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(names.count == 20 && Set(folder.names) == names)
        let texts = Set(try names.map { try String(contentsOf: folder.file($0), encoding: .utf8) })
        #expect(texts == Set((0..<20).map { "n\($0)" }))
    }

    // MARK: Plugins

    @Test func pluginsSeeTheFile() async throws {
        stubs.on(FileAPI.film, .text("film"))
        let (lines, calls, seen) = (Locked<[String]>([]), Locked<[CallMetrics]>([]), OutcomeRecorder())
        let bodies = Locked<[String?]>([])
        let provider = provider(
            .logger(.verbose, output: { line in lines.withLock { $0.append(line) } }),
            .metrics { metrics in calls.withLock { $0.append(metrics) } }, seen,
            Seeing { response in
                if case .file(let url) = response.body {
                    #expect(!url.hasDirectoryPath)
                    bodies.withLock { $0.append(try? String(contentsOf: url, encoding: .utf8)) }
                }
                return response
            })
        try await provider.download(.film, to: destination)
        #expect(bodies.withLock { $0 } == ["film"])
        #expect(lines.withLock { $0.joined() }.contains("(a file of 4 bytes, which is not shown)"))
        #expect(calls.withLock { $0.map(\.bytesReceived) } == [4])
        #expect(try seen.outcomes.first?.result.get().body == .file(folder.file()))
    }

    @Test func aBodyThatAPluginReplacesIsTheFile() async throws {
        stubs.on(FileAPI.film, .text("encrypted"))
        try await provider(Seeing { $0.replacing(data: Data("plain".utf8)) }).download(.film, to: destination)
        #expect(folder.content() == Data("plain".utf8))
    }

    @Test func anAnswerOfAPluginIsTheFile() async throws {
        let cached = AnsweringExchange { endpoint in
            Response(statusCode: 200, body: .stream(BodyStream("ca", "ched")), endpoint: endpoint)
        }
        try await provider(cached).download(.film, to: destination)
        #expect(folder.content() == Data("cached".utf8) && stubs.requests.isEmpty)
        let none = AnsweringExchange { endpoint in Response(statusCode: 200, endpoint: endpoint) }
        let error = await provider(none).result(of: Call(.film, downloadingTo: .file(folder.file("b")))).thrown
        #expect(error?.category == .empty && folder.names == ["film.mp4"])
    }

    @Test func aFailureOfAPluginLeavesNothing() async throws {
        struct Broken: Error {}
        stubs.on(FileAPI.film, .text("film"))
        let call = Call<FileAPI, DownloadedFile>(.film, downloadingTo: destination)
        #expect(await provider(Seeing { _ in throw Broken() }).result(of: call).thrown?.category == .plugin)
        #expect(folder.names == [])
    }

    @Test func attemptsAtOnceDoNotMixTheirBytes() async throws {
        stubs.on(FileAPI.film, .text("aabbccddee").dripping(2, every: .seconds(1)))
        let call = Call<FileAPI, DownloadedFile>(.film, downloadingTo: destination)
        let (clock, hedging) = (TestClock(isManual: true), Hedging())
        let provider = Provider<FileAPI>(transport: stubs, plugins: [hedging], clock: clock)
        async let result = provider.result(of: call)
        // One of them waits within its body until the other one has been refused.
        await clock.waitForSleepers()
        await until { hedging.failures.withLock { $0 } == 1 }
        for _ in 0..<4 {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
        }
        #expect(await result.thrown == nil)
        #expect(folder.content() == Data("aabbccddee".utf8))
        #expect(folder.parts == [])
    }

    @Test func aSecondAttemptThatEndsBeforeItsBodyLeavesTheCompleteFile() async throws {
        /// Makes another attempt once the first one has succeeded, and cancels it.
        struct Late: CallInterceptor {
            let stubs: StubTransport

            func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                let first = try await next(endpoint)
                let late = Task { try await next(endpoint) }
                await until { stubs.requests.count == 2 }
                late.cancel()
                _ = await late.result
                return first
            }
        }
        stubs.on(FileAPI.film, .sequence([.text("film", headers: ["ETag": "\"1\""]), .noResponse]))
        try await provider(Late(stubs: stubs)).download(.film, to: destination, options: .resuming)
        #expect(folder.content() == Data("film".utf8) && folder.parts == [])
        #expect(stubs.requests.map { $0.headers["Range"] } == [nil, nil])
    }

    @Test func aDownloadThatAPluginRefusedIsNotContinuedAfterItsRetryFailed() async throws {
        /// Refuses the first response, and tries again.
        struct Refusing: CallInterceptor {
            func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                _ = try await next(endpoint)
                return try await next(endpoint)
            }
        }
        stubs.on(
            FileAPI.film, .sequence([.text("film", headers: ["ETag": "\"1\""]), .failure(.networkConnectionLost)]))
        let call = Call<FileAPI, DownloadedFile>(.film, downloadingTo: destination, options: .resuming)
        #expect(await provider(Refusing()).result(of: call).thrown?.urlError?.code == .networkConnectionLost)
        #expect(folder.names == [])
    }

    @Test func aSecondAttemptThatWritesNothingLeavesTheCompleteFile() async throws {
        /// Makes two attempts, of which the second one is answered with a part that nobody asked for.
        struct Twice: CallInterceptor {
            func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                let first = try await next(endpoint)
                _ = try? await next(endpoint)
                return first
            }
        }
        stubs.on(
            FileAPI.film,
            .sequence([.text("film"), .text("lm", status: 206, headers: ["Content-Range": "bytes 2-3/4"])]))
        try await provider(Twice()).download(.film, to: destination)
        #expect(folder.content() == Data("film".utf8) && folder.parts == [])
    }

    @Test func aCassetteRecordsADownloadAndReplaysIt() async throws {
        stubs.on(FileAPI.film, .text("film"))
        let tape = folder.file("tape.har")
        let recording = Cassette(at: tape, mode: .all, over: stubs)
        try await Provider<FileAPI>(transport: recording).download(.film, to: destination)
        try recording.finish()
        let replaying = Cassette(at: tape, mode: .replay)
        try await Provider<FileAPI>(transport: replaying).download(.film, to: .file(folder.file("b")))
        #expect(folder.content("b") == Data("film".utf8))
    }

    @Test func theSentPartOfTheProgressIsReportedToo() async throws {
        stubs.on(FileAPI.export, .text("report"))
        let news = Locked<[TransferProgress]>([])
        try await provider().download(.export, to: destination) { one in news.withLock { $0.append(one) } }
        let last = try #require(news.withLock { $0.last })
        #expect(last.received == 6 && last.totalToReceive == 6)
        #expect(last.sent > 0 && last.sent == last.totalToSend)
    }
}

/// A plugin that answers by itself.
private struct AnsweringExchange: ExchangeInterceptor {
    let answer: @Sendable (Endpoint) -> Response

    init(_ answer: @escaping @Sendable (Endpoint) -> Response) { self.answer = answer }

    func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        answer(endpoint)
    }
}

/// A plugin that makes two attempts at once and takes the first that succeeds.
private struct Hedging: CallInterceptor {
    let failures = Locked(0)

    func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        async let first = attempt(endpoint, next)
        async let second = attempt(endpoint, next)
        do { return try await first } catch { return try await second }
    }

    private func attempt(_ endpoint: Endpoint, _ next: Next) async throws -> Response {
        do { return try await next(endpoint) } catch {
            failures.withLock { $0 += 1 }
            throw error
        }
    }
}
