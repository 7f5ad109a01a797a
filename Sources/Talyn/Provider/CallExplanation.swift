/// What a call would do, step by step, without values.
public struct CallExplanation: Sendable, Equatable, CustomStringConvertible {
    /// One line of it.
    public struct Step: Sendable, Equatable {
        /// The step: "resolve", "call ring", "prepare", "exchange ring", "observe", "send", "process"; "ignored" for a plugin
        /// without a hook, "fails" for the reason why nothing would be sent.
        public let name: String
        /// What happens there, or which plugin takes part.
        public let text: String
    }

    /// The operation, such as `GitHub.user`.
    public let operation: String

    /// The steps in their order.
    public internal(set) var steps: [Step] = []

    private init(operation: String) { self.operation = operation }

    private mutating func add(_ name: String, _ text: String) {
        steps.append(Step(name: name, text: text))
    }

    /// The operation, then a line a step.
    public var description: String {
        let width = 15
        let lines = steps.map { step in
            "  \(step.name)\(String(repeating: " ", count: max(1, width - step.name.count)))\(step.text)"
        }
        return ([operation] + lines).joined(separator: "\n")
    }
}

extension CallExplanation {
    /// What a dry run of a call found out; an error is why nothing reached the transport.
    init(of record: CallContext.Record, _ dryRun: DryRun, _ error: RequestError?, over engine: Engine) {
        self.init(operation: record.target?.operation ?? "endpoint")
        if let resolved = record.state.withLock({ $0.resolved }) {
            add("resolve", "\(resolved) \(resolved.headers), \(resolved.body)")
            for plugin in engine.plugins where !plugin.adoptsAHook { add("ignored", "\(plugin.name) adopts no hook") }
            for interceptor in engine.callRing { add("call ring", interceptor.plugin.name) }
        }
        steps += dryRun.steps
        if let endpoint = dryRun.reached {
            for observer in engine.observers { add("observe", observer.name) }
            add("send", "\(endpoint) over \((StubScope.transport ?? engine.transport).label)")
            for processor in engine.processors { add("process", processor.name) }
        } else if let error {
            add("fails", error.reason)
        } else if let plugin = dryRun.answering {
            add("exchange ring", "\(plugin): answers, nothing is sent")
        }
    }
}

extension Plugin {
    /// Whether it takes part in anything: one that adopts `Plugin` alone never does.
    fileprivate var adoptsAHook: Bool {
        self is any CallInterceptor || self is any Preparer || self is any ExchangeInterceptor
            || self is any CallObserver || self is any Processor
    }
}

extension Endpoint {
    /// What a plugin changed, by name; values are not shown.
    func changes(since before: Endpoint) -> String {
        var changes: [String] = []
        if method != before.method { changes.append("sets the method to \(method)") }
        if url != before.url { changes.append("changes the URL to \(self)") }
        for name in headers.fields.map(\.name) where headers.values(for: name) != before.headers.values(for: name) {
            changes.append("sets header \(name)")
        }
        for name in before.headers.fields.map(\.name) where !headers.contains(name) {
            changes.append("removes header \(name)")
        }
        if body != before.body { changes.append("changes the body to \(body)") }
        if options.timeout != before.options.timeout { changes.append("sets the timeout") }
        return changes.isEmpty ? "nothing" : changes.joined(separator: ", ")
    }
}
