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
        /// the notes of plugins since, such as "503 in 120 ms → retry 1 in 1.0 s"; nil if there are none.
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
    public let template: String?
    /// The source location of the call.
    public let callSite: CallSite
    /// The time of the event, by the provider's clock.
    public let date: Date
    /// The base URL of a request; its path precedes the template in the text. Nil for other events.
    let base: URL?

    /// Makes an event of a call, for a test of its receiver; `CallContext(target: GitHub.zen)` suffices.
    public init(_ kind: Kind, context: CallContext) { self.init(kind, context, operation: context.operation) }

    init(_ kind: Kind, _ context: CallContext, operation: String?) {
        self.kind = kind
        callID = context.id
        attempt = context.attempt
        redirects = context.redirects
        self.operation = operation
        template = context.template
        callSite = context.callSite
        date = context.date
        base = if case .request = kind { context.record.baseURL ?? context.anyTarget?.baseURL } else { nil }
    }
}

extension LogEvent: RedactedStringConvertible {
    /// The call and the event; no header value, query value, body or payload.
    public var description: String {
        let what =
            switch kind {
            case .started: "started"
            case .retry(let reason): "attempt \(attempt)\(reason.map { " after \($0)" } ?? "")"
            case .request(let endpoint): "\(endpoint)"
            case .response(.success(let response), _): "\(response.statusCode)"
            case .response(.failure(let error), _): error.category.rawValue
            case .finished(let outcome): "finished after \(CallTimeline.text(outcome.duration))"
            }
        return "\(callID) \(operation ?? "without a target"): \(what)"
    }
}
