// Room: Plugin/Activity. Counts the calls in flight.
// Knows: the values, the hooks.

/// Knows how many calls are in flight, for a spinner.
///
/// ```swift
/// let activity = ActivityPlugin()
/// let github = Provider<GitHub>(plugins: [activity])
/// for await count in activity.counts { await spinner.show(count > 0) }
/// ```
/// A call counts once, from its start to its end, through retries and the waits between them. Every count that goes up comes
/// down: calls that succeed, fail, are cancelled, or are refused by a plugin. One that cannot even be made into a request
/// begins and ends at once, and is not counted. Put it first: a plugin before it may answer calls without it.
public struct ActivityPlugin: CallInterceptor, CallObserver {
    /// What happened to a call.
    public enum Change: Sendable, Hashable {
        /// It has begun.
        case began
        /// It has ended, in whatever way.
        case ended
    }

    private let calls: ActivityCalls

    /// A plugin; `change` is told of each call's beginning and end, one `ended` for each `began`. Default: nobody is.
    public init(_ change: (@Sendable (_ change: Change, _ context: CallContext) -> Void)? = nil) {
        calls = ActivityCalls(change)
    }

    /// How many calls are in flight now.
    public var count: Int { calls.count }

    /// The count now, and then each that it changes to; who is slow gets the newest one only.
    ///
    /// Each reader has a sequence of its own. It ends with the plugin: when the last copy of it and of its providers goes.
    public var counts: AsyncStream<Int> { calls.counts() }

    /// Counts the call.
    public func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        calls.begin(context)
        return try await next(endpoint)
    }

    /// Does nothing: a call is more than its exchanges.
    public func willSend(_ endpoint: Endpoint, context: CallContext) {}

    /// Does nothing: a call is more than its exchanges.
    public func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}

    /// Counts the call no longer.
    public func didFinish(_ outcome: CallOutcome, context: CallContext) { calls.end(context) }
}

extension ActivityPlugin: RedactedStringConvertible {
    /// How many calls are in flight.
    public var description: String { "ActivityPlugin(\(count) in flight)" }
}

extension Plugin where Self == ActivityPlugin {
    /// Tells a closure of each call's beginning and end, one `ended` for each `began`: ``ActivityPlugin``.
    public static func activity(
        _ change: @escaping @Sendable (_ change: ActivityPlugin.Change, _ context: CallContext) -> Void
    ) -> ActivityPlugin { ActivityPlugin(change) }
}
