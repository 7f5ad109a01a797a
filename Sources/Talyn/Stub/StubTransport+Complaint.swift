extension StubRegistry {
    /// Returns the reason why a request has no answer and the nearest stubs: names, never values.
    func complaint(about request: StubRequest, usedUp: Int? = nil, _ blocked: [Int]) -> String {
        let name = request.context.operation.map { "\($0), " } ?? ""
        let reason =
            usedUp.map { "\(stubs[$0].location) is used up" } ?? complaint(about: blocked) ?? nearest(to: request)
        return "no stub answers \(name)\(request.endpoint); \(reason)"
    }

    /// Returns the states that stubs require and the present ones; nil without stubs.
    private func complaint(about blocked: [Int]) -> String? {
        let texts = stubs.indices.filter(blocked.contains).map { index in
            let stub = stubs[index]
            let now = Array(stub.conditions.keys).sortedByBytes().filter { state(of: $0) != stub.conditions[$0] }
                .map { "\($0) is \(state(of: $0))" }.joined(separator: " and ")
            return "\(stub.location) is stubbed when \(stub.conditionText), and \(now)"
        }
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }

    /// Returns the three nearest stubs with their differences, or else the names of eight stubs.
    private func nearest(to request: StubRequest) -> String {
        var near: [(differences: Int, text: String)] = []
        var names: Set<String> = []
        for stub in stubs where !stub.isReplaced {
            names.insert(stub.hasEnded ? "\(stub.name) (used up)" : stub.name)
            guard let differences = stub.differences(from: request) else { continue }
            let place = near.firstIndex { $0.differences > differences.count } ?? near.count
            near.insert((differences.count, "\(stub.location): \(differences.joined(separator: ", "))"), at: place)
            if near.count > 3 { near.removeLast() }
        }
        if !near.isEmpty { return "nearest: \(near.map(\.text).joined(separator: "; "))" }
        if names.isEmpty { return "there are no stubs" }
        return "stubs: \(Array(names).sortedByBytes().prefix(8).joined(separator: ", "))"
    }
}

extension Stub {
    /// Whether it had a script and has given all answers.
    fileprivate var hasEnded: Bool { script.isUsedUp && !script.answers.isEmpty }

    /// Returns the differences of a request from the stub's; nil if they share neither the operation nor the URL.
    fileprivate func differences(from request: StubRequest) -> [String]? {
        guard let endpoint, problem == nil else { return nil }
        let (declared, sent) = (request.declared, request.endpoint)
        guard
            request.isFirst && request.context.operation == name || declared.url == endpoint.url
                || sent.url == endpoint.url
        else { return nil }
        let (first, second) = (endpoint.differences(from: declared), endpoint.differences(from: sent))
        return second.count < first.count ? second : first
    }
}

extension Endpoint {
    /// Returns the differences of a request from the endpoint of a stub, by name.
    fileprivate func differences(from request: Endpoint) -> [String] {
        var differences: [String] = []
        if method != request.method { differences.append("the method is \(method)") }
        differences += urlDifferences(from: request)
        if !body.isSameAsKnown(request.body) { differences.append("the body differs") }
        var seen: Set<String> = []
        for name in comparedHeaders.fields.map(\.name) where seen.insert(name.asciiLowercased).inserted {
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
        var seen: Set<String> = []
        for name in own.queryNames + other.queryNames where seen.insert(name).inserted {
            let (expected, found) = (own.values(of: name), other.values(of: name))
            if expected == found { continue }
            let difference = expected.isEmpty ? "is unexpected" : found.isEmpty ? "is missing" : "differs"
            differences.append("query item \(name) \(difference)")
        }
        return differences.isEmpty ? ["the URL differs"] : differences
    }
}

extension URLComponents {
    /// The names of the query. An item without a value may be a bare token and is left out.
    fileprivate var queryNames: [String] { (percentEncodedQueryItems ?? []).map { $0.value == nil ? "…" : $0.name } }

    fileprivate func values(of name: String) -> [String] {
        (percentEncodedQueryItems ?? []).filter { name == "…" ? $0.value == nil : $0.name == name }
            .map { $0.value ?? $0.name }
    }
}
