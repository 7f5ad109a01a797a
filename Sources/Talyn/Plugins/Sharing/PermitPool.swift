/// The permits of a limit, and the queues of waiting calls.
final class PermitPool: Sendable {
    private typealias Ticket = WaitTicket<Void>

    /// A queue of waiting calls by ascending numbers; a call that leaves leaves a gap.
    private struct Queue {
        var taken = 0
        var waiting: [Int: Ticket] = [:]
        var first = 0
        var end = 0

        /// Takes a permit and returns nil, or appends the call and returns its number.
        mutating func enter(_ ticket: Ticket, limit: Int) -> Int? {
            // No call overtakes the queue: a freed permit is handed over under the same lock.
            if taken < limit {
                taken += 1
                return nil
            }
            defer { end += 1 }
            waiting[end] = ticket
            return end
        }

        mutating func popFirst() -> Ticket? {
            while first < end {
                defer { first += 1 }
                if let ticket = waiting.removeValue(forKey: first) { return ticket }
            }
            return nil
        }
    }

    let limit: Int
    private let queues = Locked<[Origin?: Queue]>([:])

    init(_ limit: Int) { self.limit = limit }

    /// The number of permits taken.
    var taken: Int { queues.withLock { $0.values.reduce(0) { $0 + $1.taken } } }

    /// The number of waiting calls.
    var waiting: Int { queues.withLock { $0.values.reduce(0) { $0 + $1.waiting.count } } }

    /// Takes a permit, waiting for it if necessary.
    /// - Throws: an error if the task is cancelled or the deadline passes first; no permit is taken then.
    func take(in queue: Origin?, for endpoint: Endpoint, _ context: CallContext) async throws(RequestError) {
        let (ticket, start) = (Ticket(), context.elapsed)
        // Modified in place: removing and reinserting would copy the queue for each call.
        let number = queues.withLock { $0[queue, default: Queue()].enter(ticket, limit: limit) }
        guard let number else { return }
        defer { context.noteQueue(for: "a permit", since: start) }
        try await ticket.value(for: endpoint, context, late: ", and no permit was free") {
            queues.withLock { _ = $0[queue]?.waiting.removeValue(forKey: number) }
        }
    }

    /// Returns a permit and hands it to the first waiting call.
    func free(in queue: Origin?) {
        // A call that was just cancelled does not accept it, so the next one gets it.
        while let ticket = handOver(in: queue) { if ticket.settle(()) { return } }
    }

    /// Returns the next waiting call; nil if there is none, which frees the permit.
    private func handOver(in name: Origin?) -> Ticket? {
        queues.withLock { queues in
            if let ticket = queues[name]?.popFirst() { return ticket }
            queues[name]?.taken -= 1
            if queues[name]?.taken == 0 { queues[name] = nil }
            return nil
        }
    }
}
