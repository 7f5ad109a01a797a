/// A transport that answers from stubs: everything else of a call is as in production.
///
/// ```swift
/// let stubs = StubTransport()
/// stubs.on(GitHub.user("octocat"), .json(User.octocat))
/// let github = Provider<GitHub>(transport: stubs)
/// ```
/// A request is matched by method, URL and body: first as it is sent, then as its target declares it, so that what
/// plugins add, a provider's base URL and redirects do not matter. A later stub for the same request takes the place
/// of the earlier one. What nobody stubbed fails as ``RequestError/Kind-swift.enum/unstubbed(_:)``. Usable from
/// synchronous code and from many tasks at once.
public final class StubTransport: Transport {
    public let label = "stub"

    private struct Script {
        let name: String
        let answers: [StubAnswer]
        let end: StubAnswer.SequenceEnd
        var given = 0

        init(_ answer: StubAnswer, name: String) {
            self.name = name
            if case .sequence(let answers, let end) = answer.content {
                self.answers = answers
                self.end = end
            } else {
                answers = [answer]
                end = .repeatsLast
            }
        }

        mutating func next() -> StubAnswer? {
            defer { given += 1 }
            if given < answers.count { return answers[given] }
            return switch end {
            case .fails: nil
            case .repeatsLast: answers.last
            case .cycles: answers.isEmpty ? nil : answers[given % answers.count]
            }
        }
    }

    private struct State {
        var scripts: [Key: Script] = [:]
        var rules: [(matches: @Sendable (Endpoint, CallContext) -> Bool, script: Script)] = []
        var requests: [Endpoint] = []
    }

    /// What a request is matched by.
    private struct Key: Hashable {
        let method: HTTPMethod
        let url: URL
        let body: Body

        init(_ endpoint: Endpoint) {
            method = endpoint.method
            url = endpoint.url
            body = endpoint.body
        }
    }

    private let state = Locked(State())

    /// A transport that has no answer yet.
    public init() {}

    /// Answers a case of a target.
    ///
    /// A target that cannot be made into a request is never sent, so a stub for it does nothing.
    public func on(_ target: some TargetType, _ answer: StubAnswer) {
        guard let endpoint = Self.declared(target) else { return }
        add(Script(answer, name: target.operation), for: endpoint)
    }

    /// Answers a bound case of a target.
    public func on<Target: TargetType, Value>(_ call: Call<Target, Value>, _ answer: StubAnswer) {
        on(call.target, answer)
    }

    /// Answers an endpoint that was made by hand, or the place that a redirect leads to.
    public func on(_ endpoint: Endpoint, _ answer: StubAnswer) {
        add(Script(answer, name: endpoint.description), for: endpoint)
    }

    /// Answers what a predicate says yes to, after the stubs of single requests; of several the first one added.
    public func on(
        where matches: @escaping @Sendable (_ endpoint: Endpoint, _ context: CallContext) -> Bool, _ answer: StubAnswer
    ) {
        state.withLock { $0.rules.append((matches, Script(answer, name: "a predicate"))) }
    }

    /// The endpoints that were sent, in order, as they were after plugins.
    public var requests: [Endpoint] { state.withLock { $0.requests } }

    public func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        guard let answer = answer(for: endpoint, context) else {
            throw RequestError(.unstubbed(complaint(about: endpoint, context)))
        }
        return try await answer.respond(to: endpoint, context: context)
    }

    private func add(_ script: Script, for endpoint: Endpoint) {
        state.withLock { $0.scripts[Key(endpoint)] = script }
    }

    private func answer(for endpoint: Endpoint, _ context: CallContext) -> StubAnswer? {
        let key = Key(endpoint)
        let rules = state.withLock { state -> [@Sendable (Endpoint, CallContext) -> Bool]? in
            state.requests.append(endpoint)
            return state.scripts[key] == nil ? state.rules.map(\.matches) : nil
        }
        guard let rules else { return take(key) }
        // Slow paths: plugins, a redirect or a base URL of the provider changed what is sent.
        if let resolved = context.resolved, let answer = take(Key(resolved)) { return answer }
        if let target = context.target, let declared = Self.declared(target), let answer = take(Key(declared)) {
            return answer
        }
        // User code runs outside of the lock: it may use this transport.
        guard let index = rules.firstIndex(where: { $0(endpoint, context) }) else { return nil }
        return state.withLock { $0.rules[index].script.next() }
    }

    private func take(_ key: Key) -> StubAnswer? {
        state.withLock { $0.scripts[key]?.next() }
    }

    private static func declared(_ target: some TargetType) -> Endpoint? {
        try? Endpoint(resolving: target, route: target.resolvedRoute, defaults: ProviderDefaults())
    }

    private func complaint(about endpoint: Endpoint, _ context: CallContext) -> String {
        let names = state.withLock { state in
            state.scripts.values.map {
                $0.given >= $0.answers.count && $0.end == .fails ? "\($0.name) (used up)" : $0.name
            }
        }
        let known =
            names.isEmpty ? "there are no stubs" : "stubs: \(Set(names).sorted().prefix(8).joined(separator: ", "))"
        return "no stub answers \(context.operation.map { "\($0), " } ?? "")\(endpoint); \(known)"
    }
}
