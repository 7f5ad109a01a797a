/// The raw error of a failed call, the same over every transport and stub.
///
/// A target's ``CatchChain`` turns it into the target's own error. It keeps the response with its body, and the events
/// of the call (``timeline``). Its descriptions, dumps and mirrors show no query value, no body, no payload of a case,
/// and no value of a header other than 14 such as `Content-Type`; ``response`` and ``endpoint`` have these values. The
/// redacted title and detail of a ``problem`` are the exception: they may repeat a value of the request that no name
/// marks as a secret.
public struct RequestError: Error, Sendable {
    /// The kinds of failure. New kinds may come, so switch with a `default`.
    public enum Kind: Sendable {
        /// The target cannot become a request; the reason contains no values. Nothing was sent.
        case invalidRequest(String)
        /// A plugin threw an error of its own.
        case plugin(PluginFailure)
        /// The transport received no response, or an unusable one.
        case transport(URLError)
        /// The Swift task was cancelled.
        case cancelled
        /// No stub answers the request; the message names the request and the stubs.
        case unstubbed(String)
        /// A body is larger than its limit, in bytes.
        case tooLarge(limit: Int)
        /// The status code was not accepted.
        case status(Int)
        /// The `Content-Type` was not accepted; nil if there is none.
        case contentType(String?)
        /// The status code was accepted, but the body reports a failure.
        case rejected(Rejection)
        /// A required body is missing.
        case empty
        /// The body does not decode as the requested type.
        case decoding(DecodingFailure)
    }

    /// The kind of failure.
    public let kind: Kind

    private let details: Details

    /// The context of the failure as one reference, so that the error is small.
    private final class Details: Sendable {
        let response: Response?
        let endpoint: Endpoint?
        let call: FailedCall?
        let timeline: CallTimeline

        @inline(never)
        init(_ response: Response?, _ endpoint: Endpoint?, _ call: FailedCall?, _ timeline: CallTimeline) {
            (self.response, self.endpoint, self.call, self.timeline) = (response, endpoint, call, timeline)
        }
    }

    /// The call of an error. Not the context, which would retain the caller's closures.
    private struct FailedCall: Sendable {
        let callID: CallID
        let callSite: CallSite
        let template: String?
        let attempt: Int
        let target: (any TargetType)?
    }

    /// Makes an error, for plugins that fail a call, and for tests.
    ///
    /// ``response`` keeps its body. The pipeline adds the endpoint, attempt, call site and timeline.
    public init(_ kind: Kind, response: Response? = nil) {
        let kind = if case .transport(let error) = kind { Kind.transport(error.withoutURL) } else { kind }
        self.kind = kind
        details = Details(response, response?.endpoint, nil, CallTimeline())
    }

    private init(_ kind: Kind, _ details: Details) {
        self.kind = kind
        self.details = details
    }

    /// Returns the same error with its endpoint, call and timeline. A known attempt is kept; the timeline is updated.
    func at(_ endpoint: Endpoint?, _ context: CallContext) -> RequestError {
        let kind = details.endpoint == nil ? endpoint.map(kind.redactingValues) ?? kind : kind
        let call =
            attempt > 0
            ? details.call
            : FailedCall(
                callID: context.id, callSite: context.callSite, template: context.template, attempt: context.attempt,
                target: context.anyTarget)
        return RequestError(kind, Details(details.response, details.endpoint ?? endpoint, call, context.timeline))
    }

    /// Returns the same error with an endpoint, unless it has one.
    func at(_ endpoint: Endpoint) -> RequestError {
        if details.endpoint != nil { return self }
        let details = Details(details.response, endpoint, details.call, details.timeline)
        return RequestError(kind.redactingValues(of: endpoint), details)
    }

    /// Returns the same failure of the same call with another kind, without a response.
    func becoming(_ kind: Kind) -> RequestError {
        RequestError(kind, Details(nil, details.endpoint, details.call, details.timeline))
    }

    /// Returns the same error with another form of its response.
    func with(_ response: Response) -> RequestError {
        RequestError(kind, Details(response, details.endpoint, details.call, details.timeline))
    }

    /// The response that was rejected or did not decode, with its body; nil if there was none.
    public var response: Response? { details.response }
    /// The endpoint as sent; nil if it could not be made.
    public var endpoint: Endpoint? { details.endpoint }
    /// The target that was called, unwrapped from a ``MultiTarget``; nil outside a call and for a hand-made endpoint.
    public var target: (any TargetType)? { details.call?.target ?? details.endpoint?.target }
    /// The endpoint's name, such as `GitHub.user`; nil outside a call.
    public var operation: String? { details.call?.target?.operation ?? details.endpoint?.operation }
    /// The path template, such as `users/{}`; nil if there is none.
    public var template: String? { details.endpoint?.template ?? details.call?.template }
    /// The attempt that failed, from 1; 0 if none was started.
    public var attempt: Int { details.call?.attempt ?? 0 }
    /// The ID of the call within its process; nil outside a call.
    public var callID: CallID? { details.call?.callID }
    /// The source location of the call; nil outside a call and for a call of a `MoyaProvider`.
    public var callSite: CallSite? { details.call.flatMap { $0.callSite.isKnown ? $0.callSite : nil } }
    /// The events of the call, attempt by attempt.
    public var timeline: CallTimeline { details.timeline }

    /// The status code of a ``Kind-swift.enum/status(_:)``, otherwise that of ``response``; nil if there is none.
    ///
    /// If a plugin tried to recover from the response with another call, or to get a first credential, it is the status
    /// code of that call: 400 of a token refresh after a 401; nil if that call received no response.
    public var statusCode: Int? {
        switch kind {
        case .status(let code): code
        case .plugin(let failure):
            if let error = failure.requestError {
                response == nil && !failure.isOfCredential ? nil : error.statusCode
            } else {
                urlError == nil ? response?.statusCode : nil
            }
        default: response?.statusCode
        }
    }

    /// The `URLError` of the transport, of a plugin, or of a call that a plugin made; nil for other failures.
    public var urlError: URLError? {
        switch kind {
        case .transport(let error): error
        case .plugin(let failure):
            failure.requestError.map(\.urlError) ?? Self.asURLError(failure.underlying)?.withoutURL
        default: nil
        }
    }

    /// The category of the failure: that of a ``PluginError``, or that of the `URLError` if there is one.
    public var category: ErrorCategory {
        switch kind {
        case .invalidRequest: .invalidRequest
        case .plugin: pluginError?.category ?? urlError.map { URLErrorTable.category(of: $0.code) } ?? .plugin
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

    /// Returns the body of the rejected response as a value, decoded by the target's decoder.
    ///
    /// Nil if there is no response or the body does not decode, such as an HTML page with a 502.
    public func body<Value: Decodable>(as type: Value.Type) -> Value? {
        guard let response, !response.data.isEmpty else { return nil }
        return try? response.decoded(type)
    }
}

/// Equal if kind, code and status code are; call and endpoint are ignored.
extension RequestError: Equatable {
    public static func == (left: RequestError, right: RequestError) -> Bool {
        guard left.statusCode == right.statusCode else { return false }
        switch (left.kind, right.kind) {
        case (.invalidRequest(let left), .invalidRequest(let right)): return left == right
        case (.plugin(let left), .plugin(let right)): return left == right
        // Not URLError's own ==, which compares user info (its hash traps on Linux).
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

extension RequestError: RedactedStringConvertible {
    /// The failure, the redacted title and detail of its ``problem``, and the timeline, in one line.
    /// `localizedDescription` is a text for a person.
    public var description: String {
        let problem = shownProblem.map { ": \($0.text)" } ?? ""
        return "\(operation.map { "\($0): " } ?? "")\(reason)\(problem)\(timeline.isEmpty ? "" : " (\(timeline))")"
    }

    /// ``description`` with the endpoint and the call site.
    public var debugDescription: String {
        "\(description)\(endpoint.map { ", \($0)" } ?? "")\(callSite.map { " at \($0)" } ?? "")"
    }

    /// The failure, in a sentence without values.
    var reason: String {
        switch kind {
        case .invalidRequest(let reason): "invalid request: \(reason)"
        case .plugin(let failure): failure.description
        case .transport(let error): "\(category), URLError \(error.code.rawValue): \(error.localizedDescription)"
        case .cancelled: "cancelled"
        case .unstubbed(let reason): reason
        case .tooLarge(let limit):
            "the body, or a line or event of a stream, is larger than the limit of \(limit) bytes"
        case .status(let code): "status \(code)"
        case .contentType(let found): "content type \(found?.withoutParameters ?? "(none)") is not accepted"
        case .rejected(let rejection): rejection.description
        case .empty:
            "the \(response?.hasContent == true ? "envelope has no payload" : "response has no body"), but the value "
                + "requires one"
        case .decoding(let failure): "the body did not decode: \(failure)"
        }
    }
}
