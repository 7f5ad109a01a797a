/// Handles the response body of a call that does not take it whole into memory: a ``Download``, or a ``StreamedBody``,
/// which the caller reads.
protocol BodyHandler: Sendable {
    /// Whether the caller reads the body after the last step, and the call ends with the reading.
    var staysOpen: Bool { get }

    /// Changes the endpoint of each attempt, before the plugins do: `Accept` of events, `Range` of a download.
    func prepare(_ endpoint: inout Endpoint) throws

    /// Takes the body of a response within its exchange, so that a failure in mid-body fails the attempt.
    func receive(_ response: Response, _ context: CallContext) async throws -> Response

    /// Returns the endpoint to send next in the same attempt; nil if the response is the last one.
    func endpoint(after response: Response, to sent: Endpoint) throws -> Endpoint?

    /// Refuses a response that validation accepted.
    func validate(_ response: Response) throws(RequestError)

    /// Completes the response after the last step of a call that has not failed.
    func complete(_ response: Response, _ call: CallContext) async throws -> Response

    /// Cleans up after a failure; may replace the error's response.
    func failed(_ error: RequestError) -> RequestError

    /// Returns the progress of the call for one of the transport; nil to report nothing.
    func progress(for progress: TransferProgress) -> TransferProgress?
}

extension CallContext {
    /// Whether the caller reads the body after the last step, and the call ends with the reading.
    var staysOpen: Bool { record.bodyHandler?.staysOpen ?? false }
}
