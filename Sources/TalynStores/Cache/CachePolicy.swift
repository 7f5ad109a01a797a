internal import Foundation
public import Talyn

/// The use of a ``ResponseCache`` by a call, in the words of `URLRequest`.
///
/// An endpoint made of a `URLRequest` has the policy of that: both that ignore the local cache are ``reload``.
public enum CachePolicy: Sendable, Hashable {
    /// As the server and HTTP say: a fresh response is used, a stale one is validated. Default.
    case useProtocol
    /// Stored responses are not used; the new one is stored.
    case reload
    /// A stored response is used whatever its age, and the server asked only without one.
    case returnCacheElseLoad
    /// A stored response is used whatever its age. Without one the call fails with `URLError.resourceUnavailable`, and
    /// nothing is sent.
    case returnCacheOnly
    /// The server is asked, also about a fresh response. A stored one is used whatever its age if the server confirms
    /// it, in place of a network error, and in place of a 500, 502, 503 or 504.
    case loadElseReturnCache
    /// A stored response is used after the server confirmed it. One that is `immutable` and fresh is used at once
    /// (RFC 8246 §2).
    case revalidate

    /// The policy of a call; nil without one.
    enum Tag: CallTagKey { static let defaultValue: CachePolicy? = nil }

    /// The lifetime of responses that have none.
    enum LifetimeTag: CallTagKey { static let defaultValue: Duration? = nil }

    /// The policy of a call: its own, or that of a `URLRequest` that its endpoint was made of.
    init(_ tags: CallTags) {
        if let own = tags[Tag.self] {
            self = own
            return
        }
        switch tags[SourceRequest.self]?.cachePolicy ?? .useProtocolCachePolicy {
        case .useProtocolCachePolicy: self = .useProtocol
        case .returnCacheDataElseLoad: self = .returnCacheElseLoad
        case .returnCacheDataDontLoad: self = .returnCacheOnly
        case .reloadRevalidatingCacheData: self = .revalidate
        default: self = .reload
        }
    }
}

extension Route {
    /// Sets how the call uses the cache of a ``CachePlugin``. Default: as the server says.
    public consuming func cachePolicy(_ policy: CachePolicy) -> Route { tag(CachePolicy.Tag.self, policy) }

    /// Sets how long a response stays fresh if the server says nothing about it: neither `max-age` nor `Expires`.
    /// Default: a tenth of the time since its `Last-Modified`, without one none.
    public consuming func cache(for lifetime: Duration) -> Route { tag(CachePolicy.LifetimeTag.self, lifetime) }
}

extension Provider {
    /// Returns the provider with a policy for its calls in place of their routes', such as for a reload by hand:
    /// `try await github.cachePolicy(.reload).request(.feed)`.
    public func cachePolicy(_ policy: CachePolicy) -> Provider { adding(PolicyPlugin(policy: policy)) }
}

/// Sets the policy of each call.
private struct PolicyPlugin: Preparer {
    let policy: CachePolicy

    func prepare(_ endpoint: inout Endpoint, context: CallContext) {
        endpoint.options.tags[CachePolicy.Tag.self] = policy
    }
}
