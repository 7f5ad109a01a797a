internal import Talyn

// XML and HTML: elements with secret names, and elements that name a secret, in an attribute
// (`<meta name="csrf-token" content="…">`) or by their text, which the next element is the value of: property lists and
// XML-RPC write `<key>password</key><string>…</string>`. Secret attributes are found as text, by `name=value`.
extension Redactor {
    mutating func scanMarkup(_ bytes: ArraySlice<UInt8>) {
        mayFindMore = true
        // The element whose texts are all hidden, the judgement of the next text, and the name that an element gives to
        // the next one.
        var (element, secrecy, given) = (ArraySlice<UInt8>(), SecretNames.Secrecy.none, ArraySlice<UInt8>())
        var rest = bytes
        while !rest.isEmpty {
            let isData = rest.hasPrefix(bytes: "<![CDATA[")
            let text = isData ? rest.dropFirst(9).prefix { $0 != 0x5D } : rest.prefix { $0 != 0x3C }
            hide(text.trimming(while: \.isSpace), secrecy)
            hideEscaped(text)
            rest = rest[text.endIndex...].drop { isData && ($0 == 0x5D || $0 == 0x3E) }
            if isData || rest.isEmpty { continue }
            let tag = rest.dropFirst().prefix { $0 != 0x3E && $0 != 0x3C }
            rest = rest[tag.endIndex...]
            if rest.first == 0x3E { rest = rest.dropFirst() }
            let name = tag.drop { $0 == 0x2F }.prefix { $0.isNameCharacter || $0 == 0x3A }
            if element.isEmpty || tag.first == 0x2F && name == element { (element, secrecy) = ([], .none) }
            guard element.isEmpty, let first = tag.first, first.isNameCharacter else { continue }
            if name.elementsEqual("key".utf8) || name.elementsEqual("name".utf8) {
                given = rest.prefix { $0 != 0x3C }.trimming(while: \.isSpace)
                continue
            }
            secrecy = max(names.secrecy(of: name, in: .field), names.secrecy(of: given, in: .field))
            if secrecy > .ambiguous, tag.last != 0x2F { element = name }
            given = []
            let attributes = Self.parameters(in: tag)
            for attribute in attributes { hideEscaped(attribute.value) }
            for naming in attributes where naming.name == "name" || naming.name == "key" {
                secrecy = max(secrecy, names.secrecy(of: naming.value, in: .field))
                for attribute in attributes where attribute.name == "value" || attribute.name == "content" {
                    hide(attribute.value, named: naming.value)
                }
            }
        }
    }

    /// Hides a text with quotes as entities, such as JSON in an attribute, if it names a secret. It is not parsed.
    private mutating func hideEscaped(_ text: ArraySlice<UInt8>) {
        guard text.position(of: 0x26) != nil else { return }
        let string = String(decoding: text, as: UTF8.self)
        let hasQuotes = ["&quot;", "&#34;", "&#x22;", "&#39;", "&apos;"].contains { string.contains(bytes: $0) }
        if hasQuotes, names.areSecretWords(text) { hide(text, .likely) }
    }
}
