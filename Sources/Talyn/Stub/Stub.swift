/// A stub: its answers, its conditions and how often it has answered.
struct Stub: Sendable {
    /// The name in messages: an operation, a template or the kind of stub.
    let name: String
    /// The scenarios that it requires to be in a state.
    let conditions: [String: String]
    /// The expected number of uses.
    let times: StubTimes
    private let site: CallSite
    /// The request it matches; nil if it matches several.
    let endpoint: Endpoint?
    /// The headers a request must have to match: those its target declares.
    let headers: HTTPHeaders
    /// The reason why it can never answer; nil if it can.
    let problem: String?

    var script: StubScript
    /// The positions of the sequences its closure returned.
    var scripts = StubScripts()
    /// The number of requests it answered.
    var uses = 0
    /// Whether a later stub for the same request replaced it.
    var isReplaced = false

    init(
        _ name: String, _ answer: StubAnswer, when conditions: [String: String], _ times: StubTimes,
        _ fileID: StaticString, _ line: UInt, endpoint: Endpoint? = nil, problem: String? = nil
    ) {
        self.name = name
        self.conditions = conditions
        self.times = times
        site = CallSite(fileID: fileID, function: "", line: line)
        self.endpoint = endpoint
        self.problem = problem
        headers = endpoint?.comparedHeaders ?? HTTPHeaders()
        script = StubScript(answer)
    }

    /// The name and the line of registration.
    var location: String { "\(name) (\(site.fileID):\(site.line))" }

    /// The conditions in words: `basket is full and user is known`.
    var conditionText: String {
        Array(conditions.keys).sortedByBytes().map { "\($0) is \(conditions[$0] ?? "")" }.joined(separator: " and ")
    }

    /// Whether it takes precedence over an earlier stub for the same request: it requires at least as many headers and
    /// states.
    func takesPrecedence(over earlier: Stub) -> Bool {
        if headers.count != earlier.headers.count { return headers.count > earlier.headers.count }
        return conditions.count >= earlier.conditions.count
    }
}

/// A stub for several requests.
struct StubRule: Sendable {
    enum Asked: Sendable {
        case no
        /// The stub's own script answers.
        case yes
        case answer(StubAnswer)
    }

    /// The index of its stub.
    let index: Int
    /// Whether its template or target type matches a request.
    let fits: @Sendable (StubRequest) -> Bool
    /// Runs the user's closure. It is called without a lock, because it may use the transport.
    let ask: @Sendable (StubRequest) -> Asked
}

/// A request as rules see it.
struct StubRequest: Sendable {
    let endpoint: Endpoint
    let context: CallContext
    /// Whether it is the call's original request: not redirected, and with the same method.
    let isFirst: Bool

    init(_ endpoint: Endpoint, _ context: CallContext) {
        self.endpoint = endpoint
        self.context = context
        isFirst = context.redirects == 0 && endpoint.method == context.resolved?.method
    }

    /// The endpoint before plugins; after a redirect, the endpoint as sent.
    var declared: Endpoint { isFirst ? context.resolved ?? endpoint : endpoint }

    /// Whether a target declares its URL: not a redirect, and not a further page, whose URL the server linked.
    var isDeclared: Bool { isFirst && context.resolved?.options.isPage != true }

    /// Returns the target that declares the request; nil if it has another type or none declares it.
    func target<Target: TargetType>(as type: Target.Type) -> Target? { isDeclared ? context.target(as: type) : nil }
}

/// The answers of one stub, in order, and the number already given.
struct StubScript: Sendable {
    let answers: [StubAnswer]
    private let end: StubAnswer.SequenceEnd
    var given = 0

    init(_ answer: StubAnswer) {
        answers = answer.flattened
        end = if case .sequence(_, let end) = answer.content { end } else { .repeatsLast }
    }

    /// Whether no answer is left.
    var isUsedUp: Bool { end == .fails && given >= answers.count || answers.isEmpty }

    /// The number of answers not yet given; 0 for a cycle.
    var left: Int { end == .cycles ? 0 : max(answers.count - given, 0) }

    /// Returns the next answer; nil if there is none.
    mutating func next() -> StubAnswer? {
        if isUsedUp { return nil }
        defer { given += 1 }
        return answers[end == .cycles ? given % answers.count : min(given, answers.count - 1)]
    }
}

/// The positions of the sequences a closure returns, one per endpoint, because the closure makes the sequence anew for
/// each request.
struct StubScripts: Sendable {
    private var scripts: [StubKey: StubScript] = [:]

    /// Returns the next answer; nil if a sequence is exhausted.
    mutating func next(of answer: StubAnswer, for endpoint: Endpoint) -> StubAnswer? {
        guard case .sequence = answer.content else { return answer }
        let key = StubKey(endpoint, headers: endpoint.comparedHeaders)
        // The answers may differ from those of the last request; only the number given counts.
        var script = StubScript(answer)
        script.given = scripts[key]?.given ?? 0
        defer { scripts[key] = script }
        return script.next()
    }

    /// The number of answers not yet given.
    var left: Int { scripts.values.reduce(0) { $0 + $1.left } }
}
