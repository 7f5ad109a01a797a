internal import Talyn
internal import TalynStubs

extension Cassette {
    /// Answers from the file. A request without an entry is sent and recorded, or left to `next`, or fails.
    func replay(
        _ endpoint: Endpoint, _ number: Int, _ context: CallContext, _ tape: CassetteTape, staysOffline: Bool,
        orElse next: ScopedTransport?
    ) async throws -> Response {
        let isWanted = tape.isRecording || next?.canAnswer ?? false
        let (outgoing, body) = try await endpoint.read(upTo: bodyLimit, wanted: isWanted)
        let requests = compared(outgoing, body, context)
        if let index = take(requests, of: tape) {
            state.withLock { $0.exchanges[number] = .replayed(endpoint, index) }
            return try await answer(index, of: tape, to: endpoint, context)
        }
        if tape.isRecording { return try await record(outgoing, number, context, staysOffline: staysOffline) }
        let name = endpoint.operation ?? context.operation
        let question = "\(name.map { "\($0), " } ?? "")\(endpoint)"
        let used = state.withLock { $0.used }
        var complaint: ScopeComplaint {
            let report = tape.report(on: requests, by: matching, used: used)
            return ScopeComplaint(
                "no entry of \(file.lastPathComponent) answers \(question)", report, of: "the scope's cassette")
        }
        func miss() {
            let nearest = tape.report(on: requests, by: matching, used: used, limit: 1)
            state.withLock { $0.unanswered.append("\(question); \(nearest)") }
        }
        if let next, next.canAnswer {
            state.withLock { $0.exchanges[number] = .passed(endpoint) }
            do {
                return try await next.answer(outgoing, context: context, after: complaint)
            } catch let error as RequestError {
                if case .unstubbed = error.kind { miss() }
                throw error
            }
        }
        miss()
        let reason = complaint
        throw RequestError(.unstubbed(next?.message(reason) ?? reason.text))
    }

    /// Takes a matching entry; nil when there is none.
    private func take(_ requests: [CassetteRequest], of tape: CassetteTape) -> Int? {
        var used = state.withLock { $0.used }
        // Compared outside of the lock: another task may have taken the entry meanwhile.
        while let index = tape.answer(to: requests, by: matching, used: used, repeats: repeats) {
            let isNew = !used.contains(index)
            let others = state.withLock { state -> Set<Int>? in
                if isNew, state.used.contains(index) { return state.used }
                state.used.insert(index)
                return nil
            }
            guard let now = others else { return index }
            used = now
        }
        return nil
    }

    /// The forms of a request that are compared with the entries: without its secrets, and then also without
    /// repetitions of them, which the recording may not have had.
    private func compared(_ endpoint: Endpoint, _ body: RecordedBody?, _ context: CallContext) -> [CassetteRequest] {
        var redactor = CassetteRedactor(redaction.hidingTokens(of: endpoint))
        let entry = HAREntry(started: "", time: 0, request: HARRequest(endpoint, body), response: HARResponse())
        return redactor.requests(of: entry).map { request in
            CassetteRequest(
                request, operation: endpoint.operation ?? context.operation,
                template: endpoint.template ?? context.template)
        }
    }

    private func answer(
        _ index: Int, of tape: CassetteTape, to endpoint: Endpoint, _ context: CallContext
    ) async throws -> Response {
        let entry = tape.log.entries[index]
        guard let answer = entry.answer else {
            let name = "entry \(index) of \(file.lastPathComponent)"
            let lack = entry.response.status == 0 ? "no response: its status is 0" : "no body: it was not kept"
            throw RequestError(.unstubbed("\(name) has \(lack)"))
        }
        let timed = keepsTimes ? entry.timed(answer) : answer
        let isTruncated = entry.response.content.isTruncated
        let isFollowed =
            (isTruncated || entry.response.error != nil)
            && endpoint.isRedirect(entry.response.status, HTTPHeaders(entry.response.headers))
        // The pipeline reads the beginning of a redirect's body, and follows it whatever becomes of the rest.
        let context = isFollowed ? context.delivering(as: .stream) : context
        guard isTruncated, entry.response.error == nil else {
            return try await timed.respond(to: endpoint, context: context)
        }
        return try await beginning(of: timed, index, to: endpoint, context)
    }

    /// The kept part of a body, which fails after its end, so that no reader takes the part for the whole.
    private func beginning(
        of answer: StubAnswer, _ index: Int, to endpoint: Endpoint, _ context: CallContext
    ) async throws -> Response {
        let response = try await answer.respond(to: endpoint, context: context.delivering(as: .stream))
        guard case .stream(let stream) = response.body else { return response }
        let text = "entry \(index) of \(file.lastPathComponent) has the beginning of the body only"
        let failing = BodyStream {
            var pieces = stream.makeAsyncIterator()
            return {
                if let piece = try await pieces.next() { return piece }
                throw RequestError(.unstubbed(text))
            }
        }
        if context.delivery != .stream { _ = try await failing.collect(upTo: .max) }
        return Response(
            statusCode: response.statusCode, headers: response.headers, body: .stream(failing), endpoint: endpoint)
    }
}

extension Endpoint {
    /// Returns the part of the body that is compared, nil for no body, and the endpoint to send afterwards.
    ///
    /// A stream that can be read only once is kept whole if the endpoint is `wanted` still.
    func read(upTo limit: Int, wanted: Bool) async throws -> (Endpoint, RecordedBody?) {
        if body.isEmpty { return (self, nil) }
        var bytes = RecordedBody(limit: limit)
        guard case .stream(let stream) = body else {
            bytes.append(body.recordable(upTo: limit) ?? Data())
            return (self, bytes)
        }
        let keeps = wanted && !stream.isRepeatable
        var whole = Data()
        for try await piece in stream {
            bytes.append(piece)
            if keeps { whole.append(piece) }
            if bytes.isTruncated, !keeps { break }
        }
        guard keeps else { return (self, bytes) }
        var outgoing = self
        outgoing.body = .data(whole)
        return (outgoing, bytes)
    }
}
