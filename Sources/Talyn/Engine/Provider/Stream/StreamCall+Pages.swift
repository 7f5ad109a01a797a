// The pages of a list, which a server links with `Link` fields (RFC 8288).
extension StreamCall {
    /// Binds a case to the values of its pages: calls the case and then, while a response has a `Link` with
    /// `rel="next"`, that URL.
    ///
    /// ```swift
    /// let pages = listing.elements(of: .pages(.repositories(of: "octocat"), as: [Repository].self))
    /// for try await page in pages { add(page) }
    /// ```
    /// Each page is a separate call, made when the loop requests it; leaving the loop makes no further one. A next
    /// page is a GET without a body (a HEAD after a HEAD), with the headers, options and plugins of the case. The URL
    /// is sent as the server wrote it; a relative one is resolved against the response's URL. In a page of another
    /// origin than the case's, only ``RedirectPolicy/crossOriginHeaders`` are kept, and plugins add no credential. A
    /// link from https to http, one that leads to a page again, and a page after `limit` pages (default: 1,000) fail as
    /// ``RequestError/Kind-swift.enum/invalidRequest(_:)`` when that page is requested.
    ///
    /// `keyPath` is the place of the value in each body; default: nil, the whole body.
    public static func pages(
        _ target: Target, as type: Element.Type = Element.self, atKeyPath keyPath: String? = nil, limit: Int = 1_000
    ) -> Self where Element: Decodable {
        pages(target, limit) { (response) throws(RequestError) in try response.decode(type, atKeyPath: keyPath) }
    }

    /// Binds a case to the responses of its pages, as ``pages(_:as:atKeyPath:limit:)``.
    public static func pages(_ target: Target, limit: Int = 1_000) -> Self where Element == Response {
        pages(target, limit) { (response) throws(RequestError) in response }
    }

    private static func pages(
        _ target: Target, _ limit: Int, decode: @escaping @Sendable (Response) throws(RequestError) -> Element
    ) -> Self {
        Self(target) { engine, site in
            CallStream(catch: { Target.catchChain($0) }) {
                var subject: CallSubject? = .target(target)
                var walk = PageWalk(limit: limit)
                return { () async throws(RequestError) in
                    guard let next = subject else { return nil }
                    // After a failure there are no pages.
                    subject = nil
                    let (page, response) = try await engine.run(
                        next, at: site,
                        decode: { response, _ throws(RequestError) in (try decode(response), response) }, catch: { $0 })
                    subject = walk.next(after: response).map { .page(target, $0) }
                    return page
                }
            }
        }
    }
}

/// The way from page to page, which ends.
private struct PageWalk {
    let limit: Int
    private var pages = 0
    private var known: Set<String> = []

    init(limit: Int) { self.limit = limit }

    /// Returns the URL of the page after a response, or the reason not to request it; nil after the last page.
    mutating func next(after response: Response) -> Result<URL, RequestError>? {
        guard let link = response.links["next"] else { return nil }
        if pages == 0 { isNew(response.url) }
        pages += 1
        guard let url = link.url else { return refusal("the link of the next page is not an http or https URL") }
        guard isNew(url) else {
            return refusal("the link of page \(pages) leads to a page that was requested before")
        }
        return pages < limit ? .success(url) : refusal("there are more pages than the limit of \(limit)")
    }

    @discardableResult
    private mutating func isNew(_ url: URL) -> Bool {
        // A fragment is not sent.
        known.insert(String(url.absoluteString.prefix(beforeBytes: "#"))).inserted
    }

    private func refusal(_ reason: String) -> Result<URL, RequestError> {
        .failure(RequestError(.invalidRequest(reason)))
    }
}
