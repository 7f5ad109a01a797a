/// What a call would do, step by step, without values.
public struct CallExplanation: Sendable, Equatable, CustomStringConvertible {
    /// One line of it.
    public struct Step: Sendable, Equatable {
        /// The step: "resolve", "call ring", "prepare", "attempt ring", "send", "observe", "process".
        public let name: String
        /// What happens there, or which plugin takes part.
        public let text: String
    }

    /// The operation, such as `GitHub.user`.
    public let operation: String

    /// The steps in their order.
    public internal(set) var steps: [Step] = []

    mutating func add(_ name: String, _ text: String) {
        steps.append(Step(name: name, text: text))
    }

    /// The operation, then a line a step.
    public var description: String {
        let width = 14
        let lines = steps.map { step in
            "  \(step.name)\(String(repeating: " ", count: max(1, width - step.name.count)))\(step.text)"
        }
        return ([operation] + lines).joined(separator: "\n")
    }
}

extension Engine {
    /// The steps of a call, with what each plugin's `prepare` changes.
    func explain(_ target: some TargetType, _ call: CallContext) async -> CallExplanation {
        var explanation = CallExplanation(operation: call.operation ?? "endpoint")
        do throws(RequestError) {
            var endpoint = try plan(for: target).endpoint
            call.remember(endpoint)
            explanation.add("resolve", "\(endpoint) \(endpoint.headers), \(endpoint.body)")
            for plugin in plugins where !adoptsAHook(plugin) {
                explanation.add("ignored", "\(plugin.name) adopts no hook")
            }
            for interceptor in callRing { explanation.add("call ring", interceptor.plugin.name) }
            for plugin in preparers {
                let before = endpoint
                do { try await plugin.prepare(&endpoint, context: call) } catch {
                    throw call.failure(error, of: plugin)
                }
                explanation.add("prepare", "\(plugin.name): \(endpoint.changes(since: before))")
            }
            if let problem = endpoint.problem { throw RequestError(.invalidRequest(problem)) }
            for interceptor in attemptRing { explanation.add("attempt ring", interceptor.plugin.name) }
            for observer in observers { explanation.add("observe", observer.name) }
            explanation.add("send", "\(endpoint) over \((StubScope.transport ?? transport).label)")
            for processor in processors { explanation.add("process", processor.name) }
        } catch {
            explanation.add("fails", error.reason)
        }
        return explanation
    }
}

extension Engine {
    /// Whether a plugin takes part in anything: one that adopts `Plugin` alone never does.
    private func adoptsAHook(_ plugin: any Plugin) -> Bool {
        plugin is any CallInterceptor || plugin is any Preparer || plugin is any AttemptInterceptor
            || plugin is any CallObserver || plugin is any Processor
    }
}

extension Endpoint {
    /// What a plugin changed, by name; values are not shown.
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
        return changes.isEmpty ? "nothing" : changes.joined(separator: ", ")
    }
}
