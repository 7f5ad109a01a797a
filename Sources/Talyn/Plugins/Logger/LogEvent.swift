/// An event of one call for a ``LoggerPlugin``.
///
/// All events of a call have its ``callID``. It holds endpoints and responses unredacted; its description shows no
/// secret.
public struct LogEvent: Sendable {
    /// The kinds of events.
    public enum Kind: Sendable {
        /// A call began.
        case started
        /// The first exchange of an attempt after the first begins. The reason is the result of the attempt before and
        /// the time since, such as "503, after 1.0 s"; nil if no exchange of it has ended.
        case retry(String?)
        /// An exchange begins with this request. A redirect begins another one.
        case request(Endpoint)
        /// An exchange ended after this time, with a response of any status, or without one.
        case response(Result<Response, RequestError>, Duration)
        /// The call ended: always, and once a call.
        case finished(CallOutcome)
    }

    /// The kind of event.
    public let kind: Kind
    /// The number of the call within its process.
    public let callID: CallID
    /// The attempt, from 1; 0 when the call began or has ended.
    public let attempt: Int
    /// The number of redirects that were followed in the attempt before.
    public let redirects: Int
    /// The endpoint's name, such as `GitHub.user`; nil without a target.
    public let operation: String?
    /// The path with placeholders, such as `users/{}`; nil without a target.
    public var template: String? { declared?.template }
    /// The source location of the call.
    public let callSite: CallSite
    /// The time of the event, by the provider's clock.
    public let date: Date
    /// The endpoint as its target declares it.
    let declared: Endpoint?
    /// The results of the attempts before the end of a call, such as "503, timeout"; empty if there are none.
    let earlierResults: String

    /// Makes an event of a call, for a test of its receiver; `CallContext(target: GitHub.zen)` suffices.
    public init(_ kind: Kind, context: CallContext) {
        self.kind = kind
        callID = context.id
        attempt = context.attempt
        redirects = context.redirects
        operation = context.operation
        callSite = context.callSite
        date = context.date
        declared = context.resolved
        earlierResults =
            if case .finished(let outcome) = kind { context.timeline.results(before: outcome) } else { "" }
    }
}

extension CallTimeline {
    /// Returns the results of the attempts that did not end the call.
    fileprivate func results(before outcome: CallOutcome) -> String {
        var last = outcome.attempts
        switch outcome.result {
        case .success(let response):
            // Of attempts at once, another one than the last may have brought the response.
            last = entries.last { $0.result == "\(response.statusCode)" }?.attempt ?? last
        case .failure(let error):
            // Cancelled while it waited for the next attempt, or failed by a plugin that refused to start one.
            let isOfPlugin = if case .plugin = error.kind { true } else { false }
            let isBetweenAttempts = error.response == nil || isOfPlugin
            last = error.attempt > 0 ? error.attempt : isBetweenAttempts ? 0 : last
        }
        let ended = entries.filter { $0.result != nil && $0.attempt != last }
        // An attempt has the result of its last exchange.
        let results = ended.indices.filter { index in
            !ended[(index + 1)...].contains { $0.attempt == ended[index].attempt }
        }
        let texts = results.compactMap { ended[$0].result } + (omitted > 0 ? ["…"] : [])
        return texts.joined(separator: ", ")
    }
}

extension LogEvent: RedactedStringConvertible {
    /// The call and the event; no header value, query value, body or payload.
    public var description: String {
        let what =
            switch kind {
            case .started: "started"
            case .retry(let reason): "attempt \(attempt)\(reason.map { ": \($0)" } ?? "")"
            case .request(let endpoint): "\(endpoint)"
            case .response(.success(let response), _): "\(response.statusCode)"
            case .response(.failure(let error), _): error.category.rawValue
            case .finished(let outcome): "finished after \(CallTimeline.text(outcome.duration))"
            }
        return "\(callID) \(operation ?? "without a target"): \(what)"
    }
}
