extension JSONValue {
    /// The value as JSON text on one line: sorted keys, unescaped slashes, no spaces. It contains all values, including
    /// secrets.
    ///
    /// Infinity and NaN are written as `null`.
    public var jsonText: String { jsonText(limit: .max) }

    /// Returns ``jsonText``, or only its beginning, of more than `limit` bytes, if it is longer. `sorted` orders the
    /// keys of an object; by their bytes if nil.
    package func jsonText(limit: Int, sorted: (([String]) -> [String])? = nil) -> String {
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
            case .value(.number(let number)): output += Self.digits(of: number)
            case .value(.string(let text)): output += Self.quoted(text, limit: limit)
            // Each element is at least one byte, so `limit` elements are enough.
            case .value(.array(let items)):
                output += "["
                pending.append(.text("]"))
                for (index, item) in items.prefix(limit).enumerated().reversed() {
                    pending.append(.value(item))
                    if index > 0 { pending.append(.text(",")) }
                }
            case .value(.object(let members)):
                output += "{"
                pending.append(.text("}"))
                let keys = sorted?(Array(members.keys)) ?? Array(members.keys).sortedByBytes()
                for (index, key) in keys.prefix(limit).enumerated().reversed() {
                    pending.append(.value(members[key] ?? .null))
                    pending.append(.text("\(index > 0 ? "," : "")\(Self.quoted(key, limit: limit)):"))
                }
            }
        }
        return output
    }

    private static func digits(of number: Double) -> String {
        switch JSONValue.number(number).written {
        case .integer(let whole): String(whole)
        case .unsigned(let whole): String(whole)
        default: number.isFinite ? "\(number)" : "null"
        }
    }

    private static func quoted(_ text: String, limit: Int) -> String {
        let text = text.utf8.count > limit ? String(text.unicodeScalars.prefix(limit)) : text
        return "\"\(String(decoding: JSONEscape.escaped(text), as: UTF8.self))\""
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
            for (index, key) in Array(members.keys).sortedByBytes().enumerated() {
                if index > 0 { text += ", " }
                guard text.utf8.count < 160 else {
                    text += "…"
                    break
                }
                text += Self.label(key) + ": "
                members[key]?.describe(to: &text, depth: depth + 1)
            }
            text += "}"
        default: text += kind
        }
    }
}
