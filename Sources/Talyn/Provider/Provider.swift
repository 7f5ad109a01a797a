/// Carries the cases of a target through plugins and a transport to typed values.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [.logger()])
/// let zen = try await github.request(.zen, as: String.self)
/// ```
/// A value, cheap to copy; copies share transport and plugins. Every method throws the target's ``TargetType/Failure``
/// and nothing else. Cancelling the task cancels the transfer; releasing the provider cancels nothing.
public struct Provider<Target: TargetType>: Sendable {
    let engine: Engine
    let callSite: CallSite?

    init(_ engine: Engine, callSite: CallSite? = nil) {
        self.engine = engine
        self.callSite = callSite
    }

    /// A provider.
    /// - Parameters:
    ///   - baseURL: the base URL instead of the target's own, path and all, for staging and tests; nil for the target's.
    ///   - transport: what moves the bytes; a ``StubTransport`` in tests.
    ///   - plugins: what takes part in each call, in this order.
    ///   - clock: what all waiting and measuring goes by; the date too when it is a ``DatedClock``.
    ///   - randomness: where chance comes from; nil, the default, for the system's.
    public init(
        baseURL: URL? = nil, transport: any Transport = URLSessionTransport.shared, plugins: [any Plugin] = [],
        clock: any Clock<Duration> = ContinuousClock(), randomness: Randomness? = nil
    ) {
        var defaults = ProviderDefaults()
        defaults.baseURL = baseURL
        let clock = EngineClock.of(clock, randomness)
        self.init(Engine(transport: transport, plugins: plugins, defaults: defaults, clock: clock))
    }

    /// Defaults for every call. Targets and routes override them.
    public var defaults: ProviderDefaults { engine.defaults }

    /// Returns the provider with other defaults: headers, timeouts, redirects.
    ///
    /// ```swift
    /// let github = Provider<GitHub>().withDefaults { $0.headers["User-Agent"] = "app/1.0" }
    /// ```
    public func withDefaults(_ change: (inout ProviderDefaults) -> Void) -> Provider {
        var defaults = engine.defaults
        change(&defaults)
        return Provider(engine.with(defaults: defaults), callSite: callSite)
    }

    /// Returns the provider with more plugins behind those it has.
    public func adding(_ plugins: any Plugin...) -> Provider { adding(plugins) }

    /// Returns the provider with more plugins behind those it has.
    public func adding(_ plugins: [any Plugin]) -> Provider {
        Provider(engine.with(plugins: engine.plugins + plugins), callSite: callSite)
    }

    /// The same provider with a logger: `provider.log.request(.zen)`.
    public var log: Provider { adding(.logger()) }

    /// A provider of another API over the same transport, plugins and defaults.
    ///
    /// The base URL is this API's own and not taken over, nor are default headers but ``RedirectPolicy/safeHeaders``.
    /// Plugins are: one that adds a token or credentials adds them to calls of the other API too, at that API's home. Where
    /// that is somebody else's, let the plugin look at `context.target(as:)`, or the other target say `nil` as an
    /// ``AccessTokenAuthorizable``.
    public func `for`<Other: TargetType>(_ other: Other.Type) -> Provider<Other> {
        var defaults = engine.defaults
        defaults.baseURL = nil
        defaults.headers = defaults.headers.only(RedirectPolicy.safeHeaders)
        return Provider<Other>(engine.with(defaults: defaults), callSite: callSite)
    }

    /// Returns the provider with a fixed call site, for a function that wraps it and passes its caller's on.
    public func at(_ callSite: CallSite) -> Provider { Provider(engine, callSite: callSite) }
}

extension Provider: RedactedStringConvertible {
    /// Target, transport and the names of the plugins; what they hold is never shown.
    public var description: String {
        let names = engine.plugins.map(\.name).joined(separator: ", ")
        return "Provider<\(Target.self)>(\(engine.transport.label)\(names.isEmpty ? "" : ", \(names)"))"
    }

    /// Shows what ``description`` shows, and the defaults.
    public var customMirror: Mirror {
        Mirror(self, children: ["provider": description, "defaults": defaults.description], displayStyle: .struct)
    }
}
