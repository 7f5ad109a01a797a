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
        if api.operations.isEmpty { return text.line("nonisolated enum \(api.name) {}") }
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
}
