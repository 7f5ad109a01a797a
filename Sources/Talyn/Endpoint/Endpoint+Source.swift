extension Response {
    /// The response as one of the call's own, decoded as its target says, wherever a plugin took it from.
    func belonging(to endpoint: Endpoint) -> Response {
        if self.endpoint.source === endpoint.source { return self }
        return Response(self, endpoint: self.endpoint.made(from: endpoint), acceptance: acceptance)
    }
}

extension Endpoint {
    /// The same endpoint as one made from the target of another.
    fileprivate func made(from other: Endpoint) -> Endpoint {
        if source === other.source { return self }
        return Endpoint(
            method: method, url: lazyURL, headers: headers, body: body, options: options, source: other.source)
    }

    /// The endpoint that a plugin hands on in the place of the one it was given: with its target and options, also when the
    /// plugin made a new one, from a `URLRequest` for example.
    func continuing(_ given: Endpoint) -> Endpoint {
        // Nearly always it is a copy.
        if let source, source === given.source { return self }
        var endpoint = made(from: given)
        endpoint.options.inherit(from: given.options)
        endpoint.options.keepNotes(of: given.options)
        return endpoint
    }
}
