/// A format of bodies that ``Redaction`` reads.
package enum BodyFormat {
    case json, form, text

    /// The format of a body by its type, or by its bytes when the type leaves it open; nil for another one.
    package init?(_ contentType: String?, _ bytes: ArraySlice<UInt8>) {
        let start = Self.start(of: bytes)
        // Text in UTF-16 has a NUL or a mark in front; markup and multipart are not believed to be something else.
        if bytes.prefix(4).position(of: 0) != nil || bytes.first == 0xFF || bytes.first == 0xFE
            || start.first == 0x3C || Self.isMultipart(start)
        {
            return nil
        }
        let type = Array((contentType ?? "").utf8)[...].prefix(before: 0x3B).trimmed
        if type.isWord("application/x-www-form-urlencoded") {
            self = .form
        } else if type.indices.contains(where: { type[$0...].hasPrefix(bytes: "json", ignoringCase: true) }) {
            self = .json
        } else if type.isEmpty || type.isWord("text/plain") || type.isWord("text/event-stream") {
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
        !bytes.prefix(4_096).hasAny(of: .binary)
    }

    /// Returns the bytes behind white space and a byte order mark.
    package static func start(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = bytes.drop(of: .whiteSpace)
        return start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3).drop(of: .whiteSpace) : start
    }

    /// Returns whether bytes begin with a name and `=`, such as no URL and no `name: value`, and hold no spaces, quotes
    /// and tags.
    private static func isForm(_ bytes: ArraySlice<UInt8>) -> Bool {
        let name = bytes.prefix(until: .formNameEnds)
        return bytes[name.endIndex...].first == 0x3D && !bytes.hasAny(of: .noForm)
    }

    /// Without a type, a body of parts is known by the headers of the first.
    package static func isMultipart(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.hasPrefix(bytes: "--")
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
        let before = edits
        if !scanParts(of: bytes, format) { return }
        mayFindMore = mayFindMore || !edits.isEmpty
        if rules.isEmpty { return scanText(bytes, level: 0) }
        // The user's rules get the text as a whole, without what is found in its parts.
        edits = before
        mayFindMore = true
        scanLeaf(bytes, .plain) {
            _ = $0.scanParts(of: $1, format)
            $0.scanText($1, level: 0)
        }
    }

    /// Scans the items of a form and the strings of JSON, which are leaves. Returns whether the body is to be scanned
    /// as text too.
    private mutating func scanParts(of bytes: ArraySlice<UInt8>, _ format: BodyFormat) -> Bool {
        if format == .text { return true }
        if format == .form { scanItems(bytes, .form, level: 0) }
        // Many clients call a body a form by default. The rest of one that is cut off may show that it is none.
        let start = BodyFormat.start(of: bytes)
        if !Self.beginsJSON(start) { return format == .json || cut == bytes.endIndex }
        let isJSON = scanJSON(start, level: 0)
        // Without a string that has an `&`, the items of the form are other ones.
        if format == .form, !edits.isEmpty { mayFindMore = true }
        return !isJSON
    }

    /// Returns whether bytes begin an object, an array or a string.
    fileprivate static func beginsJSON(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") || bytes.first == .quote
    }
}
