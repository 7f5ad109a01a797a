internal import Talyn

extension StubRegistry {
    /// Returns the reason why a request has no answer, and the nearest stubs with what differs, by name.
    func complaint(about request: StubRequest, usedUp: Int?) -> ScopeComplaint {
        let name = request.context.operation.map { "\($0), " } ?? ""
        let rule = "the destination of a redirect needs a stub of its own, such as on(Endpoint(url: …), …)"
        let (endpoint, isHop) = (request.endpoint, request.context.redirects > 0)
        let what = isHop ? "redirected to \(endpoint.describedByItsURL); \(rule)" : "\(endpoint)"
        let reason = usedUp.map { "\(stubs[$0].location) is used up" } ?? otherStates(for: request)
        return ScopeComplaint("no stub answers \(name)\(what)", reason ?? nearest(to: request), of: "the scope")
    }

    /// Returns the states that matching stubs require and the present ones; nil if no stub lacks a state only.
    private func otherStates(for request: StubRequest) -> String? {
        var request = request
        let texts = zip(stubs, uses).compactMap { stub, use -> String? in
            let others = Array(stub.conditions.keys).filter { state(of: $0) != stub.conditions[$0] }
            guard use.replacement == nil, !others.isEmpty, stub.answer(to: &request) != nil else { return nil }
            let now = others.sortedByBytes().map { "\($0) is \(state(of: $0))" }.joined(separator: " and ")
            return "\(stub.location) is stubbed when \(stub.conditionText), and \(now)"
        }
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }

    /// Returns the three nearest stubs with their differences, or else the names of eight stubs.
    private func nearest(to request: StubRequest) -> String {
        let stubs = zip(stubs, uses).filter { $1.replacement == nil }
        let near = stubs.compactMap { stub, _ in
            stub.differences(from: request).map { ($0.count, "\(stub.location): \($0.joined(separator: ", "))") }
        }
        // Sorting is stable: stubs with as many differences stay in their order.
        let texts = near.sorted { $0.0 < $1.0 }.prefix(3).map(\.1)
        if !texts.isEmpty { return "nearest: \(texts.joined(separator: "; "))" }
        let names = Set(stubs.map { $1.positions.isUsedUp ? "\($0.name) (used up)" : $0.name })
        if names.isEmpty { return "there are no stubs" }
        return "stubs: \(Array(names).sortedByBytes().prefix(8).joined(separator: ", "))"
    }
}

extension Stub {
    /// Returns the differences of a request from the stub's; nil if they share neither the operation nor the path, and
    /// for a hand-made endpoint, whose name has no path, not the origin either.
    fileprivate func differences(from request: StubRequest) -> [String]? {
        guard let own = key?.endpoint else { return near(request) }
        let forms = [request.resolved, request.endpoint]
        let isNamed = request.isFirst && request.context.operation == name
        let isNear = own.operation == nil ? own.hasOriginOrPath(of:) : own.hasSamePath(as:)
        guard isNamed || forms.contains(where: isNear) else { return nil }
        return forms.map { $0.differences(from: own) }.min { $0.count < $1.count }
    }
}

extension Endpoint {
    /// Returns whether the paths are equal but for case and slashes at the end.
    fileprivate func hasSamePath(as other: Endpoint) -> Bool {
        let (own, other) = (url.path.asciiLowercased, other.url.path.asciiLowercased)
        return own.trimming(bytes: "/").isSame(bytes: other.trimming(bytes: "/"))
    }

    fileprivate func hasOriginOrPath(of other: Endpoint) -> Bool { hasSameOrigin(as: other) || hasSamePath(as: other) }

    /// Returns the names of the parts that differ from those of a stub's endpoint. Names only: values may be secret.
    fileprivate func differences(from stub: Endpoint) -> [String] {
        func names(_ own: [ComparedItems.Item], _ other: [ComparedItems.Item]) -> [String] {
            ComparedItems.differences(expected: own, found: other).map {
                "\($0.name) \($0.expected.isEmpty ? "is unexpected" : $0.found.isEmpty ? "is missing" : "differs")"
            }
        }
        var head = stub.method == method ? [] : ["the method is \(stub.method)"]
        head += names(stub.head(with: stub.comparedHeaders), self.head(with: stub.comparedHeaders))
        if head.isEmpty, !hasSameURL(as: stub) { head = ["the URL differs"] }
        if hasSameBody(as: stub) { return head }
        var body = names(stub.bodyParts(beside: self), bodyParts(beside: stub))
        if body.isEmpty, json != nil, json == stub.json { body = ["the same JSON in other bytes"] }
        return head + [body.isEmpty ? "the body differs" : "the body differs: \(body.joined(separator: ", "))"]
    }

    /// Returns the places of the URL, the items of the query, and the headers with the names of others.
    private func head(with others: HTTPHeaders) -> [ComparedItems.Item] {
        let (parts, origin) = (URLComponents(url: url, resolvingAgainstBaseURL: true), Origin(url))
        let names = Array(Set(others.fields.map(\.name))).sortedByBytes()
        return [
            ("the scheme", origin?.scheme ?? parts?.scheme), ("the host", origin?.host ?? parts?.encodedHost),
            ("the port", (origin?.ownPort).map { "\($0)" } ?? ""),
            ("the path", parts.map { $0.percentEncodedPath.isEmpty ? "/" : $0.percentEncodedPath }),
        ] + queriedURL.items.named("query item")
            + names.flatMap { name in headers.values(for: name).map { ("header \(name)", $0) } }
    }

    /// The parts of the body that have names: those of a form, or the keys of a JSON body that differ from another's.
    private func bodyParts(beside other: Endpoint) -> [ComparedItems.Item] {
        if let form = body.form { return form.parts.map { ($0.name, $0.comparedText) }.named("part") }
        if let formItems { return formItems.named("form item") }
        guard let own = json, let other = other.json else { return [] }
        return own.differences(from: other, limit: 5) { _, _ in false }.compactMap { change in
            change.found.map { (change.path.isEmpty ? "the JSON value" : "JSON key \(change.path)", $0.jsonText) }
        }
    }
}

extension FormPart {
    /// A text that parts share which are equal but for their names, as far as is known before they are sent.
    fileprivate var comparedText: String {
        let bytes: String =
            switch body {
            case .data(let data): data.base64EncodedString()
            case .file(let url): url.path
            case .none, .stream: "\(body)"
            }
        return "\(contentType ?? "") \(fileName ?? "") \(headers.fields.map { [$0.name, $0.value] }) \(bytes)"
    }
}

extension [ComparedItems.Item] {
    /// Returns the items with longer names. An item without a value may be a token, and is not named.
    fileprivate func named(_ kind: String) -> Self {
        map { name, value in value == nil ? ("\(kind) …", name) : ("\(kind) \(name.cut(to: 40))", value) }
    }
}
