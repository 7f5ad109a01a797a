internal import Talyn

// XML and HTML: elements with secret names, and elements that name a secret, in an attribute
// (`<meta name="csrf-token" content="…">`) or by their text, which the next element is the value of: property lists and
// XML-RPC write `<key>password</key><string>…</string>`. Secret attributes are found as text, by `name=value`.
extension Redactor {
    /// Scans markup. `isSection`: the text of a comment or a CDATA section, which hold no others.
    mutating func scanMarkup(_ bytes: ArraySlice<UInt8>, isSection: Bool = false) {
        mayFindMore = true
        // The open element whose texts are all hidden, how many of its name are open, and the judgement of texts.
        var (element, depth, secrecy) = (ArraySlice<UInt8>(), 0, SecretNames.Secrecy.none)
        // The text of a `key` or `name` element, which names the next one, and whether this is still open.
        var (nameOfNext, isNaming) = ([UInt8](), false)
        var rest = bytes
        while !rest.isEmpty {
            if rest.first != 0x3C {
                let text = rest.prefix { $0 != 0x3C }
                rest = rest[text.endIndex...]
                let trimmed = text.trimming(while: \.isSpace)
                if isNaming { nameOfNext += trimmed }
                hide(trimmed, secrecy)
                hideEscaped(text)
                continue
            }
            if !isSection, let (text, end) = Self.section(rest) {
                if isNaming, rest.hasPrefix(bytes: "<![") { nameOfNext += text }
                rest = rest[end...]
                if !hide(text.trimming(while: \.isSpace), secrecy) { scanMarkup(text, isSection: true) }
                continue
            }
            let tag = Self.tag(rest.dropFirst())
            rest = rest[tag.endIndex...]
            if rest.first == 0x3E { rest = rest.dropFirst() }
            // Neither a declaration nor an instruction.
            guard let first = tag.first, first == 0x2F || first.isNameCharacter else { continue }
            isNaming = false
            let name = tag.drop { $0 == 0x2F }.prefix { $0.isNameCharacter || $0 == 0x3A }
            let isOpening = first != 0x2F && tag.last != 0x2F
            if !element.isEmpty {
                if name == element { depth += first == 0x2F ? -1 : isOpening ? 1 : 0 }
                if depth == 0 { (element, secrecy) = ([], .none) }
                for attribute in Self.parameters(in: tag) where Self.isValue(attribute) {
                    hide(attribute.value, secrecy)
                }
                continue
            }
            secrecy = .none
            if first == 0x2F { continue }
            let attributes = Self.parameters(in: tag)
            let naming = attributes.filter { $0.name == "name" || $0.name == "key" }
            if naming.isEmpty, isOpening, name.isOne(of: ["key", "name"]) {
                (nameOfNext, isNaming) = ([], true)
                continue
            }
            let own = max(names.secrecy(of: name, in: .field), names.secrecy(of: nameOfNext[...], in: .field))
            secrecy = naming.reduce(own) { max($0, names.secrecy(of: $1.value, in: .field)) }
            nameOfNext = []
            var hasValue = false
            for attribute in attributes {
                hideEscaped(attribute.value)
                guard Self.isValue(attribute) else { continue }
                hasValue = true
                let isCount = naming.last.map { Self.isCount(attribute.value, $0.value) } ?? false
                if !isCount { hide(attribute.value, secrecy) }
            }
            // A name in an attribute names what is in the element, unless HTML gives it to a control or a form.
            let isWhole = own > .none || !hasValue && !name.isOne(of: ["a", "form", "iframe", "input", "meta"])
            if secrecy > .none, isOpening, isWhole { (element, depth) = (name, 1) }
        }
    }

    /// Whether an attribute holds the value of an element.
    private static func isValue(_ attribute: (name: String, value: ArraySlice<UInt8>)) -> Bool {
        !attribute.value.isEmpty && (attribute.name == "value" || attribute.name == "content")
    }

    /// Returns the text of a comment or CDATA section, and the index behind it; nil if none begins here. Without an end
    /// it goes to the end of the document.
    private static func section(_ rest: ArraySlice<UInt8>) -> (text: ArraySlice<UInt8>, end: Int)? {
        for (start, end) in [("<![CDATA[", "]]"), ("<!--", "--")] where rest.hasPrefix(bytes: start) {
            let text = rest.dropFirst(start.utf8.count)
            var index = text.startIndex
            while let close = text[index...].position(of: 0x3E) {
                if text[..<close].suffix(2).elementsEqual(end.utf8) { return (text[..<(close - 2)], close + 1) }
                index = close + 1
            }
            return (text, text.endIndex)
        }
        return nil
    }

    /// Returns a tag without its brackets. It ends at `>` outside of quotes, and before another tag.
    private static func tag(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = rest.prefix { $0 != 0x3C }
        // The open quote, and the last byte that is no white space.
        var (quote, last) = (UInt8?.none, UInt8(0))
        for index in text.indices {
            let byte = text[index]
            if quote != nil {
                if byte == quote { quote = nil }
            } else if byte == 0x3E {
                return text[..<index]
            } else if last == 0x3D, byte == 0x22 || byte == 0x27 {
                quote = byte
            }
            if !byte.isSpace { last = byte }
        }
        return quote == nil ? text : text.prefix { $0 != 0x3E }
    }

    /// Hides a text with quotes as entities, such as JSON in an attribute, if it names a secret. It is not parsed.
    private mutating func hideEscaped(_ text: ArraySlice<UInt8>) {
        guard text.position(of: 0x26) != nil else { return }
        let string = String(decoding: text, as: UTF8.self)
        let hasQuotes = ["&quot;", "&#34;", "&#x22;", "&#39;", "&apos;"].contains { string.contains(bytes: $0) }
        if hasQuotes, names.areSecretWords(text) { hide(text, .likely) }
    }
}
