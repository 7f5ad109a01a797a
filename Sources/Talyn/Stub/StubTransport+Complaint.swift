extension StubTransport {
    /// Returns the reason why a request has no answer and the nearest stubs: names, never values.
    func complaint(about request: StubRequest, _ search: StubSearch) -> String {
        let registry = registry.withLock { $0 }
        let name = request.context.operation.map { "\($0), " } ?? ""
        return "no stub answers \(name)\(request.endpoint); \(reason(request, search, registry))"
    }

    private func reason(_ request: StubRequest, _ search: StubSearch, _ registry: StubRegistry) -> String {
        if let usedUp = search.usedUp { return "\(registry.stubs[usedUp].location) is used up" }
        if !search.blocked.isEmpty {
            return search.blocked.sorted().map { index in
                let terms = registry.stubs[index].terms
                let now = terms.conditions.filter { registry.state(of: $0.key) != $0.value }.keys.sorted()
                    .map { "\($0) is \(registry.state(of: $0))" }.joined(separator: " and ")
                return "\(registry.stubs[index].location) is stubbed when \(terms.conditionText), and \(now)"
            }.joined(separator: "; ")
        }
        let stubs = registry.stubs.filter { !$0.isReplaced }
        let near = stubs.compactMap { NearStub($0, request) }.sorted { $0.differences.count < $1.differences.count }
        if !near.isEmpty {
            return "nearest: " + near.prefix(3).map(\.description).joined(separator: "; ")
        }
        if stubs.isEmpty { return "there are no stubs" }
        let names = Set(stubs.map { $0.isUsedUp ? "\($0.name) (used up)" : $0.name })
        return "stubs: \(names.sorted().prefix(8).joined(separator: ", "))"
    }
}

extension Stub {
    /// Whether it had a script and has given all answers.
    fileprivate var isUsedUp: Bool { uses > 0 && script.isUsedUp && !script.answers.isEmpty }
}

/// A stub that nearly matches a request, and the differences.
private struct NearStub: CustomStringConvertible {
    let location: String
    let differences: [String]

    /// Nil if they share neither the operation nor the URL.
    init?(_ stub: Stub, _ request: StubRequest) {
        guard let endpoint = stub.endpoint, stub.problem == nil else { return nil }
        let operation = request.isFirst ? request.context.operation : nil
        let forms = [request.declared, request.endpoint]
        guard operation != nil && operation == stub.name || forms.contains(where: { $0.url == endpoint.url }) else {
            return nil
        }
        location = stub.location
        differences = forms.map { endpoint.differences(from: $0) }.min { $0.count < $1.count } ?? []
    }

    var description: String { "\(location): \(differences.joined(separator: ", "))" }
}

extension Endpoint {
    /// Returns the differences of a request from the endpoint of a stub, by name.
    fileprivate func differences(from request: Endpoint) -> [String] {
        var differences: [String] = []
        if method != request.method { differences.append("the method is \(method)") }
        differences += urlDifferences(from: request)
        if body.known != request.body.known { differences.append("the body differs") }
        var seen: Set<String> = []
        for name in headers.fields.map(\.name) where seen.insert(name.asciiLowercased).inserted {
            if !request.headers.contains(name) {
                differences.append("header \(name) is missing")
            } else if headers.values(for: name) != request.headers.values(for: name) {
                differences.append("header \(name) differs")
            }
        }
        return differences
    }

    private func urlDifferences(from request: Endpoint) -> [String] {
        guard url != request.url, let own = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let other = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        else { return [] }
        var differences: [String] = []
        if own.shownOrigin != other.shownOrigin { differences.append("the URL differs in its host") }
        if own.percentEncodedPath != other.percentEncodedPath { differences.append("the URL differs in its path") }
        let names = own.queryNames + other.queryNames.filter { !own.queryNames.contains($0) }
        for name in names where own.values(of: name) != other.values(of: name) {
            let what =
                own.values(of: name).isEmpty
                ? "is unexpected" : other.values(of: name).isEmpty ? "is missing" : "differs"
            differences.append("query item \(name) \(what)")
        }
        return differences.isEmpty ? ["the URL differs"] : differences
    }
}

extension URLComponents {
    /// The distinct names of the query. An item without a value may be a bare token and is left out.
    fileprivate var queryNames: [String] {
        var seen: Set<String> = []
        return (percentEncodedQueryItems ?? []).compactMap { item in
            let name = item.value == nil ? "…" : item.name
            return seen.insert(name).inserted ? name : nil
        }
    }

    fileprivate func values(of name: String) -> [String] {
        (percentEncodedQueryItems ?? []).filter { name == "…" ? $0.value == nil : $0.name == name }
            .map { $0.value ?? $0.name }
    }
}
