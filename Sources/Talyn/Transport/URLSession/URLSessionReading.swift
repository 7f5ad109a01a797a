/// The reading of a streamed response: it pulls the pieces, and ends the transfer when nobody reads on.
final class URLSessionReading: Sendable {
    private let pipe: BodyPipe
    private let exchange: URLSessionExchange

    init(pipe: BodyPipe, exchange: URLSessionExchange) {
        self.pipe = pipe
        self.exchange = exchange
    }

    // Nobody holds the body any more. When it was read to its end this does nothing.
    deinit { exchange.stop(URLError(.cancelled, text: "the body was given up before its end")) }

    /// The next piece; nil at the end.
    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await pipe.next()
        } onCancel: {
            exchange.stop(CancellationError())
        }
    }
}
