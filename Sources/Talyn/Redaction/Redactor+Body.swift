extension Redactor {
    /// How a body is read.
    private enum Format {
        case json, form, multipart, markup, code, text, unknown, binary

        init(_ contentType: String?) {
            if contentType == "application/json" {
                self = .json
                return
            }
            let name = Redactor.trimmed(Array((contentType ?? "").utf8.prefix { $0 != UInt8(ascii: ";") })[...])
            let type = String(decoding: name, as: UTF8.self).asciiLowercased
            switch type {
            case "": self = .unknown
            case "application/x-www-form-urlencoded": self = .form
            case "application/octet-stream", "binary/octet-stream": self = .binary
            case "text/html", "text/xml", "application/xml": self = .markup
            case "application/javascript", "application/x-javascript", "application/ecmascript", "text/javascript",
                "text/ecmascript", "text/css":
                self = .code
            case "application/http", "message/http", "application/graphql", "application/yaml", "application/x-yaml",
                "application/toml", "application/sql", "application/x-pem-file", "application/x-sh":
                self = .text
            default:
                if type.hasPrefix(bytes: "multipart/") {
                    self = .multipart
                } else if type.hasSuffix(bytes: "+xml") {
                    self = .markup
                } else if type.contains(bytes: "json") {
                    self = .json
                } else {
                    self = type.hasPrefix(bytes: "text/") ? .text : .binary
                }
            }
        }
    }

    /// Looks through a body. What its type says is believed unless the bytes are JSON or no text at all.
    mutating func scanBody(_ bytes: ArraySlice<UInt8>, contentType: String?, level: Int) {
        switch Format(contentType) {
        case .json: scanDocument(bytes, level: level)
        case .form: scanForm(bytes, level: level)
        case .multipart:
            let boundary = contentType.flatMap { HeaderParameter.value(of: "boundary", in: $0) }
            if level < Self.deepest {
                // A boundary that the body does not have is no boundary.
                if scanMultipart(bytes, boundary: boundary.map { Array($0.utf8)[...] }, level: level) { return }
                if scanMultipart(bytes, boundary: nil, level: level) { return }
            }
            scanLooseText(bytes, level: level)
        case .markup:
            scanMarkup(bytes)
            scanLooseText(bytes, level: level)
        case .code:
            let outer = isCode
            isCode = true
            scanUnknown(bytes, level: level)
            isCode = outer
        case .text: scanUnknown(bytes, level: level)
        case .unknown: scanUnknown(bytes, level: level)
        case .binary:
            // A type that says nothing, or that nobody knows, may be of text all the same.
            if Self.isText(bytes) { scanUnknown(bytes, level: level) }
        }
    }

    private mutating func scanUnknown(_ bytes: ArraySlice<UInt8>, level: Int) {
        let start = bytes.drop { $0.isSpace || [0xEF, 0xBB, 0xBF].contains($0) }
        switch start.first {
        case nil: return
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): scanDocument(bytes, level: level)
        case UInt8(ascii: "<"):
            scanMarkup(bytes)
            scanLooseText(bytes, level: level)
        case UInt8(ascii: "-") where scanUntypedMultipart(start, level: level): return
        default:
            guard Self.isText(bytes) else { return }
            let isForm = !isCode && bytes.contains(0x3D) && !bytes.contains { $0 <= 0x20 || $0 == 0x22 || $0 == 0x3C }
            if isForm { scanForm(bytes, level: level) }
            // What follows may say that it is none.
            if !isForm || cut == bytes.endIndex { scanLooseText(bytes, level: level) }
        }
    }

    /// Without a type, a body of parts is known by their headers.
    private mutating func scanUntypedMultipart(_ bytes: ArraySlice<UInt8>, level: Int) -> Bool {
        let head = String(decoding: bytes.prefix(512), as: UTF8.self).asciiLowercased
        guard level < Self.deepest, head.contains(bytes: "\ncontent-") else { return false }
        return scanMultipart(bytes, boundary: nil, level: level)
    }

    private mutating func scanDocument(_ bytes: ArraySlice<UInt8>, level: Int) {
        scanWhole(bytes) { redactor, bytes in
            if !redactor.scanJSON(bytes, level: level) { redactor.scanText(bytes, level: level, isProse: false) }
        }
    }

    private mutating func scanForm(_ bytes: ArraySlice<UInt8>, level: Int) {
        scanItems(bytes, .form, level: level)
        // A form that is none: the type is a default of many clients.
        if bytes.first.map({ $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) == true {
            scanDocument(bytes, level: level)
        }
    }

    private mutating func scanLooseText(_ bytes: ArraySlice<UInt8>, level: Int) {
        scanWhole(bytes) { redactor, bytes in redactor.scanText(bytes, level: level, isProse: false) }
    }

    /// JSON's strings are leaves of their own; text is one leaf.
    private mutating func scanWhole(
        _ bytes: ArraySlice<UInt8>, _ scan: (inout Redactor, ArraySlice<UInt8>) -> Void
    ) {
        let isJSON = bytes.first { !$0.isSpace }.map { [0x7B, 0x5B, 0x22].contains($0) } == true
        if isJSON { scan(&self, bytes) } else { scanLeaf(bytes, .plain, scan) }
    }

    /// Whether there is no control character but white space among the first bytes, as in text of every encoding but
    /// wide ones.
    private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.prefix(4096).contains { $0 < 0x20 && !$0.isSpace && $0 != 0x1B && $0 != 0x1E }
            && String(bytes: bytes.prefix(256), encoding: .isoLatin1) != nil
    }
}
