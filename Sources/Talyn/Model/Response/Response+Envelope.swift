extension Response {
    /// Returns the payload of an envelope.
    ///
    /// A rejection fails the call, whatever the payload. Nil is a valid payload if it is an Optional, which is nil
    /// without a body, too. A payload of `Void` needs no body where none can be, as in a 204.
    /// - Throws: ``RequestError/Kind-swift.enum/rejected(_:)`` if the envelope has a rejection,
    ///   ``RequestError/Kind-swift.enum/empty`` if it has no payload, and the errors of ``decode(_:atKeyPath:using:)``.
    public func open<Wrapping: Envelope>(_ envelope: Wrapping.Type) throws(RequestError) -> Wrapping.Payload {
        let isOptional = Wrapping.Payload.self is any EmptyRepresentable.Type
        // With another status, an empty body may lack a rejection.
        if isOptional ? !hasContent : isBodiless, let payload = Self.payload(Wrapping.Payload.self) { return payload }
        let opened = try decode(envelope)
        if let rejection = opened.rejection { throw RequestError(.rejected(rejection), response: self) }
        if let payload = opened.payload { return payload }
        guard let payload = Self.payload(Wrapping.Payload.self) else { throw RequestError(.empty, response: self) }
        return payload
    }

    /// Returns the payload of a type without a value: nil of an Optional, or `Void`.
    private static func payload<Payload>(_ type: Payload.Type) -> Payload? {
        () as? Payload ?? (type as? any EmptyRepresentable.Type).flatMap { $0.withoutBody as? Payload }
    }
}
