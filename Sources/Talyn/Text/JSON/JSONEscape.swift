import Foundation

/// An escape sequence of a JSON string (RFC 8259 §7): `"`, `\`, `/`, `b`, `f`, `n`, `r`, `t`, or `u` with four hex
/// digits, behind a backslash.
struct JSONEscape {
    /// The character it stands for; nil for a surrogate without its other half.
    let scalar: Unicode.Scalar?
    /// The length in bytes: of a surrogate pair, that of both sequences.
    let length: Int

    /// Reads the sequence at the beginning of bytes, of which the first is a backslash; nil if JSON does not define it.
    init?(_ rest: ArraySlice<UInt8>) {
        let start = rest.startIndex
        guard rest.count > 1 else { return nil }
        switch rest[start + 1] {
        case .quote, .backslash, UInt8(ascii: "/"): (scalar, length) = (Unicode.Scalar(rest[start + 1]), 2)
        case UInt8(ascii: "b"): (scalar, length) = ("\u{8}", 2)
        case UInt8(ascii: "f"): (scalar, length) = ("\u{C}", 2)
        case UInt8(ascii: "n"): (scalar, length) = ("\n", 2)
        case UInt8(ascii: "r"): (scalar, length) = ("\r", 2)
        case UInt8(ascii: "t"): (scalar, length) = ("\t", 2)
        default:
            guard let unit = Self.unit(rest) else { return nil }
            let trail = UTF16.isLeadSurrogate(unit) ? Self.unit(rest[(start + 6)...]) : nil
            if let trail, UTF16.isTrailSurrogate(trail) {
                scalar = Unicode.Scalar(0x1_0000 + UInt32(unit & 0x3FF) << 10 + UInt32(trail & 0x3FF))
                length = 12
            } else {
                (scalar, length) = (Unicode.Scalar(unit), 6)
            }
        }
    }

    /// Returns the number of `\u` and four hex digits; nil for anything else.
    private static func unit(_ rest: ArraySlice<UInt8>) -> UInt16? {
        guard rest.count >= 6, rest.hasPrefix(bytes: "\\u") else { return nil }
        var unit: UInt16 = 0
        for byte in rest[(rest.startIndex + 2)..<(rest.startIndex + 6)] {
            guard let digit = byte.hexValue else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }

    /// Returns a text as it stands between the quotes of a JSON string. Only what must be escaped is.
    static func escaped(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case .quote, .backslash: bytes += [.backslash, byte]
            case 0x0A: bytes += [.backslash, UInt8(ascii: "n")]
            case 0x0D: bytes += [.backslash, UInt8(ascii: "r")]
            case 0x09: bytes += [.backslash, UInt8(ascii: "t")]
            case 0..<0x20: bytes += escaped(unit: UInt16(byte))
            default: bytes.append(byte)
            }
        }
        return bytes
    }

    /// Returns `\u` and four hex digits in lower case.
    static func escaped(unit: UInt16) -> [UInt8] {
        Array("\\u\(unit.hexDigits)".utf8)
    }

    /// Returns a document without the backslashes that form no escape sequence, such as that of `\'`.
    ///
    /// Some services escape text for JavaScript and label it JSON, for example Flickr's public feed. JSON decoders
    /// reject the whole document. Only strings are examined. A document without such a backslash, or not in a superset
    /// of ASCII, is returned unchanged.
    /// - Parameter data: Any bytes: a valid, invalid or truncated JSON document, or no JSON at all.
    static func repaired(_ data: Data) -> Data {
        // JSON text contains no NUL. One near the start means UTF-16 or UTF-32.
        guard !data.prefix(4).contains(0), data.withUnsafeBytes({ $0.contains(.backslash) }) else { return data }
        let bytes = Array(data)[...]
        var tokens = JSONTokens(bytes)
        var output: [UInt8] = []
        var copied = 0
        while let token = tokens.next() {
            guard bytes[token.lowerBound] == .quote else { continue }
            var rest = bytes[(token.lowerBound + 1)..<token.upperBound]
            // One at the end of truncated data may belong to a valid sequence.
            while let index = rest.position(of: .backslash), index + 1 < bytes.endIndex {
                if let escape = JSONEscape(rest[index...]) {
                    rest = rest[(index + escape.length)...]
                } else {
                    output += bytes[copied..<index]
                    copied = index + 1
                    rest = rest[copied...]
                }
            }
        }
        if copied == 0 { return data }
        output += bytes[copied...]
        return Data(output)
    }
}

extension UInt8 {
    /// The byte of `"`.
    static let quote = UInt8(ascii: "\"")

    /// The byte of `\`.
    static let backslash = UInt8(ascii: "\\")

    /// The value of an ASCII hex digit in either case; nil for other bytes.
    package var hexValue: UInt16? {
        isDigit ? UInt16(self & 0x0F) : isHexDigit ? UInt16(self & 0x0F + 9) : nil
    }
}
