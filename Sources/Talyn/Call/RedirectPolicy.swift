/// How redirects are answered: one policy for every transport and stub (RFC 9110 §15.4).
///
/// | status | method of the next request | body |
/// |---|---|---|
/// | 301, 302 | GET after POST, else the same | kept with the method |
/// | 303 | GET, HEAD after HEAD | dropped |
/// | 307, 308 | the same | kept; a body that cannot be sent again fails the call |
///
/// A step from https to http is refused. A step to another origin (scheme, host or port) takes an allow-list of headers
/// along: no Authorization, no Cookie, no key of any name. User info in a `Location` is dropped (RFC 9110 §4.2.4). A 3xx
/// without `Location` is an ordinary response.
public struct RedirectPolicy: Sendable, Hashable {
    /// How many are followed; the next one fails the call with `URLError.httpTooManyRedirects`. 0: none is followed, and
    /// the 3xx is the response.
    public var maximum: Int

    /// The headers that go along to another origin.
    public var crossOriginHeaders: [String]

    /// A policy.
    public init(maximum: Int, crossOriginHeaders: [String] = RedirectPolicy.safeHeaders) {
        self.maximum = maximum
        self.crossOriginHeaders = crossOriginHeaders
    }

    /// Up to 20 are followed: the default.
    public static let follow = RedirectPolicy(maximum: 20)

    /// None is followed: the 3xx is the response.
    public static let refuse = RedirectPolicy(maximum: 0)

    /// The headers that go along to another origin unless said otherwise: those that describe the message.
    public static let safeHeaders = [
        "Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "Content-Encoding", "Content-Language",
        "Content-Type", "Range", "User-Agent",
    ]

    /// The endpoint to send next; nil when the response is not a redirect to follow.
    func next(after response: Response, to sent: Endpoint, followed: Int) throws(RequestError) -> Endpoint? {
        guard maximum > 0, [301, 302, 303, 307, 308].contains(response.statusCode),
            let location = response.headers.values(for: "Location").first
        else { return nil }
        guard followed < maximum else {
            throw fail(.httpTooManyRedirects, "more than \(maximum) redirects", response)
        }
        // Plugins of the exchange ring may have sent it elsewhere.
        let asked = response.endpoint.url
        guard let url = Self.url(location, from: asked), let origin = Origin(url) else {
            throw fail(
                .redirectToNonExistentLocation, "the Location of a redirect is not an http or https URL", response)
        }
        let before = Origin(asked)
        if before?.scheme == "https", origin.scheme == "http" {
            throw fail(.redirectToNonExistentLocation, "a redirect from https to http is refused", response)
        }

        var next = sent
        next.url = url
        let becomesGet =
            response.statusCode == 303 ? sent.method != .head : response.statusCode < 303 && sent.method == .post
        if becomesGet {
            next.method = .get
            next.body = .none
            for name in next.headers.fields.map(\.name) where name.hasPrefix(bytes: "content-", ignoringCase: true) {
                next.headers.remove(name)
            }
        } else if !sent.body.isRepeatable {
            throw fail(.requestBodyStreamExhausted, "a redirect wants the body again, which can be sent once", response)
        }
        if origin != before { next.headers = next.headers.only(crossOriginHeaders) }
        return next
    }

    /// The URL that a Location means, without user info but the request's own, which a relative one inherits: the transport
    /// would make an Authorization of it.
    private static func url(_ location: String, from asked: URL) -> URL? {
        guard let url = URL(string: escaped(location), relativeTo: asked)?.absoluteURL else { return nil }
        var text = url.absoluteString
        guard let userinfo = text.userinfo else { return url }
        let own = asked.absoluteString
        if let same = own.userinfo,
            own.utf8[..<same.upperBound].elementsEqual(text.utf8[..<userinfo.upperBound]),
            Origin(url) == Origin(asked)
        {
            return url
        }
        text.removeSubrange(userinfo)
        return URL(string: text)
    }

    /// Escapes what servers write into a Location although no URL may hold it: spaces, umlauts, braces.
    private static func escaped(_ location: String) -> String {
        var text = URLText(capacity: location.utf8.count)
        text.appendPercentEncoded(location, allowing: .url)
        return text.string
    }

    private func fail(_ code: URLError.Code, _ text: String, _ response: Response) -> RequestError {
        RequestError(.transport(URLError(code, text: text)), response: response)
    }
}
