import Foundation

/// Decodes the bytes of a response as text, by their byte order mark or the charset of `Content-Type`.
///
/// A byte order mark takes precedence, because files keep their mark while servers guess the charset. Without either,
/// text is UTF-8. The charsets are UTF-8, UTF-16, and as in the WHATWG Encoding Standard `windows-1252`, also by the
/// name `iso-8859-1`; `us-ascii` is decoded as UTF-8.
package enum TextDecoding {
    /// The reason why bytes are not text.
    package enum Failure: Error, Sendable, Equatable {
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
    package static func utf8(_ data: Data, contentType: String?) throws(Failure) -> Data {
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
    private static func byteOrderMark(_ data: Data) -> (encoding: String.Encoding, name: String, length: Int)? {
        // Every mark begins with a byte that no other text in UTF-8 begins with.
        guard let first = data.first, first >= 0xEF else { return nil }
        let start = Array(data.prefix(3))
        if start == [0xEF, 0xBB, 0xBF] { return (.utf8, "utf-8", 3) }
        // The mark of UTF-32, which is no text here, begins with that of UTF-16.
        if data.starts(with: [0xFF, 0xFE, 0, 0]) { return nil }
        if start.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, "utf-16le", 2) }
        if start.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, "utf-16be", 2) }
        return nil
    }

    /// Returns the encoding of a charset; nil for others.
    private static func encoding(named name: String) -> String.Encoding? {
        // Servers disagree about hyphens and underscores ("utf8", "iso_8859-1"), so they are left out of account.
        let label = name.asciiLowercased.utf8.filter { $0.isLetter || $0.isDigit || $0 > 0x7F }
        return switch String(decoding: label, as: UTF8.self) {
        case "utf8", "usascii", "ascii": .utf8
        case "utf16": .utf16
        case "utf16le": .utf16LittleEndian
        case "utf16be": .utf16BigEndian
        case "iso88591", "latin1", "windows1252", "cp1252": .windowsCP1252
        default: nil
        }
    }

    private static func decode(_ data: Data, _ encoding: String.Encoding, name: String) throws(Failure) -> String {
        var encoding = encoding
        // RFC 2781 §4.3 makes UTF-16 without a mark big-endian, but many servers send little-endian. If the text begins
        // with an ASCII character, as JSON does, the position of the zero byte decides.
        let start = Array(data.prefix(2))
        let isLittle = start.count == 2 && start[0] != 0 && start[1] == 0
        if encoding == .utf16 { encoding = isLittle ? .utf16LittleEndian : .utf16BigEndian }
        let text: String?
        switch encoding {
        case .utf8 where byteOrderMark(data) != nil:
            // Foundation drops a second mark, which is a character.
            let decoded = String(decoding: data, as: UTF8.self)
            text = Data(decoded.utf8) == data ? decoded : nil
        case .utf8: text = String(data: data, encoding: .utf8)
        case .windowsCP1252: text = String(decoding: data.map { windows1252[Int($0)] }, as: UTF16.self)
        default:
            // Foundation drops half a character at the end and replaces a surrogate without its pair; then the text has
            // other bytes.
            text = String(data: data, encoding: encoding).flatMap { $0.data(using: encoding) == data ? $0 : nil }
        }
        guard let text else { throw .notText(charset: name) }
        return text
    }

    /// The characters of all bytes. Five bytes have none in windows-1252; they map to controls, as WHATWG requires.
    private static let windows1252: [UInt16] = (UInt8.min...UInt8.max).map { byte in
        let text = String(data: Data([byte]), encoding: .windowsCP1252)
        return text?.utf16.first ?? UInt16(byte)
    }
}

// MARK: - Content-Type

extension TextDecoding {
    /// Returns the charset of a `Content-Type`, at most 40 characters; nil if there is none (RFC 9110 §8.3.1).
    private static func charset(in contentType: String) -> String? {
        // Most types have no parameter; one scan of the bytes is enough.
        guard contentType.utf8.contains(UInt8(ascii: "=")) else { return nil }
        var reader = ByteReader(contentType)
        while reader.next != nil {
            // Commas join the values of a repeated header.
            for parameter in reader.parameters(inList: true) where HTTPHeaders.isSameName(parameter.name, "charset") {
                // Single quotes are not quotation marks here, but some servers send them.
                let charset = parameter.value.trimming(bytes: " \t'")
                if !charset.isEmpty { return String(charset.unicodeScalars.prefix(40)) }
            }
            _ = reader.skip(UInt8(ascii: ","))
        }
        return nil
    }
}
