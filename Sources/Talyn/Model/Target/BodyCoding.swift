/// An encoder of request bodies, such as `JSONEncoder`. One serves every call of a target.
public protocol BodyEncoder: Sendable {
    /// The `Content-Type` of the encoded bytes.
    var contentType: String { get }

    /// Encodes a value.
    /// - Throws: any error; the call fails as ``RequestError/Kind-swift.enum/invalidRequest(_:)``, and nothing is sent.
    func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension BodyEncoder {
    /// Returns the body of a value. Bytes are one already; an encoder would write them as a base64 string.
    package func body(of value: some Encodable) throws -> Data { try value as? Data ?? encode(value) }
}

/// A decoder of response bodies, such as `JSONDecoder`. One serves every call of a target.
public protocol BodyDecoder: Sendable {
    /// Decodes a value.
    /// - Throws: a `DecodingError` or any other error; the call fails as ``RequestError/Kind-swift.enum/decoding(_:)``.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONEncoder: BodyEncoder {
    /// `application/json` (RFC 8259 §11).
    public var contentType: String { "application/json" }

    /// The default encoder of targets. With sorted keys, equal values have equal bytes, which stubs and caches need.
    package static let talyn: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
}

extension JSONDecoder: BodyDecoder {
    /// The default decoder of targets: a plain `JSONDecoder`.
    static let talyn = JSONDecoder()
}
