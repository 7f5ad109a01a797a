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

    /// The properties that requests need in common to share an exchange.
    struct Key: Hashable {
        private let endpoint: Endpoint
        private let timeout: Duration?
        private let maxBodySize: Int?
        private let decodesContent: Bool
        private let settings: URLRequest?
        private let clock: ObjectIdentifier?
        private let scope: UInt64?

        /// Makes the key of a request; nil if it cannot be shared.
        init?(_ endpoint: Endpoint, _ context: CallContext) {
            guard context.delivery == .data, context.progress == nil, !endpoint.options.awaitsSignature else {
                return nil
            }
            switch endpoint.body {
            case .none, .data: break
            case .file, .stream: return nil
            }
            // Keeps parallel tests over one static provider, each with its own stubs, apart.
            scope = TransportOverride.number
            self.endpoint = endpoint
            timeout = endpoint.options.timeout
            maxBodySize = endpoint.options.maxBodySize
            decodesContent = endpoint.options.decodesContent
            settings = endpoint.options.tags[SourceRequest.self]
            // Keeps tests with different manual clocks apart.
            let ticking = context.clock
            clock = type(of: ticking) is AnyClass ? ObjectIdentifier(ticking as AnyObject) : nil
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(endpoint)
            // Endpoints do not hash their headers, and many users may request one URL at once.
            hasher.combine(endpoint.headers["Authorization"])
        }
    }

    private let state = Locked(State())

    /// The number of exchanges in flight.
    var count: Int { state.withLock { $0.transfers.count } }

    /// The number of waiting callers.
    var waiting: Int { state.withLock { $0.transfers.values.reduce(0) { $0 + $1.waiters.count } } }

    /// Returns whether the exchange of a key is led by an attempt of a call, so that another attempt must not join it.
    func isLed(_ key: Key, by call: CallID) -> Bool { state.withLock { $0.transfers[key]?.leader.id == call } }

    /// Starts or joins the exchange, and waits for its response.
    func share(
        _ key: Key, _ endpoint: Endpoint, _ context: CallContext, _ next: Next
    ) async throws(RequestError) -> Response {
        let ticket = Ticket()
        let joined = context.elapsed
        let (number, leader) = join(key, ticket, context)
        if let leader {
            context.note("shared with call \(leader.id)")
        } else {
            // The leader may have ended before the exchange starts, while others wait for it.
            start(key, number, endpoint, context, next.detached)
        }
        let answer = try await ticket.value(for: endpoint, context) { leave(key, number, ticket) }
        // The exchange has no deadline, so the response may be later than this caller's.
        if let left = context.timeLeft(for: endpoint), left < .zero {
            throw RequestError(.transport(.deadlineIsOver))
        }
        guard let leader else { return try answer.get().withOptions(of: endpoint) }
        context.recordShared(answer, since: joined, from: leader)
        return try answer.transferred(to: endpoint)
    }

    /// Adds a caller to the exchange of a key. Returns the call that leads it; nil for the first caller, which starts
    /// it.
    private func join(_ key: Key, _ ticket: Ticket, _ context: CallContext) -> (number: Int, leader: CallContext?) {
        state.withLock { state in
            // Modified in place and before reading: otherwise each new caller copies all waiters.
            state.transfers[key]?.waiters[ObjectIdentifier(ticket)] = ticket
            if let transfer = state.transfers[key] { return (transfer.number, transfer.leader) }
            state.lastNumber += 1
            state.transfers[key] = Transfer(
                number: state.lastNumber, leader: context, waiters: [ObjectIdentifier(ticket): ticket])
            return (state.lastNumber, nil)
        }
    }

    /// Runs the exchange in its own task, which no caller's cancellation reaches. It inherits the leader's task-locals
    /// and runs while a caller waits. The leader calls it before it waits, so the transfer still has a waiter.
    private func start(_ key: Key, _ number: Int, _ endpoint: Endpoint, _ context: CallContext, _ next: Next) {
        // Callers wait by continuations, which do not escalate the priority of the exchange. Not above the leader's
        // priority otherwise: waking a thread of another queue costs more than the call.
        let task = Task(priority: max(Task.currentPriority, .medium)) {
            let answer: Answer
            do throws(RequestError) {
                let response = try await ReentrancyGuard.run(for: self) { () async throws(RequestError) in
                    try await Self.send(endpoint, context, next)
                }
                answer = .success(response)
            } catch { answer = .failure(error) }
            end(key, number, answer)
        }
        state.withLock { state in
            if state.transfers[key]?.number == number { state.transfers[key]?.task = task }
        }
    }

    private static func send(
        _ endpoint: Endpoint, _ context: CallContext, _ next: Next
    ) async throws(RequestError) -> Response {
        var shared = endpoint
        // Deadlines belong to the callers, who enforce them while they wait.
        shared.options.deadline = Duration.seconds(Int64.max)
        let response = try await next(shared)
        // A later plugin may have responded with a stream, which only one caller can read.
        let limit = endpoint.options.maxBodySize
        do {
            if try response.isCollected(for: context, upTo: limit) { return response }
            return try await response.collected(upTo: limit)
        } catch {
            throw RequestError(thrown: error)
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

extension Response {
    /// Returns the same response with the caller's own options in its endpoint.
    fileprivate func withOptions(of own: Endpoint) -> Response {
        var sent = endpoint
        sent.options = own.options
        return Response(self, endpoint: sent, acceptance: acceptance)
    }
}

extension Result<Response, RequestError> {
    /// Returns the result of another caller's exchange without that call's context; the pipeline adds this call's.
    fileprivate func transferred(to own: Endpoint) throws(RequestError) -> Response {
        switch self {
        case .success(let response): return response.withOptions(of: own).inheritingSource(of: own)
        case .failure(let error):
            throw RequestError(error.kind, response: error.response?.withOptions(of: own).inheritingSource(of: own))
        }
    }
}

extension CallContext {
    /// Adds the result of another caller's exchange to this call's timeline.
    fileprivate func recordShared(_ answer: CoalescedTransfers.Answer, since start: Duration, from leader: CallContext)
    {
        let transport = leader.timeline.transport
        switch answer {
        case .success(let response): record(.response(status: response.statusCode), since: start, transport: transport)
        case .failure(let error): record(.failure(error.category), since: start, transport: transport)
        }
    }
}
