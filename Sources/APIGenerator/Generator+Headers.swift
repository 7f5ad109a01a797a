extension Generator {
    /// Takes headers that stand on nine of ten operations out of them, unless their values differ.
    static func takeCommonHeaders(
        from operations: inout [Operation], _ documents: Documents
    ) -> ([(name: String, value: String)], [String]) {
        guard operations.count >= 4 else { return ([], []) }
        var counts: [String: Int] = [:]
        for operation in operations {
            for parameter in operation.parameters where parameter.location == .header {
                counts[parameter.key.lowercased(), default: 0] += 1
            }
        }
        var (fixed, open): ([(String, String)], [String]) = ([], [])
        for key in counts.filter({ $0.value * 10 >= operations.count * 9 }).keys.sorted() {
            let all = operations.flatMap(\.parameters).filter { $0.location == .header && $0.key.isSameHeader(key) }
            let values = all.map { constant(of: $0, documents) }
            guard let first = all.first, values.allSatisfy({ $0 == values[0] }) else { continue }
            if let value = values[0] {
                fixed.append((first.key, value))
            } else {
                // One with a default or several values is chosen by the call.
                let schema = first.place["schema"].flatMap { documents.resolved($0) }
                if schema?["default"] != nil || schema?["enum"] != nil { continue }
                open.append(first.key)
                documents.note(
                    .approximated, "\"\(first.key)\" stands on almost every operation; set it by the plugin .headers",
                    at: first.place)
            }
            for index in operations.indices {
                let count = operations[index].parameters.count
                operations[index].parameters.removeAll { $0.location == .header && $0.key.isSameHeader(key) }
                if count == operations[index].parameters.count, values[0] != nil {
                    operations[index].withoutHeaders.append(first.key)
                }
            }
        }
        return (fixed, open)
    }

    /// The only value that a header can have: a constant, or the default of a required text.
    private static func constant(of parameter: Operation.Parameter, _ documents: Documents) -> String? {
        guard let schema = parameter.place["schema"].flatMap({ documents.resolved($0) }) else { return nil }
        if let value = schema["const"] { return value.text }
        let values = schema["enum"]?.items ?? []
        if values.count == 1 { return values[0].text }
        return values.isEmpty && parameter.isRequired && parameter.type == .string ? schema["default"]?.text : nil
    }

    /// Collects the optional query of an operation in a struct if its case would have more than six values.
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
