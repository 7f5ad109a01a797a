/// The rest of a ring: what an interceptor calls to let the call go on.
///
/// Sendable, so that it can be called from a task group, and more than once.
public struct Next: Sendable {
    /// The innermost part, which no interceptor is behind.
    typealias Core = @Sendable (Endpoint, CallContext) async throws(RequestError) -> Response

    private let ring: [Interceptor]
    private let index: Int
    private let context: CallContext
    private let core: Core

    init(_ ring: [Interceptor], index: Int = 0, context: CallContext, core: @escaping Core) {
        self.ring = ring
        self.index = index
        self.context = context
        self.core = core
    }

    /// Goes on with an endpoint, the one that was given or a changed one.
    /// - Throws: why there is no response, or why it was refused.
    public func callAsFunction(_ endpoint: Endpoint) async throws(RequestError) -> Response {
        guard index < ring.count else { return try await core(endpoint, context) }
        let interceptor = ring[index]
        let rest = Next(ring, index: index + 1, context: context, core: core)
        do { return try await interceptor.intercept(endpoint, context, rest) } catch {
            throw context.failure(error, of: interceptor.plugin)
        }
    }
}

/// One hook of one plugin, as both rings hold them.
struct Interceptor: Sendable {
    let plugin: any Plugin
    let intercept: @Sendable (Endpoint, CallContext, Next) async throws -> Response
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
