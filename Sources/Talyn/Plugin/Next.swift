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
        private let isOfAttempt: Bool
        private let progress: Locked<Progress>

        private struct Progress {
            /// How many times each interceptor's hook runs just now, and behind them the core.
            var running: [Int32]
            /// How many times each interceptor's next was held.
            var held: [Int: Int] = [:]
        }

        init(_ interceptors: [Interceptor], _ context: CallContext, _ core: @escaping Core) {
            self.interceptors = interceptors
            self.context = context
            self.core = core
            isOfAttempt = if case .attempt = interceptors.first { true } else { false }
            progress = Locked(Progress(running: Array(repeating: 0, count: interceptors.count + 1)))
        }

        /// An interceptor's hook, or the core, begins; not nil: the interceptor before may not let it.
        func begin(_ step: Int) -> PluginBreach? {
            progress.withLock { progress in
                if step > 0 {
                    if progress.running[step - 1] == 0, progress.held[step - 1] == nil { return .nextAfterTheEnd }
                    if isOfAttempt, progress.running[step] > 0 { return .nextTwiceAtOnce }
                }
                progress.running[step] += 1
                return nil
            }
        }

        /// It has ended.
        func end(_ step: Int) { progress.withLock { $0.running[step] -= 1 } }

        /// Lets an interceptor's next be called also when its hook has returned, until it is let go as often.
        func hold(_ interceptor: Int) { progress.withLock { $0.held[interceptor, default: 0] += 1 } }

        func letGo(_ interceptor: Int) {
            progress.withLock { progress in
                guard let times = progress.held[interceptor] else { return }
                progress.held[interceptor] = times > 1 ? times - 1 : nil
            }
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
    /// - Throws: why there is no response, or why it was refused;
    ///   ``RequestError/Kind-swift.enum/plugin(_:)`` for a plugin that calls it after its hook has returned, or, in
    ///   `interceptAttempt`, while it still runs.
    public func callAsFunction(_ endpoint: Endpoint) async throws(RequestError) -> Response {
        if let breach = ring.begin(index) { throw failure(breach, of: index - 1) }
        defer { ring.end(index) }
        guard index < ring.interceptors.count else { return try await ring.core(endpoint, ring.context) }
        do {
            return try await ring.interceptors[index].intercept(endpoint, ring.context, Next(ring, index: index + 1))
        } catch {
            throw failure(error, of: index)
        }
    }

    /// Lets this be called also when the hook that was given it has returned, until ``letGo()``: for work that others wait
    /// for too.
    func hold() { if index > 0 { ring.hold(index - 1) } }

    /// Ends ``hold()``.
    func letGo() { if index > 0 { ring.letGo(index - 1) } }

    private func failure(_ error: any Error, of interceptor: Int) -> RequestError {
        ring.context.failure(error, of: ring.interceptors[interceptor].plugin)
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
