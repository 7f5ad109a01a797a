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
        if usage.isOutdated { await count() }
        var buckets = Self.names(in: entries).shuffled()
        var sample: [CacheUsage.File] = []
        while usage.size > limit / 10 * 9 {
            while sample.count < 128, let bucket = buckets.popLast() { sample += files(in: bucket, of: entries) }
            // There are bytes of no file, if nobody is writing either.
            if sample.isEmpty { return usage.reset(if: hasNoFiles) }
            sample.sort { $0.age < $1.age }
            // Of many files a quarter at a time, so that the next bucket is compared with the rest.
            for _ in 0..<max(1, sample.count / 4) where usage.size > limit / 10 * 9 {
                guard let file = sample.popLast() else { break }
                _ = usage.remove(file.path)
                // Only if it is empty.
                rmdir(URL(fileURLWithPath: file.path).deletingLastPathComponent().path)
            }
            await Task.yield()
        }
    }

    /// Removes the temporary files that nobody has locked: the process that wrote them was killed.
    private func removeAbandoned() {
        for name in Self.names(in: unfinished) {
            let file = CacheUsage.File("\(unfinished.path)/\(name)")
            // One that was just made may not be locked yet.
            guard file.age > 1, let open = try? OpenFile(file.path, O_RDONLY),
                (try? open.call { Int(flock($0, LOCK_EX | LOCK_NB)) }) != nil
            else { continue }
            // Fails for a folder that is being removed.
            _ = usage.remove(file.path)
        }
    }

    /// Whether there is neither a stored response nor a temporary file. One that is moved meanwhile is found in the
    /// folder it comes from.
    func hasNoFiles() -> Bool {
        // A folder is one that is being removed.
        Self.names(in: unfinished).allSatisfy { CacheUsage.File("\(unfinished.path)/\($0)").isFolder }
            && Self.names(in: entries).allSatisfy { files(in: $0, of: entries).isEmpty }
    }

    func files(in bucket: String, of folder: URL) -> [CacheUsage.File] {
        let bucket = folder.appendingPathComponent(bucket, isDirectory: true)
        return Self.names(in: bucket).flatMap { url in
            Self.names(in: bucket.appendingPathComponent(url, isDirectory: true)).map { name in
                CacheUsage.File("\(bucket.path)/\(url)/\(name)")
            }
        }
    }

    /// Counts the bytes. What is removed meanwhile may be missing twice, until they are counted the next day.
    private func count() async {
        let before = usage.size
        var size: Int64 = 0
        for name in Self.names(in: unfinished) {
            let file = CacheUsage.File("\(unfinished.path)/\(name)")
            // A process was killed that wrote or removed it.
            if file.age > 3_600 {
                try? FileManager.default.removeItem(atPath: file.path)
            } else {
                size += file.size
            }
        }
        for bucket in Self.names(in: entries) {
            for file in files(in: bucket, of: entries) { size += file.size }
            // A long job would keep what Foundation made for it.
            await Task.yield()
        }
        usage.correct(by: size - before)
    }
}
