/// What a provider adds to every call that does not say otherwise.
public struct ProviderDefaults: Sendable {
    /// The host instead of the target's own, for staging and tests. Default: nil, the target's.
    public var baseURL: URL?

    /// Headers of every call; a target's of the same name replace them. Default: none.
    public var headers = HTTPHeaders()

    /// How long an exchange may stay without a byte moving. Default: 30 seconds.
    public var timeout: Duration = .seconds(30)

    /// How long a whole call may take, every attempt included. Default: nil, no limit.
    public var deadline: Duration?

    /// How redirects are answered. Default: up to 20 are followed.
    public var redirects: RedirectPolicy = .follow

    /// The defaults of the defaults.
    public init() {}
}
