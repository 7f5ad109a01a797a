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
}

/// The bytes that an encoded text stands for, and where each comes from, so that a change within is made where it is.
struct DecodedText {
    /// The decoded bytes; the encoded ones themselves, when there is nothing to decode.
    let bytes: ArraySlice<UInt8>
    /// For each decoded byte and the end, where it begins in the encoded text; nil when that is the same.
    private let offsets: [Int]?

    /// Decodes; what is malformed stands for itself.
    init(_ raw: ArraySlice<UInt8>, _ encoding: TextEncoding) {
        let isEscaped =
            switch encoding {
            case .plain: false
            case .json: raw.place(of: 0x5C) != nil
            case .percent: raw.place(of: 0x25) != nil
            case .form: raw.contains { $0 == 0x25 || $0 == 0x2B }
            }
        guard isEscaped else {
            (bytes, offsets) = (raw, nil)
            return
        }
        var decoder = Decoder(raw)
        if encoding == .json { decoder.decodeJSON() } else { decoder.decodePercent(plusIsSpace: encoding == .form) }
        bytes = decoder.bytes[...]
        offsets = decoder.offsets + [raw.endIndex]
    }

    /// The text; what is not UTF-8 is repaired.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Where decoded bytes stand in the encoded text.
    func raw(_ range: Range<Int>) -> Range<Int> {
        guard let offsets else { return range }
        return offsets[range.lowerBound]..<offsets[range.upperBound]
    }

    private struct Decoder {
        private let raw: ArraySlice<UInt8>
        private var index: Int
        var bytes: [UInt8] = []
        var offsets: [Int] = []

        init(_ raw: ArraySlice<UInt8>) {
            self.raw = raw
            index = raw.startIndex
            bytes.reserveCapacity(raw.count)
            offsets.reserveCapacity(raw.count + 1)
        }

        private mutating func append(_ byte: UInt8, length: Int) {
            bytes.append(byte)
            offsets.append(index)
            index += length
        }

        mutating func decodePercent(plusIsSpace: Bool) {
            while index < raw.endIndex {
                let byte = raw[index]
                if byte == 0x25, index + 2 < raw.endIndex, let high = raw[index + 1].hexValue,
                    let low = raw[index + 2].hexValue
                {
                    append(UInt8(truncatingIfNeeded: high << 4 | low), length: 3)
                } else {
                    append(byte == 0x2B && plusIsSpace ? 0x20 : byte, length: 1)
                }
            }
        }

        mutating func decodeJSON() {
            while index < raw.endIndex {
                let byte = raw[index]
                guard byte == 0x5C, index + 1 < raw.endIndex else {
                    append(byte, length: 1)
                    continue
                }
                switch raw[index + 1] {
                case UInt8(ascii: "n"): append(0x0A, length: 2)
                case UInt8(ascii: "r"): append(0x0D, length: 2)
                case UInt8(ascii: "t"): append(0x09, length: 2)
                case UInt8(ascii: "b"): append(0x08, length: 2)
                case UInt8(ascii: "f"): append(0x0C, length: 2)
                case UInt8(ascii: "u"): decodeUnicode()
                case let other: append(other, length: 2)
                }
            }
        }

        private mutating func decodeUnicode() {
            guard let first = unit(at: index + 2) else { return append(raw[index], length: 1) }
            var length = 6
            var scalar = Unicode.Scalar(first)
            if first >> 10 == 0x36, index + 7 < raw.endIndex, raw[index + 6] == 0x5C, raw[index + 7] == 0x75,
                let second = unit(at: index + 8), second >> 10 == 0x37
            {
                scalar = Unicode.Scalar(0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF)))
                length = 12
            }
            // All bytes of a character come from its escape; the last one moves on. A lone surrogate is U+FFFD.
            let encoded = Array(String(scalar ?? "\u{FFFD}").utf8)
            for byte in encoded.dropLast() { append(byte, length: 0) }
            append(encoded.last ?? 0x3F, length: length)
        }

        private func unit(at start: Int) -> UInt16? {
            guard start + 4 <= raw.endIndex else { return nil }
            var unit: UInt16 = 0
            for byte in raw[start..<start + 4] {
                guard let digit = byte.hexValue else { return nil }
                unit = unit << 4 | digit
            }
            return unit
        }
    }
}

/// What JSON strings escape.
enum JSONText {
    /// A text as it stands between quotes: only what must be escaped is.
    static func escaped(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C: bytes += [0x5C, byte]
            case 0x0A: bytes += Array(#"\n"#.utf8)
            case 0x0D: bytes += Array(#"\r"#.utf8)
            case 0x09: bytes += Array(#"\t"#.utf8)
            case 0..<0x20:
                let digits = Array(String(byte, radix: 16).utf8)
                bytes += Array(#"\u00"#.utf8) + (digits.count == 1 ? [0x30] : []) + digits
            default: bytes.append(byte)
            }
        }
        return bytes
    }
}
