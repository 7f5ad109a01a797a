// Room: Plugin/Logger. Logs calls as events or text, with secrets removed.
// Knows: the values, above all Redaction; the hooks.

/// Writes down what happens to calls: as events, or as their text.
///
/// ```text
/// REQUEST #1 MyAPI.getPhotos: GET https://api.flickr.com/services/feeds/photos_public.gne?tags=cat · App/Feed.swift:9 load()
/// SUCCESS #1 MyAPI.getPhotos: 200, 14233 bytes in 210 ms · App/Feed.swift:9 load()
/// FAILURE #1 MyAPI.getPhotos: connectionLost, … · App/Feed.swift:9 load()
/// ```
/// An event is one text, with its headers and body on lines of their own, handed over at once: calls that run at the same
/// time cannot tear it. The path is written as its template. A ``Redaction`` takes secrets out, also where the answer or an
/// error repeats them, and what stands where a plugin put a token. Userinfo, fragments and people in a query (`email`,
/// `user`) are never written. Of a body that is not JSON, a form or plain text only type and size are written.
public struct LoggerPlugin: CallInterceptor, CallObserver {
    private let kinds: LogEvent.Kinds
    private let isLogged: @Sendable (Endpoint, CallContext) -> Bool
    private let write: @Sendable (LogEvent) -> Void
    private let lastOperation = Locked<(call: CallID, name: String?)?>(nil)

    /// A logger that hands over events, for a store or a logging system of your own.
    ///
    /// `isLogged` is asked at each event whether its request is written down, with the endpoint as its target declares it.
    /// Default: all. The end of a call that could not be made into a request is always written.
    public init(
        events: @escaping @Sendable (LogEvent) -> Void,
        when isLogged: @escaping @Sendable (_ endpoint: Endpoint, _ context: CallContext) -> Bool = { _, _ in true }
    ) {
        self.init(.all, when: isLogged, write: events)
    }

    private init(
        _ kinds: LogEvent.Kinds, when isLogged: @escaping @Sendable (Endpoint, CallContext) -> Bool,
        write: @escaping @Sendable (LogEvent) -> Void
    ) {
        self.kinds = kinds
        self.isLogged = isLogged
        self.write = write
    }

    /// A logger that writes text.
    /// - Parameters:
    ///   - options: what is written. Default: a line when sent and a line when ended.
    ///   - redaction: what is a secret. Default: ``Redaction/standard``.
    ///   - bodyLimit: how many bytes of a body are written. Default: 4,096. No more of a body is read than this, or 4 KB
    ///     if that is more, and a kilobyte; of URLs and header values no more than 4 KB.
    ///   - output: takes each text, without a line break at its end. Default: standard error.
    ///   - isLogged: which requests are written down. Default: all.
    public init(
        _ options: LogOptions = .default, redacting redaction: Redaction = .standard, bodyLimit: Int = 4_096,
        output: @escaping @Sendable (String) -> Void = LoggerPlugin.standardError,
        when isLogged: @escaping @Sendable (_ endpoint: Endpoint, _ context: CallContext) -> Bool = { _, _ in true }
    ) {
        let text = LogText(options: options, redaction: redaction, bodyLimit: max(bodyLimit, 0))
        self.init(text.kinds, when: isLogged) { event in if let text = text.text(of: event) { output(text) } }
    }

    /// Writes a text and a line break to standard error, one text after the other.
    public static let standardError = oneAfterTheOther { data in
        // Not write(_:), which ends the process when standard error is closed.
        try? FileHandle.standardError.write(contentsOf: data)
    }

    /// An output whose texts do not mix: what is longer than a few kilobytes is written to a pipe in pieces.
    static func oneAfterTheOther(_ write: @escaping @Sendable (Data) -> Void) -> @Sendable (String) -> Void {
        let turn = Locked(0)
        return { text in turn.withLock { _ in write(Data("\(text)\n".utf8)) } }
    }

    /// Notes that the call began.
    public func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        note(.started, context, .started)
        return try await next(endpoint)
    }

    /// Notes what is sent.
    public func willSend(_ endpoint: Endpoint, context: CallContext) {
        if context.attempt > 1, kinds.contains(.retry), context.timeline.lastExchange(of: context.attempt) == nil {
            note(.retry, context, .retry(context.timeline.lastNote))
        }
        note(.request, context, .request(endpoint))
    }

    /// Notes what came back.
    public func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {
        note(
            .response, context, .response(result, context.timeline.lastExchange(of: context.attempt)?.duration ?? .zero)
        )
    }

    /// Notes how the call ended.
    public func didFinish(_ outcome: CallOutcome, context: CallContext) {
        note(.finished, context, .finished(outcome))
    }

    /// The operation, which costs a mirror of the target: asked for once a call, when calls do not run at the same time.
    private func operation(of context: CallContext) -> String? {
        if let last = lastOperation.withLock({ $0 }), last.call == context.id { return last.name }
        let name = context.operation
        lastOperation.withLock { $0 = (context.id, name) }
        return name
    }

    /// Writes an event down, and makes it only when somebody wants it.
    private func note(_ kind: LogEvent.Kinds, _ context: CallContext, _ what: @autoclosure () -> LogEvent.Kind) {
        guard kinds.contains(kind) else { return }
        if let endpoint = context.resolved, !isLogged(endpoint, context) { return }
        write(LogEvent(what(), context, operation: operation(of: context)))
    }
}

extension CallTimeline {
    /// The last exchange of an attempt that has ended; nil when none has.
    fileprivate func lastExchange(of attempt: Int) -> Entry? {
        entries.last { entry in
            if case .note = entry.event { return false }
            return entry.attempt == attempt
        }
    }

    /// The last word that somebody added; nil when nobody did.
    fileprivate var lastNote: String? {
        for entry in entries.reversed() { if case .note(let text) = entry.event { return text } }
        return nil
    }
}

extension Plugin where Self == LoggerPlugin {
    /// Logs text; by default a line when a request is sent and one when its call ends, to standard error.
    public static func logger(
        _ options: LogOptions = .default, redacting redaction: Redaction = .standard, bodyLimit: Int = 4_096,
        output: @escaping @Sendable (String) -> Void = LoggerPlugin.standardError,
        when isLogged: @escaping @Sendable (_ endpoint: Endpoint, _ context: CallContext) -> Bool = { _, _ in true }
    ) -> LoggerPlugin {
        LoggerPlugin(options, redacting: redaction, bodyLimit: bodyLimit, output: output, when: isLogged)
    }

    /// Hands over what happens to calls as events, for a store or a logging system of your own.
    public static func logEvents(
        to output: @escaping @Sendable (LogEvent) -> Void,
        when isLogged: @escaping @Sendable (_ endpoint: Endpoint, _ context: CallContext) -> Bool = { _, _ in true }
    ) -> LoggerPlugin {
        LoggerPlugin(events: output, when: isLogged)
    }
}
