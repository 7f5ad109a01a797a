import Foundation

/// Removes the backslash of escapes that JSON does not define, such as `\'`.
///
/// Some services escape text for JavaScript and label it JSON, for example Flickr's public feed. JSON decoders reject
/// the whole document. RFC 8259 §7 allows `"`, `\`, `/`, `b`, `f`, `n`, `r`, `t` and `u` with four hex digits after a
/// backslash.
enum JSONEscapeRepair {
    /// Returns the document without backslashes before characters that RFC 8259 §7 does not allow after one.
    ///
    /// Only backslashes inside strings are examined. A document without such a backslash, or not in UTF-8 or another
    /// superset of ASCII, is returned unchanged and without a copy.
    /// - Parameter data: Any bytes: a valid, invalid or truncated JSON document, or no JSON at all.
    /// - Returns: The same bytes without the invalid backslashes.
    static func repaired(_ data: Data) -> Data {
        let kept: Data? = data.withUnsafeBytes { (buffer: UnsafeRawBufferPointer) -> Data? in
            guard let base = buffer.baseAddress, memchr(base, Int32(UInt8.backslash), buffer.count) != nil else {
                return nil
            }
            // JSON text contains no NUL. One near the start means UTF-16 or UTF-32, which cannot be scanned byte by
            // byte.
            guard !buffer.prefix(4).contains(0) else { return nil }
            return repaired(buffer)
        }
        return kept ?? data
    }

    /// Returns the repaired copy; nil if there is nothing to repair.
    private static func repaired(_ bytes: UnsafeRawBufferPointer) -> Data? {
        var output: [UInt8]?  // Appending many short pieces to Data is slow.
        var copied = 0  // Bytes before this offset are in the output or were removed.
        var inString = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == .quote {
                inString.toggle()
            } else if byte == .backslash, inString {
                // A backslash at the end of truncated data may belong to a valid escape.
                guard index + 1 < bytes.count else { break }
                if isEscape(bytes, at: index + 1) {
                    index += 2  // The escaped character may be a quote or a backslash.
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

    /// The value of an ASCII hex digit in either case; nil for other bytes.
    var hexValue: UInt16? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(self - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(self - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(self - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
