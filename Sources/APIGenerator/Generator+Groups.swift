extension Generator {
    /// Divides the operations by tag. Without tags the first step of the path divides those of a large API.
    static func groups(
        of operations: [Operation], _ schemas: SchemaReader, _ documents: Documents
    ) -> [API.Group] {
        let isLarge = operations.count > mostCases
        var order: [String] = []
        var members: [String: [Int]] = [:]
        for (index, operation) in operations.enumerated() {
            let step = operation.template.splitBytes("/").first { !$0.isEmpty && $0.utf8.first != UInt8(ascii: "{") }
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
