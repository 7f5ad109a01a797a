/// A request and response over the network that ends when no byte moves for the endpoint's timeout, or at its deadline,
/// by the clock of its call.
protocol TimedExchange<Received>: AnyObject, Sendable {
    associatedtype Received: Sendable

    var endpoint: Endpoint { get }
    var context: CallContext { get }

    /// The time of the last byte since the call's beginning; nil while it waits for something other than the network.
    var idleSince: Duration? { get }

    /// Whether the head of the response is complete.
    var hasHead: Bool { get }

    /// Keeps the alarm, to be cancelled at the end. Returns false if the exchange has ended.
    func keep(_ alarm: Alarms.ID) -> Bool

    /// Records that a byte moved.
    func touch()

    /// Whether the exchange gets another timeout at the end of one.
    func mayWaitLonger() -> Bool

    /// Returns the error of a deadline that has passed.
    func errorOfDeadline() -> URLError

    /// Ends the exchange with an error of our own. Later calls have no effect.
    func stop(_ error: any Error)

    /// Runs short, synchronous work on the result, under the exchange's lock.
    func withResult<Output: Sendable>(_ work: (inout AwaitedResult<Received>) -> Output) -> Output
}

extension TimedExchange {
    func errorOfDeadline() -> URLError { .deadlineIsOver }

    /// Starts the exchange and waits for its result. Cancelling the task ends the exchange.
    func result(_ start: () -> Void) async throws -> Received {
        await withTaskCancellationHandler {
            await AwaitedResult<Received>.suspend { waiter in
                guard withResult({ $0.register(waiter) }) else { return waiter.resume() }
                watch()
                start()
            }
        } onCancel: {
            stop(CancellationError())
        }
        return try withResult { $0.take() }.get()
    }

    /// Returns whether a status code counts although the body cannot be decoded, with a note: only a success needs its
    /// body.
    func keepsStatus(_ status: Int) -> Bool {
        if 200...299 ~= status { return false }
        context.note("the body cannot be decoded; it ends at the fault")
        return true
    }

    /// Returns the error of a body over its limit with the head of its response, whose status code plugins inspect;
    /// other errors as they are.
    func withHead(_ error: any Error, _ head: () -> Response) -> any Error {
        guard case .tooLarge(let limit) = (error as? RequestError)?.kind else { return error }
        return head().tooLarge(limit)
    }

    /// Starts to check the limits.
    func watch() {
        if endpoint.options.timeout == nil, endpoint.options.deadline == nil { return }
        guard let end = nextEnd(after: context.elapsed) else { return }
        guard let alarm = context.setAlarm(at: end, { [weak self] in self?.checkTimes() }) else { return }
        if !keep(alarm) { context.cancelAlarm(alarm) }
    }

    /// Returns the time of the next check since the call's beginning; nil without a limit.
    private func nextEnd(after now: Duration) -> Duration? {
        let deadline = context.timeLeft(for: endpoint).map { now + $0 }
        guard let timeout = endpoint.options.timeout else { return deadline }
        let idleEnd = (idleSince ?? now) + timeout.bounded
        return deadline.map { min($0, idleEnd) } ?? idleEnd
    }

    /// Checks the limits and returns the time of the next check; nil if the exchange ended.
    private func checkTimes() -> Duration? {
        let now = context.elapsed
        if let left = context.timeLeft(for: endpoint), left <= .zero {
            stop(errorOfDeadline())
            return nil
        }
        guard let end = nextEnd(after: now) else { return nil }
        if end > now { return end }
        if mayWaitLonger() {
            touch()
            return nextEnd(after: now)
        }
        let time = CallTimeline.text((endpoint.options.timeout ?? .zero).bounded)
        let part = hasHead ? "no byte of the response's body" : "no response"
        let sent = hasHead || endpoint.body.isEmpty ? "" : ", and no byte of the request's body was sent"
        stop(URLError(.timedOut, text: "\(part) within \(time)\(sent)"))
        return nil
    }
}
