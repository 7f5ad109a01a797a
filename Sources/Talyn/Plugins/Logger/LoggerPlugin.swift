/// Logs calls, as text or as events.
///
/// ```text
/// REQUEST #1 MyAPI.getPhotos: GET https://api.flickr.com/photos?tags=cat · App/Feed.swift:9 load()
/// SUCCESS #1 MyAPI.getPhotos: 200, 14233 bytes in 210 ms, after 503 · App/Feed.swift:9 load()
/// FAILURE #2 MyAPI.getPhotos: status 422 in 80 ms · message: no such tag · App/Feed.swift:9 load()
/// ```
/// Each event is one text, with headers and body on separate lines, and is written at once, so concurrent calls do not
/// interleave. The last line of a call names the failures that were retried. The path is written as its template. A
/// ``Redaction`` removes secrets, also where the response or an error repeats them, and the tokens that plugins added.
/// The line of a request shows no userinfo, no fragment and no person in the query (`email`, `user`). Bodies other than
/// JSON, forms and plain text are written as type and size.
public struct LoggerPlugin: CallInterceptor, CallObserver {
    /// The parts that are written; nil for events, of which all are.
    private let options: LogOptions?
    private let isLogged: @Sendable (Endpoint, CallContext) -> Bool
    private let write: @Sendable (LogEvent, CallContext) -> Void

    fileprivate init(
        _ options: LogOptions?, when isLogged: @escaping @Sendable (Endpoint, CallContext) -> Bool,
        write: @escaping @Sendable (LogEvent, CallContext) -> Void
    ) {
        self.options = options
        self.isLogged = isLogged
        self.write = write
    }

    /// An output that writes a text and a line break to standard error, one text after the other.
    public static let standardError = oneAfterTheOther { data in
        // Not write(_:), which ends the process when standard error is closed.
        try? FileHandle.standardError.write(contentsOf: data)
    }

    /// Returns an output whose texts do not mix: more than a few kilobytes are written to a pipe in pieces.
    static func oneAfterTheOther(_ write: @escaping @Sendable (Data) -> Void) -> @Sendable (String) -> Void {
        let lock = Locked(0)
        return { text in lock.withLock { _ in write(Data("\(text)\n".utf8)) } }
    }

    /// Logs the start of the call.
    public func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        if options == nil { log(.started, context) }
        return try await next(endpoint)
    }

    /// Logs the request, before it the reason of a retry.
    public func willSend(_ endpoint: Endpoint, context: CallContext) {
        if context.attempt > 1, isWritten(.responseHeaders), lastExchange(context) == nil {
            log(.retry(context.timeline.reason(of: context.attempt, at: context.elapsed)), context)
        }
        if isWritten(.request) { log(.request(endpoint), context) }
    }

    /// Logs the response, or the failure of the exchange.
    public func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {
        if isWritten(.responseHeaders) { log(.response(result, lastExchange(context)?.duration ?? .zero), context) }
    }

    /// Logs the end of the call.
    public func didFinish(_ outcome: CallOutcome, context: CallContext) { log(.finished(outcome), context) }

    /// Returns whether one of some parts is written.
    private func isWritten(_ parts: LogOptions) -> Bool { options.map { !$0.isDisjoint(with: parts) } ?? true }

    /// Returns the last exchange of the attempt that has ended; nil if there is none.
    private func lastExchange(_ context: CallContext) -> CallTimeline.Entry? {
        context.timeline.entries.last { $0.isExchange && $0.attempt == context.attempt }
    }

    private func log(_ kind: @autoclosure () -> LogEvent.Kind, _ context: CallContext) {
        if let endpoint = context.resolved, !isLogged(endpoint, context) { return }
        write(LogEvent(kind(), context: context), context)
    }
}

extension Plugin where Self == LoggerPlugin {
    /// Logs text.
    /// - Parameters:
    ///   - options: The parts that are written. Default: a line when sent and a line when ended.
    ///   - redaction: The secrets to remove. Default: ``Redaction/standard``.
    ///   - bodyLimit: The bytes of a body that are written. Default: 4,096. The redaction reads 1 KB more than this of
    ///     a body, at least 5 KB, and 4 KB of a URL or header value.
    ///   - output: The receiver of each text, which has no line break at its end. Its first word is `REQUEST`,
    ///     `RESPONSE`, `RETRY`, `SUCCESS` or `FAILURE`. Default: standard error.
    ///   - isLogged: Whether the events of a request are written; called at each event, with the endpoint as its target
    ///     declares it. Default: always. The end of a call that could not become a request is always written.
    public static func logger(
        _ options: LogOptions = .default, redacting redaction: Redaction = .standard, bodyLimit: Int = 4_096,
        output: @escaping @Sendable (String) -> Void = LoggerPlugin.standardError,
        when isLogged: @escaping @Sendable (_ endpoint: Endpoint, _ context: CallContext) -> Bool = { _, _ in true }
    ) -> LoggerPlugin {
        let text = LogText(options: options, redaction: redaction, bodyLimit: max(bodyLimit, 0))
        return LoggerPlugin(options, when: isLogged) { event, context in
            if let text = text.text(of: event, in: context) { output(text) }
        }
    }

    /// Passes the events of calls to a store or a logging system of your own. `isLogged` is the same as for
    /// `.logger()`.
    public static func logEvents(
        to output: @escaping @Sendable (LogEvent) -> Void,
        when isLogged: @escaping @Sendable (_ endpoint: Endpoint, _ context: CallContext) -> Bool = { _, _ in true }
    ) -> LoggerPlugin {
        LoggerPlugin(nil, when: isLogged) { event, _ in output(event) }
    }
}
