// Names of Alamofire that Talyn does not have, with what to write instead.

extension Session {
    @available(
        *, unavailable,
        message:
            "leave 'redirectHandler' out: Talyn follows redirects; to refuse them, set 'endpoint.options.redirects = .refuse' in a Preparer of Session(transport:plugins:)"
    )
    public convenience init(
        configuration: URLSessionConfiguration = .af.default, delegate: Any? = nil, rootQueue: DispatchQueue? = nil,
        startRequestsImmediately: Bool = true, requestQueue: DispatchQueue? = nil,
        serializationQueue: DispatchQueue? = nil, interceptor: (any RequestInterceptor)? = nil,
        serverTrustManager: Any? = nil, redirectHandler: (any RedirectHandler)?, cachedResponseHandler: Any? = nil,
        eventMonitors: [Any] = []
    ) { self.init() }

    @available(
        *, unavailable,
        message:
            "leave 'eventMonitors' out: write a PluginType of Moya, or '.logEvents { }' or '.metrics { }' of Talyn in Session(transport:plugins:)"
    )
    public convenience init(
        configuration: URLSessionConfiguration = .af.default, delegate: Any? = nil, rootQueue: DispatchQueue? = nil,
        startRequestsImmediately: Bool = true, requestQueue: DispatchQueue? = nil,
        serializationQueue: DispatchQueue? = nil, interceptor: (any RequestInterceptor)? = nil,
        serverTrustManager: Any? = nil, cachedResponseHandler: Any? = nil, eventMonitors: [Any]
    ) { self.init() }

    @available(
        *, unavailable,
        message:
            "leave 'serverTrustManager' out: pin with NSPinnedDomains in Info.plist, on Linux with NetworkConfiguration.pinnedPublicKeys of Talyn"
    )
    public convenience init(
        configuration: URLSessionConfiguration = .af.default, delegate: Any? = nil, rootQueue: DispatchQueue? = nil,
        startRequestsImmediately: Bool = true, requestQueue: DispatchQueue? = nil,
        serializationQueue: DispatchQueue? = nil, interceptor: (any RequestInterceptor)? = nil,
        serverTrustManager: Any?, cachedResponseHandler: Any? = nil
    ) { self.init() }

    @available(
        *, unavailable,
        message:
            "leave 'delegate', 'requestQueue', 'serializationQueue' and 'cachedResponseHandler' out: Talyn has none of them"
    )
    public convenience init(
        configuration: URLSessionConfiguration = .af.default, delegate: Any? = nil, rootQueue: DispatchQueue? = nil,
        startRequestsImmediately: Bool = true, requestQueue: DispatchQueue? = nil,
        serializationQueue: DispatchQueue? = nil, interceptor: (any RequestInterceptor)? = nil,
        cachedResponseHandler: Any? = nil
    ) { self.init() }
}

@available(
    *, unavailable,
    message: "pin with NSPinnedDomains in Info.plist, on Linux with NetworkConfiguration.pinnedPublicKeys of Talyn"
)
public protocol ServerTrustEvaluating {}

@available(
    *, unavailable,
    message: "pin with NSPinnedDomains in Info.plist, on Linux with NetworkConfiguration.pinnedPublicKeys of Talyn"
)
public final class ServerTrustManager {
    public init(allHostsMustBeEvaluated: Bool = true, evaluators: [String: Any]) {}
}

@available(
    *, unavailable,
    message:
        "Talyn follows redirects; to refuse them, set 'endpoint.options.redirects = .refuse' in a Preparer of Session(transport:plugins:)"
)
public protocol RedirectHandler: Sendable {}

@available(
    *, unavailable,
    message:
        "Talyn follows redirects; to refuse them, set 'endpoint.options.redirects = .refuse' in a Preparer of Session(transport:plugins:)"
)
public struct Redirector: RedirectHandler {
    public enum Behavior: Sendable { case follow, doNotFollow }
    public static let follow = Redirector(behavior: .follow)
    public static let doNotFollow = Redirector(behavior: .doNotFollow)
    public init(behavior: Behavior) {}
}

@available(
    *, unavailable,
    message: "write a PluginType of Moya, or '.logEvents { }' or '.metrics { }' of Talyn in Session(transport:plugins:)"
)
public protocol EventMonitor {}

@available(
    *, unavailable,
    message: "write a PluginType of Moya, or '.logEvents { }' or '.metrics { }' of Talyn in Session(transport:plugins:)"
)
public final class ClosureEventMonitor {
    public init() {}
}
