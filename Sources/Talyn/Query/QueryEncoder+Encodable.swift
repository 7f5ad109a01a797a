import Foundation

extension QueryEncoder {
    /// The names for the coding keys of `Encodable` values and for the keys of dictionaries.
    public enum KeyStyle: Sendable {
        /// `pageSize` stays `pageSize`.
        case asWritten
        /// `pageSize` becomes `page_size`, `imageURLText` becomes `image_url_text`.
        case snakeCase
        /// `pageSize` becomes `page-size`, `imageURLText` becomes `image-url-text`.
        case kebabCase
        /// `pageSize` becomes `PageSize`.
        case capitalized
        /// `pageSize` becomes `PAGESIZE`.
        case uppercased
        /// `pageSize` becomes `pagesize`.
        case lowercased
        /// The returned name for a key; it is escaped afterwards.
        case custom(@Sendable (String) -> String)

        func name(for key: String) -> String {
            switch self {
            case .asWritten: key
            case .snakeCase: Self.separated(key, by: "_")
            case .kebabCase: Self.separated(key, by: "-")
            case .capitalized: key.prefix(1).uppercased() + key.dropFirst()
            case .uppercased: key.uppercased()
            case .lowercased: key.lowercased()
            case .custom(let name): name(key)
            }
        }

        // A word starts at an upper-case letter after any other character, and at the last letter of an upper-case run
        // before a lower-case one: imageURLText is image, URL, Text.
        private static func separated(_ key: String, by separator: Character) -> String {
            let characters = Array(key)
            var result = ""
            for (index, character) in characters.enumerated() {
                if index > 0, character.isUppercase, characters[index - 1] != separator {
                    let next = index + 1 < characters.count ? characters[index + 1] : nil
                    if !characters[index - 1].isUppercase || next?.isLowercase == true {
                        result.append(separator)
                    }
                }
                result += character.lowercased()
            }
            return result
        }
    }

    /// Returns `value` as a tree, with keys renamed by ``keys`` and sorted if ``sortsKeys`` is true.
    func queryValue(of value: some Encodable) throws -> QueryValue {
        try EncodedNode.Child(value, encoder: self, depth: 0) { [] }.queryValue(sortsKeys: sortsKeys)
    }
}

/// A coding key with a name or an index.
struct QueryKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    init(stringValue: String) { self.init(stringValue) }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}

// MARK: - Storage

/// The node a value encodes itself into.
///
/// A class, because an encoder, its containers and their super encoders write to the same node.
final class EncodedNode {
    enum Shape { case undecided, single, list, keyed, mixed, tooDeep }

    enum Child {
        case value(QueryValue)
        case node(EncodedNode)

        init<Value: Encodable>(
            _ value: Value, encoder: QueryEncoder, depth: Int, path: () -> [any CodingKey]
        ) throws {
            if let scalar = value as? any QueryScalar {
                self = .value(scalar.queryValue)
            } else {
                guard depth <= QueryEncoder.maximumDepth else { throw QueryEncoder.tooDeep(Value.self) }
                let node = EncodedNode()
                try value.encode(to: NodeEncoder(node: node, encoder: encoder, codingPath: path(), depth: depth))
                self = .node(node)
            }
        }

        func queryValue(sortsKeys: Bool) throws -> QueryValue {
            switch self {
            case .value(let value): value
            case .node(let node): try node.queryValue(sortsKeys: sortsKeys)
            }
        }
    }

    private(set) var shape = Shape.undecided
    private(set) var children: [Child] = []
    private var names: [String] = []
    private var positions: [String: Int] = [:]

    /// Sets the kind of the node. A request for two kinds of container is recorded and thrown once everything is
    /// encoded, because `container(keyedBy:)` cannot throw.
    func become(_ wanted: Shape) {
        if shape == .undecided || wanted == .tooDeep {
            shape = wanted
        } else if shape == .tooDeep {
            return
        } else if shape != wanted || wanted == .single {
            shape = .mixed
        }
    }

    func append(_ child: Child) { children.append(child) }

    /// Sets the child of `name`. The last value encoded for a name wins, as with other encoders.
    func set(_ child: Child, for name: String) {
        if let position = positions[name] {
            children[position] = child
        } else {
            positions[name] = children.count
            names.append(name)
            children.append(child)
        }
    }

    /// Returns the node of `name`, creating it on first use.
    func node(for name: String) -> EncodedNode {
        if let position = positions[name], case .node(let node) = children[position] { return node }
        let node = EncodedNode()
        set(.node(node), for: name)
        return node
    }

    func queryValue(sortsKeys: Bool) throws -> QueryValue {
        switch shape {
        case .single:
            return try children.first?.queryValue(sortsKeys: sortsKeys) ?? .null
        case .list:
            return .array(try children.map { try $0.queryValue(sortsKeys: sortsKeys) })
        case .undecided, .keyed:
            var fields = try zip(names, children).map {
                QueryValue.Field(name: $0, value: try $1.queryValue(sortsKeys: sortsKeys))
            }
            if sortsKeys { fields.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
            return .object(fields)
        case .tooDeep: throw QueryEncoder.tooDeep(QueryValue.self)
        case .mixed:
            throw EncodingError.invalidValue(
                QueryValue.self,
                EncodingError.Context(
                    codingPath: [],
                    debugDescription: "An encode(to:) requested containers of different kinds for one value."
                )
            )
        }
    }
}
