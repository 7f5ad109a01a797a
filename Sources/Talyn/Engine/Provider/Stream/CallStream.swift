/// The elements of a streamed response (lines, values or events), or the pages of a list.
///
/// ```swift
/// for try await event in api.elements(of: .events(.news)) { show(event.data) }
/// ```
/// From a provider, each iteration makes its own calls, the first when it requests the first element. From a
/// ``ResponseStream``, it can be iterated once. The iterator throws the target's failure, also for a call that fails
/// before its head.
public struct CallStream<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
    private let map: @Sendable (RequestError) -> Failure
    private let open: @Sendable () -> () async throws(RequestError) -> Element?

    /// `open` is called once per iteration; the closure it returns is called per element and returns nil at the end.
    init(
        catch map: @escaping @Sendable (RequestError) -> Failure,
        _ open: @escaping @Sendable () -> () async throws(RequestError) -> Element?
    ) {
        self.map = map
        self.open = open
    }

    /// Starts an iteration.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(step: open(), map: map) }

    /// An iteration.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let step: () async throws(RequestError) -> Element?
        fileprivate let map: @Sendable (RequestError) -> Failure

        /// Returns the next element; nil at the end.
        /// - Throws: the target's failure.
        public mutating func next() async throws(Failure) -> Element? {
            do throws(RequestError) { return try await step() } catch { throw map(error) }
        }
    }
}
