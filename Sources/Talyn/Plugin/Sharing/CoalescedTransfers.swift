/// The exchanges that equal requests share, and their waiting callers.
final class CoalescedTransfers: Sendable {
    typealias Answer = Result<Response, RequestError>
    typealias Ticket = WaitTicket<Answer>

    /// An exchange in flight. It has at least one waiter and is removed with the last one.
    private struct Transfer {
        let number: Int
        let leader: CallContext
        /// The task of the exchange; nil between its registration and its start.
        var task: Task<Void, Never>?
        var waiters: [ObjectIdentifier: Ticket]
    }

    private struct State {
        var transfers: [Key: Transfer] = [:]
        var lastNumber = 0
    }

    /// The membership of a caller in a transfer.
    struct Membership {
        let number: Int
        let leader: CallContext
        let isLeader: Bool
    }

    private let state = Locked(State())

    /// The number of exchanges in flight.
    var count: Int { state.withLock { $0.transfers.count } }

    /// The number of waiting callers.
    var waiting: Int { state.withLock { $0.transfers.values.reduce(0) { $0 + $1.waiters.count } } }

    /// Adds a caller to the exchange of a key; the first caller leads it.
    func join(_ key: Key, _ ticket: Ticket, _ context: CallContext) -> Membership {
        state.withLock { state in
            // Modified in place and before reading: otherwise each new caller copies all waiters.
            state.transfers[key]?.waiters[ObjectIdentifier(ticket)] = ticket
            if let transfer = state.transfers[key] {
                return Membership(number: transfer.number, leader: transfer.leader, isLeader: false)
            }
            state.lastNumber += 1
            state.transfers[key] = Transfer(
                number: state.lastNumber, leader: context, waiters: [ObjectIdentifier(ticket): ticket])
            return Membership(number: state.lastNumber, leader: context, isLeader: true)
        }
    }

    /// Runs the exchange in its own task, which no caller's cancellation reaches. It inherits the leader's task-locals
    /// and runs while a caller waits.
    ///
    /// The leader calls it before it waits, so the transfer still has a waiter.
    func start(_ key: Key, _ number: Int, _ send: @escaping @Sendable () async -> Answer) {
        // Callers wait by continuations, which do not escalate the priority of the exchange. Not above the leader's
        // priority otherwise: waking a thread of another queue costs more than the call.
        let task = Task(priority: max(Task.currentPriority, .medium)) { end(key, number, await send()) }
        state.withLock { state in
            if state.transfers[key]?.number == number { state.transfers[key]?.task = task }
        }
    }

    /// Removes a caller that no longer waits; the last one cancels the exchange.
    func leave(_ key: Key, _ number: Int, _ ticket: Ticket) {
        let abandoned = state.withLock { state -> Task<Void, Never>? in
            guard state.transfers[key]?.number == number else { return nil }
            state.transfers[key]?.waiters[ObjectIdentifier(ticket)] = nil
            guard state.transfers[key]?.waiters.isEmpty == true else { return nil }
            return state.transfers.removeValue(forKey: key)?.task
        }
        abandoned?.cancel()
    }

    /// Returns the result to all waiting callers. The entry is removed first, so that later callers start a new
    /// exchange.
    private func end(_ key: Key, _ number: Int, _ answer: Answer) {
        let waiters = state.withLock { state -> [ObjectIdentifier: Ticket] in
            guard state.transfers[key]?.number == number else { return [:] }
            return state.transfers.removeValue(forKey: key)?.waiters ?? [:]
        }
        for ticket in waiters.values { ticket.settle(answer) }
    }
}

extension CoalescedTransfers: CustomReflectable {
    /// Shows the number of exchanges and nothing of their requests.
    var customMirror: Mirror { Mirror(self, children: ["count": count], displayStyle: .class) }
}
