/// What a provider adds to every call that does not say otherwise.
public struct ProviderDefaults: Sendable {
    /// The base URL instead of the target's own, path and all, for staging and tests. Default: nil, the target's.
    public var baseURL: URL?

    /// Headers of every call; a target's of the same name replace them. Default: none.
    ///
    /// To an absolute URL of another origin only ``RedirectPolicy/safeHeaders`` go along.
    public var headers = HTTPHeaders()

    /// How long an exchange may stay without a byte moving. Default: 30 seconds.
    public var timeout: Duration = .seconds(30)

    /// How long a whole call may take, every attempt included. Default: nil, no limit.
    public var deadline: Duration?

    /// The largest response body that is kept in memory, in bytes after decompression. Default: 100,000,000; `.max` for no
    /// limit.
    ///
    /// A larger one ends the transfer and fails the call as ``RequestError/Kind-swift.enum/tooLarge(limit:)``. Bodies of
    /// redirects and refused responses count. Bodies that are delivered to a file or as a stream have no limit.
    public var maxBodySize = 100_000_000

    /// How redirects are answered. Default: up to 20 are followed.
    public var redirects: RedirectPolicy = .follow

    /// The defaults of the defaults.
    public init() {}

    /// The part of it that stands on each endpoint.
    var options: CallOptions {
        var options = CallOptions()
        options.timeout = timeout
        options.deadline = deadline
        options.redirects = redirects
        options.maxBodySize = maxBodySize
        return options
    }

    /// The headers for a URL that a server or a user named: all of them for the origin of the base URL, else the safe ones.
    func headers(for url: URL, base: URL?) -> HTTPHeaders {
        if headers.isEmpty { return headers }
        if let origin = Origin(url), base.flatMap({ Origin($0) }) == origin {
            return headers
        }
        return headers.only(RedirectPolicy.safeHeaders)
    }
}

extension ProviderDefaults: RedactedStringConvertible {
    /// Timeouts and the names of the headers; values and the base URL are never shown.
    public var description: String {
        "headers \(headers), timeout \(timeout), deadline \(deadline.map { "\($0)" } ?? "none")"
    }
}
