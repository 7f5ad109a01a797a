/// Percent-encoding of UTF-8 text (RFC 3986 §2.1).
enum PercentEncoding {
    /// A set of ASCII bytes that are not escaped. Bytes from 0x80 are always escaped.
    struct AllowedBytes: Sendable {
        // Two words rather than a `Set` or `CharacterSet`: a lookup is one shift.
        private var low: UInt64 = 0
        private var high: UInt64 = 0

        /// Makes a set of the ASCII characters in `characters`.
        init(_ characters: String) {
            for byte in characters.utf8 {
                if byte < 64 {
                    low |= 1 << UInt64(byte)
                } else if byte < 128 {
                    high |= 1 << UInt64(byte & 63)
                }
            }
        }

        /// Makes a set of a range of ASCII characters.
        init(_ range: ClosedRange<UInt8>) { self.init(String(decoding: Array(range), as: UTF8.self)) }

        /// Returns whether all bytes of a text are in the set.
        func contains(allOf text: String) -> Bool {
            // Concrete, because `allSatisfy` is compiled again for each use, and for each form of a string.
            var text = text
            return text.withUTF8 { bytes in
                for byte in bytes where !contains(byte) { return false }
                return true
            }
        }

        /// Returns whether `byte` is not escaped.
        @inline(__always)
        func contains(_ byte: UInt8) -> Bool {
            let word = byte < 64 ? low : high
            return byte < 128 && (word &>> UInt64(byte & 63)) & 1 == 1
        }

        private static let alphanumerics = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

        /// The bytes that need no escaping anywhere: letters, digits, `-`, `.`, `_`, `~` (RFC 3986 §2.3).
        static let unreserved = AllowedBytes(alphanumerics + "-._~")
        /// The bytes of a path segment: `pchar` without escapes (RFC 3986 §3.3).
        static let segment = AllowedBytes(alphanumerics + "-._~" + "!$&'()*+,;=" + ":@")
        /// The bytes of a path: segments and slashes.
        static let path = AllowedBytes(alphanumerics + "-._~" + "!$&'()*+,;=" + ":@" + "/")
        /// The bytes of a path with a query, without escapes (RFC 3986 §3.4).
        static let pathAndQuery = AllowedBytes(alphanumerics + "-._~" + "!$&'()*+,;=" + ":@" + "/?")
        /// The bytes of a DNS host name (RFC 1123 §2.1).
        static let host = AllowedBytes(alphanumerics + "-.")
        /// The bytes of a URL, including escapes (RFC 3986 §2.2, §2.3).
        static let url = AllowedBytes(alphanumerics + "-._~" + "!$&'()*+,;=" + ":@" + "/?#[]%")

        /// The bytes of query names and values that are not escaped: unreserved, `?` and `/` (RFC 3986 §3.4). §3.4
        /// allows more, but `&`, `=` and `+` have a meaning in forms, and servers differ about the rest.
        static let query = AllowedBytes(alphanumerics + "-._~" + "?/")

        /// The decimal digits.
        static let digits = AllowedBytes("0123456789")
        /// The visible ASCII characters: `VCHAR` (RFC 5234 appendix B.1).
        static let visible = AllowedBytes(0x21...0x7E)
        /// The visible ASCII characters and the space.
        static let printable = AllowedBytes(0x20...0x7E)
        /// The bytes of an HTTP token, such as a method or field name: `tchar` (RFC 9110 §5.6.2).
        static let token = AllowedBytes(alphanumerics + "!#$%&'*+-.^_`|~")
    }

    /// Returns whether a text is percent-encoded: each byte is allowed or part of a well-formed `%XX` (RFC 3986 §2.1).
    static func isValidEncoded(_ text: String, allowing allowed: AllowedBytes) -> Bool {
        var text = text
        return text.withUTF8 { isValidEncoded($0[...], allowing: allowed) }
    }

    /// Returns whether UTF-8 bytes are percent-encoded.
    static func isValidEncoded(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, allowing allowed: AllowedBytes) -> Bool {
        // Most texts have no escapes.
        if bytes.allSatisfy(allowed.contains) { return true }
        var hexDigitsDue = 0
        for byte in bytes {
            if hexDigitsDue > 0 {
                guard byte.isHexDigit else { return false }
                hexDigitsDue -= 1
            } else if byte == UInt8(ascii: "%") {
                hexDigitsDue = 2
            } else if !allowed.contains(byte) {
                return false
            }
        }
        return hexDigitsDue == 0
    }

    /// Returns the bytes that a percent-encoded text stands for; nil for a malformed escape.
    static func decoded(_ text: Substring) -> [UInt8]? {
        var reader = ByteReader(String(text))
        var bytes: [UInt8] = []
        while let byte = reader.next {
            reader.index += 1
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = reader.next?.hexValue else { return nil }
            reader.index += 1
            guard let low = reader.next?.hexValue else { return nil }
            reader.index += 1
            bytes.append(UInt8(truncatingIfNeeded: high << 4 | low))
        }
        return bytes
    }

    /// Returns the upper-case hexadecimal digit of `nibble`, as RFC 3986 §2.1 recommends.
    static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
    }
}
