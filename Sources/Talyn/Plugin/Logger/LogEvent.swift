/// What a ``LoggerPlugin`` writes down: one thing that happened to one call.
///
/// All events of a call have its ``callID``. It holds endpoints and responses as they are, secrets too; its description
/// shows none of them.
public struct LogEvent: Sendable {
    /// What happened.
    public enum Kind: Sendable {
        /// A call began.
        case started
        /// The first exchange of an attempt after the first begins; with the last word of the timeline, such as "retry in 1 s".
        case retry(String?)
        /// An exchange begins: this is sent. A redirect's is one of its own.
        case request(Endpoint)
        /// An exchange has ended, with a response whatever its status, or without; and how long it took.
        case response(Result<Response, RequestError>, Duration)
        /// The call has ended; once a call, always.
        case finished(CallOutcome)
    }

    /// What happened.
    public let kind: Kind
    /// The number of the call within its process.
    public let callID: CallID
    /// The attempt, from 1; 0 when the call began or has ended.
    public let attempt: Int
    /// How many redirects were followed in the attempt before.
    public let redirects: Int
    /// The endpoint's name, such as `GitHub.user`; nil without a target.
    public let operation: String?
    /// The path with placeholders, such as `users/{}`; nil without a target.
    public let template: String?
    /// Where the call was written.
    public let callSite: CallSite
    /// When it happened, by the provider's clock.
    public let date: Date
    /// The base URL of a request: what stands before the template in its path; nil for other events.
    let base: URL?

    /// Creates an event of a call, for a test of what receives it; a `CallContext(target: GitHub.zen)` is enough of a call.
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

    /// Kinds without what they hold.
    struct Kinds: OptionSet {
        let rawValue: Int

        static let started = Kinds(rawValue: 1 << 0)
        static let retry = Kinds(rawValue: 1 << 1)
        static let request = Kinds(rawValue: 1 << 2)
        static let response = Kinds(rawValue: 1 << 3)
        static let finished = Kinds(rawValue: 1 << 4)
        static let all: Kinds = [.started, .retry, .request, .response, .finished]
    }
}

extension LogEvent: RedactedStringConvertible {
    /// What happened to which call; no header value, query value, body or payload.
    public var description: String {
        let what =
            switch kind {
            case .started: "started"
            case .retry: "attempt \(attempt)"
            case .request(let endpoint): "\(endpoint)"
            case .response(.success(let response), _): "\(response.statusCode)"
            case .response(.failure(let error), _): error.category.rawValue
            case .finished(let outcome): "finished after \(CallTimeline.text(outcome.duration))"
            }
        return "\(callID) \(operation ?? "without a target"): \(what)"
    }
}
