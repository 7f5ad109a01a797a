public import Talyn

// Stubs of single requests. Each `on` ends with four parameters: the required scenario states (default: any), the
// expected number of uses (default: at least one), and the file and line of registration.
extension StubTransport {
    /// Answers a case of a target.
    ///
    /// ``verify()`` reports a target that cannot become a request.
    public func on(
        _ target: some TargetType, _ answer: StubAnswer,
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let answer = answer.found(for: target.operation)
        let (endpoint, problem): (Endpoint?, String?)
        do { (endpoint, problem) = (try Endpoint.declared(by: target), nil) } catch {
            (endpoint, problem) = (nil, "cannot be made into a request: \(UnresolvableTarget.reason(of: error))")
        }
        add(Stub(target.operation, answer, when: states, times, fileID, line, endpoint: endpoint, problem: problem))
    }

    /// Answers a hand-made endpoint, or the target of a redirect.
    public func on(
        _ endpoint: Endpoint, _ answer: StubAnswer,
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        add(
            Stub(
                endpoint.operation ?? endpoint.description, answer.found(for: endpoint.operation), when: states, times,
                fileID, line, endpoint: endpoint, problem: endpoint.problem))
    }
}

// Stubs of several requests. If several match a request, the one added last answers.
extension StubTransport {
    /// Answers the cases of a target by a closure. The closure returns nil for cases it does not answer.
    ///
    /// ```swift
    /// stubs.on(GitHub.self) { target in
    ///     switch target {
    ///     case .user(let login): .json(User(login: login, id: 1))
    ///     case .zen: nil
    ///     }
    /// }
    /// ```
    /// The closure runs once per request; keep it fast. A sequence it returns advances with each equal request. Cases
    /// in a `MultiTarget` are unwrapped. Redirects and further pages do not match, because they are not a case.
    public func on<Target: TargetType>(
        _ type: Target.Type,
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line,
        _ answer: @escaping @Sendable (_ target: Target) -> StubAnswer?
    ) {
        add(
            Stub(
                "cases of \(type)", nil, when: states, times, fileID, line,
                accepts: { $0.target(as: type) != nil },
                make: { request in
                    request.target(as: type).flatMap(answer)?.found(for: request.context.operation).flat
                }))
    }

    /// Answers the requests of a route, such as `users/{}`.
    ///
    /// `{}` matches one value; `{login}` matches a value that the route names so. Redirects, further pages and
    /// hand-made endpoints have no route: their URL's path must match, completely or after the path of the target's
    /// base URL, with a value as any text between slashes. A leading slash is ignored; a trailing one is significant.
    /// `method` is the request's method; nil, the default, matches any.
    public func on(
        template: String, method: HTTPMethod? = nil, _ answer: StubAnswer,
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let wanted = StubTemplate(template)
        let name = "\(method.map { "\($0) " } ?? "")\(wanted.text.isEmpty ? "/" : wanted.text)"
        let answer = answer.flat
        add(
            Stub(
                name, answer, when: states, times, fileID, line, problem: wanted.problem,
                accepts: { wanted.matches($0) && (method == nil || method == $0.endpoint.method) },
                make: { _ in answer }))
    }

    /// Answers the requests for which a predicate returns true, including redirects.
    public func on(
        where matches: @escaping @Sendable (_ endpoint: Endpoint, _ context: CallContext) -> Bool, _ answer: StubAnswer,
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let answer = answer.flat
        add(
            Stub(
                "a predicate", answer, when: states, times, fileID, line, accepts: { _ in true },
                make: { matches($0.endpoint, $0.context) ? answer : nil }))
    }

    private func add(_ stub: Stub) { registry.withLock { $0.add(stub) } }
}
