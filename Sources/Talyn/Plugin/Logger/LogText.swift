/// An event as text: a line, and headers and body on lines of their own below it.
struct LogText: Sendable {
    let options: LogOptions
    let redaction: Redaction
    let bodyLimit: Int
    /// The search for the secrets of the last event: those of one user are the same in each call.
    private let lastSearch = Locked<(secrets: Set<String>, search: SecretSearch)?>(nil)
    /// The request of the last event: an answer, and the end of its call, come with the same.
    private let lastRequest = Locked<(call: CallID, sent: Endpoint, request: LoggedRequest)?>(nil)
    /// The head of the last answer, which its body comes with.
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
        let whole = request(of: shownParts(of: endpoint), event)
        let search = search(for: whole.secrets)
        let request = whole.scrubbed(by: search)
        let attempt = event.attempt > 1 ? " (attempt \(event.attempt))" : ""
        if options.contains(.formatRequestAscURL) {
            var block = LogBlock(line("REQUEST", event, "\(endpoint.method)\(attempt)"))
            block.add(lines: Array(request.curlCommand(of: endpoint, bodyLimit: bodyLimit).utf8))
            return block.text
        }
        let more = request.omitted > 0 ? "… (\(request.omitted) bytes more)" : ""
        let url = request.endpoint.loggedURL(behind: event.base, redacting: redaction) + more
        var block = LogBlock(line("REQUEST", event, "\(endpoint.method) \(url)\(attempt)"))
        if options.contains(.requestHeaders) { add(request.endpoint.headers, of: endpoint.headers, to: &block) }
        if options.contains(.requestBody) { add(endpoint.body, request.body, request.endpoint.headers, to: &block) }
        return block.text
    }

    /// What is scanned of a request, without its secrets.
    private func request(of sent: Endpoint, _ event: LogEvent) -> LoggedRequest {
        if let last = lastRequest.withLock({ $0 }), last.call == event.callID, last.sent == sent,
            last.sent.options.tokenNames == sent.options.tokenNames
        {
            return last.request
        }
        let request = LoggedRequest(sent, redacting: redaction, bodyUpTo: looked)
        // Not a large one, which would live on with it.
        let size = if case .data(let data) = sent.body { data.count } else { 0 }
        if size <= looked { lastRequest.withLock { $0 = (event.callID, sent, request) } }
        return request
    }

    /// An endpoint without what is not written, and has no secret that could be repeated in what is.
    private func shownParts(of endpoint: Endpoint) -> Endpoint {
        if options.contains(.formatRequestAscURL) || options.contains(.requestBody) { return endpoint }
        var shown = endpoint
        shown.body = .none
        if !options.contains(.requestHeaders), endpoint.url.query == nil { shown.headers = HTTPHeaders() }
        return shown
    }

    private func search(for secrets: Set<String>) -> SecretSearch {
        if secrets.isEmpty { return SecretSearch(for: secrets) }
        if let last = lastSearch.withLock({ $0 }), last.secrets == secrets { return last.search }
        let search = SecretSearch(for: secrets)
        lastSearch.withLock { $0 = (secrets, search) }
        return search
    }

    /// Status and headers of an answer.
    private func head(of response: Response, _ time: Duration, _ event: LogEvent) -> String {
        let request = request(of: response.endpoint, event)
        let head = head(of: response, request, event)
        let headers = search(for: request.secrets.union(head.secrets)).scrubbed(head.shown)
        var block = LogBlock(
            line("RESPONSE", event, "\(response.statusCode), \(response.body) in \(CallTimeline.text(time))"))
        add(headers, of: response.headers, to: &block)
        return block.text
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

    private func finish(_ outcome: CallOutcome, _ event: LogEvent) -> String {
        let time = CallTimeline.text(outcome.duration)
        switch outcome.result {
        case .success(let response):
            var block = LogBlock(line("SUCCESS", event, "\(response.statusCode), \(response.body) in \(time)"))
            if options.contains(.successResponseBody) {
                let answer = answer(response, event)
                let search = search(for: answer.secrets)
                add(response.body, answer.body.map(search.scrubbed), search.scrubbed(answer.headers), to: &block)
            }
            return block.text
        case .failure(let error): return failure(error, time, event)
        }
    }

    private func failure(_ error: RequestError, _ time: String, _ event: LogEvent) -> String {
        var secrets = Set<String>()
        let reason = redaction.text(error.reason, found: &secrets)
        var answer: (headers: HTTPHeaders, body: RedactedBeginning?, secrets: Set<String>)?
        if !options.isDisjoint(with: [.errorSummary, .errorResponseBody]), let response = error.response {
            answer = self.answer(response, event)
            secrets.formUnion(answer?.secrets ?? [])
        } else if let endpoint = error.endpoint {
            secrets.formUnion(request(of: endpoint, event).secrets)
        }
        let search = search(for: secrets)
        let body = (answer?.body).map(search.scrubbed)
        var text = "\(search.scrubbed(reason)) in \(time)"
        // The body of a success that did not decode is data, and no words about a failure.
        if options.contains(.errorSummary), error.category != .decoding, let shown = body?.shown, !shown.isEmpty,
            Self.isText(shown), let summary = ErrorSummary.text(of: Array(shown))
        {
            text += " · \(summary)"
        }
        var block = LogBlock(line("FAILURE", event, text))
        if options.contains(.errorResponseBody), let response = error.response, let answer {
            add(response.body, body, search.scrubbed(answer.headers), to: &block)
        }
        return block.text
    }

    /// Headers and the beginning of the body of an answer without their secrets, which are collected with those of its
    /// request.
    private func answer(
        _ response: Response, _ event: LogEvent
    ) -> (headers: HTTPHeaders, body: RedactedBeginning?, secrets: Set<String>) {
        let request = request(of: response.endpoint, event)
        let head = head(of: response, request, event)
        var secrets = request.secrets.union(head.secrets)
        guard case .data(let data) = response.body else { return (head.shown, nil, secrets) }
        let body = request.redaction.beginning(
            of: data, upTo: looked, contentType: response.headers["Content-Type"], found: &secrets)
        return (head.shown, body, secrets)
    }

    private func line(_ word: String, _ event: LogEvent, _ text: String) -> String {
        let operation = event.operation.map { "\($0): " } ?? ""
        let place = options.contains(.callSite) ? " · \(event.callSite)" : ""
        return "\(word) \(event.callID) \(operation)\(text)\(place)"
    }
}

/// What a log scans of the head of an answer.
private struct LoggedHead: Sendable {
    let call: CallID
    /// What came, and the names of the tokens for which it came.
    let sent: HTTPHeaders
    let tokens: Set<CallOptions.TokenName>
    /// The beginning of it, without secrets.
    let shown: HTTPHeaders
    let secrets: Set<String>
}
