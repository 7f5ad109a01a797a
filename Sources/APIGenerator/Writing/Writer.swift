/// Writes the files of an API.
struct Writer {
    let api: API
    /// The document, for samples.
    let source: (documents: Documents, schemas: SchemaReader)?
    var support = SupportNeeds()

    /// The models that are variants of unions whose variants are tried.
    let tried: Set<Int>

    init(_ api: API, _ source: (documents: Documents, schemas: SchemaReader)? = nil) {
        (self.api, self.source) = (api, source)
        var tried = Set<Int>()
        for index in api.written {
            guard case .union(let union) = api.types.models[index].kind, case .tried = union.rule else { continue }
            for variant in union.variants {
                if case .model(let model) = api.types.underlying(variant.type) { tried.insert(model) }
            }
        }
        self.tried = tried
    }

    /// The parts of the support file that are used.
    struct SupportNeeds {
        var day = false
        var dates = false
        var box = false
        var nullable = false
        var keys = false
        var additional = false
        var closest = false
        var file = false
        var isEmpty: Bool { !(day || dates || box || nullable || keys || additional || closest || file) }
    }

    /// Returns all files, in the order of their names.
    consuming func files(samples: Bool) -> [Generator.Output.File] {
        support = needs()
        var files: [Generator.Output.File] = []
        // In small letters: the file system of macOS ignores case.
        var taken = Set<String>()
        func add(_ name: String, _ imports: [String] = ["Talyn"], _ body: (inout SwiftText) -> Void) {
            var text = SwiftText()
            text.line(api.header)
            text.line()
            for module in imports { text.line("import " + module) }
            text.line()
            body(&text)
            var (file, number) = (name, 2)
            while !taken.insert(file.lowercased()).inserted { (file, number) = ("\(name)\(number)", number + 1) }
            files.append(.init(name: file + ".swift", text: text.text))
        }
        add(api.name) { writeTarget(to: &$0) }
        let failure = FailureWriter(api)
        if !failure.isEmpty { add("\(api.name)+Failure") { failure.write(to: &$0) } }
        let chunks = stride(from: 0, to: api.written.count, by: Generator.modelsPerFile).map { start in
            Array(api.written[start..<min(api.written.count, start + Generator.modelsPerFile)])
        }
        for (number, chunk) in chunks.enumerated() {
            add("\(api.name)+Models\(chunks.count == 1 ? "" : String(number + 1))") { text in
                text.block("nonisolated extension \(api.name)") { text in
                    for (index, model) in chunk.enumerated() {
                        if index > 0 { text.line() }
                        writeModel(model, to: &text)
                    }
                }
                for model in chunk { writeOpenCoding(of: api.types.models[model], to: &text) }
            }
        }
        if !support.isEmpty { add("\(api.name)+Support") { SupportText.write(api.name, support, to: &$0) } }
        if samples, !api.operations.isEmpty {
            add("\(api.name)+Samples", ["Talyn", "TalynStubs"]) { writeSamples(to: &$0) }
        }
        for group in api.groups {
            add("\(api.name)+\(group.name)") { text in
                if group.caseName != nil {
                    writeGroup(group, to: &text)
                    text.line()
                }
                writeCalls(of: group, to: &text)
            }
        }
        return files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    // MARK: Types

    /// Returns the text of a type.
    /// - Parameter scope: the enum and a dot, outside of the enum.
    func text(_ type: SwiftType, in scope: String = "") -> String {
        switch type {
        case .string: "String"
        case .bool: "Bool"
        case .int: "Int"
        case .int64: "Int64"
        case .uint64: "UInt64"
        case .double: "Double"
        case .date: "Date"
        case .day: scope + "CalendarDate"
        case .data: "Data"
        case .json: "JSONValue"
        case .array(let element): "[\(value(element, in: scope))]"
        case .map(let element): "[String: \(value(element, in: scope))]"
        case .optional(let inner): text(inner, in: scope) + "?"
        case .model(let index): scope + api.types.models[index].name
        case .boxed(let inner): "\(scope)Box<\(text(inner, in: scope))>"
        case .parts: "[Part]"
        }
    }

    /// Returns the text of the type of a value that is there, but may be null.
    func value(_ type: SwiftType, in scope: String = "") -> String {
        text(type, in: scope) + (!type.isOptional && api.types.isNullable(type) ? "?" : "")
    }

    /// Returns the text of the type of a value that may be absent.
    func optional(_ type: SwiftType, in scope: String = "") -> String {
        text(type, in: scope) + (type.isOptional ? "" : "?")
    }

    /// Whether a call or a chain takes a type for the body itself, instead of JSON that is decoded.
    func isRaw(_ type: SwiftType) -> Bool {
        let type = api.types.underlying(type)
        return type == .string || type == .data
    }

    /// Returns the text of the type that decodes JSON of such a type.
    func boxed(_ type: SwiftType, in scope: String = "") -> String {
        "\(scope)Box<\(text(api.types.underlying(type), in: scope))>"
    }

    /// The name of the enum and a dot.
    var scope: String { api.name + "." }

    /// Finds out which parts of the support file are used.
    func needs() -> SupportNeeds {
        var needs = SupportNeeds()
        func visit(_ type: SwiftType) {
            switch type {
            case .day: needs.day = true
            case .date: needs.dates = true
            case .boxed(let inner):
                needs.box = true
                visit(inner)
            case .array(let inner), .map(let inner), .optional(let inner): visit(inner)
            default: break
            }
        }
        for operation in api.operations {
            for parameter in operation.parameters { visit(parameter.type) }
            for error in operation.errors {
                visit(error.type)
                if isRaw(error.type) { needs.box = true }
            }
            if let body = operation.body { visit(body.type) }
            switch operation.success {
            case .value(let type), .events(let type?):
                visit(type)
                if isRaw(type) { needs.box = true }
            case .byStatus(_, let cases):
                for one in cases {
                    guard let type = one.type else { continue }
                    visit(type)
                    if isRaw(type) { needs.box = true }
                }
            default: break
            }
        }
        for index in api.written {
            let model = api.types.models[index]
            switch model.kind {
            case .alias(let type): visit(type)
            case .structure(let structure):
                for property in structure.properties {
                    visit(property.type)
                    if structure.isMultipart, property.isFile { needs.file = true }
                    if isNullableForPatch(property, model) { needs.nullable = true }
                }
                if let additional = structure.additional {
                    visit(additional)
                    (needs.additional, needs.keys) = (true, true)
                }
            case .union(let union):
                for variant in union.variants { visit(variant.type) }
                switch union.rule {
                case .requiredKeys, .discriminator, .constant, .kinds: needs.keys = true
                case .tried: (needs.keys, needs.closest) = (true, true)
                }
            case .pending, .enumeration: break
            }
        }
        return needs
    }

    // MARK: Parts of operations

    /// A value of a case.
    struct CaseValue {
        /// The label; nil for a body whose type says what it is.
        let label: String?
        let name: String
        let type: String
        /// The default, as an expression.
        var initial: String?

        /// As a value of a case is declared.
        var inCase: String { (label.map { "\($0): " } ?? "") + type + (initial.map { " = \($0)" } ?? "") }
        /// As a parameter of a function.
        var inFunction: String {
            let start = label == nil ? "_ \(name)" : label ?? ""
            return start + ": \(type)" + (initial.map { " = \($0)" } ?? "")
        }
        /// As an argument.
        var argument: String { (label.map { "\($0): " } ?? "") + name }
    }

    /// Returns the values of a case: required values come first.
    func values(of operation: Operation, in scope: String = "") -> [CaseValue] {
        var (required, rest): ([CaseValue], [CaseValue]) = ([], [])
        for parameter in operation.parameters where operation.queryStruct == nil || !parameter.isInStruct {
            let (label, name) = (parameter.name, SwiftName.escaped(parameter.name))
            if parameter.isRequired {
                required.append(.init(label: label, name: name, type: value(parameter.type, in: scope)))
            } else {
                rest.append(.init(label: label, name: name, type: optional(parameter.type, in: scope), initial: "nil"))
            }
        }
        if let query = operation.queryStruct {
            let type = scope + query.type
            rest.insert(.init(label: query.name, name: query.name, type: type, initial: type + "()"), at: 0)
        }
        if let body = operation.body {
            let label = isNamed(body.type) ? nil : body.name
            if body.isRequired {
                required.append(.init(label: label, name: body.name, type: value(body.type, in: scope)))
            } else {
                rest.insert(
                    .init(label: label, name: body.name, type: optional(body.type, in: scope), initial: "nil"), at: 0)
            }
        }
        return required + rest
    }

    /// Whether the name of a type says what a body is.
    func isNamed(_ type: SwiftType) -> Bool {
        if case .model = type, case .model = api.types.underlying(type) { true } else { false }
    }

    /// Writes the doc comment of an operation.
    func writeDocumentation(of operation: Operation, to text: inout SwiftText) {
        text.documentation(
            operation.documentation.isEmpty
                ? ["\(operation.method.uppercased()) \(operation.template)"] : operation.documentation)
        let documented = operation.parameters.filter {
            !$0.documentation.isEmpty && (operation.queryStruct == nil || !$0.isInStruct)
        }
        if !documented.isEmpty {
            text.documentation(["- Parameters:"])
            for parameter in documented {
                text.documentation(
                    ["  - \(parameter.name): \(parameter.documentation.joined(separator: " "))"], indent: "    ")
            }
        }
        // Only the call is marked: a deprecated case would warn inside the output.
        if operation.isDeprecated { text.line("@available(*, deprecated)") }
    }
}
