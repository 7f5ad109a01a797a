/// A call whose response has arrived up to its head. It ends with the reading of its body, or with its release.
final class OpenCall: Sendable {
    private struct State {
        var body: BodyStream?
        var received: Int64 = 0
        var isOver = false
    }

    /// The status code, headers and endpoint.
    let head: Response
    private let engine: Engine
    private let context: CallContext
    private let bodyStart: Duration
    private let state: Locked<State>

    /// Opens a call that has passed its steps.
    init(_ response: Response, _ call: CallContext, _ engine: Engine) {
        head = Response(response, body: Body.none, acceptance: response.acceptance)
        self.engine = engine
        // In the attempt that brought the response.
        context = CallContext(call.record, attempt: call.record.state.withLock { $0.attempts })
        bodyStart = call.elapsed
        state = Locked(State(body: response.body.chunks))
    }

    deinit { release() }

    /// Returns the body the first time; nil afterwards.
    func takeBody() -> BodyStream? {
        state.withLock { state in
            defer { state.body = nil }
            return state.body
        }
    }

    /// Records that bytes were read.
    func didRead(_ count: Int) { state.withLock { $0.received += Int64(count) } }

    /// Ends the call with success.
    func end() { finish { .success(head) } }

    /// Ends the call because its reader left. That is a success.
    func release() {
        finish(readerLeft: true) {
            context.note("the reader left after \(state.withLock { $0.received }) bytes")
            return .success(head)
        }
    }

    /// Ends the call with an error, and returns it.
    func fail(_ error: any Error) -> RequestError {
        let error = failure(error)
        finish { .failure(error) }
        return error
    }

    /// Returns an error as one of this call.
    func failure(_ error: any Error) -> RequestError {
        // The endpoint of the last hop, whose body it is.
        let failure = context.failure(error, at: head.endpoint)
        context.record(.failure(Task.isCancelled ? .cancelled : failure.category), since: bodyStart)
        return context.ending(failure)
    }

    private func finish(readerLeft: Bool = false, _ result: () -> Result<Response, RequestError>) {
        let streamed = state.withLock { state -> Int64? in
            defer { state.isOver = true }
            return state.isOver ? nil : state.received
        }
        guard let streamed else { return }
        engine.finish(result(), CallContext(context.record), streamed: streamed, readerLeft: readerLeft)
    }
}
