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
        add(answer, for: target, StubTerms(states, times, fileID, line))
    }

    /// Answers a hand-made endpoint, or the target of a redirect.
    public func on(
        _ endpoint: Endpoint, _ answer: StubAnswer,
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let terms = StubTerms(states, times, fileID, line)
        add(
            Stub(
                endpoint.operation ?? endpoint.description, answer.found(for: endpoint.operation), terms,
                endpoint: endpoint, problem: endpoint.problem),
            for: endpoint)
    }

    func add(_ answer: StubAnswer, for target: some TargetType, _ terms: StubTerms) {
        let answer = answer.found(for: target.operation)
        do {
            let endpoint = try Endpoint.declared(by: target)
            add(Stub(target.operation, answer, terms, endpoint: endpoint), for: endpoint)
        } catch {
            let problem = "cannot be made into a request: \(UnresolvableTarget.reason(of: error))"
            registry.withLock { $0.addUnusable(Stub(target.operation, answer, terms, problem: problem)) }
        }
    }

    private func add(_ stub: Stub, for endpoint: Endpoint) {
        registry.withLock { $0.add(stub, for: endpoint) }
    }
}
