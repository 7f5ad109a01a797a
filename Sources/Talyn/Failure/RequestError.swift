// RequestError                    category           from
// ├─ .invalidRequest(reason)      invalidRequest     step 1: the target cannot be made into a request; nothing was sent
// ├─ .plugin(PluginFailure)       plugin             steps 2, 3, 4, 7: a plugin threw an error of its own
// ├─ .transport(URLError)         URLErrorTable      step 5: no response, or none that can be used
// ├─ .cancelled                   cancelled          any step: the Swift task was cancelled
// ├─ .unstubbed(reason)           unstubbed          step 5: a stub transport has no answer
// ├─ .tooLarge(limit)             tooLarge           step 5: a body over its limit
// ├─ .status(code)                status             step 6
// ├─ .contentType(found)          rejected           step 6
// ├─ .rejected(Rejection)         rejected           step 6 or 8: an envelope said no
// ├─ .empty                       empty              step 8: a body was needed and there was none
// └─ .decoding(DecodingFailure)   decoding           step 8

/// The raw error of a failed call, the same over every transport and stub.
///
/// A target's ``CatchChain`` turns it into the target's own error. It keeps the response with its body, and the
/// events of the call (``timeline``). Its texts, dumps and mirrors never show a header value, a query value, a body or the
/// payload of a case; ``response`` and ``endpoint`` have them.
public struct RequestError: Error, Sendable {
    /// The kinds of failure. New kinds may come, so switch with a `default`.
    public enum Kind: Sendable {
        /// The target cannot be made into a request: a sentence that says why, without values. Nothing was sent.
        case invalidRequest(String)
        /// A plugin threw an error of its own.
        case plugin(PluginFailure)
        /// The transport has no response, or none that can be used.
        case transport(URLError)
        /// The Swift task was cancelled, and nothing else.
        case cancelled
        /// A stub transport has no answer for the request: a sentence that names the request and the stubs there are.
        case unstubbed(String)
        /// A body is larger than its limit, in bytes.
        case tooLarge(limit: Int)
        /// The status code is not one of those that count as an answer.
        case status(Int)
        /// The `Content-Type` is not one that was asked for; nil when there is none.
        case contentType(String?)
        /// The status is fine and the body says no.
        case rejected(Rejection)
        /// A body was needed and there was none.
        case empty
        /// The body is not what was asked for.
        case decoding(DecodingFailure)
    }

    /// The kind of failure.
    public let kind: Kind

    private let details: Details

    /// Where and when it happened, behind one reference, so that the error is small to throw.
    private final class Details: Sendable {
        let response: Response?
        let endpoint: Endpoint?
        let place: Place?
        let timeline: CallTimeline

        init(response: Response?, endpoint: Endpoint?, place: Place?, timeline: CallTimeline) {
            self.response = response
            self.endpoint = endpoint
            self.place = place
            self.timeline = timeline
        }
    }

    /// The call an error belongs to. Not the context itself: a kept error would keep the caller's closures too.
    private struct Place: Sendable {
        let callID: CallID
        let callSite: CallSite
        let template: String?
        let attempt: Int
        let target: (any TargetType)?

        init(_ context: CallContext) {
            callID = context.id
            callSite = context.callSite
            template = context.template
            attempt = context.attempt
            target = context.anyTarget
        }
    }

    /// An error of a kind; for plugins that fail a call, and for tests.
    ///
    /// A response keeps its body: ``response``. What is left out here the pipeline adds: endpoint, attempt, call site
    /// and timeline.
    public init(_ kind: Kind, response: Response? = nil) {
        let kind = if case .transport(let error) = kind { Kind.transport(error.withoutURL) } else { kind }
        self.kind = kind
        details = Details(response: response, endpoint: response?.endpoint, place: nil, timeline: CallTimeline())
    }

    private init(_ kind: Kind, _ details: Details) {
        self.kind = kind
        self.details = details
    }

    /// The same error with the place where it happened; a place that is known already stays, the story goes on.
    func at(_ endpoint: Endpoint?, _ context: CallContext) -> RequestError {
        let isKnown = (details.place?.attempt ?? 0) > 0
        let kind = details.endpoint == nil ? endpoint.map(kind.withoutEchoes) ?? kind : kind
        let details = Details(
            response: details.response, endpoint: details.endpoint ?? endpoint,
            place: isKnown ? details.place : Place(context), timeline: context.timeline)
        return RequestError(kind, details)
    }

    /// The same failure, in the same place, called by another kind; it has no response.
    func becoming(_ kind: Kind) -> RequestError {
        RequestError(
            kind,
            Details(response: nil, endpoint: details.endpoint, place: details.place, timeline: details.timeline))
    }

    /// The response that was refused or could not be decoded, with its body; nil when there was none.
    public var response: Response? { details.response }

    /// The endpoint as it was sent; nil when it could not be built.
    public var endpoint: Endpoint? { details.endpoint }

    /// The case that was called, out of a ``MultiTarget`` too; nil outside of a call and for an endpoint made by hand.
    public var target: (any TargetType)? { details.place?.target ?? details.endpoint?.target }

    /// The endpoint's name, such as `GitHub.user`; nil outside of a call.
    public var operation: String? { details.place?.target?.operation ?? details.endpoint?.operation }

    /// The path with placeholders, such as `users/{}`; nil when there is none.
    public var template: String? { details.endpoint?.template ?? details.place?.template }

    /// The number of the attempt that failed, from 1; 0 when none was started.
    public var attempt: Int { details.place?.attempt ?? 0 }

    /// The number of the call within its process; nil outside of a call.
    public var callID: CallID? { details.place?.callID }

    /// The source location of the call; nil outside of a call.
    public var callSite: CallSite? { details.place?.callSite }

    /// The events of the call, attempt by attempt.
    public var timeline: CallTimeline { details.timeline }

    /// The status code of ``response``, or of a ``Kind-swift.enum/status(_:)`` without one; nil when there was none.
    public var statusCode: Int? {
        if case .status(let code) = kind, response == nil { code } else { response?.statusCode }
    }

    /// The `URLError`, at depth one, also when a plugin threw it, or a call that a plugin made of its own failed with it;
    /// nil when the failure is of another kind.
    public var urlError: URLError? {
        switch kind {
        case .transport(let error): error
        case .plugin(let failure):
            switch failure.underlying {
            case let error as RequestError: error.urlError
            case let error as MyAPIError: error.urlError
            default: Self.asURLError(failure.underlying)?.withoutURL
            }
        default: nil
        }
    }

    /// The category of the failure; that of the `URLError` where there is one.
    public var category: ErrorCategory {
        switch kind {
        case .invalidRequest: .invalidRequest
        case .plugin: urlError.map { URLErrorTable.category(of: $0.code) } ?? .plugin
        case .transport(let error): URLErrorTable.category(of: error.code)
        case .cancelled: .cancelled
        case .unstubbed: .unstubbed
        case .tooLarge: .tooLarge
        case .status: .status
        case .contentType, .rejected: .rejected
        case .empty: .empty
        case .decoding: .decoding
        }
    }

    /// The body of the refused response as a value, decoded by the target's decoder.
    ///
    /// Nil when there is no response, or its body is not such a value: an HTML page behind a 502, say.
    public func body<Value: Decodable>(as type: Value.Type) -> Value? {
        guard let response, !response.data.isEmpty else { return nil }
        return try? response.decoded(type)
    }
}

/// Equal when kind, code and status are; where and when they happened does not count.
extension RequestError: Equatable {
    public static func == (left: RequestError, right: RequestError) -> Bool {
        guard left.statusCode == right.statusCode else { return false }
        switch (left.kind, right.kind) {
        case (.invalidRequest(let left), .invalidRequest(let right)): return left == right
        case (.plugin(let left), .plugin(let right)): return left == right
        // Never URLError's own ==, which compares user info (its hash traps on Linux).
        case (.transport(let left), .transport(let right)): return left.code.rawValue == right.code.rawValue
        case (.cancelled, .cancelled), (.empty, .empty), (.unstubbed, .unstubbed): return true
        case (.tooLarge(let left), .tooLarge(let right)): return left == right
        case (.status(let left), .status(let right)): return left == right
        case (.contentType(let left), .contentType(let right)): return left == right
        case (.rejected(let left), .rejected(let right)): return left == right
        case (.decoding(let left), .decoding(let right)): return left == right
        default: return false
        }
    }
}
