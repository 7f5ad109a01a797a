/// Redacts one text: looks through its bytes and notes what has to change, so that everything else stays as it is.
struct Redactor {
    /// A change of the text.
    struct Edit: Equatable {
        var range: Range<Int>
        var replacement: [UInt8]
    }

    /// How deep texts within texts are looked through: a URL in a JSON string in a form is three.
    static let deepest = 5
    static let placeholder = Array(Redaction.placeholder.utf8)

    let names: SecretNames
    /// Whether it is source code, in which what is not quoted is an expression and no value.
    var isCode = false
    private let rules: [@Sendable (String) -> String]
    /// Where the bytes that are looked through are cut off, although they go on; nil when they end.
    var cut: Int?
    /// What has to change, in any order; ranges are indices of the slices that were given.
    private(set) var edits: [Edit] = []
    /// What was taken out, decoded.
    private(set) var found: Set<String> = []
    /// What names said.
    private(set) var judged: JudgedNames.Judgements
    /// Whether something was taken out of loose text, where what remains may read otherwise.
    var looksAgain = false

    init(_ redaction: Redaction, isFirst: Bool = true) {
        names = redaction.names
        rules = isFirst ? redaction.rules : []
        judged = redaction.judged.all
    }

    /// The bytes without what a scan finds in them, looked through until nothing more is found, so that redacting twice is
    /// redacting once; nil when there is nothing. What is found is collected.
    static func redacted(
        _ bytes: [UInt8], by redaction: Redaction, found: inout Set<String>,
        _ scan: (inout Redactor, ArraySlice<UInt8>) -> Void
    ) -> [UInt8]? {
        var result: [UInt8]?
        for pass in 0..<16 {
            var redactor = Redactor(redaction, isFirst: pass == 0)
            let current = result ?? bytes
            scan(&redactor, current[...])
            found.formUnion(redactor.found)
            redaction.judged.keep(redactor.judged)
            if redactor.edits.isEmpty { break }
            result = redactor.applied(to: current[...])
            if !redactor.looksAgain { break }
        }
        return result
    }

    /// Whether a field is a secret, by the name as it is written.
    mutating func secrecy(ofField name: DecodedText) -> SecretNames.Secrecy {
        judgement(ofField: name).secrecy
    }

    /// What the name of a field says of its value.
    mutating func judgement(ofField name: DecodedText) -> SecretNames.Judgement {
        judgement(name, in: .field) { names, text in names.judgement(ofField: text) }
    }

    /// Whether a name speaks of a secret in a place: as ``SecretNames/secrecy(of:in:)``.
    mutating func secrecy(of name: DecodedText, in place: SecretNames.Place) -> SecretNames.Secrecy {
        if place == .field { return secrecy(ofField: name) }
        // What is kept is kept for all endpoints, and each has tokens of its own.
        if names.hasTokens, names.isToken(name.text, in: place) {
            return names.secrecy(of: name.text, in: place)
        }
        return judgement(name, in: place) { names, text in
            SecretNames.Judgement(secrecy: names.secrecy(of: text, in: place))
        }.secrecy
    }

    private mutating func judgement(
        _ name: DecodedText, in place: SecretNames.Place, _ judge: (SecretNames, String) -> SecretNames.Judgement
    ) -> SecretNames.Judgement {
        if let known = judged[JudgedNames.Key(name: name.bytes, place: place)] { return known }
        let judgement = judge(names, name.text)
        // Copied: a slice would keep the whole text.
        if judged.count < 4096, name.bytes.count <= 128 {
            judged[JudgedNames.Key(name: Array(name.bytes)[...], place: place)] = judgement
        }
        return judgement
    }

    /// What is said by a name that is a value itself: of a header field when it has a hyphen, else of any field; of a path
    /// (JSON Patch's `/user/password`, SCIM's `urn:…:User:password`) the step that says most. Nothing when it is no name
    /// but a text.
    mutating func judgement(ofNamed name: DecodedText) -> SecretNames.Judgement {
        guard name.bytes.count <= 128, name.bytes.allSatisfy({ $0.isNameCharacter || $0 == 0x2F || $0 == 0x3A }) else {
            return SecretNames.Judgement()
        }
        if name.bytes.contains(where: { $0 == 0x2F || $0 == 0x3A }) {
            let said = name.bytes.split { $0 == 0x2F || $0 == 0x3A }.map { judgement(ofNamed: DecodedText($0, .plain)) }
            return said.max { ($0.secrecy, $1.isDoubtful ? 1 : 0) < ($1.secrecy, $0.isDoubtful ? 1 : 0) }
                ?? SecretNames.Judgement()
        }
        let text = name.text
        let isHeader = name.bytes.contains(0x2D) && names.decided(text, in: .field) == nil
        guard isHeader || names.decided(text, in: .header) != nil else { return judgement(ofField: name) }
        return SecretNames.Judgement(secrecy: names.secrecy(of: text, in: .header))
    }

    /// Puts a replacement in the place of a secret, unless it stands there already or there is nothing.
    mutating func hide(
        _ range: Range<Int>, in bytes: ArraySlice<UInt8>, secrecy: SecretNames.Secrecy = .certain,
        _ encoding: TextEncoding = .plain, with replacement: [UInt8] = placeholder
    ) {
        let raw = bytes[range]
        guard !raw.isEmpty, !raw.elementsEqual(replacement), !raw.elementsEqual(Self.placeholder) else { return }
        edits.append(Edit(range: range, replacement: replacement))
        collect(DecodedText(raw, encoding).text, secrecy)
    }

    /// Writes something else in the place of bytes, which are not collected.
    mutating func edit(_ range: Range<Int>, to replacement: [UInt8]) {
        if !range.isEmpty { edits.append(Edit(range: range, replacement: replacement)) }
    }

    /// Notes a secret that was taken out, so that its echoes can be found.
    mutating func collect(_ secret: String, _ secrecy: SecretNames.Secrecy = .certain) {
        // A likely secret may be `state=open`: to hide each "open" elsewhere would break what was recorded.
        let looksRandom = secret.utf8.count >= 8 && secret.utf8.contains(where: \.isDigit) || secret.utf8.count >= 16
        guard secrecy == .certain || looksRandom, !Self.plainWords.contains(secret) else { return }
        found.insert(secret)
    }

    /// Looks through a text that is written within another, and through the user's eyes last.
    mutating func scanLeaf(
        _ raw: ArraySlice<UInt8>, _ encoding: TextEncoding,
        _ scan: (inout Redactor, ArraySlice<UInt8>) -> Void
    ) {
        let decoded = DecodedText(raw, encoding)
        var outer: [Edit] = []
        swap(&outer, &edits)
        let outerCut = cut
        cut = raw.endIndex == outerCut ? decoded.bytes.endIndex : nil
        scan(&self, decoded.bytes)
        cut = outerCut
        if let text = ruled(decoded.bytes) {
            edits = [Edit(range: raw.startIndex..<raw.endIndex, replacement: encoding.encoded(text))]
        } else {
            edits = edits.map { Edit(range: decoded.raw($0.range), replacement: $0.replacement) }
        }
        swap(&outer, &edits)
        edits += outer
    }

    /// What the user's rules make of a text; nil when nothing, or when it is not text.
    private mutating func ruled(_ bytes: ArraySlice<UInt8>) -> String? {
        guard !rules.isEmpty, !bytes.contains(0),
            let text = String(bytes: applied(to: bytes), encoding: .utf8)
        else { return nil }
        let ruled = rules.reduce(text) { $1($0) }
        if ruled == text { return nil }
        // What a rule took out is all that is between what stayed in front and behind.
        let (before, after) = (text.unicodeScalars, ruled.unicodeScalars)
        let front = zip(before, after).prefix { $0 == $1 }.count
        let (old, new) = (before.dropFirst(front), after.dropFirst(front))
        let back = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
        collect(String(old.dropLast(back)), .likely)
        return ruled
    }

    /// The bytes with all changes made. What overlaps becomes one placeholder.
    func applied(to bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = bytes.startIndex
        for edit in Self.merged(edits) {
            result += bytes[position..<edit.range.lowerBound]
            result += edit.replacement
            position = edit.range.upperBound
        }
        return result + bytes[position...]
    }

    /// Where a place in the bytes is when all changes are made; in front of a change that it is within.
    func place(of index: Int) -> Int {
        var shift = 0
        for edit in Self.merged(edits) where edit.range.lowerBound < index {
            if edit.range.upperBound > index { return edit.range.lowerBound + shift }
            shift += edit.replacement.count - edit.range.count
        }
        return index + shift
    }

    private static func merged(_ edits: [Edit]) -> [Edit] {
        let sorted = edits.sorted {
            ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
        }
        var merged: [Edit] = []
        for edit in sorted {
            guard let last = merged.last, edit.range.lowerBound < last.range.upperBound else {
                merged.append(edit)
                continue
            }
            if edit.range.upperBound <= last.range.upperBound { continue }
            merged[merged.count - 1] = Edit(
                range: last.range.lowerBound..<edit.range.upperBound, replacement: placeholder)
        }
        return merged
    }

    private static let plainWords: Set<String> = [
        "true", "false", "null", "undefined", "none", Redaction.placeholder,
    ]
}
