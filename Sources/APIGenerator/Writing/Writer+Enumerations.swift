extension Writer {
    func writeEnumeration(_ enumeration: Enumeration, _ model: Model, to text: inout SwiftText) {
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
}
