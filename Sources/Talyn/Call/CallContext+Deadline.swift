extension CallContext {
    /// Returns the time left until the endpoint's deadline; nil without a deadline.
    public func timeLeft(for endpoint: Endpoint) -> Duration? {
        endpoint.options.deadline.map { $0.bounded - elapsed }
    }

    /// Whether the endpoint's deadline has passed.
    func isOverdue(for endpoint: Endpoint) -> Bool { timeLeft(for: endpoint).map { $0 <= .zero } ?? false }

    /// Whether the call has ended. Observers have received `didFinish`, or are receiving it.
    ///
    /// True only for work that outlives the call, such as a hook of the call ring in another plugin's detached task.
    public var hasFinished: Bool { record.state.withLock { $0.isFinished } }
}

extension RequestError {
    /// The error of a call whose deadline has passed.
    static var deadlineIsOver: RequestError {
        RequestError(.transport(URLError(.timedOut, text: "the deadline has passed")))
    }
}
