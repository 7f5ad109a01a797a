// Step 1 of a form: parts become bytes, files and streams, and all of them are checked.
extension MultipartForm {
    /// Encodes the parts of a route. A boundary that the route does not give is drawn from `bits`.
    /// - Throws: `UnresolvableTarget` with the position and name of a part that cannot be sent, never with a value.
    init(
        encoding declared: [Part], boundary: String?, by encoder: any BodyEncoder, _ queryEncoder: QueryEncoder,
        drawing bits: () -> UInt64 = { .random(in: 0...(.max)) }
    ) throws(UnresolvableTarget) {
        var parts: [FormPart] = []
        for part in declared {
            let first = parts.count
            do { parts += try part.encoded(by: encoder, queryEncoder) } catch {
                var problem = UnresolvableTarget.part(first, part.name, UnresolvableTarget.reason(of: error))
                problem.file = (error as? UnresolvableTarget)?.file
                throw problem
            }
            for index in first..<parts.count {
                guard let problem = parts[index].problem else { continue }
                throw UnresolvableTarget.part(index, parts[index].name, problem)
            }
        }
        if parts.isEmpty {
            throw UnresolvableTarget(
                reason: "the form has no part (RFC 2046 §5.1.1); parts whose value is nil or an empty list are omitted")
        }
        let chosen = try Self.boundary(boundary, for: parts, drawing: bits)
        self.init(parts, boundary: chosen.text, contentType: chosen.contentType)
        if length == nil, parts.allSatisfy({ $0.length != nil }) {
            throw UnresolvableTarget(reason: "the form is longer than 2^63 bytes")
        }
    }

    private static func boundary(
        _ text: String?, for parts: [FormPart], drawing bits: () -> UInt64
    ) throws(UnresolvableTarget) -> FormBoundary {
        while true {
            let boundary: FormBoundary
            if let text { boundary = try FormBoundary(text) } else { boundary = FormBoundary(drawing: bits) }
            guard let index = parts.firstIndex(where: { $0.data.map(boundary.occurs) ?? false }) else {
                return boundary
            }
            if text != nil {
                throw UnresolvableTarget.part(index, parts[index].name, "it contains the boundary of the form")
            }
        }
    }
}

extension Part {
    /// Returns the parts to send: none for nil, several for a list or an object.
    fileprivate func encoded(by encoder: any BodyEncoder, _ queryEncoder: QueryEncoder) throws -> [FormPart] {
        switch content {
        case .none: return []
        case .value(let value):
            switch value.queryValue {
            case .string(let text): return [part(name, .data(Data(text.utf8)), contentType, isText: true)]
            case .data(let data): return [part(name, .data(data), contentType)]
            case let value: return try fields(.items(QueryItems([(name, value)])), queryEncoder)
            }
        case .json(let value):
            let data = try encoder.body(of: value)
            return [part(name, .data(data), contentType ?? encoder.contentType, isText: true)]
        case .fields(let query): return try fields(query, queryEncoder)
        case .data(let data): return [part(name, .data(data), typeOfFile)]
        case .file(let url): return [part(name, .file(try Self.file(url)), typeOfFile)]
        case .stream(let stream): return [part(name, .stream(stream), typeOfFile)]
        }
    }

    private func fields(_ query: HTTPTask.Query, _ encoder: QueryEncoder) throws -> [FormPart] {
        try encoder.fields(of: query).map { part($0.name, .data(Data($0.value.utf8)), contentType, isText: true) }
    }

    private func part(
        _ name: String, _ source: FormPart.Source, _ type: String?, isText: Bool = false
    ) -> FormPart {
        FormPart(
            name: name, fileName: fileName, contentType: type, headers: headers, source: source, isText: isText)
    }

    private var typeOfFile: String? { contentType ?? (guessesType ? fileName.map(MediaTypes.type(ofFileNamed:)) : nil) }

    private static func file(_ url: URL) throws(UnresolvableTarget) -> RegularFile {
        guard url.isFileURL else { throw UnresolvableTarget(reason: "its URL is not a file URL") }
        do { return try RegularFile(url) } catch {
            throw UnresolvableTarget(reason: error.localizedDescription, file: error.code)
        }
    }
}

extension FormPart {
    /// The reason why the part cannot be sent, without values; nil if it can.
    fileprivate var problem: String? {
        // The entry list of an HTML form has no entry without a name.
        if name.isEmpty { return "its name is empty" }
        if let length, length < 0 { return "its stream declares a negative length" }
        if headers.contains("Content-Disposition") { return "its Content-Disposition is written by the form" }
        let type = contentType.map { [HTTPHeaders.Field("Content-Type", $0)] } ?? []
        return (type + headers.fields).lazy.compactMap(HTTPHeaders.problem).first
    }
}

extension UnresolvableTarget {
    fileprivate static func part(_ index: Int, _ name: String, _ reason: String) -> UnresolvableTarget {
        let shown = name.isEmpty ? "" : " ('\(name.shownAsPartName)')"
        return UnresolvableTarget(reason: "part \(index + 1)\(shown) of the form cannot be sent: \(reason)")
    }
}
