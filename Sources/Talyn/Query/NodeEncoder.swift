import Foundation

/// An encoder that writes an Encodable value into a tree of ``EncodedNode``.
struct NodeEncoder: Encoder {
    let node: EncodedNode
    let encoder: QueryEncoder
    let codingPath: [any CodingKey]
    /// The number of enclosing values, including single-value containers.
    let depth: Int

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.become(.keyed)
        return KeyedEncodingContainer(KeyedNodeContainer<Key>(target: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.become(.list)
        return UnkeyedNodeContainer(target: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleNodeContainer(target: self) }

    /// Returns an encoder for a nested value. Containers cannot throw, so below the depth limit the error is recorded
    /// and thrown once everything is encoded.
    func nested(_ key: any CodingKey, _ place: () -> EncodedNode) -> NodeEncoder {
        guard depth < QueryEncoder.maximumDepth else {
            node.become(.tooDeep)
            return self
        }
        return NodeEncoder(node: place(), encoder: encoder, codingPath: codingPath + [key], depth: depth + 1)
    }
}

private struct SingleNodeContainer: SingleValueEncodingContainer {
    let target: NodeEncoder

    var codingPath: [any CodingKey] { target.codingPath }

    func encodeNil() {
        target.node.become(.single)
        target.node.append(.value(.null))
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        if let scalar = value as? any QueryScalar {
            target.node.become(.single)
            target.node.append(.value(scalar.queryValue))
        } else {
            guard target.depth < QueryEncoder.maximumDepth else { throw QueryEncoder.tooDeep(Value.self) }
            // A single value replaces this node, so it may encode by key or as a list as well.
            try value.encode(
                to: NodeEncoder(
                    node: target.node, encoder: target.encoder, codingPath: target.codingPath, depth: target.depth + 1))
        }
    }
}

private struct UnkeyedNodeContainer: UnkeyedEncodingContainer {
    let target: NodeEncoder

    var codingPath: [any CodingKey] { target.codingPath }
    var count: Int { target.node.children.count }

    func encodeNil() { target.node.append(.value(.null)) }

    func encode<Value: Encodable>(_ value: Value) throws {
        let path = { target.codingPath + [QueryKey(intValue: count)] }
        target.node.append(
            try EncodedNode.Child(value, encoder: target.encoder, depth: target.depth + 1, path: path))
    }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        next().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

    func superEncoder() -> any Encoder { next() }

    private func next() -> NodeEncoder {
        target.nested(QueryKey(intValue: count)) {
            let node = EncodedNode()
            target.node.append(.node(node))
            return node
        }
    }
}

private struct KeyedNodeContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let target: NodeEncoder

    var codingPath: [any CodingKey] { target.codingPath }

    func encodeNil(forKey key: Key) { set(.value(.null), for: key) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let path = { target.codingPath + [key] }
        set(try EncodedNode.Child(value, encoder: target.encoder, depth: target.depth + 1, path: path), for: key)
    }

    // The standard library's versions skip nil, so `nils` would never apply. Each type needs its own overload: the
    // library's concrete overload wins over a generic one here.
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOrNil(value, key) }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws { try encodeOrNil(value, key) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { nested(QueryKey("super")) }

    func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func encodeOrNil<Value: Encodable>(_ value: Value?, _ key: Key) throws {
        if let value {
            try encode(value, forKey: key)
        } else {
            encodeNil(forKey: key)
        }
    }

    private func set(_ child: EncodedNode.Child, for key: Key) { target.node.set(child, for: name(key)) }

    private func nested(_ key: any CodingKey) -> NodeEncoder {
        target.nested(key) { target.node.node(for: name(key)) }
    }

    private func name(_ key: any CodingKey) -> String { target.encoder.keys.name(for: key.stringValue) }
}
