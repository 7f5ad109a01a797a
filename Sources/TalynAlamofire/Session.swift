public import Talyn
internal import TalynDigest

#if os(Linux)
internal import TalynStores
internal import TalynStubs
#endif

/// The transport of requests, with an interceptor: Alamofire's session over Talyn.
///
/// On Apple platforms its transport is a `URLSession` over a copy of the configuration, which keeps its cookies, cache,
/// credentials and protocol classes. On Linux it is libcurl; of the configuration it has the header fields, timeouts,
/// connections per host, cookies, and a cache in memory of the size that `urlCache` has there; with protocol classes of
/// the app's it is a `URLSession`.
#if DEPRECATIONS
@available(*, deprecated, message: "pass a transport and plugins to 'Provider(transport:plugins:)'")
#endif
public final class Session: Sendable {
    /// A session with Alamofire's configuration.
    public static let `default` = Session()

    /// The transport, which providers of Talyn can share.
    public let transport: any Transport
    /// The plugins of Talyn, around each attempt. Cookies and cache of a configuration are not among them.
    public let plugins: [any Plugin]
    /// The interceptor; nil if there is none.
    public let interceptor: (any RequestInterceptor)?
    /// The serial queue of plugins and interceptors.
    public let rootQueue: DispatchQueue
    /// Has no effect: a provider starts its requests at once. Declared for source compatibility.
    public let startRequestsImmediately: Bool

    let provider: Provider<SentRequest>
    package let additionalHeaders: [String: String]
    /// The cache policy of requests that have the default one.
    let cachePolicy: URLRequest.CachePolicy
    private let configuration: UncheckedTransfer<URLSessionConfiguration>
    /// The requests that have begun and not ended.
    private let active = Locked<[ObjectIdentifier: Request]>([:])

    /// The configuration.
    public var sessionConfiguration: URLSessionConfiguration { configuration.value }

    /// Makes a session over a copy of a configuration.
    public convenience init(
        configuration: URLSessionConfiguration = .af.default,
        rootQueue: DispatchQueue = DispatchQueue(label: "org.alamofire.session.rootQueue"),
        startRequestsImmediately: Bool = true, interceptor: (any RequestInterceptor)? = nil
    ) {
        let carrier = configuration.carrier
        self.init(
            carrier.transport, plugins: [], stores: carrier.stores, configuration, rootQueue: rootQueue,
            startRequestsImmediately: startRequestsImmediately, interceptor: interceptor)
    }

    /// Makes a session over a transport and plugins of Talyn, such as those of a `Provider` beside it.
    ///
    /// ```swift
    /// let session = Session(transport: StubTransport(), plugins: [.retry(), .logger()])
    /// ```
    /// The target of a request decides whether and where `.accessToken` and `.tokenRefresh` put a token, as for Moya's
    /// `AccessTokenPlugin`: a target without `AccessTokenAuthorizable`, or with the type nil, gets none. A session has
    /// no base URL: the origin of each request counts as the target's own. `.credentials` calls its closure for each
    /// request, which returns nil for the hosts that get no password.
    public convenience init(
        transport: any Transport, plugins: [any Plugin] = [],
        rootQueue: DispatchQueue = DispatchQueue(label: "org.alamofire.session.rootQueue"),
        interceptor: (any RequestInterceptor)? = nil
    ) {
        self.init(
            transport, plugins: plugins, stores: [], .af.default, rootQueue: rootQueue, startRequestsImmediately: true,
            interceptor: interceptor)
    }

    private init(
        _ transport: any Transport, plugins: [any Plugin], stores: [any Plugin],
        _ configuration: URLSessionConfiguration, rootQueue: DispatchQueue, startRequestsImmediately: Bool,
        interceptor: (any RequestInterceptor)?
    ) {
        self.transport = transport
        self.plugins = plugins
        self.interceptor = interceptor
        self.rootQueue = rootQueue
        self.startRequestsImmediately = startRequestsImmediately
        self.configuration = UncheckedTransfer(configuration.copy() as? URLSessionConfiguration ?? configuration)
        let headers = configuration.headers.dictionary
        additionalHeaders = headers
        cachePolicy = configuration.requestCachePolicy
        let digest = DigestPlugin { $0.target(as: SentRequest.self)?.userCredentials }
        // Digest before the cache, which could not tell users apart otherwise. Stores are not in `plugins`: stubs do
        // not need them.
        provider = Provider<SentRequest>(transport: transport, plugins: plugins + [digest, BasicChallenge()] + stores)
            .withDefaults { defaults in
                defaults.headers = Talyn.HTTPHeaders(headers)
                let timeout = configuration.timeoutIntervalForRequest
                defaults.timeout = Duration(seconds: timeout > 0 ? timeout : 60)
                let (whole, week) = (configuration.timeoutIntervalForResource, 604_800.0)
                if whole > 0, whole < week {
                    defaults.deadline = Duration(seconds: whole)
                }
                // As in Moya, a body may have any size.
                defaults.maxBodySize = .max
            }
    }

    /// Cancels the requests that have begun and not ended, and calls a closure on a queue. Stubs of a `stubClosure` are
    /// no requests of a session.
    public func cancelAllRequests(
        completingOnQueue queue: DispatchQueue = .main, completion: (@Sendable () -> Void)? = nil
    ) {
        let requests = active.withLock { Array($0.values) }
        rootQueue.async {
            requests.forEach { $0.cancel() }
            if let completion { queue.async(execute: completion) }
        }
    }

    func begin(_ request: Request) { active.withLock { $0[ObjectIdentifier(request)] = request } }
    func end(_ request: Request) { active.withLock { $0[ObjectIdentifier(request)] = nil } }

    /// The cookies of a URL that the configuration's storage has; nil if it has none.
    func cookies(for url: URL) -> [HTTPCookie]? {
        guard sessionConfiguration.httpShouldSetCookies else { return nil }
        return sessionConfiguration.httpCookieStorage?.cookies(for: url)
    }

    /// Runs a step on the session's queue.
    func perform<Value: Sendable>(_ step: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in rootQueue.async { continuation.resume(returning: step()) } }
    }

    /// Runs a step of the app's on the session's queue, and returns its answer; nil if the task is cancelled before.
    func answer<Value: Sendable>(
        _ step: @escaping @Sendable (_ answer: @escaping @Sendable (Value) -> Void) -> Void
    ) async -> Value? {
        if _Concurrency.Task.isCancelled { return nil }
        let ticket = WaitTicket<Value>()
        // In two steps, as by Alamofire: a request that is cancelled at once is then not prepared.
        rootQueue.async { self.rootQueue.async { step { ticket.settle($0) } } }
        return if case .settled(let value) = await ticket.wait() { value } else { nil }
    }
}

extension Duration {
    /// Makes a duration of up to ten years; of zero for a negative number and NaN. `seconds(_:)` ends the process for
    /// numbers that do not fit.
    package init(seconds: TimeInterval) { self = .seconds(seconds > 0 ? min(seconds, 315_360_000) : 0) }
}

extension URLSessionConfiguration {
    /// Alamofire's configurations.
    public static var af: AlamofireConfigurations { AlamofireConfigurations() }

    /// The configurations of Alamofire.
    public struct AlamofireConfigurations: Sendable {
        /// The default configuration, with Alamofire's default headers.
        public var `default`: URLSessionConfiguration { withHeaders(.default) }
        /// The ephemeral configuration, with Alamofire's default headers.
        public var ephemeral: URLSessionConfiguration { withHeaders(.ephemeral) }

        private func withHeaders(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
            configuration.headers = .default
            return configuration
        }
    }

    #if os(Linux)
    /// libcurl, with the cookies and a cache as plugins; a `URLSession` where the app has protocol classes of its own.
    fileprivate var carrier: (transport: any Transport, stores: [any Plugin]) {
        let known = URLSessionConfiguration.default.protocolClasses?.map { ObjectIdentifier($0) } ?? []
        let isOwn = protocolClasses?.contains { !known.contains(ObjectIdentifier($0)) } ?? false
        var network = NetworkConfiguration()
        network.maxConnectionsPerHost = httpMaximumConnectionsPerHost
        guard !isOwn, CURLTransport.isAvailable, let transport = try? CURLTransport(network) else {
            return (URLSessionTransport(copying: self), [])
        }
        var stores: [any Plugin] = []
        if httpShouldSetCookies, httpCookieAcceptPolicy != .never, let storage = httpCookieStorage {
            stores.append(.cookies(CookieJar(storage)))
        }
        if let urlCache, urlCache.memoryCapacity > 0 {
            stores.append(.cache(ResponseCache(memory: urlCache.memoryCapacity)))
        }
        return (transport, stores)
    }
    #else
    fileprivate var carrier: (transport: any Transport, stores: [any Plugin]) {
        (URLSessionTransport(copying: self), [])
    }
    #endif
}
