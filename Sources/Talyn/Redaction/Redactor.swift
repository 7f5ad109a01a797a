/// Redacts one text: scans its bytes and notes what has to change, so that everything else stays as it is.
package struct Redactor {
    /// The depth to which texts within texts are scanned: a URL in a JSON string in a form is three.
    static let deepest = 5
    package static let placeholder = Array(Redaction.placeholder.utf8)

    let names: SecretNames
    private let rules: [@Sendable (String) -> String]
    /// The end of bytes that are the beginning of a longer text; nil for a whole one.
    var cut: Int?
    /// Ranges are indices of the slices that were given.
    private(set) var edits = TextEdits()
    /// The secrets that were taken out, decoded.
    private(set) var found: Set<String> = []
    /// Whether something was taken out of loose text, where what remains may read otherwise.
    var looksAgain = false

    init(_ redaction: Redaction, isFirst: Bool = true) {
        names = redaction.names
        rules = isFirst ? redaction.rules : []
    }

    /// Returns whether the value of a name is a secret.
    package func secrecy(of name: ArraySlice<UInt8>, in kind: SecretNames.Kind = .field) -> SecretNames.Secrecy {
        names.secrecy(of: name, in: kind)
    }

    /// Replaces and collects a secret, unless the placeholder stands there already.
    package mutating func hide(
        _ raw: ArraySlice<UInt8>, _ secrecy: SecretNames.Secrecy = .certain, _ encoding: TextEncoding = .plain,
        with replacement: [UInt8] = placeholder
    ) {
        guard !raw.isEmpty, !raw.elementsEqual(replacement), !raw.elementsEqual(Self.placeholder) else { return }
        edit(raw, to: replacement)
        collect(DecodedText(raw, encoding).text, secrecy)
    }

    /// Replaces bytes without collecting them.
    mutating func edit(_ raw: ArraySlice<UInt8>, to replacement: [UInt8]) {
        if !raw.isEmpty { edits.add(raw.startIndex..<raw.endIndex, replacement) }
    }

    /// Notes a secret that was taken out, so that it is found where it is repeated.
    mutating func collect(_ secret: String, _ secrecy: SecretNames.Secrecy = .certain) {
        // A likely secret may be `state=open`: to hide each "open" elsewhere would break what was recorded.
        let looksRandom = secret.utf8.count >= 8 && secret.utf8.contains(where: \.isDigit) || secret.utf8.count >= 16
        guard secrecy == .certain || looksRandom, !["true", "false", "null", "undefined", "none"].contains(secret),
            secret != Redaction.placeholder
        else { return }
        found.insert(secret)
    }

    /// Scans loose text, of which what remains is scanned again.
    package mutating func scanLoosely(_ scan: (inout Redactor) -> Void) {
        let before = edits.count
        scan(&self)
        if edits.count > before { looksAgain = true }
    }

    /// Scans a text that is written within another, and applies the user's rules last.
    mutating func scanLeaf(
        _ raw: ArraySlice<UInt8>, _ encoding: TextEncoding, _ scan: (inout Redactor, ArraySlice<UInt8>) -> Void
    ) {
        let decoded = DecodedText(raw, encoding)
        if rules.isEmpty, decoded.isVerbatim { return scan(&self, raw) }
        let (outer, outerCut) = (edits, cut)
        edits = TextEdits()
        cut = raw.endIndex == outerCut ? decoded.bytes.endIndex : nil
        scan(&self, decoded.bytes)
        let inner = edits
        (edits, cut) = (outer, outerCut)
        if let text = ruled(decoded.bytes, inner) {
            edit(raw, to: encoding.encoded(text))
        } else {
            edits.add(inner, of: decoded)
        }
    }

    /// Returns a text as the user's rules change it; nil if they do not, or if it is not text.
    private mutating func ruled(_ bytes: ArraySlice<UInt8>, _ edits: TextEdits) -> String? {
        guard !rules.isEmpty, !bytes.contains(0), let text = String(bytes: edits.applied(to: bytes), encoding: .utf8)
        else { return nil }
        let ruled = rules.reduce(text) { $1($0) }
        if ruled == text { return nil }
        // A rule took out everything between what stayed in front and behind.
        let (before, after) = (text.unicodeScalars, ruled.unicodeScalars)
        let front = zip(before, after).prefix { $0 == $1 }.count
        let (old, new) = (before.dropFirst(front), after.dropFirst(front))
        let back = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
        collect(String(old.dropLast(back)), .likely)
        return ruled
    }
}
