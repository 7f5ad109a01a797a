// The rule by which the variants of a union are told apart, from the safest to the weakest.
extension SchemaReader {
    func rule(for candidates: [Candidate], _ discriminator: Located?, _ schema: Located) -> Union {
        let objects = candidates.allSatisfy {
            $0.shape.kinds == ["object"] && !$0.shape.properties.isEmpty || isUnion($0.shape)
        }
        if objects {
            if let discriminator, let union = discriminated(candidates, discriminator) { return union }
            if let union = constant(candidates, needsKey: true) { return union }
            if let union = requiredKeys(candidates) { return union }
            if let union = constant(candidates, needsKey: false) { return union }
        }
        var kinds = Set<String>()
        let isDisjoint = candidates.allSatisfy { candidate in
            let own =
                candidate.shape.kinds.contains("number")
                ? candidate.shape.kinds.union(["integer"]) : candidate.shape.kinds
            defer { kinds.formUnion(own) }
            return !own.isEmpty && kinds.isDisjoint(with: own)
        }
        if isDisjoint {
            return Union(variants: candidates.map { .init(name: $0.name, type: $0.type, marks: []) }, rule: .kinds)
        }
        documents.note(
            .approximated, "nothing tells the variants of the union apart; the one that knows the most keys is taken",
            at: schema)
        // The more a variant requires, the less does it take the value of another one.
        let sorted = candidates.enumerated().sorted { left, right in
            let (one, other) = (weight(left.element), weight(right.element))
            return one == other ? left.offset < right.offset : one > other
        }
        return Union(
            variants: sorted.map { .init(name: $0.element.name, type: $0.element.type, marks: []) }, rule: .tried)
    }

    private func isUnion(_ shape: Shape) -> Bool { shape.kinds.isEmpty && !shape.unions.isEmpty }

    private func weight(_ candidate: Candidate) -> Int {
        switch candidate.type {
        case .json: return -2
        case .map(.json): return -1
        case .string: return 0
        default: return isUnion(candidate.shape) ? 0 : 1 + Set(candidate.shape.required).count
        }
    }

    private func discriminated(_ candidates: [Candidate], _ discriminator: Located) -> Union? {
        guard let key = documents.text("propertyName", of: discriminator) else {
            documents.note(.fault, "a discriminator without \"propertyName\"; it is left out", at: discriminator)
            return nil
        }
        var marks: [[String]] = candidates.map { _ in [] }
        for (value, target) in documents.object("mapping", of: discriminator)?.members ?? [] {
            guard let text = target.text else {
                documents.note(.fault, "a reference is expected; it is left out", at: target)
                continue
            }
            let place =
                text.utf8.contains(UInt8(ascii: "/")) || text.utf8.contains(UInt8(ascii: "#"))
                ? documents.target(of: text, from: target).map(Self.name) : text
            if let place, let index = candidates.firstIndex(where: { $0.component == place }) {
                marks[index].append(value)
            } else if place != nil {
                documents.note(.fault, "the union has no variant \"\(text)\"; it is left out", at: target)
            }
        }
        for (index, candidate) in candidates.enumerated() where marks[index].isEmpty {
            let values = Self.unique(constants(of: key, in: candidate.shape, false, depth: 0)?.map(\.text) ?? [])
            marks[index] = values.isEmpty ? candidate.component.map { [$0] } ?? [] : values
            if marks[index].isEmpty {
                documents.note(
                    .approximated, "no value of \"\(key)\" stands for the variant; the discriminator is left out",
                    at: candidate.schema)
                return nil
            }
        }
        guard Set(marks.joined()).count == marks.joined().count else {
            documents.note(
                .approximated, "values of \"\(key)\" stand for several variants; the discriminator is left out",
                at: discriminator)
            return nil
        }
        let types = candidates.flatMap { constants(of: key, in: $0.shape, false, depth: 0)?.map(\.type) ?? [] }
        let variants = zip(candidates, marks).map { Union.Variant(name: $0.name, type: $0.type, marks: $1) }
        let areIntegers =
            !types.isEmpty && types.allSatisfy(["Int"].contains) && marks.joined().allSatisfy { Int($0) != nil }
        return Union(variants: variants, rule: areIntegers ? .constant(key, type: "Int") : .discriminator(key))
    }

    /// A property with different constants in each variant.
    /// - Parameter needsKey: whether each variant must require the property.
    private func constant(_ candidates: [Candidate], needsKey: Bool) -> Union? {
        var keys: [String] = []
        for candidate in candidates where keys.isEmpty { keys = propertyNames(candidate.shape, depth: 0) }
        for key in keys {
            let marks = candidates.compactMap { constants(of: key, in: $0.shape, needsKey, depth: 0) }
            let values = marks.flatMap { Set($0.map(\.text)) }
            guard marks.count == candidates.count, Set(values).count == values.count,
                let type = marks.joined().first?.type, marks.joined().allSatisfy({ $0.type == type })
            else { continue }
            return Union(
                variants: zip(candidates, marks).map { candidate, marks in
                    .init(name: candidate.name, type: candidate.type, marks: Self.unique(marks.map(\.text)))
                }, rule: .constant(key, type: type))
        }
        return nil
    }

    /// Returns a constant as the text of a pattern, with its type; a number that is not whole is none.
    private static func constant(_ value: Located, _ types: [String]) -> (text: String, type: String)? {
        guard let text = value.text else { return nil }
        if types == ["string"] || value.node.string != nil { return (text, "String") }
        if let flag = value.node.bool { return (flag ? "true" : "false", "Bool") }
        return value.node.integer.map { (String($0), "Int") }
    }

    static func unique(_ all: [String]) -> [String] {
        var seen = Set<String>()
        return all.filter { seen.insert($0).inserted }
    }

    /// The names of an object's properties, or of those of the first variant.
    func propertyNames(_ shape: Shape, depth: Int) -> [String] {
        if !shape.properties.isEmpty { return shape.properties.map(\.key) }
        guard depth < 8, let variant = shape.unions.first?.schemas.first else { return [] }
        return propertyNames(self.shape(of: variant), depth: depth + 1)
    }

    /// The values that a property may have in an object, or in all variants of a union; nil for others than constants.
    func constants(
        of key: String, in shape: Shape, _ needsKey: Bool, depth: Int
    ) -> [(text: String, type: String)]? {
        if let property = shape.properties.first(where: { $0.key == key }) {
            guard !needsKey || shape.required.contains(key) else { return nil }
            let shape = self.shape(of: property.schema)
            return shape.values.map { values in values.compactMap { Self.constant($0, shape.types) } }
        }
        guard depth < 8, shape.properties.isEmpty, shape.unions.count == 1 else { return nil }
        var all: [(text: String, type: String)] = []
        for variant in shape.unions[0].schemas {
            guard let own = constants(of: key, in: self.shape(of: variant), needsKey, depth: depth + 1) else {
                return nil
            }
            all += own
        }
        return all
    }

    func requiredKeys(_ candidates: [Candidate]) -> Union? {
        var (told, rest): ([Union.Variant], [Union.Variant]) = ([], [])
        for candidate in candidates {
            let others = candidates.filter { $0.type != candidate.type }
            let own = candidate.shape.required.first { key in
                others.allSatisfy { other in
                    !isUnion(other.shape) && !other.shape.properties.contains { $0.key == key }
                }
            }
            if isUnion(candidate.shape) || own == nil {
                rest.append(.init(name: candidate.name, type: candidate.type, marks: []))
            } else {
                told.append(.init(name: candidate.name, type: candidate.type, marks: own.map { [$0] } ?? []))
            }
        }
        return rest.count > 1 ? nil : Union(variants: told + rest, rule: .requiredKeys)
    }
}
