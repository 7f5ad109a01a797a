extension Generator {
    static func mark(_ operations: [Operation], in types: inout TypeTable) {
        for operation in operations {
            guard let body = operation.body else { continue }
            types.mark(body.type, { $0.isSent }, { $0.isSent = true })
            if operation.method == "patch" { types.mark(body.type, { $0.isPatch }, { $0.isPatch = true }) }
        }
    }

    /// The models that the output declares: those that operations use, or all of the document.
    static func written(_ operations: [Operation], _ types: TypeTable, all: Bool) -> [Int] {
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
}
