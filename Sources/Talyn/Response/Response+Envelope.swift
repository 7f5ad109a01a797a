extension Response {
    /// Returns the payload of an envelope.
    ///
    /// A rejection fails the call, whatever the payload. Nil is a valid payload if it is an Optional.
    /// - Throws: ``RequestError/Kind-swift.enum/rejected(_:)`` if the envelope has a rejection,
    ///   ``RequestError/Kind-swift.enum/empty`` if it has no payload, and the errors of ``decode(_:atKeyPath:using:)``.
    public func open<Wrapping: Envelope>(_ envelope: Wrapping.Type) throws(RequestError) -> Wrapping.Payload {
        let opened: Wrapping
        do { opened = try decodedEnvelope(envelope) } catch {
            throw (error as? RequestError) ?? decodingError(error) { try $0.decoded(envelope) }
        }
        if let rejection = opened.rejection { throw RequestError(.rejected(rejection), response: self) }
        if let payload = opened.payload { return payload }
        guard let optional = Wrapping.Payload.self as? any EmptyRepresentable.Type,
            let payload = optional.withoutBody as? Wrapping.Payload
        else { throw RequestError(.empty, response: self) }
        return payload
    }

    /// Returns an envelope. If it does not decode, it is decoded without the failing part, and used if it then has a
    /// rejection.
    func decodedEnvelope<Wrapping: Envelope>(_ type: Wrapping.Type) throws -> Wrapping {
        do { return try decoded(type) } catch let error as DecodingError {
            guard canBeDecodedOften, let body = try? json() else { throw error }
            let path = error.codingPath
            let number = path.isEmpty ? placeOfUnfitNumber(in: body) { try $0.decoded(type) } : nil
            let steps = number ?? body.steps(along: path)
            // Enclosing values are removed too, because they may contain more failures; few levels, because each is
            // decoded.
            for length in (1...8).reversed() where length <= steps.count {
                let rest = replacing(json: body.withNull(at: steps.prefix(length)))
                guard let envelope = try? rest.decoded(type), let rejection = envelope.rejection else { continue }
                // A rejection must come from the body, and not from the parts that were removed.
                let nothing = try? replacing(json: body.withNullMembers).decoded(type)
                if nothing?.rejection != rejection { return envelope }
            }
            throw error
        }
    }

    /// Returns the position of a number that does not fit its type, which `JSONDecoder` does not report; nil if that is
    /// not the reason.
    func placeOfUnfitNumber<Value>(
        in body: JSONValue, _ decode: (Response) throws -> Value
    ) -> [JSONValue.Step]? {
        body.placeOfUnfitNumber { variant in
            do {
                _ = try decode(replacing(json: variant))
                return false
            } catch DecodingError.dataCorrupted(let context) { return context.codingPath.isEmpty } catch {
                return false
            }
        }
    }

    /// Whether the body is small enough, at most 1 MiB, to be decoded repeatedly in search of a failure.
    var canBeDecodedOften: Bool { data.count <= 1 << 20 }

    /// Returns the same response with another body in UTF-8, whatever its charset was.
    private func replacing(json: JSONValue) -> Response {
        var headers = headers
        headers["Content-Type"] = nil
        return replacing(headers: headers).replacing(data: Data(json.jsonText.utf8))
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
