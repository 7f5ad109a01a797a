/// Classes of bytes for scanning UTF-8.
extension UInt8 {
    var isUpper: Bool { self &- 0x41 < 26 }
    var isLower: Bool { self &- 0x61 < 26 }
    var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    var isDigit: Bool { self &- 0x30 < 10 }
    var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
    /// Whether it is space, tab, line feed, vertical tab, form feed or carriage return.
    var isSpace: Bool { self == 0x20 || self &- 0x09 < 5 }
    /// Space, tab, line feed, carriage return: the white space of JSON (RFC 8259 §2).
    var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
    var isLineEnd: Bool { self == 0x0A || self == 0x0D }
    /// Whether it is a base64url character.
    var isBase64URL: Bool { isLetter || isDigit || self == 0x2D || self == 0x5F }
    /// Whether it is a character of a bearer token (RFC 6750 §2.1).
    var isTokenCharacter: Bool { isBase64URL || [0x2E, 0x7E, 0x2B, 0x2F, 0x3D].contains(self) }
}

extension ArraySlice<UInt8> {
    /// Returns the first index of a byte, by memchr; a slice searches byte by byte.
    func place(of byte: UInt8) -> Int? {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return nil }
            return startIndex + (UnsafeRawPointer(found) - start)
        }
    }
}
