/// A call in its own task, with its progress as an async sequence.
///
/// ```swift
/// let transfer = Transfer(of: Call(.export, as: String.self), by: api)
/// for await progress in transfer.progress { show(progress.fraction, progress.timeLeft) }
/// let text = try await transfer.value
/// ```
/// ``value`` throws the target's failure. The initializer with a closure takes any other call that has a `progress`
/// parameter. Cancelling a task that waits for ``value`` cancels the transfer; releasing the transfer does not.
public struct Transfer<Value: Sendable, Failure: Error>: Sendable {
    /// The progress up to the end of the call; it can be iterated once. A slow reader receives only the latest report.
    public let progress: AsyncStream<TransferProgress>
    private let task: Task<Result<Value, Failure>, Never>

    /// Starts a call with the closure that receives its progress.
    public init(
        _ call:
            @escaping @Sendable (
                _ progress: @escaping @Sendable (TransferProgress) -> Void
            ) async throws(Failure) -> Value
    ) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
        progress = stream
        task = Task {
            defer { continuation.finish() }
            do throws(Failure) { return .success(try await call { continuation.yield($0) }) } catch {
                return .failure(error)
            }
        }
    }

    /// The value of the call, once it has ended. Cancelling the task that waits for it cancels the call, whoever else
    /// waits.
    /// - Throws: the failure of the call.
    public var value: Value {
        get async throws(Failure) {
            let task = task
            let result = await withTaskCancellationHandler(operation: { await task.value }, onCancel: task.cancel)
            return try result.get()
        }
    }

    /// Cancels the call.
    public func cancel() { task.cancel() }
}
