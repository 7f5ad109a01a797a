/// The places of a limit, and the lines of those who wait for one.
final class PermitPool: Sendable {
    private typealias Ticket = WaitTicket<Void>

    /// Who waits, by numbers that count up; who leaves leaves a gap.
    private struct Line {
        var taken = 0
        var waiting: [Int: Ticket] = [:]
        var first = 0
        var end = 0

        /// The number of who waits; nil when there was a place.
        mutating func enter(_ ticket: Ticket, limit: Int) -> Int? {
            // Nobody passes those who wait: a free place is handed on before it can be seen here.
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
    private let lines = Locked<[Origin?: Line]>([:])

    init(_ limit: Int) { self.limit = limit }

    /// How many places are taken.
    var taken: Int { lines.withLock { $0.values.reduce(0) { $0 + $1.taken } } }

    /// How many wait.
    var waiting: Int { lines.withLock { $0.values.reduce(0) { $0 + $1.waiting.count } } }

    /// Takes a place, at once or when it is this one's turn.
    /// - Throws: when the task is cancelled or the deadline is over before that; then no place is taken.
    func take(in line: Origin?, for endpoint: Endpoint, _ context: CallContext) async throws(RequestError) {
        let ticket = Ticket()
        guard let number = enter(line, ticket) else { return }
        let start = context.elapsed
        try await ticket.value(for: endpoint, context, late: "no place in time") { withdraw(from: line, number) }
        context.note("waited \(CallTimeline.text(context.elapsed - start)) for a place")
    }

    /// Frees a place, for the first one who still waits.
    func free(in line: Origin?) {
        // Who was cancelled just now refuses the place, and the next one in the line gets it.
        while let ticket = handOver(in: line) { if ticket.settle(()) { return } }
    }

    /// The number in the line; nil when there was a place.
    private func enter(_ name: Origin?, _ ticket: Ticket) -> Int? {
        // In its place: a line taken out and put back would be copied, and a long one for each who comes.
        lines.withLock { $0[name, default: Line()].enter(ticket, limit: limit) }
    }

    /// Who gets the place; nil when nobody waits, and then it is free.
    private func handOver(in name: Origin?) -> Ticket? {
        lines.withLock { lines in
            if let ticket = lines[name]?.popFirst() { return ticket }
            lines[name]?.taken -= 1
            if lines[name]?.taken == 0 { lines[name] = nil }
            return nil
        }
    }

    private func withdraw(from name: Origin?, _ number: Int) {
        lines.withLock { _ = $0[name]?.waiting.removeValue(forKey: number) }
    }
}
