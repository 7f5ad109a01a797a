/// Tells the observers of one call what happens, one event at a time: each `willSend` has its `didReceive`, and nothing
/// comes after `didFinish`.
///
/// A plugin may begin exchanges in tasks that outlive the call, or share one with other calls. Such an exchange goes on, but
/// this call's observers receive the end of it, if it has begun, before `didFinish`, and nothing of it later.
final class CallObservation: Sendable {
    private struct State {
        /// The exchanges that observers were told of and that have not ended, in the order of their beginnings.
        var underWay: [(number: Int, endpoint: Endpoint, context: CallContext)] = []
        var lastNumber = 0
        var isOver = false
    }

    private let observers: [any CallObserver]
    // Held while observers run: two events must not overtake each other. Observers are synchronous, and an event never
    // follows from another one within them.
    private let state = Locked(State())

    init(_ observers: [any CallObserver]) { self.observers = observers }

    /// Tells of an exchange that begins; returns its number for ``didReceive(_:of:_:)``, nil when the call is over.
    func willSend(_ endpoint: Endpoint, _ context: CallContext) -> Int? {
        state.withLock { state in
            if state.isOver { return nil }
            state.lastNumber += 1
            state.underWay.append((state.lastNumber, endpoint, context))
            for observer in observers { observer.willSend(endpoint, context: context) }
            return state.lastNumber
        }
    }

    /// Tells of the end of an exchange, unless the call is over.
    func didReceive(_ result: Result<Response, RequestError>, of number: Int, _ context: CallContext) {
        state.withLock { state in
            guard let place = state.underWay.firstIndex(where: { $0.number == number }) else { return }
            state.underWay.remove(at: place)
            for observer in observers { observer.didReceive(result, context: context) }
        }
    }

    /// Tells of the end of the call, and before that of the end of every exchange that is still under way.
    func didFinish(_ outcome: CallOutcome, _ call: CallContext) {
        state.withLock { state in
            if state.isOver { return }
            state.isOver = true
            for (_, endpoint, context) in state.underWay {
                let left = context.failure(RequestError(Self.kind(ofExchangesLeftBy: outcome.result)), at: endpoint)
                for observer in observers { observer.didReceive(.failure(left), context: context) }
            }
            state.underWay = []
            for observer in observers { observer.didFinish(outcome, context: call) }
        }
    }

    /// Cancelled or out of time where the call is; else its plugins had no use for the exchange.
    private static func kind(ofExchangesLeftBy result: Result<Response, RequestError>) -> RequestError.Kind {
        if case .failure(let error) = result {
            switch error.kind {
            case .cancelled, .transport: return error.kind
            default: break
            }
        }
        return .transport(URLError(.cancelled, text: "the call ended before this exchange"))
    }
}
