/// Measures each call and reports it once, at its end.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [.metrics { metrics in print(metrics) }])
/// ```
/// Times are measured on the provider's clock. A call that shares the exchange of another call (``CoalescingPlugin``)
/// has no exchange of its own: all of its time is ``CallMetrics/waiting``.
public struct MetricsPlugin: CallObserver {
    /// The measurements of a call.
    private struct Measurement {
        var exchanges = 0
        var redirects = 0
        var bytesSent: Int64 = 0
        var bytesReceived: Int64 = 0
        /// More than one if a plugin sends several exchanges at once.
        var running = 0
        var runningSince: Duration = .zero
        var transfer: Duration = .zero
        var transfers: [TransferMetrics] = []
        /// The time since which a stream is read: that of the last head.
        var streamStart: Duration = .zero

        mutating func begin(_ sent: Int64, isRedirect: Bool, at now: Duration) {
            exchanges += 1
            if isRedirect { redirects += 1 }
            bytesSent += sent
            if running == 0 { runningSince = now }
            running += 1
        }

        /// Ends an exchange. One whose body is a stream goes on if the call ends with the reading of that stream.
        mutating func end(_ response: Response?, _ received: Int64, at now: Duration) {
            running -= 1
            if running == 0 { transfer += now - runningSince }
            streamStart = now
            if case .stream? = response?.body { return }
            if let metrics = response?.transferMetrics { transfers.append(metrics) }
            bytesReceived += received
        }

        /// Ends the exchange of a stream that the caller has read.
        mutating func end(_ outcome: CallOutcome) {
            guard let streamed = outcome.streamedBytes, exchanges > 0 else { return }
            if let metrics = (try? outcome.result.get())?.transferMetrics { transfers.append(metrics) }
            bytesReceived += streamed
            transfer += outcome.duration - streamStart
        }
    }

    private let measurement = CallValue(Measurement())
    private let report: @Sendable (CallMetrics) -> Void

    /// Makes a plugin that calls `report` once per call, at its end.
    public init(_ report: @escaping @Sendable (CallMetrics) -> Void) { self.report = report }

    /// Begins to measure an exchange.
    public func willSend(_ endpoint: Endpoint, context: CallContext) {
        // Before the lock: the size of a file is on a disk, and the clock may be the user's.
        let (sent, now) = (endpoint.body.knownSize, context.elapsed)
        context.update(measurement) { $0.begin(sent, isRedirect: context.redirects > 0, at: now) }
    }

    /// Measures the exchange.
    public func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {
        let response = try? result.get()
        let (received, now) = (response?.body.knownSize ?? 0, context.elapsed)
        context.update(measurement) { $0.end(response, received, at: now) }
    }

    /// Reports the call.
    public func didFinish(_ outcome: CallOutcome, context: CallContext) {
        var taken = context[measurement]
        taken.end(outcome)
        let origin = context.resolved.flatMap { Origin($0.url) }
        let error: RequestError? = if case .failure(let error) = outcome.result { error } else { nil }
        let response = (try? outcome.result.get()) ?? error?.response
        report(
            CallMetrics(
                callID: context.id, operation: context.operation ?? context.resolved?.operation,
                template: context.template, method: context.resolved?.method, scheme: origin?.scheme,
                host: context.resolved?.url.host(percentEncoded: true), port: origin?.port, total: outcome.duration,
                transfer: min(taken.transfer, outcome.duration), attempts: outcome.attempts,
                exchanges: taken.exchanges, redirects: taken.redirects, bytesSent: taken.bytesSent,
                bytesReceived: taken.bytesReceived,
                status: response?.statusCode, source: response?.source,
                failure: error?.category, transfers: taken.transfers))
    }
}

extension MetricsPlugin: RedactedStringConvertible {
    /// The name.
    public var description: String { name }
}

extension Plugin where Self == MetricsPlugin {
    /// Measures each call and calls a closure at its end: ``MetricsPlugin``.
    public static func metrics(_ report: @escaping @Sendable (_ metrics: CallMetrics) -> Void) -> MetricsPlugin {
        MetricsPlugin(report)
    }
}
