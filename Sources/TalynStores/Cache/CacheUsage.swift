internal import Foundation
internal import Talyn

/// The bytes of a ``FolderCacheStore``, in a file that all its processes change under a lock: eight bytes, then those
/// of the date of the last count, the salt, and a sum of all these.
///
/// Bytes are added before they are written; files are moved and removed under the lock, together with their bytes. A
/// file whose sum is wrong says nothing but that the bytes must be counted.
///
/// If another process keeps the lock, files are moved and removed all the same, and the bytes are counted later; none
/// can be added.
struct CacheUsage: Sendable {
    /// A file or folder of the store.
    struct File {
        let path: String
        let isFolder: Bool
        /// The bytes; 0 for a folder.
        let size: Int64
        /// The seconds since its last use.
        let age: Double

        init(_ path: String) {
            self.path = path
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            isFolder = attributes?[.type] as? FileAttributeType == .typeDirectory
            size = isFolder ? 0 : CacheUsage.bounded((attributes?[.size] as? NSNumber)?.int64Value ?? 0)
            age = (attributes?[.modificationDate] as? Date).map { -$0.timeIntervalSinceNow } ?? 0
        }
    }

    /// The content of the file without its salt.
    struct Count: Equatable {
        /// The bytes by all processes.
        var size: Int64
        /// The bits of the date of the last count, as seconds since 1970; 0 to ask for one.
        var date: Int64
    }

    private static let day: Double = 86_400
    /// The words of the file.
    private static let length = 5

    private let file: OpenFile
    /// The two words of the salt, which the first process makes.
    private let saltWords: [Int64]
    private let fileLock: FileLock
    /// Whether files were changed without the lock. flock(2) keeps out other processes only.
    private let isMiscounted = Locked(false)

    /// - Throws: `EWOULDBLOCK` if another process keeps the lock of a file without a salt.
    init(_ folder: URL, lockTries: Int = FileLock.tries) throws(OpenFile.Failure) {
        fileLock = FileLock(tries: lockTries)
        file = try OpenFile.own("\(folder.path)/usage")
        if let known = Self.salt(of: file) {
            saltWords = known
            return
        }
        var isLocked = true
        do throws(OpenFile.Failure) { try fileLock.take(file) } catch {
            if error.number == EWOULDBLOCK { throw error }
            isLocked = false
        }
        defer { if isLocked { fileLock.release(file) } }
        let new = [Int64.random(in: .min ... .max), .random(in: .min ... .max)]
        saltWords = Self.salt(of: file) ?? new
        let reason = saltWords == new ? failure(ofWriting: Count(size: 0, date: 0)) : 0
        guard Self.salt(of: file) == saltWords else { throw OpenFile.Failure(number: reason == 0 ? EIO : reason) }
    }

    /// The salt.
    var salt: Data { saltWords.withUnsafeBytes { Data($0) } }

    /// Whether another process kept the lock when it was last needed.
    var isBusy: Bool { fileLock.isBusy }

    /// The bytes by all processes; 0 if they are not known.
    var size: Int64 { last.size }

    /// Whether the files were not counted for a day, or have to be.
    var isOutdated: Bool {
        let date = Double(bitPattern: UInt64(bitPattern: last.date))
        return !(abs(Date().timeIntervalSince1970 - date) < Self.day)
    }

    /// The content of the file, which may change at once.
    var last: Count {
        // Another process may be writing it.
        for _ in 1...3 { if let count = read() { return count } }
        return Count(size: 0, date: 0)
    }

    /// Adds bytes unless there would be more than a limit, and returns whether it did.
    /// - Throws: `EWOULDBLOCK` if another process keeps the lock.
    func add(_ count: Int64, upTo limit: Int64) throws(OpenFile.Failure) -> Bool {
        let isAdded = locked { isLocked -> Bool? in
            guard isLocked else { return nil }
            let last = last
            return last.size <= limit - count && write(Count(size: last.size + count, date: last.date))
        }
        guard let isAdded else { throw OpenFile.Failure(number: EWOULDBLOCK) }
        return isAdded
    }

    /// Removes a file and its bytes, or those that were added for it. A folder in its place goes, too. Returns the
    /// reason if it could not, as `errno`.
    func remove(_ path: String, added: Int64? = nil) -> Int32 {
        locked { isLocked in
            let count = added ?? Self.size(of: path)
            let reason = Self.delete(path)
            // A writer gives back what it added, whatever happened to its file.
            if isLocked, reason == 0 || added != nil { change(by: -count) }
            return reason
        }
    }

    /// Renames a file, and removes the bytes of the one it replaces. Returns the reason if it could not, as `errno`.
    func rename(_ path: String, _ target: String) -> Int32 {
        locked { isLocked in
            let replaced = Self.size(of: target)
            guard Foundation.rename(path, target) == 0 else { return errno }
            if isLocked { change(by: -replaced) }
            return 0
        }
    }

    /// Reduces the bytes to a number that is found under the lock; nil leaves them. Zero also counts as today's count.
    func reduce(to largest: () -> Int64?) {
        locked { isLocked in
            guard isLocked, let largest = largest() else { return }
            let last = last
            // The next date that can be told apart: a count that is under way corrects nothing.
            write(
                largest == 0
                    ? Count(size: 0, date: Self.now)
                    : Count(size: min(last.size, Self.bounded(largest)), date: last.date &+ 1))
        }
    }

    /// Corrects the bytes by what a count found, unless another one ended since `before`.
    func correct(to size: Int64, since before: Count) {
        locked { isLocked in
            let last = last
            guard isLocked, last.date == before.date else { return }
            // All three are bounded, so that there is no overflow.
            write(Count(size: Self.bounded(last.size + Self.bounded(size) - before.size), date: Self.now))
        }
    }

    private static var now: Int64 { Int64(bitPattern: Date().timeIntervalSince1970.bitPattern) }

    /// Returns a number of bytes with which one can count: not negative, and so small that a sum of some does not
    /// overflow.
    static func bounded(_ size: Int64) -> Int64 { min(max(0, size), .max / 8) }

    /// Returns the bytes of a file; 0 without one.
    private static func size(of path: String) -> Int64 {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
        return bounded(Int64(status.st_size))
    }

    /// Removes a file, or a folder in its place. Returns the reason if it could not, as `errno`.
    private static func delete(_ path: String) -> Int32 {
        if unlink(path) == 0 { return 0 }
        let reason = errno
        guard File(path).isFolder, (try? FileManager.default.removeItem(atPath: path)) != nil else { return reason }
        return 0
    }

    // MARK: The file

    /// Works under the lock. `isLocked` is false if another process keeps it: the file must not be written then.
    private func locked<Output>(_ work: (_ isLocked: Bool) -> Output) -> Output {
        isMiscounted.withLock { isMiscounted in
            do throws(OpenFile.Failure) { try fileLock.take(file) } catch {
                // A file system without locks has one process.
                guard error.number == EWOULDBLOCK else { return work(true) }
                isMiscounted = true
                return work(false)
            }
            defer { fileLock.release(file) }
            if isMiscounted { isMiscounted = !write(Count(size: last.size, date: 0)) }
            return work(true)
        }
    }

    private func change(by count: Int64) {
        let last = last
        write(Count(size: Self.bounded(last.size + count), date: last.date))
    }

    private static func words(of file: OpenFile) -> [Int64] {
        var words = [Int64](repeating: 0, count: length)
        let count = try? words.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
        return Array(words.prefix((count ?? 0) / 8))
    }

    /// Returns the salt of a file, also of a damaged one: it leads to the stored responses. Nil without one.
    private static func salt(of file: OpenFile) -> [Int64]? {
        let words = words(of: file)
        return words.count >= 4 && words[2...3] != [0, 0] ? Array(words[2...3]) : nil
    }

    /// Returns the content; nil for one that was not written like this.
    private func read() -> Count? {
        let words = Self.words(of: file)
        guard words.count == Self.length, words[4] == Self.sum(words[..<4]) else { return nil }
        return Count(size: Self.bounded(words[0]), date: words[1])
    }

    private static func sum(_ words: ArraySlice<Int64>) -> Int64 {
        var sum = Checksum()
        sum.add(words.withUnsafeBytes { Data($0) })
        return Int64(bitPattern: sum.value)
    }

    /// Returns false if the file could not be written.
    @discardableResult
    private func write(_ count: Count) -> Bool { failure(ofWriting: count) == 0 }

    /// Writes the file, and returns the reason if it could not, as `errno`.
    private func failure(ofWriting count: Count) -> CInt {
        var words = [count.size, count.date] + saltWords
        words.append(Self.sum(words[...]))
        do throws(OpenFile.Failure) {
            let written = try file.call { descriptor in
                words.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
            }
            // A disk with room for a part of it.
            return written == words.count * 8 ? 0 : ENOSPC
        } catch { return error.number }
    }
}
