extension OperationReader {
    func body(_ value: Located, _ method: String, _ type: String) -> Operation.Body? {
        guard let value = documents.resolved(value) else { return nil }
        guard let content = documents.object("content", of: value),
            let media = MediaType.preferred(content, [.json, .form, .multipart, .text, .binary])
        else {
            fault("a body without \"content\"", at: value)
            return nil
        }
        if method == "get" || method == "head" {
            refuse("the body of a \(method.uppercased())", at: value)
            return nil
        }
        let isRequired = documents.flag("required", of: value) ?? false
        if !media.value.isMapping { fault("a media type is no object", at: media.value) }
        if let encoding = media.value["encoding"] {
            documents.note(.approximated, "\"encoding\": lists repeat their name, objects have brackets", at: encoding)
        }
        let schema = media.value["schema"]
        let name = type + "Body"
        func made(_ kind: Operation.Body.Kind, _ type: SwiftType) -> Operation.Body {
            .init(
                kind: kind, type: type, isRequired: isRequired,
                contentType: !MediaType.isRange(media.name) || kind == .json
                    ? media.name : kind == .text ? "text/plain" : "application/octet-stream")
        }
        switch media.kind {
        case .json:
            guard let schema else { return made(.json, .json) }
            return made(.json, schemas.read(schema, named: name).value)
        case .form:
            guard let schema else { return made(.form, .map(.string)) }
            return made(.form, schemas.read(schema, named: name).type)
        case .multipart:
            if !MediaType.essence(media.name).utf8.elementsEqual("multipart/form-data".utf8) {
                documents.note(.approximated, "\(media.name) is sent as multipart/form-data", at: media.value)
            }
            guard let schema, let model = schemas.multipart(schema, named: name) else {
                documents.note(.approximated, "a form without properties is a list of parts", at: value)
                return made(.multipart, .parts)
            }
            return made(.multipart, model)
        case .text, .events: return made(.text, .string)
        case .binary: return made(.data, .data)
        case .xml:
            documents.note(.approximated, "XML is sent as the bytes that are given", at: media.value)
            return made(.data, .data)
        }
    }
}
