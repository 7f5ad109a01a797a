extension Response {
    /// The body as text.
    ///
    /// The charset is the byte-order mark's, else that of `Content-Type`, else UTF-8.
    /// - Throws: ``RequestError/Kind-swift.enum/decoding(_:)`` when the bytes are not text in that charset, or the
    ///   charset is not known.
    public func string() throws(RequestError) -> String {
        do { return try TextDecoding.text(data, contentType: headers["Content-Type"]) } catch {
            throw decodingError(error)
        }
    }

    /// The body as JSON of any shape.
    /// - Throws: ``RequestError/Kind-swift.enum/empty`` without a body,
    ///   ``RequestError/Kind-swift.enum/decoding(_:)`` when it is not JSON.
    public func json() throws(RequestError) -> JSONValue {
        do { return try JSONValue(parsing: decodableBody) } catch {
            throw (error as? RequestError) ?? decodingError(error)
        }
    }

    /// The body as a value.
    ///
    /// `String` is the text and `Data` the bytes, as they are. An Optional is nil when there is no body (an empty one,
    /// 204, 205, 304, HEAD). Anything else is decoded, by `decoder` or by the target's own. `keyPath` is where in the
    /// body the value stands, `"data.user"` or `"items.0"`; nil, the default, for the whole body. Where a key or an element
    /// on the way is missing, or null, an Optional is nil and anything else fails to decode.
    /// - Throws: ``RequestError/Kind-swift.enum/empty`` when there is no body and the value needs one,
    ///   ``RequestError/Kind-swift.enum/decoding(_:)`` when it does not decode.
    public func decode<Value: Decodable>(
        _ type: Value.Type, atKeyPath keyPath: String? = nil, using decoder: (any BodyDecoder)? = nil
    ) throws(RequestError) -> Value {
        do { return try decoded(type, atKeyPath: keyPath, using: decoder) } catch {
            throw (error as? RequestError)
                ?? decodingError(error) { try $0.decoded(type, atKeyPath: keyPath, using: decoder) }
        }
    }

    private func decoded<Value: Decodable>(
        _ type: Value.Type, atKeyPath keyPath: String?, using decoder: (any BodyDecoder)?
    ) throws -> Value {
        // Without a body there is nothing to walk into: empty, or nil, as without a key path.
        guard let keyPath, hasContent else { return try decoded(type, using: decoder) }
        return try BodyKeyPath.$current.withValue(keyPath) {
            try decoded(BodyKeyPath.Value<Value>.self, using: decoder).value
        }
    }

    /// As ``decode(_:atKeyPath:using:)``, with the decoder's own error for a body that does not decode.
    func decoded<Value: Decodable>(_ type: Value.Type, using decoder: (any BodyDecoder)? = nil) throws -> Value {
        if type == String.self { return try cast(string()) }
        if type == Data.self { return try cast(data) }
        if !hasContent, let optional = type as? any EmptyRepresentable.Type { return try cast(optional.withoutBody) }
        if type == String?.self { return try cast(string()) }
        if type == Data?.self { return try cast(data) }
        if type == JSONValue.self, decoder == nil { return try cast(JSONValue(parsing: decodableBody)) }
        return try (decoder ?? endpoint.source?.target.decoder ?? JSONDecoder.talyn).decode(type, from: decodableBody)
    }

    /// Whether there is a body to decode; one of white space alone says nothing either.
    private var hasContent: Bool { !isBodiless && data.contains { !$0.isJSONSpace } }

    /// The body as a decoder takes it: UTF-8 without a byte-order mark.
    private var decodableBody: Data {
        get throws {
            guard hasContent else { throw RequestError(.empty, response: self) }
            return try TextDecoding.utf8(data, contentType: headers["Content-Type"])
        }
    }

    /// The error of a body that does not decode; `decode` decodes another body in the same way.
    func decodingError<Value>(_ error: any Error, _ decode: ((Response) throws -> Value)) -> RequestError {
        var error = error
        // For a number that does not fit its type, JSONDecoder has neither place nor reason.
        if case DecodingError.dataCorrupted(let context) = error, context.codingPath.isEmpty,
            canBeDecodedOften, let body = try? JSONValue(parsing: decodableBody),
            let place = placeOfUnfitNumber(in: body, decode)
        {
            error = DecodingError.dataCorrupted(.init(codingPath: place, debugDescription: context.debugDescription))
        }
        return decodingError(error)
    }

    private func decodingError(_ error: any Error) -> RequestError {
        let failure = DecodingFailure(error, data: data, contentType: headers["Content-Type"])
        return RequestError(.decoding(failure), response: self)
    }

    // The types were compared before: this cannot fail, and says so without a trap.
    private func cast<From, To>(_ value: From) throws -> To {
        guard let value = value as? To else { throw RequestError(.empty, response: self) }
        return value
    }
}

/// A type that has a value for "no body".
protocol EmptyRepresentable {
    static var withoutBody: Self { get }
}

extension Optional: EmptyRepresentable {
    static var withoutBody: Wrapped? { nil }
}

/// Walks to a place inside a body before it decodes the value there, with any decoder.
private enum BodyKeyPath {
    // A task-local, because a decoder takes nothing but type and bytes, and one decoder serves many calls at once.
    @TaskLocal static var current = ""

    struct Value<Wrapped: Decodable>: Decodable {
        let value: Wrapped

        init(from decoder: any Decoder) throws {
            let steps = BodyKeyPath.current.split(atBytes: ".").filter { !$0.isEmpty }.map(String.init)
            value = try Self.value(in: decoder, at: steps[...])
        }

        private static func value(in decoder: any Decoder, at steps: ArraySlice<String>) throws -> Wrapped {
            guard let step = steps.first else { return try Wrapped(from: decoder) }
            if (try? decoder.singleValueContainer())?.decodeNil() == true {
                return try missing(.key(step), in: decoder)
            }
            // A number is a place in an array, or else a name like any other.
            if step.utf8.allSatisfy(\.isDigit), var elements = try? decoder.unkeyedContainer() {
                let index = Int(step) ?? .max
                while elements.currentIndex < index, !elements.isAtEnd { _ = try elements.superDecoder() }
                if elements.isAtEnd { return try missing(.index(index), in: decoder) }
                if steps.count == 1 { return try elements.decode(Wrapped.self) }
                return try value(in: elements.superDecoder(), at: steps.dropFirst())
            }
            let container = try decoder.container(keyedBy: JSONValue.Step.self)
            let key = JSONValue.Step.key(step)
            if !container.contains(key) { return try missing(key, in: decoder) }
            if steps.count == 1 { return try container.decode(Wrapped.self, forKey: key) }
            return try value(in: container.superDecoder(forKey: key), at: steps.dropFirst())
        }

        /// The value of a key that nothing is at; the same for one that is missing and one of a null.
        private static func missing(_ step: JSONValue.Step, in decoder: any Decoder) throws -> Wrapped {
            if let optional = Wrapped.self as? any EmptyRepresentable.Type, let empty = optional.withoutBody as? Wrapped
            {
                return empty
            }
            let path = decoder.codingPath
            if case .key = step {
                throw DecodingError.keyNotFound(step, .init(codingPath: path, debugDescription: "Nothing is there."))
            }
            throw DecodingError.valueNotFound(
                Wrapped.self, .init(codingPath: path + [step], debugDescription: "The array ends before."))
        }
    }
}
