/// Percent-encoding of UTF-8 text (RFC 3986 §2.1).
enum PercentEncoding {
    /// A set of ASCII bytes that are written as they are; every byte of 0x80 and above is always escaped.
    struct AllowedBytes: Sendable {
        // Two words rather than a `Set` or a `CharacterSet`: a lookup is a shift, and the set lives in registers.
        private var low: UInt64 = 0
        private var high: UInt64 = 0

        /// The set of the ASCII characters of `characters`; others are left out.
        init(_ characters: String) {
            for byte in characters.utf8 {
                if byte < 64 {
                    low |= 1 << UInt64(byte)
                } else if byte < 128 {
                    high |= 1 << UInt64(byte & 63)
                }
            }
        }

        /// Whether `byte` is written as it is.
        @inline(__always)
        func contains(_ byte: UInt8) -> Bool {
            let word = byte < 64 ? low : high
            return byte < 128 && (word &>> UInt64(byte & 63)) & 1 == 1
        }

        private static let alphanumerics = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

        /// What never needs escaping anywhere: letters, digits, `-`, `.`, `_`, `~` (RFC 3986 §2.3).
        static let unreserved = AllowedBytes(alphanumerics + "-._~")

        /// What a path segment may hold: `pchar` without its escapes (RFC 3986 §3.3).
        static let segment = AllowedBytes(alphanumerics + "-._~" + "!$&'()*+,;=" + ":@")

        /// What a whole path may hold: segments and the slashes between them.
        static let path = AllowedBytes(alphanumerics + "-._~" + "!$&'()*+,;=" + ":@" + "/")

        /// What a path and a query may hold together, escapes aside: both, and the mark between them (RFC 3986 §3.4).
        static let pathAndQuery = AllowedBytes(alphanumerics + "-._~" + "!$&'()*+,;=" + ":@" + "/?")

        /// What a host name of the domain name system may hold (RFC 1123 §2.1).
        static let host = AllowedBytes(alphanumerics + "-.")

        /// What a whole URL may hold (RFC 3986 §2.2, §2.3), escapes included.
        static let url = AllowedBytes(alphanumerics + "-._~" + "!$&'()*+,;=" + ":@" + "/?#[]%")

        /// What is left alone in the names and values of a query: unreserved, `?` and `/` (RFC 3986 §3.4).
        ///
        /// §3.4 would allow more, but `&`, `=` and `+` have a meaning in `application/x-www-form-urlencoded` text,
        /// and servers differ about the rest.
        static let query = AllowedBytes(alphanumerics + "-._~" + "?/")

        /// What a token of HTTP holds, such as a method or the name of a field: `tchar` (RFC 9110 §5.6.2).
        static let token = AllowedBytes(alphanumerics + "!#$%&'*+-.^_`|~")

        /// What an extended parameter of a header may hold: `attr-char` (RFC 8187 §3.2.1).
        static let attribute = AllowedBytes(alphanumerics + "!#$&+-.^_`|~")
    }

    /// Whether `text` is already encoded: each byte is allowed or part of a well-formed `%XX` (RFC 3986 §2.1).
    static func isValidEncoded(_ text: String, allowing allowed: AllowedBytes) -> Bool {
        var text = text
        return text.withUTF8 { isValidEncoded($0[...], allowing: allowed) }
    }

    /// As for text, for its UTF-8 bytes.
    static func isValidEncoded(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, allowing allowed: AllowedBytes) -> Bool {
        // Nearly every text has no escape.
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

    /// The upper-case hexadecimal digit of `nibble` (RFC 3986 §2.1 asks for upper case).
    static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
    }
}
