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

    /// Returns a text in this encoding.
    func encoded(_ text: String) -> [UInt8] {
        switch self {
        case .plain: return Array(text.utf8)
        case .json: return JSONEscape.escaped(text)
        case .percent, .form:
            var encoded = URLText()
            encoded.appendPercentEncoded(text, allowing: .query)
            return Array(encoded.string.utf8)
        }
    }

    /// Returns bytes in this encoding without their escapes.
    package func decoded(_ raw: ArraySlice<UInt8>) -> ArraySlice<UInt8> { DecodedText(raw, self).bytes }

    /// Whether bytes hold an escape.
    fileprivate func isEscaped(_ raw: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .plain: false
        case .json: raw.position(of: .backslash) != nil
        case .percent: raw.position(of: 0x25) != nil
        case .form: raw.position(of: 0x25) != nil || raw.position(of: 0x2B) != nil
        }
    }

    /// Appends the character at the beginning of bytes, decoded, and returns its encoded length.
    fileprivate func decode(_ raw: ArraySlice<UInt8>, to bytes: inout [UInt8]) -> Int {
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

/// The bytes that an encoded text stands for, and the origin of each, so that a change within is made there.
struct DecodedText {
    /// The decoded bytes; the encoded ones themselves when there is nothing to decode.
    let bytes: ArraySlice<UInt8>
    /// For each decoded byte and the end, its index in the encoded text; nil when that is the same.
    private let offsets: [Int]?

    /// Decodes; a malformed escape stands for itself.
    init(_ raw: ArraySlice<UInt8>, _ encoding: TextEncoding) {
        guard encoding.isEscaped(raw) else {
            (bytes, offsets) = (raw, nil)
            return
        }
        var (decoded, offsets, index) = ([UInt8](), [Int](), raw.startIndex)
        decoded.reserveCapacity(raw.count)
        offsets.reserveCapacity(raw.count + 1)
        while index < raw.endIndex {
            let length = encoding.decode(raw[index...], to: &decoded)
            while offsets.count < decoded.count { offsets.append(index) }
            index += length
        }
        (bytes, self.offsets) = (decoded[...], offsets + [raw.endIndex])
    }

    /// The text; bytes that are not UTF-8 are repaired.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the bytes are the encoded ones.
    var isVerbatim: Bool { offsets == nil }

    /// Returns the range of decoded bytes in the encoded text.
    func raw(_ range: Range<Int>) -> Range<Int> {
        guard let offsets else { return range }
        return offsets[range.lowerBound]..<offsets[range.upperBound]
    }
}
