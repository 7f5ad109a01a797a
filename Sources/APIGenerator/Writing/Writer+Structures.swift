extension Writer {
    // MARK: Objects

    /// Whether a property of PATCH may be absent, null or a value.
    func isNullableForPatch(_ property: Structure.Property, _ model: Model) -> Bool {
        model.isPatch && !property.isRequired && isNullable(property)
    }

    func isNullable(_ property: Structure.Property) -> Bool {
        property.isNullable || api.types.isNullable(property.type)
    }

    /// Whether the key is written with null, instead of being left out.
    private func writesNull(_ property: Structure.Property, _ model: Model) -> Bool {
        model.isSent && property.isRequired && isNullable(property)
    }

    /// Returns the text of a property's type.
    func type(
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

    func writeStructure(_ structure: Structure, _ model: Model, _ index: Int, to text: inout SwiftText) {
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
    func constant(of property: Structure.Property) -> String? {
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

    /// The name of a property where others stand beside it.
    private static func reference(to property: Structure.Property) -> String {
        let isHidden = ["container", "encoder", "decoder", "parts"].contains(property.name)
        return (isHidden ? "self." : "") + SwiftName.escaped(property.name)
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
        text.line(
            "try container.\(isOptional ? "encodeIfPresent" : "encode")(\(Self.reference(to: property)), forKey: .\(name))"
        )
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
                        "\(Self.reference(to: property)) = try container.\(isOptional ? "decodeIfPresent" : "decode")(\(isOptional ? String(type.dropLast()) : type).self, forKey: .\(name))"
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
                let (name, key) = (Self.reference(to: property), SwiftText.literal(property.key))
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
}
