/// One stub: what it answers with, on which terms, and how often it did.
struct Stub: Sendable {
    /// How complaints call it: an operation, a template, or what kind of stub it is.
    let name: String
    let terms: StubTerms
    /// The request it is for; nil when it is for several.
    let endpoint: Endpoint?
    /// The headers that a request must have for it: those its target declares.
    let headers: HTTPHeaders
    /// Why it can never answer; nil when it can.
    let problem: String?

    var script: StubScript
    /// The sequences that its closure answered with.
    var scripts = StubScripts()
    /// How many requests it answered.
    var uses = 0
    /// Whether a later stub took its place.
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

    /// Its name and the line where it was registered.
    var place: String { "\(name) (\(terms.site.fileID):\(terms.site.line))" }

    /// Whether it goes before another one for the same request: it asks for more. Of equals the later one does.
    func goesBefore(_ earlier: Stub) -> Bool {
        if headers.count != earlier.headers.count { return headers.count > earlier.headers.count }
        return terms.conditions.count >= earlier.terms.conditions.count
    }
}

/// When a stub answers, how often it is to, and where it was written.
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

    /// Where its stub stands.
    let place: Int
    /// Whether it can be for a request at all, by its template or type.
    let fits: @Sendable (StubRequest) -> Bool
    /// What the user's closure says. It runs under no lock: it may use the transport.
    let ask: @Sendable (StubRequest) -> Asked
}

/// A request as rules look at it.
struct StubRequest: Sendable {
    let endpoint: Endpoint
    let context: CallContext
    /// Whether it is the request that the call began with: not behind a redirect, nor under another method.
    let isFirst: Bool

    init(_ endpoint: Endpoint, _ context: CallContext) {
        self.endpoint = endpoint
        self.context = context
        isFirst = context.redirects == 0 && endpoint.method == context.resolved?.method
    }

    /// The endpoint as it was before any plugin; behind a redirect as it is sent.
    var declared: Endpoint { isFirst ? context.resolved ?? endpoint : endpoint }

    /// The target that declares the request, as one of a type; nil when it is of another, or somebody else's request.
    func target<Target: TargetType>(as type: Target.Type) -> Target? { isFirst ? context.target(as: type) : nil }
}
