/// The steps that a call would take, in text and without values: ``Provider/explain(_:fileID:function:line:)``.
public struct CallExplanation: Sendable, Equatable, CustomStringConvertible {
    /// A line of an explanation.
    public struct Step: Sendable, Equatable {
        /// The step: "resolve", "call ring", "prepare", "exchange ring", "observe", "send", "process"; "ignored" for a plugin
        /// without a hook, "fails" for the reason why nothing would be sent.
        public let name: String
        /// The event of the step, or the plugin that takes part.
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
    /// The findings of a dry run over an engine. Its error counts when nothing reached the transport.
    init(_ operation: String, _ dryRun: DryRun, _ error: RequestError, over engine: Engine) {
        self.init(operation: operation)
        let hooks = engine.hooks
        if let resolved = dryRun.resolved {
            add("resolve", "\(resolved) \(resolved.headers), \(resolved.body)")
            for plugin in engine.plugins where !plugin.adoptsAHook { add("ignored", "\(plugin.name) adopts no hook") }
            for interceptor in hooks.callRing { add("call ring", interceptor.plugin.name) }
        }
        for change in dryRun.changes {
            add(change.step, "\(change.plugin): \(change.after.changes(since: change.before))")
        }
        if let endpoint = dryRun.reached {
            for observer in hooks.observers { add("observe", observer.name) }
            add("send", "\(endpoint) over \((StubScope.transport ?? engine.transport).label)")
            for processor in hooks.processors { add("process", processor.name) }
        } else if let plugin = dryRun.answering {
            add("exchange ring", "\(plugin): answers, nothing is sent")
        } else {
            add("fails", error.reason)
        }
    }
}

extension Plugin {
    /// Whether the plugin takes part in calls: one that adopts `Plugin` alone does not.
    fileprivate var adoptsAHook: Bool {
        self is any CallInterceptor || self is any Preparer || self is any ExchangeInterceptor
            || self is any CallObserver || self is any Processor
    }
}

extension Endpoint {
    /// The changes that a plugin made, by name and without values.
    fileprivate func changes(since before: Endpoint) -> String {
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
