/// The text of a URL under construction, as bytes: appending to a String costs five times as much.
struct URLText: Sendable, Hashable {
    private var bytes: [UInt8] = []

    /// Makes an empty text with reserved capacity in bytes.
    init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }
    /// Makes a text of a string, unchanged.
    init(_ text: String) { append(text) }
    /// The number of bytes.
    var count: Int { bytes.count }
    /// The last byte; nil if empty.
    var last: UInt8? { bytes.last }

    /// Calls a closure with the bytes.
    func withBytes<Output>(_ work: (UnsafeBufferPointer<UInt8>) throws -> Output) rethrows -> Output {
        try bytes.withUnsafeBufferPointer(work)
    }

    // One memcmp; comparing the arrays compares byte by byte.
    static func == (left: URLText, right: URLText) -> Bool {
        guard left.count == right.count else { return false }
        return left.withBytes { leftBytes in
            right.withBytes { rightBytes in
                guard let left = leftBytes.baseAddress, let right = rightBytes.baseAddress else { return true }
                return memcmp(left, right, leftBytes.count) == 0
            }
        }
    }

    func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    /// The text as a String.
    var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends text unchanged.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Appends the bytes of another text unchanged.
    mutating func append(_ text: URLText) { bytes.append(contentsOf: text.bytes) }

    /// Appends a range of UTF-8 bytes of a text unchanged.
    mutating func append(_ text: inout String, in range: Range<Int>) {
        text.withUTF8 { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[range])) }
    }

    /// Appends bytes unchanged.
    mutating func append(_ text: ArraySlice<UInt8>) { bytes.append(contentsOf: text) }

    /// Appends a byte unchanged.
    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Appends a number in decimal.
    mutating func append(decimal number: UInt64) {
        if number > 9 { append(decimal: number / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// Removes the last byte, if any.
    mutating func removeLast() { _ = bytes.popLast() }

    /// Appends text, percent-encoding each UTF-8 byte that is not allowed as upper-case `%XX` (RFC 3986 §2.1). With
    /// `spacesAsPlus`, a space becomes `+`; the allowed bytes must then not contain `+`.
    mutating func appendPercentEncoded(
        _ text: String, allowing allowed: PercentEncoding.AllowedBytes, spacesAsPlus: Bool = false
    ) {
        var text = text
        text.withUTF8 { utf8 in
            // Most names and values need no escaping: check once, append once.
            if utf8.allSatisfy(allowed.contains) { return bytes.append(contentsOf: utf8) }
            for byte in utf8 {
                if allowed.contains(byte) {
                    bytes.append(byte)
                } else if spacesAsPlus, byte == UInt8(ascii: " ") {
                    bytes.append(UInt8(ascii: "+"))
                } else {
                    appendEscape(of: byte)
                }
            }
        }
    }

    /// Appends bytes with each one percent-encoded that is neither allowed nor part of an escape, so that nothing is
    /// escaped twice.
    mutating func appendEscapedOnce(_ text: ArraySlice<UInt8>, allowing allowed: PercentEncoding.AllowedBytes) {
        for (index, byte) in zip(text.indices, text) {
            let isEscape =
                byte == UInt8(ascii: "%") && text.endIndex - index > 2 && text[index + 1].isHexDigit
                && text[index + 2].isHexDigit
            if isEscape || allowed.contains(byte) { bytes.append(byte) } else { appendEscape(of: byte) }
        }
    }

    private mutating func appendEscape(of byte: UInt8) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(PercentEncoding.hexDigit(byte >> 4))
        bytes.append(PercentEncoding.hexDigit(byte & 15))
    }
}
