#if os(Linux)
/// The heads of a response, line by line as libcurl reads them: interim ones, the final one, and the trailers.
struct CURLHead {
    /// The largest size of all heads of one response, in bytes: 300 KiB, as in later versions of libcurl.
    static let limit = 300 << 10

    /// The error of trailers above the limit, behind a complete response.
    struct TrailersTooLarge: Error {}

    /// The part of the response that the next line belongs to.
    private enum Part {
        case statusLine
        case fields
        /// The fields after the body (RFC 9110 §6.5).
        case trailers
    }

    private var part = Part.statusLine
    private var size = 0

    /// Whether the final head has been read.
    var isComplete: Bool { part == .trailers }

    /// The status code of the latest head; 0 without one.
    private(set) var status = 0
    /// Whether the latest head came over HTTP/2.
    private(set) var isMultiplexed = false
    /// The field lines of the latest head.
    private(set) var lines: [UInt8] = []
    /// The field lines of the trailer section.
    private(set) var trailerLines: [UInt8] = []
    /// The length of the body as transferred, in bytes; nil if it is unknown.
    private(set) var bodyLength: Int64?
    /// Whether the body comes in chunks.
    private(set) var isChunked = false
    /// Whether the body may have a content coding.
    private(set) var isEncoded = false

    /// Reads a line with its end. Returns whether it completes the final head.
    /// - Throws: ``TrailersTooLarge``; `URLError.dataLengthExceedsMaximum` above the limit; `.cannotParseResponse` for a
    ///   status below 100, and for a head with which the end of the body is uncertain: two lengths that differ, a
    ///   length that is no number of 64 bits (RFC 9112 §6.3), a length beside chunks (§6.1), or a transfer coding other
    ///   than chunks (§7).
    mutating func read(_ line: UnsafeBufferPointer<UInt8>) throws -> Bool {
        size += line.count
        if size > Self.limit {
            if part == .trailers { throw TrailersTooLarge() }
            throw URLError(.dataLengthExceedsMaximum, text: CURLText.head)
        }
        let isBlank = line.allSatisfy { $0 == 13 || $0 == 10 }
        switch part {
        case .statusLine: try begin(line)
        case .fields where isBlank:
            // An interim response (RFC 9110 §15.2) is not the final one. No HTTP follows 101.
            if 100...199 ~= status, status != 101 {
                part = .statusLine
                return false
            }
            let framing = try CURLFraming(lines)
            (bodyLength, isChunked, isEncoded) = (framing.length, framing.isChunked, framing.isEncoded)
            part = .trailers
            return true
        case .fields: lines.append(contentsOf: line)
        case .trailers where line.hasPrefix(bytes: "HTTP/"):
            // libcurl has sent the request again: the lines so far belong to another response.
            throw URLError(.networkConnectionLost, text: "the response was broken off")
        case .trailers where !isBlank: trailerLines.append(contentsOf: line)
        case .trailers: break
        }
        return false
    }

    /// Reads a status line: `HTTP/1.1 200 OK`, `HTTP/2 200`.
    private mutating func begin(_ line: UnsafeBufferPointer<UInt8>) throws(URLError) {
        lines.removeAll(keepingCapacity: true)
        lines.reserveCapacity(1 << 10)
        let digits = line.drop { $0 != 0x20 }.drop { $0 == 0x20 }.prefix(3)
        status = digits.reduce(0) { $1.isDigit ? $0 * 10 + Int($1 & 0x0F) : $0 }
        // libcurl checks the status over HTTP/1.1 only, and from 8.5 on takes HTTP/3 from TCP.
        let isValid = digits.count == 3 && digits.allSatisfy(\.isDigit) && status >= 100
        if !isValid || line.hasPrefix(bytes: "HTTP/3") { throw URLError(.cannotParseResponse, text: CURLText.status) }
        isMultiplexed = line.hasPrefix(bytes: "HTTP/2")
        part = .fields
    }
}

/// The framing of a response's body, from its field lines (RFC 9112 §6).
private struct CURLFraming {
    /// The body's length in bytes as transferred; nil if it is unknown.
    private(set) var length: Int64?
    private(set) var isEncoded = false
    private(set) var isChunked = false
    private var hasIdentity = false
    /// Whether the latest field defines the end of the body.
    private var isOfLength = false

    init(_ lines: [UInt8]) throws(URLError) {
        try lines.withUnsafeBufferPointer { (bytes) throws(URLError) in
            try bytes.forEachLine { (line) throws(URLError) in try read(line) }
        }
        if isChunked, hasIdentity, CURLGuard.noIdentityBesideChunks.isNeeded {
            throw URLError(.cannotParseResponse, text: CURLText.transferCoding)
        }
        if isChunked, length != nil {
            throw URLError(.cannotParseResponse, text: "the response has a length beside chunks (RFC 9112 §6.1)")
        }
    }

    private mutating func read(_ line: UnsafeBufferPointer<UInt8>) throws(URLError) {
        guard let first = line.first else { return }
        // libcurl reads neither a folded line (RFC 9112 §5.2) nor a name with a space before the colon (§5.1).
        if isOfLength, first == 0x20 || first == 0x09 { throw Self.unreadable }
        isOfLength = false
        // One comparison for nearly all fields.
        guard first | 0x20 == UInt8(ascii: "c") || first | 0x20 == UInt8(ascii: "t"),
            let colon = line.firstIndex(of: UInt8(ascii: ":"))
        else { return }
        let name = UnsafeBufferPointer(rebasing: line[..<colon]).withoutBlanks
        let value = UnsafeBufferPointer(rebasing: line[(colon + 1)...])
        switch name.count {
        case 14 where name.hasPrefix(bytes: "content-length", ignoringCase: true):
            isOfLength = true
            try read(length: value)
        case 17 where name.hasPrefix(bytes: "transfer-encoding", ignoringCase: true):
            isOfLength = true
            try read(transferCodings: String(decoding: value, as: UTF8.self))
        case 16 where name.hasPrefix(bytes: "content-encoding", ignoringCase: true): isEncoded = true
        default: break
        }
        if isOfLength, name.count < colon { throw Self.unreadable }
    }

    private static var unreadable: URLError {
        URLError(
            .cannotParseResponse,
            text: "a field for the end of the body is not one line of a name, a colon and a value (RFC 9112 §5)")
    }

    /// Reads transfer codings. libcurl does not report whether the data of others than chunks are complete.
    private mutating func read(transferCodings list: String) throws(URLError) {
        for coding in list.split(atBytes: ",") {
            let name = coding.trimming(bytes: " \t\r").asciiLowercased
            if name.isSame(bytes: "chunked") {
                isChunked = true
            } else if name.isSame(bytes: "identity") {
                hasIdentity = true
            } else if !name.isEmpty {
                throw URLError(.cannotParseResponse, text: CURLText.transferCoding)
            }
        }
    }

    /// Reads a length, or a list of equal ones.
    private mutating func read(length list: UnsafeBufferPointer<UInt8>) throws(URLError) {
        var rest = list[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
            let digits = UnsafeBufferPointer(rebasing: rest[..<end]).withoutBlanks
            rest = rest[end...].dropFirst()
            if digits.isEmpty { continue }
            guard digits.allSatisfy(\.isDigit), let value = Int64(String(decoding: digits, as: UTF8.self)),
                length ?? value == value
            else {
                throw URLError(
                    .cannotParseResponse, text: "the response has an invalid or another Content-Length (RFC 9112 §6.3)")
            }
            length = value
        }
    }
}
#endif
