/// What the text of a ``LoggerPlugin`` holds; the last line of a call is always written.
public struct LogOptions: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// Options by their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A line for each request: method, URL, attempt.
    public static let requestMethod = LogOptions(rawValue: 1 << 0)
    /// The headers of requests, in the order they are sent.
    public static let requestHeaders = LogOptions(rawValue: 1 << 1)
    /// The bodies of requests.
    public static let requestBody = LogOptions(rawValue: 1 << 2)
    /// The request as a cURL command that a shell runs, in the place of method, headers and body.
    ///
    /// Redacted, so that it runs only where no secret is needed, and with the values of the path, which no other text has.
    public static let formatRequestAscURL = LogOptions(rawValue: 1 << 3)
    /// A line for each response, with its headers.
    public static let responseHeaders = LogOptions(rawValue: 1 << 4)
    /// The body of a call that succeeded.
    public static let successResponseBody = LogOptions(rawValue: 1 << 5)
    /// The body of a call that failed.
    public static let errorResponseBody = LogOptions(rawValue: 1 << 6)
    /// What the body of a refused call says, on the last line: its message, or its first member.
    public static let errorSummary = LogOptions(rawValue: 1 << 7)
    /// Where the call was written, at the end of each first line: `App/Feed.swift:9 load()`.
    public static let callSite = LogOptions(rawValue: 1 << 8)

    /// A line when sent and a line when ended, with what a refusal's body says, and where the call was written.
    public static let `default`: LogOptions = [.requestMethod, .errorSummary, .callSite]
    /// Everything but cURL.
    public static let verbose: LogOptions = [
        .requestMethod, .requestHeaders, .requestBody, .responseHeaders, .successResponseBody, .errorResponseBody,
        .errorSummary, .callSite,
    ]
}
