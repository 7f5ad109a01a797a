import Foundation

extension OperationReader {
    func parameters(of value: Located, _ item: Located, _ template: String, _ type: String) -> [Operation
        .Parameter]
    {
        var found: [Located] = []
        for list in [item["parameters"], value["parameters"]] {
            guard let list else { continue }
            if list.node.items == nil { fault("\"parameters\" is no list", at: list) }
            for parameter in list.items {
                guard let parameter = documents.resolved(parameter) else { continue }
                guard parameter.isMapping, documents.text("name", of: parameter) != nil,
                    documents.text("in", of: parameter) != nil
                else {
                    fault("a parameter without \"name\" or \"in\"", at: parameter)
                    continue
                }
                // The operation's takes the place of the path's.
                found.removeAll {
                    $0["name"]?.text == documents.text("name", of: parameter)
                        && $0["in"]?.text == documents.text("in", of: parameter)
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
                order.firstIndex { $0.utf8.starts(with: (item.element.key + "}").utf8) } ?? order.count
            }
            return places[0] == places[1] ? one.offset < other.offset : places[0] < places[1]
        }
        return path.map(\.element) + all.filter { $0.location != .path && $0.isRequired }
            + all.filter { $0.location != .path && !$0.isRequired }
    }

    func parameter(of value: Located, _ type: String, _ labels: inout NameScope) -> Operation.Parameter? {
        let key = documents.text("name", of: value) ?? ""
        guard let location = Operation.Parameter.Location(rawValue: documents.text("in", of: value) ?? "") else {
            if documents.text("in", of: value) == "cookie" {
                refuse("a cookie as a parameter", at: value)
            } else {
                fault("a parameter in \"\(documents.text("in", of: value) ?? "")\"", at: value)
            }
            return nil
        }
        // The body, the answer and the authorization set them (OpenAPI §4.8.12.2).
        if location == .header, ["accept", "content-type", "authorization"].contains(key.lowercased()) { return nil }
        var schema = value["schema"]
        var isJSON = false
        if schema == nil, let content = documents.object("content", of: value)?.members.first {
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
            key: key,
            name: labels.unique(
                SwiftName.member(key), reserved: ["self", "init", "inout", "let", "var"], suffix: "Value"),
            location: location,
            type: reading.type, isRequired: location == .path || documents.flag("required", of: value) == true,
            place: value)
        parameter.documentation = documents.documentation(of: value)
        parameter.style = style(of: value, location)
        return parameter
    }

    func style(of value: Located, _ location: Operation.Parameter.Location) -> Operation.Parameter.Style {
        guard location == .query else {
            if let style = documents.text("style", of: value), style != "simple" {
                documents.note(.approximated, "the style \"\(style)\" is \"simple\"", at: value)
            }
            return .plain
        }
        let style = documents.text("style", of: value) ?? "form"
        let explodes = documents.flag("explode", of: value) ?? (style == "form")
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
                if parameter.style == .deepObject {
                    documents.note(
                        .approximated, "a list as \"deepObject\" is sent as \(parameter.key)[]", at: parameter.place)
                    (parameter.style, parameter.isBracketed) = (.plain, true)
                }
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
    func setPath(of operation: inout Operation) {
        var template = operation.template
        if template.utf8.first == UInt8(ascii: "/"), template.utf8.count > 1 { template.removeFirst() }
        if let mark = template.utf8.firstIndex(of: UInt8(ascii: "#")) {
            documents.note(.approximated, "the fragment of the path is not sent", at: operation.place)
            template = String(template[..<mark])
        }
        if let mark = template.utf8.firstIndex(of: UInt8(ascii: "?")) {
            for item in String(template[template.index(after: mark)...]).splitBytes("&") where !item.isEmpty {
                let parts = item.splitBytes("=")
                let value = parts.dropFirst().joined(separator: "=")
                if value.utf8.contains(UInt8(ascii: "{")) { continue }
                operation.fixedQuery.append(
                    (parts[0].removingPercentEncoding ?? parts[0], value.removingPercentEncoding ?? value))
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
}
