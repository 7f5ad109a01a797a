internal import Foundation
public import Talyn

/// Answers requests from stored responses, and stores new ones: a private cache by RFC 9111, with
/// `stale-while-revalidate` and `stale-if-error` (RFC 5861) and `immutable` (RFC 8246), over every transport, stub and
/// cassette.
///
/// ```swift
/// let cache = try ResponseCache(folder: folder)
/// let github = Provider<GitHub>(plugins: [.cache(cache), .coalescing()])
/// ```
/// A response is stored with its status, before validation, as the server and `Cache-Control` of the request allow; it
/// answers a request with the same URL, credentials, cookies and fields named by `Vary`. A stale one is validated with
/// its `ETag` and `Last-Modified`. Without one, the `ETag`s of the responses to other cookies are offered to the
/// server. `Response.source` says where a response came from.
///
/// It stands behind plugins that set credentials and cookies, and before those that sign, share or limit exchanges. A
/// response to a request that a later plugin gave other credentials is not stored.
public struct CachePlugin: ExchangeInterceptor {
    let cache: ResponseCache
    private let isUsed: @Sendable (CallContext) -> Bool

    /// Makes a plugin.
    /// - Parameters:
    ///   - cache: the stored responses.
    ///   - isUsed: whether a call uses the cache. Default: each one. A POST, PUT, PATCH or DELETE that does not still
    ///     removes what is stored for its URL (RFC 9111 §4.4).
    public init(_ cache: ResponseCache, for isUsed: @escaping @Sendable (CallContext) -> Bool = { _ in true }) {
        self.cache = cache
        self.isUsed = isUsed
    }

    /// Answers from the cache, or stores the answer.
    /// - Throws: `URLError.resourceUnavailable` for ``CachePolicy/returnCacheOnly`` without a stored response.
    public func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
        let isUsed = isUsed(context)
        if !isUsed, endpoint.method.isSafe { return try await next(endpoint) }
        let exchange = CachedExchange(cache, endpoint, context, next)
        return try await isUsed ? exchange.respond() : exchange.change(storesResult: false)
    }

    /// The problem of a cache behind coalescing or a limit, where a hit costs more.
    public func problem(behind earlier: any Plugin) -> String? {
        switch earlier {
        case is CoalescingPlugin: "the cache is asked in the task of an exchange, which costs more than a hit"
        case is ConcurrencyLimitPlugin: "a cached response waits for a permit"
        default: nil
        }
    }
}

extension CachePlugin: RedactedStringConvertible {
    /// The name of the plugin and its store; never a URL.
    public var description: String { "CachePlugin(\(cache.store))" }
}

extension Plugin where Self == CachePlugin {
    /// Answers from stored responses: ``CachePlugin``. Default: a new cache of 16 MiB in memory.
    public static func cache(
        _ cache: ResponseCache = ResponseCache(), for isUsed: @escaping @Sendable (CallContext) -> Bool = { _ in true }
    ) -> CachePlugin { CachePlugin(cache, for: isUsed) }

    /// Not available: it is a function.
    @available(*, unavailable, message: "write '.cache()' or '.cache(cache)'")
    public static var cache: CachePlugin { .cache() }
}
