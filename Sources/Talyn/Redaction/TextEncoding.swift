/// An encoding of a text within another.
package enum TextEncoding {
    /// As it is.
    case plain
    /// In a JSON string, the quotes aside.
    case json
    /// Percent-encoded.
    case percent
    /// Percent-encoded, with `+` for a space.
    case form

    /// Returns bytes in this encoding.
    func encoded(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .plain: bytes
        case .json: JSONEscape.escaped(String(decoding: bytes, as: UTF8.self))
        case .percent: Self.percentEncoded(bytes, .unreserved)
        case .form: Self.percentEncoded(bytes, .unreserved, space: 0x2B)
        }
    }

    /// Returns bytes percent-encoded. `tenth` is the hexadecimal digit of ten.
    static func percentEncoded(
        _ bytes: [UInt8], _ allowed: PercentEncoding.AllowedBytes, tenth: UInt8 = 0x41, space: UInt8? = nil
    ) -> [UInt8] {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : tenth + value - 10 }
        var encoded: [UInt8] = []
        for byte in bytes {
            if allowed.contains(byte) {
                encoded.append(byte)
            } else if byte == 0x20, let space {
                encoded.append(space)
            } else {
                encoded += [0x25, digit(byte >> 4), digit(byte & 15)]
            }
        }
        return encoded
    }

    /// Returns bytes in this encoding without their escapes; a malformed escape stands for itself.
    package func decoded(_ raw: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard isEscaped(raw) else { return raw }
        var (bytes, index) = ([UInt8](), raw.startIndex)
        bytes.reserveCapacity(raw.count)
        while index < raw.endIndex { index += decode(raw[index...], to: &bytes) }
        return bytes[...]
    }

    /// Whether bytes hold an escape.
    func isEscaped(_ raw: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .plain: false
        case .json: raw.position(of: .backslash) != nil
        case .percent: raw.position(of: 0x25) != nil
        case .form: raw.position(of: 0x25) != nil || raw.position(of: 0x2B) != nil
        }
    }

    /// Appends the character at the beginning of bytes, decoded, and returns its encoded length.
    private func decode(_ raw: ArraySlice<UInt8>, to bytes: inout [UInt8]) -> Int {
        let (index, byte) = (raw.startIndex, raw[raw.startIndex])
        if self == .json, byte == .backslash, raw.count > 1 {
            if let escape = JSONEscape(raw) {
                bytes += String(escape.scalar ?? "\u{FFFD}").utf8
                return escape.length
            }
            // A malformed `\u` stands for itself, another backslash for nothing.
            let isUnit = raw[index + 1] == UInt8(ascii: "u")
            bytes.append(isUnit ? byte : raw[index + 1])
            return isUnit ? 1 : 2
        }
        if self != .json, byte == 0x25, raw.count > 2, let high = raw[index + 1].hexValue,
            let low = raw[index + 2].hexValue
        {
            bytes.append(UInt8(truncatingIfNeeded: high << 4 | low))
            return 3
        }
        bytes.append(self == .form && byte == 0x2B ? 0x20 : byte)
        return 1
    }
}
