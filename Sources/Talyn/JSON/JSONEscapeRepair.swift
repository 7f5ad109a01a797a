import Foundation

/// Drops the backslash of escapes that JSON does not know, such as `\'`, and changes nothing else.
///
/// Some services escape text for JavaScript and call it JSON; Flickr's public feed is the best known. Every JSON
/// decoder refuses such a document as a whole, although what was meant is plain: the character after the backslash.
/// RFC 8259 §7 allows `"`, `\`, `/`, `b`, `f`, `n`, `r`, `t` and `u` with four hex digits after a backslash.
enum JSONEscapeRepair {
    /// The document without backslashes that stand before a character RFC 8259 §7 does not allow after one.
    ///
    /// Only backslashes inside strings are looked at. A document without such a backslash, and anything that is not
    /// text in UTF-8 (or another superset of ASCII), comes back as the same `Data`, without a copy.
    /// - Parameter data: A JSON document, valid or not; also a truncated one or no JSON at all.
    /// - Returns: The same bytes, less the offending backslashes.
    static func repaired(_ data: Data) -> Data {
        let kept: Data? = data.withUnsafeBytes { (buffer: UnsafeRawBufferPointer) -> Data? in
            guard let base = buffer.baseAddress, memchr(base, Int32(UInt8.backslash), buffer.count) != nil else {
                return nil
            }
            // JSON text has no NUL: one near the start means UTF-16 or UTF-32, whose bytes must not be walked singly.
            guard !buffer.prefix(4).contains(0) else { return nil }
            return repaired(buffer)
        }
        return kept ?? data
    }

    /// The repaired copy, or nil when there is nothing to repair.
    private static func repaired(_ bytes: UnsafeRawBufferPointer) -> Data? {
        var output: [UInt8]?  // Not Data, which is slow to append many short pieces to.
        var copied = 0  // Everything before this offset is in the output already, or was dropped on purpose.
        var inString = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == .quote {
                inString.toggle()
            } else if byte == .backslash, inString {
                // A backslash that ends the data stands before nothing, so nothing tells what it was to be.
                guard index + 1 < bytes.count else { break }
                if isEscape(bytes, at: index + 1) {
                    index += 2  // Past the escaped character: it may be a quote or a backslash itself.
                    continue
                }
                if output == nil {
                    output = []
                    output?.reserveCapacity(bytes.count)
                }
                output?.append(contentsOf: bytes[copied..<index])
                copied = index + 1
            }
            index += 1
        }
        output?.append(contentsOf: bytes[copied...])
        return output.map { Data($0) }
    }

    /// Whether the character at the offset may follow a backslash.
    private static func isEscape(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        switch bytes[offset] {
        case .quote, .backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            return true
        case UInt8(ascii: "u"):
            let digits = bytes[(offset + 1)...].prefix(4)
            return digits.count == 4 && digits.allSatisfy { $0.hexValue != nil }
        default:
            return false
        }
    }
}

extension UInt8 {
    /// The byte of `"`.
    static let quote = UInt8(ascii: "\"")

    /// The byte of `\`.
    static let backslash = UInt8(ascii: "\\")

    /// The value of an ASCII hex digit in either case; nil for every other byte.
    var hexValue: UInt16? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(self - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(self - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(self - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
