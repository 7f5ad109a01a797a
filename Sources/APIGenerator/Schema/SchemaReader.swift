/// Makes types out of schemas: models for those of components and for objects, lists of values and unions inside others.
final class SchemaReader {
    let documents: Documents
    private(set) var models: [Model] = []
    private var names: NameScope
    /// The models of schemas that references name, by their place.
    private var components: [String: Int] = [:]
    /// The types of schemas inside others, by what they say.
    private var inline: [String: SwiftType] = [:]
    /// The models whose schemas are not read yet.
    private var pending: [Int] = []
    private var queued: Set<Int> = []
    /// The schemas that include another one by `allOf`, by its place.
    private lazy var subtypes = self.includingSchemas()

    /// - Parameter names: the names of types that are given already.
    init(_ documents: Documents, names: NameScope) {
        self.documents = documents
        self.names = names
    }

    /// A type, and whether the schema allows null.
    struct Reading {
        var type: SwiftType
        var isNullable = false

        /// The type of a value that must be there.
        var value: SwiftType { isNullable ? type.asOptional : type }
    }

    /// What becomes of a schema.
    private enum Content {
        case type(SwiftType)
        case declaration(Model.Kind)
    }

    // MARK: Types

    /// Returns the type of a schema. A model for a schema without a name of its own has the given one.
    func read(_ schema: Located, named name: String) -> Reading {
        let (schema, isNullable) = simplified(schema)
        if schema["$ref"] != nil {
            guard let target = component(of: schema) else { return Reading(type: .json) }
            return Reading(type: target, isNullable: isNullable)
        }
        let shape = shape(of: schema)
        let nullable = isNullable || shape.isNullable
        guard isDeclaration(shape) else {
            guard case .type(let type) = content(of: shape, schema, named: name) else { return Reading(type: .json) }
            return Reading(type: type, isNullable: nullable)
        }
        let signature = signature(of: schema)
        if let known = inline[signature] { return Reading(type: known, isNullable: nullable) }
        let index = reserve(schema, name)
        inline[signature] = .model(index)
        switch content(of: shape, schema, named: models[index].name) {
        case .type(let type):
            // A union whose variants are all one type.
            models[index].kind = .alias(type)
        case .declaration(let kind): models[index].kind = kind
        }
        return Reading(type: .model(index), isNullable: nullable)
    }

    /// Reads the schemas that references named, up to the last one.
    func readPending() {
        while let index = pending.popLast() {
            let (schema, isNullable) = simplified(models[index].place)
            models[index].isNullable = isNullable
            if schema["$ref"] != nil {
                models[index].kind = .alias(component(of: schema) ?? .json)
                continue
            }
            let shape = shape(of: schema)
            models[index].isNullable = isNullable || shape.isNullable
            switch content(of: shape, schema, named: models[index].name) {
            case .type(let type): models[index].kind = .alias(type)
            case .declaration(let kind): models[index].kind = kind
            }
        }
    }

    /// Gives a name to a type that is no schema's.
    func uniqueName(_ name: String) -> String {
        names.unique(name, reserved: SwiftName.reservedTypes, suffix: "Model")
    }

    /// Whether a type has a name already.
    func isNamed(_ name: String) -> Bool { names.contains(name) || SwiftName.reservedTypes.contains(name) }

    /// Returns the model of a schema that a reference names.
    private func component(of reference: Located) -> SwiftType? {
        guard let text = reference["$ref"]?.text else {
            documents.note(.fault, "\"$ref\" is no text; read as any JSON", at: reference)
            return nil
        }
        guard let target = documents.target(of: text, from: reference) else { return nil }
        return component(at: target)
    }

    /// Returns the model of a schema with a place of its own, such as one of `components`.
    func component(at place: Located) -> SwiftType {
        let index = reservedComponent(at: place)
        if queued.insert(index).inserted { pending.append(index) }
        return .model(index)
    }

    private func reservedComponent(at place: Located) -> Int {
        let key = place.file + place.pointer
        if let known = components[key] { return known }
        let index = reserve(place, SwiftName.type(Self.name(of: place)))
        components[key] = index
        return index
    }

    /// Gives the schemas of components their names, before those inside others have some.
    func reserveComponents() {
        for (_, schema) in documents.root["components"]?["schemas"]?.members ?? [] { _ = reservedComponent(at: schema) }
    }

    /// Reads the schemas that nothing uses, too.
    func readAllComponents() {
        for (_, schema) in documents.root["components"]?["schemas"]?.members ?? [] { _ = component(at: schema) }
    }

    /// The name of a schema: the last step of its pointer, or else its file.
    static func name(of place: Located) -> String {
        if place.pointer != "#", let step = place.pointer.split(separator: "/").last {
            return String(step).replacingBytes("~1", "/").replacingBytes("~0", "~")
        }
        let file = place.file.split(separator: "/").last ?? ""
        return String(file.split(separator: ".").first ?? "")
    }

    private func reserve(_ place: Located, _ name: String) -> Int {
        let simple = place["deprecated"]?.node.bool ?? false
        models.append(
            Model(
                name: uniqueName(name), documentation: Self.documentation(of: place), isDeprecated: simple,
                kind: .pending, place: place))
        return models.count - 1
    }

    /// The words of a schema or an operation, as lines.
    static func documentation(of place: Located, _ keys: [String] = ["description"]) -> [String] {
        let texts = keys.compactMap { place[$0]?.text }
        let text = texts.reduce(into: [String]()) { all, text in if !all.contains(text) { all.append(text) } }
        return text.isEmpty ? [] : text.joined(separator: "\n\n").splitBytes("\n")
    }

    // MARK: Normal forms

    /// Goes through `allOf`, `oneOf` and `anyOf` of one schema, which only add null or words to it.
    private func simplified(_ schema: Located) -> (Located, isNullable: Bool) {
        var (schema, isNullable) = (schema, false)
        while schema["$ref"] == nil {
            let keys = (schema.node.members ?? []).map(\.key).filter { key in
                Schemas.structuralOrUnion.contains(key)
            }
            guard keys.count == 1, let list = schema[keys[0]], list.node.items != nil, keys[0] != "enum",
                keys[0] != "type"
            else { break }
            let members = list.items.filter { !Schemas.isNull($0) }
            guard members.count == 1, members[0].isMapping, keys[0] != "allOf" || list.items.count == 1 else { break }
            if members.count < list.items.count || schema["nullable"]?.node.bool == true { isNullable = true }
            schema = members[0]
        }
        if schema["nullable"]?.node.bool == true { isNullable = true }
        return (schema, isNullable)
    }

    /// Whether a type is declared for a schema.
    private func isDeclaration(_ shape: Shape) -> Bool {
        if let values = shape.values { return enumeration(of: values, shape) != nil }
        return !shape.unions.isEmpty || !shape.properties.isEmpty || shape.types.count > 1
    }

    private func content(of shape: Shape, _ schema: Located, named name: String) -> Content {
        if let values = shape.values {
            if let enumeration = enumeration(of: values, shape) { return .declaration(.enumeration(enumeration)) }
            return .type(scalar(of: shape, schema))
        }
        if !shape.unions.isEmpty { return union(of: shape, schema, named: name) }
        if shape.discriminator != nil, !shape.properties.isEmpty,
            let union = inheritance(of: shape, schema, named: name)
        {
            return union
        }
        if !shape.properties.isEmpty {
            if shape.types.contains(where: { $0 != "object" }) {
                documents.note(
                    .fault, "\"properties\" of a schema whose type is \"\(shape.types[0])\"; read as an object",
                    at: schema)
            }
            return .declaration(.structure(structure(of: shape, schema, named: name)))
        }
        if shape.types.count > 1 { return union(ofTypes: shape, schema, named: name) }
        switch shape.types.first ?? shape.kinds.first {
        case "array":
            guard let items = shape.items else { return .type(.array(.json)) }
            return .type(.array(read(items, named: Self.singular(name)).value))
        case "object":
            if case .schema(let schema) = shape.additional {
                return .type(.map(read(schema, named: name + "Value").value))
            }
            return .type(.map(.json))
        default: return .type(scalar(of: shape, schema))
        }
    }

    private static func singular(_ name: String) -> String { name + "Item" }

    /// Returns the type of a text, a number, a Boolean or anything.
    private func scalar(of shape: Shape, _ schema: Located) -> SwiftType {
        let kinds = shape.kinds
        if kinds.count > 1 {
            if kinds == ["integer", "number"] { return .double }
            documents.note(.approximated, "values of several types are any JSON", at: schema)
            return .json
        }
        switch kinds.first {
        case "string":
            switch shape.format {
            case "date-time": return .date
            case "date": return .day
            case "byte": return .data
            default: return .string
            }
        case "integer": return shape.format == "int64" ? .int64 : shape.format == "uint64" ? .uint64 : .int
        case "number": return .double
        case "boolean": return .bool
        default: return .json
        }
    }

    // MARK: Objects

    private func structure(of shape: Shape, _ schema: Located, named name: String) -> Structure {
        var members = NameScope()
        var properties: [Structure.Property] = []
        for (key, schema) in shape.properties {
            let reading = read(schema, named: name + SwiftName.type(key))
            let isHidden = schema["readOnly"]?.node.bool == true || schema["writeOnly"]?.node.bool == true
            var property = Structure.Property(
                key: key,
                name: members.unique(
                    SwiftName.member(key), reserved: ["self", "init", "Type", "Protocol"], suffix: "Value"),
                type: reading.type, isRequired: shape.required.contains(key) && !isHidden,
                isNullable: reading.isNullable)
            property.documentation = Self.documentation(of: schema)
            property.isDeprecated = schema["deprecated"]?.node.bool ?? false
            property.isFile = isBinary(schema)
            if property.isRequired, !property.isNullable, case .model(let index) = reading.type,
                case .enumeration(let enumeration) = models[index].kind, enumeration.cases.count == 1
            {
                property.constant = enumeration.cases[0].name
            }
            properties.append(property)
        }
        var additional: SwiftType?
        switch shape.additional {
        case .any: additional = .json
        case .schema(let schema): additional = read(schema, named: name + "Value").value
        case .unspecified, .forbidden: break
        }
        return Structure(properties: properties, additional: additional)
    }

    /// Whether a schema of a form is a file, or a list of files.
    private func isBinary(_ schema: Located) -> Bool {
        let shape = shape(of: schema)
        if let items = shape.items, shape.kinds == ["array"] { return isBinary(items) }
        return shape.format == "binary" || schema["contentMediaType"]?.text == "application/octet-stream"
    }

    /// Returns a model of its own for a multipart form; nil for a schema without properties.
    func multipart(_ schema: Located, named name: String) -> SwiftType? {
        let (schema, _) = simplified(schema)
        let shape = shape(of: schema)
        if shape.properties.isEmpty { return nil }
        let index = reserve(schema, name)
        var structure = structure(of: shape, schema, named: models[index].name)
        structure.isMultipart = true
        structure.additional = nil
        models[index].kind = .structure(structure)
        return .model(index)
    }

    // MARK: Values

    /// Returns the cases of a list of values; nil unless all are texts, or all are whole numbers.
    private func enumeration(of values: [Located], _ shape: Shape) -> Enumeration? {
        enumeration(of: values.map { (value: $0, name: nil, documentation: []) }, shape.types)
    }

    private func enumeration(
        of values: [(value: Located, name: String?, documentation: [String])], _ types: [String]
    ) -> Enumeration? {
        let isText = types == ["string"] || types.isEmpty && values.allSatisfy { $0.value.node.string != nil }
        let isInteger = types == ["integer"] || types.isEmpty && values.allSatisfy { $0.value.node.integer != nil }
        guard isText || isInteger else { return nil }
        var enumeration = Enumeration(isInteger: isInteger, cases: [])
        var (names, seen) = (NameScope(["unknown"]), Set<String>())
        for (value, name, documentation) in values {
            let text = isInteger ? value.node.integer.map { String($0) } : value.text
            guard let text else {
                documents.note(.fault, "the value has another type than its schema; it is left out", at: value)
                continue
            }
            guard seen.insert(text).inserted else { continue }
            let fallback = isInteger ? (text.hasPrefix("-") ? "minus" + text.dropFirst() : "value" + text) : text
            let member = SwiftName.member(name ?? fallback, fallback: text.isEmpty ? "empty" : "value")
            enumeration.cases.append(
                .init(
                    name: names.unique(
                        member, reserved: SwiftName.reservedCases.union(["none", "some"]), suffix: "Value"),
                    value: text,
                    documentation: documentation))
        }
        return enumeration.cases.isEmpty ? nil : enumeration
    }

    // MARK: Unions

    /// A variant of a union while its rule is looked for.
    private struct Candidate {
        let schema: Located
        let shape: Shape
        let type: SwiftType
        let name: String
        /// The name of a schema with a place of its own.
        let component: String?
    }

    private func union(of shape: Shape, _ schema: Located, named name: String) -> Content {
        if shape.unions.count > 1 { return merged(shape, schema, named: name) }
        let variants = shape.unions[0].schemas
        if let values = constants(of: variants, shape) { return .declaration(.enumeration(values)) }
        if let scalar = commonScalar(of: variants) { return .type(scalar) }
        if shape.unions[0].isAny, shape.discriminator == nil, areParts(variants) {
            return merged(shape, schema, named: name)
        }
        return union(variants, shape.discriminator, schema, named: name, besides: shape)
    }

    /// A base schema with a discriminator, of which others are made by `allOf`: they are its variants.
    private func inheritance(of shape: Shape, _ schema: Located, named name: String) -> Content? {
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
    private func includingSchemas() -> [String: [Located]] {
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
    private func union(
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
    private func object(of shape: Shape, _ schema: Located, named name: String) -> SwiftType {
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
        if let title = schema["title"]?.text, !SwiftName.type(title, fallback: "").isEmpty, title.utf8.count < 40 {
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

    private func rule(for candidates: [Candidate], _ discriminator: Located?, _ schema: Located) -> Union {
        let objects = candidates.allSatisfy {
            $0.shape.kinds == ["object"] && !$0.shape.properties.isEmpty || isUnion($0.shape)
        }
        if objects {
            if let discriminator, let union = discriminated(candidates, discriminator) { return union }
            if let union = constant(candidates) { return union }
            if let union = requiredKeys(candidates) { return union }
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
        guard let key = discriminator["propertyName"]?.text else {
            documents.note(.fault, "a discriminator without \"propertyName\"; it is left out", at: discriminator)
            return nil
        }
        var marks: [[String]] = candidates.map { _ in [] }
        for (value, target) in discriminator["mapping"]?.members ?? [] {
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
        return Union(
            variants: zip(candidates, marks).map { .init(name: $0.name, type: $0.type, marks: $1) },
            rule: .discriminator(key))
    }

    /// A property with other constants in each variant, which all require if there is such a one.
    private func constant(_ candidates: [Candidate]) -> Union? {
        var keys: [String] = []
        for candidate in candidates where keys.isEmpty { keys = propertyNames(candidate.shape, depth: 0) }
        for needsKey in [true, false] {
            for key in keys {
                let marks = candidates.compactMap { constants(of: key, in: $0.shape, needsKey, depth: 0) }
                let values = marks.flatMap { Set($0.map(\.text)) }
                guard marks.count == candidates.count, Set(values).count == values.count else { continue }
                return Union(
                    variants: zip(candidates, marks).map { candidate, marks in
                        .init(name: candidate.name, type: candidate.type, marks: Self.unique(marks.map(\.text)))
                    },
                    rule: .constant(key, isInteger: marks.joined().allSatisfy(\.isInteger)))
            }
        }
        return nil
    }

    private static func unique(_ all: [String]) -> [String] {
        var seen = Set<String>()
        return all.filter { seen.insert($0).inserted }
    }

    /// The names of an object's properties, or of those of the first variant.
    private func propertyNames(_ shape: Shape, depth: Int) -> [String] {
        if !shape.properties.isEmpty { return shape.properties.map(\.key) }
        guard depth < 8, let variant = shape.unions.first?.schemas.first else { return [] }
        return propertyNames(self.shape(of: variant), depth: depth + 1)
    }

    /// The values that a property may have in an object, or in all variants of a union; nil for others than constants.
    private func constants(
        of key: String, in shape: Shape, _ needsKey: Bool, depth: Int
    ) -> [(text: String, isInteger: Bool)]? {
        if let property = shape.properties.first(where: { $0.key == key }) {
            guard !needsKey || shape.required.contains(key) else { return nil }
            return self.shape(of: property.schema).values.map { values in
                values.compactMap { value in value.text.map { ($0, value.node.integer != nil) } }
            }
        }
        guard depth < 8, shape.properties.isEmpty, shape.unions.count == 1 else { return nil }
        var all: [(text: String, isInteger: Bool)] = []
        for variant in shape.unions[0].schemas {
            guard let own = constants(of: key, in: self.shape(of: variant), needsKey, depth: depth + 1) else {
                return nil
            }
            all += own
        }
        return all
    }

    private func requiredKeys(_ candidates: [Candidate]) -> Union? {
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

    /// Returns the values of variants that all are constants or lists of values of one type.
    private func constants(of variants: [Located], _ shape: Shape) -> Enumeration? {
        var values: [(value: Located, name: String?, documentation: [String])] = []
        var types: [String]?
        var isOpen = false
        for variant in variants {
            let own = self.shape(of: simplified(variant).0)
            guard own.unions.isEmpty, own.properties.isEmpty else { return nil }
            let kinds = Array(own.kinds)
            if kinds != (types ?? kinds) { return nil }
            types = kinds
            if own.values == nil {
                // A text beside a list of texts: the list is open anyway.
                guard kinds == ["string"], !["date-time", "date", "byte"].contains(own.format) else { return nil }
                isOpen = true
            }
            let isSingle = own.values?.count == 1
            for value in own.values ?? [] {
                values.append(
                    (value, isSingle ? variant["title"]?.text : nil, isSingle ? Self.documentation(of: variant) : []))
            }
        }
        _ = isOpen
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

    private func union(ofTypes shape: Shape, _ schema: Located, named name: String) -> Content {
        if shape.types.allSatisfy({ $0 == "integer" || $0 == "number" }) { return .type(.double) }
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

    /// Whether a value may be several variants at once, so that none of them has all of it: objects of which one needs no
    /// key, and which have no key in common, unless with the same schema.
    private func areParts(_ variants: [Located]) -> Bool {
        var known: [String: String] = [:]
        var isLoose = false
        for variant in variants {
            let shape = shape(of: variant)
            guard shape.kinds == ["object"], shape.unions.isEmpty, !shape.properties.isEmpty else { return false }
            if shape.required.isEmpty { isLoose = true }
            for (key, schema) in shape.properties {
                let signature = signature(of: schema)
                guard known.updateValue(signature, forKey: key) ?? signature == signature else { return false }
            }
        }
        return isLoose
    }

    /// An object with the properties of all variants, none of which must be there.
    private func merged(_ shape: Shape, _ schema: Located, named name: String) -> Content {
        documents.note(
            .approximated, "variants that a value may be at once are an object with the properties of all", at: schema)
        var all = shape
        for variant in shape.unions.flatMap(\.schemas) {
            for (key, schema) in self.shape(of: variant).properties { all.setProperty(key, schema) }
        }
        all.unions = []
        if all.properties.isEmpty { return .type(.json) }
        return .declaration(.structure(structure(of: all, schema, named: name)))
    }

    // MARK: Signatures

    /// Keys that add words to a schema, but no type.
    private static let words: Set<String> = ["description", "example", "examples", "default", "externalDocs"]

    /// Returns what a schema says as text, equal for schemas of equal types.
    private func signature(of schema: Located) -> String {
        var text = schema.file
        Self.write(schema.node, to: &text, isSchema: true)
        return text
    }

    private static func write(_ node: Node, to text: inout String, isSchema: Bool) {
        switch node.content {
        case .scalar(let scalar, let isPlain): text += isPlain ? scalar + "," : "\"\(scalar)\","
        case .sequence(let items):
            text += "["
            for item in items { write(item, to: &text, isSchema: isSchema) }
            text += "]"
        case .mapping(let members):
            text += "{"
            for member in members {
                // The keys of `properties` are names.
                if isSchema, words.contains(member.key) || member.key.hasPrefix("x-") { continue }
                text += member.key + ":"
                write(member.value, to: &text, isSchema: !isSchema || member.key != "properties")
            }
            text += "}"
        }
    }
}
