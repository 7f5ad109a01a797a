extension CallContext {
    /// How much of the endpoint's deadline is left; nil when it has none.
    public func timeLeft(for endpoint: Endpoint) -> Duration? {
        endpoint.options.deadline.map { $0.bounded - elapsed }
    }

    /// Whether the endpoint's deadline is over.
    func isOverdue(for endpoint: Endpoint) -> Bool { timeLeft(for: endpoint).map { $0 <= .zero } ?? false }

    /// Whether the call has ended; observers then have their `didFinish`, or receive it now.
    ///
    /// Only work that outlives the call can find it true: a hook of the call ring, say, that another plugin's detached task
    /// has entered.
    public var hasFinished: Bool { record.state.withLock { $0.isFinished } }
}

extension RequestError {
    /// The error of a call whose deadline is over.
    static var deadlineIsOver: RequestError {
        RequestError(.transport(URLError(.timedOut, text: "the deadline is over")))
    }
}
