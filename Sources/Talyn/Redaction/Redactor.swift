/// Redacts one text: scans its bytes and notes what has to change, so that everything else stays as it is.
package struct Redactor {
    /// The depth to which texts within texts are parsed: a URL in a JSON string in a form is two. Deeper ones are
    /// scanned as text.
    static let deepest = 2
    package static let placeholder = Array(Redaction.placeholder.utf8)

    package let names: SecretNames
    private(set) var rules: [@Sendable (String) -> String]
    /// The end of bytes that are the beginning of a longer text; nil for a whole one.
    var cut: Int?
    /// Ranges are indices of the slices that were given.
    var edits = TextEdits()
    /// The secrets that were taken out, decoded.
    private(set) var found: Set<String> = []
    /// Whether something was taken out of loose text, where what remains may read otherwise.
    package var mayFindMore = false

    /// - Parameter isFirst: whether the user's rules apply, which count once.
    init(_ redaction: Redaction, isFirst: Bool = true) {
        names = redaction.names
        rules = isFirst ? redaction.rules : []
    }

    /// Hides the value of a name if it is a secret, and returns whether it is.
    @discardableResult
    package mutating func hide(
        _ raw: ArraySlice<UInt8>, named name: ArraySlice<UInt8>, in kind: SecretNames.Kind = .field,
        _ encoding: TextEncoding = .plain
    ) -> Bool {
        !Self.isCount(raw, name) && hide(raw, names.secrecy(of: name, in: kind), encoding)
    }

    /// Whether a value is a number of tokens, as in `max_tokens=100`.
    package static func isCount(_ value: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
        value.isAll(of: .digits) && name.suffix(6).isWord("tokens")
    }

    /// Hides and collects a value if it is a secret by the judgement of its name, and returns whether it is.
    @discardableResult
    package mutating func hide(
        _ raw: ArraySlice<UInt8>, _ secrecy: SecretNames.Secrecy = .certain, _ encoding: TextEncoding = .plain,
        with replacement: [UInt8] = placeholder
    ) -> Bool {
        if secrecy == .none { return false }
        let text = encoding.decoded(raw)
        // The looks of a value that is cut off do not excuse it.
        if secrecy == .ambiguous, raw.endIndex != cut, !text.looksLikeKey { return false }
        // Also with the end of what an earlier pass found in another form: `REDACTED"}`.
        let isDone = raw.starts(with: Self.placeholder) && raw.dropFirst(Self.placeholder.count).isAll(of: .closers)
        if isDone || raw == replacement[...] || raw.isEmpty { return true }
        edit(raw, to: replacement)
        collect(text, secrecy)
        return true
    }

    /// Replaces bytes without collecting them.
    mutating func edit(_ raw: ArraySlice<UInt8>, to replacement: [UInt8]) {
        if !raw.isEmpty { edits.add(raw.startIndex..<raw.endIndex, replacement) }
    }

    /// Notes a secret that was taken out, so that it is found where it is repeated.
    @inline(never)
    mutating func collect(_ secret: ArraySlice<UInt8>, _ secrecy: SecretNames.Secrecy = .certain) {
        // A likely secret may be `state=open`: to hide each "open" elsewhere would break what was recorded.
        let looksRandom = secret.count >= 8 && secret.hasAny(of: .digits) || secret.count >= 16
        guard secrecy == .certain || looksRandom, !secret.isOne(of: Self.plain), secret != Self.placeholder[...] else {
            return
        }
        found.insert(String(decoding: secret, as: UTF8.self))
    }

    private static let plain = ["true", "false", "null", "undefined", "none"]

    /// Scans a text that is written within another, and applies the user's rules last. If it changes and has escapes,
    /// it is encoded anew.
    @inline(__always)
    package mutating func scanLeaf(
        _ raw: ArraySlice<UInt8>, _ encoding: TextEncoding, _ scan: (inout Redactor, ArraySlice<UInt8>) -> Void
    ) {
        let leaf = rules.isEmpty && !encoding.isEscaped(raw) ? nil : begin(raw, encoding)
        scan(&self, leaf?.text ?? raw)
        if let leaf { end(leaf, raw, encoding) }
    }

    /// The text of a leaf, with the changes of the text around it.
    private struct Leaf {
        let text: ArraySlice<UInt8>
        let outer: (edits: TextEdits, cut: Int?)
    }

    @inline(never)
    private mutating func begin(_ raw: ArraySlice<UInt8>, _ encoding: TextEncoding) -> Leaf {
        let leaf = Leaf(text: encoding.decoded(raw), outer: (edits, cut))
        edits = TextEdits()
        cut = raw.endIndex == cut ? leaf.text.endIndex : nil
        return leaf
    }

    @inline(never)
    private mutating func end(_ leaf: Leaf, _ raw: ArraySlice<UInt8>, _ encoding: TextEncoding) {
        let redacted = edits.applied(to: leaf.text)
        (edits, cut) = leaf.outer
        let result = ruled(redacted)
        if leaf.text != result[...] { edit(raw, to: encoding.encoded(result)) }
    }

    /// Returns a text as the user's rules change it.
    private mutating func ruled(_ bytes: [UInt8]) -> [UInt8] {
        guard !rules.isEmpty, !bytes.contains(0), let text = String(bytes: bytes, encoding: .utf8) else { return bytes }
        let ruled = Array(rules.reduce(text) { $1($0) }.utf8)
        if ruled == bytes { return bytes }
        // A rule took out everything between what stayed in front and behind.
        let least = min(bytes.count, ruled.count)
        var (front, back) = (0, 0)
        while front < least, bytes[front] == ruled[front] { front += 1 }
        while back < least - front, bytes[bytes.count - 1 - back] == ruled[ruled.count - 1 - back] { back += 1 }
        var end = bytes.count - back
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        collect(bytes[bytes.characterStart(atOrBefore: front)..<end], .likely)
        return ruled
    }
}
