extension SchemaReader {
    /// Unwraps `allOf`, `oneOf` and `anyOf` with one member besides null.
    func simplified(_ schema: Located) -> (Located, isNullable: Bool) {
        var (schema, isNullable) = (schema, false)
        while schema["$ref"] == nil {
            let keys = (schema.node.members ?? []).map(\.key).filter { key in
                Schemas.structuralOrUnion.contains(key)
            }
            guard keys.count == 1, let key = keys.first, ["allOf", "oneOf", "anyOf"].contains(key),
                let list = schema[key],
                list.node.items != nil
            else { break }
            let members = list.items.filter { !Schemas.isNull($0) }
            guard members.count == 1, members[0].isMapping, ["oneOf", "anyOf"].contains(key) || list.items.count == 1
            else {
                break
            }
            if members.count < list.items.count || documents.flag("nullable", of: schema) == true { isNullable = true }
            schema = members[0]
        }
        if documents.flag("nullable", of: schema) == true { isNullable = true }
        return (schema, isNullable)
    }

    /// Whether a type is declared for a schema.
    func isDeclaration(_ shape: Shape) -> Bool {
        if let values = shape.values { return enumeration(of: values, shape) != nil }
        return !shape.unions.isEmpty || !shape.properties.isEmpty || shape.types.count > 1
    }

    func content(of shape: Shape, _ schema: Located, named name: String) -> Content {
        if let values = shape.values {
            if let enumeration = enumeration(of: values, shape) { return .declaration(.enumeration(enumeration)) }
            documents.note(
                .approximated, "\"enum\" of values that are neither texts nor integers is not checked", at: schema)
            return .type(scalar(of: shape, schema))
        }
        if !shape.unions.isEmpty { return union(of: shape, schema, named: name) }
        if schema["discriminator"] != nil, !shape.properties.isEmpty,
            let union = inheritance(of: shape, schema, named: name)
        {
            return union
        }
        if !shape.properties.isEmpty {
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
    func scalar(of shape: Shape, _ schema: Located) -> SwiftType {
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
}
