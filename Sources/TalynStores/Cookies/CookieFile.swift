internal import Foundation
internal import Talyn

/// A file of cookies in Netscape's format, which curl reads and writes: a cookie a line, with seven fields between
/// tabs.
///
/// A change is made under a lock, to what the file holds then, so that two processes lose nothing of each other. The
/// new file takes the place of the old one at once, whenever a process ends.
struct CookieFile {
    /// A line, written again byte for byte as long as its cookie is the same.
    fileprivate struct Line {
        let bytes: Data
        /// Nil for a comment or another text.
        let cookie: Cookie?
    }

    /// A version of the file. It stays open, so that no later one has its number.
    private struct Version {
        let file: OpenFile
        let status: stat

        func isSame(as other: stat) -> Bool {
            let (old, new) = (status.st_mtim, other.st_mtim)
            return (status.st_dev, status.st_ino, status.st_size) == (other.st_dev, other.st_ino, other.st_size)
                && (old.tv_sec, old.tv_nsec) == (new.tv_sec, new.tv_nsec)
        }
    }

    /// The most bytes of a line that is written: name and value have 4 KiB, the path 1 KiB, if a server sets them.
    fileprivate static let maxLine = 8 << 10
    /// The most bytes of a file: as many lines as a jar has cookies, and 8 MiB for what other programs write.
    private static let maxSize = CookieStore.maxOfAll * maxLine + 8 << 20
    private static let header = "# Netscape HTTP Cookie File"

    private let url: URL
    private let lock = FileLock()
    /// The file that was read; nil for none.
    private var last: Version?
    /// The lines that were last read or written.
    private var lines: [Line] = []
    /// Whether the file is to be emptied, whatever it holds, and could not be written yet.
    private var isCleared = false
    /// The bytes of the lock's file when it was last looked at: one for each logout.
    private var logouts: Int64 = 0

    private var lockPath: String { url.path + ".lock" }

    /// A link is followed, so that its target is replaced.
    init(_ url: URL) {
        var url = url.resolvingSymlinksInPath()
        // Also resolves dangling links, up to 40 (Linux's limit).
        for _ in 0..<40 {
            guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { break }
            let folder = url.deletingLastPathComponent()
            url = URL(fileURLWithPath: path, relativeTo: folder).absoluteURL.resolvingSymlinksInPath()
        }
        self.url = url
        logouts = Self.size(of: lockPath)
    }

    /// Makes the folder of the file, and those above it, for their owner only.
    func makeFolder() throws(CookieFileError) {
        let reason = Self.make(url.deletingLastPathComponent())
        if reason != 0 { throw CookieFileError(url, "is in a folder that cannot be created", code: reason) }
    }

    /// Returns the reason why there is no such folder, as `errno`; 0 if there is one.
    private static func make(_ folder: URL) -> CInt {
        var status = stat()
        if stat(folder.path, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR ? 0 : ENOTDIR }
        if errno == ENOENT, folder.pathComponents.count > 1 {
            let reason = make(folder.deletingLastPathComponent())
            if reason != 0 { return reason }
        }
        // Another process may make it at the same time.
        return mkdir(folder.path, 0o700) == 0 || errno == EEXIST ? 0 : errno
    }

    // MARK: Logouts

    /// Notices that another jar, or a jar of another process, has removed all cookies since the last call. The whole
    /// file is read again then.
    mutating func noticeLogout() -> Bool {
        let size = Self.size(of: lockPath)
        // Fewer bytes are those of a new file: somebody has removed the old one.
        defer { logouts = size }
        if size <= logouts { return false }
        (lines, last) = ([], nil)
        return true
    }

    /// Makes other jars notice a logout. Under the lock, if it can be taken: two logouts at once may count as one.
    private mutating func addLogout() {
        guard let file = try? OpenFile.own(lockPath), let size = try? file.status().st_size else { return }
        _ = try? file.call { pwrite($0, "\n", 1, size) }
        logouts = Self.size(of: lockPath)
    }

    private static func size(of path: String) -> Int64 {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : 0
    }

    // MARK: Reading

    /// Whether the file is another one than that which was read.
    var hasChanged: Bool {
        if Self.size(of: lockPath) != logouts { return true }
        if isCleared { return false }
        var status = stat()
        guard stat(url.path, &status) == 0 else { return last != nil }
        return !(last?.isSame(as: status) ?? false)
    }

    /// Reads the file, and returns the cookies that others have set and removed since it was last read or written.
    mutating func read() throws(CookieFileError) -> (set: [Cookie], removed: [Cookie]) {
        if isCleared { return ([], []) }
        guard let (bytes, version) = try contents() else {
            defer { (lines, last) = ([], nil) }
            return ([], lines.compactMap(\.cookie))
        }
        let known = Dictionary(lines.map { ($0.bytes, $0) }, uniquingKeysWith: { $1 })
        var (found, set): ([Line], [Cookie]) = ([], [])
        var rest = bytes[...]
        while !rest.isEmpty {
            let text = rest[..<(rest.position(of: 0x0A) ?? rest.endIndex)]
            rest = rest.dropFirst(text.count + 1)
            let bytes = Data(text)
            if let line = known[bytes] {
                found.append(line)
            } else {
                let cookie = Cookie(line: text)
                found.append(Line(bytes: bytes, cookie: cookie))
                if let cookie { set.append(cookie) }
            }
        }
        // What is not this format is not written over.
        let isEmpty = found.allSatisfy { $0.bytes.first == 0x23 || $0.bytes.allSatisfy { $0 == 0x0D } }
        let cookies = Set(found.compactMap { $0.cookie.map(CookieKey.init(cookie:)) })
        guard isEmpty || !cookies.isEmpty else {
            throw CookieFileError(url, "holds no cookies in Netscape's format", code: EINVAL)
        }
        let removed = lines.compactMap(\.cookie).filter { !cookies.contains(CookieKey(cookie: $0)) }
        (lines, last) = (found, version)
        return (set, removed)
    }

    /// Returns the bytes of the file; nil if there is none.
    private func contents() throws(CookieFileError) -> ([UInt8], Version)? {
        do throws(OpenFile.Failure) {
            let file = try OpenFile(url.path, O_RDONLY)
            let status = try file.status()
            guard status.st_size <= Self.maxSize else { throw OpenFile.Failure(number: EFBIG) }
            var bytes: [UInt8] = []
            while bytes.count < status.st_size {
                let chunk = try file.read(Int(status.st_size) - bytes.count, at: Int64(bytes.count))
                if chunk.isEmpty { break }
                bytes += chunk
            }
            return (bytes, Version(file: file, status: status))
        } catch {
            switch error.number {
            case ENOENT: return nil
            case EINVAL, EISDIR: throw CookieFileError(url, "is no regular file", code: EINVAL)
            case EFBIG: throw CookieFileError(url, "is too large", code: EFBIG)
            default: throw CookieFileError(url, "cannot be read", code: error.number)
            }
        }
    }

    /// Keeps other processes from changing the file while work is done.
    /// - Throws: `EWOULDBLOCK` if another process keeps the lock.
    func locked<Output>(_ work: () throws(CookieFileError) -> Output) throws(CookieFileError) -> Output {
        let file: OpenFile
        try makeFolder()
        do throws(OpenFile.Failure) {
            file = try OpenFile.own(lockPath)
            try lock.take(file)
        } catch { throw CookieFileError(url, "cannot be locked", code: error.number) }
        defer { lock.release(file) }
        return try work()
    }

    // MARK: Writing

    /// Makes the next ``write(_:keepsSession:)`` replace the file, whatever it holds, by one without its lines.
    mutating func clear() {
        (lines, isCleared) = ([], true)
        // Also if the file cannot be written now.
        addLogout()
    }

    /// Writes cookies, in a new file that takes the place of the old one, readable by its owner only. Only under the
    /// lock of ``locked(_:)``, and after ``read()``. Nothing is written if no line changes.
    /// - Parameter keepsSession: whether cookies without an end are written, other than those that the file has.
    mutating func write(_ cookies: [Cookie], keepsSession: Bool) throws(CookieFileError) {
        var rest = Dictionary(cookies.map { (CookieKey(cookie: $0), $0) }, uniquingKeysWith: { $1 })
        var new: [Line] = []
        for line in lines {
            guard let old = line.cookie else {
                new.append(line)
                continue
            }
            guard let cookie = rest.removeValue(forKey: CookieKey(cookie: old)) else { continue }
            if cookie == old {
                new.append(line)
            } else if keepsSession || cookie.expires != nil || old.expires == nil, let line = Line(cookie) {
                new.append(line)
            }
        }
        for cookie in cookies where keepsSession || cookie.expires != nil {
            if rest[CookieKey(cookie: cookie)] != nil, let line = Line(cookie) { new.append(line) }
        }
        // What was sent since `clear()` had the cookies of the file.
        if isCleared { addLogout() }
        let isStale = isCleared && access(url.path, F_OK) == 0
        if isStale || new.map(\.bytes) != lines.map(\.bytes) {
            if !new.contains(where: { $0.cookie == nil && !$0.bytes.isEmpty }) {
                new.insert(Line(bytes: Data(Self.header.utf8), cookie: nil), at: 0)
            }
            try write(new)
        }
        (lines, isCleared) = (new, false)
    }

    private mutating func write(_ lines: [Line]) throws(CookieFileError) {
        var bytes = Data()
        for line in lines {
            bytes.append(line.bytes)
            bytes.append(0x0A)
        }
        // What could not be read again.
        guard bytes.count <= Self.maxSize else { throw CookieFileError(url, "would be too large", code: EFBIG) }
        var status = stat()
        if stat(url.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw CookieFileError(url, "is no regular file", code: EINVAL)
        }
        // Always the same name: what a process left that was killed is written over.
        let path = url.path + ".new"
        if unlink(path) != 0 { rmdir(path) }
        do throws(OpenFile.Failure) {
            let file = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            try file.append(bytes)
            status = try file.status()
            if rename(path, url.path) != 0 { throw OpenFile.Failure(number: errno) }
            last = Version(file: file, status: status)
        } catch {
            // A part of it takes room on a full disk.
            unlink(path)
            throw CookieFileError(url, "cannot be written", code: error.number)
        }
    }
}

/// The time of the last change. POSIX and Darwin name it differently: a system has one of both names, and the other one
/// by default.
// swift-format-ignore: AlwaysUseLowerCamelCase
private protocol HasChangeTime {
    var st_mtim: timespec { get }
    var st_mtimespec: timespec { get }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
extension HasChangeTime {
    var st_mtim: timespec { st_mtimespec }
    var st_mtimespec: timespec { st_mtim }
}

extension stat: HasChangeTime {}

extension CookieFile.Line {
    /// The line of a cookie; nil for one that stays in memory.
    fileprivate init?(_ cookie: Cookie) {
        guard let line = cookie.line else { return nil }
        self.init(bytes: Data(line.utf8), cookie: cookie)
    }
}

/// A file of cookies that cannot be read or written.
public struct CookieFileError: Error, Sendable, CustomStringConvertible {
    /// The file, what failed, and the reason of the system; never a cookie.
    public let description: String
    /// The `errno` of the system.
    public let code: Int32

    init(_ url: URL, _ text: String, code: Int32 = errno) {
        self.code = code
        description = "the cookie file \(url.path) \(text): \(String(cString: strerror(code)))"
    }
}

extension Cookie {
    private static let hidden = "#HttpOnly_"

    /// The cookie of a line; nil for a comment or another text.
    init?(line: ArraySlice<UInt8>) {
        let isHTTPOnly = line.hasPrefix(bytes: Self.hidden)
        if !isHTTPOnly, line.first == 0x23 { return nil }
        let line = line.last == 0x0D ? line.dropLast() : line
        // The value may hold tabs.
        var fields = line.split(separator: 0x09, maxSplits: 6, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        // curl writes no last field for a cookie without a value; Python no end for one of a session.
        if fields.count == 6 { fields.append("") }
        guard fields.count == 7, let seconds = fields[4].isEmpty ? 0 : Double(fields[4]), seconds.isFinite else {
            return nil
        }
        func isTrue(_ text: String) -> Bool { text.asciiLowercased == "true" }
        let host = String(decoding: fields[0].utf8.dropFirst(isHTTPOnly ? Self.hidden.utf8.count : 0), as: UTF8.self)
        self.init(
            name: fields[5], value: fields[6],
            domain: host.contains(bytes: ":") && !host.hasPrefix(bytes: "[") ? "[\(host)]" : host,
            isHostOnly: !isTrue(fields[1]), path: fields[2],
            expires: seconds == 0 ? nil : Date(timeIntervalSince1970: seconds), isSecure: isTrue(fields[3]),
            isHTTPOnly: isHTTPOnly)
        if !isSendable { return nil }
    }

    /// The line of a file. Nil for a cookie that a file cannot hold: one with a tab in its name, domain or path, or one
    /// that is too long.
    var line: String? {
        if [name, domain, path].contains(where: { $0.contains(bytes: "\t") }) { return nil }
        // Rounded up: an end of 0 would be that of a session.
        let end = expires.map { Int64(min(max($0.timeIntervalSince1970, 1), 1e15).rounded(.up)) } ?? 0
        let host = domain.trimming(bytes: "[]")
        let fields: [String] = [
            (isHTTPOnly ? Self.hidden : "") + (isHostOnly ? "" : ".") + host, isHostOnly ? "FALSE" : "TRUE", path,
            isSecure ? "TRUE" : "FALSE", "\(end)", name, value,
        ]
        let line = fields.joined(separator: "\t")
        return line.utf8.count <= CookieFile.maxLine ? line : nil
    }
}
