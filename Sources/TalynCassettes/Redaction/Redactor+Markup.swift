internal import Talyn

// XML and HTML: elements with secret names, and elements that name a secret, in an attribute
// (`<meta name="csrf-token" content="…">`) or by their text, which the next element is the value of: property lists and
// XML-RPC write `<key>password</key><string>…</string>`. Secret attributes are found as text, by `name=value`.
extension Redactor {
    mutating func scanMarkup(_ bytes: ArraySlice<UInt8>) {
        var index = bytes.startIndex
        // What the text of the element before says of this one.
        var named = SecretNames.Secrecy.none
        while let open = bytes[index...].position(of: 0x3C) {
            index = open + 1
            let name = bytes[index...].prefix { $0.isNameCharacter || $0 == 0x3A }
            guard let first = name.first, first.isLetter || first == 0x5F || first >= 0x80 else { continue }
            let tag = bytes[name.endIndex...].prefix { $0 != 0x3E && $0 != 0x3C }
            index = tag.endIndex
            guard bytes[index...].first == 0x3E else { continue }
            let content = bytes[(index + 1)...]
            var secrecy = max(secrecy(of: name), named)
            named = .none
            if secrecy == .none, name.elementsEqual("key".utf8) || name.elementsEqual("name".utf8) {
                named = self.secrecy(of: content.prefix { $0 != 0x3C }.trimming(while: \.isSpace))
                continue
            }
            let isNamed = secrecy == .none
            if isNamed { secrecy = scanNaming(tag) }
            guard secrecy > .none, tag.last != 0x2F else { continue }
            // What names a secret may be an element without an end, like HTML's `meta`: its text ends with the next
            // tag.
            let end = isNamed ? content.position(of: 0x3C) ?? content.endIndex : Self.end(of: name, in: content)
            hideTexts(content[..<end], secrecy)
            index = end
        }
    }

    /// Hides `value` and `content` of an element whose `name` or `key` speaks of a secret.
    private mutating func scanNaming(_ tag: ArraySlice<UInt8>) -> SecretNames.Secrecy {
        let attributes = Self.parameters(in: tag)
        let names = attributes.filter { $0.name == "name" || $0.name == "key" }
        let secrecy = names.map { self.secrecy(of: $0.value) }.max() ?? .none
        if secrecy == .none { return secrecy }
        for attribute in attributes where attribute.name == "value" || attribute.name == "content" {
            hide(attribute.value, secrecy)
        }
        return secrecy
    }

    /// The end of an element; the end of the text when it has none.
    private static func end(of name: ArraySlice<UInt8>, in content: ArraySlice<UInt8>) -> Int {
        var index = content.startIndex
        while let open = content[index...].position(of: 0x3C) {
            index = open + 1
            if content[index...].first == 0x2F, content[(index + 1)...].starts(with: name) { return open }
        }
        return content.endIndex
    }

    /// Hides each text between tags, within CDATA as well.
    private mutating func hideTexts(_ content: ArraySlice<UInt8>, _ secrecy: SecretNames.Secrecy) {
        var rest = content
        while !rest.isEmpty {
            if rest.hasPrefix(bytes: "<![CDATA[") {
                let text = rest.dropFirst(9).prefix { $0 != 0x5D }
                hide(text, secrecy)
                rest = rest[text.endIndex...].drop { $0 == 0x5D || $0 == 0x3E }
            } else if rest.first == 0x3C {
                rest = rest.drop { $0 != 0x3E }.dropFirst()
            } else {
                let text = rest.prefix { $0 != 0x3C }
                hide(text.trimming(while: \.isSpace), secrecy)
                rest = rest[text.endIndex...]
            }
        }
    }
}
