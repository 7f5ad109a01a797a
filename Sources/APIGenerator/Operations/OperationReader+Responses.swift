extension OperationReader {
    func readResponses(_ value: Located, into operation: inout Operation) {
        guard let responses = value["responses"] else { return }
        if !responses.isMapping { return fault("\"responses\" is no object", at: responses) }
        var successes: [(status: Operation.Status, response: Located)] = []
        var errors = successes
        for (key, value) in responses.members where !key.utf8.starts(with: "x-".utf8) {
            guard let status = Self.status(key) else {
                fault("\"\(key)\" is no status", at: value)
                continue
            }
            guard let response = documents.resolved(value) else { continue }
            guard response.isMapping else {
                fault("a response is expected here", at: response)
                continue
            }
            switch status {
            case .code(200..<300), .range(2): successes.append((status, response))
            case .code(300..<400), .range(3), .code(100..<200), .range(1): break
            default: errors.append((status, response))
            }
        }
        let isRedirect = responses.members.contains { $0.key.utf8.first == UInt8(ascii: "3") }
        if successes.isEmpty, !isRedirect, let index = errors.firstIndex(where: { $0.status == .other }) {
            successes.append(errors.remove(at: index))
        }
        setSuccess(of: &operation, successes)
        for (status, response) in errors {
            guard let content = documents.object("content", of: response),
                let media = MediaType.preferred(content, [.json]),
                media.kind == .json,
                let schema = media.value["schema"]
            else { continue }
            let name = SwiftName.type(operation.name) + "Error"
            operation.errors.append((status, schemas.read(schema, named: name).type))
        }
    }

    static func status(_ key: String) -> Operation.Status? {
        if key == "default" { return .other }
        let bytes = Array(key.utf8)
        if bytes.count == 3, (0x31...0x35).contains(bytes[0]), bytes[1] | 0x20 == 0x78, bytes[2] | 0x20 == 0x78 {
            return .range(Int(bytes[0]) - 0x30)
        }
        return Int(key).flatMap { (100...599).contains($0) ? .code($0) : nil }
    }

    private func setSuccess(of operation: inout Operation, _ responses: [(status: Operation.Status, response: Located)])
    {
        var read: [(status: Operation.Status, success: Operation.Success?)] = []
        let type = SwiftName.type(operation.name)
        for (status, response) in responses {
            guard let content = documents.object("content", of: response), !content.members.isEmpty else {
                read.append((status, nil))
                continue
            }
            guard let media = MediaType.preferred(content, [.json, .events, .text, .binary]) else { continue }
            if !media.value.isMapping { fault("a media type is no object", at: media.value) }
            let schema = media.value["schema"]
            // The answer of HEAD has no body (RFC 9110 §9.3.2).
            if operation.method == "head" {
                read.append((status, nil))
                continue
            }
            if operation.accept == nil { operation.accept = media.name }
            if operation.sample == nil {
                let code = if case .code(let code) = status { code } else { 200 }
                operation.sample = .init(
                    status: code, schema: schema, example: example(of: media.value), contentType: media.name)
            }
            // Several answers have the name of their status.
            let word = responses.filter { $0.response["content"] != nil }.count > 1 ? Self.name(of: status) : "response"
            read.append((status, success(kind(of: media, schema), schema, type + SwiftName.type(word))))
        }
        let values = read.compactMap(\.success)
        guard let first = values.first else {
            if let status = responses.first?.status, case .code(let code) = status {
                operation.sample = .init(status: code, contentType: "")
            }
            return
        }
        let isOptional = values.count < read.count
        let types = values.map { success -> SwiftType? in if case .value(let type) = success { type } else { nil } }
        if values.count == 1 || types.allSatisfy({ $0 != nil && $0 == types[0] }) {
            if isOptional, case .value(let type) = first {
                operation.success = .value(type.asOptional)
            } else {
                operation.success = first
            }
            return
        }
        guard types.allSatisfy({ $0 != nil }) else {
            documents.note(
                .approximated, "answers of several media types are one, that of the first status", at: operation.place)
            operation.success = first
            return
        }
        var names = NameScope()
        operation.success = .byStatus(
            name: schemas.uniqueName(type + "Response"),
            read.map { status, success in
                let type: SwiftType? = if case .value(let type)? = success { type } else { nil }
                return (status, names.unique(Self.name(of: status)), type)
            })
    }

    /// The kind of an answer: a text or bytes of any type are no JSON.
    private func kind(of media: (name: String, kind: MediaType, value: Located), _ schema: Located?) -> MediaType {
        guard media.kind == .json, let schema else { return media.kind }
        let shape = schemas.shape(of: schema)
        guard shape.types == ["string"] else { return .json }
        if shape.format == "binary" { return .binary }
        return MediaType.isRange(media.name) ? .text : .json
    }

    private func success(_ kind: MediaType, _ schema: Located?, _ name: String) -> Operation.Success {
        switch kind {
        case .json:
            guard let schema else { return .value(.json) }
            let reading = schemas.read(schema, named: name)
            return .value(reading.value)
        case .events: return .events(schema.flatMap { events(of: $0, name) })
        case .text, .xml, .form: return .text
        case .binary, .multipart: return .data
        }
    }

    /// Returns the type of the data of events; nil for text.
    func events(of schema: Located, _ name: String) -> SwiftType? {
        let type = schemas.read(schema, named: name).type
        return type == .string || type == .json ? nil : type
    }

    /// The first example of a content.
    func example(of media: Located) -> Node? {
        if let example = media["example"] { return example.node }
        for (_, example) in documents.object("examples", of: media)?.members ?? [] {
            if let value = documents.resolved(example)?["value"] { return value.node }
        }
        return nil
    }

    /// A name for the case of a status, by its reason (RFC 9110 §15).
    static func name(of status: Operation.Status) -> String {
        switch status {
        case .code(200): "ok"
        case .code(201): "created"
        case .code(202): "accepted"
        case .code(203): "nonAuthoritative"
        case .code(204): "noContent"
        case .code(205): "resetContent"
        case .code(206): "partialContent"
        case .code(207): "multiStatus"
        case .code(let code): "status\(code)"
        case .range(let hundred): "status\(hundred)XX"
        case .other: "other"
        }
    }
}
