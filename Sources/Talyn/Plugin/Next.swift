/// The rest of a ring: what an interceptor calls to let the call go on.
///
/// Sendable, so that it can be called from a task group, and more than once.
public struct Next: Sendable {
    /// The innermost part, which no interceptor is behind.
    typealias Core = @Sendable (Endpoint, CallContext) async throws(RequestError) -> Response

    /// What every step into a ring has in common, behind one reference.
    private final class Ring: Sendable {
        let interceptors: [Interceptor]
        let context: CallContext
        let core: Core

        init(_ interceptors: [Interceptor], _ context: CallContext, _ core: @escaping Core) {
            self.interceptors = interceptors
            self.context = context
            self.core = core
        }
    }

    private let ring: Ring
    private let index: Int

    init(_ interceptors: [Interceptor], context: CallContext, core: @escaping Core) {
        self.init(Ring(interceptors, context, core), index: 0)
    }

    private init(_ ring: Ring, index: Int) {
        self.ring = ring
        self.index = index
    }

    /// Goes on with an endpoint, the one that was given or a changed one.
    /// - Throws: why there is no response, or why it was refused.
    public func callAsFunction(_ endpoint: Endpoint) async throws(RequestError) -> Response {
        guard index < ring.interceptors.count else { return try await ring.core(endpoint, ring.context) }
        let rest = Next(ring, index: index + 1)
        do {
            return try await ring.interceptors[index].intercept(endpoint, ring.context, rest)
        } catch {
            throw ring.context.failure(error, of: ring.interceptors[index].plugin)
        }
    }
}

/// One hook of one plugin, as both rings hold them. Not a closure: that would be two async frames more for each.
enum Interceptor: Sendable {
    case call(any CallInterceptor)
    case attempt(any AttemptInterceptor)

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
        case .attempt(let plugin): try await plugin.interceptAttempt(endpoint, context: context, next: next)
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
