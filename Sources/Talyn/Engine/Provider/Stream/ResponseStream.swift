/// A response whose body is read while it arrives, in chunks of bytes.
///
/// ```swift
/// let stream = try await api.stream(.export)
/// for try await chunk in stream { try file.write(contentsOf: chunk) }
/// ```
/// The transport keeps at most about 1 MiB unread, so a slow reader slows the server down; over URLSession on Linux
/// the rest waits in a temporary file. The body can be read once:
/// here, or by ``lines()``, ``lines(as:)`` or ``events(until:)``. A second reading fails as
/// ``RequestError/Kind-swift.enum/invalidRequest(_:)``.
///
/// The call ends with the reading: observers receive `didFinish` at the end of the body, or with its failure. Leaving
/// the loop or releasing the stream ends the transfer and is a success; cancelling the task ends it as cancelled. The
/// provider's timeout applies between bytes, but not while the reader is slow; the deadline applies to the whole body.
public struct ResponseStream<Failure: Error>: AsyncSequence, Sendable {
    /// A chunk.
    public typealias Element = Data

    /// The status code, headers and endpoint, without a body.
    public var response: Response { call.head }

    private let call: OpenCall
    private let map: @Sendable (RequestError) -> Failure

    init(_ call: OpenCall, catch map: @escaping @Sendable (RequestError) -> Failure) {
        self.call = call
        self.map = map
    }

    /// Starts the reading.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reading: BodyReading(call), map: map) }

    /// The reading of a body.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let reading: BodyReading
        fileprivate let map: @Sendable (RequestError) -> Failure

        /// Returns the next chunk; nil at the end.
        /// - Throws: the target's failure.
        public mutating func next() async throws(Failure) -> Data? {
            do throws(RequestError) { return try await reading.next() } catch { throw map(error) }
        }
    }

    /// Returns the lines of the body as text, without their ends: LF, CR LF or CR.
    ///
    /// Bytes that are not UTF-8 become U+FFFD; a byte order mark is skipped. A line of more than
    /// ``CallOptions/maxBodySize`` bytes fails as ``RequestError/Kind-swift.enum/tooLarge(limit:)``.
    public func lines() -> CallStream<String, Failure> {
        CallStream(catch: map) { [call] in LineReading(call, .text).next }
    }

    /// Returns the JSON values of the body, one a line (JSON lines), decoded by the target's decoder. Blank lines are
    /// skipped.
    ///
    /// A line that does not decode fails as ``RequestError/Kind-swift.enum/decoding(_:)``, a line of more than
    /// ``CallOptions/maxBodySize`` bytes as ``RequestError/Kind-swift.enum/tooLarge(limit:)``.
    public func lines<Value: Decodable & Sendable>(as type: Value.Type) -> CallStream<Value, Failure> {
        CallStream(catch: map) { [call] in LineReading(call, .json(type)).next }
    }

    /// Returns the server-sent events of the body, up to one that `isLast` accepts, which is not returned. Default: up
    /// to the end of the body. The `Content-Type` is not checked.
    ///
    /// An event of more than ``CallOptions/maxBodySize`` bytes fails as
    /// ``RequestError/Kind-swift.enum/tooLarge(limit:)``.
    public func events(
        until isLast: @escaping @Sendable (ServerSentEvent) -> Bool = { _ in false }
    ) -> CallStream<ServerSentEvent, Failure> {
        CallStream(catch: map) { [call] in
            LineReading(call, .events(EventParser(), until: isLast) { event, _ throws(RequestError) in event }).next
        }
    }
}

extension ResponseStream: RedactedStringConvertible {
    /// The status code and endpoint; never values.
    public var description: String { "\(response), open" }
}
