extension Writer {
    func writeUnion(_ union: Union, _ model: Model, _ index: Int, to text: inout SwiftText) {
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
    func isTried(_ index: Int) -> Bool { tried.contains(index) }

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
        case .discriminator(let key): writeSwitch(union, key, "String", decode, unknown, to: &text)
        case .constant(let key, let type): writeSwitch(union, key, type, decode, unknown, to: &text)
        case .requiredKeys:
            writeKeys(unknown, to: &text)
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
    func keys(of type: SwiftType) -> String? {
        guard case .model(let index) = api.types.underlying(type),
            case .structure(let structure) = api.types.models[index].kind,
            !structure.properties.isEmpty
        else { return nil }
        return api.types.models[index].name
    }

    /// Writes the container of an object's keys. Another value is none of the variants.
    private func writeKeys(_ unknown: String?, to text: inout SwiftText) {
        guard let unknown else { return text.line("let keys = try decoder.container(keyedBy: AnyKey.self)") }
        text.block("guard let keys = \(api.name).object(decoder) else") { text in
            text.line(unknown)
            text.line("return")
        }
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
        _ union: Union, _ key: String, _ type: String, _ decode: (Union.Variant) -> String, _ unknown: String?,
        to text: inout SwiftText
    ) {
        writeKeys(unknown, to: &text)
        text.line("switch try? keys.decodeIfPresent(\(type).self, forKey: AnyKey(\(SwiftText.literal(key)))) {")
        for variant in union.variants {
            let marks = variant.marks.map { type == "String" ? SwiftText.literal($0) : $0 }
            text.fillCase(marks, decode(variant))
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
