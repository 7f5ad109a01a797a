/// A format of bodies that ``Redaction`` reads.
package enum BodyFormat {
    case json, form, text

    /// The format of a body by its type, or by its bytes when the type leaves it open; nil for another one.
    package init?(_ contentType: String?, _ bytes: ArraySlice<UInt8>) {
        let start = bytes.drop { $0.isSpace || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        // Text in UTF-16 has a NUL or a mark in front; markup and multipart are not believed to be something else.
        if bytes.prefix(4).contains(0) || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
            || start.first == 0x3C || Self.isMultipart(start)
        {
            return nil
        }
        let type = Array((contentType ?? "").utf8)[...].prefix { $0 != 0x3B }.trimming { $0 == 0x20 || $0 == 0x09 }
        if type.isOne(of: ["application/x-www-form-urlencoded"]) {
            self = .form
        } else if type.indices.contains(where: { type[$0...].hasPrefix(bytes: "json", ignoringCase: true) }) {
            self = .json
        } else if type.isEmpty || type.isOne(of: ["text/plain", "text/event-stream"]) {
            let isJSON = Redactor.beginsJSON(start)
            guard isJSON || Self.isText(bytes) else { return nil }
            self = isJSON ? .json : Self.isForm(bytes) ? .form : .text
        } else {
            return nil
        }
    }

    /// A content type without its parameters, as a text may show it; nil when there is none, or when it is no type.
    static func name(_ contentType: String?) -> String? {
        let type = (contentType ?? "").prefix(beforeBytes: ";").trimmed
        let parts = type.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
        let isType =
            type.utf8.count <= 80 && parts.count == 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy(PercentEncoding.AllowedBytes.token.contains)
            }
        return isType ? String(type) : nil
    }

    /// Whether there is no control character but white space among the first bytes.
    package static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.prefix(4_096).contains { $0 < 0x20 && !$0.isSpace && $0 != 0x1B && $0 != 0x1E }
    }

    private static func isForm(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.contains(0x3D) && !bytes.contains { $0 <= 0x20 || $0 == 0x22 || $0 == 0x3C }
    }

    /// Without a type, a body of parts is known by the headers of the first.
    package static func isMultipart(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: [0x2D, 0x2D])
            && String(decoding: bytes.prefix(512), as: UTF8.self).asciiLowercased.contains(bytes: "\ncontent-")
    }
}

extension Redactor {
    /// Scans a body that may have been scanned before, and may be of another format without its secrets.
    mutating func scanBody(_ bytes: ArraySlice<UInt8>, _ contentType: String?, or format: BodyFormat) {
        scanBody(bytes, BodyFormat(contentType, bytes) ?? format)
    }

    /// Scans a body.
    package mutating func scanBody(_ bytes: ArraySlice<UInt8>, _ format: BodyFormat) {
        switch format {
        case .json where Self.beginsJSON(bytes.drop(while: \.isSpace)):
            // JSON's strings are leaves of their own; text is one leaf.
            if !scanJSON(bytes, level: 0) { scanText(bytes, level: 0) }
        case .form:
            scanItems(bytes, .form, level: 0)
            // A form that is none: the type is a default of many clients, and the rest of one that is cut may tell.
            let isJSON = bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[")
            if isJSON { scanBody(bytes, .json) } else if cut == bytes.endIndex { scanBody(bytes, .text) }
        case .json, .text:
            scanLeaf(bytes, .plain) { $0.scanText($1, level: 0) }
        }
    }

    /// Returns whether bytes begin an object, an array or a string.
    fileprivate static func beginsJSON(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") || bytes.first == .quote
    }
}
