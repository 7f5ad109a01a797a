/// The parts of the text of a ``LoggerPlugin``; the last line of a call is always written, with the
/// failures before it.
public struct LogOptions: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// Makes options by their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A line for each request: method, URL, attempt.
    public static let requestMethod = LogOptions(rawValue: 1 << 0)
    /// The headers of requests, in the order they are sent.
    public static let requestHeaders = LogOptions(rawValue: 1 << 1)
    /// The bodies of requests.
    public static let requestBody = LogOptions(rawValue: 1 << 2)
    /// The request as a cURL command for a shell, in place of method, headers and body.
    ///
    /// Redacted, so that it runs only where no secret is needed. Unlike other texts it has the values of the path.
    public static let formatRequestAscURL = LogOptions(rawValue: 1 << 3)
    /// A line for each response, with its headers, and the times and sizes if the transport measures them; for each
    /// failed exchange; and for the reason of each retry.
    public static let responseHeaders = LogOptions(rawValue: 1 << 4)
    /// The body of a call that succeeded.
    public static let successResponseBody = LogOptions(rawValue: 1 << 5)
    /// The body of a call that failed.
    public static let errorResponseBody = LogOptions(rawValue: 1 << 6)
    /// The message in the JSON body of a refused call, or else the type and size of the body, on the last line.
    public static let errorSummary = LogOptions(rawValue: 1 << 7)
    /// The source location of the call, at the end of each first line: `App/Feed.swift:9 load()`.
    public static let callSite = LogOptions(rawValue: 1 << 8)
    /// A line when sent and a line when ended, with the message of a refusal and the source location.
    public static let `default`: LogOptions = [.requestMethod, .errorSummary, .callSite]
    /// Everything but cURL.
    public static let verbose: LogOptions = [
        .requestMethod, .requestHeaders, .requestBody, .responseHeaders, .successResponseBody, .errorResponseBody,
        .errorSummary, .callSite,
    ]
    /// The parts of a request.
    static let request: LogOptions = [.requestMethod, .requestHeaders, .requestBody, .formatRequestAscURL]
}
