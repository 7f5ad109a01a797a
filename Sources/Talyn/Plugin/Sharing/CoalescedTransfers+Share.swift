extension CoalescedTransfers {
    /// The properties that requests need in common to share an exchange.
    struct Key: Hashable {
        private let endpoint: Endpoint
        private let timeout: Duration?
        private let maxBodySize: Int?
        private let clock: ObjectIdentifier?
        private let scope: ObjectIdentifier?

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
            if let transport = StubScope.transport {
                guard type(of: transport) is AnyClass else { return nil }
                scope = ObjectIdentifier(transport as AnyObject)
            } else {
                scope = nil
            }
            self.endpoint = endpoint
            timeout = endpoint.options.timeout
            maxBodySize = endpoint.options.maxBodySize
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

    /// Starts or joins the exchange, and waits for its response.
    func share(
        _ key: Key, _ endpoint: Endpoint, _ context: CallContext, _ next: Next
    ) async throws(RequestError) -> Response {
        let ticket = Ticket()
        let joined = context.elapsed
        let membership = join(key, ticket, context)
        if membership.isLeader {
            // The leader may have ended before the exchange starts, while others wait for it.
            let next = next.detached
            start(key, membership.number) { [self] in
                await ReentrancyGuard.run(for: self) { await Self.send(endpoint, context, next) }
            }
        } else {
            context.note("shared with call \(membership.leader.id)")
        }
        let answer = try await ticket.value(for: endpoint, context) { leave(key, membership.number, ticket) }
        // The exchange has no deadline, so the response may be later than this caller's.
        if let left = context.timeLeft(for: endpoint), left < .zero { throw .deadlineIsOver }
        if membership.isLeader { return try answer.get().withOptions(of: endpoint) }
        context.recordShared(answer, since: joined, from: membership.leader)
        return try answer.transferred(to: endpoint)
    }

    /// Runs the exchange. Deadlines belong to the callers, who enforce them while they wait.
    private static func send(_ endpoint: Endpoint, _ context: CallContext, _ next: Next) async -> Answer {
        var shared = endpoint
        shared.options.deadline = Duration.seconds(Int64.max)
        do throws(RequestError) {
            let response = try await next(shared)
            // A later plugin may have responded with a stream, which only one caller can read.
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
        case .success(let response): return response.withOptions(of: own).belonging(to: own)
        case .failure(let error):
            throw RequestError(error.kind, response: error.response?.withOptions(of: own).belonging(to: own))
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
