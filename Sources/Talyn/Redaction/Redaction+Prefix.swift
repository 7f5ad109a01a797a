/// The redacted beginning of a body, as long as a log needs it.
struct RedactedPrefix: Sendable {
    /// The bytes that are scanned behind those that may be shown: a secret at their end is known by more of it.
    static let margin = 1_024

    /// The bytes without secrets.
    fileprivate(set) var bytes: [UInt8]
    /// The number of them that may be shown.
    fileprivate(set) var safe: Int
    /// The number of bytes of the body that were not scanned.
    let rest: Int

    /// Whether the body goes on.
    var isCut: Bool { rest > 0 }

    /// The bytes that may be shown. If the body goes on, the last word is left out: longer than the margin, it may be a
    /// key or a token whose form is known by its end.
    var shown: ArraySlice<UInt8> {
        guard isCut else { return bytes[...] }
        let end = bytes[...].dropLast(of: .word).endIndex
        return bytes[..<bytes.characterStart(atOrBefore: min(safe, end))]
    }
}

extension Redaction {
    /// Returns the beginning of a body without its secrets, which are collected; nil for a body of a format that is not
    /// read. `limit` is how many bytes are scanned.
    ///
    /// The rest of a body is not known here, so that anything that could turn out to be a secret by it is hidden: a
    /// value whose name would follow (`{"value": …, "name": …}`), a text that is cut. Repetitions of secrets that only
    /// the rest gives away are not found.
    func prefix(
        of data: Data, upTo limit: Int, contentType: String?, found: inout Set<String>
    ) -> RedactedPrefix? {
        let window = [UInt8](data.prefix(limit))
        guard let format = BodyFormat(contentType, window[...]) else { return nil }
        guard data.count > limit else {
            let bytes = redacted(window, found: &found) { $0.scanBody($1, contentType, or: format) } ?? window
            return RedactedPrefix(bytes: bytes, safe: bytes.count, rest: 0)
        }
        var redactor = Redactor(self)
        redactor.cut = window.endIndex
        redactor.scanBody(window[...], format)
        found.formUnion(redactor.found)
        let safe = redactor.edits.position(of: max(window.count - RedactedPrefix.margin, 0))
        return RedactedPrefix(
            bytes: redactor.edits.applied(to: window[...]), safe: safe, rest: data.count - window.count)
    }
}

extension SecretSearch {
    /// Returns the same without the secrets.
    func scrubbed(_ prefix: RedactedPrefix) -> RedactedPrefix {
        let edits = edits(of: prefix.bytes)
        if edits.isEmpty { return prefix }
        var scrubbed = prefix
        scrubbed.bytes = edits.applied(to: prefix.bytes[...])
        scrubbed.safe = edits.position(of: prefix.safe)
        return scrubbed
    }
}
