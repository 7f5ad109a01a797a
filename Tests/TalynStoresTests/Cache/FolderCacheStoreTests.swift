import Foundation
import Talyn
import TalynTesting
import Testing

@testable import TalynStores

@Suite final class FolderCacheStoreTests: Sendable {
    let folder: URL
    let url = "https://a.example/x?token=canary"
    // The proof of `!`: four parts.
    let variant = CacheVariant("d-~-~~-")!

    init() { folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)") }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func head(
        _ headers: HTTPHeaders = ["ETag": "\"1\""], status: Int = 200, at second: Double = 0, _ variant: String = ""
    ) -> StoredHead {
        let date = Date(timeIntervalSince1970: 1_700_000_000.25 + second)
        let variant = CacheVariant(variant) ?? self.variant
        return StoredHead(
            variant: variant, statusCode: status, headers: headers, requestedAt: date, receivedAt: date + 1)
    }

    private func put(_ bytes: Data, _ url: String, into store: FolderCacheStore, _ head: StoredHead? = nil) async throws
    {
        let head = head ?? self.head()
        guard let writer = try store.begin(head, for: url, length: Int64(bytes.count)) else { return }
        guard try await writer.append(bytes) else { return }
        try await writer.commit { true }
    }

    private func hash(of url: String, in store: FolderCacheStore) -> Substring {
        SHA256.digest(of: Array(store.salt) + Array(url.utf8)).hexDigits.dropFirst(2)
    }

    private func bytes(_ url: String, of store: FolderCacheStore) async throws -> Data? {
        guard let response = store.responses(for: url, where: { _ in true }).first else { return nil }
        switch response.body {
        case .none, .file: return Data()
        case .data(let data): return data
        case .stream(let stream): return try await stream.collect(upTo: .max)
        }
    }

    private var files: [URL] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        return (all?.allObjects ?? []).compactMap { $0 as? URL }
            .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) ?? false }
            .filter { $0.lastPathComponent != "usage" }
    }

    @Test(arguments: [0, 1, 70_000, 3_000_001])
    func aStoredResponseIsReadByAnotherStoreOfTheFolder(size: Int) async throws {
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        let content = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let stored = head(["ETag": "\"1\"", "Größe": "e\u{301} 😀", "A": "1", "a": " 2:  x ", "Empty": ""])
        try await put(content, url, into: store, stored)
        let other = try FolderCacheStore(folder, limit: 1 << 26)
        #expect(try await bytes(url, of: other) == content)
        let read = try #require(other.responses(for: url, where: { _ in true }).first?.head)
        #expect(read.headers.map { "\($0.name)=\($0.value)" } == stored.headers.map { "\($0.name)=\($0.value)" })
        #expect(read.requestedAt == stored.requestedAt && read.receivedAt == stored.receivedAt)
    }

    @Test func filesAreTheOwnersAndTheirNamesAndContentHaveNoSecret() async throws {
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        try await put(Data("body".utf8), url, into: store, head(["Set-Cookie": "sid=canary", "ETag": "\"1\""]))
        #expect(files.count == 1)
        for file in files {
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(!file.path.contains("canary") && !file.path.contains("a.example"))
            #expect(!String(decoding: try Data(contentsOf: file), as: UTF8.self).contains("canary"))
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test(arguments: [10, 200_000])
    func aFileThatIsNotAsItWasWrittenIsNone(size: Int) async throws {
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        try await put(Data(repeating: 7, count: size), url, into: store)
        let file = try #require(files.first)
        let whole = try Data(contentsOf: file)
        // A large body is checked as it is read.
        func read() async -> Data? { (try? await bytes(url, of: store)) ?? nil }
        for length in Set([0, 1, 40, 80, whole.count / 2, whole.count - 1]) {
            try whole.prefix(length).write(to: file)
            #expect(await read() == nil, "\(length)")
        }
        try (whole + Data([0])).write(to: file)
        #expect(await read() == nil)
        for index in Array(0..<min(whole.count, 200)) + [whole.count / 2, whole.count - 1] {
            var changed = whole
            changed[index] ^= 1
            try changed.write(to: file)
            #expect(await read() == nil, "\(index)")
        }
        try whole.write(to: file)
        #expect(await read()?.count == size)
    }

    @Test func aWriterThatDoesNotCommitLeavesNothing() async throws {
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        try await put(Data("old".utf8), url, into: store)
        var writer = try store.begin(head(), for: url, length: nil)
        _ = try await writer?.append(Data("new".utf8))
        #expect(files.count == 2)
        writer = nil
        #expect(files.count == 1)
        #expect(try await bytes(url, of: store) == Data("old".utf8))
    }

    @Test func filesOfKilledProcessesEvictNothing() async throws {
        let store = try FolderCacheStore(folder, limit: 1_000_000)
        for index in 0..<20 { try await put(Data(count: 1_000), "\(url)\(index)", into: store) }
        let unfinished = folder.appendingPathComponent("unfinished")
        let writer = try store.begin(head(), for: url, length: nil)
        #expect(try await writer?.append(Data("new".utf8)) == true)
        for name in 0..<5 {
            try Data(count: 199_000).write(to: unfinished.appendingPathComponent("\(name)"))
            #expect(try store.usage.add(199_000, upTo: .max))
        }
        // All are older than the moment in which a file is made.
        for file in try FileManager.default.contentsOfDirectory(atPath: unfinished.path) {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -10)],
                ofItemAtPath: unfinished.appendingPathComponent(file).path)
        }
        await store.shrink()
        #expect(try FileManager.default.contentsOfDirectory(atPath: unfinished.path).count == 1)
        try await writer?.commit { true }
        #expect(files.count == 21)
        #expect(try await bytes(url, of: store) == Data("new".utf8))
    }

    @Test func aFolderThatIsRemovedIsMadeAgain() async throws {
        let store = try FolderCacheStore(folder, limit: 1_000_000)
        try await put(Data("one".utf8), url, into: store)
        try FileManager.default.removeItem(at: folder)
        #expect(try await bytes(url, of: store) == nil)
        try await put(Data("two".utf8), url, into: store)
        #expect(try await bytes(url, of: store) == Data("two".utf8))
        try FileManager.default.removeItem(at: folder)
        try store.removeAll()
    }

    @Test func aHeadIsReplacedAndTheBodyStays() async throws {
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        for size in [3, 100_000] {
            try await put(Data(repeating: 1, count: size), url, into: store)
            try await store.update(head(["ETag": "\"2\""]), replacing: head(), for: url, if: { true })
            #expect(try await bytes(url, of: store)?.count == size)
            #expect(store.responses(for: url, where: { _ in true }).map { $0.head.headers["ETag"] } == ["\"2\""])
        }
    }

    @Test func aBodyThatIsBeingReadSurvivesItsRemoval() async throws {
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        try await put(Data(repeating: 1, count: 200_000), url, into: store)
        let response = try #require(store.responses(for: url, where: { _ in true }).first)
        try store.removeAll()
        #expect(try await bytes(url, of: store) == nil)
        guard case .stream(let stream) = response.body else { return #expect(Bool(false)) }
        #expect(try await stream.collect(upTo: .max).count == 200_000)
        #expect(files.isEmpty)
    }

    @Test func theLeastRecentlyUsedResponseGoes() async throws {
        let limit: Int64 = 100_000
        let store = try FolderCacheStore(folder, limit: limit)
        for index in 0..<10 {
            try await put(Data(repeating: 1, count: 8_000), "\(index)", into: store)
            let place = try #require(
                files.first { $0.path.contains(hash(of: "\(index)", in: store)) })
            // As if each had been used a minute after the one before.
            let date = Date(timeIntervalSinceNow: Double(index - 20) * 60)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: place.path)
        }
        _ = try await bytes("0", of: store)
        try await put(Data(repeating: 1, count: 18_000), "10", into: store)
        await store.shrink()
        var left: [String] = []
        for index in 0...10 where try await bytes("\(index)", of: store) != nil { left.append("\(index)") }
        #expect(!left.contains("1") && left.contains("0") && left.contains("10") && left.contains("9"))
        #expect(size <= limit / 10 * 9)
    }

    @Test func aTooLargeResponseIsNotStored() async throws {
        let store = try FolderCacheStore(folder, limit: 10_000)
        #expect(try store.begin(head(), for: url, length: 2_001) == nil)
        let writer = try #require(try store.begin(head(), for: url, length: nil))
        #expect(try await writer.append(Data(count: 1_500)))
        #expect(try await writer.append(Data(count: 600)) == false)
        try await writer.commit { true }
        #expect(try await bytes(url, of: store) == nil)
    }

    @Test func aHeadThatWasReplacedMeanwhileStays() async throws {
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        try await put(Data("new".utf8), url, into: store, head(["ETag": "\"2\""], at: 5))
        // The confirmation of the version before, and a response to an earlier request.
        try await store.update(head(["ETag": "\"1\""], at: 6), replacing: head(), for: url, if: { true })
        try await put(Data("old".utf8), url, into: store, head())
        #expect(try await bytes(url, of: store) == Data("new".utf8))
        #expect(store.responses(for: url, where: { _ in true }).map { $0.head.headers["ETag"] } == ["\"2\""])
    }

    @Test func aURLHasSixtyFourVariantsAtMost() async throws {
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        for index in 0..<100 { try await put(Data("x".utf8), url, into: store, head("d-~-~x-\(index)~1")) }
        #expect(store.responses(for: url, where: { _ in true }).count == 64)
    }

    private func head(_ variant: String) -> StoredHead { head(["ETag": "\"1\""], status: 200, at: 0, variant) }

    @Test func aFolderThatAnotherProgramEmptiedGoesOn() async throws {
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        try await put(Data("x".utf8), url, into: store)
        try FileManager.default.removeItem(at: folder.appendingPathComponent("unfinished"))
        try store.removeAll()
        #expect(try await bytes(url, of: store) == nil)
        for name in ["unfinished", "entries"] {
            try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            try await put(Data("x".utf8), url, into: store)
            #expect(try await bytes(url, of: store) == Data("x".utf8))
        }
    }

    @Test func theLimitHoldsForManyAtOnceAndForEachProcess() async throws {
        let limit: Int64 = 1_000_000
        let stores = [try FolderCacheStore(folder, limit: limit), try FolderCacheStore(folder, limit: limit)]
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                group.addTask { [self] in
                    try? await put(Data(count: 190_000), "\(index)", into: stores[index % 2])
                }
            }
        }
        #expect(size <= 1_100_000)
    }

    @Test func reservedBytesCountUntilTheyAreWritten() async throws {
        let store = try FolderCacheStore(folder, limit: 1_000_000)
        let writers = try (0..<5).map { try store.begin(head(), for: "\($0)", length: nil) }
        // As a writer does before its file has the bytes.
        #expect(try store.usage.add(5 * 190_000, upTo: .max))
        let size = store.usage.size
        await store.shrink()
        #expect(store.usage.size == size)
        withExtendedLifetime(writers) {}
    }

    @Test func reservedBytesOfAKilledProcessAreForgottenWhileAnotherOneWrites() async throws {
        let store = try FolderCacheStore(folder, limit: 1_000_000)
        let writer = try store.begin(head(), for: url, length: nil)
        #expect(try store.usage.add(950_000, upTo: .max))
        await store.shrink()
        // What the writer may have reserved at most.
        #expect(store.usage.size == 200_000)
        withExtendedLifetime(writer) {}
    }

    @Test func aWriterThatIsRefusedGivesItsBytesBackAtOnce() async throws {
        let store = try FolderCacheStore(folder, limit: 100_000)
        let writer = try store.begin(head(), for: url, length: nil)
        #expect(try await writer?.append(Data(count: 15_000)) == true)
        #expect(try await writer?.append(Data(count: 15_000)) == false)
        #expect(store.usage.size == 0 && files.isEmpty)
        #expect(try await writer?.append(Data(count: 1)) == false)
        try await writer?.commit { true }
        #expect(store.usage.size == 0 && files.isEmpty)
        withExtendedLifetime(writer) {}
    }

    @Test func aResponseRemovedByTwoAtOnceIsSubtractedOnce() async throws {
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        for index in 0..<200 { try await put(Data(count: 1_000), "\(index)", into: store) }
        let writer = try store.begin(head(), for: url, length: nil)
        #expect(try await writer?.append(Data(count: 15_000)) == true)
        // As if a process had been killed while it removed all; two others go on.
        let unfinished = folder.appendingPathComponent("unfinished")
        try FileManager.default.moveItem(
            at: folder.appendingPathComponent("entries"), to: unfinished.appendingPathComponent("old"))
        let other = try FolderCacheStore(folder, limit: 1 << 26)
        async let first: Void = store.shrink()
        async let second: Void = other.shrink()
        try store.removeAll()
        _ = await (first, second)
        #expect(store.usage.size == size && size > 15_000 && size < 16_000)
        withExtendedLifetime(writer) {}
    }

    @Test func aCountThatARemovalOvertakesCorrectsNothing() throws {
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        let writer = try store.begin(head(), for: url, length: nil)
        let before = store.usage.last
        try store.removeAll()
        let size = store.usage.size
        store.usage.correct(to: 0, since: before)
        #expect(store.usage.size == size && size > 0)
        withExtendedLifetime(writer) {}
    }

    @Test func aFolderThatCannotBeEmptiedIsAnError() async throws {
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        try await put(Data("x".utf8), url, into: store)
        let unfinished = folder.appendingPathComponent("unfinished")
        try FileManager.default.removeItem(at: unfinished)
        // No folder can be moved into itself.
        try FileManager.default.createSymbolicLink(atPath: unfinished.path, withDestinationPath: "entries")
        #expect(throws: CacheFolderError.self) { try store.removeAll() }
    }

    @Test func twoCountsAtOnceCorrectOnce() throws {
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        #expect(try store.usage.add(500, upTo: .max))
        let before = store.usage.last
        #expect(try store.usage.add(30, upTo: .max))
        for _ in 0..<2 { store.usage.correct(to: 100, since: before) }
        #expect(store.usage.size == 130)
    }

    @Test func bytesOfNoFileAreForgotten() async throws {
        let store = try FolderCacheStore(folder, limit: 1_000_000)
        try await put(Data(count: 1_000), url, into: store)
        // A process was killed while it removed all, and others while they wrote.
        try FileManager.default.moveItem(
            at: folder.appendingPathComponent("entries"), to: folder.appendingPathComponent("unfinished/old"))
        #expect(try store.usage.add(950_000, upTo: .max))
        await store.shrink()
        #expect(store.usage.size == 0)
        try await put(Data(count: 1_000), url, into: store)
        #expect(try await bytes(url, of: store)?.count == 1_000)
    }

    @Test func theBytesAreThoseOfTheFiles() async throws {
        let store = try FolderCacheStore(folder, limit: 100_000)
        var writer = try store.begin(head(at: 1), for: "other", length: nil)
        _ = try await writer?.append(Data(count: 5_000))
        for length in [3_000, 11_000, 700] {
            for index in 0..<8 { try await put(Data(count: length), "\(index)", into: store, head(at: Double(length))) }
            #expect(store.usage.size == size)
            await store.shrink()
            #expect(store.usage.size == size)
        }
        try store.remove(nil, for: "3")
        #expect(store.usage.size == size)
        try store.removeAll()
        #expect(store.usage.size == size && size > 5_000)
        writer = nil
        #expect(store.usage.size == 0 && size == 0)
    }

    @Test func theBytesAreThoseOfTheFilesAfterManyAtOnce() async throws {
        let limit: Int64 = 200_000
        // Each is as another process to the other one. Waits without an end: 0.1 s is too short on a busy machine.
        let stores = try (0..<2).map { _ in try FolderCacheStore(folder, limit: limit, lockTries: .max) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask { [self] in
                    let store = stores[task % 2]
                    for step in 0..<60 {
                        let number = UInt32(task * 60 + step) &* 2_654_435_761
                        let (url, length) = ("\(number >> 24 % 12)", Int(number >> 4 % 39_000))
                        switch number >> 16 % 20 {
                        case 0: try store.removeAll()
                        case 1, 2: try store.remove(nil, for: url)
                        case 3: await store.shrink()
                        case 4, 5: _ = try await store.begin(head(), for: url, length: nil)?.append(Data(count: length))
                        default: try await put(Data(count: length), url, into: store, head(at: Double(length)))
                        }
                        #expect(store.usage.size <= limit + limit / 10)
                    }
                }
            }
            try await group.waitForAll()
        }
        for store in stores { while store.isShrinking.withLock({ $0 }) { await Task.yield() } }
        #expect(stores[0].usage.size == size)
    }

    @Test func responsesAreRemovedByTheirHeads() async throws {
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        for index in 0..<20 {
            try await put(Data(count: 100), "\(index)", into: store, head(["Content-Type": "a/\(index % 2)"]))
        }
        #expect(try await store.count == 20)
        #expect(try await store.size == size)
        try await store.remove { $0.headers["Content-Type"] == "a/1" }
        #expect(try await store.count == 10)
        #expect(store.usage.size == size && size > 1_000)
        let (kept, removed) = (try await bytes("0", of: store), try await bytes("1", of: store))
        #expect(kept != nil && removed == nil)
        try await store.remove { _ in true }
        #expect(try await store.count == 0)
        #expect(store.usage.size == 0 && size == 0)
    }

    private var size: Int64 {
        files.reduce(0) { $0 + Int64((try? $1.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0) }
    }

    @Test func anEqualResponseIsNotWrittenTwiceAtOnceAndAnotherOneIs() async throws {
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        let first = try store.begin(head(), for: url, length: nil)
        #expect(try store.begin(head(at: 1), for: url, length: nil) == nil)
        try await put(Data("new".utf8), url, into: store, head(["ETag": "\"2\""], at: 2))
        try await first?.commit { true }
        #expect(try await bytes(url, of: store) == Data("new".utf8))
    }

    @Test func aResponseFromTheFutureIsReplaced() async throws {
        let store = try FolderCacheStore(folder, limit: 1 << 26)
        try await put(Data("future".utf8), url, into: store, head(at: 100_000))
        try await put(Data("now".utf8), url, into: store)
        #expect(try await bytes(url, of: store) == Data("now".utf8))
    }

    @Test func theGreatestLimitIsNone() async throws {
        let store = try FolderCacheStore(folder, limit: .max)
        let writers = try (0..<30).map { try store.begin(head(), for: "\($0)", length: nil) }
        try store.removeAll()
        withExtendedLifetime(writers) {}
        try await put(Data("x".utf8), url, into: store)
        #expect(try await bytes(url, of: store) == Data("x".utf8))
    }

    @Test func aDamagedLargeBodyIsFetchedAnewByADownload() async throws {
        let stubs = StubTransport()
        let target = Endpoint(url: try #require(URL(string: "https://a.example/x")))
        let film = Data(repeating: 7, count: 200_000)
        stubs.on(target, .data(film, headers: ["Cache-Control": "max-age=60"]))
        let cache = try ResponseCache(folder: folder)
        let provider = Provider<MultiTarget>(transport: stubs, plugins: [.cache(cache)], clock: TestClock())
        _ = try await provider.send(target)
        let file = try #require(files.first)
        var changed = try Data(contentsOf: file)
        changed[150_000] ^= 1
        try changed.write(to: file)
        #expect(try await provider.send(target).data == film)
        #expect(stubs.requests.count == 2)
    }

    @Test func aFileInPlaceOfTheFolderIsAnError() throws {
        try Data().write(to: folder)
        let error = #expect(throws: CacheFolderError.self) { try FolderCacheStore(folder, limit: 1) }
        #expect(error?.code == ENOTDIR && error.map { "\($0)" }?.contains(folder.path) == false)
    }

    @Test func aProviderFindsWhatAnotherProcessStored() async throws {
        let stubs = StubTransport()
        let target = Endpoint(url: try #require(URL(string: "https://a.example/x")))
        stubs.on(target, .text("one", headers: ["Cache-Control": "max-age=60"]))
        for expected in [Response.Source.network, .cache(age: .zero)] {
            let cache = try ResponseCache(folder: folder)
            let provider = Provider<MultiTarget>(transport: stubs, plugins: [.cache(cache)], clock: TestClock())
            let response = try await provider.send(target)
            #expect(response.source == expected && response.data == Data("one".utf8))
        }
    }

    @Test func aDownloadThatContinuesGoesToTheServer() async throws {
        enum Films: RoutedTarget {
            case film
            // The proof of `!`: the text is a URL.
            var baseURL: URL { URL(string: "https://films.example")! }
            var route: Route { .get("film") }
        }
        let film = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
        let whole = StubAnswer.data(film, headers: ["Cache-Control": "max-age=60"])
        let stubs = StubTransport()
        stubs.on(Films.film, .sequence([whole.truncated(after: 100_000), whole, whole]).servingRanges())
        let cache = try ResponseCache(folder: folder)
        let provider = Provider<Films>(transport: stubs, plugins: [.cache(cache)], clock: TestClock())
        let file = DownloadDestination.file(folder.appendingPathComponent("film"))
        await #expect(throws: MyAPIError.self) { try await provider.download(.film, to: file, options: .resuming) }
        let downloaded = try await provider.download(.film, to: file, options: .resuming)
        #expect(try Data(contentsOf: downloaded.url) == film)
        // What was put together of two parts is not stored.
        #expect(try await provider.request(.film).data == film)
        #expect(stubs.requests.map { $0.headers["Range"] } == [nil, "bytes=100000-", nil])
        #expect(try await provider.request(.film).source != .network)
    }

    @Test func aDownloadIsStoredAndAnsweredFromAFile() async throws {
        let stubs = StubTransport()
        let film = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
        enum Films: RoutedTarget {
            case film
            // The proof of `!`: the text is a URL.
            var baseURL: URL { URL(string: "https://films.example")! }
            var route: Route { .get("film") }
        }
        stubs.on(Films.film, .data(film, headers: ["Cache-Control": "max-age=60"]))
        let cache = try ResponseCache(folder: folder)
        let provider = Provider<Films>(transport: stubs, plugins: [.cache(cache)], clock: TestClock())
        for name in ["one", "two"] {
            let file = folder.appendingPathComponent(name)
            let downloaded = try await provider.download(.film, to: .file(file))
            #expect(try Data(contentsOf: downloaded.url) == film)
        }
        #expect(stubs.requests.count == 1)
        #expect(try await provider.request(.film).data == film)
    }
}
