// The ways to make a call whose response is read while it arrives.
extension Provider {
    /// Calls a case and returns its response as soon as the head has arrived and was accepted. The body is read from
    /// it.
    ///
    /// The call runs as any other up to its head: plugins of both rings, `prepare`, redirects, validation, retries. The
    /// error for a status code that is not accepted keeps the first 64 KiB of the body. Body transformers, checks of
    /// the body and `process` see whole bodies only, so they do not run. A failure in the middle of the body is thrown
    /// by the iterator and not retried.
    /// - Throws: the target's failure.
    public func stream(
        _ target: Target, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> ResponseStream<Target.Failure> {
        let site = callSite ?? CallSite(fileID: fileID, function: function, line: line)
        do throws(RequestError) {
            let call = try await engine.open(.target(target), at: site, progress: progress, StreamedBody())
            return ResponseStream(call) { Target.catchChain($0) }
        } catch { throw Target.catchChain(error) }
    }

    /// Calls a case and returns the elements that its response streams: lines, values, events or pages.
    ///
    /// ```swift
    /// for try await line in api.elements(of: .lines(.export)) { show(line) }
    /// for try await event in api.elements(of: .events(.news, reconnection: .automatic)) { show(event.data) }
    /// ```
    /// The call begins with the loop, which throws the target's failure.
    public func elements<Element>(
        of call: StreamCall<Target, Element>,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> CallStream<Element, Target.Failure> {
        call.open(engine, callSite ?? CallSite(fileID: fileID, function: function, line: line))
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
