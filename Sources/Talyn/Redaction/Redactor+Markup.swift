/// XML and HTML: elements with secret names, and elements that name a secret, in an attribute
/// (`<meta name="csrf-token" content="…">`) or by their text, which the next element is the value of: property lists and
/// XML-RPC write `<key>password</key><string>…</string>`. Secret attributes are assignments.
extension Redactor {
    mutating func scanMarkup(_ bytes: ArraySlice<UInt8>) {
        let before = edits.count
        defer { if edits.count > before { looksAgain = true } }
        var index = bytes.startIndex
        /// What the text of the element before says of this one.
        var named = SecretNames.Secrecy.none
        while let open = bytes[index...].firstIndex(of: 0x3C) {
            index = open + 1
            let name = bytes[index...].prefix { $0.isNameCharacter || $0 == 0x3A }
            guard let first = name.first, first.isLetter || first == 0x5F || first >= 0x80 else { continue }
            let tag = bytes[name.endIndex...].prefix { $0 != 0x3E && $0 != 0x3C }
            index = tag.endIndex
            // What a tag that is cut says of its attributes may follow.
            if tag.endIndex == cut { hide(tag.startIndex..<tag.endIndex, in: tag, secrecy: .likely) }
            guard tag.endIndex < bytes.endIndex, bytes[tag.endIndex] == 0x3E else { continue }
            let content = bytes[(tag.endIndex + 1)...]
            var secrecy = max(secrecy(ofField: DecodedText(name, .plain)), named)
            named = .none
            if secrecy == .none, Self.namingElements.contains(where: name.elementsEqual) {
                named = self.secrecy(ofField: DecodedText(Self.trimmed(content.prefix { $0 != 0x3C }), .plain))
                continue
            }
            let isNamed = secrecy == .none
            if isNamed { secrecy = scanNaming(tag) }
            guard secrecy > .none, tag.last != 0x2F else { continue }
            // What names a secret may be an element without an end, like HTML's `meta`: its text ends with the next tag.
            let end = isNamed ? content.firstIndex(of: 0x3C) ?? content.endIndex : Self.end(of: name, in: content)
            hideTexts(content[..<end], secrecy)
            index = end
        }
    }

    /// Hides `value` and `content` of an element whose `name` or `key` speaks of a secret.
    private mutating func scanNaming(_ tag: ArraySlice<UInt8>) -> SecretNames.Secrecy {
        var secrecy = SecretNames.Secrecy.none
        var values: [Range<Int>] = []
        var rest = tag
        while let equals = rest.firstIndex(of: 0x3D) {
            rest = rest[(equals + 1)...]
            guard let attribute = Assignment(tag, at: equals) else { continue }
            let value = attribute.value(in: tag)
            rest = tag[max(rest.startIndex, value.upperBound)...]
            switch String(decoding: tag[attribute.name], as: UTF8.self).lowercased() {
            case "name", "key": secrecy = max(secrecy, self.secrecy(ofField: DecodedText(tag[value], .plain)))
            case "value", "content": values.append(value)
            default: break
            }
        }
        if secrecy > .none {
            for value in values { hide(value, in: tag, secrecy: secrecy) }
        }
        return secrecy
    }

    /// Where the element ends; the end of the text when it does not.
    private static func end(of name: ArraySlice<UInt8>, in content: ArraySlice<UInt8>) -> Int {
        var index = content.startIndex
        while let open = content[index...].firstIndex(of: 0x3C) {
            index = open + 1
            if content[index...].first == 0x2F, content[(index + 1)...].starts(with: name) { return open }
        }
        return content.endIndex
    }

    /// Hides each text between tags, within CDATA as well.
    private mutating func hideTexts(_ content: ArraySlice<UInt8>, _ secrecy: SecretNames.Secrecy) {
        var rest = content
        while !rest.isEmpty {
            if rest.starts(with: Self.cdata) {
                rest = rest.dropFirst(Self.cdata.count)
                let text = rest.prefix { $0 != 0x5D }
                hide(text.startIndex..<text.endIndex, in: text, secrecy: secrecy)
                rest = rest[text.endIndex...].drop { $0 == 0x5D || $0 == 0x3E }
            } else if rest.first == 0x3C {
                rest = rest.drop { $0 != 0x3E }.dropFirst()
            } else {
                let text = rest.prefix { $0 != 0x3C }
                let word = Self.trimmed(text)
                hide(word.startIndex..<word.endIndex, in: word, secrecy: secrecy)
                rest = rest[text.endIndex...]
            }
        }
    }

    private static let namingElements = [Array("key".utf8), Array("name".utf8)]
    private static let cdata = Array("<![CDATA[".utf8)
}
