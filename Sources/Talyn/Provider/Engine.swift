/// The machine behind every provider: knows no target type. ``Provider`` is its typed face.
final class Engine: Sendable {
    let transport: any Transport
    let plugins: [any Plugin]
    let defaults: ProviderDefaults
    let clock: EngineClock

    // The hooks, sorted out once, so that one that no plugin adopts costs nothing.
    let callRing: [Interceptor]
    let preparers: [any Preparer]
    let exchangeRing: [Interceptor]
    let observers: [any CallObserver]
    let processors: [any Processor]
    /// Whether any of them may send something else than the target made.
    let changesEndpoints: Bool

    init(transport: any Transport, plugins: [any Plugin], defaults: ProviderDefaults, clock: EngineClock) {
        self.transport = transport
        self.plugins = plugins
        self.defaults = defaults
        self.clock = clock
        callRing = plugins.compactMap { $0 as? any CallInterceptor }.map(Interceptor.call)
        preparers = plugins.compactMap { $0 as? any Preparer }
        exchangeRing = plugins.compactMap { $0 as? any ExchangeInterceptor }.map(Interceptor.attempt)
        observers = plugins.compactMap { $0 as? any CallObserver }
        processors = plugins.compactMap { $0 as? any Processor }
        changesEndpoints = !(callRing.isEmpty && preparers.isEmpty && exchangeRing.isEmpty)
    }

    /// One call, as ``run(_:resolve:decode:catch:)`` carries it, in time of its own where the clock has that.
    @inline(__always)
    func call<Value, Failure: Error>(
        _ record: @autoclosure () -> CallContext.Record, resolve: () throws(RequestError) -> CallPlan,
        decode: (Response) throws(RequestError) -> Value, catch map: (RequestError) -> Failure
    ) async throws(Failure) -> Value {
        guard let scoped = clock.scoped else {
            return try await run(record(), resolve: resolve, decode: decode, catch: map)
        }
        return try await scoped.callTime { () -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try await run(record(), resolve: resolve, decode: decode, catch: map))
            } catch { return .failure(error) }
        }.get()
    }

    /// The same with other defaults or plugins.
    func with(defaults: ProviderDefaults? = nil, plugins: [any Plugin]? = nil) -> Engine {
        Engine(
            transport: transport, plugins: plugins ?? self.plugins, defaults: defaults ?? self.defaults, clock: clock)
    }
}
