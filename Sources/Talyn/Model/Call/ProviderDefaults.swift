/// Defaults for every call. Targets and routes override them.
public struct ProviderDefaults: Sendable {
    /// The base URL instead of the target's, path included, for staging and tests. Default: nil, the target's.
    public var baseURL: URL?

    /// The headers of every call. Default: none. Of these, an absolute URL of another origin gets only
    /// ``RedirectPolicy/safeHeaders``.
    public var headers = HTTPHeaders()

    /// The longest time without a transferred byte. Default: 30 seconds.
    public var timeout: Duration = .seconds(30)

    /// The longest time for the whole call, including all attempts. Default: nil, no limit.
    public var deadline: Duration?

    /// The largest response body in memory, in bytes after decompression, `.max` for no limit. Default: 100,000,000.
    ///
    /// A larger one ends the transfer and fails the call as ``RequestError/Kind-swift.enum/tooLarge(limit:)``, also in
    /// an error response. Bodies delivered to a file or as a stream have no limit, and that of a redirect is not read
    /// to its end.
    public var maxBodySize = 100_000_000

    /// The redirect policy. Default: up to 20 redirects.
    public var redirects: RedirectPolicy = .follow

    /// The coding of request bodies. Default: ``ContentCoding/identity``, the bodies as they are. Another origin than
    /// that of the base URL gets them as they are in any case.
    public var contentCoding: ContentCoding = .identity

    /// Makes the initial defaults.
    public init() {}

    /// The part that endpoints inherit.
    var options: CallOptions {
        var options = CallOptions()
        options.timeout = timeout
        options.deadline = deadline
        options.redirects = redirects
        options.maxBodySize = maxBodySize
        options.contentCoding = contentCoding
        return options
    }

    /// Returns the part that the endpoint of a URL from a server or a user inherits: another origin than that of the
    /// base URL may not take coded bodies.
    func options(for url: URL, base: URL?) -> CallOptions {
        var options = options
        if contentCoding != .identity, !isSameOrigin(url, base) { options.contentCoding = .identity }
        return options
    }

    /// Returns the headers for a URL from a server or a user: all for the origin of the base URL, otherwise the safe
    /// ones.
    func headers(for url: URL, base: URL?) -> HTTPHeaders {
        if headers.isEmpty { return headers }
        return isSameOrigin(url, base) ? headers : headers.only(RedirectPolicy.safeHeaders)
    }

    /// Returns whether a URL has the origin of the base URL; false without one.
    private func isSameOrigin(_ url: URL, _ base: URL?) -> Bool {
        base.map { Origin.isSame(.url(url), as: $0) } ?? false
    }
}

extension ProviderDefaults: RedactedStringConvertible {
    /// The timeouts and the names of the headers.
    public var description: String {
        "headers \(headers), timeout \(timeout), deadline \(deadline.map { "\($0)" } ?? "none")"
    }
}
