extension Response {
    /// Returns the payload of an envelope.
    ///
    /// A rejection fails the call, whatever the payload. Nil is a valid payload if it is an Optional.
    /// - Throws: ``RequestError/Kind-swift.enum/rejected(_:)`` if the envelope has a rejection,
    ///   ``RequestError/Kind-swift.enum/empty`` if it has no payload, and the errors of ``decode(_:atKeyPath:using:)``.
    public func open<Wrapping: Envelope>(_ envelope: Wrapping.Type) throws(RequestError) -> Wrapping.Payload {
        let opened = try decode(envelope)
        if let rejection = opened.rejection { throw RequestError(.rejected(rejection), response: self) }
        if let payload = opened.payload { return payload }
        guard let optional = Wrapping.Payload.self as? any EmptyRepresentable.Type,
            let payload = optional.withoutBody as? Wrapping.Payload
        else { throw RequestError(.empty, response: self) }
        return payload
    }
}
