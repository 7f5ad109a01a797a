// Room: Plugin/Activity. Counts the calls in flight.
// Knows: the values, the hooks.

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

    /// Makes a plugin. `change` is called at each call's start and end, with one `ended` per `began`. Default: nil.
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
    /// Calls a closure at each call's start and end, with one `ended` per `began`: ``ActivityPlugin``.
    public static func activity(
        _ change: @escaping @Sendable (_ change: ActivityPlugin.Change, _ context: CallContext) -> Void
    ) -> ActivityPlugin { ActivityPlugin(change) }
}
