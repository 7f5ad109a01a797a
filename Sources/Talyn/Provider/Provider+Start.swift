// Calls with a closure, for code that does not wait: each on the main actor or on a queue.
extension Provider {
    /// Starts a call of a case, and calls a closure with its result: once, after this has returned, on the main actor.
    ///
    /// ```swift
    /// let call = github.start(.zen) { [weak self] result in self?.show(result) }
    /// call.cancel()  // the result is then a failure
    /// ```
    /// Releasing the returned value or the provider cancels nothing. `progress` receives the progress of the transfer;
    /// default: nil.
    @discardableResult
    public func start(
        _ target: Target, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        completion: @escaping @MainActor @Sendable (Result<Response, Target.Failure>) -> Void
    ) -> StartedCall {
        let provider = at(callSite ?? CallSite(fileID: fileID, function: function, line: line))
        return StartedCall(completion) { await provider.result(target, progress: progress) }
    }

    /// Starts a call of a case, and calls a closure with its result on a queue: once, after this has returned.
    @discardableResult
    public func start(
        _ target: Target, on queue: DispatchQueue, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        completion: @escaping @Sendable (Result<Response, Target.Failure>) -> Void
    ) -> StartedCall {
        let provider = at(callSite ?? CallSite(fileID: fileID, function: function, line: line))
        return StartedCall(on: queue, completion) { await provider.result(target, progress: progress) }
    }

    /// Starts a call of a case, and calls a closure with its value or failure, as
    /// ``request(_:as:atKeyPath:progress:fileID:function:line:)`` makes it: once, after this has returned, on the main
    /// actor.
    @discardableResult
    public func start<Value: Decodable & Sendable>(
        _ target: Target, as type: Value.Type, atKeyPath keyPath: String? = nil,
        progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        completion: @escaping @MainActor @Sendable (Result<Value, Target.Failure>) -> Void
    ) -> StartedCall {
        let provider = at(callSite ?? CallSite(fileID: fileID, function: function, line: line))
        return StartedCall(completion) {
            await provider.result(target, as: type, atKeyPath: keyPath, progress: progress)
        }
    }

    /// Starts a call of a case, and calls a closure with its value or failure on a queue: once, after this has
    /// returned.
    @discardableResult
    public func start<Value: Decodable & Sendable>(
        _ target: Target, as type: Value.Type, atKeyPath keyPath: String? = nil, on queue: DispatchQueue,
        progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        completion: @escaping @Sendable (Result<Value, Target.Failure>) -> Void
    ) -> StartedCall {
        let provider = at(callSite ?? CallSite(fileID: fileID, function: function, line: line))
        return StartedCall(on: queue, completion) {
            await provider.result(target, as: type, atKeyPath: keyPath, progress: progress)
        }
    }

    /// Starts a download, as ``download(_:to:options:progress:fileID:function:line:)`` makes it, and calls a closure
    /// with its file or failure: once, after this has returned, on the main actor.
    @discardableResult
    public func start(
        _ target: Target, downloadingTo destination: DownloadDestination,
        options: DownloadOptions = DownloadOptions(), progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        completion: @escaping @MainActor @Sendable (Result<DownloadedFile, Target.Failure>) -> Void
    ) -> StartedCall {
        let provider = at(callSite ?? CallSite(fileID: fileID, function: function, line: line))
        let call = Call(target, downloadingTo: destination, options: options)
        return StartedCall(completion) { await provider.result(of: call, progress: progress) }
    }

    /// Starts a download, and calls a closure with its file or failure on a queue: once, after this has returned.
    @discardableResult
    public func start(
        _ target: Target, downloadingTo destination: DownloadDestination,
        options: DownloadOptions = DownloadOptions(), on queue: DispatchQueue,
        progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        completion: @escaping @Sendable (Result<DownloadedFile, Target.Failure>) -> Void
    ) -> StartedCall {
        let provider = at(callSite ?? CallSite(fileID: fileID, function: function, line: line))
        let call = Call(target, downloadingTo: destination, options: options)
        return StartedCall(on: queue, completion) { await provider.result(of: call, progress: progress) }
    }
}

/// A call that was started with a closure.
public struct StartedCall: Sendable {
    private let task: Task<Void, Never>

    fileprivate init<Output: Sendable>(
        _ completion: @escaping @MainActor @Sendable (Output) -> Void, _ work: @escaping @Sendable () async -> Output
    ) {
        task = Task { await completion(work()) }
    }

    fileprivate init<Output: Sendable>(
        on queue: DispatchQueue, _ completion: @escaping @Sendable (Output) -> Void,
        _ work: @escaping @Sendable () async -> Output
    ) {
        task = Task {
            let output = await work()
            queue.async { completion(output) }
        }
    }

    /// Cancels the call, which then fails as cancelled unless it has ended. The closure is called in any case.
    public func cancel() { task.cancel() }

    /// Whether it was cancelled.
    public var isCancelled: Bool { task.isCancelled }
}
