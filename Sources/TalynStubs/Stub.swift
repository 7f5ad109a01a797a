internal import Talyn

/// A stub: the requests that it answers, under which conditions, and with what. A class, because a search visits many.
final class Stub: Sendable {
    /// The name in messages: an operation, a template or the kind of stub.
    let name: String
    /// The scenarios that it requires to be in a state.
    let conditions: [String: String]
    /// The expected number of uses.
    let times: StubTimes
    private let site: CallSite
    /// The reason why it can never answer; nil if it can.
    let problem: String?

    /// The one request that it answers; nil if it answers several.
    let key: StubKey?
    /// The headers that a request must have: those that the target declares.
    private let headers: HTTPHeaders
    /// Whether it runs code of the test to find its answer.
    let runsCode: Bool
    /// Its answer, with a flat sequence; nil if ``make`` makes one for each request.
    let answer: StubAnswer?
    /// Returns the answer to one of several requests; nil for a request that it does not answer.
    private let make: @Sendable (StubRequest) -> StubAnswer?
    /// Returns what differs in a request that is near; nil for another one. For a stub of several requests.
    let near: @Sendable (StubRequest) -> [String]?

    init(
        _ name: String, _ answer: StubAnswer?, when conditions: [String: String], _ times: StubTimes,
        _ fileID: StaticString, _ line: UInt, endpoint: Endpoint? = nil, problem: String? = nil, runsCode: Bool = false,
        make: @escaping @Sendable (StubRequest) -> StubAnswer? = { _ in nil },
        near: @escaping @Sendable (StubRequest) -> [String]? = { _ in nil }
    ) {
        self.name = name
        self.conditions = conditions
        self.times = times
        site = CallSite(fileID: fileID, function: "", line: line)
        self.problem = problem
        key = endpoint.map { StubKey($0) }
        headers = endpoint?.comparedHeaders ?? HTTPHeaders()
        self.runsCode = runsCode
        self.answer = answer
        self.make = make
        self.near = near
    }

    /// The name and the line of registration.
    var location: String { "\(name) (\(line))" }

    /// The file and line of registration.
    var line: String { "\(site.fileID):\(site.line)" }

    /// The conditions in words: `basket is full and user is known`.
    var conditionText: String {
        Array(conditions.keys).sortedByBytes().map { "\($0) is \(conditions[$0] ?? "")" }.joined(separator: " and ")
    }

    /// Returns the answer to a request, whatever the states of scenarios; nil if it does not match.
    func answer(to request: inout StubRequest) -> StubAnswer? {
        if key == nil { return make(request) }
        return request.matches(self) ? answer : nil
    }

    /// Returns whether it answers the one request of a key.
    func matches(_ request: StubKey) -> Bool {
        guard let key, key == request else { return false }
        return headers.isPart(of: request.endpoint.headers)
    }

    /// Returns whether it replaces an earlier stub: the same request, headers and states.
    func replaces(_ earlier: Stub) -> Bool {
        key != nil && key == earlier.key && headers == earlier.headers && conditions == earlier.conditions
    }
}

/// A request as stubs see it.
struct StubRequest: Sendable {
    let endpoint: Endpoint
    let context: CallContext
    /// The body of a file or stream, once it was read.
    private(set) var read: SentBody?

    private let sent: StubKey
    /// The request before plugins, and as its target declares it, without the provider's base URL.
    private lazy var earlier = forms(before: context.resolved).map { StubKey($0) }

    init(_ endpoint: Endpoint, _ context: CallContext) {
        (self.endpoint, self.context) = (endpoint, context)
        sent = StubKey(endpoint)
    }

    /// Whether the body must be read before an answer.
    var needsBody: Bool { SentBody.isNeeded(for: endpoint, context) }

    mutating func readBody() async throws { read = try await SentBody.read(from: endpoint, context) }

    /// The progress of the body.
    var progress: TransferProgress { read?.progress ?? TransferProgress() }

    /// Whether it is the call's original request: not redirected, and with the same method.
    var isFirst: Bool { context.redirects == 0 && endpoint.method == context.resolved?.method }

    /// The endpoint before plugins; after a redirect, the endpoint as sent.
    var resolved: Endpoint { isFirst ? context.resolved ?? endpoint : endpoint }

    /// Returns the endpoint before plugins, and the one that the target declares if it differs by more than defaults.
    private func forms(before resolved: Endpoint?) -> [Endpoint] {
        guard let resolved, context.redirects == 0, resolved.method == endpoint.method else { return [] }
        guard context.replacesBaseURL, !resolved.options.isLinked, let target = context.target,
            let declared = try? Endpoint.declared(by: target)
        else { return [resolved] }
        return [resolved, declared]
    }

    /// Whether a target declares its URL: not a redirect, and not a further page, whose URL the server linked.
    var isDeclared: Bool { isFirst && context.resolved?.options.isLinked != true }

    /// Returns the target that declares the request; nil if it has another type or none declares it.
    func target<Target: TargetType>(as type: Target.Type) -> Target? { isDeclared ? context.target(as: type) : nil }

    /// Returns whether it is the one request of a stub, as sent, or before plugins and the provider's base URL.
    mutating func matches(_ stub: Stub) -> Bool { stub.matches(sent) || earlier.contains { stub.matches($0) } }
}

/// The positions in sequences: one for a stub's own answer, and one per equal request for those that a closure makes,
/// because it makes the sequence anew each time.
struct StubPositions: Sendable {
    private var positions: [StubKey?: (given: Int, left: Int)] = [:]
    /// Whether the stub's own sequence has given its last answer.
    private(set) var isUsedUp = false

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
        if key == nil, end == .fails { isUsedUp = given + 1 >= answers.count }
        positions[key] = (given + 1, end == .cycles ? 0 : max(answers.count - given - 1, 0))
        return answers[end == .cycles ? given % answers.count : min(given, answers.count - 1)]
    }
}
