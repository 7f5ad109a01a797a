extension Writer {
    func writeRoute(of operations: [Int], to text: inout SwiftText) {
        text.block("var route: Route") { text in
            text.line("switch self {")
            for index in operations { writeRoute(of: api.operations[index], to: &text) }
            text.line("}")
        }
    }

    func writeRoute(of operation: Operation, to text: inout SwiftText) {
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
            writeFactory(links[0], operation, to: &text)
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

    /// Writes the factory of a route; a path that is too long for a line goes over several.
    private func writeFactory(_ link: String, _ operation: Operation, to text: inout SwiftText) {
        if text.fits(link) { return text.line(link) }
        text.line(factory(operation))
        text.indented { text in
            text.line("\"\"\"")
            var line = ""
            for piece in pathPieces(operation) {
                if !line.isEmpty, !text.fits(line + piece, behind: 1) {
                    text.line(line + "\\")
                    line = ""
                }
                line += piece
            }
            text.line(line)
            text.line("\"\"\")")
        }
    }

    /// The call that makes a route, up to its path.
    private func factory(_ operation: Operation) -> String {
        operation.method == "trace" ? "Route(HTTPMethod(rawValue: \"TRACE\"), " : ".\(operation.method)("
    }

    /// The path as a literal, in pieces.
    private func pathPieces(_ operation: Operation) -> [String] {
        operation.path.map { part in
            switch part {
            case .literal(let literal): return String(SwiftText.literal(literal).dropFirst().dropLast())
            case .parameter(let index):
                let parameter = operation.parameters[index]
                return "\\(\(pathValue(parameter)), name: \(SwiftText.literal(parameter.key)))"
            }
        }
    }

    /// Returns the factory of a route and its changes.
    private func routeLinks(_ operation: Operation) -> [String] {
        var links = ["\(factory(operation))\"\(pathPieces(operation).joined())\")"]
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
        for name in operation.withoutHeaders { links.append(".header(\(SwiftText.literal(name)), nil)") }
        if let body = operation.body { links.append(bodyLink(body)) }
        if let accept = operation.accept,
            MediaType(accept) != .events || api.headers.contains(where: { $0.name == "Accept" })
        {
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
            }.map { "\(SwiftText.literal($0.key + ($0.isBracketed ? "[]" : ""))): \(queryValue($0))" }
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
                MediaType.essence(body.contentType) == "application/json" || MediaType.isRange(body.contentType)
                ? "" : ".header(\"Content-Type\", \(SwiftText.literal(body.contentType)))"
            return ".json(\(argument))" + type
        case .form: return body.isRequired ? ".form(encoding: \(name))" : ".form(ifPresent: \(name))"
        case .multipart:
            let parts = body.type == .parts ? "" : body.isRequired ? ".parts" : "?.parts"
            return ".multipart(\(argument)\(parts))"
        case .data: return ".data(\(argument), contentType: \(SwiftText.literal(body.contentType)))"
        case .text:
            let type = SwiftText.literal(body.contentType)
            return body.isRequired
                ? ".text(\(name), contentType: \(type))"
                : ".data(ifPresent: \(name).map { Data($0.utf8) }, contentType: \(type))"
        }
    }
}
