/// A transport that answers from stubs: everything else of a call is as in production.
///
/// ```swift
/// let stubs = StubTransport()
/// stubs.on(GitHub.user("octocat"), .json(User.octocat))
/// let github = Provider<GitHub>(transport: stubs)
/// ```
/// A request is matched by method, URL, body and the headers that its target declares: first as it is sent, then as its
/// target declares it, so that what plugins add and a provider's base URL do not matter. The place that a redirect leads
/// to has a stub of its own. A later stub for the same request takes the place of the earlier one. What nobody stubbed
/// fails as ``RequestError/Kind-swift.enum/unstubbed(_:)``. Usable from synchronous code and from many tasks at once.
public final class StubTransport: Transport {
    /// "stub".
    public let label = "stub"

    private struct State {
        /// The stubs of single requests.
        var scripts: [StubScript] = []
        /// Where the stubs of a request stand; several differ in the headers that their targets declare.
        var places: [Key: [Int]] = [:]
        var rules: [Rule] = []
        var requests: [Endpoint] = []

        /// Adds a stub, in the place of one for the same request and headers.
        mutating func add(_ script: StubScript, for endpoint: Endpoint) {
            let key = Key(endpoint)
            if let place = places[key]?.first(where: { scripts[$0].headers == script.headers }) {
                scripts[place] = script
            } else {
                places[key, default: []].append(scripts.count)
                scripts.append(script)
            }
        }

        /// The place of the stub for an endpoint; of several the one that asks for most headers.
        func place(of endpoint: Endpoint) -> Int? {
            var found: Int?
            for place in places[Key(endpoint)] ?? [] where scripts[place].headers.isPart(of: endpoint.headers) {
                if let found, scripts[found].headers.count >= scripts[place].headers.count { continue }
                found = place
            }
            return found
        }
    }

    private struct Rule {
        let matches: @Sendable (Endpoint, CallContext) -> Bool
        var script: StubScript
    }

    /// What a request is matched by.
    private struct Key: Hashable {
        let endpoint: Endpoint

        init(_ endpoint: Endpoint) { self.endpoint = endpoint }

        static func == (left: Key, right: Key) -> Bool {
            left.endpoint.lazyURL == right.endpoint.lazyURL && left.endpoint.method == right.endpoint.method
                && left.endpoint.body.known == right.endpoint.body.known
        }

        // The URL alone: few requests differ in their methods and bodies only.
        func hash(into hasher: inout Hasher) { hasher.combine(endpoint.lazyURL) }
    }

    private let state = Locked(State())

    /// A transport that has no answer yet.
    public init() {}

    /// Answers a case of a target.
    ///
    /// A target that cannot be made into a request is never sent, so a stub for it does nothing.
    public func on(_ target: some TargetType, _ answer: StubAnswer) {
        guard let endpoint = Self.declared(target) else { return }
        add(StubScript(answer, name: target.operation, headers: endpoint.headers), for: endpoint)
    }

    /// Answers a bound case of a target.
    public func on<Target: TargetType, Value>(_ call: Call<Target, Value>, _ answer: StubAnswer) {
        on(call.target, answer)
    }

    /// Answers an endpoint that was made by hand, or the place that a redirect leads to.
    public func on(_ endpoint: Endpoint, _ answer: StubAnswer) {
        add(StubScript(answer, name: endpoint.description, headers: endpoint.headers), for: endpoint)
    }

    /// Answers what a predicate says yes to, after the stubs of single requests; of several the first one added.
    public func on(
        where matches: @escaping @Sendable (_ endpoint: Endpoint, _ context: CallContext) -> Bool, _ answer: StubAnswer
    ) {
        state.withLock { $0.rules.append(Rule(matches: matches, script: StubScript(answer, name: "a predicate"))) }
    }

    /// The endpoints that were sent, in order, as they were after plugins.
    public var requests: [Endpoint] { state.withLock { $0.requests } }

    /// Answers from the first stub that matches, and notes the request.
    public func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        guard let answer = answer(for: endpoint, context) else {
            throw RequestError(.unstubbed(complaint(about: endpoint, context)))
        }
        return try await answer.respond(to: endpoint, context: context)
    }

    private func add(_ script: StubScript, for endpoint: Endpoint) {
        state.withLock { $0.add(script, for: endpoint) }
    }

    /// The answer of the first stub that matches: one that is used up does not let others answer in its place.
    private func answer(for endpoint: Endpoint, _ context: CallContext) -> StubAnswer? {
        let found = state.withLock { state -> StubAnswer?? in
            state.requests.append(endpoint)
            return Self.take(endpoint, from: &state)
        }
        if let found { return found }
        // Plugins or a base URL of the provider changed what is sent. Not behind a redirect, nor under another method:
        // that is another request than the target's.
        if context.redirects == 0, endpoint.method == context.resolved?.method {
            for original in [context.resolved, context.target.flatMap { Self.declared($0) }].compactMap({ $0 }) {
                if let found = state.withLock({ Self.take(original, from: &$0) }) { return found }
            }
        }
        // User code runs outside of the lock: it may use this transport.
        let rules = state.withLock { $0.rules.map(\.matches) }
        guard let index = rules.firstIndex(where: { $0(endpoint, context) }) else { return nil }
        return state.withLock { $0.rules[index].script.next() }
    }

    /// What the stub of an endpoint answers, nil inside when it is used up; nil outside when there is no stub.
    private static func take(_ endpoint: Endpoint, from state: inout State) -> StubAnswer?? {
        guard let place = state.place(of: endpoint) else { return nil }
        return .some(state.scripts[place].next())
    }

    private static func declared(_ target: some TargetType) -> Endpoint? {
        try? Endpoint.resolving(target, route: target.resolvedRoute, defaults: ProviderDefaults())
    }

    private func complaint(about endpoint: Endpoint, _ context: CallContext) -> String {
        let names = state.withLock { state in
            state.scripts.map { $0.isUsedUp ? "\($0.name) (used up)" : $0.name }
        }
        let known =
            names.isEmpty ? "there are no stubs" : "stubs: \(Set(names).sorted().prefix(8).joined(separator: ", "))"
        return "no stub answers \(context.operation.map { "\($0), " } ?? "")\(endpoint); \(known)"
    }
}

extension StubTransport: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many stubs there are and how many requests came; never a value.
    public var description: String {
        state.withLock { state in
            "StubTransport(\(state.places.count + state.rules.count) stubs, \(state.requests.count) requests)"
        }
    }

    /// As ``description``.
    public var debugDescription: String { description }

    /// Shows what ``description`` shows, and the requests.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["stubs": description, "requests": requests.map(\.description)], displayStyle: .class)
    }
}

extension Body {
    /// The body, and none for a stream: what it will hold is not known beforehand.
    fileprivate var known: Body { if case .stream = self { .none } else { self } }
}
