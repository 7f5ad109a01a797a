extension SchemaReader {
    /// Returns what a schema says, with all that it includes.
    func shape(of schema: Located) -> Shape {
        let key = schema.isMade ? nil : schema.file + schema.pointer
        if let key, let known = shapes[key] { return known }
        var shape = Shape()
        var path: [String] = []
        let outer = included
        included = []
        add(schema, to: &shape, path: &path)
        included = outer
        if !shape.properties.isEmpty, !shape.types.isEmpty, !shape.types.contains("object") {
            fault("\"properties\" of a schema whose type is \"\(shape.types[0])\"", at: schema)
            shape.properties = []
        }
        if let key { shapes[key] = shape }
        return shape
    }

    private func add(_ schema: Located, to shape: inout Shape, path: inout [String]) {
        guard schema.isMapping else {
            if schema.node.bool == nil { fault("a schema is expected here", at: schema) }
            return
        }
        if schema["$ref"] != nil {
            guard let target = documents.resolved(schema) else { return }
            let key = target.file + target.pointer
            guard !path.contains(key) else {
                return documents.note(
                    .fault, "the schema includes itself by \"allOf\"; that inclusion is left out", at: schema)
            }
            // A schema that is included already adds nothing.
            if included.insert(key).inserted {
                path.append(key)
                add(target, to: &shape, path: &path)
                path.removeLast()
            }
            guard hasSiblings(schema) else { return }
        }
        for keyword in Schemas.approximated where schema[keyword] != nil {
            documents.note(.approximated, "\"\(keyword)\" is not checked", at: schema)
        }
        if let members = schema["allOf"] {
            if members.node.items == nil { fault("\"allOf\" is no list", at: members) }
            for member in members.items { add(member, to: &shape, path: &path) }
        }
        addType(of: schema, to: &shape)
        if documents.flag("nullable", of: schema) == true || documents.flag("x-nullable", of: schema) == true {
            shape.isNullable = true
        }
        addObject(schema, to: &shape)
        if let items = schema["items"] { shape.items = items }
        addValues(of: schema, to: &shape)
        for keyword in ["oneOf", "anyOf"] {
            guard let variants = schema[keyword] else { continue }
            if variants.node.items == nil { fault("\"\(keyword)\" is no list", at: variants) }
            addUnion(variants.items, isAny: keyword == "anyOf", to: &shape, path: &path)
        }
        if let discriminator = schema["discriminator"] { shape.discriminator = discriminator }
    }

    /// Whether a reference has keywords beside it that count: those of OpenAPI 3.1 do (JSON Schema 2020-12 §8.2.3.1).
    func hasSiblings(_ schema: Located) -> Bool {
        guard documents.root["openapi"]?.text?.utf8.starts(with: "3.0".utf8) == false else { return false }
        return (schema.node.members ?? []).contains { member in
            !member.key.utf8.elementsEqual("$ref".utf8) && Schemas.structuralOrUnion.contains(member.key)
        }
    }

    private func addType(of schema: Located, to shape: inout Shape) {
        if let type = schema["type"] {
            var names = type.items.isEmpty ? [type] : type.items
            if names.contains(where: { $0.text == "null" || $0.node.isNull }) { shape.isNullable = true }
            names.removeAll { $0.text == "null" || $0.node.isNull }
            let known = names.compactMap(\.text).filter(Self.typeNames.contains)
            for name in names where !Self.typeNames.contains(name.text ?? "") {
                documents.note(
                    .fault, "\(name.text.map { "\"\($0)\"" } ?? "this") is no type; it is left out", at: name)
            }
            let both = shape.types.filter(known.contains)
            if !shape.types.isEmpty, !known.isEmpty, both.isEmpty {
                documents.note(.fault, "the schema includes one of another type, whose type is left out", at: schema)
            }
            shape.types = both.isEmpty ? known : both
        }
        if let format = schema["format"] {
            if let text = format.text { shape.format = text } else { fault("\"format\" is no text", at: format) }
        }
    }

    private static let typeNames = ["string", "number", "integer", "boolean", "array", "object"]

    private func addObject(_ schema: Located, to shape: inout Shape) {
        if let properties = schema["properties"] {
            if !properties.isMapping { fault("\"properties\" is no object", at: properties) }
            for (key, property) in properties.members { shape.setProperty(key, property) }
        }
        if let required = schema["required"] {
            if required.node.items != nil {
                for name in required.items {
                    if let text = name.text {
                        shape.required.append(text)
                    } else {
                        fault("a name is expected", at: name)
                    }
                }
            } else if required.node.bool == nil {
                fault("\"required\" is no list of names", at: required)
            }
        }
        if let additional = schema["additionalProperties"] {
            if let isAllowed = additional.node.bool {
                shape.additional = isAllowed ? .any(additional) : .forbidden
            } else if additional.isMapping {
                shape.additional = Schemas.isStructural(additional) ? .schema(additional) : .any(additional)
            } else {
                fault("\"additionalProperties\" is neither a schema nor true or false", at: additional)
            }
        }
    }

    private func addValues(of schema: Located, to shape: inout Shape) {
        var values: [Located]
        if let constant = schema["const"] {
            values = [constant]
        } else if let list = schema["enum"] {
            if list.node.items == nil { return fault("\"enum\" is no list", at: list) }
            values = list.items
        } else {
            return
        }
        if values.contains(where: { $0.node.isNull }) { shape.isNullable = true }
        values.removeAll { $0.node.isNull }
        if !values.isEmpty { shape.values = values }
    }

    private func addUnion(_ all: [Located], isAny: Bool, to shape: inout Shape, path: inout [String]) {
        var variants: [Located] = []
        for variant in all {
            if Schemas.isNull(variant) {
                shape.isNullable = true
            } else if variant.isMapping {
                variants.append(variant)
            } else if variant.node.bool == nil {
                fault("a schema is expected here", at: variant)
            }
        }
        // Variants such as `required: [a]` only limit what the rest declares.
        if variants.allSatisfy({ !Schemas.isStructural($0) }) { return }
        if variants.count == 1 {
            add(variants[0], to: &shape, path: &path)
        } else {
            shape.unions.append(.init(schemas: variants, isAny: isAny))
        }
    }

    private func fault(_ message: String, at place: Located) {
        documents.note(.fault, message + "; it is left out", at: place)
    }
}
