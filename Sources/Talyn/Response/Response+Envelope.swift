extension Response {
    /// The payload of an envelope.
    ///
    /// An envelope that says no is a refusal whatever its payload looks like. Nil is a payload where that is an Optional.
    /// - Throws: ``RequestError/Kind-swift.enum/rejected(_:)`` when the envelope says no,
    ///   ``RequestError/Kind-swift.enum/empty`` when it has no payload, and what ``decode(_:atKeyPath:using:)`` throws.
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

    /// An envelope; one that does not decode is read without the part that is at fault, and counts when it then says no.
    func decodedEnvelope<Wrapping: Envelope>(_ type: Wrapping.Type) throws -> Wrapping {
        do { return try decoded(type) } catch let error as DecodingError {
            guard canBeDecodedOften, let body = try? json() else { throw error }
            let path = error.codingPath
            let number = path.isEmpty ? placeOfUnfitNumber(in: body) { try $0.decoded(type) } : nil
            let steps = number ?? body.steps(along: path)
            // What lies around it too, since more may be at fault there; few levels, as each is decoded.
            for length in (1...8).reversed() where length <= steps.count {
                let rest = replacing(json: body.withNull(at: steps.prefix(length)))
                guard let envelope = try? rest.decoded(type), let rejection = envelope.rejection else { continue }
                // A no that the body says, and not one for want of what was left out here.
                let nothing = try? replacing(json: body.withNullMembers).decoded(type)
                if nothing?.rejection != rejection { return envelope }
            }
            throw error
        }
    }

    /// The place of a number that does not fit its type, which `JSONDecoder` does not tell; nil when that is not the reason.
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

    /// Whether the body is small enough, at most 1 MiB, to be decoded again and again in search of what is wrong with it.
    var canBeDecodedOften: Bool { data.count <= 1 << 20 }

    /// The same response with another body, which is UTF-8 whatever the charset was.
    private func replacing(json: JSONValue) -> Response {
        var headers = headers
        headers["Content-Type"] = nil
        return replacing(headers: headers).replacing(data: Data(json.jsonText.utf8))
    }
}

extension DecodingError {
    /// Where it failed; empty at the root, and when that is not known.
    fileprivate var codingPath: [any CodingKey] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }
}
