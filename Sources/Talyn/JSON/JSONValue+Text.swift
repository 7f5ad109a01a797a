extension JSONValue {
    /// The value as JSON text on one line: sorted keys, unescaped slashes, no spaces. It contains all values, including
    /// secrets.
    ///
    /// Infinity and NaN are written as `null`.
    public var jsonText: String { jsonText(limit: .max) }

    /// Returns ``jsonText``, or only its beginning, of more than `limit` bytes, if it is longer.
    func jsonText(limit: Int) -> String {
        enum Piece { case text(String), value(JSONValue) }
        var output = ""
        // A stack instead of recursion, because a document may be deeply nested.
        var pending: [Piece] = [.value(self)]
        while output.utf8.count <= limit, let piece = pending.popLast() {
            switch piece {
            case .text(let text): output += text
            case .value(.null): output += "null"
            case .value(.bool(let flag)): output += flag ? "true" : "false"
            case .value(.integer(let whole)): output += String(whole)
            case .value(.unsigned(let whole)): output += String(whole)
            case .value(.number(let number)): output += number.isFinite ? "\(number)" : "null"
            case .value(.string(let text)): Self.write(text, limit: limit, to: &output)
            case .value(.array(let items)):
                // Each element is at least one byte, so `limit` elements are enough.
                var pieces: [Piece] = [.text("[")]
                for (index, item) in items.prefix(limit).enumerated() {
                    if index > 0 { pieces.append(.text(",")) }
                    pieces.append(.value(item))
                }
                pending += (pieces + [.text("]")]).reversed()
            case .value(.object(let members)):
                var pieces: [Piece] = [.text("{")]
                for (index, member) in Self.sorted(members).prefix(limit).enumerated() {
                    if index > 0 { pieces.append(.text(",")) }
                    pieces += [.value(.string(member.key)), .text(":"), .value(member.value)]
                }
                pending += (pieces + [.text("}")]).reversed()
            }
        }
        return output
    }

    private static func write(_ text: String, limit: Int, to output: inout String) {
        output += "\""
        output += String(decoding: JSONText.escaped(String(text.unicodeScalars.prefix(limit))), as: UTF8.self)
        output += "\""
    }
}

/// What JSON strings escape.
enum JSONText {
    /// A text as it stands between quotes: only what must be escaped is.
    static func escaped(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C: bytes += [0x5C, byte]
            case 0x0A: bytes += Array(#"\n"#.utf8)
            case 0x0D: bytes += Array(#"\r"#.utf8)
            case 0x09: bytes += Array(#"\t"#.utf8)
            case 0..<0x20:
                let digits = Array(String(byte, radix: 16).utf8)
                bytes += Array(#"\u00"#.utf8) + (digits.count == 1 ? [0x30] : []) + digits
            default: bytes.append(byte)
            }
        }
        return bytes
    }
}

// MARK: - Descriptions

extension JSONValue: RedactedStringConvertible {
    /// The shape, such as `{code: integer, items: [object × 3]}`: sorted keys, at most about 200 characters, no values.
    public var description: String {
        var text = ""
        describe(to: &text, depth: 0)
        return text
    }

    /// The kind of the value: `null`, `boolean`, `integer`, `number`, `string`, `array` or `object`.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .integer, .unsigned: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// Returns a key for use in a message: on one line, at most 40 characters.
    static func label(_ key: String) -> String {
        let line = key.unicodeScalars.prefix(41).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        let text = String(String.UnicodeScalarView(line.prefix(40)))
        return line.count > 40 ? text + "…" : text
    }

    private func describe(to text: inout String, depth: Int) {
        switch self {
        case .array(let items):
            guard let kind = items.first?.kind else { return text += "[]" }
            text += "[\(items.allSatisfy { $0.kind == kind } ? kind : "mixed") × \(items.count)]"
        case .object(let members):
            guard depth < 8 else { return text += "{…}" }
            text += "{"
            for (index, member) in Self.sorted(members).enumerated() {
                if index > 0 { text += ", " }
                guard text.utf8.count < 160 else {
                    text += "…"
                    break
                }
                text += Self.label(member.key) + ": "
                member.value.describe(to: &text, depth: depth + 1)
            }
            text += "}"
        default: text += kind
        }
    }
}

extension JSONValue {
    /// Members by the bytes of their names. String's `<` finds no order between "e\u{301}" and "\u{E9}]".
    fileprivate static func sorted(_ members: [String: JSONValue]) -> [(key: String, value: JSONValue)] {
        members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}
