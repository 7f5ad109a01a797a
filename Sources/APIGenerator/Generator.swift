package import Foundation

/// Writes an API client of Talyn out of an OpenAPI document.
package enum Generator {
    /// What is written.
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

    /// The files of an API, and what the document lost on the way.
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

    /// How each file begins.
    package static let mark = "// Generated from "

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
    /// - Throws: a ``GenerationFault`` for a document that cannot be read or has no operations.
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
        let title = root["info"]?["title"]?.text ?? ""
        let name = options.name ?? uniqueTypeName(title)
        let schemas = SchemaReader(documents, names: NameScope([name]))
        schemas.reserveComponents()
        let reader = OperationReader(documents, schemas)
        let isFiltered = !options.tags.isEmpty || !options.operations.isEmpty
        var operations = reader.operations { tags, id in
            !isFiltered || options.operations.contains(id) || tags.contains(where: options.tags.contains)
        }
        try checkFilter(options, reader, file)
        guard !operations.isEmpty else {
            throw GenerationFault(description: "\(file): error: the document has no operations, at #/paths")
        }
        if !isFiltered { schemas.readAllComponents() }
        schemas.readPending()
        refuseRest(of: root, documents)

        var types = TypeTable(models: schemas.models)
        for index in types.breakAliases() {
            documents.note(
                .fault, "the schema is an alias that leads back to itself; it is any JSON",
                at: types.models[index].place)
        }
        for index in operations.indices { reader.fitParameters(of: &operations[index], types) }
        let (headers, openHeaders) = takeCommonHeaders(from: &operations, types, documents)
        for index in operations.indices { setQueryStruct(of: &operations[index], schemas) }
        mark(operations, in: &types)
        let indirect = types.boxRecursion()

        var api = API(
            name: name,
            header: "\(mark)\(fileName(file)) by `swift package generate-api`. Made again, it loses changes.",
            documentation: SchemaReader.documentation(of: root["info"] ?? root, ["title", "description"]),
            operations: operations, types: types, written: written(operations, types, all: !isFiltered),
            indirect: indirect, groups: [], servers: servers(of: root, operations, documents), headers: headers,
            openHeaders: openHeaders, authorization: nil, usesSecurity: false)
        setAuthorization(of: &api, root, reader)
        setAccept(of: &api)
        api.groups = groups(of: operations, schemas, documents)
        return (api, documents, schemas)
    }

    /// The name of the document, as a comment can hold it.
    private static func fileName(_ file: String) -> String {
        String((file.splitBytes("/").last ?? file).unicodeScalars.filter { $0.value >= 0x20 }.map(Character.init))
    }

    private static func check(_ documents: Documents) throws(GenerationFault) {
        let root = documents.root
        guard root.isMapping else {
            throw GenerationFault(description: "\(root.file):1: error: the document is no object")
        }
        if let version = root["swagger"]?.text {
            throw GenerationFault(
                description:
                    "\(root.file):\(root["swagger"]?.node.line ?? 1): error: this is Swagger \(version); convert it to"
                    + " OpenAPI 3 first (swagger2openapi does)")
        }
        guard let version = root["openapi"]?.text else {
            throw GenerationFault(
                description: "\(root.file):1: error: \"openapi\", the version of the document, is missing")
        }
        guard version.utf8.starts(with: "3.".utf8) else {
            throw GenerationFault(
                description:
                    "\(root.file):\(root["openapi"]?.node.line ?? 1): error: OpenAPI \(version) is not supported, but 3.0 and 3.1"
            )
        }
        if !version.utf8.starts(with: "3.0".utf8), !version.utf8.starts(with: "3.1".utf8) {
            documents.note(.approximated, "OpenAPI \(version) is read as 3.1", at: root["openapi"] ?? root)
        }
    }

    private static func uniqueTypeName(_ title: String) -> String {
        var names = NameScope()
        return names.unique(SwiftName.type(title, fallback: "API"), reserved: SwiftName.reservedTypes, suffix: "API")
    }

    private static func refuseRest(of root: Located, _ documents: Documents) {
        if let webhooks = root["webhooks"], !webhooks.members.isEmpty {
            documents.note(.refused, "webhooks: their models are in the output, their calls are not", at: webhooks)
        }
    }

    /// Each tag and each ID of the command line must be one of the document.
    private static func checkFilter(_ options: Options, _ reader: OperationReader, _ file: String)
        throws(GenerationFault)
    {
        for tag in options.tags where !reader.allTags.contains(tag) {
            throw GenerationFault(
                description: "\(file): error: no operation has the tag \"\(tag)\", but "
                    + reader.allTags.sorted().map { "\"\($0)\"" }.joined(separator: ", "))
        }
        for id in options.operations where !reader.allIDs.contains(id) {
            let near = reader.allIDs.filter { $0.lowercased().utf8.starts(with: id.lowercased().utf8.prefix(4)) }
                .sorted()
            throw GenerationFault(
                description: "\(file): error: no operation has the ID \"\(id)\""
                    + (near.isEmpty ? "" : ", but " + near.prefix(10).joined(separator: ", ")))
        }
    }

    // MARK: Headers

    /// Takes headers that stand on nine of ten operations out of them.
    private static func takeCommonHeaders(
        from operations: inout [Operation], _ types: TypeTable, _ documents: Documents
    ) -> ([(name: String, value: String)], [String]) {
        guard operations.count >= 4 else { return ([], []) }
        var counts: [String: Int] = [:]
        for operation in operations {
            for parameter in operation.parameters where parameter.location == .header {
                counts[parameter.key.lowercased(), default: 0] += 1
            }
        }
        let common = counts.filter { $0.value * 10 >= operations.count * 9 }.keys.sorted()
        var (fixed, open): ([(String, String)], [String]) = ([], [])
        for key in common {
            let all = operations.flatMap(\.parameters).filter { $0.location == .header && $0.key.lowercased() == key }
            guard let first = all.first else { continue }
            let schema = first.place["schema"].flatMap { documents.resolved($0) }
            let values = schema?["enum"]?.items ?? []
            let value = schema?["default"]?.text ?? schema?["const"]?.text ?? (values.count == 1 ? values[0].text : nil)
            if let value {
                fixed.append((first.key, value))
            } else {
                open.append(first.key)
                documents.note(
                    .approximated, "\"\(first.key)\" stands on almost every operation; set it by the plugin .headers",
                    at: first.place)
            }
            for index in operations.indices {
                operations[index].parameters.removeAll { $0.location == .header && $0.key.lowercased() == key }
            }
        }
        return (fixed, open)
    }

    private static func setQueryStruct(of operation: inout Operation, _ schemas: SchemaReader) {
        let count = operation.parameters.count + (operation.body == nil ? 0 : 1)
        let optional = operation.parameters.filter { $0.isInStruct }
        guard count > 6, optional.count > 1 else { return }
        var labels = NameScope(Set(operation.parameters.map(\.name) + [operation.body?.name].compactMap { $0 }))
        operation.queryStruct = (
            schemas.uniqueName(SwiftName.type(operation.name) + "Query"), labels.unique("query")
        )
        for index in operation.parameters.indices where operation.parameters[index].isInStruct {
            // The struct has a property of this name.
            if operation.parameters[index].name == "items" {
                operation.parameters[index].name = labels.unique("itemsValue")
            }
        }
    }

    // MARK: Models

    private static func mark(_ operations: [Operation], in types: inout TypeTable) {
        for operation in operations {
            guard let body = operation.body else { continue }
            types.mark(body.type, { $0.isSent }, { $0.isSent = true })
            if operation.method == "patch" { types.mark(body.type, { $0.isPatch }, { $0.isPatch = true }) }
        }
    }

    /// The models that the output declares: those that operations use, or all of the document.
    private static func written(_ operations: [Operation], _ types: TypeTable, all: Bool) -> [Int] {
        var used = Set<Int>()
        var table = types
        for index in table.models.indices { table.models[index].isDeprecated = false }
        // The mark is borrowed: it is not read here.
        func visit(_ type: SwiftType) { table.mark(type, { $0.isDeprecated }, { $0.isDeprecated = true }) }
        for operation in operations {
            for parameter in operation.parameters { visit(parameter.type) }
            if let body = operation.body { visit(body.type) }
            for error in operation.errors { visit(error.type) }
            switch operation.success {
            case .value(let type), .events(let type?): visit(type)
            case .byStatus(_, let cases): for one in cases { if let type = one.type { visit(type) } }
            default: break
            }
        }
        for (index, model) in table.models.enumerated() {
            if case .pending = model.kind { continue }
            if all || model.isDeprecated { used.insert(index) }
        }
        return used.sorted { types.models[$0].name.utf8.lexicographicallyPrecedes(types.models[$1].name.utf8) }
    }

    // MARK: Servers and security

    private static func servers(
        of root: Located, _ operations: [Operation], _ documents: Documents
    ) -> [API.Server] {
        var names = NameScope(Set(operations.map(\.name)))
        var servers: [API.Server] = []
        for (index, server) in (root["servers"]?.items ?? []).enumerated() {
            guard var url = server["url"]?.text else {
                documents.note(.fault, "a server without \"url\"; it is left out", at: server)
                continue
            }
            if url.utf8.starts(with: "/".utf8) || url.utf8.isEmpty {
                documents.note(
                    .approximated,
                    "the server has no host; http://localhost stands for it: make the provider with baseURL",
                    at: server)
                url = "http://localhost" + url
            } else if url.utf8.starts(with: "//".utf8) {
                url = "https:" + url
            }
            var variables: [(key: String, name: String, value: String, documentation: [String])] = []
            var labels = NameScope()
            for (key, variable) in server["variables"]?.members ?? [] {
                let values = variable["enum"]?.items.compactMap(\.text) ?? []
                let value = variable["default"]?.text ?? values.first ?? ""
                var documentation = SchemaReader.documentation(of: variable)
                if !values.isEmpty { documentation.append("One of " + values.joined(separator: ", ") + ".") }
                variables.append((key, labels.unique(SwiftName.member(key)), value, documentation))
            }
            let plain = variables.reduce(url) { $0.replacingBytes("{\($1.key)}", $1.value) }
            guard URL(string: plain)?.host != nil else {
                documents.note(.fault, "\"\(plain)\" is no URL; the server is left out", at: server)
                continue
            }
            let description = server["description"]?.text ?? ""
            let word = SwiftName.member(description, fallback: "server\(index + 1)")
            let name =
                index == 0
                ? "host"
                : names.unique(
                    word.utf8.count > 30 ? "server\(index + 1)" : word, reserved: SwiftName.reservedCases,
                    suffix: "Server")
            servers.append(
                .init(name: name, url: url, documentation: [description].filter { !$0.isEmpty }, variables: variables))
        }
        if servers.isEmpty {
            documents.note(
                .approximated, "no server is declared; http://localhost stands for it: make the provider with baseURL",
                at: root["servers"] ?? root)
            servers = [.init(name: "host", url: "http://localhost", documentation: [], variables: [])]
        }
        return servers
    }

    /// Sets the authorization of the most operations for all, and leaves it to the others to have one of their own.
    private static func setAuthorization(of api: inout API, _ root: Located, _ reader: OperationReader) {
        let global = root["security"].flatMap { reader.scheme(of: $0) }
        var counts: [(scheme: String?, count: Int)] = []
        for index in api.operations.indices {
            let scheme: String?
            if case .scheme(let own) = api.operations[index].authorization { scheme = own } else { scheme = global }
            api.operations[index].authorization = .scheme(scheme)
            if let place = counts.firstIndex(where: { $0.scheme == scheme }) {
                counts[place].count += 1
            } else {
                counts.append((scheme, 1))
            }
        }
        api.usesSecurity = counts.contains { $0.scheme != nil }
        let most = counts.map(\.count).max() ?? 0
        api.authorization = counts.first { $0.count == most }?.scheme
        for index in api.operations.indices where api.operations[index].authorization == .scheme(api.authorization) {
            api.operations[index].authorization = .inherited
        }
    }

    /// Sets the `Accept` of the most operations for all.
    private static func setAccept(of api: inout API) {
        var counts: [(accept: String, count: Int)] = []
        for operation in api.operations {
            guard let accept = operation.accept, MediaType(accept) != .events else { continue }
            if let place = counts.firstIndex(where: { $0.accept == accept }) {
                counts[place].count += 1
            } else {
                counts.append((accept, 1))
            }
        }
        guard let most = counts.map(\.count).max(), let accept = counts.first(where: { $0.count == most })?.accept
        else { return }
        if accept != "*/*" { api.headers.insert(("Accept", accept), at: 0) }
        for index in api.operations.indices
        where api.operations[index].accept == accept || api.operations[index].accept == "*/*" {
            api.operations[index].accept = nil
        }
    }

    // MARK: Groups

    /// Divides the operations by tag, or, without tags, by the first step of the path, if one enum is too large for them.
    private static func groups(
        of operations: [Operation], _ schemas: SchemaReader, _ documents: Documents
    ) -> [API.Group] {
        let isLarge = operations.count > mostCases
        var order: [String] = []
        var members: [String: [Int]] = [:]
        for (index, operation) in operations.enumerated() {
            let step = operation.template.splitBytes("/").first { !$0.isEmpty && !$0.hasPrefix("{") }
            let key = operation.tag ?? (isLarge ? step ?? "Other" : "")
            if members[key] == nil { order.append(key) }
            members[key, default: []].append(index)
        }
        var (files, cases) = (NameScope(["Models", "Support", "Samples", "Failure"]), NameScope())
        var groups: [API.Group] = []
        for key in order {
            let all = members[key] ?? []
            for start in stride(from: 0, to: all.count, by: isLarge ? mostCases : all.count) {
                let part = Array(all[start..<min(all.count, start + (isLarge ? mostCases : all.count))])
                let name = SwiftName.type(key, fallback: "Calls")
                if isLarge {
                    let type = schemas.uniqueName(schemas.isNamed(name) ? name + "Operations" : name)
                    groups.append(
                        .init(
                            name: type,
                            caseName: cases.unique(
                                SwiftName.member(type), reserved: SwiftName.reservedCases, suffix: "Group"),
                            operations: part))
                } else {
                    groups.append(.init(name: files.unique(name), caseName: nil, operations: part))
                }
            }
        }
        return groups
    }
}

extension Union.Rule {
    /// The rule as a word of the summary.
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
