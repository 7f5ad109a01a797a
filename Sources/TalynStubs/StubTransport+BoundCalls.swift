public import Talyn

// Stubs of bound calls decode their answers at registration, so that an outdated fixture fails there.
extension StubTransport {
    /// Answers a bound case of a target with an answer that decodes as its value.
    ///
    /// Each answer whose body and status the target accepts is decoded at registration as a call would decode it, with
    /// body transformers, validation and envelope. Not checked are ``StubAnswer/malformed`` answers, failures, missing
    /// responses, redirects, rejected statuses, and bodies that are truncated or stall. An answer that does not decode
    /// is not registered.
    /// - Throws: `RequestError` with the kind that the call would fail with: `.decoding`, `.empty` or `.rejected`;
    ///   `.invalidRequest` for a target that cannot be sent; `.unstubbed` for an unusable answer.
    public func on<Target: TargetType, Value>(
        _ call: Call<Target, Value>, _ answer: StubAnswer,
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) throws(RequestError) {
        let answer = answer.found(for: call.target.operation)
        try call.check(answer)
        on(call.target, answer, when: states, times: times, fileID: fileID, line: line)
    }

    /// Answers a bound case of a target with its value, encoded by the target's encoder.
    ///
    /// `String` is sent as text and `Data` as bytes; nil is an empty body. The body is decoded again, so an encoder and
    /// a decoder that do not match fail here. For a call with an envelope or a key path, pass the whole body as an
    /// answer.
    /// - Throws: `RequestError` with the kind that the call would fail with; `.unstubbed` if the value cannot be
    ///   encoded.
    public func on<Target: TargetType, Value: Encodable>(
        _ call: Call<Target, Value>, returning value: Value, status: Int = 200, headers: HTTPHeaders = HTTPHeaders(),
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) throws(RequestError) {
        let answer = try call.answer(with: value, status: status, headers: headers)
        try on(call, answer, when: states, times: times, fileID: fileID, line: line)
    }

    /// Answers a bound case of a target that needs no body with an empty one.
    /// - Throws: `RequestError` with the kind that the call would fail with.
    public func on<Target: TargetType>(
        _ call: Call<Target, Void>, returning value: Void, status: Int = 200, headers: HTTPHeaders = HTTPHeaders(),
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) throws(RequestError) {
        try on(
            call, .status(status, headers: headers), when: states, times: times, fileID: fileID, line: line)
    }
}

extension Call {
    /// Decodes each answer that a call would decode.
    fileprivate func check(_ answer: StubAnswer) throws(RequestError) {
        let endpoint: Endpoint
        do { endpoint = try Endpoint.declared(by: target) } catch {
            throw RequestError(.invalidRequest(UnresolvableTarget.reason(of: error)))
        }
        let validation = target.resolvedRoute.validation ?? target.validation
        for answer in answer.flattened where !answer.parts.isMalformed {
            if let problem = answer.problem {
                throw RequestError(.unstubbed("the stub for \(target.operation): \(problem)"))
            }
            guard var response = answer.wholeResponse(to: endpoint),
                (try? validation.validateStatus(of: response)) != nil
            else { continue }
            for transformer in target.bodyTransformers { response = try transformer(response) }
            try validation.validateContent(of: response)
            // Any body can be downloaded.
            if takesBodyWhole { _ = try decode(response) }
        }
    }

    /// Returns an answer with a value as its body.
    fileprivate func answer(
        with value: Value, status: Int, headers: HTTPHeaders
    ) throws(RequestError) -> StubAnswer where Value: Encodable {
        if keyPath != nil {
            throw RequestError(
                .unstubbed(
                    "the stub for \(target.operation): its value is at a key path of the body; pass the whole body as an answer"
                ))
        }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional, mirror.children.isEmpty { return .status(status, headers: headers) }
        if let text = value as? String { return .text(text, status: status, headers: headers) }
        if let data = value as? Data {
            return .data(data, contentType: "application/octet-stream", status: status, headers: headers)
        }
        let encoder = target.encoder
        do {
            let body = try encoder.encode(value)
            return .data(body, contentType: encoder.contentType, status: status, headers: headers)
        } catch {
            let reason = UnresolvableTarget.reason(of: error)
            throw RequestError(.unstubbed("the stub for \(target.operation): \(reason)"))
        }
    }
}

extension StubAnswer {
    /// Returns the response whose body a call would decode; nil if the call ends earlier.
    fileprivate func wholeResponse(to endpoint: Endpoint) -> Response? {
        guard case .response(let status, let headers, let body) = content, !parts.pace.isBroken(body.count) else {
            return nil
        }
        if (300...399).contains(status), headers.contains("Location") { return nil }
        // A status alone is intentional; an empty body with a content type lacks its content.
        if body.isEmpty, !headers.contains("Content-Type") { return nil }
        let bare = Response(statusCode: status, headers: headers, endpoint: endpoint)
        return bare.isBodiless ? bare : bare.replacing(data: body)
    }
}
