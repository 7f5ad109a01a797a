/// The treatment of a response's body by a call that does not take it whole into memory: a stream or a download.
final class Reception: Sendable {
    /// Takes the body of a response within its exchange, so that a failure in mid-body fails the attempt.
    typealias Receive = @Sendable (Response, CallContext) async throws -> Response

    /// Changes the endpoint of each attempt, before the plugins do: `Accept` of events, `Range` of a download.
    let prepare: @Sendable (inout Endpoint) -> Void
    /// Refuses a response that validation accepted.
    let validate: @Sendable (Response) throws(RequestError) -> Void
    /// Nil if the caller reads the body after the call's last step.
    let receive: Receive?

    init(
        prepare: @escaping @Sendable (inout Endpoint) -> Void = { _ in },
        validate: @escaping @Sendable (Response) throws(RequestError) -> Void = { _ in }, receive: Receive? = nil
    ) {
        self.prepare = prepare
        self.validate = validate
        self.receive = receive
    }
}

extension CallContext {
    /// Whether the caller reads the body after the last step, and the call ends with the reading.
    var staysOpen: Bool { record.reception.map { $0.receive == nil } ?? false }
}
