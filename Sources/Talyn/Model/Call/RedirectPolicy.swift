/// The handling of redirects, the same over every transport and stub (RFC 9110 §15.4).
///
/// | status | method of the next request | body |
/// |---|---|---|
/// | 301, 302 | GET after POST, otherwise the same | kept with the method |
/// | 303 | GET, HEAD after HEAD | dropped |
/// | 307, 308 | the same | kept; a body that cannot be sent again fails the call |
///
/// A redirect from https to http fails the call. A redirect to another origin (scheme, host or port) keeps an
/// allow-list of headers: no Authorization, no Cookie, no API key. User info in a `Location` is dropped (RFC 9110
/// §4.2.4), one without a fragment inherits that of the request (§10.2.2), and its escapes are sent as they are; only
/// characters that a URL cannot have are escaped. A 3xx without `Location` is an ordinary response.
public struct RedirectPolicy: Sendable, Hashable {
    /// The number of redirects to follow; the next one fails the call with `URLError.httpTooManyRedirects`. With 0 the
    /// 3xx is the response.
    public var maximum: Int

    /// The headers kept in a redirect to another origin.
    public var crossOriginHeaders: [String]

    /// Makes a policy.
    public init(maximum: Int, crossOriginHeaders: [String] = RedirectPolicy.safeHeaders) {
        self.maximum = maximum
        self.crossOriginHeaders = crossOriginHeaders
    }

    /// Follows up to 20 redirects. Default.
    public static let follow = RedirectPolicy(maximum: 20)
    /// Follows none: the 3xx is the response.
    public static let refuse = RedirectPolicy(maximum: 0)
    /// The default headers kept in a redirect to another origin: those that describe the message.
    public static let safeHeaders = [
        "Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "Content-Encoding", "Content-Language",
        "Content-Type", "If-Range", "Range", "User-Agent", "Want-Repr-Digest",
    ]

    /// Whether a response is one to follow, whose body nobody needs.
    func isRedirect(_ status: Int, _ headers: @autoclosure () -> HTTPHeaders) -> Bool {
        switch status {
        case 301, 302, 303, 307, 308: maximum > 0 && headers().contains("Location")
        default: false
        }
    }

    /// Returns the endpoint to send next; nil if the response is not a redirect to follow.
    func next(after response: Response, to sent: Endpoint, followed: Int) throws(RequestError) -> Endpoint? {
        guard isRedirect(response.statusCode, response.headers),
            let location = response.headers.values(for: "Location").first
        else { return nil }
        do throws(URLError) {
            if followed >= maximum { throw URLError(.httpTooManyRedirects, text: "more than \(maximum) redirects") }
            // Plugins of the exchange ring may have sent it elsewhere.
            return try redirected(sent, from: response.endpoint.url, to: location, status: response.statusCode)
        } catch { throw RequestError(.transport(error), response: response) }
    }

    /// Returns the endpoint of a link in a response to `declared`, which follows it as a 303.
    func following(_ link: URL, from declared: Endpoint) throws(RequestError) -> Endpoint {
        do throws(URLError) {
            return try redirected(declared, from: declared.url, to: link.absoluteString, status: 303)
        } catch { throw RequestError(.invalidRequest("the link of the next page leads from https to http")) }
    }

    private func redirected(
        _ sent: Endpoint, from asked: URL, to location: String, status: Int
    ) throws(URLError) -> Endpoint {
        // A Location without a fragment inherits that of the request (RFC 9110 §10.2.2).
        let fragment = location.contains(bytes: "#") ? nil : asked.absoluteString.cut(atBytes: "#")?.tail
        let reference = fragment.map { "\(location)#\($0)" } ?? location
        guard let url = URL(received: reference, relativeTo: asked), let origin = Origin(url) else {
            throw URLError(
                .redirectToNonExistentLocation, text: "the Location of a redirect is not an http or https URL")
        }
        let before = Origin(asked)
        if before?.scheme == "https", origin.scheme == "http" {
            throw URLError(.redirectToNonExistentLocation, text: "a redirect from https to http is refused")
        }
        var next = sent
        next.url = url
        next.options.isLinked = true
        if status == 303 ? sent.method != .head : status < 303 && sent.method == .post {
            next.method = .get
            next.body = .none
            next.headers = HTTPHeaders(
                next.headers.fields.filter { !$0.name.hasPrefix(bytes: "content-", ignoringCase: true) })
        } else if case .stream(let stream) = sent.body, !stream.isRepeatable {
            throw URLError(
                .requestBodyStreamExhausted,
                text: "a \(status) redirect sends the body again, but \(stream.partThatIsReadOnce) can be read once; "
                    + "make it repeatable")
        }
        if origin != before {
            next.headers = next.headers.only(crossOriginHeaders)
            // The other server may not take it.
            next.options.contentCoding = .identity
        }
        next.setTypeOfBody()
        return next
    }
}
