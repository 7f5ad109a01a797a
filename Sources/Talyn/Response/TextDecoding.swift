import Foundation

/// Decodes the bytes of a response as text, by their byte order mark or the charset of `Content-Type`.
///
/// A byte order mark takes precedence, because files keep their mark while servers guess the charset. Without either,
/// text is UTF-8. Labels are interpreted as in the WHATWG Encoding Standard: `iso-8859-1` is decoded as `windows-1252`,
/// `gbk` and `gb2312` as `gb18030`, `euc-kr` as `cp949`, and `us-ascii` as UTF-8.
enum TextDecoding {
    /// The reason why bytes are not text.
    enum Failure: Error, Sendable, Equatable {
        /// The charset of the response is not supported; at most 40 characters of its name.
        case unknownCharset(String)
        /// The bytes are not valid in the declared or default charset.
        case notText(charset: String)
    }

    /// Returns the bytes of a body as text, without a byte order mark.
    static func text(_ data: Data, contentType: String?) throws(Failure) -> String {
        if let mark = byteOrderMark(data) {
            return try decode(data.dropFirst(mark.length), mark.encoding, name: mark.name)
        }
        guard let name = contentType.flatMap(charset(in:)) else { return try decode(data, .utf8, name: "utf-8") }
        guard let encoding = encoding(named: name) else { throw .unknownCharset(name) }
        return try decode(data, encoding, name: name)
    }

    /// Returns the bytes of a body in UTF-8 without a byte order mark, for a JSON decoder.
    ///
    /// Returns the same `Data`, without copying or validating it, unless a mark or charset requires a conversion. RFC
    /// 8259 §11 does not define a charset for JSON, so an unknown charset is ignored if the bytes are UTF-8.
    static func utf8(_ data: Data, contentType: String?) throws(Failure) -> Data {
        if let mark = byteOrderMark(data) {
            // A copy rather than a slice, because readers may index from zero.
            if mark.encoding == .utf8 { return Data(data.dropFirst(mark.length)) }
            return Data(try decode(data.dropFirst(mark.length), mark.encoding, name: mark.name).utf8)
        }
        guard let name = contentType.flatMap(charset(in:)) else { return data }
        guard let encoding = encoding(named: name) else {
            guard String(data: data, encoding: .utf8) != nil else { throw .unknownCharset(name) }
            return data
        }
        return encoding == .utf8 ? data : Data(try decode(data, encoding, name: name).utf8)
    }
}

// MARK: - Encodings

extension TextDecoding {
    private enum Encoding: Equatable {
        case utf8, windows1252
        /// UTF-16 and UTF-32: the size of a code unit in bytes, and its byte order if known.
        case wide(Int, bigEndian: Bool?)
        case foundation(UInt)
    }

    private static func byteOrderMark(_ data: Data) -> (encoding: Encoding, name: String, length: Int)? {
        // Every mark except UTF-32BE's begins with a byte that is neither ASCII nor NUL.
        guard let first = data.first, first >= 0xEF || first == 0 else { return nil }
        let start = Array(data.prefix(4))
        // UTF-32LE's mark begins with UTF-16LE's, so it is checked first.
        if start == [0xFF, 0xFE, 0, 0] { return (.wide(4, bigEndian: false), "utf-32le", 4) }
        if start == [0, 0, 0xFE, 0xFF] { return (.wide(4, bigEndian: true), "utf-32be", 4) }
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, "utf-8", 3) }
        if start.starts(with: [0xFF, 0xFE]) { return (.wide(2, bigEndian: false), "utf-16le", 2) }
        if start.starts(with: [0xFE, 0xFF]) { return (.wide(2, bigEndian: true), "utf-16be", 2) }
        return nil
    }

    /// Returns the encoding of a charset that Foundation supports on every platform, or that is decoded here; nil for
    /// others, such as EUC-JP.
    private static func encoding(named name: String) -> Encoding? {
        /// Foundation's encodings are CoreFoundation's with this bit set, on Linux as on Apple platforms.
        func core(_ value: UInt) -> Encoding { .foundation(0x8000_0000 | value) }
        func own(_ encoding: String.Encoding) -> Encoding { .foundation(encoding.rawValue) }
        // Servers disagree about hyphens and underscores ("utf8", "Shift-JIS"), so they are left out of account.
        let label = name.asciiLowercased.utf8.filter { $0.isLetter || $0.isDigit || $0 > 0x7F }
        return switch String(decoding: label, as: UTF8.self) {
        case "utf8", "usascii", "ascii": .utf8
        case "utf16": .wide(2, bigEndian: nil)
        case "utf16le": .wide(2, bigEndian: false)
        case "utf16be": .wide(2, bigEndian: true)
        case "utf32": .wide(4, bigEndian: nil)
        case "utf32le": .wide(4, bigEndian: false)
        case "utf32be": .wide(4, bigEndian: true)
        case "iso88591", "iso885911987", "latin1", "l1", "windows1252", "cp1252": .windows1252
        case "iso88592", "latin2": own(.isoLatin2)
        case "iso88595": core(0x0205)
        case "iso88597": core(0x0207)
        case "iso88599", "latin5": core(0x0209)
        case "iso885915", "latin9": core(0x020F)
        case "koi8r": core(0x0A02)
        case "windows1250", "cp1250": own(.windowsCP1250)
        case "windows1251", "cp1251": own(.windowsCP1251)
        case "windows1253", "cp1253": own(.windowsCP1253)
        case "windows1254", "cp1254": own(.windowsCP1254)
        case "windows1255": core(0x0505)
        case "windows1256": core(0x0506)
        case "windows1257": core(0x0507)
        case "windows1258": core(0x0508)
        case "shiftjis", "sjis", "xsjis", "windows31j": own(.shiftJIS)
        case "iso2022jp": own(.iso2022JP)
        case "euckr", "ksc56011987", "cp949", "windows949": core(0x0422)
        case "gb18030", "gbk", "gb2312": core(0x0632)
        case "big5": core(0x0A03)
        default: nil
        }
    }

    private static func decode(_ data: Data, _ encoding: Encoding, name: String) throws(Failure) -> String {
        let text: String? =
            switch encoding {
            case .utf8: String(data: data, encoding: .utf8)
            case .wide(let size, let bigEndian): wideText(Array(data), unit: size, bigEndian: bigEndian)
            case .windows1252: String(decoding: data.map { windows1252[Int($0)] }, as: UTF16.self)
            case .foundation(let value): String(data: data, encoding: String.Encoding(rawValue: value))
            }
        guard let text else { throw .notText(charset: name) }
        return text
    }

    /// The characters of all bytes. Five bytes have none in windows-1252; they map to controls, as WHATWG requires.
    private static let windows1252: [UInt16] = (UInt8.min...UInt8.max).map { byte in
        let text = String(data: Data([byte]), encoding: .windowsCP1252)
        return text?.utf16.first ?? UInt16(byte)
    }

    /// Returns UTF-16 or UTF-32 as text. Foundation silently drops half a character at the end.
    private static func wideText(_ bytes: [UInt8], unit size: Int, bigEndian: Bool?) -> String? {
        guard bytes.count.isMultiple(of: size) else { return nil }
        // RFC 2781 §4.3 makes UTF-16 without a mark big-endian, but many servers send little-endian. If the text begins
        // with an ASCII character, as JSON does, the position of the zero byte decides. The highest byte of a UTF-32
        // character is always zero.
        let isLittle = bytes.count >= size && bytes[0] != 0 && (size == 4 || bytes[1] == 0)
        let big = bigEndian ?? !isLittle
        let starts = stride(from: 0, to: bytes.count, by: size)
        if size == 2 {
            let units = starts.map { UInt16(bytes[big ? $0 : $0 + 1]) << 8 | UInt16(bytes[big ? $0 + 1 : $0]) }
            let text = String(decoding: units, as: UTF16.self)
            // Decoding replaces a surrogate without its pair.
            return text.utf16.elementsEqual(units) ? text : nil
        }
        var text = String.UnicodeScalarView()
        for start in starts {
            let unit = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + (big ? $1 : 3 - $1)]) }
            guard let scalar = Unicode.Scalar(unit) else { return nil }
            text.append(scalar)
        }
        return String(text)
    }
}

// MARK: - Content-Type

extension TextDecoding {
    /// Returns the charset of a `Content-Type`, at most 40 characters; nil if there is none (RFC 9110 §8.3.1).
    private static func charset(in contentType: String) -> String? {
        // Most types have no parameter; one scan of the bytes is enough.
        guard contentType.utf8.contains(UInt8(ascii: "=")) else { return nil }
        var rest = Array(contentType.utf8).drop { $0 != UInt8(ascii: ";") }
        while rest.popFirst() != nil {
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            rest = rest[name.endIndex...]
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst().drop(while: isBlank)
            // Single quotes are not quotation marks here, but some servers send them.
            let charset = parameter(&rest)[...].trimming { isBlank($0) || $0 == UInt8(ascii: "'") }
            let isCharset = HTTPHeaders.isSameName(text(name.trimming(while: isBlank)), "charset")
            if isCharset, !charset.isEmpty { return String(text(charset).unicodeScalars.prefix(40)) }
            rest = rest.drop { $0 != UInt8(ascii: ";") }
        }
        return nil
    }

    /// Reads a token, or a quoted string (RFC 9110 §5.6.4), which without a closing quote ends with the header.
    private static func parameter(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        var value: [UInt8] = []
        let isQuoted = rest.first == .quote
        if isQuoted { rest = rest.dropFirst() }
        // A comma ends a token as well: it joins the values of a repeated header.
        while let byte = rest.first, isQuoted || byte != UInt8(ascii: ";") && byte != UInt8(ascii: ",") {
            rest = rest.dropFirst()
            if isQuoted, byte == .quote { break }
            let isEscape = isQuoted && byte == .backslash
            if let byte = isEscape ? rest.popFirst() : byte { value.append(byte) }
        }
        return value
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
