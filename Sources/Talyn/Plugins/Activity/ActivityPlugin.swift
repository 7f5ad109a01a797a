/// Counts the calls in flight, for example for a spinner.
///
/// ```swift
/// let activity = ActivityPlugin()
/// let github = Provider<GitHub>(plugins: [activity])
/// for await count in activity.counts { await spinner.show(count > 0) }
/// ```
/// A call counts once, from its start to its end, including retries and the delays between them. Every increment has a
/// decrement, whether the call succeeds, fails, is cancelled or is rejected by a plugin. A target that cannot become a
/// request is not counted. Register it first: an earlier plugin may respond without it.
public struct ActivityPlugin: CallInterceptor, CallObserver {
    /// The start or end of a call.
    public enum Change: Sendable, Hashable {
        /// The call has started.
        case began
        /// The call has ended, with any result.
        case ended
    }

    private let calls: ActivityCalls

    /// Makes a plugin. `change` is called at each call's start and end, with one `ended` per `began`, on any thread.
    /// Default: nil.
    public init(_ change: (@Sendable (_ change: Change, _ context: CallContext) -> Void)? = nil) {
        calls = ActivityCalls(change)
    }

    /// The number of calls in flight.
    public var count: Int { calls.count }

    /// The current count, then each new one. Slow consumers receive only the latest count.
    ///
    /// Each reader has its own sequence. It ends when the last copy of the plugin and of its providers is released.
    public var counts: AsyncStream<Int> { calls.counts() }

    /// Counts the call.
    public func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        calls.begin(context)
        return try await next(endpoint)
    }

    /// Does nothing: exchanges are not counted.
    public func willSend(_ endpoint: Endpoint, context: CallContext) {}

    /// Does nothing: exchanges are not counted.
    public func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}

    /// Stops counting the call.
    public func didFinish(_ outcome: CallOutcome, context: CallContext) { calls.end(context) }
}

extension ActivityPlugin: RedactedStringConvertible {
    /// The number of calls in flight.
    public var description: String { "ActivityPlugin(\(count) in flight)" }
}

extension Plugin where Self == ActivityPlugin {
    /// Calls a closure at each call's start and end, with one `ended` per `began`, on any thread: ``ActivityPlugin``.
    public static func activity(
        _ change: @escaping @Sendable (_ change: ActivityPlugin.Change, _ context: CallContext) -> Void
    ) -> ActivityPlugin { ActivityPlugin(change) }
}

/// The calls in flight, and the readers of their count.
final class ActivityCalls: Sendable {
    private struct State {
        var count = 0
        var readers: [(number: Int, continuation: AsyncStream<Int>.Continuation)] = []
        var lastReader = 0

        func tellReaders() { for reader in readers { reader.continuation.yield(count) } }
    }

    private let change: (@Sendable (ActivityPlugin.Change, CallContext) -> Void)?
    private let state = Locked(State())
    /// Whether the call counts: one whose start was not seen must not decrement the count.
    private let isCounted = CallValue(false)

    init(_ change: (@Sendable (ActivityPlugin.Change, CallContext) -> Void)?) { self.change = change }

    deinit {
        // Outside the lock, because the end of a reader takes it.
        for reader in state.withLock({ $0.readers.map(\.continuation) }) { reader.finish() }
    }

    var count: Int { state.withLock { $0.count } }

    /// Returns a sequence of the counts, starting with the current one.
    func counts() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.lastReader += 1
            state.readers.append((state.lastReader, continuation))
            continuation.yield(state.count)
            return state.lastReader
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.readers.removeAll { $0.number == number } }
        }
        return stream
    }

    func begin(_ context: CallContext) {
        // Already counted if a plugin before this one retries.
        if set(true, context) { change?(.began, context) }
        // A detached task of an earlier plugin may arrive after the call's end, which is reported only once.
        if context.hasFinished { end(context) }
    }

    func end(_ context: CallContext) {
        if set(false, context) { change?(.ended, context) }
    }

    /// Counts a call, or counts it no more. Returns false if nothing changes.
    private func set(_ counts: Bool, _ context: CallContext) -> Bool {
        state.withLock { state in
            var before = counts
            context.update(isCounted) { swap(&$0, &before) }
            if before == counts { return false }
            state.count += counts ? 1 : -1
            // Under the lock, so that readers receive the counts in order.
            state.tellReaders()
            return true
        }
    }
}
