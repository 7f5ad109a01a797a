internal import Foundation
internal import Talyn

// Keeps the folder within its limit.
extension FolderCacheStore {
    func shrinkLater() {
        let isFirst = isShrinking.withLock { isShrinking in
            defer { isShrinking = true }
            return !isShrinking
        }
        guard isFirst else { return }
        Task.detached(priority: .utility) { [self] in
            await shrink()
            isShrinking.withLock { $0 = false }
        }
    }

    /// Removes temporary files of killed processes, counts the bytes if that was not done for a day, and evicts the
    /// least recently used files of samples, until a tenth of the limit is free.
    func shrink() async {
        removeAbandoned()
        if usage.isOutdated { try? await count() }
        var buckets = ((try? Self.names(in: entries)) ?? []).shuffled()
        var sample: [CacheUsage.File] = []
        while usage.size > limit / 10 * 9 {
            while sample.count < 128, let bucket = buckets.popLast() {
                sample += (try? files(in: bucket, of: entries)) ?? []
            }
            if sample.isEmpty { return usage.reduce(to: largestSize) }
            // What is removed now would be subtracted later: all would go.
            if usage.isBusy { return }
            sample.sort { $0.age < $1.age }
            // Of many files a quarter at a time, so that the next bucket is compared with the rest.
            for _ in 0..<max(1, sample.count / 4) where usage.size > limit / 10 * 9 && !usage.isBusy {
                guard let file = sample.popLast() else { break }
                _ = usage.remove(file.path)
                // Only if it is empty.
                rmdir(URL(fileURLWithPath: file.path).deletingLastPathComponent().path)
            }
            await Task.yield()
        }
    }

    /// Returns the bytes that there can be at most while no response is stored: those of the files that are being
    /// written. Nil if a response is stored, or is being removed, or if that cannot be known. A process that was killed
    /// may have reserved others.
    func largestSize() -> Int64? {
        guard let names = try? Self.names(in: unfinished),
            !names.contains(where: { CacheUsage.File("\(unfinished.path)/\($0)").isFolder }),
            (try? hasNoFiles(entries)) == true
        else { return nil }
        let (size, isOverflow) = Int64(names.count)
            .multipliedReportingOverflow(by: max(limit / 5, Int64(CacheFile.readAtOnce)))
        return isOverflow ? nil : size
    }

    /// Removes the temporary files of processes that were killed: nobody has locked them. Removes the folders of
    /// ``removeAll()``, too.
    private func removeAbandoned() {
        for name in (try? Self.names(in: unfinished)) ?? [] {
            let file = CacheUsage.File("\(unfinished.path)/\(name)")
            if file.isFolder {
                _ = empty(unfinished.appendingPathComponent(name, isDirectory: true))
                continue
            }
            // One that was just made may not be locked yet.
            guard file.age > 1 else { continue }
            do throws(OpenFile.Failure) {
                let open = try OpenFile(file.path, O_RDONLY | O_NOFOLLOW)
                try open.call { Int(flock($0, LOCK_EX | LOCK_NB)) }
            } catch {
                // What is no file was not put there by a process that writes. Others are of a file that cannot be
                // opened, and of a file system without locks.
                guard error.number != EWOULDBLOCK, file.age > 3_600 || [EINVAL, ELOOP].contains(error.number) else {
                    continue
                }
            }
            _ = usage.remove(file.path)
        }
    }

    /// Removes a folder of responses, each with its bytes, which other processes may remove at once. Returns the reason
    /// if a file cannot be removed, as `errno`.
    func empty(_ folder: URL) -> Int32 {
        do {
            for bucket in try Self.names(in: folder) {
                for file in try files(in: bucket, of: folder) {
                    let reason = usage.remove(file.path)
                    if reason != 0, reason != ENOENT { return reason }
                }
            }
        } catch { return EIO }
        try? FileManager.default.removeItem(at: folder)
        // Another process may still be removing the folders.
        return (try? hasNoFiles(folder)) == true ? 0 : EIO
    }

    private func hasNoFiles(_ folder: URL) throws -> Bool {
        try Self.names(in: folder).allSatisfy { try files(in: $0, of: folder).isEmpty }
    }

    private func files(in bucket: String, of folder: URL) throws -> [CacheUsage.File] {
        let bucket = folder.appendingPathComponent(bucket, isDirectory: true)
        return try Self.names(in: bucket).flatMap { url in
            try Self.names(in: bucket.appendingPathComponent(url, isDirectory: true)).map { name in
                CacheUsage.File("\(bucket.path)/\(url)/\(name)")
            }
        }
    }

    /// Passes on the files of the stored responses, a folder of some after the other.
    func forEachBucket(_ work: ([CacheUsage.File]) throws -> Void) async throws {
        for bucket in try Self.names(in: entries) {
            try work(files(in: bucket, of: entries).filter { !$0.isFolder })
            // A long job would keep what Foundation made for it.
            await Task.yield()
        }
    }

    /// Counts the bytes of the files. What is reserved, moved or removed meanwhile may be counted not at all or twice.
    private func count() async throws {
        let before = usage.last
        var size: Int64 = 0
        func add(_ file: CacheUsage.File) { size = CacheUsage.bounded(size + file.size) }
        for name in try Self.names(in: unfinished) { add(CacheUsage.File("\(unfinished.path)/\(name)")) }
        try await forEachBucket { files in for file in files { add(file) } }
        usage.correct(to: size, since: before)
    }
}
