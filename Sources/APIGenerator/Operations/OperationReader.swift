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
        for (template, item) in paths.members where !template.hasPrefix("x-") {
            guard let item = documents.resolved(item), item.isMapping else {
                fault("a path without operations", at: item)
                continue
            }
            for (key, value) in item.members {
                guard Self.methods.contains(key) else {
                    if key == "servers" { refuse("servers of a path", at: value) }
                    continue
                }
                guard let value = documents.resolved(value) else { continue }
                guard value.isMapping else {
                    fault("an operation is expected here", at: value)
                    continue
                }
                let tags = value["tags"]?.items.compactMap(\.text) ?? []
                let id = value["operationId"]?.text ?? ""
                allTags.formUnion(tags)
                allIDs.insert(id)
                guard isWanted(tags, id) else { continue }
                all.append(operation(value, key, template, item, tags))
            }
        }
        return all
    }

    private func operation(
        _ value: Located, _ method: String, _ template: String, _ item: Located, _ tags: [String]
    ) -> Operation {
        let id = value["operationId"]
        if let id, id.text == nil { fault("\"operationId\" is no text", at: id) }
        if let text = id?.text, !ids.insert(text).inserted {
            documents.note(.fault, "the operationId \"\(text)\" stands twice; this one has a number", at: value)
        }
        let fallback =
            method + " "
            + template.splitBytes("/").map { step in
                step.hasPrefix("{") ? "by " + step : step
            }.joined(separator: " ")
        let name = names.unique(
            SwiftName.member(id?.text ?? fallback, fallback: SwiftName.member(fallback)),
            reserved: SwiftName.reservedCases, suffix: "Operation")
        var operation = Operation(
            name: name, method: method, template: template, path: [],
            documentation: SchemaReader.documentation(of: value, ["summary", "description"]),
            isDeprecated: value["deprecated"]?.node.bool ?? false, tag: tags.first, place: value)
        operation.parameters = parameters(of: value, item, template, SwiftName.type(name))
        setPath(of: &operation)
        if let body = value["requestBody"] { operation.body = self.body(body, method, SwiftName.type(name)) }
        var labels = NameScope(Set(operation.parameters.map(\.name)))
        operation.body?.name = labels.unique("body")
        readResponses(value, into: &operation)
        operation.authorization = authorization(of: value)
        for (key, part) in value.members {
            if key == "callbacks" { refuse("callbacks", at: part) }
            if key == "servers" { refuse("servers of an operation", at: part) }
        }
        return operation
    }

    // MARK: Parameters

    private func parameters(of value: Located, _ item: Located, _ template: String, _ type: String) -> [Operation
        .Parameter]
    {
        var found: [Located] = []
        for list in [item["parameters"], value["parameters"]] {
            guard let list else { continue }
            if list.node.items == nil { fault("\"parameters\" is no list", at: list) }
            for parameter in list.items {
                guard let parameter = documents.resolved(parameter) else { continue }
                guard parameter.isMapping, parameter["name"]?.text != nil, parameter["in"]?.text != nil else {
                    fault("a parameter without \"name\" or \"in\"", at: parameter)
                    continue
                }
                // The operation's takes the place of the path's.
                found.removeAll {
                    $0["name"]?.text == parameter["name"]?.text && $0["in"]?.text == parameter["in"]?.text
                }
                found.append(parameter)
            }
        }
        var labels = NameScope()
        let all = found.compactMap { parameter(of: $0, type, &labels) }
        // What must be given stands first, and the path in its order.
        let order = template.splitBytes("{")
        let path = all.filter { $0.location == .path }.enumerated().sorted { one, other in
            let places = [one, other].map { item in
                order.firstIndex { $0.hasPrefix(item.element.key + "}") } ?? order.count
            }
            return places[0] == places[1] ? one.offset < other.offset : places[0] < places[1]
        }
        return path.map(\.element) + all.filter { $0.location != .path && $0.isRequired }
            + all.filter { $0.location != .path && !$0.isRequired }
    }

    private func parameter(of value: Located, _ type: String, _ labels: inout NameScope) -> Operation.Parameter? {
        let key = value["name"]?.text ?? ""
        guard let location = Operation.Parameter.Location(rawValue: value["in"]?.text ?? "") else {
            if value["in"]?.text == "cookie" {
                refuse("a cookie as a parameter", at: value)
            } else {
                fault("a parameter in \"\(value["in"]?.text ?? "")\"", at: value)
            }
            return nil
        }
        // The body, the answer and the authorization set them (OpenAPI §4.8.12.2).
        if location == .header, ["accept", "content-type", "authorization"].contains(key.lowercased()) { return nil }
        var schema = value["schema"]
        var isJSON = false
        if schema == nil, let content = value["content"]?.members.first {
            schema = content.value["schema"]
            isJSON = true
            documents.note(.approximated, "the parameter is a text, which is sent as it is given", at: value)
        }
        let reading: SchemaReader.Reading
        if isJSON {
            reading = .init(type: .string)
        } else if let schema {
            reading = schemas.read(schema, named: type + SwiftName.type(key))
        } else {
            documents.note(.fault, "a parameter without a schema; it is a text", at: value)
            reading = .init(type: .string)
        }
        var parameter = Operation.Parameter(
            key: key, name: labels.unique(SwiftName.member(key), reserved: ["self", "init"], suffix: "Value"),
            location: location,
            type: reading.type, isRequired: location == .path || value["required"]?.node.bool == true, place: value)
        parameter.documentation = SchemaReader.documentation(of: value)
        parameter.style = style(of: value, location)
        return parameter
    }

    private func style(of value: Located, _ location: Operation.Parameter.Location) -> Operation.Parameter.Style {
        guard location == .query else {
            if let style = value["style"]?.text, style != "simple" {
                documents.note(.approximated, "the style \"\(style)\" is \"simple\"", at: value)
            }
            return .plain
        }
        let style = value["style"]?.text ?? "form"
        let explodes = value["explode"]?.node.bool ?? (style == "form")
        switch style {
        case "form": return explodes ? .exploded : .separated(",")
        case "spaceDelimited": return explodes ? .exploded : .separated(" ")
        case "pipeDelimited": return explodes ? .exploded : .separated("|")
        case "deepObject": return .deepObject
        default:
            documents.note(.fault, "the style \"\(style)\" is \"form\"", at: value)
            return .exploded
        }
    }

    /// Fits the styles to the types, once all schemas are read: what a query, a path or a header cannot hold is a text.
    func fitParameters(of operation: inout Operation, _ types: TypeTable) {
        for index in operation.parameters.indices {
            var parameter = operation.parameters[index]
            switch types.form(of: parameter.type) {
            case .scalar: parameter.style = .plain
            case .list:
                if parameter.style == .exploded { parameter.style = .plain }
                if parameter.location != .query { parameter.style = .separated(",") }
                if parameter.style == .deepObject { parameter.style = .plain }
            case .object where parameter.location == .query:
                if case .separated = parameter.style {
                    documents.note(
                        .approximated, "an object without \"explode\" is sent as one that explodes", at: parameter.place
                    )
                    parameter.style = .exploded
                }
            case .object, .other:
                documents.note(
                    .approximated,
                    "the parameter is a text, because a \(parameter.location.rawValue) cannot hold its type",
                    at: parameter.place)
                parameter.type = .string
                parameter.style = .plain
            }
            operation.parameters[index] = parameter
        }
    }

    /// Divides the path at its parameters.
    private func setPath(of operation: inout Operation) {
        var template = operation.template
        if template.hasPrefix("/") { template.removeFirst() }
        if let mark = template.utf8.firstIndex(of: UInt8(ascii: "#")) {
            documents.note(.approximated, "the fragment of the path is not sent", at: operation.place)
            template = String(template[..<mark])
        }
        if let mark = template.utf8.firstIndex(of: UInt8(ascii: "?")) {
            for item in String(template[template.index(after: mark)...]).splitBytes("&") where !item.isEmpty {
                let parts = item.splitBytes("=")
                operation.fixedQuery.append((parts[0], parts.dropFirst().joined(separator: "=")))
            }
            template = String(template[..<mark])
        }
        var used = Set<Int>()
        var rest = template[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
        {
            if open > rest.startIndex { operation.path.append(.literal(String(rest[..<open]))) }
            let key = String(rest[rest.index(after: open)..<close])
            if let index = operation.parameters.firstIndex(where: { $0.key == key && $0.location == .path }) {
                operation.path.append(.parameter(index))
                used.insert(index)
            } else {
                documents.note(.fault, "the path has no parameter \"\(key)\"; it is a text", at: operation.place)
                var labels = NameScope(Set(operation.parameters.map(\.name)))
                let count = operation.parameters.filter { $0.location == .path }.count
                operation.parameters.insert(
                    .init(
                        key: key, name: labels.unique(SwiftName.member(key)), location: .path, type: .string,
                        isRequired: true,
                        place: operation.place), at: count)
                operation.path.append(.parameter(count))
                used.insert(count)
            }
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { operation.path.append(.literal(String(rest))) }
        let unused = operation.parameters.indices.filter {
            operation.parameters[$0].location == .path && !used.contains($0)
        }
        for index in unused.reversed() {
            fault(
                "the path does not have the parameter \"\(operation.parameters[index].key)\"",
                at: operation.parameters[index].place)
            operation.parameters.remove(at: index)
            operation.path = operation.path.map { part in
                if case .parameter(let other) = part, other > index { .parameter(other - 1) } else { part }
            }
        }
    }

    // MARK: Bodies

    private func body(_ value: Located, _ method: String, _ type: String) -> Operation.Body? {
        guard let value = documents.resolved(value) else { return nil }
        guard let content = value["content"],
            let media = MediaType.preferred(content, [.json, .form, .multipart, .text, .binary])
        else {
            fault("a body without \"content\"", at: value)
            return nil
        }
        if method == "get" || method == "head" {
            refuse("the body of a \(method.uppercased())", at: value)
            return nil
        }
        let isRequired = value["required"]?.node.bool ?? false
        let schema = media.value["schema"]
        let name = type + "Body"
        func made(_ kind: Operation.Body.Kind, _ type: SwiftType) -> Operation.Body {
            .init(kind: kind, type: type, isRequired: isRequired, contentType: media.name)
        }
        switch media.kind {
        case .json:
            guard let schema else { return made(.json, .json) }
            return made(.json, schemas.read(schema, named: name).value)
        case .form:
            guard let schema else { return made(.form, .map(.string)) }
            return made(.form, schemas.read(schema, named: name).type)
        case .multipart:
            guard let schema, let model = schemas.multipart(schema, named: name) else {
                documents.note(.approximated, "a form without properties is a list of parts", at: value)
                return made(.multipart, .array(.json))
            }
            return made(.multipart, model)
        case .text, .events: return made(.text, .string)
        case .binary: return made(.data, .data)
        case .xml:
            documents.note(.approximated, "XML is sent as the bytes that are given", at: media.value)
            return made(.data, .data)
        }
    }

    // MARK: Responses

    private func readResponses(_ value: Located, into operation: inout Operation) {
        guard let responses = value["responses"] else { return }
        if !responses.isMapping { return fault("\"responses\" is no object", at: responses) }
        var successes: [(status: Operation.Status, response: Located)] = []
        var errors = successes
        for (key, value) in responses.members where !key.hasPrefix("x-") {
            guard let status = Self.status(key) else {
                fault("\"\(key)\" is no status", at: value)
                continue
            }
            guard let response = documents.resolved(value) else { continue }
            guard response.isMapping else {
                fault("a response is expected here", at: response)
                continue
            }
            switch status {
            case .code(200..<300), .range(2): successes.append((status, response))
            case .code(300..<400), .range(3), .code(100..<200), .range(1): break
            default: errors.append((status, response))
            }
        }
        if successes.isEmpty, let index = errors.firstIndex(where: { $0.status == .other }) {
            successes.append(errors.remove(at: index))
        }
        setSuccess(of: &operation, successes)
        for (status, response) in errors {
            guard let content = response["content"], let media = MediaType.preferred(content, [.json]),
                media.kind == .json,
                let schema = media.value["schema"]
            else { continue }
            let name = SwiftName.type(operation.name) + "Error"
            operation.errors.append((status, schemas.read(schema, named: name).type))
        }
    }

    private static func status(_ key: String) -> Operation.Status? {
        if key == "default" { return .other }
        let bytes = Array(key.utf8)
        if bytes.count == 3, (0x31...0x35).contains(bytes[0]), bytes[1] | 0x20 == 0x78, bytes[2] | 0x20 == 0x78 {
            return .range(Int(bytes[0]) - 0x30)
        }
        return Int(key).flatMap { (100...599).contains($0) ? .code($0) : nil }
    }

    private func setSuccess(of operation: inout Operation, _ responses: [(status: Operation.Status, response: Located)])
    {
        var read: [(status: Operation.Status, success: Operation.Success?)] = []
        let type = SwiftName.type(operation.name)
        for (status, response) in responses {
            guard let content = response["content"], !content.members.isEmpty else {
                read.append((status, nil))
                continue
            }
            guard let media = MediaType.preferred(content, [.json, .events, .text, .binary]) else { continue }
            if operation.accept == nil { operation.accept = media.name }
            let schema = media.value["schema"]
            if operation.sample == nil {
                let code = if case .code(let code) = status { code } else { 200 }
                operation.sample = .init(
                    status: code, schema: schema, example: example(of: media.value), contentType: media.name)
            }
            // Several answers have the name of their status.
            let word = responses.filter { $0.response["content"] != nil }.count > 1 ? Self.name(of: status) : "response"
            read.append((status, success(media.kind, schema, type + SwiftName.type(word))))
        }
        let values = read.compactMap(\.success)
        guard let first = values.first else {
            if let status = responses.first?.status, case .code(let code) = status {
                operation.sample = .init(status: code, contentType: "")
            }
            return
        }
        let isOptional = values.count < read.count
        let types = values.map { success -> SwiftType? in if case .value(let type) = success { type } else { nil } }
        if values.count == 1 || types.allSatisfy({ $0 != nil && $0 == types[0] }) {
            if isOptional, case .value(let type) = first {
                operation.success = .value(type.asOptional)
            } else {
                operation.success = first
            }
            return
        }
        guard types.allSatisfy({ $0 != nil }) else {
            documents.note(
                .approximated, "answers of several media types are one, that of the first status", at: operation.place)
            operation.success = first
            return
        }
        var names = NameScope()
        operation.success = .byStatus(
            name: schemas.uniqueName(type + "Response"),
            read.map { status, success in
                let type: SwiftType? = if case .value(let type)? = success { type } else { nil }
                return (status, names.unique(Self.name(of: status)), type)
            })
    }

    private func success(_ kind: MediaType, _ schema: Located?, _ name: String) -> Operation.Success {
        switch kind {
        case .json, .form, .multipart:
            guard let schema else { return .value(.json) }
            let reading = schemas.read(schema, named: name)
            return .value(reading.value)
        case .events: return .events(schema.flatMap { events(of: $0, name) })
        case .text: return .text
        case .xml: return .text
        case .binary: return .data
        }
    }

    /// Returns the type of the data of events; nil for text.
    private func events(of schema: Located, _ name: String) -> SwiftType? {
        let type = schemas.read(schema, named: name).type
        return type == .string || type == .json ? nil : type
    }

    /// The first example of a content.
    private func example(of media: Located) -> Node? {
        if let example = media["example"] { return example.node }
        for (_, example) in media["examples"]?.members ?? [] {
            if let value = documents.resolved(example)?["value"] { return value.node }
        }
        return nil
    }

    /// A name for the case of a status, by its reason (RFC 9110 §15).
    static func name(of status: Operation.Status) -> String {
        switch status {
        case .code(200): "ok"
        case .code(201): "created"
        case .code(202): "accepted"
        case .code(203): "nonAuthoritative"
        case .code(204): "noContent"
        case .code(205): "resetContent"
        case .code(206): "partialContent"
        case .code(207): "multiStatus"
        case .code(let code): "status\(code)"
        case .range(let hundred): "status\(hundred)XX"
        case .other: "other"
        }
    }

    // MARK: Authorization

    private func authorization(of value: Located) -> Operation.Authorization {
        guard let security = value["security"] else { return .inherited }
        return .scheme(scheme(of: security))
    }

    /// Returns where a token goes, as an expression; nil for no token.
    func scheme(of security: Located) -> String? {
        if security.node.items == nil { fault("\"security\" is no list", at: security) }
        var reason: Located?
        for alternative in security.items {
            let schemes = alternative.members
            if schemes.isEmpty { continue }
            if schemes.count > 1 {
                documents.note(
                    .approximated, "several schemes at once are the first one; plugins add the rest", at: alternative)
            }
            if let found = expression(of: schemes[0].key, at: schemes[0].value) { return found }
            reason = alternative
        }
        if let reason { refuse("a scheme of security without a header or a query item for a token", at: reason) }
        return nil
    }

    private func expression(of name: String, at place: Located) -> String? {
        guard let declared = documents.root["components"]?["securitySchemes"]?[name],
            let scheme = documents.resolved(declared)
        else {
            fault("there is no security scheme \"\(name)\"", at: place)
            return nil
        }
        switch scheme["type"]?.text {
        case "http":
            switch scheme["scheme"]?.text?.lowercased() {
            case "basic": return ".basic"
            case "bearer": return ".bearer"
            case let text?: return ".custom(\(SwiftText.literal(text)))"
            case nil: return nil
            }
        case "oauth2", "openIdConnect": return ".bearer"
        case "apiKey":
            guard let key = scheme["name"]?.text else { return nil }
            switch scheme["in"]?.text {
            case "header": return key.lowercased() == "authorization" ? ".raw" : ".header(\(SwiftText.literal(key)))"
            case "query": return ".query(\(SwiftText.literal(key)))"
            default: return nil
            }
        default: return nil
        }
    }

    private func fault(_ message: String, at place: Located) {
        documents.note(.fault, message + "; it is left out", at: place)
    }

    private func refuse(_ what: String, at place: Located) {
        documents.note(.refused, "\(what): not in the output", at: place)
    }
}
