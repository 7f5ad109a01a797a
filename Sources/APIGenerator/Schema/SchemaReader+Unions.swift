extension SchemaReader {
    /// A variant of a union while its rule is looked for.
    struct Candidate {
        let schema: Located
        let shape: Shape
        let type: SwiftType
        let name: String
        /// The name of a schema with a place of its own.
        let component: String?
    }

    func union(of shape: Shape, _ schema: Located, named name: String) -> Content {
        if shape.unions.count > 1 { return merged(shape, schema, named: name) }
        let variants = shape.unions[0].schemas
        if let values = constants(of: variants, shape) { return .declaration(.enumeration(values)) }
        if let scalar = commonScalar(of: variants) { return .type(scalar) }
        if shape.unions[0].isAny, shape.discriminator == nil, areParts(variants) {
            return merged(shape, schema, named: name)
        }
        let content = union(variants, shape.discriminator, schema, named: name, besides: shape)
        if shape.unions[0].isAny, case .declaration(.union(let union)) = content, case .requiredKeys = union.rule {
            documents.note(
                .approximated, "a value that is several variants at once is read as the first one", at: schema)
        }
        return content
    }

    /// A base schema with a discriminator, of which others are made by `allOf`: they are its variants.
    func inheritance(of shape: Shape, _ schema: Located, named name: String) -> Content? {
        let heirs = subtypes[schema.file + schema.pointer] ?? []
        guard heirs.count > 1 else {
            documents.note(.approximated, "a discriminator without variants is a plain property", at: schema)
            return nil
        }
        let references = heirs.map { heir in
            let reference = Node(.scalar(heir.file + heir.pointer, isPlain: false), line: heir.node.line)
            return heir.with(.mapping([.init(key: "$ref", line: heir.node.line, value: reference)]))
        }
        return union(references, shape.discriminator, schema, named: name)
    }

    /// The schemas of components that include another one, by its place.
    func includingSchemas() -> [String: [Located]] {
        var all: [String: [Located]] = [:]
        for (_, schema) in documents.root["components"]?["schemas"]?.members ?? [] {
            for member in schema["allOf"]?.items ?? [] {
                guard let reference = member["$ref"]?.text, let target = documents.target(of: reference, from: member)
                else { continue }
                all[target.file + target.pointer, default: []].append(schema)
            }
        }
        return all
    }

    /// Makes a union of variants. The properties of a base, which stand beside the variants, belong to each of them.
    func union(
        _ variants: [Located], _ discriminator: Located?, _ schema: Located, named name: String,
        besides base: Shape? = nil
    ) -> Content {
        var (names, candidates) = (NameScope(["unknown"]), [Candidate]())
        for (index, variant) in variants.enumerated() {
            let simple = simplified(variant).0
            var shape = shape(of: simple)
            let word = variantName(simple, shape, index)
            let type: SwiftType
            if let base, !base.properties.isEmpty {
                shape.include(base)
                type = object(of: shape, variant, named: name + SwiftName.type(word))
            } else {
                type = read(variant, named: name + SwiftName.type(word)).type
            }
            if candidates.contains(where: { $0.type == type }) { continue }
            let component = simple["$ref"]?.text.map { text in
                Self.name(of: documents.target(of: text, from: simple) ?? simple)
            }
            let member = names.unique(SwiftName.member(word), reserved: SwiftName.reservedCases, suffix: "Value")
            candidates.append(.init(schema: simple, shape: shape, type: type, name: member, component: component))
        }
        if candidates.count == 1 { return .type(candidates[0].type) }
        return .declaration(.union(rule(for: candidates, discriminator, schema)))
    }

    /// Makes a model of an object that no single schema declares.
    func object(of shape: Shape, _ schema: Located, named name: String) -> SwiftType {
        var shape = shape
        for variant in shape.unions.flatMap(\.schemas) {
            for (key, schema) in self.shape(of: variant).properties { shape.setProperty(key, schema) }
        }
        shape.unions = []
        let index = reserve(schema, name)
        models[index].kind = .structure(structure(of: shape, schema, named: models[index].name))
        return .model(index)
    }

    /// A name for a variant: that of its schema, its title, a constant of it, or its type.
    private func variantName(_ schema: Located, _ shape: Shape, _ index: Int) -> String {
        if let reference = schema["$ref"]?.text {
            return Self.name(of: documents.target(of: reference, from: schema) ?? schema)
        }
        if let title = documents.text("title", of: schema), !SwiftName.type(title, fallback: "").isEmpty,
            title.utf8.count < 40
        {
            return title
        }
        for (key, property) in shape.properties where shape.required.contains(key) {
            if let values = self.shape(of: property).values, values.count == 1, let text = values[0].text {
                return text
            }
        }
        switch shape.kinds.first {
        case "object": return shape.properties.isEmpty ? "object" : "variant \(index + 1)"
        case "array": return "list"
        case "integer": return "int"
        case "number": return "double"
        case "boolean": return "bool"
        case let kind?: return kind
        case nil: return "variant \(index + 1)"
        }
    }

    /// Returns the values of variants that all are constants or lists of values of one type.
    func constants(of variants: [Located], _ shape: Shape) -> Enumeration? {
        var values: [(value: Located, name: String?, documentation: [String])] = []
        var types: [String]?
        for variant in variants {
            let own = self.shape(of: simplified(variant).0)
            guard own.unions.isEmpty, own.properties.isEmpty else { return nil }
            let kinds = Array(own.kinds)
            if kinds != (types ?? kinds) { return nil }
            types = kinds
            if own.values == nil {
                // A text beside a list of texts: the list is open anyway.
                guard kinds == ["string"], !["date-time", "date", "byte"].contains(own.format) else { return nil }
            }
            let isSingle = own.values?.count == 1
            for value in own.values ?? [] {
                values.append(
                    (
                        value, isSingle ? documents.text("title", of: variant) : nil,
                        isSingle ? documents.documentation(of: variant) : []
                    ))
            }
        }
        return values.isEmpty ? nil : enumeration(of: values, types ?? [])
    }

    /// Returns the type of variants that all are one scalar type.
    private func commonScalar(of variants: [Located]) -> SwiftType? {
        var common: SwiftType?
        for variant in variants {
            let (simple, _) = simplified(variant)
            let shape = shape(of: simple)
            guard shape.unions.isEmpty, shape.properties.isEmpty, shape.kinds.count == 1, shape.values == nil,
                shape.items == nil, shape.kinds != ["object"], shape.kinds != ["array"]
            else { return nil }
            let type = scalar(of: shape, simple)
            switch (common, type) {
            case (nil, _): common = type
            case (let known?, _) where known == type: break
            case (.int?, .int64), (.int64?, .int): common = .int64
            case (.int?, .double), (.double?, .int), (.int64?, .double), (.double?, .int64): common = .double
            case (.string?, .date), (.date?, .string), (.string?, .day), (.day?, .string), (.date?, .day),
                (.day?, .date):
                common = .string
            default: return nil
            }
        }
        return common
    }

    func union(ofTypes shape: Shape, _ schema: Located, named name: String) -> Content {
        if shape.types.allSatisfy(["integer", "number"].contains) { return .type(.double) }
        let variants = shape.types.map { type in
            let members = (schema.node.members ?? []).map { member in
                member.key == "type"
                    ? Node.Member(
                        key: "type", line: member.line, value: Node(.scalar(type, isPlain: true), line: member.line))
                    : member
            }.filter { $0.key != "title" && $0.key != "description" }
            return schema.with(.mapping(members))
        }
        return union(variants, nil, schema, named: name)
    }

    /// Whether a value may be several variants at once, so that none of them has all of it. They are objects of which
    /// one needs no key or has no name, and which have no key in common, unless with the same schema.
    private func areParts(_ variants: [Located]) -> Bool {
        var known: [String: String] = [:]
        var isLoose = false
        for variant in variants {
            let shape = shape(of: variant)
            guard shape.kinds == ["object"], shape.unions.isEmpty, !shape.properties.isEmpty else { return false }
            if shape.required.isEmpty || variant["$ref"] == nil && !hasConstant(shape) { isLoose = true }
            for (key, schema) in shape.properties {
                let signature = signature(of: schema)
                guard known.updateValue(signature, forKey: key) ?? signature == signature else { return false }
            }
        }
        return isLoose
    }

    /// Whether a required property of an object is a constant.
    private func hasConstant(_ shape: Shape) -> Bool {
        shape.properties.contains { shape.required.contains($0.key) && self.shape(of: $0.schema).values != nil }
    }

    /// An object with the properties of all variants, none of which must be there; any JSON if a variant is no object.
    func merged(_ shape: Shape, _ schema: Located, named name: String) -> Content {
        let variants = shape.unions.flatMap(\.schemas).map { self.shape(of: $0) }
        guard variants.allSatisfy({ $0.unions.isEmpty && $0.kinds.isSubset(of: ["object"]) }) else {
            documents.note(.approximated, "several unions of one schema are any JSON", at: schema)
            return .type(.json)
        }
        documents.note(
            .approximated, "variants that a value may be at once are an object with the properties of all", at: schema)
        var all = shape
        var known: [String: String] = [:]
        for (key, schema) in shape.properties { known[key] = signature(of: schema) }
        for (key, schema) in variants.flatMap(\.properties) {
            let signature = signature(of: schema)
            let isSame = known.updateValue(signature, forKey: key) ?? signature == signature
            all.setProperty(key, schema)
            // A property of different types is any JSON.
            if !isSame, let place = all.properties.firstIndex(where: { $0.key == key }) {
                all.properties[place].schema = schema.with(.mapping([]))
            }
        }
        all.unions = []
        if all.properties.isEmpty { return .type(.json) }
        return .declaration(.structure(structure(of: all, schema, named: name)))
    }
}
