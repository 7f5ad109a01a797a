extension QueryValue: QueryScalar {
    /// The value itself.
    public var queryValue: QueryValue { self }
}

extension QueryValue: Encodable {
    /// Encodes the value for a JSON body: dates and bytes as the encoder is set up, not as a ``QueryEncoder`` writes
    /// them.
    /// - Throws: `EncodingError` for an ``invalid(_:)`` and for a value nested over 64 levels deep.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let text): try container.encode(text)
        case .integer(let number): try container.encode(number)
        case .unsigned(let number): try container.encode(number)
        case .double(let number): try container.encode(number)
        case .decimal(let number): try container.encode(number)
        case .bool(let flag): try container.encode(flag)
        case .date(let date): try container.encode(date)
        case .data(let data): try container.encode(data)
        case .null: try container.encodeNil()
        case .invalid(let reason): throw EncodingError.unresolvable(QueryValue.self, reason)
        case .array, .separated, .object:
            guard encoder.codingPath.count < QueryEncoder.maximumDepth else {
                throw QueryEncoder.tooDeep(QueryValue.self)
            }
            switch self {
            case .array(let values), .separated(let values, _): try container.encode(values)
            // As a dictionary, not by a keyed container: key encoding strategies leave its keys alone.
            case .object(let fields):
                try container.encode(Dictionary(fields.filter { !$0.isNil }.map { ($0.name, $0.value) }) { $1 })
            default: break
            }
        }
    }
}

extension JSONValue: QueryConvertible {
    /// The value of the same kind.
    public var queryValue: QueryValue {
        switch self {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .unsigned(let number): .unsigned(number)
        case .number(let number): .double(number)
        case .string(let text): .string(text)
        case .array(let items): .array(items.map(\.queryValue))
        case .object(let members): members.queryValue
        }
    }
}

// MARK: - Values of any type

extension QueryValue {
    /// The fields of a dictionary, sorted by the UTF-8 bytes of their names; `path` is its key path.
    static func fields(of values: [String: Any], at path: String, depth: Int) -> [Field] {
        Array(values.keys).sortedByBytes().map { name in
            let path = path.isEmpty ? name : "\(path).\(name)"
            return Field(name, values[name].wrapped.map { QueryValue($0, at: path, depth: depth) })
        }
    }

    private init(_ value: Any, at path: String, depth: Int) {
        guard let value = Optional(value).wrapped else {
            self = .null
            return
        }
        switch value {
        case let value as any QueryConvertible: self = value.queryValue
        case is NSNull: self = .null
        // Of Foundation's classes, which bridge to every type of Swift that holds them.
        case let number as NSNumber: self = QueryValue(number)
        case let text as NSString: self = .string(String(text))
        case _ where depth > QueryEncoder.maximumDepth:
            self = .invalid("the value of '\(path)' is nested more than \(QueryEncoder.maximumDepth) levels deep")
        case let values as [Any]:
            self = .array(values.enumerated().map { QueryValue($1, at: "\(path)[\($0)]", depth: depth + 1) })
        case let values as [String: Any]:
            self = .object(Self.fields(of: values, at: path, depth: depth + 1))
        default:
            self = .invalid(
                "the value of '\(path)' is of the type \(type(of: value)), which a query, a form or a JSON object cannot"
                    + " hold; convert it to a String, a number, a Bool, a Date, Data, an array or a dictionary")
        }
    }

    private init(_ number: NSNumber) {
        switch String(cString: number.objCType) {
        // On Apple platforms a Bool has the type of an Int8, and is one of two objects.
        case "c" where number === NSNumber(value: number.boolValue), "B": self = .bool(number.boolValue)
        case "d", "f": self = .double(number.doubleValue)
        case "Q": self = .unsigned(number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }
}
