extension Response {
    /// Returns the body as text.
    ///
    /// The charset is that of the byte order mark, or else of `Content-Type`, or else UTF-8.
    /// - Throws: ``RequestError/Kind-swift.enum/decoding(_:)`` if the bytes are not text in that charset, or the
    ///   charset is unknown.
    public func string() throws(RequestError) -> String {
        do { return try TextDecoding.text(data, contentType: headers["Content-Type"]) } catch {
            throw decodingError(error)
        }
    }

    /// Returns the body as JSON of any shape.
    /// - Throws: ``RequestError/Kind-swift.enum/empty`` without a body, ``RequestError/Kind-swift.enum/decoding(_:)``
    ///   if it is not JSON.
    public func json() throws(RequestError) -> JSONValue {
        do { return try JSONValue(parsing: decodableBody) } catch {
            throw (error as? RequestError) ?? decodingError(error)
        }
    }

    /// Returns the body as a value.
    ///
    /// `String` is the text and `Data` the bytes, unchanged. An Optional is nil without a body (an empty one, 204, 205,
    /// 304, HEAD). Other types are decoded by `decoder`, or by the target's own. `keyPath` is the position of the value
    /// in the body, such as `"data.user_name"` or `"items.0"`, in the names of the JSON, whatever the decoder's key
    /// strategy; `#"api\.v1"#` is one name with a dot. Nil, the default, means the whole body. If a key or element of
    /// the path is missing or null, an Optional is nil and other types fail to decode.
    /// - Throws: ``RequestError/Kind-swift.enum/empty`` if there is no body and the value requires one,
    ///   ``RequestError/Kind-swift.enum/decoding(_:)`` if it does not decode.
    public func decode<Value: Decodable>(
        _ type: Value.Type, atKeyPath keyPath: String? = nil, using decoder: (any BodyDecoder)? = nil
    ) throws(RequestError) -> Value {
        do { return try decoded(type, atKeyPath: keyPath, using: decoder) } catch {
            throw (error as? RequestError) ?? decodingError(error)
        }
    }

    private func decoded<Value: Decodable>(
        _ type: Value.Type, atKeyPath keyPath: String?, using decoder: (any BodyDecoder)?
    ) throws -> Value {
        // An absent body has no key path: it is empty or nil as without one.
        guard let keyPath, hasContent else { return try decoded(type, using: decoder) }
        return try BodyKeyPath.$rest.withValue(JSONValue.steps(of: keyPath)[...]) {
            try decoded(BodyKeyPath.Value<Value>.self, using: decoder).value
        }
    }

    /// Decodes like ``decode(_:atKeyPath:using:)``, but throws the decoder's own error.
    func decoded<Value: Decodable>(_ type: Value.Type, using decoder: (any BodyDecoder)? = nil) throws -> Value {
        if type == String.self { return try cast(string()) }
        if type == Data.self { return try cast(data) }
        if !hasContent, let optional = type as? any EmptyRepresentable.Type { return try cast(optional.withoutBody) }
        if type == String?.self { return try cast(string()) }
        if type == Data?.self { return try cast(data) }
        if type == JSONValue.self, decoder == nil { return try cast(JSONValue(parsing: decodableBody)) }
        return try (decoder ?? endpoint.source?.target.decoder ?? JSONDecoder.talyn).decode(type, from: decodableBody)
    }

    /// Whether there is a body to decode. One of only white space does not count.
    var hasContent: Bool { !isBodiless && data.contains { !$0.isJSONSpace } }

    /// The body for a decoder: UTF-8 without a byte order mark.
    private var decodableBody: Data {
        get throws {
            guard hasContent else { throw RequestError(.empty, response: self) }
            return try TextDecoding.utf8(data, contentType: headers["Content-Type"])
        }
    }

    /// Returns the error of a body that does not decode.
    func decodingError(_ error: any Error) -> RequestError {
        let failure = DecodingFailure(error, data: data, contentType: headers["Content-Type"])
        return RequestError(.decoding(failure), response: self)
    }

    // The types are equal, so this cannot fail; throwing avoids a trap.
    private func cast<From, To>(_ value: From) throws -> To {
        guard let value = value as? To else { throw RequestError(.empty, response: self) }
        return value
    }
}

/// A type with a value for an absent body.
protocol EmptyRepresentable {
    static var withoutBody: Self { get }
}

extension Optional: EmptyRepresentable {
    static var withoutBody: Wrapped? { nil }
}

/// Walks to a key path in a body and decodes the value there, with any decoder.
private enum BodyKeyPath {
    // A task-local, because a decoder receives only type and bytes, and serves many calls at once.
    @TaskLocal static var rest: ArraySlice<String> = []

    /// The value at the end of the steps.
    struct Value<Wrapped: Decodable>: Decodable {
        let value: Wrapped

        init(from decoder: any Decoder) throws {
            let steps = BodyKeyPath.rest
            do { value = try Self.value(in: decoder, at: steps) } catch let error as DecodingError {
                throw error.naming(steps)
            }
        }

        static func value(in decoder: any Decoder, at steps: ArraySlice<String>) throws -> Wrapped {
            let container = try decoder.singleValueContainer()
            guard let step = steps.first else { return try container.decode(Wrapped.self) }
            if container.decodeNil() { return try missing(.key(step), in: decoder) }
            // A number is an index in an array, or otherwise a key.
            if let index = JSONValue.index(of: step), var elements = try? decoder.unkeyedContainer() {
                while elements.currentIndex < index, !elements.isAtEnd { _ = try elements.superDecoder() }
                if elements.isAtEnd { return try missing(.index(index), in: decoder) }
                return try value(in: elements.superDecoder(), at: steps.dropFirst())
            }
            // A dictionary rather than a keyed container, because key decoding strategies do not change its keys.
            let members = try BodyKeyPath.$rest.withValue(steps) {
                try container.decode([String: Member<Wrapped>].self)
            }
            return try members[step]?.value ?? missing(.key(step), in: decoder)
        }

        /// Returns the value of a missing or null element.
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

    /// A member of an object on the way: of those, only the one of the next step is decoded.
    struct Member<Wrapped: Decodable>: Decodable {
        let value: Wrapped?

        init(from decoder: any Decoder) throws {
            let steps = BodyKeyPath.rest
            let isNext = decoder.codingPath.last?.stringValue == steps.first
            value = isNext ? try Value<Wrapped>.value(in: decoder, at: steps.dropFirst()) : nil
        }
    }
}

extension DecodingError {
    /// Returns the error with the steps of a key path in its coding path. Otherwise they would count as keys of a
    /// dictionary, which are data and not shown.
    fileprivate func naming(_ steps: ArraySlice<String>) -> DecodingError {
        func named(_ context: Context) -> Context {
            var path = context.codingPath
            for (index, step) in zip(path.indices, steps) where path[index].stringValue == step {
                path[index] = JSONValue.Step.key(step)
            }
            return Context(
                codingPath: path, debugDescription: context.debugDescription, underlyingError: context.underlyingError)
        }
        switch self {
        case .typeMismatch(let type, let context): return .typeMismatch(type, named(context))
        case .valueNotFound(let type, let context): return .valueNotFound(type, named(context))
        case .keyNotFound(let key, let context): return .keyNotFound(key, named(context))
        case .dataCorrupted(let context): return .dataCorrupted(named(context))
        @unknown default: return self
        }
    }
}
