extension Writer {
    /// Writes the declaration of a model.
    func writeModel(_ index: Int, to text: inout SwiftText) {
        let model = api.types.models[index]
        text.documentation(model.documentation + (model.isDeprecated ? ["", "Deprecated."] : []))
        switch model.kind {
        case .pending: break
        case .alias(let type): text.line("typealias \(model.name) = \(value(type))")
        case .structure(let structure): writeStructure(structure, model, index, to: &text)
        case .enumeration(let enumeration): writeEnumeration(enumeration, model, to: &text)
        case .union(let union): writeUnion(union, model, index, to: &text)
        }
    }

    // MARK: Objects

    /// Whether a property of PATCH may be absent, null or a value.
    func isNullableForPatch(_ property: Structure.Property, _ model: Model) -> Bool {
        model.isPatch && !property.isRequired && isNullable(property)
    }

    private func isNullable(_ property: Structure.Property) -> Bool {
        property.isNullable || api.types.isNullable(property.type)
    }

    /// Whether the key is written with null, instead of being left out.
    private func writesNull(_ property: Structure.Property, _ model: Model) -> Bool {
        model.isSent && property.isRequired && isNullable(property)
    }

    /// Returns the text of a property's type.
    private func type(
        of property: Structure.Property, _ model: Model, _ structure: Structure, in scope: String = ""
    ) -> String {
        if structure.isMultipart, property.isFile {
            let isList: Bool = if case .array = property.type { true } else { false }
            let type = isList ? "[File]" : "File"
            return property.isRequired ? type : type + "?"
        }
        if isNullableForPatch(property, model) { return "\(scope)Nullable<\(text(property.type, in: scope))>?" }
        return property.isRequired && !isNullable(property)
            ? text(property.type, in: scope) : optional(property.type, in: scope)
    }

    private func writeStructure(_ structure: Structure, _ model: Model, _ index: Int, to text: inout SwiftText) {
        let isOpen = structure.additional != nil
        let protocols =
            structure.isMultipart
            ? "Equatable, Sendable" : isOpen ? "Equatable, Sendable" : "Codable, Equatable, Sendable"
        text.block("struct \(model.name): \(protocols)") { text in
            for property in structure.properties {
                text.documentation(property.documentation + (property.isDeprecated ? ["", "Deprecated."] : []))
                let value = constant(of: property).map { " = .\(SwiftName.escaped($0))" } ?? ""
                text.line("var \(SwiftName.escaped(property.name)): \(type(of: property, model, structure))\(value)")
            }
            if let additional = structure.additional {
                text.documentation(["The members that are no properties."])
                text.line("var \(additionalName(structure)): [String: \(value(additional))] = [:]")
            }
            if structure.isMultipart {
                text.line()
                writeParts(structure, to: &text)
                return
            }
            let isRenamed = structure.properties.contains { $0.key != $0.name }
            let isCounted = isTried(index)
            if isRenamed || isOpen || isCounted { writeCodingKeys(structure, isCounted: isCounted, to: &text) }
            if !isOpen, structure.properties.contains(where: { writesNull($0, model) }) {
                text.line()
                writeEncode(structure, model, to: &text)
            }
        }
    }

    /// The only case of a property whose value is a constant.
    private func constant(of property: Structure.Property) -> String? {
        guard property.isRequired, !isNullable(property), case .model(let index) = property.type,
            case .enumeration(let enumeration) = api.types.models[index].kind, enumeration.cases.count == 1
        else { return nil }
        return enumeration.cases[0].name
    }

    private func additionalName(_ structure: Structure) -> String {
        var names = NameScope(Set(structure.properties.map(\.name)))
        return names.unique("additionalProperties")
    }

    private func writeCodingKeys(_ structure: Structure, isCounted: Bool, to text: inout SwiftText) {
        text.line()
        text.block("enum CodingKeys: String, CodingKey\(isCounted ? ", CaseIterable" : "")") { text in
            if structure.properties.isEmpty { return }
            for property in structure.properties {
                let name = SwiftName.escaped(property.name)
                text.line(
                    property.key == property.name ? "case \(name)" : "case \(name) = \(SwiftText.literal(property.key))"
                )
            }
        }
    }

    private func writeEncode(_ structure: Structure, _ model: Model, to text: inout SwiftText) {
        let nulls = structure.properties.filter { writesNull($0, model) }.map(\.name)
        text.documentation(["Encodes \(nulls.joined(separator: ", ")) as null where others are left out."])
        text.block("func encode(to encoder: any Encoder) throws") { text in
            text.line("var container = encoder.container(keyedBy: CodingKeys.self)")
            for property in structure.properties { writeEncode(property, model, structure, to: &text) }
        }
    }

    private func writeEncode(
        _ property: Structure.Property, _ model: Model, _ structure: Structure, to text: inout SwiftText
    ) {
        let name = SwiftName.escaped(property.name)
        let isOptional = !property.isRequired || isNullable(property) && !writesNull(property, model)
        text.line("try container.\(isOptional ? "encodeIfPresent" : "encode")(\(name), forKey: .\(name))")
    }

    /// Writes the coding of an object with members that are no properties, in an extension, which keeps the initializer
    /// of all properties.
    func writeOpenCoding(of model: Model, to text: inout SwiftText) {
        guard case .structure(let structure) = model.kind, structure.additional != nil else { return }
        text.line()
        let additional = additionalName(structure)
        text.block("nonisolated extension \(api.name).\(model.name): Codable") { text in
            text.block("init(from decoder: any Decoder) throws") { text in
                if !structure.properties.isEmpty {
                    text.line("let container = try decoder.container(keyedBy: CodingKeys.self)")
                }
                for property in structure.properties {
                    let name = SwiftName.escaped(property.name)
                    let type = type(of: property, model, structure, in: scope)
                    let isOptional = type.utf8.last == UInt8(ascii: "?")
                    text.line(
                        "\(name) = try container.\(isOptional ? "decodeIfPresent" : "decode")(\(isOptional ? String(type.dropLast()) : type).self, forKey: .\(name))"
                    )
                }
                let keys = structure.properties.map { SwiftText.literal($0.key) }
                text.call(
                    "\(additional) = try \(api.name).additionalProperties",
                    ["in: decoder", "besides: [" + keys.joined(separator: ", ") + "]"], closes: false)
            }
            text.line()
            text.block("func encode(to encoder: any Encoder) throws") { text in
                if !structure.properties.isEmpty {
                    text.line("var container = encoder.container(keyedBy: CodingKeys.self)")
                }
                for property in structure.properties { writeEncode(property, model, structure, to: &text) }
                text.line("try \(api.name).encode(additionalProperties: \(additional), to: encoder)")
            }
        }
    }

    // MARK: Multipart forms

    private func writeParts(_ structure: Structure, to text: inout SwiftText) {
        text.documentation(["The parts of the form."])
        text.block("var parts: [Part]") { text in
            text.line("var parts: [Part] = []")
            for property in structure.properties {
                let (name, key) = (SwiftName.escaped(property.name), SwiftText.literal(property.key))
                let isRequired = property.isRequired && !isNullable(property)
                if property.isFile {
                    let isList: Bool = if case .array = property.type { true } else { false }
                    if isList {
                        text.line("parts += \(isRequired ? name : "(\(name) ?? [])").map { $0.part(named: \(key)) }")
                    } else if isRequired {
                        text.line("parts.append(\(name).part(named: \(key)))")
                    } else {
                        text.line("if let \(name) { parts.append(\(name).part(named: \(key))) }")
                    }
                    continue
                }
                switch api.types.form(of: property.type) {
                case .scalar: text.line("parts.append(Part(\(key), \(name)))")
                case .list:
                    text.line("parts += \(isRequired ? name : "(\(name) ?? [])").map { Part(\(key), $0) }")
                case .object, .other: text.line("parts.append(Part(\(key), json: \(name)))")
                }
            }
            text.line("return parts")
        }
    }

    // MARK: Values

    private func writeEnumeration(_ enumeration: Enumeration, _ model: Model, to text: inout SwiftText) {
        let raw = enumeration.isInteger ? "Int" : "String"
        let protocols = "RawRepresentable, QueryConvertible, Codable, Hashable, Sendable"
        func literal(_ value: String) -> String { enumeration.isInteger ? value : SwiftText.literal(value) }
        if enumeration.cases.count > 50 {
            text.block("struct \(model.name): \(protocols)") { text in
                text.line("let rawValue: \(raw)")
                text.line()
                for one in enumeration.cases {
                    text.documentation(one.documentation)
                    text.line("static let \(SwiftName.escaped(one.name)) = Self(rawValue: \(literal(one.value)))")
                }
                text.line()
                text.line("init(rawValue: \(raw)) { self.rawValue = rawValue }")
            }
            return
        }
        text.block("enum \(model.name): \(protocols)") { text in
            for one in enumeration.cases {
                text.documentation(one.documentation)
                text.line("case \(SwiftName.escaped(one.name))")
            }
            text.documentation(["A value that the document does not have."])
            text.line("case unknown(\(raw))")
            text.line()
            text.block("init(rawValue: \(raw))") { text in
                text.line("switch rawValue {")
                for one in enumeration.cases {
                    text.line("case \(literal(one.value)): self = .\(SwiftName.escaped(one.name))")
                }
                text.line("default: self = .unknown(rawValue)")
                text.line("}")
            }
            text.line()
            text.block("var rawValue: \(raw)") { text in
                text.line("switch self {")
                for one in enumeration.cases {
                    text.line("case .\(SwiftName.escaped(one.name)): \(literal(one.value))")
                }
                text.line("case .unknown(let value): value")
                text.line("}")
            }
        }
    }

    // MARK: Unions

    private func writeUnion(_ union: Union, _ model: Model, _ index: Int, to text: inout SwiftText) {
        let isOpen = hasUnknown(union)
        let word = api.indirect.contains(index) ? "indirect enum" : "enum"
        text.block("\(word) \(model.name): Codable, Equatable, Sendable") { text in
            for variant in union.variants {
                text.line("case \(SwiftName.escaped(variant.name))(\(value(variant.type)))")
            }
            if isOpen {
                text.documentation(["A value that is none of the variants."])
                text.line("case unknown(JSONValue)")
            }
            text.line()
            text.block("init(from decoder: any Decoder) throws") { text in writeDecode(union, to: &text) }
            text.line()
            text.block("func encode(to encoder: any Encoder) throws") { text in
                text.line("var container = encoder.singleValueContainer()")
                text.line("switch self {")
                for variant in union.variants {
                    text.line("case .\(SwiftName.escaped(variant.name))(let value): try container.encode(value)")
                }
                if isOpen { text.line("case .unknown(let value): try container.encode(value)") }
                text.line("}")
            }
            if isOpen, isTried(index) {
                text.line()
                text.documentation(["Whether the value is none of the variants."])
                text.line("var isUnknown: Bool { if case .unknown = self { true } else { false } }")
            }
        }
    }

    /// Whether a model is a variant of a union whose variants are tried.
    private func isTried(_ index: Int) -> Bool { tried.contains(index) }

    /// Whether a union has a case for a value that is none of its variants.
    private func hasUnknown(_ union: Union) -> Bool {
        if case .kinds = union.rule { return false }
        return !union.variants.contains { isAnything($0.type) }
    }

    private func isAnything(_ type: SwiftType) -> Bool {
        switch api.types.underlying(type) {
        case .json, .map(.json): true
        default: false
        }
    }

    private func writeDecode(_ union: Union, to text: inout SwiftText) {
        let unknown = hasUnknown(union) ? "self = .unknown(try container.decode(JSONValue.self))" : nil
        func decode(_ variant: Union.Variant) -> String {
            "self = .\(SwiftName.escaped(variant.name))(try container.decode(\(value(variant.type)).self))"
        }
        if case .tried = union.rule, unknown == nil {
        } else {
            text.line("let container = try decoder.singleValueContainer()")
        }
        switch union.rule {
        case .discriminator(let key): writeSwitch(union, key, isInteger: false, decode, unknown, to: &text)
        case .constant(let key, let isInteger):
            writeSwitch(union, key, isInteger: isInteger, decode, unknown, to: &text)
        case .requiredKeys:
            text.line("let keys = try decoder.container(keyedBy: AnyKey.self)")
            for (index, variant) in union.variants.enumerated() {
                let start = index == 0 ? "if" : "} else if"
                if let mark = variant.marks.first {
                    text.line("\(start) keys.contains(AnyKey(\(SwiftText.literal(mark)))) {")
                    text.indented { $0.line(decode(variant)) }
                } else {
                    text.line("\(start) let value = try? container.decode(\(value(variant.type)).self) {")
                    text.indented { $0.line("self = .\(SwiftName.escaped(variant.name))(value)") }
                }
            }
            writeElse(unknown, to: &text)
        case .kinds:
            let scalars = union.variants.filter { !isComposite($0.type) }
            let composites = union.variants.filter { isComposite($0.type) }
            var checks: [(condition: String, variant: Union.Variant, isRead: Bool)] = []
            for variant in scalars {
                checks.append(("let value = try? container.decode(\(value(variant.type)).self)", variant, true))
            }
            for variant in composites.dropLast() {
                let isList: Bool = if case .array = api.types.underlying(variant.type) { true } else { false }
                checks.append(
                    (
                        isList
                            ? "(try? decoder.unkeyedContainer()) != nil"
                            : "(try? decoder.container(keyedBy: AnyKey.self)) != nil", variant, false
                    ))
            }
            let last = composites.last ?? checks.popLast()?.variant
            for (index, check) in checks.enumerated() {
                text.line("\(index == 0 ? "if" : "} else if") \(check.condition) {")
                text.indented { text in
                    text.line(
                        check.isRead ? "self = .\(SwiftName.escaped(check.variant.name))(value)" : decode(check.variant)
                    )
                }
            }
            if let last { if checks.isEmpty { text.line(decode(last)) } else { writeElse(decode(last), to: &text) } }
        case .tried:
            text.line("var closest = try \(api.name).Closest<Self>(decoder)")
            for variant in union.variants {
                let keys = keys(of: variant.type).map { ", knowing: \($0).CodingKeys.self" } ?? ""
                let make = isOpenUnion(variant.type) ? "$0.isUnknown ? nil : " : ""
                text.line(
                    "closest.consider(\(value(variant.type)).self\(keys)) { \(make).\(SwiftName.escaped(variant.name))($0) }"
                )
            }
            let last = unknown.map { String($0.dropFirst("self = ".utf8.count)) }
            if let last {
                text.line("self = try closest.value ?? \(last.replacingBytes("try ", ""))")
            } else {
                text.line("self = try closest.found()")
            }
        }
    }

    /// The name of the struct whose keys are known; nil for another type.
    private func keys(of type: SwiftType) -> String? {
        guard case .model(let index) = api.types.underlying(type),
            case .structure(let structure) = api.types.models[index].kind,
            !structure.properties.isEmpty
        else { return nil }
        return api.types.models[index].name
    }

    private func writeElse(_ line: String?, to text: inout SwiftText) {
        text.line("} else {")
        text.indented {
            $0.line(
                line ?? "throw DecodingError.dataCorruptedError(in: container, debugDescription: \"No variant fits.\")")
        }
        text.line("}")
    }

    private func writeSwitch(
        _ union: Union, _ key: String, isInteger: Bool, _ decode: (Union.Variant) -> String, _ unknown: String?,
        to text: inout SwiftText
    ) {
        let type = isInteger ? "Int" : "String"
        text.line("let keys = try decoder.container(keyedBy: AnyKey.self)")
        text.line("switch try keys.decodeIfPresent(\(type).self, forKey: AnyKey(\(SwiftText.literal(key)))) {")
        for variant in union.variants {
            let marks = variant.marks.map { isInteger ? $0 : SwiftText.literal($0) }
            text.fillCase(
                marks.enumerated().map { ($0 == 0 ? "case " : "") + $1 + ($0 < marks.count - 1 ? "," : ":") },
                decode(variant))
        }
        text.line("default: \(unknown ?? union.variants.first { isAnything($0.type) }.map(decode) ?? "")")
        text.line("}")
    }

    private func isComposite(_ type: SwiftType) -> Bool {
        switch api.types.underlying(type) {
        case .array, .map, .json: return true
        case .model(let index):
            if case .enumeration = api.types.models[index].kind { return false }
            return true
        default: return false
        }
    }

    /// Whether a variant is a union that takes any value.
    private func isOpenUnion(_ type: SwiftType) -> Bool {
        guard case .model(let index) = api.types.underlying(type), case .union(let union) = api.types.models[index].kind
        else { return false }
        return hasUnknown(union)
    }
}
