import Foundation

/// Independent readers and writers, byte by byte, so that the targets do not rely on the code they check.
enum Texts {
    /// Returns the decoded bytes of a percent-encoded text; nil for an invalid escape (RFC 3986 §2.1).
    static func percentDecoded(_ text: some Sequence<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.count >= 2, let high = hex(rest.removeFirst()), let low = hex(rest.removeFirst()) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(byte == UInt8(ascii: "+") && plusIsSpace ? 0x20 : byte)
            }
        }
        return bytes
    }

    /// Returns the value of a hex digit.
    static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    /// Returns the bytes with everything but letters, digits and `-._~` escaped.
    static func percentEncoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = isAlphanumeric(byte) || "-._~".utf8.contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// Returns a text as a JSON string with quotes.
    static func json(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\0"..<" ": result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Returns the scalars that a filter keeps.
    static func only(_ text: String, _ isKept: (Unicode.Scalar) -> Bool) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter(isKept)))
    }

    /// Returns whether a text contains another, byte by byte.
    static func contains(_ text: some Sequence<UInt8>, _ piece: String) -> Bool {
        Data(text).range(of: Data(piece.utf8)) != nil
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// Returns whether a byte may be part of a token (RFC 9110 §5.6.2).
    static func isToken(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte) }

    /// Returns whether a text is a token.
    static func isToken(_ text: String) -> Bool { !text.utf8.isEmpty && text.utf8.allSatisfy { isToken($0) } }

    /// Returns whether two texts have the same bytes; `==` also accepts canonically equivalent text.
    static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
}
