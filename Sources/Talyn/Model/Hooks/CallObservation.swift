/// Notifies the observers of one call, one event at a time: each `willSend` has one `didReceive`, and no event follows
/// `didFinish`.
///
/// A plugin may start exchanges in tasks that outlive the call, or share one with other calls. If such an exchange is
/// in flight when the call ends, observers receive its `didReceive` before `didFinish`, and nothing of it afterwards.
final class CallObservation: Sendable {
    private struct State {
        /// The exchanges in flight that observers know of, in order of their start.
        var underWay: [(number: Int, endpoint: Endpoint, context: CallContext)] = []
        var lastNumber = 0
        var isOver = false
    }

    private let observers: [any CallObserver]
    // Held while observers run, so that events do not overtake each other. Observers are synchronous and cannot cause
    // further events.
    private let state = Locked(State())

    init(_ observers: [any CallObserver]) { self.observers = observers }

    /// The observation of another call by the same observers.
    var another: CallObservation { CallObservation(observers) }

    /// Reports the start of an exchange and returns its number for ``didReceive(_:of:_:)``; nil if the call has ended.
    func willSend(_ endpoint: Endpoint, _ context: CallContext) -> Int? {
        state.withLock { state in
            if state.isOver { return nil }
            state.lastNumber += 1
            state.underWay.append((state.lastNumber, endpoint, context))
            for observer in observers { observer.willSend(endpoint, context: context) }
            return state.lastNumber
        }
    }

    /// Reports the end of an exchange, unless the call has ended.
    func didReceive(_ result: Result<Response, RequestError>, of number: Int, _ context: CallContext) {
        state.withLock { state in
            guard let place = state.underWay.firstIndex(where: { $0.number == number }) else { return }
            state.underWay.remove(at: place)
            for observer in observers { observer.didReceive(result, context: context) }
        }
    }

    /// Reports the end of the call, after the end of every exchange in flight.
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

    /// Returns the error of exchanges that a call leaves in flight: cancelled or timed out like the call, otherwise
    /// abandoned by its plugins.
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
