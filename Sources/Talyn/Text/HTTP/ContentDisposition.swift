/// The file name that a server suggests: `Content-Disposition` (RFC 6266).
enum ContentDisposition {
    /// Returns the suggested name as it was sent, which may be a path or anything else; nil if there is none.
    ///
    /// `filename*` precedes `filename` (RFC 6266 §4.3). One that does not decode is ignored.
    static func fileName(in headers: HTTPHeaders) -> String? {
        guard let value = headers.values(for: "Content-Disposition").first else { return nil }
        var reader = ByteReader(value)
        let parameters = reader.parameters()
        // A parameter without a value is none, if there is another.
        return parameters.value(of: "filename*").flatMap(extended)
            ?? parameters.filter { !$0.value.isEmpty }.value(of: "filename") ?? parameters.value(of: "filename")
    }

    /// Decodes an extended value, `UTF-8''na%C3%AFve.txt` (RFC 8187 §3.2); nil if it is invalid or in a charset other
    /// than UTF-8 and ISO-8859-1.
    private static func extended(_ value: String) -> String? {
        guard let (charset, rest) = value.cut(atBytes: "'"), let (_, text) = rest.cut(atBytes: "'") else { return nil }
        guard let bytes = PercentEncoding.decoded(text) else { return nil }
        switch charset.asciiLowercased {
        case "utf-8": return String(bytes: bytes, encoding: .utf8)
        case "iso-8859-1": return String(bytes: bytes, encoding: .isoLatin1)
        default: return nil
        }
    }
}
