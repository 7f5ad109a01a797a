internal import Talyn

/// A stub: the requests it matches, under which conditions, and the function that answers them.
struct Stub: Sendable {
    /// The name in messages: an operation, a template or the kind of stub.
    let name: String
    /// The scenarios that it requires to be in a state.
    let conditions: [String: String]
    /// The expected number of uses.
    let times: StubTimes
    private let site: CallSite
    /// The reason why it can never answer; nil if it can.
    let problem: String?

    /// The request it matches; nil if it matches several.
    let endpoint: Endpoint?
    /// The number of the endpoint's ``StubKey``; nil if it matches several requests.
    let number: UInt64?
    /// The headers a request must have to match: those its target declares.
    let headers: HTTPHeaders
    /// Returns whether it matches several requests, and this one among them, as far as is known without user code.
    let accepts: @Sendable (StubRequest) -> Bool

    /// Its answer, with a flat sequence; nil if ``make`` makes one for each request.
    let answer: StubAnswer?
    /// Returns the answer to a request; nil for none. It runs user code, without a lock, which may use the transport.
    let make: @Sendable (StubRequest) -> StubAnswer?

    init(
        _ name: String, _ answer: StubAnswer?, when conditions: [String: String], _ times: StubTimes,
        _ fileID: StaticString, _ line: UInt, endpoint: Endpoint? = nil, problem: String? = nil,
        accepts: @escaping @Sendable (StubRequest) -> Bool = { _ in false },
        make: @escaping @Sendable (StubRequest) -> StubAnswer? = { _ in nil }
    ) {
        self.name = name
        self.conditions = conditions
        self.times = times
        site = CallSite(fileID: fileID, function: "", line: line)
        self.problem = problem
        self.endpoint = endpoint
        number = endpoint.map { StubKey($0).number }
        headers = endpoint?.comparedHeaders ?? HTTPHeaders()
        self.accepts = accepts
        self.answer = answer?.flat
        self.make = make
    }

    /// The name and the line of registration.
    var location: String { "\(name) (\(site.fileID):\(site.line))" }

    /// The conditions in words: `basket is full and user is known`.
    var conditionText: String {
        Array(conditions.keys).sortedByBytes().map { "\($0) is \(conditions[$0] ?? "")" }.joined(separator: " and ")
    }

    /// Returns whether it matches an endpoint; false if it matches several requests.
    func matches(_ other: Endpoint) -> Bool {
        endpoint.map { StubKey($0) == StubKey(other) && headers.isPart(of: other.headers) } ?? false
    }

    /// Returns whether it replaces an earlier stub: the same request, headers and states.
    func replaces(_ earlier: Stub) -> Bool {
        guard number == earlier.number, let endpoint, let other = earlier.endpoint else { return false }
        return StubKey(endpoint) == StubKey(other) && headers == earlier.headers && conditions == earlier.conditions
    }

    /// Returns whether it requires more than a newer stub for the same request: headers first, then states.
    func isStricter(than newer: Stub) -> Bool {
        if headers.count != newer.headers.count { return headers.count > newer.headers.count }
        return conditions.count > newer.conditions.count
    }
}

/// A request as stubs see it.
struct StubRequest: Sendable {
    let endpoint: Endpoint
    let context: CallContext

    /// Whether it is the call's original request: not redirected, and with the same method.
    var isFirst: Bool { context.redirects == 0 && endpoint.method == context.resolved?.method }

    /// The endpoint before plugins; after a redirect, the endpoint as sent.
    var resolved: Endpoint { isFirst ? context.resolved ?? endpoint : endpoint }

    /// The endpoint as its target declares it, without a provider's base URL and defaults; nil without a target.
    var declared: Endpoint? { isDeclared ? context.target.flatMap { try? Endpoint.declared(by: $0) } : nil }

    /// Whether a target declares its URL: not a redirect, and not a further page, whose URL the server linked.
    var isDeclared: Bool { isFirst && context.resolved?.options.isPage != true }

    /// Returns the target that declares the request; nil if it has another type or none declares it.
    func target<Target: TargetType>(as type: Target.Type) -> Target? { isDeclared ? context.target(as: type) : nil }
}

/// The positions in sequences: one for a stub's own answer, and one per equal request for those that a closure makes,
/// because it makes the sequence anew each time.
struct StubPositions: Sendable {
    private var positions: [StubKey?: (given: Int, left: Int)] = [:]

    /// The number of answers not yet given; 0 for a cycle.
    var left: Int { positions.values.reduce(0) { $0 + $1.left } }

    /// Returns the next answer; nil if a sequence is exhausted.
    /// - Parameter answer: a single answer or a flat sequence.
    /// - Parameter request: the request for which a closure made the answer; nil for a stub's own answer.
    mutating func next(of answer: StubAnswer, for request: Endpoint?) -> StubAnswer? {
        guard case .sequence(let answers, let end) = answer.content else { return answer }
        let key = request.map { StubKey($0, headers: $0.comparedHeaders) }
        // A closure may return other answers than for the last request; only the number given counts.
        let given = positions[key]?.given ?? 0
        if answers.isEmpty || end == .fails && given >= answers.count { return nil }
        positions[key] = (given + 1, end == .cycles ? 0 : max(answers.count - given - 1, 0))
        return answers[end == .cycles ? given % answers.count : min(given, answers.count - 1)]
    }
}
