/// The single reading of a streamed response. It ends the transfer when it is released.
final class URLSessionReading: Sendable {
    private let pipe: BodyPipe
    private let exchange: URLSessionExchange

    init(pipe: BodyPipe, exchange: URLSessionExchange) {
        self.pipe = pipe
        self.exchange = exchange
    }

    // Releases the transfer of a body that is no longer read. Without effect after its end.
    deinit { exchange.stop(URLError(.cancelled, text: "the body was released before its end")) }

    /// Returns the next chunk; nil at the end.
    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await pipe.next()
        } onCancel: {
            exchange.stop(CancellationError())
        }
    }
}
