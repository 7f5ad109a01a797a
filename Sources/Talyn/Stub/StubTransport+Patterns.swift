// Stubs of several requests. Of those that match a request the one that was added last answers.
extension StubTransport {
    /// Answers the cases of a target by a closure; nil is for those that are not this stub's.
    ///
    /// ```swift
    /// stubs.on(GitHub.self) { target in
    ///     switch target {
    ///     case .user(let login): .json(User(login: login, id: 1))
    ///     case .zen: nil
    ///     }
    /// }
    /// ```
    /// It is asked anew for each request, and once for each: keep it quick. A sequence in it goes on with each equal
    /// request. Cases in a ``MultiTarget`` are taken out of it. The place that a redirect leads to is nobody's case.
    public func on<Target: TargetType>(
        _ type: Target.Type,
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line,
        _ answer: @escaping @Sendable (_ target: Target) -> StubAnswer?
    ) {
        let stub = Stub("cases of \(type)", nil, StubTerms(states, times, fileID, line))
        add(stub, fits: { $0.target(as: type) != nil }) { request in
            guard let answer = request.target(as: type).flatMap(answer) else { return .no }
            return .answer(answer.found(for: request.context.operation))
        }
    }

    /// Answers the cases of a target that a predicate says yes to.
    public func on<Target: TargetType>(
        _ type: Target.Type, where matches: @escaping @Sendable (_ target: Target) -> Bool, _ answer: StubAnswer,
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let stub = Stub("some cases of \(type)", answer, StubTerms(states, times, fileID, line))
        add(stub, fits: { $0.target(as: type) != nil }) { request in
            request.target(as: type).map(matches) == true ? .yes : .no
        }
    }

    /// Answers the requests of a route, such as `users/{}`.
    ///
    /// `{}` stands for one value, `{login}` for one that the route calls so. Where there is no route, behind a redirect
    /// and for endpoints made by hand, the URL's path has to be like it, the whole of it or what is behind the path of the
    /// target's base URL; a value is then what stands between slashes. A leading slash is ignored, a trailing one counts.
    /// `method` is the one it is for; nil, the default, for any.
    public func on(
        template: String, method: HTTPMethod? = nil, _ answer: StubAnswer,
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let wanted = StubTemplate(template)
        let name = "\(method.map { "\($0) " } ?? "")\(wanted.text.isEmpty ? "/" : wanted.text)"
        let stub = Stub(
            name, answer, StubTerms(states, times, fileID, line), problem: wanted.problem)
        add(stub, fits: { wanted.matches($0) && (method == nil || method == $0.endpoint.method) }) { _ in .yes }
    }

    /// Answers what a predicate says yes to, redirects too.
    public func on(
        where matches: @escaping @Sendable (_ endpoint: Endpoint, _ context: CallContext) -> Bool, _ answer: StubAnswer,
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let stub = Stub("a predicate", answer, StubTerms(states, times, fileID, line))
        add(stub, fits: { _ in true }) { matches($0.endpoint, $0.context) ? .yes : .no }
    }

    private func add(
        _ stub: Stub, fits: @escaping @Sendable (StubRequest) -> Bool,
        ask: @escaping @Sendable (StubRequest) -> StubRule.Asked
    ) {
        book.withLock { $0.add(stub, fits: fits, ask: ask) }
    }
}
