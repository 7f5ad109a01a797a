/// How a text is written within another.
enum TextEncoding {
    /// As it is.
    case plain
    /// In a JSON string, the quotes aside.
    case json
    /// Percent-encoded.
    case percent
    /// Percent-encoded, with `+` for a space.
    case form

    /// A text written this way.
    func encoded(_ text: String) -> [UInt8] {
        switch self {
        case .plain: return Array(text.utf8)
        case .json: return JSONText.escaped(text)
        case .percent, .form:
            var encoded = URLText()
            encoded.appendPercentEncoded(text, allowing: .query)
            return Array(encoded.string.utf8)
        }
    }

    /// Whether bytes hold an escape.
    fileprivate func isEscaped(_ raw: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .plain: false
        case .json: raw.place(of: 0x5C) != nil
        case .percent: raw.place(of: 0x25) != nil
        case .form: raw.place(of: 0x25) != nil || raw.place(of: 0x2B) != nil
        }
    }

    /// Appends what is written at the beginning of bytes, and returns its length there.
    fileprivate func decode(_ raw: ArraySlice<UInt8>, to bytes: inout [UInt8]) -> Int {
        let (index, byte) = (raw.startIndex, raw[raw.startIndex])
        if self == .json {
            guard byte == 0x5C, raw.count > 1 else { return Self.append(byte, 1, to: &bytes) }
            switch raw[index + 1] {
            case UInt8(ascii: "n"): return Self.append(0x0A, 2, to: &bytes)
            case UInt8(ascii: "r"): return Self.append(0x0D, 2, to: &bytes)
            case UInt8(ascii: "t"): return Self.append(0x09, 2, to: &bytes)
            case UInt8(ascii: "b"): return Self.append(0x08, 2, to: &bytes)
            case UInt8(ascii: "f"): return Self.append(0x0C, 2, to: &bytes)
            case UInt8(ascii: "u"): break
            case let other: return Self.append(other, 2, to: &bytes)
            }
            guard let first = Self.unit(raw, at: index + 2) else { return Self.append(byte, 1, to: &bytes) }
            let second = raw[index...].dropFirst(6).starts(with: [0x5C, 0x75]) ? Self.unit(raw, at: index + 8) : nil
            let units = second.map { first >> 10 == 0x36 && $0 >> 10 == 0x37 ? [first, $0] : [first] } ?? [first]
            // A lone surrogate is U+FFFD.
            bytes += String(decoding: units, as: UTF16.self).utf8
            return units.count * 6
        }
        if byte == 0x25, raw.count > 2, let high = raw[index + 1].hexValue, let low = raw[index + 2].hexValue {
            return Self.append(UInt8(truncatingIfNeeded: high << 4 | low), 3, to: &bytes)
        }
        return Self.append(byte == 0x2B && self == .form ? 0x20 : byte, 1, to: &bytes)
    }

    private static func append(_ byte: UInt8, _ length: Int, to bytes: inout [UInt8]) -> Int {
        bytes.append(byte)
        return length
    }

    /// The number of four hexadecimal digits.
    private static func unit(_ raw: ArraySlice<UInt8>, at start: Int) -> UInt16? {
        guard start + 4 <= raw.endIndex else { return nil }
        return raw[start..<start + 4].reduce(0) { unit, byte in
            unit.flatMap { unit in byte.hexValue.map { unit << 4 | $0 } }
        }
    }
}

/// The bytes that an encoded text stands for, and the origin of each, so that a change within is made there.
struct DecodedText {
    /// The decoded bytes; the encoded ones themselves when there is nothing to decode.
    let bytes: ArraySlice<UInt8>
    /// For each decoded byte and the end, its place in the encoded text; nil when that is the same.
    private let offsets: [Int]?

    /// Decodes; what is malformed stands for itself.
    init(_ raw: ArraySlice<UInt8>, _ encoding: TextEncoding) {
        guard encoding.isEscaped(raw) else {
            (bytes, offsets) = (raw, nil)
            return
        }
        var (decoded, places, index) = ([UInt8](), [Int](), raw.startIndex)
        decoded.reserveCapacity(raw.count)
        places.reserveCapacity(raw.count + 1)
        while index < raw.endIndex {
            let length = encoding.decode(raw[index...], to: &decoded)
            while places.count < decoded.count { places.append(index) }
            index += length
        }
        (bytes, offsets) = (decoded[...], places + [raw.endIndex])
    }

    /// The text; what is not UTF-8 is repaired.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The place of decoded bytes in the encoded text.
    func raw(_ range: Range<Int>) -> Range<Int> {
        guard let offsets else { return range }
        return offsets[range.lowerBound]..<offsets[range.upperBound]
    }
}
