/// The rest of a ring, which an interceptor calls to continue.
///
/// In the call ring it can be called several times, also concurrently. In the exchange ring calls must not overlap: the
/// hook's task may call it again if it made each earlier call, and any task may call it after a call that failed. A
/// call from another task, such as a child task of a task group or `async let`, must be the only one that succeeds.
public struct Next: Sendable {
    /// The work in the middle of a ring.
    typealias Core = @Sendable (Endpoint, CallContext) async throws(RequestError) -> Response

    /// The validation of a response that an interceptor made itself.
    typealias Acceptance = @Sendable (Response, CallContext) throws(RequestError) -> Response

    /// The state that all steps into a ring share.
    private final class Ring: Sendable {
        let interceptors: [Interceptor]
        let given: Endpoint
        let context: CallContext
        let core: Core
        /// Nil in the exchange ring, whose responses are validated later.
        let accept: Acceptance?
        private let isExchangeRing: Bool
        /// The hooks of the interceptors, and the core in the last element.
        private let steps: Locked<[Step]>

        private struct Step: Sendable {
            /// The number of times that it is running.
            var running: Int32 = 0
            /// The task in which it began last, in the exchange ring.
            var task: Int?
            /// Whether the hook before it has begun it from another task than its own; nil if it has not begun it.
            var isOfOtherTask: Bool?
        }

        init(
            _ interceptors: [Interceptor], _ given: Endpoint, _ context: CallContext, _ core: @escaping Core,
            _ accept: Acceptance?
        ) {
            self.interceptors = interceptors
            self.given = given
            self.context = context
            self.core = core
            self.accept = accept
            isExchangeRing = if case .exchange = interceptors.first { true } else { false }
            steps = Locked(Array(repeating: Step(), count: interceptors.count + 1))
        }

        /// Begins a hook or the core. Returns the breach if the interceptor before it must not call it.
        func begin(_ step: Int) -> PluginBreach? {
            let task = isExchangeRing ? withUnsafeCurrentTask { $0?.hashValue } : nil
            return steps.withLock { steps in
                if step > 0 {
                    if steps[step - 1].running == 0 { return .nextAfterTheEnd }
                    if isExchangeRing {
                        // A task does one thing after the other; whether two tasks overlap is a matter of luck.
                        let isOfOtherTask = task != steps[step - 1].task
                        if let before = steps[step].isOfOtherTask, before || isOfOtherTask { return .nextTwiceAtOnce }
                        steps[step].isOfOtherTask = isOfOtherTask
                    }
                }
                steps[step].running += 1
                steps[step].task = task
                if step + 1 < steps.count { steps[step + 1].isOfOtherTask = nil }
                return nil
            }
        }

        /// Ends a hook or the core. One that failed may be called again, by any task.
        func end(_ step: Int, hasFailed: Bool) {
            steps.withLock { steps in
                steps[step].running -= 1
                if hasFailed, steps[step].running == 0 { steps[step].isOfOtherTask = nil }
            }
        }
    }

    private let ring: Ring
    private let index: Int

    /// A whole ring, around one endpoint.
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

    /// Continues with an endpoint, the given one or a changed one.
    ///
    /// In `interceptCall` the response has been validated, also when another plugin made it. In `interceptExchange` it
    /// has not.
    /// - Throws: the error of the attempt or the exchange;
    ///   ``RequestError/Kind-swift.enum/plugin(_:)`` when the plugin calls it after its hook returned or, in
    ///   `interceptExchange`, again while an earlier call runs, or after one that succeeded if one of both comes from
    ///   another task than the hook's.
    public func callAsFunction(_ endpoint: Endpoint) async throws(RequestError) -> Response {
        if let breach = ring.begin(index) {
            throw ring.context.failure(breach, of: ring.interceptors[index - 1].plugin, at: endpoint)
        }
        var hasFailed = false
        defer { ring.end(index, hasFailed: hasFailed) }
        let endpoint = endpoint.inheritingSource(of: ring.given)
        do {
            guard index < ring.interceptors.count else {
                let response = try await ring.core(endpoint, ring.context)
                // Not `== nil`, and no `map`: generic code over a type of typed throws needs macOS 15 and iOS 18.
                guard case .some = ring.accept else { return response }
                return response.accepted(by: ring.context.id)
            }
            var response = try await ring.interceptors[index].intercept(
                endpoint, ring.context, Next(ring, index: index + 1))
            // The interceptor's own response to a call for data may have a file or a stream.
            if try !response.isCollected(for: ring.context, upTo: nil) {
                response = try await response.collected(upTo: endpoint.options.maxBodySize)
            }
            // Nearly always it has come through the pipeline.
            guard let accept = ring.accept, !response.isAccepted(by: ring.context.id) else { return response }
            return try accept(response, ring.context).accepted(by: ring.context.id)
        } catch {
            hasFailed = true
            let plugin = index < ring.interceptors.count ? ring.interceptors[index].plugin : nil
            throw ring.context.failure(error, of: plugin, at: endpoint)
        }
    }

    /// The rest of the ring for work that may outlast the call, such as the renewal of a cached response: it may be
    /// called beside `next` and after the hook returned. To observers each use is a call of its own, with an ID of its
    /// own, that ends with it; the caller's progress handler and timeline learn nothing of it.
    ///
    /// Only for a call whose ``CallContext/delivery`` is `.data`: a download or a stream takes one body.
    public var background: Next {
        let rest = detached
        let ring = ring
        return Next([], given: ring.given, context: ring.context) { endpoint, context throws(RequestError) in
            let call = context.inBackground
            defer { call.releaseValues() }
            call.note("in the background of a call")
            let result: Result<Response, RequestError>
            do throws(RequestError) {
                result = .success(
                    try await Next(
                        rest.ring.interceptors, given: ring.given, context: call, accept: ring.accept, core: ring.core)(
                            endpoint))
            } catch { result = .failure(error) }
            call.record.observation?.didFinish(
                CallOutcome(
                    result: result, duration: call.elapsed, attempts: max(1, call.record.state.withLock { $0.attempts })
                ), call)
            return try result.get()
        }
    }

    /// A detached chain. It stays callable after the hook returns, and does not count as a running call of its plugin.
    var detached: Next {
        Next(
            Array(ring.interceptors[index...]), given: ring.given, context: ring.context, accept: ring.accept,
            core: ring.core)
    }
}

/// A plugin's hook of either ring. Not a closure: that would cost two more async frames.
enum Interceptor: Sendable {
    case call(any CallInterceptor)
    case exchange(any ExchangeInterceptor)

    var plugin: any Plugin {
        switch self {
        case .call(let plugin): plugin
        case .exchange(let plugin): plugin
        }
    }

    @inline(__always)
    consuming func intercept(_ endpoint: Endpoint, _ context: CallContext, _ next: Next) async throws -> Response {
        switch self {
        case .call(let plugin): try await plugin.interceptCall(endpoint, context: context, next: next)
        case .exchange(let plugin): try await plugin.interceptExchange(endpoint, context: context, next: next)
        }
    }
}
