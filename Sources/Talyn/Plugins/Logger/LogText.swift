/// The texts of events: a line, with headers and body on lines of their own below it.
struct LogText: Sendable {
    let options: LogOptions
    let redaction: Redaction
    let bodyLimit: Int
    /// The exchange of the last event: a request, its response and the end of its call come with the same one.
    private let lastExchange = Locked<LoggedExchange?>(nil)

    /// Returns the text of an event; nil if it has none.
    func text(of event: LogEvent) -> String? {
        switch event.kind {
        // The last line of the call describes a failed exchange.
        case .started, .retry, .response(.failure, _): return nil
        case .request(let endpoint): return request(endpoint, event)
        case .response(.success(let response), let time):
            var block = LogBlock(line("RESPONSE", event, Self.summary(response, time)))
            block.add(scan(response, event, withBody: false).headers, of: response.headers)
            if let metrics = response.transferMetrics, metrics != .virtual {
                block.add(lines: Array("(\(metrics))".utf8))
            }
            return block.text
        case .finished(let outcome):
            switch outcome.result {
            case .success(let response): return success(response, outcome, event)
            case .failure(let error): return failure(error, CallTimeline.text(outcome.duration), event)
            }
        }
    }

    private func request(_ sent: Endpoint, _ event: LogEvent) -> String {
        let request = exchange(of: shownParts(of: sent), event)
        let attempt = event.attempt > 1 ? " (attempt \(event.attempt))" : ""
        if options.contains(.formatRequestAscURL) {
            var block = LogBlock(line("REQUEST", event, "\(sent.method)\(attempt)"))
            block.add(lines: Array(request.curlCommand(of: sent, bodyLimit: bodyLimit).utf8))
            return block.text
        }
        let more = request.omitted > 0 ? "… (\(request.omitted) bytes more)" : ""
        let url = request.endpoint.loggedURL(behind: event.base, redacting: redaction) + more
        var block = LogBlock(line("REQUEST", event, "\(sent.method) \(url)\(attempt)"))
        if options.contains(.requestHeaders) { block.add(request.endpoint.headers, of: sent.headers) }
        if options.contains(.requestBody) {
            block.add(
                sent.body, request.body, request.endpoint.headers, form: request.form, limit: bodyLimit)
        }
        return block.text
    }

    private func success(_ response: Response, _ outcome: CallOutcome, _ event: LogEvent) -> String {
        var summary =
            outcome.streamedBytes.map {
                "\(response.statusCode), \($0) bytes streamed in \(CallTimeline.text(outcome.duration))"
            } ?? Self.summary(response, outcome.duration)
        if response.source != .network { summary += ", from \(response.source)" }
        var block = LogBlock(line("SUCCESS", event, summary))
        if options.contains(.successResponseBody) {
            let scan = scan(response, event, withBody: true)
            block.add(response.body, scan.body, scan.headers, limit: bodyLimit)
        }
        return block.text
    }

    private func failure(_ error: RequestError, _ time: String, _ event: LogEvent) -> String {
        var secrets = Set<String>()
        let reason = redaction.text(error.reason, found: &secrets)
        guard !options.isDisjoint(with: [.errorSummary, .errorResponseBody]), let response = error.response else {
            let exchange = error.endpoint.map { self.exchange(of: $0, event) }
            let search = exchange?.search(adding: secrets) ?? SecretSearch(for: secrets)
            return LogBlock(line("FAILURE", event, "\(search.scrubbed(reason)) in \(time)")).text
        }
        let scan = scan(response, event, withBody: true, secrets)
        var text = "\(scan.search.scrubbed(reason)) in \(time)"
        // The body of a success that did not decode is data, not a message about a failure.
        if options.contains(.errorSummary), error.category != .decoding, let shown = scan.body?.shown,
            LogBlock.isText(shown), let summary = ErrorSummary.text(of: Array(shown), names: redaction.names)
        {
            text += " · \(summary)"
        }
        var block = LogBlock(line("FAILURE", event, text))
        if options.contains(.errorResponseBody) {
            block.add(response.body, scan.body, scan.headers, limit: bodyLimit)
        }
        return block.text
    }

    private func line(_ word: String, _ event: LogEvent, _ text: String) -> String {
        let operation = event.operation.map { "\($0): " } ?? ""
        let site = options.contains(.callSite) ? " · \(event.callSite)" : ""
        return "\(word) \(event.callID) \(operation)\(text)\(site)"
    }

    private static func summary(_ response: Response, _ time: Duration) -> String {
        "\(response.statusCode), \(response.body) in \(CallTimeline.text(time))"
    }
}

// MARK: - Scanning

extension LogText {
    /// The bytes of a body that are scanned; at least 4 KB, which a summary needs.
    private var looked: Int { min(max(bodyLimit, 4_096), 1 << 30) + RedactedPrefix.margin }

    /// Returns an endpoint without the parts that are neither written nor hold a secret that could be repeated in
    /// those that are.
    private func shownParts(of endpoint: Endpoint) -> Endpoint {
        if options.contains(.formatRequestAscURL) || options.contains(.requestBody) { return endpoint }
        var shown = endpoint
        shown.body = .none
        if !options.contains(.requestHeaders), endpoint.url.query == nil { shown.headers = HTTPHeaders() }
        return shown
    }

    /// Returns the scan of a request, and of the headers of its response if given.
    private func exchange(of sent: Endpoint, _ event: LogEvent, _ headers: HTTPHeaders? = nil) -> LoggedExchange {
        var exchange: LoggedExchange
        if let last = lastExchange.withLock({ $0 }), last.call == event.callID, last.sent == sent,
            last.sent.options.tokenNames == sent.options.tokenNames
        {
            if headers == nil || last.head?.received.fields == headers?.fields { return last }
            exchange = last
        } else {
            exchange = LoggedExchange(sent, of: event.callID, redacting: redaction, bodyUpTo: looked)
        }
        let isWhole = headers.map { exchange.scan($0) } ?? true
        // Large bodies and heads are not kept: the cache would retain them.
        let size = if case .data(let data) = sent.body { data.count } else { sent.body.form?.memory ?? 0 }
        if isWhole, size <= looked { lastExchange.withLock { [exchange] in $0 = exchange } }
        return exchange
    }

    /// Returns headers and the beginning of the body of a response without `secrets` and those of the exchange.
    private func scan(
        _ response: Response, _ event: LogEvent, withBody: Bool, _ secrets: Set<String> = []
    ) -> (headers: HTTPHeaders, body: RedactedPrefix?, search: SecretSearch) {
        let exchange = exchange(of: response.endpoint, event, response.headers)
        var secrets = secrets
        var body: RedactedPrefix?
        if withBody, case .data(let data) = response.body {
            body = exchange.redaction.prefix(
                of: data, upTo: looked, contentType: response.headers["Content-Type"], found: &secrets)
        }
        let search = exchange.search(adding: secrets)
        return (search.scrubbed(exchange.head?.shown ?? HTTPHeaders()), body.map(search.scrubbed), search)
    }
}
