import Foundation
import Testing

@testable import Talyn

/// Existing files, folders, links and hashes.
@Suite(.timeLimit(.minutes(5))) struct DownloadOptionsTests {
    let folder: TemporaryFolder
    let stubs = StubTransport()

    init() throws {
        folder = try TemporaryFolder()
        stubs.on(FileAPI.film, .text("new"))
    }

    private var provider: Provider<FileAPI> { Provider(transport: stubs) }

    private func error(
        _ destination: DownloadDestination, _ options: DownloadOptions = DownloadOptions()
    ) async -> RequestError? {
        await provider.result(of: Call(.film, downloadingTo: destination, options: options)).thrown
    }

    private func old(_ name: String = "film.mp4") throws { _ = try folder.write(Data("old".utf8), as: name) }

    @Test func anExistingFileFailsTheCallBeforeItIsSent() async throws {
        try old()
        let error = await error(.file(folder.file()))
        #expect(error?.urlError?.code == .cannotMoveFile && error?.category == .file)
        #expect(error?.description.contains("use the options replacing or numbering") == true)
        #expect(stubs.requests.isEmpty && folder.names == ["film.mp4"])
        #expect(folder.content() == Data("old".utf8))
    }

    @Test func anExistingFileOfTheSuggestedNameFailsAtTheHead() async throws {
        try old()
        #expect(await error(.folder(folder.url))?.urlError?.code == .cannotMoveFile)
        #expect(stubs.requests.count == 1 && folder.names == ["film.mp4"])
    }

    @Test func aFileThatAppearsMeanwhileIsNotOverwritten() async throws {
        let appearing = Appearing(file: folder.file())
        let provider = Provider<FileAPI>(transport: stubs, plugins: [appearing])
        let error = await provider.result(of: Call(.film, downloadingTo: .file(folder.file()))).thrown
        #expect(error?.urlError?.code == .cannotMoveFile)
        #expect(folder.content() == Data("meanwhile".utf8) && folder.names == ["film.mp4"])
    }

    @Test func replacingReplacesAFile() async throws {
        try old()
        let file = try await provider.download(.film, to: .file(folder.file()), options: .replacing)
        #expect(file.url == folder.file() && folder.content() == Data("new".utf8) && folder.names == ["film.mp4"])
    }

    @Test func aFailedDownloadReplacesNothing() async throws {
        try old()
        stubs.on(FileAPI.film, .text("new").truncated(after: 2))
        #expect(await error(.file(folder.file()), .replacing) != nil)
        #expect(folder.content() == Data("old".utf8) && folder.names == ["film.mp4"])
    }

    @Test func numberingKeepsEachFile() async throws {
        try old()
        try old("film 2.mp4")
        let file = try await provider.download(.film, to: .file(folder.file()), options: .numbering)
        #expect(file.url.lastPathComponent == "film 3.mp4" && folder.content("film 3.mp4") == Data("new".utf8))
        #expect(folder.content() == Data("old".utf8))
    }

    @Test func aLinkIsNeverFollowed() async throws {
        try old("target")
        let link = folder.file()
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.file("target"))
        #expect(await error(.file(link))?.urlError?.code == .cannotMoveFile)
        try await provider.download(.film, to: .file(link), options: .replacing)
        #expect(folder.content("target") == Data("old".utf8) && FileEntry(at: link) == .file)
    }

    @Test func aLinkThatLeadsNowhereIsAFileInTheWay() async throws {
        try FileManager.default.createSymbolicLink(at: folder.file(), withDestinationURL: folder.file("nowhere"))
        #expect(await error(.file(folder.file()))?.urlError?.code == .cannotMoveFile)
        let file = try await provider.download(.film, to: .file(folder.file()), options: .numbering)
        #expect(file.url.lastPathComponent == "film 2.mp4")
    }

    @Test func aLinkInPlaceOfThePartialFileIsNotFollowed() async throws {
        try old("target")
        try FileManager.default.createSymbolicLink(
            at: folder.file(".film.mp4.part"), withDestinationURL: folder.file("target"))
        #expect(await error(.file(folder.file()))?.urlError?.code == .cannotCreateFile)
        #expect(folder.content("target") == Data("old".utf8) && stubs.requests.isEmpty)
    }

    @Test(arguments: [DownloadOptions(), .replacing])
    func aFolderInTheWayFails(options: DownloadOptions) async throws {
        try FileManager.default.createDirectory(at: folder.file(), withIntermediateDirectories: false)
        #expect(await error(.file(folder.file()), options)?.urlError?.code == .fileIsDirectory)
        #expect(stubs.requests.isEmpty && folder.names == ["film.mp4"])
    }

    @Test func aNameThatTheServerSuggestsIsTreatedLikeOneThatIsGiven() async throws {
        try old()
        let numbered = try await provider.download(.film, to: .folder(folder.url), options: .numbering)
        #expect(numbered.url == folder.file("film 2.mp4") && folder.content() == Data("old".utf8))
        #expect(try await provider.download(.film, to: .folder(folder.url), options: .replacing).url == folder.file())
        #expect(folder.content() == Data("new".utf8) && folder.names.count == 2)
        try FileManager.default.removeItem(at: folder.file())
        #expect(mkfifo(folder.file().path, 0o600) == 0)
        #expect(await error(.folder(folder.url), .replacing)?.urlError?.code == .cannotMoveFile)
        #expect(FileEntry(at: folder.file()) == .other && folder.names.count == 2)
    }

    @Test func aPipeInTheWayFails() async throws {
        #expect(mkfifo(folder.file().path, 0o600) == 0)
        #expect(await error(.file(folder.file()), .replacing)?.urlError?.code == .cannotMoveFile)
        #expect(mkfifo(folder.file(".a.part").path, 0o600) == 0)
        #expect(await error(.file(folder.file("a")))?.urlError?.code == .cannotCreateFile)
    }

    /// A name that no file system has is not a file in the way.
    @Test(arguments: [DownloadOptions(), .replacing, .numbering])
    func aFileThatCannotBeMovedIsNotOneThatExists(options: DownloadOptions) async {
        let error = await error(.file(folder.file(String(repeating: "a", count: 300))), options)
        #expect(error?.urlError?.code == .cannotCreateFile && error?.category == .file)
        #expect(error?.description.contains("its name is too long") == true && folder.names == [])
    }

    @Test func aMissingFolderFailsUnlessItMayBeCreated() async throws {
        let deep = folder.url.appendingPathComponent("a/b/c")
        let file = deep.appendingPathComponent("film.mp4")
        #expect(await error(.file(file))?.urlError?.code == .fileDoesNotExist)
        #expect(stubs.requests.isEmpty)
        let options = DownloadOptions(createsFolders: true)
        let downloaded = try await provider.download(.film, to: .file(file), options: options)
        #expect(try Data(contentsOf: downloaded.url) == Data("new".utf8))
    }

    @Test func foldersThatAreOfNoUseAreNotLeft() async {
        let long = folder.url.appendingPathComponent("a/b/\(String(repeating: "c", count: 300))")
        let error = await error(.folder(long), DownloadOptions(createsFolders: true))
        #expect(error?.urlError?.code == .cannotCreateFile && folder.names == [])
    }

    @Test func manyDownloadsCreateOneFolder() async throws {
        stubs.on(FileAPI.self) { if case .named(let name) = $0 { .text(name) } else { nil } }
        let deep = (0..<8).reduce(folder.url) { folder, name in folder.appendingPathComponent("\(name)") }
        let (provider, options) = (provider, DownloadOptions(createsFolders: true))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { try await provider.download(.named("n\(number)"), to: .folder(deep), options: options) }
            }
            try await group.waitForAll()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: deep.path).count == 20)
    }

    @Test func foldersOfAFailedDownloadAreRemoved() async throws {
        stubs.on(FileAPI.film, .status(404))
        let options = DownloadOptions(createsFolders: true)
        #expect(await error(.folder(folder.url.appendingPathComponent("a/b")), options)?.statusCode == 404)
        #expect(folder.names == [])
    }

    @Test func aFileInPlaceOfTheFolderFails() async throws {
        try old("a")
        for options in [DownloadOptions(), DownloadOptions(createsFolders: true)] {
            #expect(await error(.folder(folder.file("a")), options)?.urlError?.code == .fileDoesNotExist)
        }
    }

    @Test(.enabled(if: geteuid() != 0 || FileManager.default.fileExists(atPath: "/sys")))
    func aFolderThatCannotBeWrittenFails() async throws {
        // Nothing is forbidden to root, except in file systems of the kernel.
        let isRoot = geteuid() == 0
        let place = isRoot ? URL(fileURLWithPath: "/sys") : folder.url
        if !isRoot { chmod(place.path, 0o500) }
        defer { if !isRoot { chmod(place.path, 0o700) } }
        let error = await error(.file(place.appendingPathComponent("film.mp4")))
        #expect(error?.urlError?.code == .cannotCreateFile && error?.category == .file)
        #expect(stubs.requests.isEmpty)
    }

    @Test func aFileHasThePermissionsOfANewFile() async throws {
        try old("new")
        try await provider.download(.film, to: .file(folder.file()))
        func permissions(_ name: String) throws -> Int? {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)
            return attributes[.posixPermissions] as? Int
        }
        _ = FileManager.default.createFile(atPath: folder.file("made").path, contents: nil)
        #expect(try permissions("film.mp4") == (try permissions("made")))
    }

    // MARK: Hashes

    /// Of "new".
    private let sum = Data("new".utf8).sum
    private var hash: String { Data(SHA256.digest(of: Array("new".utf8))).base64EncodedString() }

    @Test func aGivenHashIsChecked() async throws {
        try await provider.download(.film, to: .file(folder.file("a")), options: .init(digest: .sha256(sum)))
        try await provider.download(
            .film, to: .file(folder.file("b")), options: .init(digest: .sha256(sum.uppercased())))
        let other = String(repeating: "0", count: 64)
        let error = await error(.file(folder.file("c")), .init(resumes: true, digest: .sha256(other)))
        #expect(error?.urlError?.code == .downloadDecodingFailedToComplete)
        #expect(folder.names.sorted() == ["a", "b"])
    }

    @Test(arguments: ["", "abc", String(repeating: "g", count: 64), String(repeating: "é", count: 32)])
    func aHashThatIsNoneSendsNothing(text: String) async {
        #expect(await error(.folder(folder.url), .init(digest: .sha256(text)))?.category == .invalidRequest)
        #expect(stubs.requests.isEmpty && folder.names == [])
    }

    @Test func aSentHashIsAskedForAndChecked() async throws {
        let options = DownloadOptions(digest: .reprDigest)
        let right: HTTPHeaders = ["Repr-Digest": "sha-512=:AA==:, sha-256=:\(hash):"]
        stubs.on(FileAPI.film, .text("new", headers: right))
        try await provider.download(.film, to: .file(folder.file("a")), options: options)
        let request = try #require(stubs.requests.first)
        #expect(request.headers["Want-Repr-Digest"] == "sha-256=1" && request.headers["Accept-Encoding"] == "identity")
        stubs.on(FileAPI.film, .text("corrupted", headers: right))
        #expect(await error(.file(folder.file()), options)?.urlError?.code == .downloadDecodingFailedToComplete)
        try await provider.download(.film, to: .file(folder.file("unchecked")))
        #expect(folder.names.sorted() == ["a", "unchecked"])
    }

    @Test(
        arguments: [nil, "", "sha-256", "sha-256=:AA==:", "sha-256=:?:", "SHA-256=:AA==:", "md5=:AA==:"] as [String?])
    func withoutASentHashNothingIsChecked(value: String?) async throws {
        var headers = HTTPHeaders()
        headers["Repr-Digest"] = value
        stubs.on(FileAPI.film, .text("new", headers: headers))
        try await provider.download(.film, to: .file(folder.file()), options: .init(digest: .reprDigest))
        #expect(folder.content() == Data("new".utf8))
    }

    @Test func theSentHashOfAWholeFileIsNotThatOfAPart() async throws {
        let headers: HTTPHeaders = ["Repr-Digest": "sha-256=:\(hash):", "Content-Range": "bytes 2-4/10"]
        stubs.on(FileAPI.part, .text("abc", status: 206, headers: headers))
        try await provider.download(.part, to: .file(folder.file()), options: .init(digest: .reprDigest))
        #expect(folder.content() == Data("abc".utf8))
    }

    @Test func aCorruptedFileIsDownloadedAgainByARetry() async throws {
        stubs.on(FileAPI.film, .sequence([.text("nev", headers: ["ETag": "\"1\""]), .text("new")]))
        let provider = Provider<FileAPI>(transport: stubs, plugins: [.retry()], clock: TestClock())
        try await provider.download(.film, to: .file(folder.file()), options: .init(digest: .sha256(sum)))
        #expect(folder.content() == Data("new".utf8))
        #expect(stubs.requests.allSatisfy { !$0.headers.contains("Range") })
    }

    @Test func theHashOfAResumedFileIsThatOfTheWholeFile() async throws {
        stubs.on(FileAPI.film, .sequence([.text("new").truncated(after: 2), .text("new")]).servingRanges())
        let options = DownloadOptions(resumes: true, digest: .sha256(sum))
        #expect(await error(.file(folder.file()), options) != nil)
        try await provider.download(.film, to: .file(folder.file()), options: options)
        #expect(stubs.requests.last?.headers["Range"] == "bytes=2-" && folder.content() == Data("new".utf8))
    }
}

/// A plugin that writes a file to the destination when the body has arrived.
private struct Appearing: Processor {
    let file: URL

    func process(_ result: Result<Response, RequestError>, context: CallContext) async throws -> Response {
        try Data("meanwhile".utf8).write(to: file)
        return try result.get()
    }
}
