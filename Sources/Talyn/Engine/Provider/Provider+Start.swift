// Calls with a closure, for code that does not wait: on the main actor, whose isolation the closure then has, or on a
// queue. A closure cannot be typed for both, so each has its own function.
extension Provider {
    /// Starts a call of a case, and calls a closure with its result: once, after this has returned, on the main actor.
    ///
    /// ```swift
    /// let call = github.start(.zen) { [weak self] result in self?.show(result) }
    /// call.cancel()  // the result is then a failure
    /// ```
    /// For a value, start a bound call: `github.start(of: Call(.zen, as: String.self)) { result in … }`.
    ///
    /// Releasing the returned value or the provider cancels nothing. `progress` receives the progress of the transfer
    /// there, too, in order and before the result; default: nil.
    @discardableResult
    public func start(
        _ target: Target, progress: (@MainActor @Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        completion: @escaping @MainActor @Sendable (Result<Response, Target.Failure>) -> Void
    ) -> StartedCall {
        start(
            of: Call(target, as: Response.self), progress: progress, fileID: fileID, function: function, line: line,
            completion: completion)
    }

    /// Starts a call of a case, and calls a closure with its result on a queue: once, after this has returned, and
    /// after all reports of `progress`.
    @discardableResult
    public func start(
        _ target: Target, on queue: DispatchQueue, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        completion: @escaping @Sendable (Result<Response, Target.Failure>) -> Void
    ) -> StartedCall {
        start(
            of: Call(target, as: Response.self), on: queue, progress: progress, fileID: fileID, function: function,
            line: line, completion: completion)
    }

    /// Starts a bound call, such as a decoded value or a download, and calls a closure with its value or failure: once,
    /// after this has returned, on the main actor.
    ///
    /// ```swift
    /// call = github.start(of: Call(.zen, as: String.self)) { [weak self] result in
    ///     if case .success(let text) = result { self?.text = text }
    /// }
    /// ```
    @discardableResult
    public func start<Value>(
        of call: Call<Target, Value>, progress: (@MainActor @Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        completion: @escaping @MainActor @Sendable (Result<Value, Target.Failure>) -> Void
    ) -> StartedCall {
        var report: (@Sendable (TransferProgress) -> Void)?
        if let progress { report = { done in MainActor.assumeIsolated { progress(done) } } }
        // The queue of the main actor's executor. It keeps the order, which hops to the actor do not.
        return start(of: call, on: .main, progress: report, fileID: fileID, function: function, line: line) { result in
            MainActor.assumeIsolated { completion(result) }
        }
    }

    /// Starts a bound call, and calls a closure with its value or failure on a queue: once, after this has returned,
    /// and after all reports of `progress`.
    @discardableResult
    public func start<Value>(
        of call: Call<Target, Value>, on queue: DispatchQueue,
        progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        completion: @escaping @Sendable (Result<Value, Target.Failure>) -> Void
    ) -> StartedCall {
        let (site, ended) = (
            callSite ?? CallSite(fileID: fileID, function: function, line: line), Locked(CallContext?.none)
        )
        return StartedCall(on: queue, progress, completion) {
            let context = ended.withLock { $0 }
            let error = RequestError(.cancelled)
            return Target.catchChain(context.map { error.at($0.resolved, $0) } ?? error)
        } work: { progress in
            do throws(Target.Failure) {
                return .success(
                    try await engine.run(
                        .target(call.target), at: site, progress: progress, taking: call.bodyHandler?(),
                        decode: { response, context throws(RequestError) in
                            ended.withLock { $0 = context }
                            return try call.decode(response)
                        }, catch: { Target.catchChain($0) }))
            } catch { return .failure(error) }
        }
    }
}

/// A call that was started with a closure.
public struct StartedCall: Sendable {
    private let task: Task<Void, Never>
    private let isDropped = Locked(false)

    fileprivate init<Value: Sendable, Failure>(
        on queue: DispatchQueue, _ progress: (@Sendable (TransferProgress) -> Void)?,
        _ completion: @escaping @Sendable (Result<Value, Failure>) -> Void,
        ifCancelled failure: @escaping @Sendable () -> Failure,
        work: @escaping @Sendable ((@Sendable (TransferProgress) -> Void)?) async -> Result<Value, Failure>
    ) {
        // Serial over a concurrent queue, too: reports come in order, and before the result.
        let queue = progress == nil ? queue : DispatchQueue(label: "Talyn.StartedCall", target: queue)
        let (hasEnded, isDropped) = (Locked(false), isDropped)
        var report: (@Sendable (TransferProgress) -> Void)?
        if let progress {
            report = { done in
                hasEnded.withLock { hasEnded in
                    if !hasEnded { queue.async { if !isDropped.withLock({ $0 }) { progress(done) } } }
                }
            }
        }
        task = Task { [report] in
            let result = await work(report)
            // A transport may report after the end of its call.
            hasEnded.withLock { $0 = true }
            queue.async {
                // The call may have succeeded before it was cancelled, while the queue was busy.
                if case .success = result, isDropped.withLock({ $0 }) { return completion(.failure(failure())) }
                completion(result)
            }
        }
    }

    /// Cancels the call. The closure is then called with a failure, and that of progress no more.
    ///
    /// The failure is that of a cancelled call, unless the call has failed already. A call that has succeeded fails
    /// too, until its closure runs; a file that it has moved to its destination stays. Cancel on the queue of the
    /// closures, by default on the main actor: one that is running on it while another thread cancels still ends.
    public func cancel() {
        isDropped.withLock { $0 = true }
        task.cancel()
    }

    /// Whether ``cancel()`` was called.
    public var isCancelled: Bool { task.isCancelled }
}
