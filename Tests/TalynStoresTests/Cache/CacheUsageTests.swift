import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynStores

/// The count of a folder's bytes and its lock, whatever is in their place.
@Suite(.timeLimit(.minutes(5))) final class CacheUsageTests: Sendable {
    let folder: URL
    let url = "https://a.example/x"

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var usage: URL { folder.appendingPathComponent("usage") }

    /// The bytes of the files of the responses.
    private var size: Int64 {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.fileSizeKey])
        let files = (all?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.lastPathComponent != "usage" }
        return files.reduce(0) { size, file in
            let values = try? file.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
            return size + (values?.isRegularFile ?? false ? Int64(values?.fileSize ?? 0) : 0)
        }
    }

    private func put(_ bytes: Int, _ url: String, into store: FolderCacheStore) async throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        // The proof of `!`: four parts.
        let head = StoredHead(
            variant: CacheVariant("d-~-~~-")!, statusCode: 200, headers: ["ETag": "\"1\""], requestedAt: date,
            receivedAt: date)
        guard let writer = try store.begin(head, for: url, length: Int64(bytes)) else { return }
        guard try await writer.append(Data(count: bytes)) else { return }
        try await writer.commit { true }
    }

    private func isStored(_ url: String, in store: FolderCacheStore) -> Bool {
        !store.responses(for: url, where: { _ in true }).isEmpty
    }

    private func settle(_ store: FolderCacheStore) async {
        while store.isShrinking.withLock({ $0 }) { await Task.yield() }
    }

    // MARK: A damaged count

    private static let words: [Int64] = [
        .min, .min + 1, -1, 0, 1, 0x7FF8_0000_0000_0000, 0x7FF0_0000_0000_0000, .max / 4, .max - 1, .max,
    ]

    @Test(arguments: 0..<5) func anyWordOfTheCountIsSurvivedAndCountedAnew(place: Int) async throws {
        for word in Self.words {
            try? FileManager.default.removeItem(at: folder)
            let first = try FolderCacheStore(folder, limit: 100_000)
            for index in 0..<5 { try await put(1_000, "\(index)", into: first) }
            await settle(first)
            let written = try Data(contentsOf: usage)
            var damaged = written + Data(count: max(0, 40 - written.count))
            damaged.replaceSubrange(place * 8..<place * 8 + 8, with: withUnsafeBytes(of: word) { Data($0) })
            try damaged.write(to: usage)
            // Another process, and the one that goes on.
            for store in [try FolderCacheStore(folder, limit: 100_000), first] {
                try await put(2_000, "new", into: store)
                await settle(store)
                await store.shrink()
                try await put(2_000, "newer", into: store)
                await settle(store)
                #expect(store.usage.size == size && size > 0, "\(place) \(word)")
                #expect(isStored("newer", in: store), "\(place) \(word)")
            }
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 16, 31, 32, 33, 39, 40, 41, 4_096])
    func aCountOfAnyLengthAndContentIsSurvived(length: Int) async throws {
        for byte: UInt8 in [0, 0x7F, 0xFF, 0x41] {
            try? FileManager.default.removeItem(at: folder)
            let first = try FolderCacheStore(folder, limit: 100_000)
            for index in 0..<5 { try await put(1_000, "\(index)", into: first) }
            await settle(first)
            try Data(repeating: byte, count: length).write(to: usage)
            let store = try FolderCacheStore(folder, limit: 100_000)
            try await put(2_000, "new", into: store)
            await settle(store)
            try await put(2_000, "newer", into: store)
            await settle(store)
            #expect(store.usage.size == size && isStored("newer", in: store), "\(length) \(byte)")
            try store.removeAll()
            #expect(store.usage.size == 0 && size == 0)
        }
    }

    @Test func hugeFilesEndNoProcess() async throws {
        let store = try FolderCacheStore(folder, limit: 100_000)
        for name in ["a", "b", "c"] {
            let file = folder.appendingPathComponent("unfinished/\(name)")
            try Data().write(to: file)
            // Where the file system has none of this size there is nothing to survive.
            _ = truncate(file.path, .max)
        }
        try Data(repeating: 0xFF, count: 40).write(to: usage)
        await store.shrink()
        try await put(1_000, url, into: store)
        #expect(store.usage.size >= 0)
    }

    // MARK: Something else in place of a file

    enum Obstacle: CaseIterable { case pipe, folder, filledFolder, loop, dangling, link, socket }

    private func put(_ obstacle: Obstacle, at place: URL) throws {
        try? FileManager.default.removeItem(at: place)
        switch obstacle {
        case .pipe: #expect(mkfifo(place.path, 0o600) == 0)
        case .folder: try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        case .filledFolder:
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            try Data("x".utf8).write(to: place.appendingPathComponent("x"))
        case .loop:
            try FileManager.default.createSymbolicLink(
                atPath: place.path, withDestinationPath: place.lastPathComponent)
        case .dangling: try FileManager.default.createSymbolicLink(atPath: place.path, withDestinationPath: "nowhere")
        case .link: try FileManager.default.createSymbolicLink(atPath: place.path, withDestinationPath: target.path)
        case .socket: try bindSocket(place)
        }
    }

    /// A file of somebody else.
    private var target: URL { folder.appendingPathComponent("target") }

    private func bindSocket(_ place: URL) throws {
        // A path that a socket's address has room for.
        let near = URL(fileURLWithPath: "/tmp/\(UUID().uuidString.prefix(8))")
        #if canImport(Glibc)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: near.path.utf8) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        #expect(isBound)
        #expect(rename(near.path, place.path) == 0)
    }

    @Test(arguments: Obstacle.allCases)
    func anObstacleInPlaceOfTheCountIsReplacedOrRefused(obstacle: Obstacle) async throws {
        let first = try FolderCacheStore(folder, limit: 100_000)
        try await put(1_000, url, into: first)
        try Data("somebody's".utf8).write(to: target)
        try put(obstacle, at: usage)
        if obstacle == .filledFolder {
            let error = #expect(throws: CacheFolderError.self) { try FolderCacheStore(folder, limit: 100_000) }
            #expect(error.map { "\($0)" }?.contains("usage") == true)
            #expect(FileManager.default.fileExists(atPath: usage.appendingPathComponent("x").path))
        } else {
            let store = try FolderCacheStore(folder, limit: 100_000)
            try await put(2_000, url, into: store)
            #expect(isStored(url, in: store))
        }
        #expect(try Data(contentsOf: target) == Data("somebody's".utf8))
        // The one that has it open goes on.
        try await put(1_000, "other", into: first)
        #expect(isStored("other", in: first))
    }

    @Test(arguments: Obstacle.allCases, 0..<5)
    func anObstacleInPlaceOfAFileOrFolderOfResponsesIsReplaced(obstacle: Obstacle, level: Int) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let stubs = StubTransport()
        let target = Endpoint(url: try #require(URL(string: url)))
        stubs.on(target, .text("one", headers: ["Cache-Control": "max-age=60"]))
        let cache = try ResponseCache(folder: folder)
        let provider = Provider<MultiTarget>(transport: stubs, plugins: [.cache(cache)], clock: TestClock())
        _ = try await provider.send(target)
        try Data("somebody's".utf8).write(to: self.target)
        let entries = FileManager.default.enumerator(atPath: folder.appendingPathComponent("entries").path)
        let paths = (entries?.allObjects ?? []).compactMap { $0 as? String }.sorted { $0.count < $1.count }
        #expect(paths.count == 3)
        let place = folder.appendingPathComponent((["unfinished", "entries"] + paths.map { "entries/\($0)" })[level])
        try put(obstacle, at: place)
        // Nothing waits for it, and a response is stored in its place.
        for _ in 0..<2 { #expect(try await provider.send(target).data == Data("one".utf8)) }
        let again = Provider<MultiTarget>(
            transport: stubs, plugins: [.cache(try ResponseCache(folder: folder))], clock: TestClock())
        for _ in 0..<2 { #expect(try await again.send(target).data == Data("one".utf8)) }
        // A folder in place of a folder is one, and so is a link to a file.
        #expect(try await again.send(target).source != .network)
        try put(obstacle, at: place)
        try await cache.removeAll()
        #expect(try await provider.send(target).source == .network)
        #expect(try Data(contentsOf: self.target) == Data("somebody's".utf8))
    }

    @Test(arguments: Obstacle.allCases) func anObstacleBesideUnfinishedFilesIsRemoved(obstacle: Obstacle) async throws {
        let store = try FolderCacheStore(folder, limit: 100_000)
        try Data("somebody's".utf8).write(to: target)
        let place = folder.appendingPathComponent("unfinished/x")
        try put(obstacle, at: place)
        if lutimes(place) { await store.shrink() }
        try await put(1_000, url, into: store)
        await settle(store)
        #expect(isStored(url, in: store))
        #expect(try Data(contentsOf: target) == Data("somebody's".utf8))
    }

    /// Makes an entry look older than one that was just made.
    private func lutimes(_ place: URL) -> Bool {
        let time = timespec(tv_sec: 1_000_000_000, tv_nsec: 0)
        return utimensat(AT_FDCWD, place.path, [time, time], AT_SYMLINK_NOFOLLOW) == 0
    }

    // MARK: A lock that another process keeps

    /// Holds the lock as another process does: with a description of its own.
    private func holdingLock<Output: Sendable>(
        _ work: @Sendable () async throws -> Output
    ) async throws -> Output {
        let descriptor = open(usage.path, O_RDWR)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return try await work()
    }

    @Test func aLockThatAnotherProcessKeepsHoldsNoCall() async throws {
        let stubs = StubTransport()
        let target = Endpoint(url: try #require(URL(string: url)))
        let old = Endpoint(url: try #require(URL(string: "https://a.example/old")))
        for endpoint in [target, old] { stubs.on(endpoint, .text("one", headers: ["Cache-Control": "max-age=60"])) }
        let cache = try ResponseCache(folder: folder)
        let provider = Provider<MultiTarget>(transport: stubs, plugins: [.cache(cache)], clock: TestClock())
        _ = try await provider.send(old)
        try await holdingLock { [folder] in
            // What is stored answers, also in a process that begins; what is not comes from the network.
            let other = Provider<MultiTarget>(
                transport: stubs, plugins: [.cache(try ResponseCache(folder: folder))], clock: TestClock())
            for provider in [provider, other] {
                #expect(try await provider.send(old).source != .network)
                let sources = try await withThrowingTaskGroup(of: Response.Source.self) { group in
                    for _ in 0..<64 { group.addTask { try await provider.send(target).source } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(sources == Array(repeating: .network, count: 64))
            }
            let error = await #expect(throws: MyAPIError.self) {
                try await provider.request(MultiTarget(Page.page), as: Int.self)
            }
            let text = error?.requestError.timeline.description ?? ""
            #expect(text.contains("not stored: the folder of the cache is locked by another process"), "\(text)")
            // A logout does not wait for it.
            try await cache.removeAll()
            #expect(try await provider.send(old).source == .network)
        }
        _ = try await provider.send(target)
        #expect(try await provider.send(target).source == .cache(age: .zero))
        // Its count of the files leaves out what another store writes meanwhile.
        await settle(try #require(cache.store as? FolderCacheStore))
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        try await put(100, "x", into: store)
        await settle(store)
        await store.shrink()
        #expect(store.usage.size == size)
    }

    private enum Page: RoutedTarget {
        case page
        // The proof of `!`: the text is a URL.
        var baseURL: URL { URL(string: "https://a.example")! }
        var route: Route { .get("x") }
    }

    @Test func evictionWaitsForTheLock() async throws {
        let store = try FolderCacheStore(folder, limit: 100_000)
        for index in 0..<9 { try await put(10_500, "\(index)", into: store) }
        await settle(store)
        for index in 0..<9 { try await put(10_500, "\(index)", into: store) }
        let before = size
        try await holdingLock { await store.shrink() }
        // A file at most goes before it is noticed.
        #expect(size >= before - 11_000)
    }
}
