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
        add(
            Stub(target.operation, answer.flat, when: states, times, fileID, line, endpoint: endpoint, problem: problem)
        )
    }

    /// Answers the case of a bound call.
    ///
    /// The answer is not decoded here. If it does not decode, the call fails as it would with a server's answer, and
    /// the error names the file of a fixture.
    public func on<Target: TargetType, Value>(
        _ call: Call<Target, Value>, _ answer: StubAnswer,
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        on(call.target, answer, when: states, times: times, fileID: fileID, line: line)
    }

    /// Answers the case of a bound call with its value, encoded by the target's encoder.
    ///
    /// `String` is sent as text and `Data` as bytes; nil is an empty body. A value that cannot be encoded makes the
    /// stub unusable: the call fails, and so does ``verify()``. So does a call with an envelope or a key path: pass its
    /// whole body as an answer.
    public func on<Target: TargetType, Value: Encodable>(
        _ call: Call<Target, Value>, returning value: Value, status: Int = 200, headers: HTTPHeaders = HTTPHeaders(),
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let answer = call.answer(with: value, status: status, headers: headers)
        on(call.target, answer, when: states, times: times, fileID: fileID, line: line)
    }

    /// Answers the case of a bound call without a value, with an empty body.
    public func on<Target: TargetType>(
        _ call: Call<Target, Void>, returning value: Void, status: Int = 200, headers: HTTPHeaders = HTTPHeaders(),
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        on(call.target, .status(status, headers: headers), when: states, times: times, fileID: fileID, line: line)
    }

    /// Answers a hand-made endpoint, or the target of a redirect.
    public func on(
        _ endpoint: Endpoint, _ answer: StubAnswer,
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        add(
            Stub(
                endpoint.operation ?? endpoint.description, answer.found(for: endpoint.operation).flat, when: states,
                times, fileID, line, endpoint: endpoint, problem: endpoint.problem))
    }
}

// Stubs of several requests.
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
            Stub("cases of \(type)", nil, when: states, times, fileID, line, runsCode: true) { request in
                request.target(as: type).flatMap(answer)?.flat
            })
    }

    /// Answers the requests of a route, such as `users/{}`.
    ///
    /// `{}` matches one value, and so does `{login}`, whatever the route calls it. A route does not contain the path of
    /// the base URL. Redirects, further pages, hand-made endpoints and requests of Moya have no route: their URL's path
    /// must match, completely or after the path of the target's base URL, with a value as any text between slashes. A
    /// leading slash is ignored; a trailing one is significant. `method` is the request's method; nil, the default,
    /// matches any.
    public func on(
        template: String, method: HTTPMethod? = nil, _ answer: StubAnswer,
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let wanted = StubTemplate(template)
        let name = "\(method.map { "\($0) " } ?? "")\(wanted.text.isEmpty ? "/" : wanted.text)"
        let answer = answer.flat
        let hasMethod = { @Sendable (request: StubRequest) in method == nil || method == request.endpoint.method }
        add(
            Stub(name, answer, when: states, times, fileID, line, problem: wanted.problem) { request in
                hasMethod(request) && wanted.matches(request) ? answer : nil
            } near: { request in
                guard let differences = wanted.differences(from: request) else { return nil }
                return hasMethod(request) ? differences : ["the method is \(method ?? .get)"] + differences
            })
    }

    /// Answers the requests for which a predicate returns true, including redirects. It gets the endpoint as it is
    /// sent, and the call's context: its target, attempt, redirects and tags.
    public func on(
        where matches: @escaping @Sendable (_ endpoint: Endpoint, _ context: CallContext) -> Bool, _ answer: StubAnswer,
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let answer = answer.flat
        add(
            Stub("a predicate", answer, when: states, times, fileID, line, runsCode: true) { request in
                matches(request.endpoint, request.context) ? answer : nil
            })
    }

    func add(_ stub: Stub) { registry.withLock { $0.add(stub) } }
}

// Several answers are a sequence.
extension StubTransport {
    /// Not available: several answers for a target, a call or an endpoint are a sequence.
    @available(*, unavailable, message: "write '.sequence([…])'")
    @_disfavoredOverload
    public func on<Request>(
        _ request: Request, _ answers: [StubAnswer], when states: [String: String] = [:],
        times: StubTimes = .atLeast(1)
    ) {}

    /// Not available: several answers for a target, a call or an endpoint are a sequence.
    @available(*, unavailable, message: "write '.sequence([…])'")
    @_disfavoredOverload
    public func on<Request>(
        _ request: Request, _ first: StubAnswer, _ second: StubAnswer, _ more: StubAnswer...
    ) {}

    /// Not available: several answers are a sequence.
    @available(*, unavailable, message: "write '.sequence([…])'")
    @_disfavoredOverload
    public func on(
        template: String, method: HTTPMethod? = nil, _ answers: [StubAnswer], when states: [String: String] = [:],
        times: StubTimes = .atLeast(1)
    ) {}

    /// Not available: several answers are a sequence.
    @available(*, unavailable, message: "write '.sequence([…])'")
    @_disfavoredOverload
    public func on(
        where matches: @escaping @Sendable (_ endpoint: Endpoint, _ context: CallContext) -> Bool,
        _ answers: [StubAnswer], when states: [String: String] = [:], times: StubTimes = .atLeast(1)
    ) {}
}

extension Call where Value: Encodable {
    /// Returns an answer with a value as its body.
    fileprivate func answer(with value: Value, status: Int, headers: HTTPHeaders) -> StubAnswer {
        if let place {
            return StubAnswer(
                .unusable("its value is \(place); pass the whole body: on(…, .json(…)) instead of returning:"))
        }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional, mirror.children.isEmpty { return .status(status, headers: headers) }
        if let text = value as? String { return .text(text, status: status, headers: headers) }
        let (body, type): (Data, String)
        do {
            (body, type) =
                try (value as? Data).map { ($0, "application/octet-stream") }
                ?? (target.encoder.encode(value), target.encoder.contentType)
        } catch { return StubAnswer(.unusable(UnresolvableTarget.reason(of: error))) }
        return .data(body, contentType: type, status: status, headers: headers)
    }
}
