import Foundation
import Testing

@testable import Talyn

/// The partial file and its record while a body arrives.
@Suite(.timeLimit(.minutes(5))) struct DownloadWriteTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns a provider of one response, whose chunks a closure makes; nil ends the body.
    private func provider(
        _ headers: HTTPHeaders = ["ETag": "\"1\""], _ chunk: @escaping @Sendable (Int) throws -> String?
    ) -> Provider<FileAPI> {
        let transport = AnswerTransport { endpoint, _ in
            let stream = BodyStream {
                var count = -1
                return {
                    count += 1
                    return try chunk(count).map { Data($0.utf8) }
                }
            }
            return Response(statusCode: 200, headers: headers, body: .stream(stream), endpoint: endpoint)
        }
        return Provider(transport: transport, clock: TestClock())
    }

    /// A crash in the middle of a body must leave no record of other bytes.
    @Test(arguments: [
        (DownloadOptions.resuming, "\"2\"", [".film.mp4.part", ".film.mp4.part.json"]),
        (.resuming, "W/\"2\"", [".film.mp4.part"]), (DownloadOptions(), "\"2\"", [".film.mp4.part"]),
    ])
    func anEarlierRecordIsGoneBeforeTheBody(options: DownloadOptions, tag: String, parts: [String]) async throws {
        let first = provider { if $0 == 0 { "abc" } else { throw URLError(.networkConnectionLost) } }
        await #expect(throws: RequestError.self) {
            try await first.download(.film, to: .file(folder.file()), options: .resuming)
        }
        #expect(folder.parts.count == 2)
        let before = folder.content(".film.mp4.part.json")
        let seen = Locked<[[String]]>([])
        let second = provider(["ETag": tag]) { [folder] count in
            seen.withLock { $0.append(folder.parts) }
            #expect(folder.content(".film.mp4.part.json") != before)
            #expect(folder.content(".film.mp4.part") == Data(["", "x", "xy"][count].utf8))
            return count < 2 ? ["x", "y"][count] : nil
        }
        try await second.download(.film, to: .file(folder.file()), options: options)
        #expect(seen.withLock { $0 } == [parts, parts, parts])
        #expect(folder.content() == Data("xy".utf8) && folder.names == ["film.mp4"])
    }

    @Test func aCancelledDownloadWritesNoMore() async {
        let provider = provider { count in
            // A transport may notice late.
            if count == 1 { withUnsafeCurrentTask { $0?.cancel() } }
            return count < 3 ? "ab" : nil
        }
        let call = Call<FileAPI, DownloadedFile>(.film, downloadingTo: .file(folder.file()), options: .resuming)
        let result = await Task { await provider.result(of: call) }.value
        #expect(result.thrown?.category == .cancelled)
        #expect(folder.content(".film.mp4.part") == Data("ab".utf8) && folder.content() == nil)
    }

    /// Before a byte of the body is read.
    @Test func anExistingFileOfTheSuggestedNameKeepsTheBodyFromBeingRead() async throws {
        _ = try folder.write(Data("old".utf8), as: "film.mp4")
        let read = Locked(0)
        let provider = provider { count in
            read.withLock { $0 += 1 }
            return count == 0 ? "new" : nil
        }
        func error(_ options: DownloadOptions) async -> RequestError? {
            let call = Call<FileAPI, DownloadedFile>(.film, downloadingTo: .folder(folder.url), options: options)
            return await provider.result(of: call).thrown
        }
        #expect(await error(DownloadOptions())?.urlError?.code == .cannotMoveFile)
        #expect(read.withLock { $0 } == 0)
        #expect(await error(.numbering) == nil && folder.content("film 2.mp4") == Data("new".utf8))
        #expect(await error(.replacing) == nil && folder.content() == Data("new".utf8))
        #expect(folder.names.count == 2)
    }
}
