/// The rest of a ring. An interceptor calls it to continue the call.
///
/// It is Sendable: it may be called from a task group, and more than once.
public struct Next: Sendable {
    /// The innermost step, after all interceptors.
    typealias Core = @Sendable (Endpoint, CallContext) async throws(RequestError) -> Response

    /// The validation of a response that an interceptor made itself.
    typealias Acceptance = @Sendable (Response, CallContext) throws(RequestError) -> Response

    /// The state that all steps of a ring share, as one reference.
    private final class Ring: Sendable {
        let interceptors: [Interceptor]
        let given: Endpoint
        let context: CallContext
        let core: Core
        /// Nil in the exchange ring, whose responses are validated later.
        let accept: Acceptance?
        private let isExchangeRing: Bool
        /// The number of running hooks per interceptor, and of the core in the last element.
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
            isExchangeRing = if case .attempt = interceptors.first { true } else { false }
            running = Locked(Array(repeating: 0, count: interceptors.count + 1))
        }

        /// Starts a hook or the core. Returns the breach if the previous interceptor must not call it now; otherwise
        /// nil.
        func begin(_ step: Int) -> PluginBreach? {
            running.withLock { running in
                if step > 0 {
                    if running[step - 1] == 0 { return .nextAfterTheEnd }
                    if isExchangeRing, running[step] > 0 { return .nextTwiceAtOnce }
                }
                running[step] += 1
                return nil
            }
        }

        /// Ends a hook or the core.
        func end(_ step: Int) { running.withLock { $0[step] -= 1 } }
    }

    private let ring: Ring
    private let index: Int

    /// Makes a whole ring for an endpoint.
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

    /// Continues with the given endpoint or a changed one.
    ///
    /// In `interceptCall` the response is validated, including one that a later plugin made. In `interceptExchange` it
    /// is not.
    /// - Throws: the reason why there is no response, or why it was rejected;
    ///   ``RequestError/Kind-swift.enum/plugin(_:)`` if the plugin calls it while none of its hooks of this ring runs
    ///   or, in `interceptExchange`, while an earlier call of it is running.
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
        // Most responses have passed the pipeline's validation already.
        guard let accept = ring.accept, !response.isAccepted(by: ring.context.id) else { return response }
        return try accept(response, ring.context).accepted(by: ring.context.id)
    }

    /// A detached chain. It stays callable after the hook returns, and does not count as a running call of its plugin.
    var detached: Next {
        Next(
            Array(ring.interceptors[index...]), given: ring.given, context: ring.context, accept: ring.accept,
            core: ring.core)
    }

    private func failure(_ error: any Error, of interceptor: Int) -> RequestError {
        ring.context.failure(error, of: ring.interceptors[interceptor].plugin)
    }
}

/// One hook of one plugin, in either ring. An enum rather than a closure, which would cost two async frames per hook.
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
    /// Returns a plugin's error as an error of the pipeline.
    ///
    /// An error of this call, or one that the plugin made, is returned unchanged. An error of another call, which the
    /// plugin made itself, becomes a plugin error.
    func failure(_ error: any Error, of plugin: any Plugin) -> RequestError {
        if let error = error as? RequestError, error.callID == nil || error.callID == id { return error }
        if Task.isCancelled { return RequestError(.cancelled).at(resolved, self) }
        return RequestError(.plugin(PluginFailure(plugin: plugin.name, underlying: error))).at(resolved, self)
    }
}
