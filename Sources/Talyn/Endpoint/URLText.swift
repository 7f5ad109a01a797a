/// The text of a URL while it is put together: bytes, because appending to a String costs five times as much.
struct URLText: Sendable, Hashable {
    private var bytes: [UInt8] = []

    /// An empty text with room for some bytes.
    init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// A text as it is.
    init(_ text: String) {
        append(text)
    }

    /// How many bytes there are.
    var count: Int { bytes.count }

    /// The last byte; nil when there is none.
    var last: UInt8? { bytes.last }

    /// Lends the bytes.
    func withBytes<Output>(_ work: (UnsafeBufferPointer<UInt8>) throws -> Output) rethrows -> Output {
        try bytes.withUnsafeBufferPointer(work)
    }

    // In one go, where an array goes byte by byte.

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

    /// The text.
    var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends text as it is.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Appends the bytes of other text as they are.
    mutating func append(_ text: URLText) { bytes.append(contentsOf: text.bytes) }

    /// Appends a part of the UTF-8 bytes of text as it is.
    mutating func append(_ text: inout String, in range: Range<Int>) {
        text.withUTF8 { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[range])) }
    }

    /// Appends a byte as it is.
    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Appends a number in decimal digits.
    mutating func append(decimal number: UInt64) {
        if number > 9 { append(decimal: number / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// Takes the last byte away.
    mutating func removeLast() { _ = bytes.popLast() }

    /// Appends text, each UTF-8 byte that is not allowed as an upper-case `%XX` (RFC 3986 §2.1).
    ///
    /// With `spacesAsPlus`, a space becomes `+` instead of `%20`; `+` itself must then not be among the allowed bytes.
    mutating func appendPercentEncoded(
        _ text: String, allowing allowed: PercentEncoding.AllowedBytes, spacesAsPlus: Bool = false
    ) {
        var text = text
        text.withUTF8 { utf8 in
            // Nearly every name and value needs no escaping; one look at the bytes, then one append of the whole.
            if utf8.allSatisfy(allowed.contains) { return bytes.append(contentsOf: utf8) }
            for byte in utf8 {
                if allowed.contains(byte) {
                    bytes.append(byte)
                } else if spacesAsPlus, byte == UInt8(ascii: " ") {
                    bytes.append(UInt8(ascii: "+"))
                } else {
                    bytes.append(UInt8(ascii: "%"))
                    bytes.append(PercentEncoding.hexDigit(byte >> 4))
                    bytes.append(PercentEncoding.hexDigit(byte & 15))
                }
            }
        }
    }
}
