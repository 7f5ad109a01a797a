// Calls with a closure, for code that does not wait: each on the main actor or on a queue.
extension Provider {
    /// Starts a call of a case, and calls a closure with its result: once, after this has returned, on the main actor.
    ///
    /// ```swift
    /// let call = github.start(.zen) { [weak self] result in self?.show(result) }
    /// call.cancel()  // the result is then a failure
    /// ```
    /// Releasing the returned value or the provider cancels nothing. `progress` receives the progress of the transfer
    /// there, too, in order and before the result; default: nil.
    @discardableResult
    public func start(
        _ target: Target, progress: (@MainActor @Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        completion: @escaping @MainActor @Sendable (Result<Response, Target.Failure>) -> Void
    ) -> StartedCall {
        let provider = at(callSite ?? CallSite(fileID: fileID, function: function, line: line))
        return StartedCall(progress, completion) { await provider.result(target, progress: $0) }
    }

    /// Starts a call of a case, and calls a closure with its result on a queue: once, after this has returned, and
    /// after all reports of `progress`.
    @discardableResult
    public func start(
        _ target: Target, on queue: DispatchQueue, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        completion: @escaping @Sendable (Result<Response, Target.Failure>) -> Void
    ) -> StartedCall {
        let provider = at(callSite ?? CallSite(fileID: fileID, function: function, line: line))
        return StartedCall(on: queue, progress, completion) { await provider.result(target, progress: $0) }
    }

    /// Starts a call of a case, and calls a closure with its value or failure, as
    /// ``request(_:as:atKeyPath:progress:fileID:function:line:)`` makes it: once, after this has returned, on the main
    /// actor.
    @discardableResult
    public func start<Value: Decodable & Sendable>(
        _ target: Target, as type: Value.Type, atKeyPath keyPath: String? = nil,
        progress: (@MainActor @Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        completion: @escaping @MainActor @Sendable (Result<Value, Target.Failure>) -> Void
    ) -> StartedCall {
        let provider = at(callSite ?? CallSite(fileID: fileID, function: function, line: line))
        return StartedCall(progress, completion) {
            await provider.result(target, as: type, atKeyPath: keyPath, progress: $0)
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
        return StartedCall(on: queue, progress, completion) {
            await provider.result(target, as: type, atKeyPath: keyPath, progress: $0)
        }
    }

    /// Starts a download, as ``download(_:to:options:progress:fileID:function:line:)`` makes it, and calls a closure
    /// with its file or failure: once, after this has returned, on the main actor.
    @discardableResult
    public func start(
        _ target: Target, downloadingTo destination: DownloadDestination,
        options: DownloadOptions = DownloadOptions(),
        progress: (@MainActor @Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        completion: @escaping @MainActor @Sendable (Result<DownloadedFile, Target.Failure>) -> Void
    ) -> StartedCall {
        let provider = at(callSite ?? CallSite(fileID: fileID, function: function, line: line))
        let call = Call(target, downloadingTo: destination, options: options)
        return StartedCall(progress, completion) { await provider.result(of: call, progress: $0) }
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
        return StartedCall(on: queue, progress, completion) { await provider.result(of: call, progress: $0) }
    }
}

/// A call that was started with a closure.
public struct StartedCall: Sendable {
    private let task: Task<Void, Never>

    fileprivate init<Output: Sendable>(
        _ progress: (@MainActor @Sendable (TransferProgress) -> Void)?,
        _ completion: @escaping @MainActor @Sendable (Output) -> Void, _ work: @escaping Work<Output>
    ) {
        var report: Report?
        if let progress { report = { done in MainActor.assumeIsolated { progress(done) } } }
        // The queue of the main actor's executor. It keeps the order, which hops to the actor do not.
        self.init(on: .main, report, { output in MainActor.assumeIsolated { completion(output) } }, work)
    }

    fileprivate init<Output: Sendable>(
        on queue: DispatchQueue, _ progress: Report?, _ completion: @escaping @Sendable (Output) -> Void,
        _ work: @escaping Work<Output>
    ) {
        // Serial over a concurrent queue, too: reports come in order, and before the result.
        let queue = progress == nil ? queue : DispatchQueue(label: "Talyn.StartedCall", target: queue)
        let hasEnded = Locked(false)
        var report: Report?
        if let progress {
            report = { done in hasEnded.withLock { if !$0 { queue.async { progress(done) } } } }
        }
        task = Task { [report] in
            let output = await work(report)
            // A transport may report after the end of its call.
            hasEnded.withLock { $0 = true }
            queue.async { completion(output) }
        }
    }

    fileprivate typealias Report = @Sendable (TransferProgress) -> Void
    fileprivate typealias Work<Output> = @Sendable (Report?) async -> Output

    /// Cancels the call, which then fails as cancelled unless it has ended. The closure is called in any case.
    public func cancel() { task.cancel() }

    /// Whether it was cancelled.
    public var isCancelled: Bool { task.isCancelled }
}
