internal import Foundation
internal import Talyn

/// One exchange through a cache: what is stored decides whether the server is asked, and how (RFC 9111 §4).
/// CachedExchange+Validate.swift asks the server about stored responses, CachedExchange+Answer.swift makes the response
/// of a stored one, CachedExchange+Store.swift stores what the server answers, CachedExchange+Change.swift forgets what
/// a request changed.
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
    let policy: CachePolicy

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
            return try await isReload ? fetch(replacing: true) : validate(nil)
        }
        let answer = answer(from: stored.head)
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
    }

    private func answer(from head: StoredHead) -> Answer {
        let (age, life) = (head.age(at: context.date), head.lifetime(otherwise: lifetime))
        let isFresh = age < life && !head.control.noCache
        switch policy {
        case .returnCacheElseLoad, .returnCacheOnly: return .stored(age)
        case .revalidate: return isFresh && head.control.isImmutable ? .stored(age) : .validated
        case .loadElseReturnCache: return .validated
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
        let canRenew = context.delivery == .data && endpoint.method == .get && !endpoint.headers.contains("Cookie")
        return canRenew ? .renewed(age) : .validated
    }

    /// Returns the newest of the responses that the request selects (§4.1).
    private func newest(of found: [StoredResponse]) -> StoredResponse? {
        guard var newest = found.first else { return nil }
        for other in found.dropFirst() where other.head.precedes(newest.head) { newest = other }
        return newest
    }

    /// Validates a stored response beside or after the call.
    private func renewLater(_ stored: StoredResponse) {
        let name = "renew \(url) \(stored.head.variant)"
        if !cache.begin(name) { return }
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
}
