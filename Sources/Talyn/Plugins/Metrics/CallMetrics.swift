/// The times, bytes, attempts and outcome of one call, without any value of its requests and responses.
public struct CallMetrics: Sendable, Equatable {
    /// The number of the call.
    public let callID: CallID

    /// The endpoint's name, such as `GitHub.user`; nil without a target.
    public let operation: String?

    /// The path with placeholders, such as `users/{}`; nil without a target, or if the URL cannot be built.
    public let template: String?

    /// The request method that the target declares; nil if the URL cannot be built.
    public let method: HTTPMethod?

    /// The scheme of the endpoint, `http` or `https`; nil if the URL cannot be built.
    public let scheme: String?

    /// The host of the endpoint; nil if the URL cannot be built.
    public let host: String?

    /// The port of the endpoint, that of its scheme if the URL has none; nil if the URL cannot be built.
    public let port: Int?

    /// The time from the first step to the last, on the provider's clock.
    public let total: Duration

    /// The part of ``total`` in which an exchange was in flight: from `willSend` to `didReceive`, or
    /// to the end of its reading for a stream.
    public let transfer: Duration

    /// The rest of ``total``: before the first exchange, between exchanges, and after the last one.
    public var waiting: Duration { total - transfer }

    /// The number of attempts that were started.
    public let attempts: Int

    /// The number of exchanges: one per attempt and one per redirect. 0 if a plugin responded.
    public let exchanges: Int

    /// The number of exchanges after a redirect.
    public let redirects: Int

    /// The bytes of all request bodies; a stream of unknown length counts as 0.
    public let bytesSent: Int64

    /// The decompressed bytes of all response bodies: the bytes read for a stream; the whole file for a download, even
    /// if a part of it was there before.
    public let bytesReceived: Int64

    /// The status code of the last response; nil without one.
    public let status: Int?

    /// The source of the last response; nil without one.
    public let source: Response.Source?

    /// The category of the call's error; nil if it succeeded.
    public let failure: ErrorCategory?

    /// The times and sizes of each exchange that its transport measured, in the order of their ends; without those of
    /// failed exchanges and of the retries before a stream.
    public let transfers: [TransferMetrics]

    /// Makes the metrics of a call, for tests of their receiver. Default: one exchange with status code 200.
    public init(
        callID: CallID = CallContext().id, operation: String? = nil, template: String? = nil,
        method: HTTPMethod? = nil, scheme: String? = nil, host: String? = nil, port: Int? = nil,
        total: Duration = .zero, transfer: Duration = .zero, attempts: Int = 1, exchanges: Int = 1, redirects: Int = 0,
        bytesSent: Int64 = 0, bytesReceived: Int64 = 0, status: Int? = 200, source: Response.Source? = .network,
        failure: ErrorCategory? = nil,
        transfers: [TransferMetrics] = []
    ) {
        self.callID = callID
        self.operation = operation
        self.template = template
        self.method = method
        self.scheme = scheme
        self.host = host
        self.port = port
        self.total = total
        self.transfer = transfer
        self.attempts = attempts
        self.exchanges = exchanges
        self.redirects = redirects
        self.bytesSent = bytesSent
        self.bytesReceived = bytesReceived
        self.status = status
        self.source = source
        self.failure = failure
        self.transfers = transfers
    }
}

extension CallMetrics: CustomStringConvertible {
    /// `GitHub.user: 200 in 210 ms (transfer 180 ms), 1 attempt, 0 bytes sent, 512 received`.
    public var description: String {
        let outcome = failure.map { status == nil ? "\($0)" : "\($0) \(status ?? 0)" } ?? "\(status ?? 0)"
        let cached = source.flatMap { $0 == .network ? nil : " from \($0)" } ?? ""
        let time = "\(CallTimeline.text(total)) (transfer \(CallTimeline.text(transfer)))"
        return "\(operation ?? host ?? "endpoint"): \(outcome)\(cached) in \(time), "
            + "\(attempts) \(attempts == 1 ? "attempt" : "attempts"), "
            + "\(bytesSent) bytes sent, \(bytesReceived) received"
    }
}
