import Talyn
import TalynTesting

enum Films: RoutedTarget {
    case film(Int)
    case export

    var baseURL: URL { URL(string: "https://films.example")! }
    static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-samples-\(UUID())")

    var route: Route {
        switch self {
        case .film(let id): .get("films/\(id).mp4")
        case .export: .post("export")
        }
    }
}

extension Call where Target == Films, Value == DownloadedFile {
    static func film(_ id: Int) -> Self { Self(.film(id), downloadingTo: .folder(Films.folder)) }
}

/// The samples about downloads.
enum DownloadingSamples {
    static let bytes = Data("a film of some bytes".utf8)

    static func run() async throws {
        try FileManager.default.createDirectory(at: Films.folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: Films.folder) }
        let stubs = StubTransport()
        stubs.on(Films.film(7), .data(bytes))
        try await withStubs(stubs) {
            try await files(Films.folder)
            try await options(Films.folder)
            try await bound()
        }
        try await errors()
        try await resuming(Films.folder)
    }

    static func files(_ folder: URL) async throws {
        let films = Provider<Films>()
        let file = try await films.download(.film(7), to: .file(folder.appendingPathComponent("film.mp4")))
        print(file.url, file.size, file.response.statusCode)
        let named = try await films.download(.film(7), to: .folder(folder))  // the server names it
        guard file.size == bytes.count, named.url.lastPathComponent == "7.mp4" else { fail("downloaded files") }
    }

    static func options(_ folder: URL) async throws {
        let films = Provider<Films>()
        let url = folder.appendingPathComponent("film.mp4")
        let show: @Sendable (TransferProgress) -> Void = { print($0.received, $0.totalToReceive ?? -1) }
        try FileManager.default.removeItem(at: url)
        let file = try await films.download(.film(7), to: .file(url), options: .resuming, progress: show)
        try await films.download(.film(7), to: .file(url), options: .replacing)
        try await films.download(.film(7), to: .file(url), options: .numbering)  // "film 2.mp4"
        let options = DownloadOptions(existingFile: .number, resumes: true, createsFolders: true, digest: .reprDigest)
        try await films.download(.film(7), to: .folder(folder.appendingPathComponent("new")), options: options)
        let named: DownloadDestination = .file(folder.appendingPathComponent("film.mp4"))
        let suggested: DownloadDestination = .folder(folder)
        guard file.url == url, named != suggested,
            FileManager.default.fileExists(atPath: folder.appendingPathComponent("film 2.mp4").path)
        else { fail("the options of downloads") }
        try FileManager.default.removeItem(at: folder.appendingPathComponent("7.mp4"))
    }

    static func bound() async throws {
        let films = Provider<Films>()
        let film = try await films.call(.film(7))  // a DownloadedFile
        let again = await films.result(of: .film(7))  // .failure: the file exists
        guard film.size == bytes.count, case .failure = again else { fail("a bound download") }
    }

    static func errors() async throws {
        let films = Provider<Films>(transport: StubTransport())
        let url = Films.folder.appendingPathComponent("missing/film.mp4")
        var shown = ""
        func explain(_ text: String) { shown = text }
        do throws(MyAPIError) {
            try await films.download(.film(7), to: .file(url))
        } catch {
            switch error.urlError?.code {
            case .cannotMoveFile?: explain("The file is there already.")
            case .cannotWriteToFile?: explain("The disk is full.")
            case .fileDoesNotExist?: explain("The folder does not exist.")
            default: explain("The film cannot be downloaded.")
            }
        }
        guard shown == "The folder does not exist." else { fail("the errors of downloads: \(shown)") }
    }

    static func resuming(_ folder: URL) async throws {
        let stubs = StubTransport()
        stubs.on(Films.film(7), .sequence([.data(bytes).truncated(after: 4), .data(bytes)]).servingRanges())
        let films = Provider<Films>(transport: stubs, plugins: [.retry()], clock: TestClock())
        let file = try await films.download(.film(7), to: .file(folder.appendingPathComponent("resumed.mp4")))
        guard try Data(contentsOf: file.url) == bytes, stubs.requests.last?.headers["Range"] == "bytes=4-" else {
            fail("a resumed download")
        }
    }
}
