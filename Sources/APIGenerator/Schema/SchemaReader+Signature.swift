extension SchemaReader {
    /// Keys that add words to a schema, but no type.
    static let words: Set<String> = ["description", "example", "examples", "default", "externalDocs"]

    /// Returns what a schema says as text, equal for schemas of equal types.
    func signature(of schema: Located) -> String {
        var text = schema.file
        Self.write(schema.node, to: &text, isSchema: true)
        return text
    }

    static func write(_ node: Node, to text: inout String, isSchema: Bool) {
        switch node.content {
        case .scalar(let scalar, let isPlain): text += isPlain ? scalar + "," : "\"\(scalar)\","
        case .sequence(let items):
            text += "["
            for item in items { write(item, to: &text, isSchema: isSchema) }
            text += "]"
        case .mapping(let members):
            text += "{"
            for member in members {
                // The keys of `properties` are names.
                if isSchema, words.contains(member.key) || member.key.utf8.starts(with: "x-".utf8) { continue }
                text += member.key + ":"
                write(member.value, to: &text, isSchema: !isSchema || member.key != "properties")
            }
            text += "}"
        }
    }
}
