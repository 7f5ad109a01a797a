/// The texts of events: a line, with headers and body on lines of their own below it.
struct LogText: Sendable {
    let options: LogOptions
    let redaction: Redaction
    let bodyLimit: Int
    private let people: Redaction
    /// The request of the call that was scanned last, with its secrets, which are searched in each later event.
    private let scanned = CallValue<(endpoint: Endpoint, secrets: Set<String>)?>(nil)

    init(options: LogOptions, redaction: Redaction, bodyLimit: Int) {
        self.options = options
        self.redaction = redaction
        self.bodyLimit = bodyLimit
        people = redaction.hidingPeople
    }

    /// Returns the text of an event; nil if it has none.
    func text(of event: LogEvent, in context: CallContext) -> String? {
        switch event.kind {
        case .started, .retry(nil): nil
        case .retry(let reason?): line("RETRY", event, reason).text
        case .request(let endpoint): request(endpoint, event, context)
        case .response(.success(let response), let time): head(of: response, time, event, context)
        case .response(.failure(let error), let time):
            line("RESPONSE", event, "\(error.category) in \(CallTimeline.text(time))").text
        case .finished(let outcome):
            switch outcome.result {
            case .success(let response): success(response, outcome, event, context)
            case .failure(let error): failure(error, outcome, event, context)
            }
        }
    }

    private func request(_ sent: Endpoint, _ event: LogEvent, _ context: CallContext) -> String {
        let attempt = event.attempt > 1 ? " (attempt \(event.attempt))" : ""
        if options.contains(.formatRequestAscURL) {
            var block = line("REQUEST", event, "\(sent.method)\(attempt)")
            block.add(lines: Array(sent.curlCommand(redacting: redaction, upTo: bodyLimit).utf8))
            return block.text
        }
        var scan = scan(of: sent)
        let (hasHeaders, hasBody) = (options.contains(.requestHeaders), options.contains(.requestBody))
        let url = scan.url(of: sent)
        // A query may repeat the secret of a header.
        let isScanned = hasHeaders || hasBody || url.text.utf8.contains(0x3F)
        let headers = isScanned ? scan.headers(sent.headers) : HTTPHeaders()
        let body = hasBody ? scan.body(sent.body, sent.headers) : nil
        let parts = hasBody ? scan.parts(of: sent.body.form) : []
        if hasBody { context[scanned] = (sent, scan.secrets) }
        let search = scan.search
        let shown = sent.loggedURL(search.scrubbed(url.text), declared: event.declared, redacting: people)
        let more = url.omitted > 0 ? "… (\(url.omitted) bytes more)" : ""
        var block = line("REQUEST", event, "\(sent.method) \(shown)\(more)\(attempt)")
        let scrubbed = search.scrubbed(headers)
        if hasHeaders { block.add(scrubbed, of: sent.headers) }
        if hasBody {
            block.add(sent.body, body.map(search.scrubbed), scrubbed, limit: bodyLimit)
            block.add(sent.body.form, parts.map { $0?.text.map(search.scrubbed) }, limit: bodyLimit)
        }
        return block.text
    }

    /// Returns the text of a response's head.
    private func head(
        of response: Response, _ time: Duration, _ event: LogEvent, _ context: CallContext
    ) -> String {
        var block = line("RESPONSE", event, Self.summary(response, time))
        if !response.headers.isEmpty {
            var scan = scan(knowing: response.endpoint, context)
            let headers = scan.headers(response.headers)
            block.add(scan.search.scrubbed(headers), of: response.headers)
        }
        if let metrics = response.transferMetrics, metrics != .virtual {
            block.add(lines: Array("(\(metrics))".utf8))
        }
        return block.text
    }

    private func success(
        _ response: Response, _ outcome: CallOutcome, _ event: LogEvent, _ context: CallContext
    ) -> String {
        var summary = Self.summary(response, outcome.duration)
        if let bytes = outcome.streamedBytes {
            summary = "\(response.statusCode), \(bytes) bytes streamed in \(CallTimeline.text(outcome.duration))"
        }
        if response.source != .network { summary += ", from \(response.source)" }
        if case .file = response.body, let note = context.timeline.resumption { summary += ", \(note)" }
        var block = line("SUCCESS", event, summary + earlierResults(event))
        if options.contains(.successResponseBody), !response.body.isEmpty {
            var scan = scan(knowing: response.endpoint, context)
            let (headers, body) = (scan.headers(response.headers), scan.body(response.body, response.headers))
            let search = scan.search
            block.add(response.body, body.map(search.scrubbed), search.scrubbed(headers), limit: bodyLimit)
        }
        return block.text
    }

    private func failure(
        _ error: RequestError, _ outcome: CallOutcome, _ event: LogEvent, _ context: CallContext
    ) -> String {
        let (response, endpoint) = (error.response, error.response?.endpoint ?? error.endpoint)
        var scan = endpoint.map { self.scan(knowing: $0, context) } ?? scan(of: nil)
        let reason = scan.text(error.reason)
        let isScanned = !options.isDisjoint(with: [.errorSummary, .errorResponseBody])
        var headers = response.map { isScanned ? scan.headers($0.headers) : HTTPHeaders() } ?? HTTPHeaders()
        var body = response.flatMap { isScanned ? scan.body($0.body, $0.headers) : nil }
        let search = scan.search
        (headers, body) = (search.scrubbed(headers), body.map(search.scrubbed))
        var text = "\(search.scrubbed(reason)) in \(CallTimeline.text(outcome.duration))\(earlierResults(event))"
        // The body of a success that did not decode is data, not a message about a failure.
        if options.contains(.errorSummary), error.category != .decoding, let response, !response.body.isEmpty {
            let type = BodyFormat.name(headers["Content-Type"]) ?? "unknown type"
            let message = body.flatMap { ErrorSummary.text(of: $0.shown, redacting: redaction) }
            text += " · \(message ?? "\(type), \(response.body)")"
        }
        var block = line("FAILURE", event, text)
        if options.contains(.errorResponseBody), let response {
            block.add(response.body, body, headers, limit: bodyLimit)
        }
        return block.text
    }

    private func line(_ word: String, _ event: LogEvent, _ text: String) -> LogBlock {
        let operation = event.operation.map { "\($0): " } ?? ""
        let site = options.contains(.callSite) && event.callSite.isKnown ? " · \(event.callSite)" : ""
        return LogBlock("\(word) \(event.callID) \(operation)\(text)\(site)")
    }

    private func earlierResults(_ event: LogEvent) -> String {
        event.earlierResults.isEmpty ? "" : ", after \(event.earlierResults)"
    }

    private static func summary(_ response: Response, _ time: Duration) -> String {
        let size = if case .file = response.body { " of \(response.body.knownSize) bytes" } else { "" }
        return "\(response.statusCode), \(response.body)\(size) in \(CallTimeline.text(time))"
    }

    /// Returns a scan that has found the secrets of a request, in this event or in an earlier one.
    private func scan(knowing sent: Endpoint, _ context: CallContext) -> LogScan {
        if let known = context[scanned], known.endpoint == sent { return scan(of: sent, knowing: known.secrets) }
        var scan = scan(of: sent)
        scan.add(sent)
        context[scanned] = (sent, scan.secrets)
        return scan
    }

    /// Returns a scan of an exchange. It reads at least 4 KB of a body, for the message of a refusal.
    private func scan(of endpoint: Endpoint?, knowing secrets: Set<String> = []) -> LogScan {
        let limit = min(max(bodyLimit, 4_096), 1 << 30) + RedactedPrefix.margin
        return LogScan(endpoint.map(redaction.hidingTokens) ?? redaction, bodyLimit: limit, knowing: secrets)
    }
}

extension CallTimeline {
    /// The note of a download whose last exchange continued it; nil if it did not.
    fileprivate var resumption: String? {
        let end = entries.lastIndex(where: \.isExchange) ?? 0
        return entries[..<end].reversed().prefix { !$0.isExchange }.lazy.compactMap { entry in
            if case .note(let text) = entry.event, text.hasPrefix(bytes: "resumed at ") { text } else { nil }
        }.first
    }
}
