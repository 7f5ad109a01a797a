// Scalars in quotes (§7.3.1, §7.3.2).
extension DocumentReader {
    /// Reads a scalar in quotes, which may have several lines.
    mutating func quoted() throws(ReadingFault) -> String {
        let (quote, start) = (byte, position)
        index += 1
        var text: [UInt8] = []
        while true {
            // A line break behind the last line of the document, in quotes or escaped, leads to its end.
            if isAtEnd || isAtMarker {
                throw fault("the closing quote is missing for the text that begins here", at: start)
            }
            let (first, kept) = (index, text.count)
            while byte != quote, byte != 0x0A, byte != 0x5C || quote == UInt8(ascii: "'") { index += 1 }
            if kept == 0, byte == quote, quote == UInt8(ascii: "\"") || byte(after: 1) != quote {
                index += 1
                return String(decoding: bytes[first..<(index - 1)], as: UTF8.self)
            }
            text += bytes[first..<index]
            switch byte {
            case quote:
                index += 1
                if quote == UInt8(ascii: "\"") || byte != quote { return String(decoding: text, as: UTF8.self) }
                text.append(quote)
                index += 1
            case 0x0A:
                while text.count > kept, text.last == 0x20 || text.last == 0x09 { text.removeLast() }
                let breaks = skipBlankLines()
                text += breaks == 1 ? [0x20] : [UInt8](repeating: 0x0A, count: breaks - 1)
            default: try escape(into: &text)
            }
        }
    }

    /// Reads an escape of double quotes (§5.7).
    private mutating func escape(into text: inout [UInt8]) throws(ReadingFault) {
        let place = position
        index += 1
        let mark = byte
        if mark == 0x0A {
            // The line break is no part of the text, but those of blank lines behind it are.
            text += [UInt8](repeating: 0x0A, count: skipBlankLines() - 1)
            return
        }
        index += 1
        let scalar: Unicode.Scalar
        switch mark {
        case UInt8(ascii: "0"): scalar = "\0"
        case UInt8(ascii: "a"): scalar = "\u{7}"
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "t"), 0x09: scalar = "\t"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "v"): scalar = "\u{B}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "e"): scalar = "\u{1B}"
        case 0x20, UInt8(ascii: "\""), UInt8(ascii: "/"), 0x5C: scalar = Unicode.Scalar(mark)
        case UInt8(ascii: "N"): scalar = "\u{85}"
        case UInt8(ascii: "_"): scalar = "\u{A0}"
        case UInt8(ascii: "L"): scalar = "\u{2028}"
        case UInt8(ascii: "P"): scalar = "\u{2029}"
        case UInt8(ascii: "x"): scalar = try self.scalar(2, at: place)
        case UInt8(ascii: "u"): scalar = try self.scalar(4, at: place)
        case UInt8(ascii: "U"): scalar = try self.scalar(8, at: place)
        default: throw fault("a backslash in double quotes begins no escape; write \\\\ for a backslash", at: place)
        }
        text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }

    /// Reads the digits of a scalar's escape, and of a second one behind a high surrogate, as JSON writes it.
    private mutating func scalar(_ count: Int, at place: Position) throws(ReadingFault) -> Unicode.Scalar {
        var code = try hexadecimal(count)
        if (0xD800...0xDBFF).contains(code), count == 4, byte == 0x5C, byte(after: 1) == UInt8(ascii: "u") {
            index += 2
            let low = try hexadecimal(4)
            guard (0xDC00...0xDFFF).contains(low) else { throw surrogateFault(place) }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        if (0xD800...0xDFFF).contains(code) { throw surrogateFault(place) }
        guard let scalar = Unicode.Scalar(code) else { throw fault("the escape is no character of Unicode", at: place) }
        return scalar
    }

    private func surrogateFault(_ place: Position) -> ReadingFault {
        fault("the escape is half of a pair of surrogates; the other half is missing", at: place)
    }

    private mutating func hexadecimal(_ count: Int) throws(ReadingFault) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<count {
            guard let digit = Self.digit(byte) else { throw fault("a hexadecimal digit is expected") }
            code = code << 4 | digit
            index += 1
        }
        return code
    }

    /// The value of a hexadecimal digit; nil for another byte.
    static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x37)
        case 0x61...0x66: UInt32(byte - 0x57)
        default: nil
        }
    }
}
