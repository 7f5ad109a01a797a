/// The exchanges that equal requests share, and who waits for each.
final class CoalescedTransfers: Sendable {
    typealias Answer = Result<Response, RequestError>
    typealias Ticket = WaitTicket<Answer>

    /// An exchange under way. It has at least one waiter: with the last one it goes.
    private struct Transfer {
        let number: Int
        let leader: CallContext
        /// What runs it; nil for the moment between its entry here and its start.
        var task: Task<Void, Never>?
        var waiters: [ObjectIdentifier: Ticket]
    }

    private struct State {
        var transfers: [Key: Transfer] = [:]
        var lastNumber = 0
    }

    /// A place in a transfer.
    struct Membership {
        let number: Int
        let leader: CallContext
        let isLeader: Bool
    }

    private let state = Locked(State())

    /// How many exchanges are under way.
    var count: Int { state.withLock { $0.transfers.count } }

    /// How many callers wait for them.
    var waiting: Int { state.withLock { $0.transfers.values.reduce(0) { $0 + $1.waiters.count } } }

    /// Enters a caller for the exchange of a key; the first one leads it.
    func join(_ key: Key, _ ticket: Ticket, _ context: CallContext) -> Membership {
        state.withLock { state in
            // In its place and before it is read, or all waiters would be copied for each who comes.
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

    /// Runs the exchange in a task of its own, which no caller's cancellation reaches. It inherits the leader's task-locals
    /// and lives as long as somebody waits.
    ///
    /// Called by the leader before it waits, so the transfer cannot have been left by all before its task is entered.
    func start(_ key: Key, _ number: Int, _ send: @escaping @Sendable () async -> Answer) {
        // Callers wait by continuations, which do not raise the priority of what they wait for. Not above the leader's else:
        // that is another queue, and waking its thread costs more than the call.
        let task = Task(priority: max(Task.currentPriority, .medium)) { end(key, number, await send()) }
        state.withLock { state in
            if state.transfers[key]?.number == number { state.transfers[key]?.task = task }
        }
    }

    /// Takes a caller out who does not wait any longer; with the last one the exchange is cancelled.
    func leave(_ key: Key, _ number: Int, _ ticket: Ticket) {
        let abandoned = state.withLock { state -> Task<Void, Never>? in
            guard state.transfers[key]?.number == number else { return nil }
            state.transfers[key]?.waiters[ObjectIdentifier(ticket)] = nil
            guard state.transfers[key]?.waiters.isEmpty == true else { return nil }
            return state.transfers.removeValue(forKey: key)?.task
        }
        abandoned?.cancel()
    }

    /// Hands the answer to all who wait. The entry goes first, so that who comes now begins anew.
    private func end(_ key: Key, _ number: Int, _ answer: Answer) {
        let waiters = state.withLock { state -> [ObjectIdentifier: Ticket] in
            guard state.transfers[key]?.number == number else { return [:] }
            return state.transfers.removeValue(forKey: key)?.waiters ?? [:]
        }
        for ticket in waiters.values { ticket.settle(answer) }
    }
}

extension CoalescedTransfers: CustomReflectable {
    /// Shows how many there are, and nothing of the requests.
    var customMirror: Mirror { Mirror(self, children: ["count": count], displayStyle: .class) }
}
