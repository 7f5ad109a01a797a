/// The beginning of a body, redacted: as much as somebody looks at who shows no more.
struct RedactedBeginning: Sendable {
    /// What is looked at behind what may be shown, in bytes: a secret that begins in what is shown is known by more of it.
    static let margin = 1_024

    /// The bytes without secrets.
    fileprivate(set) var bytes: [UInt8]
    /// How many of them may be shown.
    fileprivate(set) var safe: Int
    /// How many bytes of the body were not looked at.
    let rest: Int

    /// Whether the body goes on.
    var isCut: Bool { rest > 0 }

    /// What may be shown. Of a body that goes on, a last word without an end is left out: longer than the margin, it may
    /// be a key or a token whose form is known by its end.
    var shown: ArraySlice<UInt8> {
        guard isCut else { return bytes[...] }
        let end = bytes.lastIndex { Self.endsWord($0) }.map { $0 + 1 } ?? 0
        return bytes[..<bytes.characterStart(atOrBefore: min(safe, end))]
    }

    /// What no token holds: white space, quotes, commas, brackets, and characters that are not ASCII.
    private static func endsWord(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte >= 0x80 || [0x22, 0x27, 0x2C, 0x3C, 0x3E, 0x5B, 0x5D, 0x60, 0x7B, 0x7D].contains(byte)
    }
}

extension Redaction {
    /// The beginning of a body without its secrets, which are collected; `limit` is how many bytes are looked at.
    ///
    /// What the rest of a body says is not known here, so that whatever could turn out to be a secret by it is hidden: a
    /// value whose name would follow (`{"value": …, "name": …}`), a tag or a text that is cut. Not known either are echoes
    /// of secrets that only the rest gives away.
    func beginning(
        of data: Data, upTo limit: Int, contentType: String?, found: inout Set<String>
    ) -> RedactedBeginning {
        guard data.count > limit else {
            let bytes = [UInt8](body(data, contentType: contentType, found: &found))
            return RedactedBeginning(bytes: bytes, safe: bytes.count, rest: 0)
        }
        let window = [UInt8](data.prefix(limit))
        let rest = data.count - window.count
        if WideText.isWide(window) {
            // Nobody shows it, but what comes back of it is hidden.
            _ = body(Data(window.dropLast(window.count % 2)), contentType: contentType, found: &found)
            return RedactedBeginning(bytes: window, safe: 0, rest: rest)
        }
        var redactor = Redactor(self)
        redactor.cut = window.endIndex
        redactor.scanBody(window[...], contentType: contentType, level: 0)
        found.formUnion(redactor.found)
        judged.keep(redactor.judged)
        let safe = redactor.place(of: max(window.count - RedactedBeginning.margin, 0))
        return RedactedBeginning(bytes: redactor.applied(to: window[...]), safe: safe, rest: rest)
    }
}

extension EchoSearch {
    /// The same without echoes.
    func scrubbed(_ beginning: RedactedBeginning) -> RedactedBeginning {
        var scrubbed = beginning
        guard let bytes = replaced(beginning.bytes, mark: &scrubbed.safe) else { return beginning }
        scrubbed.bytes = bytes
        return scrubbed
    }
}
