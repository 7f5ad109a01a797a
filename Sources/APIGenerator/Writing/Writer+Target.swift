extension Writer {
    /// Writes the enum.
    func writeTarget(to text: inout SwiftText) {
        text.documentation(api.documentation.isEmpty ? ["The API \(api.name)."] : api.documentation)
        if !api.openHeaders.isEmpty {
            text.documentation([
                "",
                "Almost every operation needs these headers; the plugin `.headers` sets them: "
                    + api.openHeaders.joined(separator: ", ") + ".",
            ])
        }
        let protocols = api.usesSecurity ? "RoutedTarget, AccessTokenAuthorizable" : "RoutedTarget"
        text.block("nonisolated enum \(api.name): \(protocols)") { text in
            if api.isGrouped {
                for group in api.groups { text.line("case \(SwiftName.escaped(group.caseName ?? ""))(\(group.name))") }
            } else {
                for group in api.groups { writeCases(group.operations, to: &text) }
            }
            text.line()
            writeServers(to: &text)
            writeProperties(to: &text)
            text.line()
            if api.isGrouped {
                text.block("var route: Route") { text in
                    text.line("switch self {")
                    for group in api.groups {
                        text.line("case .\(SwiftName.escaped(group.caseName ?? ""))(let target): target.route")
                    }
                    text.line("}")
                }
            } else {
                writeRoute(of: api.groups.flatMap(\.operations), to: &text)
            }
        }
        if !api.isGrouped { writeQueryStructs(of: api.operations.indices.map { $0 }, to: &text) }
    }

    /// Writes an enum of a part of the operations.
    func writeGroup(_ group: API.Group, to text: inout SwiftText) {
        text.block("nonisolated extension \(api.name)") { text in
            text.block("enum \(group.name): Sendable") { text in
                writeCases(group.operations, to: &text)
                text.line()
                writeRoute(of: group.operations, to: &text)
            }
        }
        writeQueryStructs(of: group.operations, to: &text)
    }

    private func writeCases(_ operations: [Int], to text: inout SwiftText) {
        for index in operations {
            let operation = api.operations[index]
            let first = operation.documentation.first { !$0.isEmpty } ?? ""
            text.documentation([first.isEmpty ? "\(operation.method.uppercased()) \(operation.template)" : first])
            let values = values(of: operation).map(\.inCase)
            let head = "case " + SwiftName.escaped(operation.name)
            if values.isEmpty { text.line(head) } else { text.call(head, values) }
        }
    }

    // MARK: Servers and properties

    private func writeServers(to text: inout SwiftText) {
        text.line("var baseURL: URL { Self.host }")
        for server in api.servers {
            text.line()
            text.documentation(server.documentation.isEmpty ? ["The server \(server.url)"] : server.documentation)
            let plain = server.variables.reduce(server.url) { $0.replacingBytes("{\($1.key)}", $1.value) }
            text.line(
                "static let \(server.name) = URL(string: \(SwiftText.literal(plain)))!  // it is one: read by the generator"
            )
            if server.variables.isEmpty { continue }
            text.line()
            text.documentation(["Returns the URL of a server; nil if a value cannot stand in one."])
            text.documentation(["- Parameters:"])
            for variable in server.variables {
                text.documentation(
                    ["  - \(variable.name): \(variable.documentation.joined(separator: " "))"], indent: "    ")
            }
            let parameters = server.variables.map {
                "\(SwiftName.escaped($0.name)): String = \(SwiftText.literal($0.value))"
            }
            let name = server.name == "host" ? "server" : server.name
            let url = server.variables.reduce(SwiftText.literal(server.url)) {
                $0.replacingBytes("{\($1.key)}", "\\(\(SwiftName.escaped($1.name)))")
            }
            text.call("static func \(name)", parameters, " -> URL? { URL(string: \(url)) }")
        }
    }

    private func writeProperties(to text: inout SwiftText) {
        if !api.headers.isEmpty {
            text.line()
            let pairs = api.headers.map { "\(SwiftText.literal($0.name)): \(SwiftText.literal($0.value))" }
            text.line("var headers: HTTPHeaders { [\(pairs.joined(separator: ", "))] }")
        }
        if api.usesSecurity {
            text.line()
            text.documentation([
                "Where a plugin puts the token of the most operations; routes say where others have theirs."
            ])
            text.line("var authorizationType: AuthorizationType? { \(api.authorization ?? "nil") }")
        }
        if usesQuery {
            text.line()
            text.line("var queryEncoder: QueryEncoder { Self.queryStyle }")
            text.block("static let queryStyle: QueryEncoder =") { text in
                text.line("var encoder = QueryEncoder()")
                text.line("encoder.arrays = .repeated")
                text.line("encoder.bools = .literal")
                if support.dates { text.line("encoder.dates = .custom { Self.text(of: $0) }") }
                text.line("return encoder")
            }
            text.closeClosure()
        }
        if support.dates {
            text.line()
            text.line("var encoder: any BodyEncoder { Self.jsonEncoder }")
            text.line("var decoder: any BodyDecoder { Self.jsonDecoder }")
        }
    }

    /// Whether lists or Booleans may stand in a query or a form.
    private var usesQuery: Bool {
        api.operations.contains { operation in
            operation.parameters.contains { $0.location == .query } || operation.body?.kind == .form
                || operation.body?.kind == .multipart
        }
    }

    // MARK: Routes

    private func writeRoute(of operations: [Int], to text: inout SwiftText) {
        text.block("var route: Route") { text in
            text.line("switch self {")
            for index in operations { writeRoute(of: api.operations[index], to: &text) }
            text.line("}")
        }
    }

    private func writeRoute(of operation: Operation, to text: inout SwiftText) {
        let labels = values(of: operation).map(\.name)
        let values = labels.map { "let \($0)" }.joined(separator: ", ")
        let pattern = "case .\(SwiftName.escaped(operation.name))\(labels.isEmpty ? "" : "(\(values))"):"
        let links = routeLinks(operation)
        let whole = pattern + " " + links.joined()
        if text.fits(whole) { return text.line(whole) }
        if text.fits(pattern) {
            text.line(pattern)
        } else {
            text.line("case .\(SwiftName.escaped(operation.name))(")
            text.indentation += 1
            text.fill(labels.enumerated().map { "let \($1)" + ($0 < labels.count - 1 ? "," : "") })
            text.indentation -= 1
            text.line("):")
        }
        text.indentation += 1
        let route = links.joined()
        if text.fits(route) {
            text.line(route)
        } else {
            text.line(links[0])
            text.indentation += 1
            for link in links.dropFirst() {
                guard !text.fits(link), link.utf8.starts(with: ".query([".utf8) else {
                    text.line(link)
                    continue
                }
                // A long literal has an item in each line.
                text.line(".query([")
                text.indentation += 1
                let items = queryItems(operation)
                for item in items { text.line(item + ",") }
                text.indentation -= 1
                text.line("])")
            }
            text.indentation -= 1
        }
        text.indentation -= 1
    }

    /// Returns the factory of a route and its changes.
    private func routeLinks(_ operation: Operation) -> [String] {
        var path = ""
        for part in operation.path {
            switch part {
            case .literal(let literal): path += SwiftText.literal(literal).dropFirst().dropLast()
            case .parameter(let index):
                let parameter = operation.parameters[index]
                path += "\\(\(pathValue(parameter)), name: \(SwiftText.literal(parameter.key)))"
            }
        }
        let method =
            operation.method == "trace" ? "Route(.custom(\"TRACE\"), \"\(path)\")" : ".\(operation.method)(\"\(path)\")"
        var links = [operation.method == "trace" ? "Route(HTTPMethod(rawValue: \"TRACE\"), \"\(path)\")" : method]
        let items = queryItems(operation)
        if !items.isEmpty { links.append(".query([\(items.joined(separator: ", "))])") }
        if let query = operation.queryStruct { links.append(".query(\(query.name).items)") }
        for parameter in operation.parameters where parameter.location == .query {
            let name = SwiftName.escaped(parameter.name)
            switch parameter.style {
            case .deepObject: links.append(".query(encoding: [\(SwiftText.literal(parameter.key)): \(name)])")
            case .exploded: links.append(".query(encoding: \(name))")
            case .plain, .separated: break
            }
        }
        for parameter in operation.parameters where parameter.location == .header {
            links.append(".header(\(SwiftText.literal(parameter.key)), \(headerValue(parameter)))")
        }
        if let body = operation.body { links.append(bodyLink(body)) }
        if let accept = operation.accept, MediaType(accept) != .events {
            links.append(".header(\"Accept\", \(SwiftText.literal(accept)))")
        }
        if case .scheme(let scheme) = operation.authorization { links.append(".authorization(\(scheme ?? "nil"))") }
        return links
    }

    private func queryItems(_ operation: Operation) -> [String] {
        operation.fixedQuery.map { "\(SwiftText.literal($0.name)): \(SwiftText.literal($0.value))" }
            + operation.parameters.filter { parameter in
                guard parameter.location == .query, operation.queryStruct == nil || !parameter.isInStruct else {
                    return false
                }
                switch parameter.style {
                case .plain, .separated: return true
                case .deepObject, .exploded: return false
                }
            }.map { "\(SwiftText.literal($0.key)): \(queryValue($0))" }
    }

    func queryValue(_ parameter: Operation.Parameter) -> String {
        let name = SwiftName.escaped(parameter.name)
        guard case .separated(let separator) = parameter.style else { return name }
        return separator == "," ? ".separated(\(name))" : ".separated(\(name), by: \(SwiftText.literal(separator)))"
    }

    private func pathValue(_ parameter: Operation.Parameter) -> String {
        let name = SwiftName.escaped(parameter.name)
        switch api.types.underlying(parameter.type) {
        case .string, .int, .int64, .uint64, .day: return name
        case .model: return name
        default: return plainText(api.types.underlying(parameter.type), name)
        }
    }

    private func headerValue(_ parameter: Operation.Parameter) -> String {
        let name = SwiftName.escaped(parameter.name)
        let type = api.types.underlying(parameter.type)
        if type == .string { return name }
        if parameter.isRequired, !api.types.isNullable(parameter.type) { return plainText(type, name) }
        return "\(name).map { \(plainText(type, "$0")) }"
    }

    /// Returns an expression for a value as text.
    private func plainText(_ type: SwiftType, _ name: String) -> String {
        switch type {
        case .string: return name
        case .date: return "\(api.name).text(of: \(name))"
        case .data: return "\(name).base64EncodedString()"
        case .json: return "\(name).jsonText"
        case .day: return "\(name).rawValue"
        case .model(let index):
            if case .enumeration(let enumeration) = api.types.models[index].kind, enumeration.isInteger {
                return "String(\(name).rawValue)"
            }
            return "\(name).rawValue"
        case .array(let element):
            let inner = api.types.underlying(element)
            return inner == .string
                ? "\(name).joined(separator: \",\")"
                : "\(name).map { \(plainText(inner, "$0")) }.joined(separator: \",\")"
        default: return "String(\(name))"
        }
    }

    private func bodyLink(_ body: Operation.Body) -> String {
        let name = body.name
        let argument = body.isRequired ? name : "ifPresent: \(name)"
        switch body.kind {
        case .json:
            let type =
                body.contentType == "application/json" || MediaType.essence(body.contentType) == "*/*"
                ? "" : ".header(\"Content-Type\", \(SwiftText.literal(body.contentType)))"
            return ".json(\(argument))" + type
        case .form: return body.isRequired ? ".form(encoding: \(name))" : ".form(ifPresent: \(name))"
        case .multipart: return body.isRequired ? ".multipart(\(name).parts)" : ".multipart(ifPresent: \(name)?.parts)"
        case .data: return ".data(\(argument), contentType: \(SwiftText.literal(body.contentType)))"
        case .text:
            let type = SwiftText.literal(body.contentType)
            return body.isRequired
                ? ".text(\(name), contentType: \(type))"
                : ".data(ifPresent: \(name).map { Data($0.utf8) }, contentType: \(type))"
        }
    }

    // MARK: Query structs

    private func writeQueryStructs(of operations: [Int], to text: inout SwiftText) {
        for index in operations {
            let operation = api.operations[index]
            guard let name = operation.queryStruct?.type else { continue }
            let parameters = operation.parameters.filter(\.isInStruct)
            text.line()
            text.block("nonisolated extension \(api.name)") { text in
                text.documentation(["The optional query of ``\(operation.name)``."])
                text.block("struct \(name): Sendable") { text in
                    for parameter in parameters {
                        text.documentation(parameter.documentation)
                        text.line("var \(SwiftName.escaped(parameter.name)): \(optional(parameter.type))")
                    }
                    text.line()
                    text.documentation(["The items of the query."])
                    text.block("var items: QueryItems") { text in
                        text.line("var all = QueryItems([])")
                        for parameter in parameters {
                            let value: String =
                                if case .separated = parameter.style { queryValue(parameter) } else {
                                    SwiftName.escaped(parameter.name)
                                }
                            text.line(
                                "all.append(\(SwiftText.literal(parameter.key)), \(value == "all" ? "self.all" : value))"
                            )
                        }
                        text.line("return all")
                    }
                }
            }
        }
    }
}
