/// The part of every provider that knows no target type. ``Provider`` is its typed face.
final class Engine: Sendable {
    let transport: any Transport
    let plugins: [any Plugin]
    let defaults: ProviderDefaults
    let clock: EngineClock
    let hooks: Hooks

    init(transport: any Transport, plugins: [any Plugin], defaults: ProviderDefaults, clock: EngineClock) {
        self.transport = transport
        self.plugins = plugins
        self.defaults = defaults
        self.clock = clock
        hooks = Hooks(plugins)
    }

    /// Returns the engine with other defaults or plugins.
    func with(defaults: ProviderDefaults? = nil, plugins: [any Plugin]? = nil) -> Engine {
        Engine(
            transport: transport, plugins: plugins ?? self.plugins, defaults: defaults ?? self.defaults, clock: clock)
    }
}

extension Engine: RedactedStringConvertible {
    /// The transport, whether there is a base URL, and the names of the plugins.
    var description: String {
        let baseURL = defaults.baseURL == nil ? [] : ["own base URL"]
        return ([transport.label] + baseURL + plugins.map(\.name)).joined(separator: ", ")
    }

    /// A mirror that shows the description and the defaults.
    var customMirror: Mirror { Mirror(self, children: ["engine": description, "defaults": defaults.description]) }
}

/// The hooks of a provider's plugins, sorted once, so that a hook that no plugin adopts costs nothing.
struct Hooks: Sendable {
    var callRing: [Interceptor] = []
    var preparers: [any Preparer] = []
    var exchangeRing: [Interceptor] = []
    var observers: [any CallObserver] = []
    var processors: [any Processor] = []

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
