import Foundation

/// The encoder of an Encodable value for ``QueryEncoder``, which writes it into a node. It is its own container of a
/// single value.
struct NodeEncoder: Encoder, SingleValueEncodingContainer {
    let node: EncodedNode
    let encoder: QueryEncoder
    let codingPath: [any CodingKey]
    /// The number of enclosing values, including single-value containers.
    let depth: Int

    /// Returns a value as a tree, with its keys renamed and sorted as the encoder is set up.
    static func queryValue(of value: some Encodable, for encoder: QueryEncoder) throws -> QueryValue {
        let root = NodeEncoder(node: EncodedNode(), encoder: encoder, codingPath: [], depth: -1)
        try root.encode(value)
        return try root.node.queryValue(sortsKeys: encoder.sortsKeys)
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.become(.keyed)
        return KeyedEncodingContainer(KeyedNodeContainer<Key>(target: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.become(.list)
        return UnkeyedNodeContainer(target: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { node.become(.single, with: .value(.null)) }

    func encode<Value: Encodable>(_ value: Value) throws {
        if let scalar = value as? any QueryScalar { return node.become(.single, with: .value(scalar.queryValue)) }
        // A single value replaces this node, so it may encode by key or as a list as well.
        try encode(value, into: node, path: codingPath)
    }

    /// Returns the child for a value of a list or an object.
    fileprivate func child<Value: Encodable>(_ value: Value, _ key: any CodingKey) throws -> EncodedNode.Child {
        if let scalar = value as? any QueryScalar { return .value(scalar.queryValue) }
        let node = EncodedNode()
        try encode(value, into: node, path: codingPath + [key])
        return .node(node)
    }

    private func encode<Value: Encodable>(_ value: Value, into node: EncodedNode, path: [any CodingKey]) throws {
        guard depth < QueryEncoder.maximumDepth else { throw QueryEncoder.tooDeep(Value.self) }
        try value.encode(to: NodeEncoder(node: node, encoder: encoder, codingPath: path, depth: depth + 1))
    }

    /// Returns an encoder for a nested value. Containers cannot throw, so below the depth limit the error is recorded
    /// and thrown once everything is encoded.
    fileprivate func nested(_ key: any CodingKey, _ child: () -> EncodedNode) -> NodeEncoder {
        guard depth < QueryEncoder.maximumDepth else {
            node.become(.tooDeep)
            return self
        }
        return NodeEncoder(node: child(), encoder: encoder, codingPath: codingPath + [key], depth: depth + 1)
    }
}

private struct UnkeyedNodeContainer: UnkeyedEncodingContainer {
    let target: NodeEncoder

    var codingPath: [any CodingKey] { target.codingPath }
    var count: Int { target.node.children.count }
    private var key: JSONValue.Step { .index(count) }

    func encodeNil() { target.node.append(.value(.null)) }

    func encode<Value: Encodable>(_ value: Value) throws { target.node.append(try target.child(value, key)) }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        nested().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    func superEncoder() -> any Encoder { nested() }

    private func nested() -> NodeEncoder {
        target.nested(key) {
            let node = EncodedNode()
            target.node.append(.node(node))
            return node
        }
    }
}

private struct KeyedNodeContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let target: NodeEncoder

    var codingPath: [any CodingKey] { target.codingPath }

    func encodeNil(forKey key: Key) { target.node.set(.value(.null), for: name(key)) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        target.node.set(try target.child(value, key), for: name(key))
    }

    // The standard library's versions skip nil, so `nils` would never apply. Each type needs its own overload: the
    // library's concrete overload wins over a generic one here.
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encode(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encode(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encode(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encode(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encode(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encode(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encode(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encode(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encode(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encode(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encode(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encode(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encode(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encode(value, key) }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws { try encode(value, key) }

    private func encode(_ value: (some Encodable)?, _ key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { nested(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { nested(JSONValue.Step.key("super")) }

    func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func nested(_ key: any CodingKey) -> NodeEncoder {
        target.nested(key) { target.node.node(for: name(key)) }
    }

    private func name(_ key: any CodingKey) -> String { target.encoder.keys.name(for: key.stringValue) }
}

/// The node that a value encodes itself into. A class, because an encoder, its containers and their super encoders
/// write to the same node.
final class EncodedNode {
    enum Shape { case undecided, single, list, keyed, mixed, tooDeep }

    enum Child {
        case value(QueryValue)
        case node(EncodedNode)

        func queryValue(sortsKeys: Bool) throws -> QueryValue {
            switch self {
            case .value(let value): value
            case .node(let node): try node.queryValue(sortsKeys: sortsKeys)
            }
        }
    }

    private(set) var children: [Child] = []
    private var shape = Shape.undecided
    private var names: [String] = []
    private var positions: [String: Int] = [:]

    /// Sets the kind of the node. A request for two kinds of container is recorded and thrown once everything is
    /// encoded, because `container(keyedBy:)` cannot throw.
    func become(_ wanted: Shape, with child: Child? = nil) {
        if shape == .undecided || wanted == .tooDeep {
            shape = wanted
        } else if shape != .tooDeep, shape != wanted || wanted == .single {
            shape = .mixed
        }
        if let child { append(child) }
    }

    func append(_ child: Child) { children.append(child) }

    /// Sets the child of `name`. The last value encoded for a name wins, as with other encoders.
    func set(_ child: Child, for name: String) {
        if let position = positions[name] {
            children[position] = child
            return
        }
        positions[name] = children.count
        names.append(name)
        children.append(child)
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
        case .single: return try children.first?.queryValue(sortsKeys: sortsKeys) ?? .null
        case .list: return .array(try children.map { try $0.queryValue(sortsKeys: sortsKeys) })
        case .undecided, .keyed:
            let fields = sortsKeys ? names.sortedByBytes() : names
            return .object(
                try fields.map { name in
                    let child = positions[name].map { children[$0] }
                    return QueryValue.Field(name: name, value: try child?.queryValue(sortsKeys: sortsKeys) ?? .null)
                })
        case .tooDeep: throw QueryEncoder.tooDeep(QueryValue.self)
        case .mixed:
            let problem = "An encode(to:) requested containers of different kinds for one value."
            throw QueryEncoder.error(QueryValue.self, problem)
        }
    }
}
