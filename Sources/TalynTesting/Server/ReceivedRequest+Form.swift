public import Talyn

extension ReceivedRequest {
    /// The multipart form in the body (RFC 7578), with every part in memory; nil for another type, and for a body that
    /// breaks the format.
    ///
    /// Names and file names stay as they were sent: Talyn sends `"`, CR and LF in them as `%22`, `%0D` and `%0A`.
    public var form: MultipartForm? {
        guard let contentType = headers["Content-Type"],
            contentType.hasPrefix(bytes: "multipart/form-data", ignoringCase: true),
            let boundary = Redactor.boundary(in: contentType), !boundary.isEmpty
        else { return nil }
        let bytes = Array(body)
        let delimiter = Array("--".utf8) + boundary
        guard bytes.starts(with: delimiter) else { return nil }
        var parts: [FormPart] = []
        var rest = bytes.dropFirst(delimiter.count)
        while !rest.hasPrefix(bytes: "--") {
            guard rest.hasPrefix(bytes: "\r\n"), let end = rest.dropFirst(2).position(ofLine: delimiter),
                let part = FormPart(received: rest[(rest.startIndex + 2)..<end])
            else { return nil }
            parts.append(part)
            rest = rest[(end + 2 + delimiter.count)...]
        }
        let text = String(decoding: boundary, as: UTF8.self)
        return MultipartForm(parts, boundary: text, contentType: contentType)
    }
}

extension FormPart {
    /// Reads header fields, a blank line and the content; nil if there is no name.
    fileprivate init?(received bytes: ArraySlice<UInt8>) {
        var headers = HTTPHeaders()
        var rest = bytes
        while !rest.hasPrefix(bytes: "\r\n") {
            guard let end = rest.position(ofLine: []), let colon = rest[..<end].position(of: 0x3A) else { return nil }
            headers.add(
                String(decoding: rest[..<colon], as: UTF8.self),
                String(decoding: rest[(colon + 1)..<end].trimming { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self))
            rest = rest[(end + 2)...]
        }
        guard let disposition = headers["Content-Disposition"],
            let name = Self.parameter("name", of: disposition)
        else { return nil }
        let contentType = headers["Content-Type"]
        headers.remove("Content-Disposition")
        headers.remove("Content-Type")
        self.init(
            name: name, fileName: Self.parameter("filename", of: disposition), contentType: contentType,
            headers: headers, data: Data(rest.dropFirst(2)))
    }

    /// Returns the text of `name="text"`. A backslash is a character like others, as senders of forms write it.
    private static func parameter(_ name: String, of disposition: String) -> String? {
        // Every other piece is in quotes, so that no value is taken for a parameter. The last two have no closed value
        // behind them.
        let pieces = disposition.split(atBytes: "\"")
        for index in stride(from: 0, to: pieces.count - 2, by: 2) {
            let key = pieces[index].split(atBytes: ";").last?.trimmed ?? ""
            if key.asciiLowercased.isSame(bytes: "\(name)=") { return String(pieces[index + 1]) }
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// Returns the index of the first CR LF in front of some bytes; nil if there is none.
    fileprivate func position(ofLine bytes: [UInt8]) -> Int? {
        var rest = self
        while let start = rest.position(of: 0x0D) {
            rest = self[(start + 1)...]
            if rest.first == 0x0A, rest.dropFirst().starts(with: bytes) { return start }
        }
        return nil
    }
}
