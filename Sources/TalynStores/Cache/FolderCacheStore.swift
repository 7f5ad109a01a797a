internal import Foundation
internal import Talyn

/// Responses in a folder, which several processes may use at once.
///
/// Each response is a file, in a folder of its URL, whose name is a hash. It is written to a temporary file and
/// renamed, so that a reader has the old response or the new one, whenever a process ends. A damaged file is ignored.
/// Files can be read by their owner only; their names hold no URL and no secret, and `Set-Cookie` is not written. What
/// else is in place of a file or folder of the store is removed.
///
/// Above the limit the least recently used responses of a sample are evicted, in the background. While that is under
/// way the folder may pass the limit by a tenth; beyond that nothing is stored: FolderCacheStore+Shrink.swift.
final class FolderCacheStore: CacheStore {
    private let folder: URL
    let limit: Int64
    let usage: CacheUsage
    /// Random bytes of the folder.
    var salt: Data { usage.salt }
    let isShrinking = Locked(false)
    /// The heads of files that are being written, by their paths.
    private let writing = Locked<[String: StoredHead]>([:])
    /// Keeps the moving of a file and removals of this process apart.
    private let moving = Locked(0)

    /// Makes a store in a folder.
    /// - Parameters:
    ///   - folder: The folder; created if its parent exists. It must hold nothing else.
    ///   - limit: The bytes of all files. A response of more than a fifth of it is not stored.
    ///   - lockTries: The tries of a wait for another process.
    /// - Throws: ``CacheFolderError`` if the folder cannot be created or used.
    init(_ folder: URL, limit: Int64, lockTries: Int = FileLock.tries) throws(CacheFolderError) {
        self.folder = folder
        self.limit = min(max(limit, 0), .max / 4)
        if mkdir(folder.path, 0o700) != 0, errno != EEXIST { throw CacheFolderError("cannot be created") }
        for url in [Self.entries(of: folder), Self.unfinished(of: folder)] where !Self.make(url) {
            throw CacheFolderError("cannot be created")
        }
        do { usage = try CacheUsage(folder, lockTries: lockTries) } catch {
            if error.number == EWOULDBLOCK { throw .locked }
            throw CacheFolderError("cannot be used because of the file `usage` in it", code: error.number)
        }
        if usage.isOutdated { usage.reduce(to: largestSize) }
    }

    private static func entries(of folder: URL) -> URL { folder.appendingPathComponent("entries", isDirectory: true) }
    private static func unfinished(of folder: URL) -> URL {
        folder.appendingPathComponent("unfinished", isDirectory: true)
    }

    var entries: URL { Self.entries(of: folder) }
    var unfinished: URL { Self.unfinished(of: folder) }

    /// Returns the folder of a URL, in one of 256.
    private func place(of url: String) -> URL {
        let name = SHA256.digest(of: Array(salt) + Array(url.utf8)).hexDigits
        return entries.appendingPathComponent("\(name.prefix(2))/\(name.dropFirst(2))", isDirectory: true)
    }

    /// Returns the names in a folder; none of a file, or of what is missing.
    static func names(in folder: URL) throws -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
            if CacheUsage.File(folder.path).isFolder { throw CacheFolderError("cannot be read", code: EIO) }
            return []
        }
    }

    /// Makes a folder, in place of what is none. Returns false for a reason in `errno`.
    @discardableResult
    static func make(_ folder: URL) -> Bool {
        if mkdir(folder.path, 0o700) == 0 { return true }
        var status = stat()
        guard errno == EEXIST || errno == ELOOP else { return false }
        if stat(folder.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return true }
        return unlink(folder.path) == 0 && mkdir(folder.path, 0o700) == 0
    }

    func heads(for url: String) -> [StoredHead] {
        let place = place(of: url)
        return ((try? Self.names(in: place)) ?? []).compactMap { name in
            CacheVariant(name).flatMap { CacheFile.read("\(place.path)/\(name)", $0)?.head }
        }
    }

    func responses(
        for url: String, where isWanted: @Sendable (CacheVariant) -> Bool
    ) -> [StoredResponse] {
        let place = place(of: url)
        return ((try? Self.names(in: place)) ?? []).compactMap { name in
            guard let variant = CacheVariant(name), isWanted(variant) else { return nil }
            let path = "\(place.path)/\(name)"
            guard let response = CacheFile.read(path, variant) else { return nil }
            // The time of its last use.
            utimes(path, nil)
            return response
        }
    }

    func begin(_ head: StoredHead, for url: String, length: Int64?) throws -> (any CacheWriter)? {
        let place = place(of: url)
        guard let text = CacheFile.text(of: head), takes(length ?? 0) else { return nil }
        guard usage.size < most else {
            shrinkLater()
            return nil
        }
        return begins(head, at: place) ? try CacheFileWriter(self, head, text, unfinished, place) : nil
    }

    func update(
        _ head: StoredHead, replacing old: StoredHead, for url: String, if isCurrent: @escaping @Sendable () -> Bool
    ) async throws {
        let path = "\(place(of: url).path)/\(old.variant)"
        guard let stored = CacheFile.read(path, old.variant), stored.head.isSame(as: old),
            let writer = try begin(head, for: url, length: nil) as? CacheFileWriter
        else { return }
        switch stored.body {
        case .data(let data): _ = try writer.append(data)
        case .stream(let stream): for try await chunk in stream { _ = try writer.append(chunk) }
        case .none, .file: break
        }
        try writer.commit(replacing: old, if: isCurrent)
    }

    func remove(_ variant: CacheVariant?, for url: String) throws {
        let place = place(of: url)
        try moving.withLock { _ in
            for name in try variant.map({ [$0.description] }) ?? Self.names(in: place) {
                let reason = usage.remove("\(place.path)/\(name)")
                guard [0, ENOENT, ENOTDIR, ELOOP].contains(reason) else {
                    throw CacheFolderError("has a file that cannot be removed", code: reason)
                }
            }
            rmdir(place.path)
        }
    }

    func remove(where isRemoved: @Sendable (StoredHead) -> Bool) async throws {
        try await forEachBucket { files in
            for file in files {
                let name = URL(fileURLWithPath: file.path).lastPathComponent
                guard let variant = CacheVariant(name), let head = CacheFile.read(file.path, variant)?.head,
                    isRemoved(head)
                else { continue }
                let reason = moving.withLock { _ in
                    // Another one may have taken its place meanwhile.
                    CacheFile.read(file.path, variant)?.head.isSame(as: head) ?? false ? usage.remove(file.path) : 0
                }
                guard [0, ENOENT, ENOTDIR, ELOOP].contains(reason) else {
                    throw CacheFolderError("has a file that cannot be removed", code: reason)
                }
                // Only if it is empty.
                rmdir(URL(fileURLWithPath: file.path).deletingLastPathComponent().path)
            }
        }
    }

    var count: Int {
        get async throws {
            var count = 0
            try await forEachBucket { count += $0.count }
            return count
        }
    }

    var size: Int64 {
        get async throws {
            var size: Int64 = 0
            try await forEachBucket { files in
                for file in files { size = CacheUsage.bounded(size + file.size) }
            }
            return size
        }
    }

    func removeAll() throws {
        // At once, so that no process finds one of them from now on.
        let old = unfinished.appendingPathComponent(UUID().uuidString, isDirectory: true)
        try moving.withLock { _ in
            var reason = usage.rename(entries.path, old.path)
            // Another program may have removed either folder, or both.
            for _ in 1...3 where [ENOENT, ENOTDIR, ELOOP].contains(reason) && Self.exists(entries.path) {
                Self.make(unfinished)
                reason = usage.rename(entries.path, old.path)
            }
            let isMissing = reason == ENOENT && !Self.exists(entries.path)
            guard reason == 0 || isMissing else { throw CacheFolderError("cannot be emptied", code: reason) }
        }
        let reason = empty(old)
        if reason != 0 { throw CacheFolderError("has files that cannot be removed", code: reason) }
        usage.reduce(to: largestSize)
    }

    // MARK: Writing

    /// Whether there is anything at a path, also a link to nowhere.
    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Adds bytes that are about to be written. Returns false if there is no room for them yet.
    /// - Throws: ``CacheFolderError`` if another process keeps the lock.
    func reserve(_ count: Int64) throws -> Bool {
        do throws(OpenFile.Failure) {
            if try usage.add(count, upTo: most) { return true }
        } catch { throw CacheFolderError.locked }
        shrinkLater()
        return false
    }

    func takes(_ length: Int64) -> Bool { length <= limit / 5 }

    /// The bytes beyond which nothing is written.
    private var most: Int64 { limit + limit / 10 }

    /// Returns false if an equal response is being written: callers that share an exchange store the same.
    private func begins(_ head: StoredHead, at place: URL) -> Bool {
        let path = "\(place.path)/\(head.variant)"
        return writing.withLock { writing in
            if let other = writing[path], other.statusCode == head.statusCode, other.headers == head.headers {
                return false
            }
            writing[path] = head
            return true
        }
    }

    func ends(_ head: StoredHead, at place: URL) {
        let path = "\(place.path)/\(head.variant)"
        writing.withLock { writing in if writing[path]?.isSame(as: head) ?? false { writing[path] = nil } }
    }

    /// Moves a finished file to the folder of its URL, unless a newer one is there, or the condition is false. `old` is
    /// the head that must be there; nil for any. Returns whether it was moved.
    func move(
        _ path: String, to place: URL, _ head: StoredHead, replacing old: StoredHead?, if isCurrent: () -> Bool
    ) throws -> Bool {
        let target = "\(place.path)/\(head.variant)"
        let isNew = try moving.withLock { _ in
            try isCurrent() ? move(path, target, in: place, head, replacing: old) : nil
        }
        guard let isNew else { return false }
        if isNew { limitVariants(of: place, butFor: head.variant.description) }
        if usage.size > limit || usage.isOutdated { shrinkLater() }
        return true
    }

    /// Returns whether there was no file before; nil if the file was not moved.
    private func move(
        _ path: String, _ target: String, in place: URL, _ head: StoredHead, replacing old: StoredHead?
    ) throws -> Bool? {
        if let there = CacheFile.read(target, head.variant)?.head {
            if old.map({ !there.isSame(as: $0) }) ?? there.isNewer(than: head) { return nil }
        } else if old != nil {
            return nil
        }
        let isNew = !Self.exists(target)
        var reason = usage.rename(path, target)
        // Another program may remove folders, or put something in their place and in that of the file.
        for _ in 1...3 where [ENOENT, ENOTDIR, ELOOP, EISDIR].contains(reason) {
            if reason == EISDIR { _ = usage.remove(target) }
            for folder in [folder, entries, place.deletingLastPathComponent(), place] { Self.make(folder) }
            reason = usage.rename(path, target)
        }
        if reason != 0 { throw CacheFolderError("cannot be written", code: reason) }
        return isNew
    }

    private func limitVariants(of place: URL, butFor name: String) {
        let names = ((try? Self.names(in: place)) ?? []).filter { !$0.isSame(bytes: name) }
        guard names.count >= Self.variantsPerURL else { return }
        let files = names.map { CacheUsage.File("\(place.path)/\($0)") }.sorted { $0.age > $1.age }
        for file in files.prefix(names.count + 1 - Self.variantsPerURL) { _ = usage.remove(file.path) }
    }
}

/// A folder of a cache that cannot be used.
public struct CacheFolderError: Error, Sendable, CustomStringConvertible {
    /// The failure, and the reason of the system; never a path or a URL.
    public let description: String
    /// The `errno` of the system.
    public let code: Int32

    init(_ text: String, code: Int32 = errno) {
        self.code = code
        description = "the folder of the cache \(text): \(String(cString: strerror(code)))"
    }
}

extension CacheFolderError {
    /// The error of a process that would have to wait for another one.
    static var locked: CacheFolderError { CacheFolderError("is locked by another process", code: EWOULDBLOCK) }
}

extension FolderCacheStore: RedactedStringConvertible {
    /// The limit; never a URL.
    var description: String { "FolderCacheStore(\(limit) bytes at most)" }
}
