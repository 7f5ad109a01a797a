/// Turns a value into a request body; `JSONEncoder` is one.
///
/// Sendable, since one encoder serves every call of a target.
public protocol BodyEncoder: Sendable {
    /// The `Content-Type` of what ``encode(_:)`` makes.
    var contentType: String { get }

    /// The value as bytes.
    /// - Throws: whatever the value or the encoder throws; the call then fails as
    ///   ``RequestError/Kind-swift.enum/invalidRequest(_:)`` and nothing is sent.
    func encode<Value: Encodable>(_ value: Value) throws -> Data
}

/// Turns a response body into a value; `JSONDecoder` is one.
///
/// Sendable, since one decoder serves every call of a target.
public protocol BodyDecoder: Sendable {
    /// The value that the bytes stand for.
    /// - Throws: a `DecodingError`, or any other error; the call then fails as
    ///   ``RequestError/Kind-swift.enum/decoding(_:)``.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONEncoder: BodyEncoder {
    /// `application/json` (RFC 8259 §11).
    public var contentType: String { "application/json" }

    /// What targets encode with unless they say otherwise: keys sorted, slashes as they are.
    ///
    /// Sorted, so that equal values make equal bytes: in stubs, caches and diffs.
    static let talyn: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
}

extension JSONDecoder: BodyDecoder {
    /// What targets decode with unless they say otherwise: a plain `JSONDecoder`.
    static let talyn = JSONDecoder()
}
