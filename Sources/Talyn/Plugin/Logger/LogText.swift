/// An event as text: a line, and headers and body on lines of their own below it.
struct LogText: Sendable {
    let options: LogOptions
    let redaction: Redaction
    let bodyLimit: Int
    /// The search for the secrets of the last event: those of one user are the same in each call.
    private let lastSearch = Locked<(secrets: Set<String>, search: EchoSearch)?>(nil)

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
        var secrets = Set<String>()
        let redacted = redaction.endpoint(shownParts(of: endpoint), found: &secrets)
        let shown = echoes(of: secrets).scrubbed(redacted)
        let attempt = event.attempt > 1 ? " (attempt \(event.attempt))" : ""
        if options.contains(.formatRequestAscURL) {
            let command = shown.curlCommand(bodyLimit: bodyLimit)
            return block(
                line("REQUEST", event, "\(endpoint.method)\(attempt)"), command.split(separator: "\n").map(String.init))
        }
        var lines: [String] = []
        if options.contains(.requestHeaders) { lines += self.lines(of: shown.headers) }
        if options.contains(.requestBody) { lines += self.lines(of: shown.body, endpoint.headers["Content-Type"]) }
        let url = shown.loggedURL(behind: event.base, redacting: redaction)
        return block(line("REQUEST", event, "\(endpoint.method) \(url)\(attempt)"), lines)
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
        var secrets = Set<String>()
        _ = redaction.endpoint(response.endpoint, found: &secrets)
        let headers = redaction.knowing(tokensOf: response.endpoint).headers(response.headers, found: &secrets)
        return block(
            line("RESPONSE", event, "\(response.statusCode), \(response.body) in \(CallTimeline.text(time))"),
            lines(of: echoes(of: secrets).scrubbed(headers)))
    }

    private func finish(_ outcome: CallOutcome, _ event: LogEvent) -> String {
        let time = CallTimeline.text(outcome.duration)
        switch outcome.result {
        case .success(let response):
            var lines: [String] = []
            if options.contains(.successResponseBody) {
                var secrets = Set<String>()
                let body = redactedBody(of: response, &secrets)
                lines = self.lines(of: echoes(of: secrets).scrubbed(body), response.headers["Content-Type"])
            }
            return block(line("SUCCESS", event, "\(response.statusCode), \(response.body) in \(time)"), lines)
        case .failure(let error):
            return failure(error, time, event)
        }
    }

    private func failure(_ error: RequestError, _ time: String, _ event: LogEvent) -> String {
        var secrets = Set<String>()
        let reason = redaction.text(error.reason, found: &secrets)
        let wantsBody = !options.isDisjoint(with: [.errorSummary, .errorResponseBody])
        var body = Body.none
        if wantsBody, let response = error.response {
            body = redactedBody(of: response, &secrets)
        } else if let endpoint = error.endpoint {
            _ = redaction.endpoint(endpoint, found: &secrets)
        }
        let echoes = echoes(of: secrets)
        body = echoes.scrubbed(body)
        var text = "\(echoes.scrubbed(reason)) in \(time)"
        // The body of a success that did not decode is data, and no words about a failure.
        if options.contains(.errorSummary), error.category != .decoding, let summary = Self.summary(of: body) {
            text += " · \(summary)"
        }
        let isShown = options.contains(.errorResponseBody)
        return block(
            line("FAILURE", event, text), isShown ? lines(of: body, error.response?.headers["Content-Type"]) : [])
    }

    private func line(_ word: String, _ event: LogEvent, _ text: String) -> String {
        let operation = event.operation.map { "\($0): " } ?? ""
        let place = options.contains(.callSite) ? " · \(event.callSite)" : ""
        return Self.visible("\(word) \(event.callID) \(operation)\(text)\(place)")
    }

    private func block(_ line: String, _ lines: [String]) -> String {
        ([line] + lines.map { "    \(Self.visible($0))" }).joined(separator: "\n")
    }

    /// A text in which no character moves a terminal's cursor or begins a line.
    private static func visible(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isInvisible) else { return text }
        return text.unicodeScalars.reduce(into: "") { visible, scalar in
            if scalar.isInvisible {
                visible += scalar.escaped(asASCII: true)
            } else {
                visible.unicodeScalars.append(scalar)
            }
        }
    }
}
