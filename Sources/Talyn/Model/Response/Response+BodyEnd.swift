extension Response {
    /// Returns the same response, and calls a closure once, on any thread, when its body ends. A plugin of the exchange
    /// ring learns with it that a streamed body broke off.
    ///
    /// `error` is the failure within the body, with the endpoint of the response and without a timeline;
    /// ``RequestError/Kind-swift.enum/cancelled`` if the reading was cancelled, such as that of a refused body, of
    /// which only the beginning is read. It is nil at the end of the body, and if the reader leaves it or never reads
    /// it, then perhaps after `didFinish`. If the body is not a stream, the closure is called at once, with nil.
    public func onBodyEnd(_ report: @escaping @Sendable (_ error: RequestError?) -> Void) -> Response {
        guard case .stream(let stream) = body else {
            report(nil)
            return self
        }
        let (end, endpoint) = (BodyEnd(report), endpoint)
        let reported = BodyStream(length: stream.length, isRepeatable: stream.isRepeatable) {
            var chunks = stream.makeAsyncIterator()
            return {
                do {
                    if let chunk = try await chunks.next() { return chunk }
                    end.report(nil)
                    return nil
                } catch {
                    end.report(RequestError(thrown: error).at(endpoint))
                    throw error
                }
            }
        }
        return replacing(body: .stream(reported))
    }
}

/// The end of a body, which is reported once: at the latest when nobody can read the body any more.
private final class BodyEnd: Sendable {
    private let action: Locked<(@Sendable (RequestError?) -> Void)?>

    init(_ action: @escaping @Sendable (RequestError?) -> Void) { self.action = Locked(action) }

    deinit { report(nil) }

    func report(_ error: RequestError?) {
        let action = action.withLock { action in
            defer { action = nil }
            return action
        }
        action?(error)
    }
}
