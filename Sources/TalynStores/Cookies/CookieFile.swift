internal import Foundation
internal import Talyn

/// A file of cookies in Netscape's format, which curl reads and writes: a cookie a line, with seven fields between
/// tabs.
///
/// A change is made under a lock, to what the file holds then, so that two processes lose nothing of each other. The
/// new file takes the place of the old one at once, whenever a process ends.
struct CookieFile {
    /// The lines of a file: cookies, and what is none, which is written again.
    struct Content {
        var cookies: [Cookie] = []
        var others: [String] = []
    }

    private static let maxSize = 8 << 20
    /// The longest wait for another process, in steps of 1 ms.
    private static let attempts = 500
    private static let header = "# Netscape HTTP Cookie File"

    private let url: URL
    /// The file that was read; nil for none.
    private var last: Version?

    /// A version of the file. It stays open, so that no later one has its number.
    private struct Version {
        let handle: FileHandle
        let status: stat

        func isSame(as other: stat) -> Bool {
            (status.st_dev, status.st_ino, status.st_size) == (other.st_dev, other.st_ino, other.st_size)
        }
    }

    /// A link is followed, so that its target is replaced.
    init(_ url: URL) { self.url = url.resolvingSymlinksInPath() }

    /// Whether the file is another one than that which was read.
    var hasChanged: Bool {
        var status = stat()
        guard stat(url.path, &status) == 0 else { return last != nil }
        return !(last?.isSame(as: status) ?? false)
    }

    /// Reads the file; empty if there is none.
    mutating func read() throws(CookieFileError) -> Content {
        // Not blocked by a pipe.
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0, errno == ENOENT {
            last = nil
            return Content()
        }
        guard descriptor >= 0 else { throw CookieFileError(url, "cannot be read") }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw CookieFileError(url, "cannot be read") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw CookieFileError(url, "is no regular file", code: EINVAL) }
        guard status.st_size <= Self.maxSize else { throw CookieFileError(url, "is larger than 8 MiB", code: EFBIG) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var length = 0
        while length < bytes.count {
            let count = bytes[length...].withUnsafeMutableBytes {
                Foundation.read(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw CookieFileError(url, "cannot be read") }
            if count == 0 { break }
            length += count
        }
        var content = Content()
        for line in bytes[..<length].split(separator: 0x0A) {
            if let cookie = Cookie(line: line) {
                content.cookies.append(cookie)
            } else {
                content.others.append(String(decoding: line, as: UTF8.self))
            }
        }
        // What is not this format is not written over.
        let isEmpty = content.others.allSatisfy { $0.hasPrefix(bytes: "#") || $0.isSame(bytes: "\r") }
        guard isEmpty || !content.cookies.isEmpty else {
            throw CookieFileError(url, "holds no cookies in Netscape's format", code: EINVAL)
        }
        last = Version(handle: handle, status: status)
        return content
    }

    /// Keeps other processes from changing the file, until the descriptor that it returns is closed, as by the end of
    /// the process.
    func lock() throws(CookieFileError) -> CInt {
        let lock = open(url.path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw CookieFileError(url, "cannot be locked") }
        for _ in 0..<Self.attempts {
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { return lock }
            if errno != EINTR, errno != EWOULDBLOCK { break }
            usleep(1_000)
        }
        defer { close(lock) }
        throw CookieFileError(url, "cannot be locked")
    }

    /// Writes a new file that takes the place of the old one, readable by its owner only. Only under the lock of
    /// ``lock()``.
    mutating func write(_ content: Content) throws(CookieFileError) {
        let others = content.others.isEmpty ? [Self.header] : content.others
        let text = (others + content.cookies.compactMap(\.line)).map { $0 + "\n" }.joined()
        // Always the same name: what a process left that was killed is written over.
        let path = url.path + ".new"
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CookieFileError(url, "cannot be written") }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw CookieFileError(url, "cannot be written") }
            bytes = bytes.dropFirst(count)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, rename(path, url.path) == 0 else {
            throw CookieFileError(url, "cannot be written")
        }
        last = Version(handle: handle, status: status)
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
        let line = line.last == 0x0D ? line.dropLast() : line
        // The value may hold tabs.
        var fields = line.split(separator: 0x09, maxSplits: 6, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        // curl writes no last field for a cookie without a value; Python no end for one of a session.
        if fields.count == 6 { fields.append("") }
        guard fields.count == 7, let seconds = fields[4].isEmpty ? 0 : Double(fields[4]), seconds.isFinite else {
            return nil
        }
        let isHTTPOnly = fields[0].hasPrefix(bytes: Self.hidden)
        if !isHTTPOnly, fields[0].hasPrefix(bytes: "#") { return nil }
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

    /// The line of a file. Nil for a cookie that the format cannot hold: with a tab in its name, domain or path.
    var line: String? {
        if [name, domain, path].contains(where: { $0.contains(bytes: "\t") }) { return nil }
        // Rounded up: an end of 0 would be that of a session.
        let end = expires.map { Int64(min(max($0.timeIntervalSince1970, 1), 1e15).rounded(.up)) } ?? 0
        let host = domain.trimming(bytes: "[]")
        let fields: [String] = [
            (isHTTPOnly ? Self.hidden : "") + (isHostOnly ? "" : ".") + host, isHostOnly ? "FALSE" : "TRUE", path,
            isSecure ? "TRUE" : "FALSE", "\(end)", name, value,
        ]
        return fields.joined(separator: "\t")
    }
}
