package import Foundation

/// Writes an API client of Talyn out of an OpenAPI document.
package enum Generator {
    /// The choice of what is written.
    package struct Options: Sendable {
        /// The name of the enum; nil for one that is made of the document's title.
        package var name: String?
        /// The tags whose operations are written; empty for all.
        package var tags: [String] = []
        /// The operations that are written, by their ID; empty for all.
        package var operations: [String] = []
        package var writesSamples = true

        package init() {}
    }

    /// The files of an API, and the findings.
    package struct Output: Sendable {
        package struct File: Sendable {
            package let name: String
            package let text: String
        }
        package let name: String
        package let files: [File]
        package let findings: [Finding]
        package let operations: Int
        package let models: Int
        /// The number of unions by their rule.
        package let unions: [String: Int]
    }

    /// The beginning of each file.
    package static let mark = "// Generated from "
    /// The command in the first line of each file.
    package static let command = "`swift package generate-api`"

    /// Whether a text can be the name of the enum.
    package static func isTypeName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return (0x41...0x5A).contains(bytes.first ?? 0) && !SwiftName.reservedTypes.contains(text)
            && bytes.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F
            }
    }

    /// The most cases of one switch. The compiler needs seconds for 600 and gives up at 800.
    static let mostCases = 100
    /// The models of a file.
    static let modelsPerFile = 60

    /// Returns the files for a document.
    /// - Parameter read: returns the bytes of a file, by its path below the document's folder.
    /// - Throws: a ``GenerationFault`` for a document that cannot be read or has neither operations nor models.
    package static func generate(
        _ file: String, options: Options = Options(), read: @escaping (String) throws -> Data
    ) throws(GenerationFault) -> Output {
        let (api, documents, schemas) = try plan(file, options, read)
        let files = Writer(api, (documents, schemas)).files(samples: options.writesSamples)
        var unions: [String: Int] = [:]
        for index in api.written {
            if case .union(let union) = api.types.models[index].kind { unions[union.rule.name, default: 0] += 1 }
        }
        return Output(
            name: api.name, files: files, findings: documents.findings, operations: api.operations.count,
            models: api.written.count, unions: unions)
    }

    /// Reads a document and decides what is written.
    static func plan(
        _ file: String, _ options: Options, _ read: @escaping (String) throws -> Data
    ) throws(GenerationFault) -> (API, Documents, SchemaReader) {
        let documents = try Documents(file, read: read)
        try check(documents)
        let root = documents.root
        let info = documents.object("info", of: root)
        let title = info.flatMap { documents.text("title", of: $0) } ?? ""
        let name = options.name ?? uniqueTypeName(title)
        let schemas = SchemaReader(documents, names: NameScope([name]))
        schemas.reserveComponents()
        let reader = OperationReader(documents, schemas)
        let isFiltered = !options.tags.isEmpty || !options.operations.isEmpty
        var operations = reader.operations { tags, id in
            !isFiltered || options.operations.contains(id) || tags.contains(where: options.tags.contains)
        }
        try checkFilter(options, reader, root["paths"] ?? root)
        if !isFiltered { schemas.readAllComponents() }
        schemas.readPending()
        if operations.isEmpty {
            let place = root["paths"] ?? root
            if schemas.models.isEmpty { throw GenerationFault("the document has no operations", at: place) }
            documents.note(.approximated, "no operations: the models alone are in the output", at: place)
        }
        refuseRest(of: root, documents)

        var types = TypeTable(models: schemas.models)
        for index in types.breakAliases() {
            documents.note(
                .fault, "the schema is an alias that leads back to itself; it is any JSON",
                at: types.models[index].place)
        }
        for index in types.breakUnions() {
            documents.note(
                .fault, "a variant of the union leads back to the union; it is left out", at: types.models[index].place)
        }
        for index in operations.indices { reader.fitParameters(of: &operations[index], types) }
        let (headers, openHeaders) = takeCommonHeaders(from: &operations, documents)
        for index in operations.indices { setQueryStruct(of: &operations[index], schemas) }
        mark(operations, in: &types)
        let indirect = types.boxRecursion()

        let groups = groups(of: operations, schemas)
        var api = API(
            name: name,
            header: "\(mark)\(fileName(file)) by \(command). Edits are lost when it is generated again.",
            documentation: info.map { documents.documentation(of: $0, ["title", "description"]) } ?? [],
            operations: operations, types: types, written: written(operations, types, all: !isFiltered),
            indirect: indirect, groups: groups, servers: servers(of: root, operations, groups, documents),
            headers: headers,
            openHeaders: openHeaders, authorization: nil, usesSecurity: false)
        noteSlashes(api, documents)
        setAuthorization(of: &api, root, reader)
        setAccept(of: &api)
        return (api, documents, schemas)
    }

    /// The name of the document, as a comment can hold it.
    static func fileName(_ file: String) -> String {
        String((file.splitBytes("/").last ?? file).unicodeScalars.filter { $0.value >= 0x20 }.map(Character.init))
    }

    private static func check(_ documents: Documents) throws(GenerationFault) {
        let root = documents.root
        guard root.isMapping else { throw GenerationFault("the document is no object", at: root) }
        if let swagger = root["swagger"] {
            let version = swagger.text ?? ""
            throw GenerationFault(
                "this is Swagger \(version); convert it to OpenAPI 3 first (swagger2openapi does)", at: swagger)
        }
        guard let place = root["openapi"], let version = place.text else {
            throw GenerationFault("\"openapi\", the version of the document, is missing", at: root)
        }
        guard version.utf8.starts(with: "3.".utf8) else {
            throw GenerationFault("OpenAPI \(version) is not supported, but 3.0 and 3.1", at: place)
        }
        if !version.utf8.starts(with: "3.0".utf8), !version.utf8.starts(with: "3.1".utf8) {
            documents.note(.approximated, "OpenAPI \(version) is read as 3.1", at: place)
        }
    }

    private static func uniqueTypeName(_ title: String) -> String {
        var names = NameScope()
        return names.unique(
            String(SwiftName.type(title, fallback: "API").prefix(60)), reserved: SwiftName.reservedTypes, suffix: "API")
    }

    private static func refuseRest(of root: Located, _ documents: Documents) {
        if let webhooks = root["webhooks"], !webhooks.members.isEmpty {
            documents.note(.refused, "webhooks: their models are in the output, their calls are not", at: webhooks)
        }
    }

    /// Each tag and each ID of the command line must be one of the document.
    private static func checkFilter(
        _ options: Options, _ reader: OperationReader, _ paths: Located
    ) throws(GenerationFault) {
        for tag in options.tags where !reader.allTags.contains(tag) {
            let all = reader.allTags.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
            throw GenerationFault(
                "no operation has the tag \"\(tag)\"" + (all.isEmpty ? "" : ", but \(all)"), at: paths)
        }
        for id in options.operations where !reader.allIDs.contains(id) {
            let start = id.lowercased().utf8.prefix(4)
            let near = reader.allIDs.filter { $0.lowercased().utf8.starts(with: start) }.sorted().prefix(10)
            throw GenerationFault(
                "no operation has the ID \"\(id)\"" + (near.isEmpty ? "" : ", but \(near.joined(separator: ", "))"),
                at: paths)
        }
    }
}

extension Union.Rule {
    /// The rule in words, by which unions are counted.
    var name: String {
        switch self {
        case .discriminator: "discriminator"
        case .constant: "required constant"
        case .requiredKeys: "required keys"
        case .kinds: "kind of JSON"
        case .tried: "tried"
        }
    }
}

extension Operation.Parameter {
    /// Whether it may stand in the struct of an operation's optional query.
    var isInStruct: Bool {
        guard location == .query, !isRequired else { return false }
        switch style {
        case .plain, .separated: return true
        case .deepObject, .exploded: return false
        }
    }
}
