// Stubs of bound calls: what they answer with is decoded as they are registered, so that a stale fixture fails there.
extension StubTransport {
    /// Answers a bound case of a target with what decodes as its value.
    ///
    /// Each answer with a body and a status that the target accepts is decoded here as a call would: body transformers,
    /// validation, envelope. Answers marked ``StubAnswer/malformed``, and those that never get so far, are not: failures,
    /// silence, redirects, refused statuses, and bodies that are cut or stall within. One that does not decode is not
    /// registered.
    /// - Throws: ``RequestError`` with the kind that the call would have failed with, `.decoding`, `.empty` or `.rejected`;
    ///   `.invalidRequest` for a target that cannot be sent, `.unstubbed` for an answer that is unusable.
    public func on<Target: TargetType, Value>(
        _ call: Call<Target, Value>, _ answer: StubAnswer,
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) throws(RequestError) {
        let answer = answer.found(for: call.target.operation)
        try call.check(answer)
        add(answer, for: call.target, StubTerms(states, times, fileID, line))
    }

    /// Answers a bound case of a target with its value, encoded by the target's own encoder.
    ///
    /// `String` goes as text and `Data` as bytes; nil is an empty body. It is decoded back, so that an encoder and a decoder
    /// that do not fit fail here. For a call in an envelope the envelope is the answer: give it as one.
    /// - Throws: ``RequestError``, of the kind that the call would have failed with; `.unstubbed` when it cannot be encoded.
    public func on<Target: TargetType, Value: Encodable>(
        _ call: Call<Target, Value>, returning value: Value, status: Int = 200, headers: HTTPHeaders = HTTPHeaders(),
        when states: [String: String] = [:], times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID, line: UInt = #line
    ) throws(RequestError) {
        let answer = try call.answer(with: value, status: status, headers: headers)
        try on(call, answer, when: states, times: times, fileID: fileID, line: line)
    }

    /// Answers a bound case whose success is all there is to know, with an empty body.
    /// - Throws: ``RequestError``, of kind `.invalidRequest`, for a target that cannot be sent.
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
            _ = try decode(response)
        }
    }

    /// An answer with a value for a body.
    fileprivate func answer(
        with value: Value, status: Int, headers: HTTPHeaders
    ) throws(RequestError) -> StubAnswer where Value: Encodable {
        if let value = value as? any NilRepresentable, value.isNil { return .status(status, headers: headers) }
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
    /// The response whose body a call would decode; nil when it never gets so far.
    fileprivate func wholeResponse(to endpoint: Endpoint) -> Response? {
        guard case .response(let status, let headers, let body) = content, !parts.pace.isBroken(body.count) else {
            return nil
        }
        if (300...399).contains(status), headers.contains("Location") { return nil }
        // A status alone is said on purpose; an empty body that has a type was meant to hold something.
        if body.isEmpty, !headers.contains("Content-Type") { return nil }
        let bare = Response(statusCode: status, headers: headers, endpoint: endpoint)
        return bare.isBodiless ? bare : bare.replacing(data: body)
    }
}

/// A type that may be nil.
private protocol NilRepresentable {
    var isNil: Bool { get }
}

extension Optional: NilRepresentable {
    fileprivate var isNil: Bool { self == nil }
}
