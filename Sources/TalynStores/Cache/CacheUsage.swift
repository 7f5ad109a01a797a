internal import Foundation
internal import Talyn

/// The bytes of a ``FolderCacheStore``, in a file that all its processes change under a lock: eight bytes, then those
/// of the date of the last count, then the salt.
///
/// Bytes are added before they are written; files are moved and removed under the lock, together with their bytes.
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
            size = isFolder ? 0 : (attributes?[.size] as? NSNumber)?.int64Value ?? 0
            age = (attributes?[.modificationDate] as? Date).map { -$0.timeIntervalSinceNow } ?? 0
        }
    }

    private static let day: Double = 86_400
    private let file: OpenFile
    // flock(2) keeps out other processes only.
    private let lock = Locked(0)

    init(_ folder: URL) throws(OpenFile.Failure) {
        file = try OpenFile("\(folder.path)/usage", O_RDWR | O_CREAT, mode: 0o600)
    }

    /// Returns the bytes of a file; 0 without one.
    private static func size(of path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// The bytes by all processes.
    var size: Int64 { max(0, read(at: 0) ?? 0) }

    /// Whether the files were not counted for a day.
    var isOutdated: Bool {
        let date = read(at: 8).map { Double(bitPattern: UInt64(bitPattern: $0)) } ?? 0
        return !(abs(Date().timeIntervalSince1970 - date) < Self.day)
    }

    /// Adds bytes unless there would be more than a limit, and returns whether it did.
    func add(_ count: Int64, upTo limit: Int64) -> Bool {
        locked {
            let size = size
            return size <= limit - count && write([size + count], at: 0)
        }
    }

    /// Removes a file and its bytes, or those that were added for it. Returns the reason if it could not, as `errno`.
    func remove(_ path: String, added: Int64? = nil) -> Int32 {
        locked {
            let count = added ?? Self.size(of: path)
            let reason = unlink(path) == 0 ? 0 : errno
            // A writer gives back what it added, whatever happened to its file.
            if reason == 0 || added != nil { write([max(0, size - count)], at: 0) }
            return reason
        }
    }

    /// Renames a file, and removes the bytes of the one it replaces. Returns the reason if it could not, as `errno`.
    func rename(_ path: String, _ target: String) -> Int32 {
        locked {
            let replaced = Self.size(of: target)
            guard Foundation.rename(path, target) == 0 else { return errno }
            write([max(0, size - replaced)], at: 0)
            return 0
        }
    }

    /// Reduces the bytes to a number that is found under the lock; nil leaves them. Zero is as good as a count.
    func reduce(to largest: () -> Int64?) {
        locked {
            guard let largest = largest() else { return }
            // The next date that can be told apart: a count that is under way corrects nothing.
            write(largest == 0 ? [0, Self.now] : [min(size, largest), words[1] &+ 1], at: 0)
        }
    }

    /// The bytes, and the date of the last count.
    var last: [Int64] { locked { words } }

    private var words: [Int64] { [0, 8].map { read(at: $0) ?? 0 } }

    /// Corrects the bytes by what a count found, unless another one ended since `before`.
    func correct(to size: Int64, since before: [Int64]) {
        locked {
            guard words[1] == before[1] else { return }
            write([max(0, words[0] + size - before[0]), Self.now], at: 0)
        }
    }

    private static var now: Int64 { Int64(bitPattern: Date().timeIntervalSince1970.bitPattern) }

    /// Returns the salt, which the first process makes.
    func salt() throws(OpenFile.Failure) -> Data {
        let words = locked { () -> [Int64] in
            let words = [16, 24].compactMap { read(at: $0) }
            if words.count == 2 { return words }
            let new = [Int64.random(in: .min ... .max), .random(in: .min ... .max)]
            write([0, 0] + new, at: 0)
            return new
        }
        guard [16, 24].compactMap({ read(at: $0) }) == words else { throw OpenFile.Failure(number: EIO) }
        return words.withUnsafeBytes { Data($0) }
    }

    private func locked<Output>(_ work: () -> Output) -> Output {
        lock.withLock { _ in
            let isLocked = (try? file.call { Int(flock($0, LOCK_EX)) }) != nil
            // Given back by hand: a program that is being started has a copy of the descriptor.
            defer { if isLocked { _ = try? file.call { Int(flock($0, LOCK_UN)) } } }
            return work()
        }
    }

    private func read(at offset: Int64) -> Int64? {
        var word: Int64 = 0
        let count = try? withUnsafeMutableBytes(of: &word) { try file.read(into: $0, at: offset) }
        return count == 8 ? word : nil
    }

    /// Returns false if the words could not be written.
    @discardableResult
    private func write(_ words: [Int64], at offset: Int64) -> Bool {
        let count = try? file.call { descriptor in
            words.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
        }
        return count == words.count * 8
    }
}
