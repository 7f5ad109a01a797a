import Foundation
import Talyn
import TalynTesting
import Testing

@testable import TalynStores

/// The stores on a disk without a free byte. `.ci/with full-disk` mounts one.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["TALYN_FULL_DISK"] != nil), .serialized)
final class FullDiskTests {
    private let disk = URL(fileURLWithPath: ProcessInfo.processInfo.environment["TALYN_FULL_DISK"] ?? "")
    private let folder: URL

    init() throws {
        folder = disk.appendingPathComponent(UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
        try? FileManager.default.removeItem(at: filling)
    }

    private var filling: URL { disk.appendingPathComponent("filling") }

    /// Writes until there is no room for a byte.
    private func fill() throws {
        let file = try OpenFile(filling.path, O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
        for count in [4_096, 1] {
            var isFull = false
            while !isFull { do { try file.append(Data(count: count)) } catch { isFull = true } }
        }
    }

    @Test func aCacheThatCannotBeMadeSaysThatTheDiskIsFull() throws {
        try fill()
        let error = #expect(throws: CacheFolderError.self) {
            try ResponseCache(folder: self.folder.appendingPathComponent("cache"))
        }
        #expect(error?.code == ENOSPC)
        #expect(error?.description.contains(String(cString: strerror(ENOSPC))) == true)
    }

    @Test func aResponseThatIsNotStoredIsNotedAsThatOfAFullDisk() async throws {
        let stubs = StubTransport()
        let text = String(repeating: "x", count: 20_000)
        stubs.on(where: { _, _ in true }, .text(text, headers: ["Cache-Control": "max-age=60"]))
        let cache = try ResponseCache(folder: folder.appendingPathComponent("cache"))
        try fill()
        let provider = Provider<MultiTarget>(transport: stubs, plugins: [.cache(cache)], clock: TestClock())
        let url = try #require(URL(string: "https://a.example/"))
        #expect(try await provider.send(Endpoint(url: url)).data.count == 20_000)
        let error = await #expect(throws: MyAPIError.self) {
            try await provider.request(MultiTarget(Page.page), as: Int.self)
        }
        let timeline = error?.requestError.timeline.description ?? ""
        let note = "not stored: the folder of the cache cannot be written: No space left"
        #expect(timeline.contains(note), "\(timeline)")
        #expect(try await cache.count == 0)
    }

    @Test func aJarSaysThatTheDiskIsFullAndWritesLater() throws {
        let file = folder.appendingPathComponent("cookies.txt")
        let jar = try CookieJar(file: file)
        try fill()
        let later = Date(timeIntervalSince1970: 4_000_000_000)
        jar.set(Cookie(name: "a", value: String(repeating: "x", count: 4_000), domain: "a.example", expires: later))
        #expect(jar.fileError?.code == ENOSPC && jar.cookies.count == 1)
        #expect(!FileManager.default.fileExists(atPath: file.path + ".new"))
        try FileManager.default.removeItem(at: filling)
        jar.set(Cookie(name: "b", value: "1", domain: "a.example", expires: later))
        #expect(jar.fileError == nil)
        #expect(try CookieJar(file: file).cookies.map(\.name) == ["a", "b"])
    }

    private enum Page: RoutedTarget {
        case page

        var baseURL: URL { URL(fileURLWithPath: "/") }
        var route: Route { .get(URLPath.absolute("https://a.example/")) }
    }
}
