// The ways to make a call. Each has the three magic parameters from which plugins get its source location.
extension Provider {
    /// Calls a case and returns the response. `progress` receives the progress of the transfer; default: nil.
    /// - Throws: the target's failure.
    @discardableResult
    public func request(
        _ target: Target, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> Response {
        try await engine.run(
            .target(target), at: callSite ?? CallSite(fileID: fileID, function: function, line: line),
            progress: progress, decode: { response, _ throws(RequestError) in response },
            catch: { Target.catchChain($0) })
    }

    /// Calls a case and returns its value.
    ///
    /// `String` is the text and `Data` the bytes; an Optional is nil without a body; any other type is decoded by the
    /// target's decoder. `keyPath` is the place of the value in the body, `"data.user"` or `"items.0"`; default: nil,
    /// the whole body.
    /// - Throws: the target's failure, also for a body that is missing or does not decode.
    public func request<Value: Decodable & Sendable>(
        _ target: Target, as type: Value.Type, atKeyPath keyPath: String? = nil,
        progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> Value {
        try await engine.run(
            .target(target), at: callSite ?? CallSite(fileID: fileID, function: function, line: line),
            progress: progress,
            decode: { response, _ throws(RequestError) in try response.decode(type, atKeyPath: keyPath) },
            catch: { Target.catchChain($0) })
    }

    /// Calls a case without a value. Returning is success.
    /// - Throws: the target's failure.
    public func request(
        _ target: Target, as type: Void.Type, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) {
        try await request(target, progress: progress, fileID: fileID, function: function, line: line)
    }

    /// Calls a case bound to its value, such as the payload of an ``Envelope``, and returns the value.
    /// - Throws: the target's failure.
    @discardableResult
    public func call<Value>(
        _ call: Call<Target, Value>, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> Value {
        try await engine.run(
            .target(call.target), at: callSite ?? CallSite(fileID: fileID, function: function, line: line),
            progress: progress, taking: call.bodyHandler?(),
            decode: { response, _ throws(RequestError) in try call.decode(response) },
            catch: { Target.catchChain($0) })
    }

    /// Calls a case and returns the response or the failure.
    public func result(
        _ target: Target, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> Result<Response, Target.Failure> {
        do throws(Target.Failure) {
            return .success(
                try await request(target, progress: progress, fileID: fileID, function: function, line: line))
        } catch { return .failure(error) }
    }

    /// Calls a case and returns its value or the failure.
    public func result<Value: Decodable & Sendable>(
        _ target: Target, as type: Value.Type, atKeyPath keyPath: String? = nil,
        progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> Result<Value, Target.Failure> {
        do throws(Target.Failure) {
            return .success(
                try await request(
                    target, as: type, atKeyPath: keyPath, progress: progress, fileID: fileID, function: function,
                    line: line))
        } catch { return .failure(error) }
    }

    /// Calls a case without a value and returns success or the failure.
    public func result(
        _ target: Target, as type: Void.Type, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> Result<Void, Target.Failure> {
        await result(target, progress: progress, fileID: fileID, function: function, line: line).map { _ in }
    }

    /// Calls a bound case and returns its value or the failure.
    public func result<Value>(
        of call: Call<Target, Value>, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> Result<Value, Target.Failure> {
        do throws(Target.Failure) {
            return .success(
                try await self.call(call, progress: progress, fileID: fileID, function: function, line: line))
        } catch { return .failure(error) }
    }

    /// Calls a case and returns one of five outcomes. The rejection is nil if the error's body is not of its type.
    public func networkResult<Value: Decodable & Sendable, Rejected: Decodable & Sendable>(
        _ target: Target, as type: Value.Type, rejection: Rejected.Type,
        progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> NetworkResult<Value, Rejected?> {
        do throws(RequestError) {
            return .success(
                try await engine.run(
                    .target(target), at: callSite ?? CallSite(fileID: fileID, function: function, line: line),
                    progress: progress, decode: { response, _ throws(RequestError) in try response.decode(type) },
                    catch: { $0 }))
        } catch { return NetworkResult(error) { $0.body(as: rejection) } }
    }

    /// Sends a hand-made endpoint, such as a presigned upload or a link of a `Link` header.
    ///
    /// Plugins and defaults apply as in any call. Another origin gets only the default headers in
    /// ``RedirectPolicy/safeHeaders``. 200 to 299 are answers.
    /// - Throws: the target's failure.
    @discardableResult
    public func send(
        _ endpoint: Endpoint, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> Response {
        try await engine.run(
            .endpoint(endpoint), at: callSite ?? CallSite(fileID: fileID, function: function, line: line),
            progress: progress, decode: { response, _ throws(RequestError) in response },
            catch: { Target.catchChain($0) })
    }
}
