extension JSONValue: Codable {
    /// The deepest level at which decoding or encoding continues. Foundation's coders recurse with frames so large that
    /// 150 levels overflow the 512 KiB stack of a secondary thread.
    private static let maximumCodingDepth = 64

    /// Decodes any JSON value, for a property of a larger type. For a whole document, ``init(parsing:)`` is faster.
    /// - Throws: `DecodingError` if the value lies more than 64 levels deep.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Failed attempts are slow, so the common kinds come first.
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let number = try? container.decode(Double.self) {
            if abs(number) < 0x1p53 {
                self = JSONValue(narrowing: number)
            } else if let digits = try? container.decode(Decimal.self) {
                self = JSONValue(narrowing: number, digits: digits)
            } else if let whole = try? container.decode(Int64.self) {
                // A decoder without Decimal, so not JSONDecoder, whose Int64 would drop a fraction.
                self = .integer(whole)
            } else if let whole = try? container.decode(UInt64.self) {
                self = .unsigned(whole)
            } else {
                self = JSONValue(narrowing: number)
            }
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else {
            guard decoder.codingPath.count < Self.maximumCodingDepth else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "Nested more than \(Self.maximumCodingDepth) levels deep.")
            }
            if var items = try? decoder.unkeyedContainer() {
                var values: [JSONValue] = []
                while !items.isAtEnd { values.append(try items.decode(JSONValue.self)) }
                self = .array(values)
            } else {
                do {
                    // Decoded as a dictionary rather than a keyed container, because key decoding strategies do not
                    // change its keys.
                    self = .object(try container.decode([String: JSONValue].self))
                } catch DecodingError.typeMismatch(_, let context)
                    where context.codingPath.count == decoder.codingPath.count
                {
                    // Replaces the error of the last attempt, which would blame an object.
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not a JSON value.")
                }
            }
        }
    }

    /// Encodes the value as the JSON it represents.
    /// - Throws: `EncodingError` if the value lies more than 64 levels deep. ``jsonText`` has no such limit.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch written {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .integer(let whole): try container.encode(whole)
        case .unsigned(let whole): try container.encode(whole)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array, .object:
            guard encoder.codingPath.count < Self.maximumCodingDepth else {
                let reason = "a JSON value is nested more than \(Self.maximumCodingDepth) levels deep"
                throw EncodingError.unresolvable(JSONValue.self, reason)
            }
            if case .array(let items) = self { try container.encode(items) }
            if case .object(let members) = self { try container.encode(members) }
        }
    }
}
