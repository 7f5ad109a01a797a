/// The state of a stub transport: its stubs, scenario states and recorded requests. Guarded by the transport's lock.
struct StubRegistry: Sendable {
    /// All stubs ever registered, in order.
    private(set) var stubs: [Stub] = []
    /// The indices of the stubs for a request. Several stubs differ in declared headers or states.
    private var indices: [StubKey: [Int]] = [:]
    var rules: [StubRule] = []
    var states: [String: String] = [:]
    private(set) var exchanges: [StubbedExchange] = []
    /// Whether requests are recorded.
    var isRecording = true
    /// Whether messages show values.
    var showsValues = false

    /// The result of a search for a stub.
    enum Choice: Sendable {
        case answer(StubAnswer)
        /// An answer that a closure made for this request.
        case made(StubAnswer)
        /// The stub that matches is exhausted.
        case usedUp(Int)

        /// The record of an answer; nil without one.
        var outcome: StubbedExchange.Outcome? {
            switch self {
            case .answer(let answer): .given(answer)
            case .made(let answer): .made(answer.description)
            case .usedUp: nil
            }
        }
    }

    /// The number of stubs that were not replaced.
    var count: Int { stubs.count { !$0.isReplaced } }

    /// Adds a stub. It replaces a stub for the same request, headers and states.
    mutating func add(_ stub: Stub) {
        if let key = stub.endpoint.map({ StubKey($0) }) {
            let same = indices[key]?.firstIndex {
                stubs[$0].headers == stub.headers && stubs[$0].conditions == stub.conditions
            }
            if let same, let index = indices[key]?.remove(at: same) { stubs[index].isReplaced = true }
            indices[key, default: []].append(stubs.count)
        }
        stubs.append(stub)
    }

    /// Chooses the answer for an endpoint; nil if no stub matches. Of several stubs, the one that requires most headers
    /// and states wins. The stubs that require other states are appended to `blocked`.
    mutating func choose(for endpoint: Endpoint, _ blocked: inout [Int]) -> Choice? {
        guard let candidates = indices[StubKey(endpoint)] else { return nil }
        var found: Int?
        for index in candidates where stubs[index].headers.isPart(of: endpoint.headers) {
            guard holds(index) else {
                blocked.append(index)
                continue
            }
            if found.map({ stubs[index].takesPrecedence(over: stubs[$0]) }) ?? true { found = index }
        }
        return found.map { give($0) }
    }

    /// Chooses the answer of a rule after its closure ran; nil if the rule has none.
    mutating func choose(
        _ rule: StubRule, _ asked: StubRule.Asked, for request: StubRequest, _ blocked: inout [Int]
    ) -> Choice? {
        // The scenario may have changed since the closure was called.
        guard holds(rule.index) else {
            blocked.append(rule.index)
            return nil
        }
        switch asked {
        case .no: return nil
        case .yes: return give(rule.index)
        case .answer(let answer):
            let choice = used(rule.index, stubs[rule.index].scripts.next(of: answer, for: request.declared))
            return if case .answer(let answer) = choice { .made(answer) } else { choice }
        }
    }

    /// Returns whether the scenarios are in the states that a stub requires.
    func holds(_ index: Int) -> Bool {
        let conditions = stubs[index].conditions
        return conditions.isEmpty || conditions.allSatisfy { state(of: $0.key) == $0.value }
    }

    /// Returns the state of a scenario.
    func state(of scenario: String) -> String { states[scenario] ?? StubTransport.started }

    private mutating func give(_ index: Int) -> Choice { used(index, stubs[index].script.next()) }

    private mutating func used(_ index: Int, _ answer: StubAnswer?) -> Choice {
        guard let answer else { return .usedUp(index) }
        stubs[index].uses += 1
        let moves = answer.parts.moves
        if !moves.isEmpty { for (scenario, state) in moves { states[scenario] = state } }
        return .answer(answer)
    }

    /// Records a request and returns its index, from 0.
    mutating func note(_ exchange: StubbedExchange) -> Int {
        if isRecording { exchanges.append(exchange) }
        return exchanges.count - 1
    }

    /// Records the answer of a request.
    mutating func settle(_ number: Int, _ outcome: StubbedExchange.Outcome) {
        if isRecording { exchanges[number].outcome = outcome }
    }
}

/// The key that requests are matched by: method, URL, body and optionally headers. Items of a query or a form match in
/// any order: ``ComparedItems``.
struct StubKey: Hashable, Sendable {
    let endpoint: Endpoint
    /// Nil if headers are compared separately.
    let headers: HTTPHeaders?

    init(_ endpoint: Endpoint, headers: HTTPHeaders? = nil) {
        self.endpoint = endpoint
        self.headers = headers
    }

    static func == (left: StubKey, right: StubKey) -> Bool {
        left.endpoint.method == right.endpoint.method && left.endpoint.hasSameURL(as: right.endpoint)
            && left.endpoint.hasSameBody(as: right.endpoint) && left.headers == right.headers
    }

    // Leaves out the method, which rarely distinguishes requests, and most of the body: its length suffices, except for
    // a form, whose length depends on its escapes.
    func hash(into hasher: inout Hasher) {
        switch endpoint.lazyURL {
        case .text(let text): text.hashIgnoringOrder(into: &hasher)
        case .url(let url): URLText(url.absoluteString).hashIgnoringOrder(into: &hasher)
        }
        guard case .data(let data) = endpoint.body else { return }
        if endpoint.hasForm {
            hasher.combine(data.withUnsafeBytes { ComparedItems.hash($0.bindMemory(to: UInt8.self), from: 0) })
        } else {
            hasher.combine(data.count)
        }
    }
}

extension URLText {
    /// Hashes the text before the query, and the query's items whatever their order.
    fileprivate func hashIgnoringOrder(into hasher: inout Hasher) {
        withBytes { bytes in
            let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
            hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<end]))
            hasher.combine(ComparedItems.hash(bytes, from: end + 1))
        }
    }
}

extension Endpoint {
    /// Returns whether the URLs are equal but for the order and the escapes of the query's items.
    func hasSameURL(as other: Endpoint) -> Bool {
        if lazyURL == other.lazyURL { return true }
        let (own, other) = (queriedURL, other.queriedURL)
        return own.place.isSame(bytes: other.place)
            && ComparedItems.differences(expected: own.items, found: other.items).isEmpty
    }

    /// The URL before the query, and the query's items.
    var queriedURL: (place: Substring, items: [ComparedItems.Item]) {
        let text = lazyURL.written
        let (place, query) = text.cut(atBytes: "?") ?? (text[...], "")
        return (place, ComparedItems.items(of: query))
    }

    /// Returns whether the bodies are equal as far as is known, forms but for the order of their items.
    func hasSameBody(as other: Endpoint) -> Bool {
        if body.isSameAsKnown(other.body) { return true }
        guard let own = formItems, let other = other.formItems else { return false }
        return ComparedItems.differences(expected: own, found: other).isEmpty
    }

    /// The items of a form in memory; nil for another body.
    var formItems: [ComparedItems.Item]? {
        guard hasForm, case .data(let data) = body else { return nil }
        return String(data: data, encoding: .utf8).map { ComparedItems.items(of: $0[...]) }
    }

    /// Whether the type of the body is that of a form.
    fileprivate var hasForm: Bool {
        let type = headers["Content-Type"]?.prefix(beforeBytes: ";").trimmed.asciiLowercased
        return type == "application/x-www-form-urlencoded"
    }
}

extension Body {
    /// Returns whether bodies are equal, as far as that is known before they are sent: a stream equals no body and any
    /// other stream, also as the part of a form.
    func isSameAsKnown(_ other: Body) -> Bool {
        switch self {
        case .none: other.hasUnknownBytes
        case .stream(let stream):
            if let form = stream.form { other.form.map(form.isSameAsKnown) ?? false } else { other.hasUnknownBytes }
        case .data, .file: self == other
        }
    }

    /// Whether nothing tells the bytes before they are sent, or there are none.
    private var hasUnknownBytes: Bool {
        switch self {
        case .none: true
        case .stream(let stream): stream.form == nil
        case .data, .file: false
        }
    }
}

extension Endpoint {
    /// Returns the endpoint that a provider without plugins and defaults sends for a target.
    /// - Throws: `UnresolvableTarget`, and errors of the target's encoders.
    static func declared(by target: some TargetType) throws -> Endpoint {
        try resolving(target, route: target.resolvedRoute, defaults: ProviderDefaults())
    }
}
