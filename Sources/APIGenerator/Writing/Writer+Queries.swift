extension Writer {
    func writeQueryStructs(of operations: [Int], to text: inout SwiftText) {
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
                                "all.append(\(SwiftText.literal(parameter.key + (parameter.isBracketed ? "[]" : ""))), \(value == "all" ? "self.all" : value))"
                            )
                        }
                        text.line("return all")
                    }
                }
            }
        }
    }
}
