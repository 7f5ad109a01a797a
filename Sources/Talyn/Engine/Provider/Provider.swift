/// Makes the calls of a target: sends its cases through plugins and a transport, and returns typed values.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [.logger()])
/// let zen = try await github.request(.zen, as: String.self)
/// ```
/// A provider is a value; copies are cheap and share the transport and the plugins. Every call throws the target's
/// ``TargetType/Failure`` and nothing else. Cancelling the task cancels the transfer; releasing the provider cancels
/// nothing.
public struct Provider<Target: TargetType>: Sendable {
    let engine: Engine
    let callSite: CallSite?

    init(_ engine: Engine, callSite: CallSite? = nil) {
        self.engine = engine
        self.callSite = callSite
    }

    /// Makes a provider.
    /// - Parameters:
    ///   - baseURL: the base URL instead of the target's, path included, for staging and tests. Default: nil, the
    ///     target's.
    ///   - transport: the carrier of requests, such as a `StubTransport` in tests. Default:
    ///     ``PlatformTransport/shared``.
    ///   - plugins: the plugins of each call, in order.
    ///   - clock: the clock of all waits and measurements, and of the date if it is a ``DatedClock``.
    ///   - randomness: the source of randomness. Default: nil, the system's.
    public init(
        baseURL: URL? = nil, transport: any Transport = PlatformTransport.shared, plugins: [any Plugin] = [],
        clock: any Clock<Duration> = ContinuousClock(), randomness: Randomness? = nil
    ) {
        var defaults = ProviderDefaults()
        defaults.baseURL = baseURL
        let clock = EngineClock.of(clock, randomness)
        Engine.checkInDebugBuilds(plugins)
        self.init(Engine(transport: transport, plugins: plugins, defaults: defaults, clock: clock))
    }

    /// Defaults for every call. Targets and routes override them.
    public var defaults: ProviderDefaults { engine.defaults }

    /// Returns the provider with other defaults.
    /// ```swift
    /// let github = Provider<GitHub>().withDefaults { $0.headers["User-Agent"] = "app/1.0" }
    /// ```
    public func withDefaults(_ change: (inout ProviderDefaults) -> Void) -> Provider {
        var defaults = engine.defaults
        change(&defaults)
        return Provider(engine.with(defaults: defaults), callSite: callSite)
    }

    /// Returns the provider with more plugins after its own.
    public func adding(_ plugins: any Plugin...) -> Provider { adding(plugins) }

    /// Returns the provider with more plugins after its own.
    public func adding(_ plugins: [any Plugin]) -> Provider {
        let plugins = engine.plugins + plugins
        Engine.checkInDebugBuilds(plugins)
        return Provider(engine.with(plugins: plugins), callSite: callSite)
    }

    /// The provider with a logger: `provider.log.request(.zen)`.
    public var log: Provider { Provider(engine.with(plugins: engine.plugins + [.logger()]), callSite: callSite) }

    /// Returns a provider of another API over the same transport, plugins and defaults.
    ///
    /// The base URL is not shared, and of the default headers only ``RedirectPolicy/safeHeaders``. With `baseURL` the
    /// other API is called there, such as at a staging host; by default at its own base URL. A plugin that adds a
    /// token or credentials adds them to calls of the other API too, at that API's origin. If that must not happen, the
    /// plugin can check `context.target(as:)`, or the other target can return `nil` as an ``AccessTokenAuthorizable``.
    public func `for`<Other: TargetType>(_ other: Other.Type, baseURL: URL? = nil) -> Provider<Other> {
        var defaults = engine.defaults
        defaults.baseURL = baseURL
        defaults.headers = defaults.headers.only(RedirectPolicy.safeHeaders)
        return Provider<Other>(engine.with(defaults: defaults), callSite: callSite)
    }

    /// Returns the provider with a fixed call site, for a function that passes its caller's on.
    public func at(_ callSite: CallSite) -> Provider { Provider(engine, callSite: callSite) }
}

// Not RedactedStringConvertible, whose members would stand beside the calls in code completion. Every secret is in the
// engine, which is.
extension Provider: CustomStringConvertible {
    /// The target, the transport, whether there is a base URL, and the names of the plugins.
    public var description: String { "Provider<\(Target.self)>(\(engine))" }
}
