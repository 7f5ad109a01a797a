/// The treatment of a response's body by a call that does not take it whole into memory: a stream or a download.
final class Reception: Sendable {
    /// Takes the body of a response within its exchange, so that a failure in mid-body fails the attempt.
    typealias Receive = @Sendable (Response, CallContext) async throws -> Response
    /// Returns the endpoint to send next in the same attempt; nil if the response is the last one.
    typealias Continue = @Sendable (Response, Endpoint) throws -> Endpoint?

    /// Changes the endpoint of each attempt, before the plugins do: `Accept` of events, `Range` of a download.
    let prepare: @Sendable (inout Endpoint) throws -> Void
    /// Refuses a response that validation accepted.
    let validate: @Sendable (Response) throws(RequestError) -> Void
    /// Nil if the caller reads the body after the call's last step.
    let receive: Receive?
    /// Nil if each attempt takes the first response that is not a redirect.
    private let proceed: Continue?
    /// Completes the response after the last step of a call that has not failed; nil if it is complete.
    private let complete: Receive?
    /// Takes note of the call's failure, and returns it in a form that outlives the call.
    private let abandon: (@Sendable (RequestError) -> RequestError)?
    /// Returns the progress of the call for one of the transport; nil to report nothing. For a call that counts what it
    /// receives itself.
    let counted: @Sendable (TransferProgress) -> TransferProgress?

    init(
        prepare: @escaping @Sendable (inout Endpoint) throws -> Void = { _ in },
        validate: @escaping @Sendable (Response) throws(RequestError) -> Void = { _ in }, receive: Receive? = nil,
        proceed: Continue? = nil, complete: Receive? = nil,
        abandon: (@Sendable (RequestError) -> RequestError)? = nil,
        counted: @escaping @Sendable (TransferProgress) -> TransferProgress? = { $0 }
    ) {
        self.prepare = prepare
        self.validate = validate
        self.receive = receive
        self.proceed = proceed
        self.complete = complete
        self.abandon = abandon
        self.counted = counted
    }

    /// Returns the endpoint to send after a response to `sent`; nil if the response is the last one.
    func endpoint(after response: Response, to sent: Endpoint) throws(RequestError) -> Endpoint? {
        do { return try proceed?(response, sent) } catch { throw RequestError(thrown: error) }
    }

    /// Returns the response as the call ends with it.
    func completed(_ response: Response, _ call: CallContext) async throws(RequestError) -> Response {
        guard let complete else { return response }
        do { return try await complete(response, call) } catch {
            throw await call.failure(error, at: response.endpoint).collectingBody(of: call)
        }
    }

    /// Ends after a failure, and returns the failure as the call ends with it.
    func abandoned(_ error: RequestError) -> RequestError { abandon?(error) ?? error }
}

extension CallContext {
    /// Whether the caller reads the body after the last step, and the call ends with the reading.
    var staysOpen: Bool { record.reception.map { $0.receive == nil } ?? false }
}
