import Foundation

/// Makes JSON out of schemas: their examples and defaults, else values of their types.
struct SampleJSON {
    let documents: Documents
    let schemas: SchemaReader

    /// The deepest level at which properties that need not be there are written.
    private static let optionalDepth = 3
    private static let deepest = 24

    /// Returns a value of a schema.
    func value(of schema: Located) -> Node { value(of: schema, depth: 0, path: []) }

    private func value(of schema: Located, depth: Int, path: [String]) -> Node {
        var (schema, path) = (schema, path)
        if let target = documents.resolved(schema), target.pointer != schema.pointer || target.file != schema.file {
            path.append(target.file + target.pointer)
            schema = target
        }
        let shape = schemas.shape(of: schema)
        func scalar(_ text: String, isPlain: Bool = true) -> Node { Node(.scalar(text, isPlain: isPlain), line: 0) }
        for key in ["example", "default"] {
            if let example = schema[key], fits(example.node, schema, depth: 0) { return example.node }
        }
        if let example = schema["examples"]?.items.first, fits(example.node, schema, depth: 0) { return example.node }
        if let value = shape.values?.first {
            return shape.types == ["string"] ? scalar(value.text ?? "", isPlain: false) : value.node
        }
        if let variants = shape.unions.first?.schemas, depth < Self.deepest {
            let base = shape.properties.isEmpty ? nil : object(shape, depth: depth, path: path)
            let variant = variants.first { !isRecursive($0, path) } ?? variants.first
            var inner = variant.map { value(of: $0, depth: depth + 1, path: path) } ?? scalar("null")
            if let variant, let discriminator = shape.discriminator {
                inner = marked(inner, as: variant, by: discriminator)
            }
            guard let base, let more = inner.members else { return inner }
            let all = (base.members ?? []).filter { member in inner[member.key] == nil } + more
            return Node(.mapping(all), line: 0)
        }
        switch shape.types.first ?? shape.kinds.first {
        case "object":
            return depth < Self.deepest ? object(shape, depth: depth, path: path) : Node(.mapping([]), line: 0)
        case "array":
            guard let items = shape.items, depth < Self.deepest, !isRecursive(items, path) else {
                return Node(.sequence([]), line: 0)
            }
            return Node(.sequence([value(of: items, depth: depth + 1, path: path)]), line: 0)
        case "integer": return scalar(schema["minimum"]?.node.integer.map { String($0) } ?? "1")
        case "number": return scalar(schema["minimum"]?.node.number == nil ? "1.5" : schema["minimum"]?.text ?? "1.5")
        case "boolean": return scalar("true")
        case "string":
            switch shape.format {
            case "date-time": return scalar("2026-01-31T09:30:00Z", isPlain: false)
            case "date": return scalar("2026-01-31", isPlain: false)
            case "byte": return scalar("AAEC", isPlain: false)
            case "uuid": return scalar("6ba7b810-9dad-11d1-80b4-00c04fd430c8", isPlain: false)
            case "email": return scalar("user@example.com", isPlain: false)
            case "uri", "url": return scalar("https://example.com/", isPlain: false)
            case "ipv4": return scalar("192.0.2.1", isPlain: false)
            default: return scalar("text", isPlain: false)
            }
        default: return shape.isNullable ? scalar("null") : Node(.mapping([]), line: 0)
        }
    }

    /// Returns a value with the mark of a variant, unless a constant of the variant is there already.
    private func marked(_ node: Node, as variant: Located, by discriminator: Located) -> Node {
        guard let key = discriminator["propertyName"]?.text, let members = node.members else { return node }
        let own = schemas.shape(of: variant).properties.first { $0.key == key }.flatMap {
            schemas.shape(of: $0.schema).values
        }
        if own != nil, node[key] != nil { return node }
        guard let place = documents.resolved(variant) else { return node }
        let named = discriminator["mapping"]?.members.first { _, target in
            guard let text = target.text else { return false }
            let found = documents.root["components"]?["schemas"]?[text] ?? documents.target(of: text, from: target)
            return found?.pointer == place.pointer && found?.file == place.file
        }
        let mark = Node.Member(
            key: key, line: 0, value: Node(.scalar(named?.key ?? SchemaReader.name(of: place), isPlain: false), line: 0)
        )
        return Node(.mapping([mark] + members.filter { $0.key != key }), line: 0)
    }

    private func object(_ shape: Shape, depth: Int, path: [String]) -> Node {
        var members: [Node.Member] = []
        for (key, schema) in shape.properties {
            let isRequired = shape.required.contains(key)
            guard isRequired || depth < Self.optionalDepth && !isRecursive(schema, path) else { continue }
            if isRequired, isRecursive(schema, path), schemas.shape(of: schema).isNullable || depth > 8 {
                members.append(.init(key: key, line: 0, value: Node(.scalar("null", isPlain: true), line: 0)))
                continue
            }
            members.append(.init(key: key, line: 0, value: value(of: schema, depth: depth + 1, path: path)))
        }
        if case .schema(let schema) = shape.additional, members.isEmpty, !isRecursive(schema, path),
            depth < Self.optionalDepth
        {
            members.append(.init(key: "key", line: 0, value: value(of: schema, depth: depth + 1, path: path)))
        }
        return Node(.mapping(members), line: 0)
    }

    /// Whether a schema leads to one that is being written.
    private func isRecursive(_ schema: Located, _ path: [String]) -> Bool {
        guard schema["$ref"] != nil, let target = documents.resolved(schema) else { return false }
        return path.contains(target.file + target.pointer)
    }

    /// Whether a value is one of a schema, as far as types, required properties and formats go.
    func fits(_ node: Node, _ schema: Located, depth: Int = 0) -> Bool {
        guard depth < Self.deepest else { return true }
        let shape = schemas.shape(of: schema)
        if node.isNull { return shape.isNullable || shape.kinds.isEmpty && shape.unions.isEmpty }
        if !shape.unions.isEmpty, shape.properties.isEmpty {
            return shape.unions.allSatisfy { $0.schemas.contains { fits(node, $0, depth: depth + 1) } }
        }
        let kinds = shape.kinds
        if kinds.isEmpty { return true }
        switch node.content {
        case .mapping(let members):
            guard kinds.contains("object"),
                shape.required.allSatisfy({ key in
                    node[key] != nil || !shape.properties.contains { $0.key == key }
                })
            else { return false }
            return members.allSatisfy { member in
                if let property = shape.properties.first(where: { $0.key == member.key }) {
                    // An optional property may be null for the decoder.
                    return !shape.required.contains(member.key) && member.value.isNull
                        || fits(member.value, property.schema, depth: depth + 1)
                }
                if case .schema(let schema) = shape.additional { return fits(member.value, schema, depth: depth + 1) }
                return true
            }
        case .sequence(let items):
            guard kinds.contains("array") else { return false }
            return shape.items.map { schema in items.allSatisfy { fits($0, schema, depth: depth + 1) } } ?? true
        case .scalar(let text, let isPlain):
            if isPlain {
                if node.bool != nil { return kinds.contains("boolean") }
                if node.integer != nil { return kinds.contains("integer") || kinds.contains("number") }
                if node.number != nil { return kinds.contains("number") }
            }
            guard kinds.contains("string") else { return false }
            switch shape.format {
            case "date-time":
                return [false, true].contains {
                    (try? Date.ISO8601FormatStyle(includingFractionalSeconds: $0).parse(text)) != nil
                }
            case "byte": return Data(base64Encoded: text) != nil
            default: return true
            }
        }
    }

    /// Returns a value as JSON. Texts in quotes are texts; others are what they are in YAML 1.2.
    static func text(_ node: Node, indentation: Int? = nil, isText: Bool = false) -> String {
        switch node.content {
        case .scalar(let text, let isPlain):
            if !isText, isPlain {
                if node.isNull { return "null" }
                if let flag = node.bool { return flag ? "true" : "false" }
                if let integer = node.integer { return String(integer) }
                if let number = node.number, number.isFinite { return Self.isJSONNumber(text) ? text : String(number) }
            }
            return literal(text)
        case .sequence(let items):
            if items.isEmpty { return "[]" }
            return list(items.map { Self.text($0, indentation: indentation.map { $0 + 2 }) }, "[", "]", indentation)
        case .mapping(let members):
            if members.isEmpty { return "{}" }
            return list(
                members.map { "\(literal($0.key)): \(Self.text($0.value, indentation: indentation.map { $0 + 2 }))" },
                "{", "}",
                indentation)
        }
    }

    private static func list(_ items: [String], _ open: String, _ close: String, _ indentation: Int?) -> String {
        guard let indentation else { return open + items.joined(separator: ", ") + close }
        let inner = String(repeating: " ", count: indentation + 2)
        return open + "\n" + items.map { inner + $0 }.joined(separator: ",\n") + "\n"
            + String(repeating: " ", count: indentation) + close
    }

    private static func isJSONNumber(_ text: String) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) is NSNumber
    }

    private static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if SwiftText.isHidden(scalar) {
                    let digits = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }
}
