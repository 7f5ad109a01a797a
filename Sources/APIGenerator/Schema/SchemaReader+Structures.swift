extension SchemaReader {
    func structure(of shape: Shape, _ schema: Located, named name: String) -> Structure {
        var members = NameScope()
        var properties: [Structure.Property] = []
        for (key, schema) in shape.properties {
            let reading = read(schema, named: name + SwiftName.type(key))
            let isHidden = [schema, documents.resolved(schema) ?? schema].contains { place in
                documents.flag("readOnly", of: place) == true || documents.flag("writeOnly", of: place) == true
            }
            var property = Structure.Property(
                key: key,
                name: members.unique(
                    SwiftName.member(key), reserved: ["self", "init", "Type", "Protocol"], suffix: "Value"),
                type: reading.type, isRequired: shape.required.contains(key) && !isHidden,
                isNullable: reading.isNullable)
            property.documentation = documents.documentation(of: schema)
            property.isDeprecated = documents.flag("deprecated", of: schema) ?? false
            property.isFile = isBinary(schema)
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
        let media = documents.text("contentMediaType", of: schema).map { MediaType($0) }
        return shape.format == "binary" || media == .binary
    }

    /// Returns a model of its own for a multipart form; nil for a schema without properties.
    func multipart(_ schema: Located, named name: String) -> SwiftType? {
        let (schema, _) = simplified(schema)
        let shape = shape(of: schema)
        if shape.properties.isEmpty { return nil }
        let index = reserve(schema, name)
        var structure = structure(of: shape, schema, named: models[index].name)
        structure.isMultipart = true
        for index in structure.properties.indices where structure.properties[index].name == "parts" {
            structure.properties[index].name = "partsValue"
        }
        structure.additional = nil
        models[index].kind = .structure(structure)
        return .model(index)
    }
}
