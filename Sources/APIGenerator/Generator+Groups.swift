extension Generator {
    /// Divides the operations by tag. Without tags the first step of the path divides those of a large API.
    static func groups(
        of operations: [Operation], _ schemas: SchemaReader
    ) -> [API.Group] {
        let isLarge = operations.count > mostCases
        var order: [String] = []
        var members: [String: [Int]] = [:]
        for (index, operation) in operations.enumerated() {
            let step = operation.template.splitBytes("/").first {
                !$0.isEmpty && $0.utf8.first != UInt8(ascii: "{") && !isVersion($0)
            }
            let key = operation.tag ?? (isLarge ? step ?? "Other" : "")
            if members[key] == nil { order.append(key) }
            members[key, default: []].append(index)
        }
        var cases = NameScope()
        // A switch has as many cases as there are groups.
        if isLarge, order.count > mostCases {
            let sizes = order.map { (members[$0] ?? []).count }
            let largest = order.indices.sorted { (-sizes[$0], $0) < (-sizes[$1], $1) }.prefix(mostCases / 2)
            let kept = Set(largest.map { order[$0] })
            // No tag begins with this sign.
            let other = "\u{0}Other operations"
            members[other] = order.filter { !kept.contains($0) }.flatMap { members[$0] ?? [] }.sorted()
            order = order.filter(kept.contains) + [other]
        }
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
                    groups.append(.init(name: name, caseName: nil, operations: part))
                }
            }
        }
        return groups
    }

    /// Whether a step of a path is a version: `v1`.
    private static func isVersion(_ step: String) -> Bool {
        step.utf8.count > 1 && step.utf8.first == UInt8(ascii: "v")
            && step.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }
}
