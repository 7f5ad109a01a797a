/// The reading of the body of an open call, which ends with it. Used by one task at a time.
final class BodyReading {
    private let call: OpenCall
    private var chunks: BodyStream.AsyncIterator?
    /// Whether the body has ended, or the reading has failed.
    private(set) var isOver = false

    init(_ call: OpenCall) {
        self.call = call
        chunks = call.takeBody()?.makeAsyncIterator()
    }

    // The reader left before the end.
    deinit { if chunks != nil { call.release() } }

    /// The head of the response.
    var head: Response { call.head }

    /// Returns the next chunk; nil at the end, with which the call ends.
    func next() async throws(RequestError) -> Data? {
        let chunk = try await chunk()
        if chunk == nil { end() }
        return chunk
    }

    /// Returns the next chunk; nil at the end.
    func chunk() async throws(RequestError) -> Data? {
        if isOver { return nil }
        guard chunks != nil else { throw fail(Self.secondReading) }
        do {
            guard let chunk = try await chunks?.next() else { return nil }
            call.didRead(chunk.count)
            return chunk
        } catch { throw fail(error is BodyStream.AlreadyRead ? Self.secondReading : error) }
    }

    private static let secondReading = RequestError(.invalidRequest("the body of the response was read before"))

    /// Ends the call with success, and the transfer if the body has not ended.
    func end() {
        if chunks != nil { call.end() }
        (isOver, chunks) = (true, nil)
    }

    /// Ends the call with an error, and returns it with its call.
    func fail(_ error: any Error) -> RequestError {
        defer { (isOver, chunks) = (true, nil) }
        return chunks == nil ? call.failure(error) : call.fail(error)
    }
}
