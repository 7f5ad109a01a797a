import Foundation

/// Turns the bytes of a response into text, by the charset its `Content-Type` names and the mark the bytes begin with.
///
/// A byte order mark wins over the charset, as a file keeps its mark while a server guesses its charset. Without
/// either, text is UTF-8. Labels are read as the WHATWG Encoding Standard does where the web disagrees with a label:
/// `iso-8859-1` is read as `windows-1252`, `gbk` and `gb2312` as `gb18030`, `euc-kr` as `cp949`. `us-ascii` is read as
/// UTF-8, of which it is a part.
enum TextDecoding {
    /// Why bytes could not be turned into text.
    enum Failure: Error, Sendable, Equatable {
        /// The charset the response names is not one that can be read; at most 40 characters of the name.
        case unknownCharset(String)

        /// The bytes are not text in the charset they are said, or by default held, to be in.
        case notText(charset: String)
    }

    /// The text the bytes stand for, without a byte order mark.
    /// - Parameters:
    ///   - data: The body of a response.
    ///   - contentType: The value of `Content-Type`; its `charset` parameter counts (RFC 9110 §8.3.2).
    /// - Throws: ``Failure``.
    static func text(_ data: Data, contentType: String?) throws(Failure) -> String {
        if let mark = byteOrderMark(data) {
            return try decode(data.dropFirst(mark.length), mark.encoding, name: mark.name)
        }
        guard let name = contentType.flatMap(charset(in:)) else { return try decode(data, .utf8, name: "utf-8") }
        guard let encoding = encoding(named: name) else { throw .unknownCharset(name) }
        return try decode(data, encoding, name: name)
    }

    /// The bytes in UTF-8 without a byte order mark, ready for a JSON decoder.
    ///
    /// The same `Data`, without a copy or a check, unless a mark or the charset asks for more. RFC 8259 §11 gives the
    /// charset of JSON no meaning, so a name that is not known is let pass when the bytes are UTF-8 all the same.
    /// - Parameters:
    ///   - data: The body of a response.
    ///   - contentType: The value of `Content-Type`; its `charset` parameter counts.
    /// - Throws: ``Failure``.
    static func utf8(_ data: Data, contentType: String?) throws(Failure) -> Data {
        if let mark = byteOrderMark(data) {
            // A copy, not a slice: what reads it next may count from zero.
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
        case utf8
        case utf16(bigEndian: Bool?)
        case utf32(bigEndian: Bool?)
        case windows1252
        case foundation(UInt)
    }

    private static func byteOrderMark(_ data: Data) -> (encoding: Encoding, name: String, length: Int)? {
        // A text begins with a mark or with a character; both marks begin with a byte that is neither ASCII nor NUL,
        // but for UTF-32BE's.
        guard let first = data.first, first >= 0xEF || first == 0 else { return nil }
        let start = Array(data.prefix(4))
        // UTF-32LE's mark begins with UTF-16LE's, so it is looked for first.
        if start == [0xFF, 0xFE, 0, 0] { return (.utf32(bigEndian: false), "utf-32le", 4) }
        if start == [0, 0, 0xFE, 0xFF] { return (.utf32(bigEndian: true), "utf-32be", 4) }
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, "utf-8", 3) }
        if start.starts(with: [0xFF, 0xFE]) { return (.utf16(bigEndian: false), "utf-16le", 2) }
        if start.starts(with: [0xFE, 0xFF]) { return (.utf16(bigEndian: true), "utf-16be", 2) }
        return nil
    }

    /// The charsets that Foundation can read on every platform, or that are read here. EUC-JP is not among them.
    private static func encoding(named name: String) -> Encoding? {
        /// CoreFoundation's encodings are Foundation's with this bit set, on Linux as on Apple platforms.
        func core(_ value: UInt) -> Encoding { .foundation(0x8000_0000 | value) }
        func own(_ encoding: String.Encoding) -> Encoding { .foundation(encoding.rawValue) }
        // Servers disagree about hyphens and underscores ("utf8", "Shift-JIS"), so they are left out of account.
        let label = name.asciiLowercased.utf8.filter { $0.isLetter || $0.isDigit || $0 > 0x7F }
        return switch String(decoding: label, as: UTF8.self) {
        case "utf8", "usascii", "ascii": .utf8
        case "utf16": .utf16(bigEndian: nil)
        case "utf16le": .utf16(bigEndian: false)
        case "utf16be": .utf16(bigEndian: true)
        case "utf32": .utf32(bigEndian: nil)
        case "utf32le": .utf32(bigEndian: false)
        case "utf32be": .utf32(bigEndian: true)
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
            case .utf16(let bigEndian): utf16Text(Array(data), bigEndian: bigEndian)
            case .utf32(let bigEndian): utf32Text(Array(data), bigEndian: bigEndian)
            case .windows1252: String(decoding: data.lazy.map { windows1252[Int($0)] }, as: UTF16.self)
            case .foundation(let value): String(data: data, encoding: String.Encoding(rawValue: value))
            }
        guard let text else { throw .notText(charset: name) }
        return text
    }

    /// What each byte stands for. Five bytes have no character in windows-1252: they are controls, as WHATWG has it.
    private static let windows1252: [UInt16] = (UInt8.min...UInt8.max).map { byte in
        let text = String(data: Data([byte]), encoding: .windowsCP1252)
        return text?.utf16.first ?? UInt16(byte)
    }

    // UTF-16 and UTF-32 are read here, as Foundation drops half a character at the end without a word.

    private static func utf16Text(_ bytes: [UInt8], bigEndian: Bool?) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        // Without a mark, UTF-16 is big-endian by RFC 2781 §4.3, but many servers send it little-endian. A text that
        // begins with an ASCII character, as JSON does, tells by the place of its zero byte.
        let big = bigEndian ?? !(bytes.count >= 2 && bytes[0] != 0 && bytes[1] == 0)
        let units = stride(from: 0, to: bytes.count, by: 2).lazy.map { index in
            let (high, low) = big ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            return UInt16(high) << 8 | UInt16(low)
        }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        let broken = transcode(
            units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true, into: { output.append($0) })
        return broken ? nil : String(decoding: output, as: UTF8.self)
    }

    private static func utf32Text(_ bytes: [UInt8], bigEndian: Bool?) -> String? {
        guard bytes.count.isMultiple(of: 4) else { return nil }
        // The highest byte of a character in UTF-32 is always zero, so a first byte that is not tells the order.
        let big = bigEndian ?? !(bytes.count >= 4 && bytes[0] != 0)
        var text = String.UnicodeScalarView()
        for index in stride(from: 0, to: bytes.count, by: 4) {
            let unit = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[index + (big ? $1 : 3 - $1)]) }
            guard let scalar = Unicode.Scalar(unit) else { return nil }
            text.append(scalar)
        }
        return String(text)
    }
}

// MARK: - Content-Type

extension TextDecoding {
    /// The charset a `Content-Type` names, at most 40 characters of it; nil when it names none (RFC 9110 §8.3.1).
    private static func charset(in contentType: String) -> String? {
        // Most types have no parameter at all; they cost one look at each byte.
        guard contentType.utf8.contains(UInt8(ascii: "=")) else { return nil }
        var rest = contentType.utf8.drop { $0 != UInt8(ascii: ";") }
        while rest.popFirst() != nil {
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            rest = rest[name.endIndex...]
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let value = rest.first == .quote ? quotedString(&rest) : token(&rest)
            // Single quotes do not quote, but some servers write them.
            let charset = value.trimming(bytes: " \t'")
            let isCharset = HTTPHeaders.isSameName(String(Substring(name).trimmed), "charset")
            if isCharset, !charset.isEmpty { return String(charset.unicodeScalars.prefix(40)) }
            rest = rest.drop { $0 != UInt8(ascii: ";") }
        }
        return nil
    }

    /// Takes an unquoted value. A comma ends it, too: it joins the values of a header that was sent twice.
    private static func token(_ rest: inout Substring.UTF8View) -> String {
        let value = rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
        rest = rest[value.endIndex...]
        return String(Substring(value))
    }

    /// Takes a quoted string (RFC 9110 §5.6.4); one without its closing quote ends with the header.
    private static func quotedString(_ rest: inout Substring.UTF8View) -> String {
        var value: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.popFirst(), byte != .quote {
            if byte != .backslash {
                value.append(byte)
            } else if let escaped = rest.popFirst() {
                value.append(escaped)
            }
        }
        return String(decoding: value, as: UTF8.self)
    }
}
