extension Writer {
    /// Writes the declaration of a model.
    func writeModel(_ index: Int, to text: inout SwiftText) {
        let model = api.types.models[index]
        text.documentation(model.documentation + (model.isDeprecated ? ["", "Deprecated."] : []))
        switch model.kind {
        case .pending: break
        case .alias(let type): text.line("typealias \(model.name) = \(value(type))")
        case .structure(let structure): writeStructure(structure, model, index, to: &text)
        case .enumeration(let enumeration): writeEnumeration(enumeration, model, to: &text)
        case .union(let union): writeUnion(union, model, index, to: &text)
        }
    }
}
