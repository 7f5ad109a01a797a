// The ways to make a call whose response is read while it arrives.
extension Provider {
    /// Calls a case and returns its response as soon as the head has arrived and was accepted. The body is read from
    /// it.
    ///
    /// The call runs as any other up to its head: plugins of both rings, `prepare`, redirects, validation, retries. Of
    /// a status code that is not accepted, the error keeps the first 64 KiB of the body. Body transformers, checks of
    /// the body and `process` see whole bodies only, so they do not run. A failure in the middle of the body is thrown
    /// by the iterator and not retried.
    /// - Throws: the target's failure.
    public func stream(
        _ target: Target, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> ResponseStream<Target.Failure> {
        try await stream(.target(target), progress, at: CallSite(fileID: fileID, function: function, line: line))
    }

    /// Sends a hand-made endpoint, such as a link of another response, and returns its response with the head, as
    /// ``stream(_:progress:fileID:function:line:)`` and ``send(_:progress:fileID:function:line:)`` do.
    /// ``ResponseStream`` has its lines, values and events.
    /// - Throws: the target's failure.
    public func stream(
        endpoint: Endpoint, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> ResponseStream<Target.Failure> {
        try await stream(.endpoint(endpoint), progress, at: CallSite(fileID: fileID, function: function, line: line))
    }

    private func stream(
        _ subject: CallSubject, _ progress: (@Sendable (TransferProgress) -> Void)?, at site: CallSite
    ) async throws(Target.Failure) -> ResponseStream<Target.Failure> {
        do throws(RequestError) {
            let call = try await engine.open(subject, at: callSite ?? site, progress: progress, StreamedBody())
            return ResponseStream(call) { Target.catchChain($0) }
        } catch { throw Target.catchChain(error) }
    }

    /// Calls a case and returns the lines of its response as text, as ``ResponseStream/lines()``.
    public func lines(
        _ target: Target,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> CallStream<String, Target.Failure> {
        lines({ .text }, of: target, at: CallSite(fileID: fileID, function: function, line: line))
    }

    /// Calls a case and returns the values of its response, one a line (JSON lines), as ``ResponseStream/lines(as:)``.
    /// `String` is the text of the line.
    ///
    /// ```swift
    /// for try await user in api.lines(.export, as: User.self) { add(user) }
    /// ```
    public func lines<Value: Decodable & Sendable>(
        _ target: Target, as type: Value.Type,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> CallStream<Value, Target.Failure> {
        lines({ .json(type) }, of: target, at: CallSite(fileID: fileID, function: function, line: line))
    }

    private func lines<Element>(
        _ elements: @escaping @Sendable () -> LineReading<Element>.Elements, of target: Target, at site: CallSite
    ) -> CallStream<Element, Target.Failure> {
        let site = callSite ?? site
        return CallStream(catch: { Target.catchChain($0) }) { [engine] in
            var reading: LineReading<Element>?
            var isOpened = false
            return { () async throws(RequestError) in
                if let reading { return try await reading.next() }
                // After a failure there are no elements.
                if isOpened { return nil }
                isOpened = true
                let begun = LineReading(try await engine.open(.target(target), at: site, StreamedBody()), elements())
                reading = begun
                return try await begun.next()
            }
        }
    }
}

extension Provider {
    /// Calls a case and returns the server-sent events of its response, up to one that `isLast` accepts, which is not
    /// returned.
    ///
    /// ```swift
    /// for try await event in api.events(.news, reconnection: .automatic) { show(event.data) }
    /// ```
    /// The request has `Accept: text/event-stream` unless the target sets `Accept`. A response of another
    /// `Content-Type` fails the call as ``RequestError/Kind-swift.enum/contentType(_:)``. Comments of the stream keep
    /// it alive for the provider's timeout. Default: up to the end of the body, without a reconnection.
    public func events(
        _ target: Target, reconnection: EventReconnection = .never,
        until isLast: @escaping @Sendable (ServerSentEvent) -> Bool = { _ in false },
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> CallStream<ServerSentEvent, Target.Failure> {
        events(target, reconnection, isLast, at: CallSite(fileID: fileID, function: function, line: line)) {
            (event, _) throws(RequestError) in event
        }
    }

    /// Calls a case and returns the data of the server-sent events of its response as values, decoded by the target's
    /// decoder.
    ///
    /// ```swift
    /// let deltas = api.events(.completions(prompt), as: Delta.self, until: { $0.data == "[DONE]" })
    /// for try await delta in deltas { show(delta.text) }
    /// ```
    /// Data that does not decode fails as ``RequestError/Kind-swift.enum/decoding(_:)``.
    /// ``events(_:reconnection:until:fileID:function:line:)`` has the rest.
    public func events<Value: Decodable & Sendable>(
        _ target: Target, as type: Value.Type, reconnection: EventReconnection = .never,
        until isLast: @escaping @Sendable (ServerSentEvent) -> Bool = { _ in false },
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> CallStream<Value, Target.Failure> {
        events(target, reconnection, isLast, at: CallSite(fileID: fileID, function: function, line: line)) {
            (event, head) throws(RequestError) in try head.decodePart(type, from: Data(event.data.utf8))
        }
    }

    private func events<Element>(
        _ target: Target, _ reconnection: EventReconnection, _ isLast: @escaping @Sendable (ServerSentEvent) -> Bool,
        at site: CallSite, make: @escaping EventConnections<Element>.Make
    ) -> CallStream<Element, Target.Failure> {
        let site = callSite ?? site
        return CallStream(catch: { Target.catchChain($0) }) { [engine] in
            EventConnections(reconnection, engine.clock, until: isLast, make: make) { lastID throws(RequestError) in
                try await engine.open(.target(target), at: site, StreamedBody(ofEventsAfter: lastID))
            }.next
        }
    }
}

extension Provider {
    /// Calls a case bound to its elements, and returns them. The loop throws the target's failure.
    public func elements<Element>(
        of call: StreamCall<Target, Element>,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> CallStream<Element, Target.Failure> {
        call.stream(at(callSite ?? CallSite(fileID: fileID, function: function, line: line)))
    }
}

extension Engine {
    /// Runs a call to the head of its response.
    func open(
        _ subject: CallSubject, at site: CallSite, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        _ body: StreamedBody
    ) async throws(RequestError) -> OpenCall {
        try await run(
            subject, at: site, progress: progress, taking: body,
            decode: { response, call throws(RequestError) in OpenCall(response, call, self) }, catch: { $0 })
    }
}
