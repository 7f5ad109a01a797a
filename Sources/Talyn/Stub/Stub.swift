/// A stub: its answer, its conditions and how often it has answered.
struct Stub: Sendable {
    /// The name in messages: an operation, a template or the kind of stub.
    let name: String
    let terms: StubTerms
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
        _ name: String, _ answer: StubAnswer?, _ terms: StubTerms, endpoint: Endpoint? = nil, problem: String? = nil
    ) {
        self.name = name
        self.terms = terms
        self.endpoint = endpoint
        self.problem = problem
        headers = endpoint?.headers ?? HTTPHeaders()
        script = StubScript(answer ?? .sequence([]))
    }

    /// The name and the line of registration.
    var location: String { "\(name) (\(terms.site.fileID):\(terms.site.line))" }

    /// Whether it takes precedence over an earlier stub for the same request: it requires at least as many headers and
    /// states.
    func takesPrecedence(over earlier: Stub) -> Bool {
        if headers.count != earlier.headers.count { return headers.count > earlier.headers.count }
        return terms.conditions.count >= earlier.terms.conditions.count
    }
}

/// The conditions of a stub, its expected number of uses, and its line of registration.
struct StubTerms: Sendable {
    let conditions: [String: String]
    let times: StubTimes
    let site: CallSite

    init(_ conditions: [String: String], _ times: StubTimes, _ fileID: StaticString, _ line: UInt) {
        self.conditions = conditions
        self.times = times
        site = CallSite(fileID: fileID, function: "", line: line)
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

    /// The target that declares the request; nil if it has another type or the request is a redirect.
    func target<Target: TargetType>(as type: Target.Type) -> Target? { isFirst ? context.target(as: type) : nil }
}

/// The answers of one stub, in order, and the number already given.
struct StubScript: Sendable {
    let answers: [StubAnswer]
    private let end: StubAnswer.SequenceEnd
    private(set) var given = 0

    init(_ answer: StubAnswer) {
        if case .sequence(_, let end) = answer.content {
            answers = answer.flattened
            self.end = end
        } else {
            answers = [answer]
            end = .repeatsLast
        }
    }

    /// Whether no answer is left.
    var isUsedUp: Bool { end == .fails && given >= answers.count || answers.isEmpty }

    /// The number of answers not yet given; 0 for a cycle.
    var left: Int { end == .cycles ? 0 : max(answers.count - given, 0) }

    /// Returns the index of the next answer; nil if there is none.
    mutating func next() -> Int? {
        if isUsedUp { return nil }
        defer { given += 1 }
        if given < answers.count { return given }
        return end == .cycles ? given % answers.count : answers.count - 1
    }
}

/// The positions of the sequences a closure returns, one per endpoint, because the closure makes the sequence anew for
/// each request.
struct StubScripts: Sendable {
    private var scripts: [StubKey: StubScript] = [:]

    /// Returns the next answer; nil if a sequence is exhausted.
    mutating func next(of answer: StubAnswer, for endpoint: Endpoint) -> StubAnswer? {
        guard case .sequence = answer.content else { return answer }
        let key = StubKey(endpoint, headers: endpoint.headers)
        // The answers may differ from those of the last request; only the number given counts.
        var script = StubScript(answer)
        script.skip(scripts[key]?.given ?? 0)
        let index = script.next()
        let answers = script.answers
        scripts[key] = script
        return index.map { answers[$0] }
    }

    /// The number of answers not yet given.
    var left: Int { scripts.values.reduce(0) { $0 + $1.left } }
}

extension StubScript {
    /// Marks a number of answers as given.
    fileprivate mutating func skip(_ count: Int) { given = count }
}
