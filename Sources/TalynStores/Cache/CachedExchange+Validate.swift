internal import Foundation
internal import Talyn

// Asks the server, and offers it the validators of what is stored (RFC 9111 §4.3).
extension CachedExchange {
    /// Sends the request, and stores the response, in place of older ones if there may be some. `stored` may answer in
    /// place of a failure.
    func fetch(replacing: Bool = false, orElse stored: StoredResponse? = nil) async throws -> Response {
        if request?.noStore ?? false { return try await next(endpoint) }
        let fetch = OpenFetch(cache, url, at: context.date, after: await heads)
        let (response, isStored) = try await send(endpoint, orElse: stored)
        return isStored ? response : await store(response, fetch, replacing: replacing)
    }

    /// Sends a request. Returns its response, or a stored one that may be used in place of an error of the server or of
    /// the way to it.
    private func send(
        _ endpoint: Endpoint, orElse stored: StoredResponse?
    ) async throws -> (response: Response, isStored: Bool) {
        let response: Response
        do { response = try await next(endpoint) } catch {
            // The errors of plugins and stubs are not those of the server or the way to it.
            // A certificate that is not trusted must not go unnoticed.
            guard case .transport = error.kind, error.category != .tls, !Task.isCancelled,
                let stale = await inPlaceOfError(stored)
            else { throw error }
            return (stale, true)
        }
        if [500, 502, 503, 504].contains(response.statusCode), let stale = await inPlaceOfError(stored) {
            return (stale, true)
        }
        return (response, false)
    }

    /// The heads of all stored responses of the URL.
    private var heads: [StoredHead] {
        get async { (try? await cache.store.heads(for: url)) ?? [] }
    }

    /// Asks the server whether a stored response is current, and returns that one, another one that the server confirms
    /// (§4.3.1), or the new one.
    /// - Parameters:
    ///   - stored: the response that the request selects; nil if there is none.
    ///   - offersOthers: whether other responses are offered.
    func validate(_ stored: StoredResponse?, offersOthers: Bool = true) async throws -> Response {
        // A part of a response that changed meanwhile would be no part of the stored one.
        if endpoint.headers.contains("Range") { return try await fetch(orElse: stored) }
        let heads = await heads
        let others = offersOthers ? offered(of: heads, beside: stored?.head) : []
        let conditional = conditional(stored?.head, others)
        let fetch = OpenFetch(cache, url, at: context.date, after: heads)
        let (response, isStored) = try await send(conditional, orElse: stored)
        if isStored { return response }
        if response.statusCode == 304, stored != nil || !others.isEmpty {
            return try await confirmed(stored, others, by: response, fetch)
        }
        let answer = await store(response, fetch, replacing: stored != nil)
        await limitCookies(among: heads)
        return answer
    }

    /// Returns the request with the validators of stored responses.
    private func conditional(_ own: StoredHead?, _ others: [StoredHead]) -> Endpoint {
        var conditional = endpoint
        let tags = ([own] + others).compactMap { $0?.validator("ETag") }
        if !tags.isEmpty { conditional.headers["If-None-Match"] = tags.joined(separator: ", ") }
        if let date = own?.validator("Last-Modified") { conditional.headers["If-Modified-Since"] = date }
        // Caches on the way ask the server, too.
        let asks = policy == .revalidate || policy == .loadElseReturnCache
        if own != nil, asks, !endpoint.headers.contains("Cache-Control") {
            conditional.headers["Cache-Control"] = "max-age=0"
        }
        return conditional
    }

    /// Returns the answer that a 304 stands for.
    private func confirmed(
        _ stored: StoredResponse?, _ others: [StoredHead], by response: Response, _ fetch: OpenFetch
    ) async throws -> Response {
        let new = response.headers
        // Of several it is the one of its tag; without one nobody knows.
        if let stored, stored.head.headers.isSameVersion(as: new), others.isEmpty || new.contains("ETag") {
            if let answer = await renewed(stored, by: response, fetch) { return answer }
        } else if let other = others.first(where: { $0.strongTag?.isSame(bytes: new["ETag"] ?? "") ?? false }) {
            if let answer = await copied(other, by: response, fetch, replacing: stored != nil) {
                await limitCookies(among: await heads)
                return answer
            }
        } else if let stored, !others.isEmpty, !new.contains("ETag") {
            return try await validate(stored, offersOthers: false)
        }
        // It is about another version, or the stored body cannot be read.
        return try await self.fetch(replacing: stored != nil, orElse: stored)
    }

    /// Returns the stored response with the fields of a 304; nil if its body cannot be read.
    private func renewed(_ stored: StoredResponse, by response: Response, _ fetch: OpenFetch) async -> Response? {
        let new = response.headers
        let head = stored.head.confirmed(by: new, requestedAt: fetch.start, receivedAt: context.date)
        let answer = await self.response(
            from: StoredResponse(head, body: stored.body), .revalidated, headers: head.headers.replacingCookies(by: new)
        )
        guard let answer else { return nil }
        if isForUser(response.endpoint) { await renew(stored.head, by: new, since: fetch.start) { fetch.end() } }
        return answer
    }

    /// Returns a stale response in place of an error (RFC 5861 §4), or any by the policy; nil if it may not be used.
    private func inPlaceOfError(_ stored: StoredResponse?) async -> Response? {
        guard let stored else { return nil }
        let control = stored.head.control
        let age = stored.head.age(at: context.date)
        if policy == .loadElseReturnCache {
            return await response(from: stored, .cache(age: .seconds(min(age, StoredHead.greatestAge))))
        }
        if control.noCache || control.mustRevalidate || request?.noCache ?? false || policy == .revalidate {
            return nil
        }
        guard let window = request?.staleIfError ?? control.staleIfError,
            age - stored.head.lifetime(otherwise: lifetime) <= window
        else { return nil }
        return await response(from: stored, .cache(age: .seconds(min(age, StoredHead.greatestAge))))
    }

    // MARK: Responses to others

    /// The tags that are offered, and the bytes of their field.
    private static let (mostOffered, longestField) = (16, 4_096)
    /// The responses of a URL to other cookies that are kept although they are stale or one another's copies.
    private static let copiesPerURL = 8

    /// Returns the other responses that the server may confirm by a strong tag, as many as a request can carry. A
    /// `Last-Modified` is the date of a user's own version and is not offered for another one.
    private func offered(of heads: [StoredHead], beside own: StoredHead?) -> [StoredHead] {
        // A server that gets tags ignores the date (RFC 9110 §13.1.3), and a list has no place for what is no tag.
        let ownTag = own?.validator("ETag")
        guard endpoint.method == .get, own == nil || own?.isTagged ?? false || own?.hasValidator == false else {
            return []
        }
        var (offered, length) = ([] as [StoredHead], ownTag?.utf8.count ?? 0)
        var known = Set([ownTag].compactMap { $0.map { Array($0.utf8) } })
        let others = heads.filter { selector.mayOffer($0.variant) && !selector.accepts($0.variant) }
        for head in others.sorted(by: { $0.precedes($1) }) where head.statusCode == 200 && !head.control.noStore {
            // Otherwise a second request would have to ask for the fields.
            guard head.headers.fields.allSatisfy(\.isForAll) else { continue }
            guard let tag = head.strongTag, known.insert(Array(tag.utf8)).inserted else { continue }
            let hasRoom = offered.count + (own == nil ? 0 : 1) < Self.mostOffered
            guard hasRoom, length + tag.utf8.count + 2 <= Self.longestField else { break }
            offered.append(head)
            length += tag.utf8.count + 2
        }
        return offered
    }

    /// Returns the stored response to another request, which the server has confirmed for this one, and stores it for
    /// this one, too. Nil if it cannot be read.
    private func copied(
        _ head: StoredHead, by response: Response, _ fetch: OpenFetch, replacing: Bool
    ) async -> Response? {
        let new = response.headers
        let found = try? await cache.store.responses(for: url) { $0 == head.variant }
        guard let stored = found?.first, stored.head.isSame(as: head) else { return nil }
        var headers = head.confirmed(by: new, requestedAt: fetch.start, receivedAt: context.date).headers
            .replacingCookies(by: new)
        if let names = new["Vary"] { headers["Vary"] = names }
        guard let answer = await self.response(from: stored, .revalidated, headers: headers) else { return nil }
        let copy = Response(
            statusCode: head.statusCode, headers: headers, body: answer.body, endpoint: response.endpoint)
        return answer.replacing(body: await store(copy, fetch, replacing: replacing).body)
    }

    /// Removes the oldest responses to other cookies that are stale or have the tag of the newest, such as those to
    /// cookies that change each time.
    private func limitCookies(among heads: [StoredHead]) async {
        if selector.isNamed { return }
        let others = heads.filter { selector.mayOffer($0.variant) && !selector.isSameUser(as: $0.variant) }
            .sorted { $0.requestedAt > $1.requestedAt }
        let tag = others.first?.strongTag
        let oldest = others.filter { head in
            tag.map { head.strongTag?.isSame(bytes: $0) ?? false } ?? false
                || head.age(at: context.date) >= head.lifetime(otherwise: lifetime)
        }.dropFirst(Self.copiesPerURL - 1)
        for head in oldest { try? await cache.store.remove(head.variant, for: url) }
    }
}

extension StoredHead {
    /// Returns a validator that a request can carry; nil without one.
    fileprivate func validator(_ name: String) -> String? {
        guard let value = headers[name], value.utf8.count <= 1_024 else { return nil }
        return value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? value : nil
    }

    /// The tag, if it is a strong one in the form of RFC 9110 §8.8.3.
    fileprivate var strongTag: String? { validator("ETag").flatMap { Self.isStrong($0[...]) ? $0 : nil } }

    /// Whether it has a tag that can stand in a list.
    fileprivate var isTagged: Bool {
        guard let tag = validator("ETag") else { return false }
        return Self.isStrong(tag.hasPrefix(bytes: "W/") ? Substring(tag.utf8.dropFirst(2)) : tag[...])
    }

    private static func isStrong(_ tag: Substring) -> Bool {
        let bytes = tag.utf8
        return bytes.count >= 2 && bytes.first == 0x22 && bytes.last == 0x22
            && bytes.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x7F }
    }
}

extension HTTPHeaders.Field {
    /// Those that describe the body, the server or its rules.
    private static let namesForAll: Set<String> = [
        "accept-ranges", "age", "alt-svc", "cache-control", "content-disposition", "content-encoding",
        "content-language", "content-length", "content-security-policy", "content-type", "date", "etag", "expires",
        "last-modified", "link", "nel",
        "origin-agent-cluster", "permissions-policy", "pragma", "referrer-policy", "report-to", "reporting-endpoints",
        "server", "strict-transport-security", "timing-allow-origin", "vary", "via", "x-content-type-options",
        "x-frame-options", "x-powered-by", "x-request-id", "x-runtime", "x-xss-protection",
    ]

    /// Whether each user gets the same value with a body, or none, as of `Set-Cookie`.
    fileprivate var isForAll: Bool {
        let name = name.asciiLowercased
        return Self.namesForAll.contains(name) || name.hasPrefix(bytes: "access-control-")
            || name.hasPrefix(bytes: "cross-origin-") || name.isSame(bytes: "set-cookie")
    }
}

extension HTTPHeaders {
    /// Returns whether a 304 with other fields is about the version of these (§4.3.4). A strong validator that the
    /// stored response does not have is that of another version.
    fileprivate func isSameVersion(as new: HTTPHeaders) -> Bool {
        let (date, newDate) = (self["Last-Modified"], new["Last-Modified"])
        let isSameDate = date.flatMap { date in newDate.map { date.isSame(bytes: $0) } }
        guard let newTag = new["ETag"] else { return isSameDate ?? true }
        guard let tag = self["ETag"] else { return newTag.hasPrefix(bytes: "W/") && isSameDate ?? false }
        return Self.opaque(tag).isSame(bytes: Self.opaque(newTag))
    }

    private static func opaque(_ tag: String) -> Substring {
        tag.hasPrefix(bytes: "W/") ? Substring(tag.utf8.dropFirst(2)) : tag[...]
    }

    /// Returns the fields with the `Set-Cookie` of a new head only: the stored ones were set when they were received.
    fileprivate func replacingCookies(by new: HTTPHeaders) -> HTTPHeaders {
        var headers = self
        headers.remove("Set-Cookie")
        for cookie in new.values(for: "Set-Cookie") { headers.add("Set-Cookie", cookie) }
        return headers
    }
}
