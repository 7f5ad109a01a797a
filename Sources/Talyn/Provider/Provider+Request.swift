// The ways to make a call. Each has the three magic parameters that tell plugins where it was written.
extension Provider {
    /// Calls a case and returns the response.
    ///
    /// `progress` takes word of how far the transfer is; nil, the default, when nobody wants it.
    /// - Throws: the target's failure.
    @discardableResult
    public func request(
        _ target: Target, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> Response {
        try await engine.run(
            .target(target), at: callSite ?? CallSite(fileID: fileID, function: function, line: line),
            progress: progress, decode: { response throws(RequestError) in response }, catch: { Target.catchChain($0) })
    }

    /// Calls a case and returns its value.
    ///
    /// `String` is the text and `Data` the bytes, as they are; an Optional is nil when there is no body; anything else is
    /// decoded by the target's decoder. `keyPath` is where in the body the value stands, `"data.user"` or `"items.0"`; nil,
    /// the default, for the whole body.
    /// - Throws: the target's failure, for a body that is missing or does not decode too.
    public func request<Value: Decodable & Sendable>(
        _ target: Target, as type: Value.Type, atKeyPath keyPath: String? = nil,
        progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> Value {
        try await engine.run(
            .target(target), at: callSite ?? CallSite(fileID: fileID, function: function, line: line),
            progress: progress,
            decode: { response throws(RequestError) in try response.decode(type, atKeyPath: keyPath) },
            catch: { Target.catchChain($0) })
    }

    /// Calls a case whose answer has no value: returning is success.
    /// - Throws: the target's failure.
    public func request(
        _ target: Target, as type: Void.Type, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) {
        try await request(target, progress: progress, fileID: fileID, function: function, line: line)
    }

    /// Calls a case and returns what its envelope wraps.
    /// - Throws: the target's failure, for an envelope that says no or is empty too.
    public func request<Wrapping: Envelope>(
        _ target: Target, in envelope: Wrapping.Type, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> Wrapping.Payload {
        try await engine.run(
            .target(target), at: callSite ?? CallSite(fileID: fileID, function: function, line: line),
            progress: progress,
            decode: { response throws(RequestError) in try response.open(envelope) },
            catch: { Target.catchChain($0) })
    }

    /// Calls a case that is bound to its value.
    /// - Throws: the target's failure.
    @discardableResult
    public func call<Value>(
        _ call: Call<Target, Value>, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> Value {
        try await engine.run(
            .target(call.target), at: callSite ?? CallSite(fileID: fileID, function: function, line: line),
            progress: progress,
            decode: call.decode, catch: { Target.catchChain($0) })
    }

    /// Calls a case; the outcome is a value instead of a throw.
    public func result(
        _ target: Target,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> Result<Response, Target.Failure> {
        do throws(Target.Failure) {
            return .success(try await request(target, fileID: fileID, function: function, line: line))
        } catch { return .failure(error) }
    }

    /// Calls a case; the outcome, with its value decoded, is a value instead of a throw.
    public func result<Value: Decodable & Sendable>(
        _ target: Target, as type: Value.Type, atKeyPath keyPath: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> Result<Value, Target.Failure> {
        do throws(Target.Failure) {
            return .success(
                try await request(target, as: type, atKeyPath: keyPath, fileID: fileID, function: function, line: line))
        } catch { return .failure(error) }
    }

    /// Calls a case; the outcome, with the payload of its envelope, is a value instead of a throw.
    public func result<Wrapping: Envelope>(
        _ target: Target, in envelope: Wrapping.Type,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> Result<Wrapping.Payload, Target.Failure> {
        do throws(Target.Failure) {
            return .success(try await request(target, in: envelope, fileID: fileID, function: function, line: line))
        } catch { return .failure(error) }
    }

    /// Calls a bound case; the outcome is a value instead of a throw.
    public func result<Value>(
        of call: Call<Target, Value>,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> Result<Value, Target.Failure> {
        do throws(Target.Failure) {
            return .success(try await self.call(call, fileID: fileID, function: function, line: line))
        } catch { return .failure(error) }
    }

    /// Calls a case; the outcome is one of five. The rejection is nil when the refusal's body is not of its type.
    public func networkResult<Value: Decodable & Sendable, Rejected: Decodable & Sendable>(
        _ target: Target, as type: Value.Type, rejection: Rejected.Type,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> NetworkResult<Value, Rejected?> {
        do throws(RequestError) {
            return .success(
                try await engine.run(
                    .target(target), at: callSite ?? CallSite(fileID: fileID, function: function, line: line),
                    decode: { response throws(RequestError) in try response.decode(type) }, catch: { $0 }))
        } catch { return NetworkResult(error) { $0.body(as: rejection) } }
    }

    /// Sends an endpoint that was made by hand: a presigned upload, a link of a `Link` header.
    ///
    /// Plugins and defaults take part as in any call, but of the default headers only ``RedirectPolicy/safeHeaders``, since
    /// it may lead anywhere. 200 to 299 are answers.
    /// - Throws: the target's failure.
    @discardableResult
    public func send(
        _ endpoint: Endpoint,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> Response {
        try await engine.run(
            .endpoint(endpoint), at: callSite ?? CallSite(fileID: fileID, function: function, line: line),
            decode: { response throws(RequestError) in response }, catch: { Target.catchChain($0) })
    }
}
