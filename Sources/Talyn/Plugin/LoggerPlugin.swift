/// Writes a line when a request is sent and one when its call ends, with the place where the call was written.
///
/// ```text
/// REQUEST #1 MyAPI.getPhotos: GET https://api.flickr.com/services/feeds/photos_public.gne?tags=cat · App/Feed.swift:9 load()
/// SUCCESS #1 MyAPI.getPhotos: 200, 14233 bytes in 210 ms · App/Feed.swift:9 load()
/// FAILURE #1 MyAPI.getPhotos: connectionLost, … · App/Feed.swift:9 load()
/// ```
/// The path is written as its template. Of the query, values whose names or texts speak of secrets are not written; nor are
/// userinfo, fragments, headers or bodies.
public struct LoggerPlugin: CallObserver {
    private let output: @Sendable (String) -> Void

    /// A logger; by default it writes to standard error.
    public init(output: @escaping @Sendable (String) -> Void = LoggerPlugin.standardError) {
        self.output = output
    }

    /// Writes a line to standard error.
    public static let standardError: @Sendable (String) -> Void = { line in
        // Not write(_:), which ends the process when standard error is closed.
        try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Writes the REQUEST line.
    public func willSend(_ endpoint: Endpoint, context: CallContext) {
        let attempt = context.attempt > 1 ? " (attempt \(context.attempt))" : ""
        write("REQUEST", context, "\(endpoint.method) \(endpoint.loggedURL)\(attempt)")
    }

    /// Writes nothing: the outcome has its line in the end.
    public func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {}

    /// Writes the SUCCESS or FAILURE line.
    public func didFinish(_ outcome: CallOutcome, context: CallContext) {
        let time = CallTimeline.text(outcome.duration)
        switch outcome.result {
        case .success(let response): write("SUCCESS", context, "\(response.statusCode), \(response.body) in \(time)")
        case .failure(let error): write("FAILURE", context, "\(error.reason) in \(time)")
        }
    }

    private func write(_ event: String, _ context: CallContext, _ text: String) {
        output("\(event) \(context.id) \(context.operation.map { "\($0): " } ?? "")\(text) · \(context.callSite)")
    }
}

extension Plugin where Self == LoggerPlugin {
    /// Logs requests and outcomes to standard error.
    public static func logger() -> LoggerPlugin { LoggerPlugin() }

    /// Logs requests and outcomes to a sink of your own, a line at a time.
    public static func logger(output: @escaping @Sendable (String) -> Void) -> LoggerPlugin {
        LoggerPlugin(output: output)
    }
}
