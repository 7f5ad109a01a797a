internal import Talyn

extension StubRegistry {
    /// Returns the reason why a request has no answer and the nearest stubs: names, and values if they were asked for.
    func complaint(about request: StubRequest, usedUp: Int?) -> ScopeComplaint {
        let name = request.context.operation.map { "\($0), " } ?? ""
        let reason =
            usedUp.map { "\(stubs[$0].location) is used up" } ?? otherStates(for: request) ?? nearest(to: request)
        guard request.context.redirects > 0 else {
            return ScopeComplaint("no stub answers \(name)\(request.endpoint)", reason, of: "the scope's stubs")
        }
        let question =
            "no stub answers \(name)redirected to \(request.endpoint.describedByItsURL); the destination of a redirect "
            + "needs a stub of its own, such as on(Endpoint(url: …), …)"
        return ScopeComplaint(question, reason, of: "the scope's stubs")
    }

    /// Returns the states that matching stubs require and the present ones; nil if no stub lacks a state only.
    private func otherStates(for request: StubRequest) -> String? {
        let endpoints = [request.endpoint, request.resolved] + (request.declared.map { [$0] } ?? [])
        let texts = stubs.indices.compactMap { index -> String? in
            let stub = stubs[index]
            guard !uses[index].isReplaced, !holds(index),
                stub.accepts(request) || endpoints.contains(where: stub.matches)
            else { return nil }
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
        for (stub, use) in zip(stubs, uses) where !use.isReplaced {
            names.insert(stub.hasEnded(after: use) ? "\(stub.name) (used up)" : stub.name)
            guard let differences = stub.differences(from: request, showsValues) else { continue }
            near.append((differences.count, "\(stub.location): \(differences.joined(separator: ", "))"))
        }
        // Sorting is stable: stubs with as many differences stay in their order.
        near.sort { $0.differences < $1.differences }
        if !near.isEmpty { return "nearest: \(near.prefix(3).map(\.text).joined(separator: "; "))" }
        if names.isEmpty { return "there are no stubs" }
        return "stubs: \(Array(names).sortedByBytes().prefix(8).joined(separator: ", "))"
    }
}

extension Stub {
    /// Returns whether it has a sequence and has given all answers.
    fileprivate func hasEnded(after use: StubRegistry.Use) -> Bool {
        guard case .sequence(let answers, .fails)? = answer?.content else { return false }
        return !answers.isEmpty && use.count >= answers.count
    }

    /// Returns the differences of a request from the stub's; nil if they share neither the operation nor the URL.
    fileprivate func differences(from request: StubRequest, _ showsValues: Bool) -> [String]? {
        guard let endpoint, problem == nil else { return nil }
        let (declared, sent) = (request.resolved, request.endpoint)
        guard
            request.isFirst && request.context.operation == name || endpoint.hasSameURL(as: declared)
                || endpoint.hasSameURL(as: sent)
        else { return nil }
        let first = StubDifferences(between: endpoint, and: declared, showsValues: showsValues).texts
        let second = StubDifferences(between: endpoint, and: sent, showsValues: showsValues).texts
        return second.count < first.count ? second : first
    }
}

/// The differences between the endpoint of a stub and a request, in words: by name, and with values if they are asked
/// for.
struct StubDifferences {
    private let showsValues: Bool
    private let redaction: Redaction
    /// The differences, one per part.
    private(set) var texts: [String] = []

    init(between stub: Endpoint, and request: Endpoint, showsValues: Bool) {
        self.showsValues = showsValues
        redaction = Redaction.standard.hidingTokens(of: request)
        if stub.method != request.method { texts.append("the method is \(stub.method)") }
        compareURLs(stub, request)
        if !stub.hasSameBody(as: request) {
            let details = bodyDifferences(stub, request)
            texts.append(details.isEmpty ? "the body differs" : "the body differs: \(details.joined(separator: ", "))")
        }
        var seen: Set<String> = []
        for name in stub.comparedHeaders.fields.map(\.name) where seen.insert(name.asciiLowercased).inserted {
            let (expected, found) = (stub.headers.values(for: name), request.headers.values(for: name))
            if expected != found { texts.append(text("header \(name)", expected, found, named: name, in: .header)) }
        }
    }

    private mutating func compareURLs(_ stub: Endpoint, _ request: Endpoint) {
        if stub.hasSameURL(as: request) { return }
        let before = texts.count
        let (own, other) = (stub.queriedURL, request.queriedURL)
        if !own.base.isSame(bytes: other.base), let own = URLComponents(url: stub.url, resolvingAgainstBaseURL: true),
            let other = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        {
            if own.shownOrigin != other.shownOrigin {
                texts.append(text("the URL", [own.shownOrigin], [other.shownOrigin], verb: "differs in its host"))
            }
            if own.percentEncodedPath != other.percentEncodedPath {
                let paths = [own, other].map { redaction.url($0.percentEncodedPath) }
                texts.append(text("the URL", [paths[0]], [paths[1]], verb: "differs in its path"))
            }
        }
        texts += differences(of: "query item", own.items, other.items, in: .query)
        if texts.count == before { texts.append("the URL differs") }
    }

    /// Returns the items, JSON keys or parts of the body that differ; empty for another body.
    private func bodyDifferences(_ stub: Endpoint, _ request: Endpoint) -> [String] {
        if let own = stub.body.form, let other = request.body.form {
            return differences(
                of: "part", own.parts.map { ($0.name, $0.shownContent) },
                other.parts.map { ($0.name, $0.shownContent) },
                in: .form)
        }
        if let own = stub.formItems, let other = request.formItems {
            return differences(of: "form item", own, other, in: .form)
        }
        guard case .data(let own) = stub.body, case .data(let other) = request.body,
            let expected = try? JSONValue(parsing: own), let found = try? JSONValue(parsing: other)
        else { return [] }
        let changes = found.differences(from: expected, limit: 5) { _, _ in false }
        if changes.isEmpty { return ["the same JSON in other bytes"] }
        return changes.map { change in
            func values(_ value: JSONValue?) -> [String] { value.map { [$0.jsonText] } ?? [] }
            let what = change.path.isEmpty ? "the JSON value" : "JSON key \(change.path)"
            return text(what, values(change.expected), values(change.found), named: change.key, in: .field)
        }
    }

    /// Returns the names whose values differ. An item without a value may be a bare token, and is not named.
    private func differences(
        of kind: String, _ expected: [ComparedItems.Item], _ found: [ComparedItems.Item], in part: SecretNames.Kind
    ) -> [String] {
        func named(_ items: [ComparedItems.Item]) -> [ComparedItems.Item] {
            items.map { $0.value == nil ? ("…", $0.name) : $0 }
        }
        return ComparedItems.differences(expected: named(expected), found: named(found)).map { difference in
            let values = [difference.expected, difference.found].map { $0.compactMap { $0 } }
            return text(
                "\(kind) \(difference.name.cut(to: 40))", values[0], values[1], named: difference.name, in: part)
        }
    }

    /// Returns the sentence about a part: missing, unexpected or different.
    private func text(
        _ what: String, _ expected: [String], _ found: [String], verb: String = "differs", named name: String = "",
        in part: SecretNames.Kind? = nil
    ) -> String {
        func shown(_ values: [String]) -> String {
            values.map { value in
                // A bare item may be a token of any kind.
                if name == "…" { return Redaction.placeholder }
                var found: Set<String> = []
                let shown = part.map { redaction.value(value, named: name, in: $0, found: &found) } ?? value
                return shown.cut(to: 80)
            }.joined(separator: ", ")
        }
        let state = expected.isEmpty ? "is unexpected" : found.isEmpty ? "is missing" : verb
        if !showsValues { return "\(what) \(state)" }
        if expected.isEmpty { return "\(what) \(state) (\(shown(found)))" }
        return "\(what) \(state) (\(found.isEmpty ? "" : "\(shown(found)) instead of ")\(shown(expected)))"
    }
}

extension FormPart {
    /// The content as messages show it.
    fileprivate var shownContent: String { text ?? body.description }
}
