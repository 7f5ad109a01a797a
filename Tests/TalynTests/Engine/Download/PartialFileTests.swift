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
        #expect(try PartialFile(at: folder.file(".part")).size() == 3)
    }

    /// As of a program that is about to start, until exec closes it.
    @Test func aCopyOfTheDescriptorKeepsNoLock() throws {
        let first = try partial()
        var (wanted, found) = (stat(), stat())
        #expect(stat(first.url.path, &wanted) == 0)
        // A busy suite has thousands of descriptors.
        let descriptors = (0..<CInt(65_536)).filter {
            fstat($0, &found) == 0 && found.st_ino == wanted.st_ino && found.st_dev == wanted.st_dev
        }
        let copies = descriptors.map { dup($0) }
        defer { for copy in copies { close(copy) } }
        #expect(!copies.isEmpty)
        first.release()
        #expect(try PartialFile(at: folder.file(".part")).size() == 3)
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
        #expect(try partial("second").size() == 6)
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

    @Test func hashingEndsWithItsTask() async throws {
        let partial = try partial()
        let hashing = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await partial.sha256()
        }
        await #expect(throws: CancellationError.self) { try await hashing.value }
        #expect(try await partial.sha256() == SHA256.digest(of: Array("new".utf8)))
    }

    @Test func aFolderOrAPipeAtTheDestinationIsNeverReplaced() throws {
        let partial = try partial()
        #expect(mkdir(folder.file("folder").path, 0o700) == 0 && mkfifo(folder.file("pipe").path, 0o600) == 0)
        for policy in [DownloadOptions.ExistingFile.fail, .replace] {
            let error = #expect(throws: URLError.self) { try partial.move(to: folder.file("folder"), policy) }
            #expect(error?.code == .fileIsDirectory)
            let other = #expect(throws: URLError.self) { try partial.move(to: folder.file("pipe"), policy) }
            #expect(other?.code == .cannotMoveFile)
        }
        #expect(try partial.move(to: folder.file("pipe"), .number) == folder.file("pipe 2"))
        #expect(folder.content("pipe 2") == Data("new".utf8) && FileEntry(at: folder.file("pipe")) == .other)
    }

    @Test func afterItsEndNothingIsWritten() throws {
        let partial = try partial()
        partial.release()
        let error = #expect(throws: URLError.self) { try partial.append(Data("more".utf8)) }
        #expect(error?.code == .cannotWriteToFile)
        #expect(throws: URLError.self) { try partial.clear() }
        #expect(throws: URLError.self) { try partial.seekToEnd() }
        #expect(folder.content(".part") == Data("new".utf8))
    }

    /// The files of the folder that this process has open, also those that were removed. Linux only.
    private var openFiles: [String] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return entries.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
            .filter { $0.hasPrefix(folder.url.resolvingSymlinksInPath().path) }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"))) func noDescriptorIsLeft() async throws
    {
        let first = try partial()
        #expect(openFiles.count == 1)
        for _ in 0..<3 { #expect(throws: URLError.self) { try PartialFile(at: folder.file(".part")) } }
        #expect(openFiles.count == 1)
        #expect(try first.moveByReserving(folder.file("a")))
        first.release()
        let second = try partial()
        second.remove()
        #expect(link(folder.file("a").path, folder.file(".part").path) == 0)
        let third = try partial()
        #expect(openFiles.count == 1)
        third.release()
        #expect(mkfifo(folder.file("pipe").path, 0o600) == 0)
        #expect(throws: URLError.self) { try PartialFile(at: folder.file("pipe")) }
        #expect(openFiles == [])
        let stubs = StubTransport()
        let bytes = Data("film".utf8)
        stubs.on(FileAPI.film, .sequence([.data(bytes).truncated(after: 2), .data(bytes)]).servingRanges())
        let call = Call<FileAPI, DownloadedFile>(.film, downloadingTo: .file(folder.file()), options: .resuming)
        let provider = Provider<FileAPI>(transport: stubs)
        #expect(await provider.result(of: call).thrown?.category == .connectionLost && openFiles == [])
        #expect(try await provider.call(call).size == 4)
        #expect(openFiles == [])
    }

    /// `.ci/with small-disk` mounts a file system of one megabyte.
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
