internal import Foundation
internal import Talyn

/// One exchange through a cache: what is stored decides whether the server is asked, and how (RFC 9111 §4).
/// CachedExchange+Answer.swift makes the response of a stored one, CachedExchange+Store.swift stores what the server
/// answers, CachedExchange+Change.swift forgets what a request changed.
final class CachedExchange: Sendable {
    let cache: ResponseCache
    let endpoint: Endpoint
    let context: CallContext
    let next: Next
    let url: String
    let selector: CacheSelector
    /// The directives of the request; nil without any.
    let request: CacheControl?
    /// The lifetime of a response that says none; nil for the heuristic.
    let lifetime: Duration?
    private let policy: CachePolicy

    init(_ cache: ResponseCache, _ endpoint: Endpoint, _ context: CallContext, _ next: Next) {
        self.cache = cache
        self.endpoint = endpoint
        self.context = context
        self.next = next
        url = endpoint.normalURL
        selector = CacheSelector(endpoint, cache.hashes)
        request = CacheControl(ofRequest: endpoint.headers)
        policy = CachePolicy(endpoint.options.tags)
        lifetime = endpoint.options.tags[CachePolicy.LifetimeTag.self]
    }

    // MARK: The decision

    func respond() async throws -> Response {
        guard endpoint.method == .get || endpoint.method == .head else {
            if policy == .returnCacheOnly { throw Self.nothingStored }
            return try await change()
        }
        if isForServer {
            if let refusal = try refusal { return refusal }
            return try await fetch()
        }
        let isReload = policy == .reload
        let found = isReload ? nil : try? await cache.store.responses(for: url) { self.selector.accepts($0) }
        guard let stored = newest(of: found ?? []) else {
            if let refusal = try refusal { return refusal }
            if context.isDryRun { context.note(isReload ? "cache: reloads" : "cache: nothing stored") }
            return try await fetch(replacing: isReload)
        }
        let answer = answer(from: stored.head)
        if context.isDryRun { context.note("cache: \(answer.text)") }
        if case .validated = answer {
            if let refusal = try refusal { return refusal }
            return try await validate(stored)
        }
        let source = Response.Source.cache(age: .seconds(answer.age))
        // Nearly always the body is in memory, where a function that waits for nothing is cheaper.
        let answered =
            if case .data = stored.body { response(stored, source) } else { await response(from: stored, source) }
        guard let response = answered else {
            if let refusal = try refusal { return refusal }
            return try await fetch()
        }
        if case .renewed = answer { renewLater(stored) }
        return response
    }

    /// Whether no stored response can answer: a condition is the caller's own, a part of a download or stream is not
    /// what it asks for.
    private var isForServer: Bool {
        if request?.noStore ?? false { return true }
        for field in endpoint.headers.fields {
            // Nearly all names begin with another letter. The helpers for text are slower from this module.
            switch field.name.utf8.first.map({ $0 | 0x20 }) {
            case UInt8(ascii: "i"): if Self.conditions.contains(field.name.asciiLowercased) { return true }
            case UInt8(ascii: "r"):
                if context.delivery != .data, HTTPHeaders.isSameName(field.name, "Range") { return true }
            default: break
            }
        }
        return false
    }

    private static let conditions: Set<String> = [
        "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range",
    ]

    private static var nothingStored: URLError {
        URLError(.resourceUnavailable, userInfo: [NSLocalizedDescriptionKey: "the cache has no response"])
    }

    /// The answer in place of a request to the server; nil if there may be one. It is that of `only-if-cached`
    /// (§5.2.1.7).
    /// - Throws: `URLError.resourceUnavailable` by the policy.
    private var refusal: Response? {
        get throws {
            if policy == .returnCacheOnly { throw Self.nothingStored }
            return request?.onlyIfCached ?? false ? Response(statusCode: 504, endpoint: endpoint) : nil
        }
    }

    /// The use of a stored response.
    private enum Answer {
        /// It is returned. With its age in seconds.
        case stored(Double)
        /// It is returned, and renewed in the background.
        case renewed(Double)
        /// The server is asked whether it is current.
        case validated

        var age: Double {
            switch self {
            case .stored(let age), .renewed(let age): Swift.min(age, StoredHead.greatestAge)
            case .validated: 0
            }
        }

        var text: String {
            switch self {
            case .stored: "answers, \(Int64(age)) s old"
            case .renewed: "answers, \(Int64(age)) s old, and renews it in the background"
            case .validated: "validates the stored response"
            }
        }
    }

    private func answer(from head: StoredHead) -> Answer {
        let (age, life) = (head.age(at: context.date), head.lifetime(otherwise: lifetime))
        let isFresh = age < life && !head.control.noCache
        switch policy {
        case .returnCacheElseLoad, .returnCacheOnly: return .stored(age)
        case .revalidate: return isFresh && head.control.isImmutable ? .stored(age) : .validated
        case .useProtocol, .reload: break
        }
        // A retry asks for another answer than the error it repeats.
        if context.attempt > 1, head.statusCode >= 400 { return .validated }
        if let request {
            let isTooOld = request.maxAge.map { age > $0 || $0 == 0 } ?? false
            if request.noCache || isTooOld || request.minFresh.map({ life - age < $0 }) ?? false { return .validated }
        }
        if isFresh { return .stored(age) }
        if head.control.noCache || head.control.mustRevalidate { return .validated }
        if let maxStale = request?.maxStale, age - life <= maxStale { return .stored(age) }
        guard let window = head.control.staleWhileRevalidate, age - life <= window else { return .validated }
        if request?.onlyIfCached ?? false { return .stored(age) }
        // A download or a stream has one body, so that nothing can be renewed beside it. New cookies of a renewal would
        // reach nobody.
        let canRenew = context.delivery == .data && endpoint.method == .get && selector.cookies == "-"
        return canRenew ? .renewed(age) : .validated
    }

    /// Returns the newest of the responses that the request selects (§4.1).
    private func newest(of found: [StoredResponse]) -> StoredResponse? {
        guard var newest = found.first else { return nil }
        for other in found.dropFirst() where other.head.precedes(newest.head) { newest = other }
        return newest
    }

    // MARK: Asking the server

    /// Sends the request, and stores the response, in place of older ones if there may be some.
    private func fetch(replacing: Bool = false) async throws -> Response {
        if context.isDryRun || request?.noStore ?? false { return try await next(endpoint) }
        let fetch = OpenFetch(cache, url)
        let start = context.date
        return await store(try await next(endpoint), since: start, fetch, replacing: replacing)
    }

    /// Asks the server whether a stored response is current (§4.3), and returns that one or the new one.
    private func validate(_ stored: StoredResponse) async throws -> Response {
        // A part of a response that changed meanwhile would be no part of the stored one.
        if endpoint.headers.contains("Range") { return try await fetch() }
        var conditional = endpoint
        conditional.headers["If-None-Match"] = stored.head.validator("ETag")
        conditional.headers["If-Modified-Since"] = stored.head.validator("Last-Modified")
        // Caches on the way ask the server, too.
        if policy == .revalidate, !endpoint.headers.contains("Cache-Control") {
            conditional.headers["Cache-Control"] = "max-age=0"
        }
        if context.isDryRun { return try await next(conditional) }
        let fetch = OpenFetch(cache, url)
        let start = context.date
        let response: Response
        do { response = try await next(conditional) } catch {
            // The errors of plugins and stubs are not those of the server or the way to it.
            guard case .transport = error.kind, !Task.isCancelled, let stale = await inPlaceOfError(stored) else {
                throw error
            }
            return stale
        }
        if response.statusCode == 304 {
            if let answer = try await confirmed(stored, by: response, since: start, fetch) { return answer }
            // It is about another version, or the stored body cannot be read.
            return try await self.fetch(replacing: true)
        }
        if [500, 502, 503, 504].contains(response.statusCode), let stale = await inPlaceOfError(stored) {
            return stale
        }
        return await store(response, since: start, fetch, replacing: true)
    }

    /// Returns the stored response with the fields of a 304; nil if that is about another version.
    private func confirmed(
        _ stored: StoredResponse, by response: Response, since start: Date, _ fetch: OpenFetch
    ) async throws -> Response? {
        let new = response.headers
        guard stored.head.headers.isSameVersion(as: new) else { return nil }
        let head = stored.head.confirmed(by: new, requestedAt: start, receivedAt: context.date)
        let answer = await self.response(
            from: StoredResponse(head, body: stored.body), .revalidated, headers: head.headers.replacingCookies(by: new)
        )
        guard let answer else { return nil }
        if isForUser(response.endpoint) { await renew(stored.head, by: new, since: start) { fetch.end() } }
        return answer
    }

    /// Returns a stale response in place of an error (RFC 5861 §4); nil if it may not be used.
    private func inPlaceOfError(_ stored: StoredResponse) async -> Response? {
        let control = stored.head.control
        if control.noCache || control.mustRevalidate || request?.noCache ?? false || policy == .revalidate {
            return nil
        }
        let age = stored.head.age(at: context.date)
        guard let window = request?.staleIfError ?? control.staleIfError,
            age - stored.head.lifetime(otherwise: lifetime) <= window
        else { return nil }
        return await response(from: stored, .cache(age: .seconds(min(age, StoredHead.greatestAge))))
    }

    /// Validates a stored response beside or after the call.
    private func renewLater(_ stored: StoredResponse) {
        let name = "renew \(url) \(stored.head.variant)"
        if context.isDryRun || !cache.begin(name) { return }
        var endpoint = endpoint
        // The deadline is the call's.
        endpoint.options.deadline = Duration.seconds(Int64.max)
        let exchange = CachedExchange(cache, endpoint, context, next.background)
        Task { [cache] in
            _ = try? await exchange.validate(stored)
            cache.end(name)
        }
    }
}

extension StoredHead {
    /// The greatest age in seconds that is told (§1.2.2).
    static let greatestAge: Double = 2_147_483_648

    /// Returns a validator that a request can carry; nil without one.
    fileprivate func validator(_ name: String) -> String? {
        guard let value = headers[name], value.utf8.count <= 1_024 else { return nil }
        return value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? value : nil
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
