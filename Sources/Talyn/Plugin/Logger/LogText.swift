/// An event as text: a line, and headers and body on lines of their own below it.
struct LogText: Sendable {
    let options: LogOptions
    let redaction: Redaction
    let bodyLimit: Int
    /// The search for the secrets of the last event: those of one user are the same in each call.
    private let lastSearch = Locked<(secrets: Set<String>, search: EchoSearch)?>(nil)
    /// The request of the last event: an answer, and the end of its call, come with the same.
    private let lastRequest = Locked<(call: CallID, sent: Endpoint, request: LoggedRequest)?>(nil)
    /// The head of the last answer: it is looked at when it comes, and for what comes back of it in its body.
    private let lastHead = Locked<LoggedHead?>(nil)

    init(options: LogOptions, redaction: Redaction, bodyLimit: Int) {
        self.options = options
        self.redaction = redaction
        self.bodyLimit = bodyLimit
    }

    /// The events of which anything is written.
    var kinds: LogEvent.Kinds {
        var kinds: LogEvent.Kinds = .finished
        if !options.isDisjoint(with: [.requestMethod, .requestHeaders, .requestBody, .formatRequestAscURL]) {
            kinds.insert(.request)
        }
        if options.contains(.responseHeaders) { kinds.insert(.response) }
        return kinds
    }

    /// The text of one of ``kinds``; nil when there is nothing to say.
    func text(of event: LogEvent) -> String? {
        switch event.kind {
        case .started, .retry: nil
        case .request(let endpoint): request(endpoint, event)
        case .response(.success(let response), let time): head(of: response, time, event)
        // Its last line says so.
        case .response(.failure, _): nil
        case .finished(let outcome): finish(outcome, event)
        }
    }

    private func request(_ endpoint: Endpoint, _ event: LogEvent) -> String {
        var request = request(of: shownParts(of: endpoint), event)
        request.scrub(echoes(of: request.secrets))
        let attempt = event.attempt > 1 ? " (attempt \(event.attempt))" : ""
        if options.contains(.formatRequestAscURL) {
            var block = LogBlock(line("REQUEST", event, "\(endpoint.method)\(attempt)"))
            block.add(lines: Array(request.curlCommand(of: endpoint, bodyLimit: bodyLimit).utf8))
            return block.text
        }
        let shown = request.endpoint
        let more = request.omitted > 0 ? "… (\(request.omitted) bytes more)" : ""
        let url = shown.loggedURL(behind: event.base, redacting: redaction) + more
        var block = LogBlock(line("REQUEST", event, "\(endpoint.method) \(url)\(attempt)"))
        if options.contains(.requestHeaders) { add(shown.headers, of: endpoint.headers, to: &block) }
        if options.contains(.requestBody) {
            add(endpoint.body, request.body, endpoint.headers["Content-Type"], to: &block)
        }
        return block.text
    }

    /// What is looked at of a request, without its secrets.
    private func request(of sent: Endpoint, _ event: LogEvent) -> LoggedRequest {
        if let last = lastRequest.withLock({ $0 }), last.call == event.callID, last.sent.isSame(as: sent) {
            return last.request
        }
        let request = LoggedRequest(sent, redacting: redaction, bodyUpTo: looked)
        // Not a large one, which would live on with it.
        let size = if case .data(let data) = sent.body { data.count } else { 0 }
        if size <= looked { lastRequest.withLock { $0 = (event.callID, sent, request) } }
        return request
    }

    /// An endpoint without what is not written, and has no secret that could come back in what is.
    private func shownParts(of endpoint: Endpoint) -> Endpoint {
        if options.contains(.formatRequestAscURL) || options.contains(.requestBody) { return endpoint }
        var shown = endpoint
        shown.body = .none
        if !options.contains(.requestHeaders), endpoint.url.query == nil { shown.headers = HTTPHeaders() }
        return shown
    }

    private func echoes(of secrets: Set<String>) -> EchoSearch {
        if secrets.isEmpty { return EchoSearch(for: secrets) }
        if let last = lastSearch.withLock({ $0 }), last.secrets == secrets { return last.search }
        let search = EchoSearch(for: secrets)
        lastSearch.withLock { $0 = (secrets, search) }
        return search
    }

    /// Status and headers of an answer.
    private func head(of response: Response, _ time: Duration, _ event: LogEvent) -> String {
        let request = request(of: response.endpoint, event)
        let head = head(of: response, request, event)
        let echoes = echoes(of: request.secrets.union(head.secrets))
        let headers = echoes.isEmpty ? head.shown : echoes.scrubbed(head.shown)
        var block = LogBlock(
            line("RESPONSE", event, "\(response.statusCode), \(response.body) in \(CallTimeline.text(time))"))
        add(headers, of: response.headers, to: &block)
        return block.text
    }

    private func finish(_ outcome: CallOutcome, _ event: LogEvent) -> String {
        let time = CallTimeline.text(outcome.duration)
        switch outcome.result {
        case .success(let response):
            var block = LogBlock(line("SUCCESS", event, "\(response.statusCode), \(response.body) in \(time)"))
            if options.contains(.successResponseBody) {
                var secrets = Set<String>()
                let body = body(of: response, event, &secrets).map(echoes(of: secrets).scrubbed)
                add(response.body, body, response.headers["Content-Type"], to: &block)
            }
            return block.text
        case .failure(let error):
            return failure(error, time, event)
        }
    }

    private func failure(_ error: RequestError, _ time: String, _ event: LogEvent) -> String {
        var secrets = Set<String>()
        let reason = redaction.text(error.reason, found: &secrets)
        let wantsBody = !options.isDisjoint(with: [.errorSummary, .errorResponseBody])
        var body: RedactedBeginning?
        if wantsBody, let response = error.response {
            body = self.body(of: response, event, &secrets)
        } else if let endpoint = error.endpoint {
            secrets.formUnion(request(of: endpoint, event).secrets)
        }
        let echoes = echoes(of: secrets)
        body = body.map(echoes.scrubbed)
        var text = "\(echoes.scrubbed(reason)) in \(time)"
        // The body of a success that did not decode is data, and no words about a failure.
        if options.contains(.errorSummary), error.category != .decoding, let summary = Self.summary(of: body) {
            text += " · \(summary)"
        }
        var block = LogBlock(line("FAILURE", event, text))
        if options.contains(.errorResponseBody), let response = error.response {
            add(response.body, body, response.headers["Content-Type"], to: &block)
        }
        return block.text
    }

    /// The beginning of an answer's body without its secrets, which are collected with those of its head and of its
    /// request.
    private func body(of response: Response, _ event: LogEvent, _ secrets: inout Set<String>) -> RedactedBeginning? {
        let request = request(of: response.endpoint, event)
        secrets.formUnion(request.secrets)
        secrets.formUnion(head(of: response, request, event).secrets)
        guard case .data(let data) = response.body else { return nil }
        return request.redaction.beginning(
            of: data, upTo: looked, contentType: response.headers["Content-Type"], found: &secrets)
    }

    /// The headers of an answer without their secrets, which are collected.
    private func head(of response: Response, _ request: LoggedRequest, _ event: LogEvent) -> LoggedHead {
        let (headers, tokens) = (response.headers, response.endpoint.options.tokenNames)
        if let last = lastHead.withLock({ $0 }), last.call == event.callID, last.sent.fields == headers.fields,
            last.tokens == tokens
        {
            return last
        }
        var secrets = Set<String>()
        let beginning = headers.beginning
        let shown = request.redaction.headers(beginning, found: &secrets)
        let head = LoggedHead(call: event.callID, sent: headers, tokens: tokens, shown: shown, secrets: secrets)
        // Not a large one, which would live on with it.
        if beginning.fields == headers.fields { lastHead.withLock { $0 = head } }
        return head
    }

    private func line(_ word: String, _ event: LogEvent, _ text: String) -> String {
        let operation = event.operation.map { "\($0): " } ?? ""
        let place = options.contains(.callSite) ? " · \(event.callSite)" : ""
        return "\(word) \(event.callID) \(operation)\(text)\(place)"
    }
}

/// What a log looks at of the head of an answer.
private struct LoggedHead: Sendable {
    let call: CallID
    /// What came, and the names of the tokens for which it came.
    let sent: HTTPHeaders
    let tokens: Set<CallOptions.TokenName>
    /// The beginning of it, without secrets.
    let shown: HTTPHeaders
    let secrets: Set<String>
}

extension Endpoint {
    /// Whether another one is the same for a log, and holds its token in the same places.
    fileprivate func isSame(as other: Endpoint) -> Bool {
        self == other && options.tokenNames == other.options.tokenNames
    }
}

extension LoggedRequest {
    /// The request as a command of a shell, and what is missing in it. `sent` is the whole of it.
    fileprivate func curlCommand(of sent: Endpoint, bodyLimit: Int) -> String {
        var shown = endpoint
        var remarks: [String] = []
        if omitted > 0 { remarks.append("\(omitted) bytes of the URL") }
        let fields = zip(shown.headers.fields, sent.headers.fields)
            .filter { $1.value.utf8.count <= Self.textLimit }.map(\.0)
        if fields.count < sent.headers.count { remarks.append("\(sent.headers.count - fields.count) header fields") }
        shown.headers = HTTPHeaders(fields)
        shown.body = sent.body
        if case .data(let data) = sent.body {
            shown.body = body.flatMap { $0.isCut ? nil : .data(Data($0.bytes)) } ?? .none
            if body?.isCut == true || data.count > bodyLimit {
                shown.body = .none
                remarks.append("\(data.count) bytes")
            }
        }
        let remark = remarks.isEmpty ? "" : " # and \(remarks.joined(separator: " and ")), which are not shown"
        return shown.curlCommand(bodyLimit: bodyLimit) + remark
    }
}
