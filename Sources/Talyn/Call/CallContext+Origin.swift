extension CallContext {
    /// The target, including that of an endpoint made from a target and sent by hand; nil without one.
    var anyTarget: (any TargetType)? { target ?? resolved?.target }

    /// Returns whether an endpoint has the origin of the target: scheme, host and port (RFC 6454 §4). Plugins add
    /// credentials to same-origin requests only.
    ///
    /// ```swift
    /// guard context.isSameOrigin(endpoint) else { return }
    /// ```
    /// The target's origin is that of the provider's base URL, or without one of the target's base URL. A route with an
    /// absolute URL, an endpoint made by hand and a redirect may lead to another origin. False when neither base URL is
    /// known, as for an endpoint made by hand that is sent through a provider without a base URL, and for a URL that is not
    /// an http or https URL with a host.
    public func isSameOrigin(_ endpoint: Endpoint) -> Bool {
        guard let base = record.baseURL ?? anyTarget?.baseURL else { return false }
        return Origin.isSame(endpoint.lazyURL, as: base)
    }
}
