/// The rules of a schema together with those of the schemas that it includes by `allOf`.
struct Shape {
    /// The types but null; empty without `type`.
    var types: [String] = []
    var isNullable = false
    var format: String?
    var properties: [(key: String, schema: Located)] = []
    var required: [String] = []
    var additional = Additional.unspecified
    var items: Located?
    /// The values of `enum` or `const` but null; nil without.
    var values: [Located]?
    /// Each `oneOf` and `anyOf`.
    var unions: [Variants] = []
    var discriminator: Located?

    /// The variants of `oneOf` or `anyOf`, without null and without those that only limit others.
    struct Variants {
        let schemas: [Located]
        /// Whether a value may be several of them at once.
        let isAny: Bool
    }

    enum Additional {
        case unspecified, forbidden
        case any(Located)
        case schema(Located)
    }

    mutating func setProperty(_ key: String, _ schema: Located) {
        if let place = properties.firstIndex(where: { $0.key == key }) {
            // A schema without a type only adds words to the one that it includes.
            guard Schemas.isStructural(schema) else { return }
            let earlier = properties[place].schema
            let isObject = [earlier, schema].allSatisfy { $0["properties"] != nil && $0["$ref"] == nil }
            guard isObject, earlier.file.utf8.elementsEqual(schema.file.utf8) else {
                properties[place].schema = schema
                return
            }
            // Objects of both have the properties of both.
            let both = Node(.sequence([earlier.node, schema.node]), line: schema.node.line)
            properties[place].schema = schema.with(.mapping([.init(key: "allOf", line: schema.node.line, value: both)]))
        } else {
            properties.append((key, schema))
        }
    }

    /// Adds the properties of another object before the own ones.
    mutating func include(_ base: Shape) {
        let own = properties
        properties = base.properties
        for (key, schema) in own { setProperty(key, schema) }
        required += base.required
        if types.isEmpty { types = ["object"] }
        if case .unspecified = additional { additional = base.additional }
    }

    /// The kinds of JSON that the schema allows; empty if it says nothing.
    var kinds: Set<String> {
        if !types.isEmpty { return Set(types) }
        if let values {
            return Set(
                values.map { value in
                    if value.isMapping { return "object" }
                    if value.node.items != nil { return "array" }
                    if value.node.bool != nil { return "boolean" }
                    return value.node.integer != nil ? "integer" : value.node.number != nil ? "number" : "string"
                })
        }
        if !properties.isEmpty { return ["object"] }
        if case .schema = additional { return ["object"] }
        return items != nil ? ["array"] : []
    }
}

/// Rules of JSON Schema that need no more than a schema.
enum Schemas {
    /// Keywords that decide about a type.
    private static let structural: Set<String> = [
        "$ref", "type", "properties", "items", "additionalProperties", "enum", "const", "oneOf", "anyOf", "allOf",
        "patternProperties", "prefixItems", "format",
    ]

    /// Those, and what beside them makes a schema more than the one that it includes.
    static let structuralOrUnion = structural.subtracting(["format"]).union(["required", "discriminator"])

    static func isStructural(_ schema: Located) -> Bool {
        (schema.node.members ?? []).contains { structural.contains($0.key) }
    }

    /// Whether null is the only value.
    static func isNull(_ schema: Located) -> Bool {
        if let type = schema["type"] {
            if type.text == "null" || type.node.isNull { return true }
            if !type.items.isEmpty { return type.items.allSatisfy { $0.text == "null" || $0.node.isNull } }
        }
        if let values = schema["enum"]?.items, !values.isEmpty { return values.allSatisfy { $0.node.isNull } }
        return schema["const"]?.node.isNull ?? false
    }

    /// Keywords of which the output has less than the schema.
    static let approximated = [
        "not", "if", "patternProperties", "prefixItems", "dependentSchemas", "dependentRequired", "propertyNames",
        "unevaluatedProperties", "contains", "$dynamicRef", "$recursiveRef",
    ]
}
