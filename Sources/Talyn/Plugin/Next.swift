/// The rest of a ring: what an interceptor calls to let the call go on.
///
/// Sendable, so that it can be called from a task group, and more than once.
public struct Next: Sendable {
    /// The innermost part, which no interceptor is behind.
    typealias Core = @Sendable (Endpoint, CallContext) async throws(RequestError) -> Response

    /// What a response must pass that an interceptor made itself.
    typealias Acceptance = @Sendable (Response, CallContext) throws(RequestError) -> Response

    /// What every step into a ring has in common, behind one reference.
    private final class Ring: Sendable {
        let interceptors: [Interceptor]
        let given: Endpoint
        let context: CallContext
        let core: Core
        /// Nil in the exchange ring, whose responses are validated behind it.
        let accept: Acceptance?
        private let isOfAttempt: Bool
        /// How many times each interceptor's hook runs just now, and behind them the core.
        private let running: Locked<[Int32]>

        init(
            _ interceptors: [Interceptor], _ given: Endpoint, _ context: CallContext, _ core: @escaping Core,
            _ accept: Acceptance?
        ) {
            self.interceptors = interceptors
            self.given = given
            self.context = context
            self.core = core
            self.accept = accept
            isOfAttempt = if case .attempt = interceptors.first { true } else { false }
            running = Locked(Array(repeating: 0, count: interceptors.count + 1))
        }

        /// An interceptor's hook, or the core, begins; not nil: the interceptor before may not let it.
        func begin(_ step: Int) -> PluginBreach? {
            running.withLock { running in
                if step > 0 {
                    if running[step - 1] == 0 { return .nextAfterTheEnd }
                    if isOfAttempt, running[step] > 0 { return .nextTwiceAtOnce }
                }
                running[step] += 1
                return nil
            }
        }

        /// It has ended.
        func end(_ step: Int) { running.withLock { $0[step] -= 1 } }
    }

    private let ring: Ring
    private let index: Int

    /// A whole ring, which is given an endpoint.
    init(
        _ interceptors: [Interceptor], given: Endpoint, context: CallContext, accept: Acceptance? = nil,
        core: @escaping Core
    ) {
        self.init(Ring(interceptors, given, context, core, accept), index: 0)
    }

    private init(_ ring: Ring, index: Int) {
        self.ring = ring
        self.index = index
    }

    /// Goes on with an endpoint, the one that was given or a changed one.
    ///
    /// In `interceptCall` a response has been validated, also one that the plugin behind made itself; in `interceptExchange`
    /// it has not.
    /// - Throws: why there is no response, or why it was refused;
    ///   ``RequestError/Kind-swift.enum/plugin(_:)`` for a plugin that calls it while none of its hooks of this ring
    ///   runs, or, in `interceptExchange`, while it still runs.
    public func callAsFunction(_ endpoint: Endpoint) async throws(RequestError) -> Response {
        if let breach = ring.begin(index) { throw failure(breach, of: index - 1) }
        defer { ring.end(index) }
        let endpoint = endpoint.continuing(ring.given)
        if index > 0, let dryRun = ring.context.record.dryRun {
            dryRun.pass("exchange ring", ring.interceptors[index - 1].plugin, endpoint)
        }
        guard index < ring.interceptors.count else {
            let response = try await ring.core(endpoint, ring.context)
            return ring.accept == nil ? response : response.accepted(by: ring.context.id)
        }
        let response: Response
        do {
            response = try await ring.interceptors[index].intercept(
                endpoint, ring.context, Next(ring, index: index + 1))
        } catch {
            throw failure(error, of: index)
        }
        ring.context.record.dryRun?.answer(ring.interceptors[index].plugin)
        // Nearly always it has come through the pipeline.
        guard let accept = ring.accept, !response.isAccepted(by: ring.context.id) else { return response }
        return try accept(response, ring.context).accepted(by: ring.context.id)
    }

    /// The same as a ring of its own, for work that others wait for too: it may be called when the hook that was given this
    /// has returned, and does not stand in the way of what that one's plugin begins next.
    var detached: Next {
        Next(
            Array(ring.interceptors[index...]), given: ring.given, context: ring.context, accept: ring.accept,
            core: ring.core)
    }

    private func failure(_ error: any Error, of interceptor: Int) -> RequestError {
        ring.context.failure(error, of: ring.interceptors[interceptor].plugin)
    }
}

/// One hook of one plugin, as both rings hold them. Not a closure: that would be two async frames more for each.
enum Interceptor: Sendable {
    case call(any CallInterceptor)
    case attempt(any ExchangeInterceptor)

    var plugin: any Plugin {
        switch self {
        case .call(let plugin): plugin
        case .attempt(let plugin): plugin
        }
    }

    @inline(__always)
    consuming func intercept(_ endpoint: Endpoint, _ context: CallContext, _ next: Next) async throws -> Response {
        switch self {
        case .call(let plugin): try await plugin.interceptCall(endpoint, context: context, next: next)
        case .attempt(let plugin): try await plugin.interceptExchange(endpoint, context: context, next: next)
        }
    }
}

extension CallContext {
    /// What a plugin threw as an error of the pipeline.
    ///
    /// An error of this call, or one the plugin made, passes; one of another call, which the plugin made itself, is the
    /// plugin's.
    func failure(_ error: any Error, of plugin: any Plugin) -> RequestError {
        if let error = error as? RequestError, error.callID == nil || error.callID == id { return error }
        if Task.isCancelled { return RequestError(.cancelled).at(resolved, self) }
        return RequestError(.plugin(PluginFailure(plugin: plugin.name, underlying: error))).at(resolved, self)
    }
}
