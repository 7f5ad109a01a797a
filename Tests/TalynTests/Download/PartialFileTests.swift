import Foundation
import Testing

@testable import Talyn

@Suite(.timeLimit(.minutes(5))) struct PartialFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func partial(_ text: String = "new") throws -> PartialFile {
        let partial = try PartialFile(at: folder.file(".part"))
        try partial.clear()
        try partial.append(Data(text.utf8))
        return partial
    }

    @Test func onlyOneDownloadHasIt() throws {
        let first = try partial()
        let error = #expect(throws: URLError.self) { try PartialFile(at: folder.file(".part")) }
        #expect(error?.code == .cannotOpenFile)
        first.release()
        #expect(try PartialFile(at: folder.file(".part")).size == 3)
    }

    @Test func afterItsMoveTheNextOneIsAnotherFile() throws {
        let first = try partial()
        _ = try first.move(to: folder.file(), .fail)
        let second = try partial("second")
        first.release()
        #expect(folder.content() == Data("new".utf8))
        _ = try second.move(to: folder.file("b"), .fail)
        #expect(folder.content("b") == Data("second".utf8))
    }

    @Test func aSecondNameFromAnInterruptedMoveIsNeverWrittenInto() throws {
        let first = try partial()
        #expect(link(folder.file(".part").path, folder.file().path) == 0)
        first.release()
        #expect(try partial("second").size == 6)
        #expect(folder.content() == Data("new".utf8))
    }

    @Test func withoutHardLinksAFileIsMovedByReservingItsPlace() throws {
        let first = try partial()
        #expect(try first.moveByReserving(folder.file()))
        #expect(folder.content() == Data("new".utf8) && folder.names == ["film.mp4"])
        let second = try partial("second")
        #expect(try !second.moveByReserving(folder.file()))
        #expect(folder.content() == Data("new".utf8))
        second.remove()
        #expect(throws: URLError.self) { try second.moveByReserving(folder.file("b")) }
        #expect(folder.names == ["film.mp4"])
    }

    @Test func itsHashIsThatOfAllItsBytes() async throws {
        let bytes = Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0) })
        let partial = try partial("")
        for start in stride(from: 0, to: bytes.count, by: 70_001) {
            try partial.append(bytes[start..<min(start + 70_001, bytes.count)])
        }
        // By sha256sum.
        let expected = "64229b5b58c6098adeb568bdd6c7b881d94098e29349c55b325c2346831e91ce"
        #expect(try await partial.sha256().map(\.hexDigits).joined() == expected && bytes.sum == expected)
    }

    /// `.ci/with-small-disk` mounts a file system of one megabyte.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["TALYN_SMALL_DISK"] != nil), arguments: [false, true])
    func aFullDiskFailsTheCall(resumes: Bool) async throws {
        let disk = URL(fileURLWithPath: ProcessInfo.processInfo.environment["TALYN_SMALL_DISK"] ?? "")
            .appendingPathComponent(UUID().uuidString, isDirectory: true)
        let stubs = StubTransport()
        let bytes = Data(repeating: 1, count: 3 << 20)
        stubs.on(FileAPI.film, .data(bytes).servingRanges().dripping(1 << 16, every: .zero))
        let options = DownloadOptions(resumes: resumes, createsFolders: true)
        let call = Call<FileAPI, DownloadedFile>(.film, downloadingTo: .folder(disk), options: options)
        let error = await Provider<FileAPI>(transport: stubs).result(of: call).thrown
        #expect(error?.urlError?.code == .cannotWriteToFile)
        #expect(error?.description.contains("the disk is full") == true)
        #expect(FileManager.default.fileExists(atPath: disk.path) == resumes)
        try? FileManager.default.removeItem(at: disk)
    }
}
