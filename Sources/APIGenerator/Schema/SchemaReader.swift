/// Makes types out of schemas: models for those of components, and for objects, values and unions in others.
final class SchemaReader {
    let documents: Documents
    var models: [Model] = []
    private var names: NameScope
    /// The models of schemas that references name, by their place.
    private var components: [String: Int] = [:]
    /// The types of schemas inside others, by what they say.
    private var inline: [String: SwiftType] = [:]
    /// The models whose schemas are not read yet.
    private var pending: [Int] = []
    private var queued: Set<Int> = []
    /// The place of the next one of ``pending``.
    private var next = 0
    /// The rules of the schemas, by their place.
    var shapes: [String: Shape] = [:]
    /// The schemas that the shape being read includes already.
    var included: Set<String> = []
    /// The schemas that include another one by `allOf`, by its place.
    lazy var subtypes = self.includingSchemas()

    /// - Parameter names: the names of types that are given already.
    init(_ documents: Documents, names: NameScope) {
        self.documents = documents
        self.names = names
    }

    /// A type, and whether the schema allows null.
    struct Reading {
        var type: SwiftType
        var isNullable = false

        /// The type of a value that must be there.
        var value: SwiftType { isNullable ? type.asOptional : type }
    }

    /// The result of reading a schema.
    enum Content {
        case type(SwiftType)
        case declaration(Model.Kind)
    }

    // MARK: Types

    /// Returns the type of a schema. A model for a schema without a name of its own has the given one.
    func read(_ schema: Located, named name: String) -> Reading {
        let (schema, isNullable) = simplified(schema)
        if schema["$ref"] != nil, !hasSiblings(schema) {
            guard let target = component(of: schema) else { return Reading(type: .json) }
            return Reading(type: target, isNullable: isNullable)
        }
        let shape = shape(of: schema)
        let nullable = isNullable || shape.isNullable
        guard isDeclaration(shape) else {
            guard case .type(let type) = content(of: shape, schema, named: name) else { return Reading(type: .json) }
            return Reading(type: type, isNullable: nullable)
        }
        let signature = signature(of: schema)
        if let known = inline[signature] { return Reading(type: known, isNullable: nullable) }
        switch content(of: shape, schema, named: name) {
        case .type(let type):
            // A union whose variants are all one type.
            inline[signature] = type
            return Reading(type: type, isNullable: nullable)
        case .declaration(let kind):
            let index = reserve(schema, name)
            models[index].kind = kind
            inline[signature] = .model(index)
            return Reading(type: .model(index), isNullable: nullable)
        }
    }

    /// Reads the schemas that references named, up to the last one.
    func readPending() {
        while let index = nextPending() {
            let (schema, isNullable) = simplified(models[index].place)
            models[index].isNullable = isNullable
            if schema["$ref"] != nil, !hasSiblings(schema) {
                models[index].kind = .alias(component(of: schema) ?? .json)
                continue
            }
            let shape = shape(of: schema)
            models[index].isNullable = isNullable || shape.isNullable
            switch content(of: shape, schema, named: models[index].name) {
            case .type(let type): models[index].kind = .alias(type)
            case .declaration(let kind): models[index].kind = kind
            }
        }
    }

    /// Gives a name to a type that is no schema's.
    func uniqueName(_ name: String) -> String {
        names.unique(name, reserved: SwiftName.reservedTypes, suffix: "Model")
    }

    /// Whether a type has a name already.
    func isNamed(_ name: String) -> Bool { names.contains(name) || SwiftName.reservedTypes.contains(name) }

    /// Returns the model of a schema that a reference names.
    func component(of reference: Located) -> SwiftType? {
        guard let text = reference["$ref"]?.text else {
            documents.note(.fault, "\"$ref\" is no text; read as any JSON", at: reference)
            return nil
        }
        guard let target = documents.target(of: text, from: reference) else { return nil }
        return component(at: target)
    }

    /// Returns the model of a schema with a place of its own, such as one of `components`.
    func component(at place: Located) -> SwiftType {
        let index = reservedComponent(at: place)
        if queued.insert(index).inserted { pending.append(index) }
        return .model(index)
    }

    /// Takes the next schema, in the order in which they are named.
    private func nextPending() -> Int? {
        guard next < pending.count else { return nil }
        defer { next += 1 }
        return pending[next]
    }

    private func reservedComponent(at place: Located) -> Int {
        let key = place.file + place.pointer
        if let known = components[key] { return known }
        let index = reserve(place, SwiftName.type(Self.name(of: place)))
        components[key] = index
        return index
    }

    /// Gives the schemas of components their names, before those inside others have some.
    func reserveComponents() {
        for (_, schema) in documents.root["components"]?["schemas"]?.members ?? [] { _ = reservedComponent(at: schema) }
    }

    /// Reads the schemas that nothing uses, too.
    func readAllComponents() {
        for (_, schema) in documents.root["components"]?["schemas"]?.members ?? [] { _ = component(at: schema) }
    }

    /// The name of a schema: the last step of its pointer, or else its file.
    static func name(of place: Located) -> String {
        if !place.pointer.utf8.elementsEqual("#".utf8), let step = place.pointer.splitBytes("/").last {
            return step.replacingBytes("~1", "/").replacingBytes("~0", "~")
        }
        let file = place.file.splitBytes("/").last ?? ""
        return file.splitBytes(".")[0]
    }

    func reserve(_ place: Located, _ name: String) -> Int {
        let simple = documents.flag("deprecated", of: place) ?? false
        models.append(
            Model(
                name: uniqueName(name), documentation: documents.documentation(of: place), isDeprecated: simple,
                kind: .pending, place: place))
        return models.count - 1
    }
}
