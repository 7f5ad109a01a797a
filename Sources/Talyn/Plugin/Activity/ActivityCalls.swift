/// The calls in flight, and the readers of their count.
final class ActivityCalls: Sendable {
    private struct State {
        /// A set rather than a count: a call whose start was not seen must not decrement it.
        var calls: Set<CallID> = []
        var readers: [Int: AsyncStream<Int>.Continuation] = [:]
        var lastReader = 0

        func tellReaders() { for reader in readers.values { reader.yield(calls.count) } }
    }

    private let change: (@Sendable (ActivityPlugin.Change, CallContext) -> Void)?
    private let state = Locked(State())

    init(_ change: (@Sendable (ActivityPlugin.Change, CallContext) -> Void)?) { self.change = change }

    deinit {
        // Outside the lock, because the end of a reader takes it.
        for reader in state.withLock({ $0.readers.values }) { reader.finish() }
    }

    var count: Int { state.withLock { $0.calls.count } }

    /// Returns a sequence of the counts, starting with the current one.
    func counts() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.lastReader += 1
            state.readers[state.lastReader] = continuation
            continuation.yield(state.calls.count)
            return state.lastReader
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { state in _ = state.readers.removeValue(forKey: id) }
        }
        return stream
    }

    func begin(_ context: CallContext) {
        let isNew = state.withLock { state in
            // Already counted: a plugin before this one retries.
            guard state.calls.insert(context.id).inserted else { return false }
            // Under the lock, so that readers receive the counts in order.
            state.tellReaders()
            return true
        }
        if isNew { change?(.began, context) }
        // A detached task of an earlier plugin may arrive after the call's end, which is reported only once.
        if context.hasFinished { end(context) }
    }

    func end(_ context: CallContext) {
        let wasThere = state.withLock { state in
            guard state.calls.remove(context.id) != nil else { return false }
            state.tellReaders()
            return true
        }
        if wasThere { change?(.ended, context) }
    }
}
