import Foundation
import Testing

@testable import Talyn

/// The responses to requests for the rest of a file (RFC 9110 §14, §15.3.7, §15.5.17).
@Suite(.timeLimit(.minutes(5))) struct DownloadReceiveTests {
    let folder: TemporaryFolder
    let stubs = StubTransport()
    let first = Data("0123456789".utf8)

    init() throws { folder = try TemporaryFolder() }

    private var provider: Provider<FileAPI> { Provider(transport: stubs) }

    /// The first four bytes arrive; then answers are given in order.
    private func resume(
        _ headers: HTTPHeaders = ["ETag": "\"1\""], _ answers: StubAnswer..., options: DownloadOptions = .resuming
    ) async throws -> DownloadedFile {
        let broken = StubAnswer.data(first, headers: headers).truncated(after: 4)
        stubs.on(FileAPI.film, .sequence([broken] + answers))
        await #expect(throws: RequestError.self) {
            try await provider.download(.film, to: .file(folder.file()), options: options)
        }
        return try await provider.download(.film, to: .file(folder.file()), options: options)
    }

    private var ranges: [String?] { stubs.requests.map { $0.headers["Range"] } }

    private func part(_ text: String, _ range: String, tag: String? = "\"1\"") -> StubAnswer {
        var headers: HTTPHeaders = ["Content-Range": range]
        headers["ETag"] = tag
        return .data(Data(text.utf8), status: 206, headers: headers)
    }

    @Test func aMatchingPartIsAppended() async throws {
        let file = try await resume(["ETag": "\"1\"", "Content-Type": "video/mp4"], part("456789", "bytes 4-9/10"))
        #expect(folder.content() == first)
        #expect(ranges == [nil, "bytes=4-"])
        #expect(file.response.headers["Content-Type"] == "video/mp4")
    }

    @Test func aFileThatHasChangedIsDownloadedFromItsBeginning() async throws {
        _ = try await resume(["ETag": "\"1\""], .text("new content", headers: ["ETag": "\"2\""]))
        #expect(folder.content() == Data("new content".utf8))
        #expect(ranges == [nil, "bytes=4-"])
    }

    @Test func aServerThatIgnoresRangesSendsTheWholeFile() async throws {
        _ = try await resume(["ETag": "\"1\""], .data(first, headers: ["ETag": "\"1\""]))
        #expect(folder.content() == first)
    }

    /// A server that names the rest of the file the whole one.
    @Test(arguments: ["456789", "", "0123456789abc"])
    func aWholeFileOfAnotherLengthWithTheSameValidatorIsAskedForAgain(text: String) async throws {
        let wrong = StubAnswer.data(
            Data(text.utf8), headers: ["ETag": "\"1\"", "Content-Length": "\(text.utf8.count)"])
        let file = try await resume(["ETag": "\"1\""], wrong, .data(first, headers: ["ETag": "\"1\""]))
        #expect(folder.content() == first && file.response.statusCode == 200)
        #expect(ranges == [nil, "bytes=4-", nil])
    }

    @Test(arguments: ["456789", "0123456789abc"])
    func aWholeFileThatTurnsOutToHaveAnotherLengthFailsAndIsRemoved(text: String) async throws {
        let wrong = StubAnswer.chunks([text], headers: ["ETag": "\"1\"", "Transfer-Encoding": "chunked"])
        let error = await #expect(throws: RequestError.self) { _ = try await resume(["ETag": "\"1\""], wrong) }
        #expect(error?.urlError?.code == .networkConnectionLost && folder.content() == nil)
        stubs.on(FileAPI.film, .data(first, headers: ["ETag": "\"1\""]))
        _ = try await provider.download(.film, to: .file(folder.file()), options: .resuming)
        #expect(folder.content() == first && ranges == [nil, "bytes=4-", nil])
    }

    @Test(arguments: [
        ("bytes 0-9/10", "\"1\""), ("bytes 5-9/10", "\"1\""), ("bytes 4-9/11", "\"1\""), ("bytes 4-9/10", "\"2\""),
        ("bytes 4-9/10", "W/\"1\""), ("bytes */10", "\"1\""), ("bytes 9-4/10", "\"1\""), ("items 4-9/10", "\"1\""),
        ("bytes 4-99999999999999999999/*", "\"1\""), ("bytes 4-10/*", "\"1\""), ("", "\"1\""),
    ])
    func anotherPartIsNeverAppended(range: String, tag: String) async throws {
        _ = try await resume(["ETag": "\"1\""], part("456789", range, tag: tag), .data(first))
        #expect(folder.content() == first)
        #expect(ranges == [nil, "bytes=4-", nil])
    }

    @Test func aPartThatIsLongerThanItsRangeFailsAndIsRemoved() async throws {
        let long = part("456789abc", "bytes 4-9/10")
        let error = await #expect(throws: RequestError.self) { _ = try await resume(["ETag": "\"1\""], long) }
        #expect(error?.urlError?.code == .badServerResponse && folder.content() == nil)
        stubs.on(FileAPI.film, .data(first, headers: ["ETag": "\"1\""]))
        _ = try await provider.download(.film, to: .file(folder.file()), options: .resuming)
        #expect(folder.content() == first && ranges == [nil, "bytes=4-", nil])
    }

    @Test func anEncodedPartIsNeverAppended() async throws {
        let headers: HTTPHeaders = ["Content-Range": "bytes 4-9/10", "ETag": "\"1\"", "Content-Encoding": "gzip"]
        _ = try await resume(["ETag": "\"1\""], .data(Data("456789".utf8), status: 206, headers: headers), .data(first))
        #expect(folder.content() == first && ranges == [nil, "bytes=4-", nil])
    }

    @Test func multipleRangesAreNotWritten() async throws {
        let many = StubAnswer.text("--b\r\n", contentType: "multipart/byteranges; boundary=b", status: 206)
        _ = try await resume(["ETag": "\"1\""], many, .data(first))
        #expect(folder.content() == first)
    }

    @Test func aPartWithoutARequestForItFails() async throws {
        stubs.on(FileAPI.film, part("0123", "bytes 0-3/10"))
        let error = await provider.result(of: Call(.film, downloadingTo: .file(folder.file()))).thrown
        #expect(error?.urlError?.code == .badServerResponse)
        #expect(folder.names == [])
    }

    @Test func aRangeOfTheTargetsOwnIsTheWholeFile() async throws {
        stubs.on(
            FileAPI.part, .sequence([part("23", "bytes 2-4/10").truncated(after: 1), part("234", "bytes 2-4/10")]))
        let provider = Provider<FileAPI>(transport: stubs, plugins: [.retry()], clock: TestClock())
        let file = try await provider.download(.part, to: .file(folder.file()))
        #expect(folder.content() == Data("234".utf8) && file.response.statusCode == 206)
        #expect(file.response.headers["Content-Range"] == "bytes 2-4/10")
        #expect(ranges == ["bytes=2-4", "bytes=2-4"])
    }

    @Test(arguments: ["bytes 4-5/10", "bytes 4-5/*"])
    func aRangeThatIsShorterThanRequestedFailsAndTheNextCallContinuesIt(range: String) async throws {
        let error = await #expect(throws: RequestError.self) {
            _ = try await resume(["ETag": "\"1\"", "Content-Length": "10"], part("45", range))
        }
        #expect(error?.category == .connectionLost)
        #expect(error?.description.contains("up to byte 5 only; its length is 10") == true)
        #expect(folder.content(".film.mp4.part") == Data("012345".utf8) && folder.content() == nil)
        stubs.on(FileAPI.film, part("6789", "bytes 6-9/10"))
        try await provider.download(.film, to: .file(folder.file()), options: .resuming)
        #expect(folder.content() == first && ranges == [nil, "bytes=4-", "bytes=6-"])
    }

    @Test func retriesContinueARangeThatIsShorterThanRequested() async throws {
        let broken = StubAnswer.data(first, headers: ["ETag": "\"1\""]).truncated(after: 4)
        stubs.on(
            FileAPI.film,
            .sequence([broken, part("45", "bytes 4-5/10"), part("678", "bytes 6-8/10"), part("9", "bytes 9-9/10")]))
        let provider = Provider<FileAPI>(transport: stubs, plugins: [.retry(3)], clock: TestClock())
        let file = try await provider.download(.film, to: .file(folder.file()))
        #expect(folder.content() == first && file.response.statusCode == 200 && folder.names == ["film.mp4"])
        #expect(ranges == [nil, "bytes=4-", "bytes=6-", "bytes=9-"])
    }

    @Test func aPartOfAnotherLengthThanItsRangeFails() async throws {
        for (text, code) in [("45678", URLError.Code.networkConnectionLost), ("4567890", .badServerResponse)] {
            let error = await #expect(throws: RequestError.self) {
                _ = try await resume(["ETag": "\"1\""], part(text, "bytes 4-9/10"))
            }
            #expect(error?.urlError?.code == code)
            // A longer one was removed already.
            try? FileManager.default.removeItem(at: folder.file(".film.mp4.part"))
        }
    }

    @Test func aCompletePartIsMovedAfter416() async throws {
        struct Broken: Error {}
        let whole = StubAnswer.data(first, headers: ["ETag": "\"1\"", "Content-Type": "video/mp4"])
        let complete = StubAnswer.data(
            Data("<html>".utf8), contentType: "text/html", status: 416, headers: ["Content-Range": "bytes */10"])
        stubs.on(FileAPI.film, .sequence([whole, complete]))
        let call = Call<FileAPI, DownloadedFile>(.film, downloadingTo: .file(folder.file()), options: .resuming)
        let broken = provider.adding(Seeing { _ in throw Broken() })
        #expect(await broken.result(of: call).thrown?.category == .plugin)
        #expect(folder.content(".film.mp4.part") == first)
        let file = try await provider.call(call)
        #expect(folder.content() == first && ranges == [nil, "bytes=10-"])
        #expect(file.response.statusCode == 200 && file.response.headers["Content-Type"] == "video/mp4")
        #expect(file.response.headers["Content-Length"] == "10" && folder.names == ["film.mp4"])
    }

    @Test func aPartIsNotAppendedWhenARedirectLosesItsCondition() async throws {
        let policy = RedirectPolicy(maximum: 3, crossOriginHeaders: ["Range"])
        let rest = part("XXXXXX", "bytes 4-9/10", tag: nil)
        let moved = StubAnswer.redirect(to: "https://storage.example/film")
        let broken = StubAnswer.data(first, headers: ["ETag": "\"1\""]).truncated(after: 4)
        stubs.on(FileAPI.film, .sequence([broken, moved]))
        stubs.on(where: { endpoint, _ in endpoint.url.host == "storage.example" }, .sequence([rest, .data(first)]))
        let provider = provider.withDefaults { $0.redirects = policy }
        await #expect(throws: RequestError.self) {
            try await provider.download(.film, to: .file(folder.file()), options: .resuming)
        }
        try await provider.download(.film, to: .file(folder.file()), options: .resuming)
        #expect(folder.content() == first && ranges == [nil, "bytes=4-", "bytes=4-", nil])
    }

    @Test func aPartAfterARedirectThatLostItsRangeFails() async throws {
        let moved = StubAnswer.redirect(to: "https://storage.example/film")
        let broken = StubAnswer.data(first, headers: ["ETag": "\"1\""]).truncated(after: 4)
        stubs.on(FileAPI.film, .sequence([broken, moved]))
        stubs.on(where: { endpoint, _ in endpoint.url.host == "storage.example" }, part("456789", "bytes 4-9/10"))
        let provider = provider.withDefaults { $0.redirects = RedirectPolicy(maximum: 3, crossOriginHeaders: []) }
        let call = Call<FileAPI, DownloadedFile>(.film, downloadingTo: .file(folder.file()), options: .resuming)
        #expect(await provider.result(of: call).thrown?.category == .connectionLost)
        #expect(await provider.result(of: call).thrown?.urlError?.code == .badServerResponse)
        #expect(ranges == [nil, "bytes=4-", nil] && folder.content() == nil)
    }

    // MARK: Servers that do not tell the length

    /// Returns a provider of a file of `first` whose responses have as many bytes as given, and no length. The first of
    /// them breaks off.
    private func provider(sending counts: Int..., telling length: String, of file: Data, _ plugins: any Plugin...)
        -> Provider<FileAPI>
    {
        let rest = Locked(counts[...])
        let transport = AnswerTransport { endpoint, _ in
            let offset = Int(endpoint.headers["Range"]?.dropFirst("bytes=".count).dropLast() ?? "0") ?? 0
            var headers: HTTPHeaders = ["ETag": "\"1\""]
            guard offset < file.count else {
                headers["Content-Range"] = "bytes */\(file.count)"
                return Response(statusCode: 416, headers: headers, endpoint: endpoint)
            }
            let piece = file.dropFirst(offset).prefix(rest.withLock { $0.popFirst() } ?? 1)
            let stream = BodyStream {
                var pieces = [piece][...]
                return {
                    if pieces.isEmpty, offset == 0 { throw URLError(.networkConnectionLost) }
                    return pieces.popFirst()
                }
            }
            if offset > 0 { headers["Content-Range"] = "bytes \(offset)-\(offset + piece.count - 1)/\(length)" }
            return Response(
                statusCode: offset > 0 ? 206 : 200, headers: headers, body: .stream(stream), endpoint: endpoint)
        }
        return Provider(transport: transport, plugins: plugins, clock: SteppingClock())
    }

    @Test func aFileOfUnknownLengthEndsWhereTheServerHasNoMore() async throws {
        let (noting, news) = (Noting(), Locked<[TransferProgress]>([]))
        let retry: RetryPlugin = .retry { ($0.maxRetries, $0.baseDelay) = (3, .zero) }
        let provider = provider(sending: 4, 3, 3, telling: "*", of: first, retry, noting)
        let file = try await provider.download(.film, to: .file(folder.file()), options: .resuming) { one in
            news.withLock { $0.append(one) }
        }
        #expect(folder.content() == first && file.response.statusCode == 200)
        #expect(file.response.headers["Content-Length"] == "10")
        // Those of the last attempt, which are those of the call.
        let notes = noting.notes.suffix(6).filter { !$0.hasPrefix("retry ") }
        #expect(notes == ["resumed at 4 bytes", "resumed at 7 bytes", "the file was already complete"])
        let reported = news.withLock { $0.map { [$0.received, $0.totalToReceive ?? -1] } }
        #expect(reported.last == [10, 10] && reported.contains([4, -1]) && reported.contains([7, -1]))
    }

    @Test(
        arguments: [
            ["Content-Range": "bytes */3"], ["Content-Range": "bytes */4", "ETag": "\"2\""], [:],
        ] as [HTTPHeaders])
    func another416StartsOver(headers: HTTPHeaders) async throws {
        _ = try await resume(["ETag": "\"1\""], .status(416, headers: headers), .data(first))
        #expect(folder.content() == first)
        #expect(ranges == [nil, "bytes=4-", nil])
    }

    @Test func itStartsOverOnceOnly() async throws {
        let error = await #expect(throws: RequestError.self) {
            _ = try await resume(["ETag": "\"1\""], .status(416), .status(416))
        }
        #expect(error?.statusCode == 416)
        #expect(stubs.requests.count == 3 && folder.names == [])
    }

    @Test(
        arguments: [
            ["ETag": "W/\"1\""], ["ETag": "W/\"1\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], [:],
            ["ETag": "unquoted"], ["ETag": "\""], ["ETag": "\"1"], ["ETag": "1\""], ["ETag": "\"a b\""],
            ["ETag": "\"a\"b\""], ["ETag": "\"a\u{7F}\""], ["ETag": "\"1\"", "Accept-Ranges": "none"],
            ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"],
            ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"],
            ["ETag": "\"1\"", "Content-Encoding": "gzip"],
        ] as [HTTPHeaders])
    func withoutAStrongValidatorNothingIsContinued(headers: HTTPHeaders) async throws {
        _ = try await resume(headers, .data(first))
        #expect(folder.content() == first)
        #expect(ranges == [nil, nil])
        #expect(folder.names == ["film.mp4"])
    }

    /// Strong entity tags (RFC 9110 §8.8.3), and a date a second before that of the response (§8.8.2.2).
    @Test(
        arguments: [
            (["ETag": "\"\""], "\"\""), (["ETag": "\"!#~é\""], "\"!#~é\""),
            (["ETag": "\"1\"", "Content-Encoding": " Identity"], "\"1\""),
            (["ETag": "\"1\"", "Accept-Ranges": "bytes"], "\"1\""),
            (
                ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:38 GMT"],
                "Sun, 06 Nov 1994 08:49:37 GMT"
            ),
        ] as [(HTTPHeaders, String)])
    func aStrongValidatorIsTheCondition(headers: HTTPHeaders, validator: String) async throws {
        _ = try await resume(headers, part("456789", "bytes 4-9/10", tag: headers["ETag"]))
        #expect(stubs.requests.last?.headers["If-Range"] == validator && ranges == [nil, "bytes=4-"])
        #expect(folder.content() == first)
    }

    @Test func aDateThatIsOlderThanItsResponseIsAValidator() async throws {
        let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
        let headers: HTTPHeaders = ["Last-Modified": modified, "Date": "Sun, 06 Nov 1994 08:50:37 GMT"]
        _ = try await resume(headers, part("456789", "bytes 4-9/10", tag: nil))
        #expect(stubs.requests.last?.headers["If-Range"] == modified)
        #expect(folder.content() == first)
    }

    @Test func aRefusedStatusNeverTouchesTheFiles() async throws {
        let before = Locked<Data?>(nil)
        let error = await #expect(throws: RequestError.self) {
            _ = try await resume(["ETag": "\"1\""], .text("gone", status: 404))
        }
        before.withLock { $0 = folder.content(".film.mp4.part") }
        #expect(error?.response?.data == Data("gone".utf8))
        #expect(before.withLock { $0 } == Data("0123".utf8))
    }

    @Test func anotherResourceStartsOver() async throws {
        stubs.on(FileAPI.film, .data(first, headers: ["ETag": "\"1\""]).truncated(after: 4))
        stubs.on(FileAPI.named("other"), .text("other", headers: ["ETag": "\"1\""]))
        await #expect(throws: RequestError.self) {
            try await provider.download(.film, to: .file(folder.file()), options: .resuming)
        }
        try await provider.download(.named("other"), to: .file(folder.file()), options: .resuming)
        #expect(folder.content() == Data("other".utf8) && ranges == [nil, nil])
    }

    @Test(arguments: ["", "{", "{\"validator\": \"\\r\\nX: 1\"}", "[]"])
    func aRecordThatIsDamagedStartsOver(text: String) async throws {
        stubs.on(FileAPI.film, .sequence([.data(first, headers: ["ETag": "\"1\""]).truncated(after: 4), .data(first)]))
        await #expect(throws: RequestError.self) {
            try await provider.download(.film, to: .file(folder.file()), options: .resuming)
        }
        let record = try String(contentsOf: folder.file(".film.mp4.part.json"), encoding: .utf8)
        let damaged = text.hasPrefix("{\"v") ? record.replacingOccurrences(of: #"\"1\""#, with: #"\r\n1"#) : text
        _ = try folder.write(Data(damaged.utf8), as: ".film.mp4.part.json")
        try await provider.download(.film, to: .file(folder.file()), options: .resuming)
        #expect(folder.content() == first && ranges == [nil, nil])
    }

    @Test func theRecordHasNoURLAndNoSecrets() async throws {
        let link = FileAPI.link("https://files.example/private/a?token=canary&id=5")
        stubs.on(link, .data(first, headers: ["ETag": "\"1\"", "Set-Cookie": "canary=1"]).truncated(after: 4))
        await #expect(throws: RequestError.self) {
            try await provider.download(link, to: .file(folder.file()), options: .resuming)
        }
        let record = try String(contentsOf: folder.file(".film.mp4.part.json"), encoding: .utf8)
        for word in ["canary", "files.example", "private", "id=5"] { #expect(!record.contains(word)) }
    }

    @Test func aRenewedTokenInTheURLContinues() async throws {
        func link(_ token: String) -> FileAPI { .link("https://files.example/a?access_token=\(token)") }
        stubs.on(link("t1"), .data(first).servingRanges().truncated(after: 4))
        stubs.on(link("t2"), .data(first).servingRanges())
        await #expect(throws: RequestError.self) {
            try await provider.download(link("t1"), to: .folder(folder.url), options: .resuming)
        }
        try await provider.download(link("t2"), to: .folder(folder.url), options: .resuming)
        #expect(folder.content("a") == first && ranges == [nil, "bytes=4-"])
    }

    @Test func aPOSTIsNeverContinued() async throws {
        let broken = StubAnswer.data(first, headers: ["ETag": "\"1\""]).truncated(after: 4)
        stubs.on(FileAPI.export, .sequence([broken, .data(first)]))
        await #expect(throws: RequestError.self) {
            try await provider.download(.export, to: .file(folder.file()), options: .resuming)
        }
        #expect(folder.names == [])
        try await provider.download(.export, to: .file(folder.file()), options: .resuming)
        #expect(folder.content() == first && ranges == [nil, nil])
    }

    @Test(arguments: [true, false])
    func aPOSTWhoseRedirectIsAGETLeavesNoPart(isFolder: Bool) async throws {
        stubs.on(FileAPI.export, .redirect(to: "/films/film.mp4", status: 303))
        stubs.on(FileAPI.film, .data(first, headers: ["ETag": "\"1\""]).truncated(after: 4))
        let destination = isFolder ? DownloadDestination.folder(folder.url) : .file(folder.file())
        await #expect(throws: RequestError.self) {
            try await provider.download(.export, to: destination, options: .resuming)
        }
        #expect(folder.names == [])
    }

    @Test func aDeclaredTokenAndAFragmentAreNoPartOfTheResource() throws {
        func resource(_ text: String) throws -> String {
            var endpoint = Endpoint(url: try #require(URL(string: text)))
            endpoint.options.tokenNames = [.query("t")]
            return ResumeRecord.fingerprint(of: endpoint)
        }
        let one = try resource("https://files.example/a?t=one&id=5")
        #expect(try one == resource("https://files.example/a?t=two&id=5#top"))
        #expect(try one != resource("https://files.example/a?t=one&id=6"))
    }

    @Test func aLateAttemptDoesNotWriteIntoAFileThatAPluginFills() async throws {
        let download = Download(.file(folder.file()), DownloadOptions())
        var endpoint = Endpoint(url: try #require(URL(string: "https://files.example/a")))
        try download.prepare(&endpoint)
        let late = Response(statusCode: 200, body: .data(Data("late".utf8)), endpoint: endpoint)
        let refused = Locked<(any Error)?>(nil)
        // Between two chunks of the plugin's body.
        let body = BodyStream {
            var chunks = ["own", " body"].makeIterator()
            return {
                guard let chunk = chunks.next() else { return nil }
                if chunk == " body" {
                    do { _ = try await download.receive(late, CallContext()) } catch {
                        refused.withLock { $0 = error }
                    }
                }
                return Data(chunk.utf8)
            }
        }
        let own = Response(statusCode: 200, body: .stream(body), endpoint: endpoint)
        _ = try await download.complete(own, CallContext())
        #expect(folder.content() == Data("own body".utf8))
        #expect((refused.withLock { $0 } as? URLError)?.code == .cannotWriteToFile)
    }
}

/// A plugin that keeps the notes of its calls.
private final class Noting: Processor {
    private let kept = Locked<[String]>([])

    var notes: [String] { kept.withLock { $0 } }

    func process(_ result: Result<Response, RequestError>, context: CallContext) async throws -> Response {
        let notes = context.timeline.entries.compactMap { entry -> String? in
            if case .note(let text) = entry.event { text } else { nil }
        }
        kept.withLock { $0 += notes }
        return try result.get()
    }
}
