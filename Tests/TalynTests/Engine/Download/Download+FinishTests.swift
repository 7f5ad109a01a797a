import Foundation
import Testing

@testable import Talyn

/// The ends of downloads: what stays in the folder, and what a late attempt may still do.
@Suite(.timeLimit(.minutes(5))) struct DownloadFinishTests {
    let folder: TemporaryFolder
    let stubs = StubTransport()

    init() throws { folder = try TemporaryFolder() }

    private func call(_ options: DownloadOptions = DownloadOptions()) -> Call<FileAPI, DownloadedFile> {
        Call(.film, downloadingTo: .file(folder.file()), options: options)
    }

    private func provider(_ plugins: any Plugin...) -> Provider<FileAPI> {
        Provider(transport: stubs, plugins: plugins, clock: TestClock())
    }

    @Test func everySuccessIsAFileAndOnlyThatOf200IsContinued() async throws {
        stubs.on(FileAPI.film, .text("film", status: 299))
        #expect(try await provider().call(call()).response.statusCode == 299)
        try FileManager.default.removeItem(at: folder.file())
        stubs.on(FileAPI.film, .text("film", status: 201, headers: ["ETag": "\"1\""]).truncated(after: 2))
        #expect(await provider().result(of: call(.resuming)).thrown?.category == .connectionLost)
        #expect(folder.names == [])
    }

    @Test func aCallThatIsCancelledInItsLastStepHasNoFile() async {
        stubs.on(FileAPI.film, .text("film"))
        let cancelling = Seeing { response in
            withUnsafeCurrentTask { $0?.cancel() }
            return response
        }
        let call = Task { await provider(cancelling).result(of: self.call()) }
        #expect(await call.value.thrown?.category == .cancelled && folder.names == [])
    }

    @Test(arguments: [("cached", true), ("other", false)])
    func theAnswerOfAPluginHasTheHashToo(text: String, isRight: Bool) async throws {
        let answering = Answering { endpoint in
            Response(statusCode: 200, body: .data(Data(text.utf8)), endpoint: endpoint)
        }
        let options = DownloadOptions(resumes: true, digest: .sha256(Data("cached".utf8).sum))
        let result = await provider(answering).result(of: call(options))
        #expect(result.thrown?.urlError?.code == (isRight ? nil : .downloadDecodingFailedToComplete))
        #expect(folder.names == (isRight ? ["film.mp4"] : []) && stubs.requests.isEmpty)
    }

    @Test func theAnswerOfAPluginReportsItsProgress() async throws {
        let answering = Answering { Response(statusCode: 200, body: .data(Data("film".utf8)), endpoint: $0) }
        let reports = Locked<[Int64]>([])
        _ = try await provider(answering).download(
            .film, to: .file(folder.file()), progress: { progress in reports.withLock { $0.append(progress.received) } }
        )
        #expect(reports.withLock { $0.last } == 4)
    }

    @Test func theAnswerOfAPluginIsCancelledWhileItIsWritten() async {
        // It never ends.
        let endless = BodyStream {
            {
                withUnsafeCurrentTask { $0?.cancel() }
                return Data("film".utf8)
            }
        }
        let answering = Answering { Response(statusCode: 200, body: .stream(endless), endpoint: $0) }
        let call = Task { await provider(answering).result(of: self.call()) }
        #expect(await call.value.thrown?.category == .cancelled && folder.names == [])
    }

    @Test func aFileThatAnotherProgramChangedIsNotTheDownload() async {
        stubs.on(FileAPI.film, .text("film"))
        let changing = Seeing { response in
            guard case .file(let url) = response.body else { return response }
            let handle = try FileHandle(forWritingTo: url)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data("more".utf8))
            return response
        }
        #expect(await provider(changing).result(of: call()).thrown?.urlError?.code == .cannotWriteToFile)
        #expect(folder.names == [])
    }

    @Test func aFailedDownloadKeepsNothingOfItsCaller() async throws {
        final class Caller: Sendable { func show(_ progress: TransferProgress) {} }
        weak var kept: Caller?
        stubs.on(FileAPI.film, .text("film", headers: ["ETag": "\"1\""]).truncated(after: 2))
        do {
            let caller = Caller()
            kept = caller
            await #expect(throws: RequestError.self) {
                try await provider().download(
                    .film, to: .file(folder.file()), options: .resuming, progress: { caller.show($0) })
            }
        }
        // A transport may let go of it a moment later.
        while kept != nil, !Task.isCancelled { await Task.yield() }
        #expect(folder.parts.count == 2)
    }

    /// The end of a call, after which a late attempt of its plugin begins.
    enum First: CaseIterable { case nothing, success, failure }

    @Test(arguments: First.allCases)
    func anAttemptAfterTheEndWritesNothing(first: First) async throws {
        stubs.on(FileAPI.film, .sequence([first == .failure ? .status(404) : .text("film")], then: .repeatsLast))
        let (late, held) = (Late(first: first), Held())
        let result = await provider(late, held).result(of: call(.replacing))
        #expect((result.thrown == nil) == (first == .success))
        let names = first == .success ? ["film.mp4"] : []
        #expect(folder.names == names)
        held.release()
        let error = try #require(await late.outcome()).thrown
        #expect(error?.urlError?.code == .cannotWriteToFile)
        #expect(error?.description.contains("the download has ended") == true)
        #expect(folder.names == names && folder.content() == (first == .success ? Data("film".utf8) : nil))
    }
}

/// A plugin that answers by itself.
private struct Answering: ExchangeInterceptor {
    let answer: @Sendable (Endpoint) -> Response

    init(_ answer: @escaping @Sendable (Endpoint) -> Response) { self.answer = answer }

    func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        answer(endpoint)
    }
}

/// A plugin that begins an attempt which outlives its call.
private final class Late: CallInterceptor {
    private let first: DownloadFinishTests.First
    private let task = Locked<Task<Result<Response, RequestError>, Never>?>(nil)

    init(first: DownloadFinishTests.First) { self.first = first }

    /// The outcome of the late attempt.
    func outcome() async -> Result<Response, RequestError>? { await task.withLock { $0 }?.value }

    func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        let result: Result<Response, RequestError>? = first == .nothing ? nil : await Self.result(of: next, endpoint)
        let begun = Locked(false)
        var held = endpoint
        held.options.tags[Held.Key.self] = begun
        task.withLock { [held] in $0 = Task { await Self.result(of: next, held) } }
        await until { begun.withLock { $0 } }
        guard let result else { throw URLError(.unknown) }
        return try result.get()
    }

    private static func result(of next: Next, _ endpoint: Endpoint) async -> Result<Response, RequestError> {
        do throws(RequestError) { return .success(try await next(endpoint)) } catch { return .failure(error) }
    }
}

/// A plugin that holds the attempts whose endpoints are marked.
private final class Held: CallInterceptor {
    enum Key: CallTagKey { static let defaultValue: Locked<Bool>? = nil }

    private let isReleased = Locked(false)

    func release() { isReleased.withLock { $0 = true } }

    func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        if let begun = endpoint.options.tags[Key.self] {
            begun.withLock { $0 = true }
            await until { isReleased.withLock { $0 } }
        }
        return try await next(endpoint)
    }
}
