extension SchemaReader {
    /// Returns the cases of a list of values; nil unless all are texts, or all are whole numbers.
    func enumeration(of values: [Located], _ shape: Shape) -> Enumeration? {
        enumeration(of: values.map { (value: $0, name: nil, documentation: []) }, shape.types)
    }

    func enumeration(
        of values: [(value: Located, name: String?, documentation: [String])], _ types: [String]
    ) -> Enumeration? {
        let isText = types == ["string"] || types.isEmpty && values.allSatisfy { $0.value.node.string != nil }
        let isInteger = types == ["integer"] || types.isEmpty && values.allSatisfy { $0.value.node.integer != nil }
        guard isText || isInteger else { return nil }
        var enumeration = Enumeration(isInteger: isInteger, cases: [])
        var (names, seen) = (NameScope(["unknown"]), Set<String>())
        for (value, name, documentation) in values {
            let text = isInteger ? value.node.integer.map { String($0) } : value.text
            guard let text else {
                documents.note(.fault, "the value has another type than its schema; it is left out", at: value)
                continue
            }
            guard seen.insert(text).inserted else { continue }
            let fallback =
                isInteger ? (text.utf8.first == UInt8(ascii: "-") ? "minus" + text.dropFirst() : "value" + text) : text
            let member = SwiftName.member(name ?? fallback, fallback: text.isEmpty ? "empty" : "value")
            enumeration.cases.append(
                .init(
                    name: names.unique(
                        member, reserved: SwiftName.reservedCases.union(["none", "some"]), suffix: "Value"),
                    value: text,
                    documentation: documentation))
        }
        return enumeration.cases.isEmpty ? nil : enumeration
    }
}
