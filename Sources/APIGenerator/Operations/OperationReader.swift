/// Makes operations out of a document's paths.
final class OperationReader {
    let documents: Documents
    let schemas: SchemaReader
    private var names = NameScope()
    private var ids: Set<String> = []
    /// The tags and IDs of all operations, also of those that a filter leaves out.
    private(set) var allTags: Set<String> = []
    private(set) var allIDs: Set<String> = []

    init(_ documents: Documents, _ schemas: SchemaReader) {
        self.documents = documents
        self.schemas = schemas
    }

    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    /// Returns the operations that a filter accepts, by tag and ID.
    func operations(where isWanted: (_ tags: [String], _ id: String) -> Bool) -> [Operation] {
        guard let paths = documents.root["paths"] else { return [] }
        if !paths.isMapping { fault("\"paths\" is no object", at: paths) }
        var all: [Operation] = []
        for (template, item) in paths.members where !template.utf8.starts(with: "x-".utf8) {
            let reference = item
            guard let item = documents.resolved(item), item.isMapping else {
                fault("a path without operations", at: item)
                continue
            }
            let siblings = reference["$ref"] == nil ? [] : reference.members.filter { Self.methods.contains($0.key) }
            for (key, value) in item.members + siblings {
                guard Self.methods.contains(key) else {
                    if Self.methods.contains(key.lowercased()) { fault("methods are in small letters", at: value) }
                    continue
                }
                guard let value = documents.resolved(value) else { continue }
                guard value.isMapping else {
                    fault("an operation is expected here", at: value)
                    continue
                }
                let tags = documents.items("tags", of: value).compactMap(\.text)
                let id = documents.text("operationId", of: value) ?? ""
                allTags.formUnion(tags)
                allIDs.insert(id)
                guard isWanted(tags, id) else { continue }
                all.append(operation(value, key, template, item, tags))
            }
        }
        return all
    }

    func operation(
        _ value: Located, _ method: String, _ template: String, _ item: Located, _ tags: [String]
    ) -> Operation {
        let id = value["operationId"]
        if let text = id?.text, !ids.insert(text).inserted {
            documents.note(.fault, "the operationId \"\(text)\" stands twice; this one has a number", at: value)
        }
        let fallback =
            method + " "
            + template.splitBytes("/").map { step in
                step.utf8.first == UInt8(ascii: "{") ? "by " + step : step
            }.joined(separator: " ")
        let name = names.unique(
            SwiftName.member(id?.text ?? fallback, fallback: SwiftName.member(fallback)),
            reserved: SwiftName.reservedCases, suffix: "Operation")
        var operation = Operation(
            name: name, method: method, template: template, path: [],
            documentation: documents.documentation(of: value, ["summary", "description"]),
            isDeprecated: documents.flag("deprecated", of: value) ?? false, tag: tags.first, place: value)
        operation.parameters = parameters(of: value, item, template, SwiftName.type(name))
        setPath(of: &operation)
        if let body = value["requestBody"] { operation.body = self.body(body, method, SwiftName.type(name)) }
        var labels = NameScope(Set(operation.parameters.map(\.name)))
        operation.body?.name = labels.unique("body")
        readResponses(value, into: &operation)
        operation.authorization = authorization(of: value)
        operation.server = (value["servers"] ?? item["servers"])?.items.first
        if let callbacks = value["callbacks"] { refuse("callbacks", at: callbacks) }
        return operation
    }
}
