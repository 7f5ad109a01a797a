/// The same, collecting in `found` what was taken out, decoded, for ``scrubbing(_:of:)``.
extension Redaction {
    /// As ``url(_:)``.
    package func url(_ text: String, found: inout Set<String>) -> String {
        run(text, &found) { redactor, bytes in redactor.scanURL(bytes, level: 0) }
    }

    /// As ``headers(_:)``.
    package func headers(_ headers: HTTPHeaders, found: inout Set<String>) -> HTTPHeaders {
        HTTPHeaders(
            headers.fields.map { field in
                HTTPHeaders.Field(field.name, value(field.value, named: field.name, in: .header, found: &found))
            })
    }

    /// The value of an item whose name is known, both decoded.
    package func value(
        _ value: String, named name: String, in place: SecretNames.Place, found: inout Set<String>
    ) -> String {
        run(value, &found) { redactor, bytes in
            switch place {
            case .header: redactor.scanHeader(bytes, named: name)
            case .cookie: redactor.hide(bytes.startIndex..<bytes.endIndex, in: bytes, secrecy: .likely)
            case .query, .form, .field:
                let secrecy = redactor.names.secrecy(of: name, in: place)
                if secrecy > .none {
                    redactor.hide(bytes.startIndex..<bytes.endIndex, in: bytes, secrecy: secrecy)
                } else {
                    redactor.scanValue(bytes, level: 0)
                }
            }
        }
    }

    /// A text that has no name, such as a message: secrets that are recognized by their value or written `name=value`.
    package func text(_ text: String, found: inout Set<String>) -> String {
        run(text, &found) { redactor, bytes in redactor.scanValue(bytes, level: 0) }
    }

    /// As ``body(_:contentType:)``.
    package func body(_ data: Data, contentType: String?, found: inout Set<String>) -> Data {
        if let (text, encoding) = WideText.decoded(data) {
            // Of the same kind again; nil cannot come back, since the text was read in this encoding.
            let redacted = body(Data(text.utf8), contentType: contentType, found: &found)
            let changed = String(decoding: redacted, as: UTF8.self)
            return changed == text ? data : changed.data(using: encoding) ?? Data()
        }
        let redacted = Redactor.redacted([UInt8](data), by: self, found: &found) {
            $0.scanBody($1, contentType: contentType, level: 0)
        }
        return redacted.map { Data($0) } ?? data
    }

    private func run(
        _ text: String, _ found: inout Set<String>, _ scan: (inout Redactor, ArraySlice<UInt8>) -> Void
    ) -> String {
        let redacted = Redactor.redacted(Array(text.utf8), by: self, found: &found) { $0.scanLeaf($1, .plain, scan) }
        return redacted.map { String(decoding: $0, as: UTF8.self) } ?? text
    }
}

/// Text in UTF-16, which JSON and XML may be in.
enum WideText {
    /// Whether the first bytes are those of such a text.
    static func isWide(_ bytes: [UInt8]) -> Bool { decoded(Data(bytes.prefix(4))) != nil }

    static func decoded(_ data: Data) -> (String, String.Encoding)? {
        let start = Array(data.prefix(4))
        guard start.count >= 2, data.count.isMultiple(of: 2) else { return nil }
        let encoding: String.Encoding
        switch (start[0], start[1]) {
        case (0xFF, 0xFE): encoding = .utf16LittleEndian
        case (0xFE, 0xFF): encoding = .utf16BigEndian
        case (0, 1...0x7F) where start.count == 4 && start[2] == 0: encoding = .utf16BigEndian
        case (1...0x7F, 0) where start.count == 4 && start[3] == 0: encoding = .utf16LittleEndian
        default: return nil
        }
        // A byte order mark is a character of the text here, and so comes back.
        return String(data: data, encoding: encoding).map { ($0, encoding) }
    }
}
