extension Generator {
    /// Takes headers that stand on nine of ten operations out of them.
    static func takeCommonHeaders(
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
            let all = operations.flatMap(\.parameters).filter { $0.location == .header && $0.key.isSameHeader(key) }
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
                operations[index].parameters.removeAll { $0.location == .header && $0.key.isSameHeader(key) }
            }
        }
        return (fixed, open)
    }

    static func setQueryStruct(of operation: inout Operation, _ schemas: SchemaReader) {
        let count = operation.parameters.count + (operation.body == nil ? 0 : 1)
        let optional = operation.parameters.filter { $0.isInStruct }
        guard count > 6, optional.count > 1 else { return }
        var labels = NameScope(Set(operation.parameters.map(\.name) + [operation.body?.name].compactMap { $0 }))
        operation.queryStruct = (
            schemas.uniqueName(SwiftName.type(operation.name) + "Query"),
            labels.unique(labels.contains("query") ? "options" : "query")
        )
        for index in operation.parameters.indices where operation.parameters[index].isInStruct {
            // The struct has a property of this name.
            if operation.parameters[index].name == "items" {
                operation.parameters[index].name = labels.unique("itemsValue")
            }
        }
    }
}
