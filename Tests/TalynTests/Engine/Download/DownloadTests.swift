import Foundation
import Testing

@testable import Talyn

/// Downloads that break off and continue, over every live transport.
@Suite(.timeLimit(.minutes(5))) struct DownloadTests {
    let folder: TemporaryFolder
    let file = ServedFile()

    init() throws { folder = try TemporaryFolder() }

    private func provider(
        _ live: LiveTransport, _ server: LoopbackServer, retries: Int = 0
    ) throws -> Provider<FileAPI> {
        let retry: RetryPlugin = .retry {
            $0.maxRetries = retries
            $0.baseDelay = .zero
            $0.budget = .unlimited
        }
        // No real time: a busy machine may wait for long.
        return Provider(
            baseURL: server.url, transport: try live.make(), plugins: retries > 0 ? [retry] : [], clock: SteppingClock()
        )
        .withDefaults { $0.timeout = .seconds(Int64.max) }
    }

    @Test(arguments: LiveTransport.allCases)
    func aBodyThatBreaksOffAtEachTenthIsContinuedByRetriesInOneCall(live: LiveTransport) async throws {
        let server = try LoopbackServer { [file] in file.steps(for: $0, cut: file.bytes.count / 10) }
        let downloaded = try await provider(live, server, retries: 12).download(.film, to: .file(folder.file()))
        #expect(folder.content() == file.bytes)
        #expect(downloaded.size == 100_000 && downloaded.response.statusCode == 200)
        #expect(server.requests.map(ServedFile.offset) == [nil] + (1...9).map { $0 * 10_000 })
        #expect(server.requests.dropFirst().allSatisfy { $0.headers["If-Range"] == "\"1\"" })
        #expect(folder.names == ["film.mp4"])
    }

    @Test(arguments: LiveTransport.allCases, [0, 1, 10_000, 50_000, 90_000, 99_999])
    func theNextCallContinuesWhereTheLastOneBrokeOff(live: LiveTransport, cut: Int) async throws {
        let server = try LoopbackServer { [file] in file.steps(for: $0, cut: $0.headers["Range"] == nil ? cut : nil) }
        let error = await #expect(throws: RequestError.self) {
            try await provider(live, server).download(.film, to: .file(folder.file()), options: .resuming)
        }
        #expect(error?.category == .connectionLost)
        #expect(folder.content() == nil)
        #expect(folder.parts == (cut == 0 ? [] : [".film.mp4.part", ".film.mp4.part.json"]))
        if cut == 0 { return }
        // Another provider, as after the process has ended.
        let downloaded = try await provider(live, server)
            .download(.film, to: .file(folder.file()), options: .resuming)
        #expect(server.requests.map(ServedFile.offset) == [nil, cut])
        #expect(folder.content() == file.bytes && folder.names == ["film.mp4"])
        #expect(downloaded.response.headers["Content-Length"] == "100000" && downloaded.response.statusCode == 200)
        #expect(!downloaded.response.headers.contains("Content-Range"))
        #expect(server.requests.allSatisfy { $0.headers["Accept-Encoding"] == "identity" })
    }

    @Test(arguments: LiveTransport.allCases)
    func withoutResumingAFailureLeavesNothing(live: LiveTransport) async throws {
        let server = try LoopbackServer { [file] in file.steps(for: $0, cut: 500) }
        await #expect(throws: RequestError.self) {
            try await provider(live, server).download(.film, to: .file(folder.file()))
        }
        #expect(folder.names == [])
    }

    @Test(arguments: LiveTransport.allCases, [true, false])
    func cancellingKeepsThePartOnlyWhenResuming(live: LiveTransport, resumes: Bool) async throws {
        let server = try LoopbackServer { [file] request in
            guard ServedFile.offset(request) == nil else { return file.steps(for: request) }
            return Array(file.steps(for: request, cut: 4_000).dropLast()) + [.hold]
        }
        // Not a loop that yields: URLSession's queue would wait behind it.
        let (news, tell) = AsyncStream<Int64>.makeStream()
        let provider = try provider(live, server)
        let call = Task { [folder] in
            try await provider.download(
                .film, to: .file(folder.file()), options: DownloadOptions(resumes: resumes),
                progress: { tell.yield($0.received) })
        }
        for await received in news where received == 4_000 { break }
        call.cancel()
        await #expect(throws: RequestError(.cancelled)) { try await call.value }
        #expect(folder.parts.count == (resumes ? 2 : 0))
        guard resumes else { return }
        try await provider.download(.film, to: .file(folder.file()), options: .resuming)
        #expect(server.requests.map(ServedFile.offset) == [nil, 4_000])
        #expect(folder.content() == file.bytes)
    }

    @Test(arguments: LiveTransport.allCases)
    func anEncodedBodyIsWrittenDecodedAndNeverContinued(live: LiveTransport) async throws {
        // gzip of "hello", stored.
        let encoded = try #require(Data(base64Encoded: "H4sIAAAAAAAA/8tIzcnJBwCGphA2BQAAAA=="))
        let server = try LoopbackServer { request in
            let head =
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nETag: \"1\"\r\nContent-Length: \(encoded.count)\r\n\r\n"
            return request.path.hasSuffix("film.mp4")
                ? [.send(Data(head.utf8) + encoded)] : [.send(Data(head.utf8) + encoded.prefix(20)), .close]
        }
        let provider = try provider(live, server)
        try await provider.download(.film, to: .file(folder.file()))
        #expect(folder.content() == Data("hello".utf8))
        #expect(server.requests.first?.headers["Accept-Encoding"] != "identity")
        await #expect(throws: RequestError.self) {
            try await provider.download(.named("a"), to: .file(folder.file("a")), options: .resuming)
        }
        #expect(folder.names == ["film.mp4"])
    }

    @Test func progressCountsTheWholeFile() async throws {
        let server = try LoopbackServer { [file] in file.steps(for: $0, cut: $0.headers["Range"] == nil ? 60_000 : nil)
        }
        let news = Locked<[TransferProgress]>([])
        let provider = Provider<FileAPI>(
            baseURL: server.url, transport: URLSessionTransport(), plugins: [.retry { $0.baseDelay = .zero }],
            clock: SteppingClock()
        ).withDefaults { $0.timeout = .seconds(Int64.max) }
        try await provider.download(.film, to: .file(folder.file())) { one in news.withLock { $0.append(one) } }
        let received = news.withLock { $0.map(\.received) }
        #expect(received == received.sorted() && received.last == 100_000)
        #expect(received.filter { $0 == 60_000 }.count == 2)
        #expect(news.withLock { $0.allSatisfy { $0.totalToReceive == 100_000 } })
    }

    @Test(arguments: LiveTransport.allCases)
    func aServerMaySendLessThanRequestedAndNotTellTheLength(live: LiveTransport) async throws {
        @Sendable func head(_ status: String, _ length: Int, _ range: String?) -> String {
            "HTTP/1.1 \(status)\r\nETag: \"1\"\r\nContent-Length: \(length)\r\n"
                + (range.map { "Content-Range: bytes \($0)\r\n" } ?? "") + "\r\n"
        }
        let server = try LoopbackServer { request in
            switch ServedFile.offset(request) {
            case nil: [.send(head("200 OK", 10, nil) + "01234"), .close]
            case 5: [.send(head("206 Partial Content", 2, "5-6/*") + "56")]
            default: [.send(head("206 Partial Content", 3, "7-9/*") + "789")]
            }
        }
        try await provider(live, server, retries: 2).download(.film, to: .file(folder.file()))
        #expect(folder.content() == Data("0123456789".utf8))
        #expect(server.requests.map(ServedFile.offset) == [nil, 5, 7])
    }

    @Test func aCompleteFileThatAPluginRefusedIsDownloadedAnew() async throws {
        struct Refusing: CallInterceptor {
            func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                _ = try await next(endpoint)
                return try await OnceMore().interceptCall(endpoint, context: context, next: next)
            }
        }
        let (stubs, bytes) = (StubTransport(), Data("0123456789".utf8))
        let whole = StubAnswer.data(bytes).servingRanges()
        stubs.on(FileAPI.film, .sequence([whole, whole.truncated(after: 4), whole]))
        let provider = Provider<FileAPI>(transport: stubs, plugins: [Refusing()], clock: TestClock())
        try await provider.download(.film, to: .file(folder.file()))
        #expect(stubs.requests.map { $0.headers["Range"] } == [nil, nil, "bytes=4-"])
        #expect(folder.content() == bytes && folder.names == ["film.mp4"])
    }

    @Test func aRetryOfNothingAsksForTheWholeFile() async throws {
        let (stubs, bytes) = (StubTransport(), Data("0123456789".utf8))
        let whole = StubAnswer.data(bytes, headers: ["ETag": "\"1\""])
        stubs.on(FileAPI.film, .sequence([whole.truncated(after: 0), whole]))
        let provider = Provider<FileAPI>(transport: stubs, plugins: [OnceMore()], clock: TestClock())
        try await provider.download(.film, to: .file(folder.file()))
        #expect(stubs.requests.map { $0.headers["Range"] } == [nil, nil] && folder.content() == bytes)
    }

    /// The longest name of a file is 255 bytes; those of the partial file and its record are longer by six and eleven.
    @Test(arguments: [(244, ".aaa"), (245, ".talyn-")])
    func aFileWithALongNameIsContinued(count: Int, beginning: String) async throws {
        let (stubs, bytes) = (StubTransport(), Data("0123456789".utf8))
        stubs.on(FileAPI.film, .sequence([.data(bytes).truncated(after: 4), .data(bytes)]).servingRanges())
        let provider = Provider<FileAPI>(transport: stubs)
        let destination = DownloadDestination.file(folder.file(String(repeating: "a", count: count)))
        await #expect(throws: RequestError.self) {
            try await provider.download(.film, to: destination, options: .resuming)
        }
        let parts = folder.parts
        #expect(parts.count == 2 && parts.allSatisfy { $0.hasPrefix(beginning) })
        let file = try await provider.download(.film, to: destination, options: .resuming)
        #expect(stubs.requests.map { $0.headers["Range"] } == [nil, "bytes=4-"])
        #expect(try Data(contentsOf: file.url) == bytes && folder.names.count == 1)
    }

    @Test func aDownloadKeepsNothingOfItsCaller() async throws {
        final class Caller: Sendable { func show(_ progress: TransferProgress) {} }
        weak var kept: Caller?
        let server = try LoopbackServer { [file] in file.steps(for: $0) }
        let provider = try provider(.urlSession, server)
        do {
            let caller = Caller()
            kept = caller
            try await provider.download(.film, to: .file(folder.file())) { caller.show($0) }
        }
        // A transport may let go of it a moment later.
        while kept != nil, !Task.isCancelled { await Task.yield() }
    }

    @Test func aResumedDownloadFollowsARedirectToAnotherOriginWithItsRange() async throws {
        let storage = try LoopbackServer { [file] in
            file.steps(for: $0, cut: $0.headers["Range"] == nil ? 700 : nil)
        }
        let server = try LoopbackServer { _ in
            [.response(302, headers: ["Location": "http://localhost:\(storage.port)/blob"])]
        }
        let provider = Provider<FileAPI>(
            baseURL: server.url, plugins: [.retry { $0.baseDelay = .zero }], clock: SteppingClock()
        )
        .withDefaults { $0.timeout = .seconds(Int64.max) }
        try await provider.download(.film, to: .file(folder.file()))
        #expect(folder.content() == file.bytes)
        #expect(storage.requests.last?.headers["If-Range"] == "\"1\"")
    }
}
