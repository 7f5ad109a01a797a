extension CoalescedTransfers {
    /// What requests must have in common to share an exchange.
    struct Key: Hashable {
        private let endpoint: Endpoint
        private let timeout: Duration?
        private let maxBodySize: Int?
        private let clock: ObjectIdentifier?
        private let scope: ObjectIdentifier?

        /// The key of a request; nil when it cannot be shared.
        init?(_ endpoint: Endpoint, _ context: CallContext) {
            guard context.delivery == .data, context.progress == nil, !endpoint.options.awaitsSignature else {
                return nil
            }
            switch endpoint.body {
            case .none, .data: break
            case .file, .stream: return nil
            }
            // Parallel tests over one static provider, each with stubs of its own, must not see each other's answers.
            if let transport = StubScope.transport {
                guard type(of: transport) is AnyClass else { return nil }
                scope = ObjectIdentifier(transport as AnyObject)
            } else {
                scope = nil
            }
            self.endpoint = endpoint
            timeout = endpoint.options.timeout
            maxBodySize = endpoint.options.maxBodySize
            // Nor must those of a test whose time stands still wait for another's to move.
            let ticking = context.clock
            clock = type(of: ticking) is AnyClass ? ObjectIdentifier(ticking as AnyObject) : nil
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(endpoint)
            // Headers do not count in an endpoint's hash, and many users may ask for one URL at once.
            hasher.combine(endpoint.headers["Authorization"])
        }
    }

    /// One caller's part: begins the exchange or joins it, and waits.
    func share(
        _ key: Key, _ endpoint: Endpoint, _ context: CallContext, _ next: Next
    ) async throws(RequestError) -> Response {
        let ticket = Ticket()
        let joined = context.elapsed
        let membership = join(key, ticket, context)
        if membership.isLeader {
            // The leader may be gone before the exchange begins, and others wait for it.
            let next = next.ofItsOwn
            start(key, membership.number) { [self] in
                await ReentrancyGuard.within(self) { await Self.send(endpoint, context, next) }
            }
        } else {
            context.note("shared with call \(membership.leader.id)")
        }
        let answer = try await ticket.value(for: endpoint, context) { leave(key, membership.number, ticket) }
        // The exchange has no deadline, so it may end behind this caller's.
        if let left = context.timeLeft(for: endpoint), left < .zero { throw .deadlineIsOver }
        if membership.isLeader { return try answer.get().withOptions(of: endpoint) }
        context.recordShared(answer, since: joined, from: membership.leader)
        return try answer.rehomed(to: endpoint)
    }

    /// The exchange itself. Deadlines are each caller's own, and kept while it waits.
    private static func send(_ endpoint: Endpoint, _ context: CallContext, _ next: Next) async -> Answer {
        var shared = endpoint
        shared.options.deadline = Duration.seconds(Int64.max)
        do throws(RequestError) {
            let response = try await next(shared)
            // A plugin behind may have answered with a stream, which cannot be read by two.
            do {
                let limit = endpoint.options.maxBodySize
                return .success(try await response.collected(for: context, upTo: limit))
            } catch {
                return .failure(RequestError(thrown: error))
            }
        } catch { return .failure(error) }
    }
}

extension Response {
    /// The same response to a request with the options that the caller gave it.
    fileprivate func withOptions(of own: Endpoint) -> Response {
        var sent = endpoint
        sent.options = own.options
        return Response(self, endpoint: sent, acceptance: acceptance)
    }
}

extension Result<Response, RequestError> {
    /// The outcome of somebody else's exchange as one of the caller's own: what it says of the other's call is left out, and
    /// the pipeline adds what is true of this one.
    fileprivate func rehomed(to own: Endpoint) throws(RequestError) -> Response {
        switch self {
        case .success(let response): return response.withOptions(of: own).belonging(to: own)
        case .failure(let error):
            throw RequestError(error.kind, response: error.response?.withOptions(of: own).belonging(to: own))
        }
    }
}

extension CallContext {
    /// Writes the outcome of somebody else's exchange into this call's timeline.
    fileprivate func recordShared(_ answer: CoalescedTransfers.Answer, since start: Duration, from leader: CallContext)
    {
        let transport = leader.timeline.transport
        switch answer {
        case .success(let response): record(.response(status: response.statusCode), since: start, transport: transport)
        case .failure(let error): record(.failure(error.category), since: start, transport: transport)
        }
    }
}
