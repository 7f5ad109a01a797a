extension Response {
    /// Returns the payload of an envelope.
    ///
    /// A rejection fails the call, whatever the payload. Nil is a valid payload if it is an Optional.
    /// - Throws: ``RequestError/Kind-swift.enum/rejected(_:)`` if the envelope has a rejection,
    ///   ``RequestError/Kind-swift.enum/empty`` if it has no payload, and the errors of ``decode(_:atKeyPath:using:)``.
    public func open<Wrapping: Envelope>(_ envelope: Wrapping.Type) throws(RequestError) -> Wrapping.Payload {
        let opened: Wrapping
        do { opened = try decodedEnvelope(envelope) } catch {
            throw (error as? RequestError) ?? decodingError(error)
        }
        if let rejection = opened.rejection { throw RequestError(.rejected(rejection), response: self) }
        if let payload = opened.payload { return payload }
        guard let optional = Wrapping.Payload.self as? any EmptyRepresentable.Type,
            let payload = optional.withoutBody as? Wrapping.Payload
        else { throw RequestError(.empty, response: self) }
        return payload
    }

    /// Returns an envelope. If it does not decode, it is decoded once more without the part that failed, and used if it
    /// then has a rejection.
    func decodedEnvelope<Wrapping: Envelope>(_ type: Wrapping.Type) throws -> Wrapping {
        do { return try decoded(type) } catch let error as DecodingError {
            guard case .object(let members)? = try? json() else { throw error }
            let rest = members.withoutFailure(at: error.codingPath)
            guard let envelope = try? replacing(members: rest).decoded(type), let rejection = envelope.rejection else {
                throw error
            }
            // A rejection must come from the body, and not from the parts that were removed.
            let nothing = try? replacing(members: members.mapValues { _ in .null }).decoded(type)
            if nothing?.rejection == rejection { throw error }
            return envelope
        }
    }

    /// Returns the same response with an object as its body, in UTF-8, whatever its charset was.
    private func replacing(members: [String: JSONValue]) -> Response {
        var headers = headers
        headers["Content-Type"] = nil
        return replacing(headers: headers).replacing(data: Data(JSONValue.object(members).jsonText.utf8))
    }
}

extension [String: JSONValue] {
    /// Returns the members with null for the one that did not decode, or with an empty array if an element of it did
    /// not. Without a coding path, which JSONDecoder does not report for numbers, all arrays and objects are replaced.
    fileprivate func withoutFailure(at path: [any CodingKey]) -> Self {
        var failed = Array(keys)
        if let first = path.first?.stringValue { failed = [InspectedBody.similarKey(to: first, in: self) ?? first] }
        var rest = self
        for key in failed {
            switch self[key] {
            case .array? where path.count != 1: rest[key] = .array([])
            case .object?: rest[key] = .null
            case .some where !path.isEmpty: rest[key] = .null
            default: break
            }
        }
        return rest
    }
}

extension DecodingError {
    /// The coding path of the failure; empty at the root and if unknown.
    fileprivate var codingPath: [any CodingKey] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }
}
