/// The part of every provider that knows no target type. ``Provider`` is its typed face.
final class Engine: Sendable {
    let transport: any Transport
    let plugins: [any Plugin]
    let defaults: ProviderDefaults
    let clock: EngineClock
    let hooks: Hooks
    /// Whether the transport is that of a dry run, which no `withStubs(_:)` replaces.
    let isDryRun: Bool

    init(
        transport: any Transport, plugins: [any Plugin], defaults: ProviderDefaults, clock: EngineClock,
        over dryRun: DryRun? = nil
    ) {
        self.transport = dryRun ?? transport
        self.plugins = plugins
        self.defaults = defaults
        self.clock = clock
        isDryRun = dryRun != nil
        let hooks = Hooks(plugins)
        self.hooks = dryRun.map(hooks.recorded) ?? hooks
    }

    /// Returns the engine with other defaults or plugins, or over a dry run, which sends nothing.
    func with(
        defaults: ProviderDefaults? = nil, plugins: [any Plugin]? = nil, over dryRun: DryRun? = nil
    ) -> Engine {
        Engine(
            transport: transport, plugins: plugins ?? self.plugins, defaults: defaults ?? self.defaults, clock: clock,
            over: dryRun)
    }
}

/// The hooks of a provider's plugins, sorted once, so that a hook that no plugin adopts costs nothing.
struct Hooks: Sendable {
    var callRing: [Interceptor] = []
    var preparers: [any Preparer] = []
    var exchangeRing: [Interceptor] = []
    var observers: [any CallObserver] = []
    var processors: [any Processor] = []

    init() {}

    init(_ plugins: [any Plugin]) {
        for plugin in plugins {
            if let plugin = plugin as? any CallInterceptor { callRing.append(.call(plugin)) }
            if let plugin = plugin as? any Preparer { preparers.append(plugin) }
            if let plugin = plugin as? any ExchangeInterceptor { exchangeRing.append(.exchange(plugin)) }
            if let plugin = plugin as? any CallObserver { observers.append(plugin) }
            if let plugin = plugin as? any Processor { processors.append(plugin) }
        }
    }

    /// Whether a plugin can send another endpoint than the first step made.
    var changeEndpoints: Bool { !(callRing.isEmpty && preparers.isEmpty && exchangeRing.isEmpty) }
}
