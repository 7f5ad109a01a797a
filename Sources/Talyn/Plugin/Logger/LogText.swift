/// An event as text: a line, and headers and body on lines of their own below it.
struct LogText: Sendable {
    let options: LogOptions
    let redaction: Redaction
    let bodyLimit: Int

    /// Nil for what the options leave out.
    func text(of event: LogEvent) -> String? {
        switch event.kind {
        case .started, .retry: return nil
        case .request(let endpoint): return request(endpoint, event)
        case .response(let result, let time):
            guard options.contains(.responseHeaders), let response = try? result.get() else { return nil }
            var secrets = Set<String>()
            _ = redacted(response.endpoint, &secrets)
            return block(
                line("RESPONSE", event, "\(response.statusCode), \(response.body) in \(CallTimeline.text(time))"),
                headers(response.headers, &secrets).map { redaction.scrubbing($0, of: secrets) })
        case .finished(let outcome): return finish(outcome, event)
        }
    }

    private func request(_ endpoint: Endpoint, _ event: LogEvent) -> String? {
        var secrets = Set<String>()
        let shown = redacted(endpoint, &secrets)
        if options.contains(.formatRequestAscURL) {
            // Scrubbed like all the rest: a token may stand in the path too.
            let command = redaction.scrubbing(shown.curlCommand(bodyLimit: bodyLimit), of: secrets)
            return block(line("REQUEST", event, attempt(event)), command.split(separator: "\n").map(String.init))
        }
        guard !options.isDisjoint(with: [.requestMethod, .requestHeaders, .requestBody]) else { return nil }
        var lines: [String] = []
        if options.contains(.requestHeaders) { lines += shown.headers.fields.map { "\($0.name): \($0.value)" } }
        if options.contains(.requestBody) { lines += body(endpoint.body, endpoint.headers["Content-Type"], secrets) }
        let url = redaction.scrubbing(shown.loggedURL, of: secrets)
        return block(line("REQUEST", event, "\(endpoint.method) \(url)\(attempt(event))"), lines)
    }

    private func attempt(_ event: LogEvent) -> String { event.attempt > 1 ? " (attempt \(event.attempt))" : "" }

    private func finish(_ outcome: CallOutcome, _ event: LogEvent) -> String {
        let time = CallTimeline.text(outcome.duration)
        switch outcome.result {
        case .success(let response):
            let lines = options.contains(.successResponseBody) ? body(of: response) : []
            return block(line("SUCCESS", event, "\(response.statusCode), \(response.body) in \(time)"), lines)
        case .failure(let error):
            var text = "\(error.reason) in \(time)"
            if options.contains(.errorSummary), let summary = summary(of: error) { text += " · \(summary)" }
            let lines = options.contains(.errorResponseBody) ? error.response.map(body) ?? [] : []
            return block(line("FAILURE", event, text), lines)
        }
    }

    private func line(_ word: String, _ event: LogEvent, _ text: String) -> String {
        let operation = event.operation.map { "\($0): " } ?? ""
        return Self.visible("\(word) \(event.callID) \(operation)\(text) · \(event.callSite)")
    }

    private func block(_ line: String, _ lines: [String]) -> String {
        ([line] + lines.map { "    \(Self.visible($0))" }).joined(separator: "\n")
    }

    /// A text in which no character moves a terminal's cursor or begins a line.
    private static func visible(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { visible, scalar in
            if isControl(scalar) {
                visible += scalar.escaped(asASCII: true)
            } else {
                visible.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

// Headers and bodies.
extension LogText {
    /// An endpoint without its secrets, which are collected.
    private func redacted(_ endpoint: Endpoint, _ secrets: inout Set<String>) -> Endpoint {
        var shown = endpoint
        if let url = URL(string: redaction.url(endpoint.url.absoluteString, found: &secrets)) { shown.url = url }
        shown.headers = redaction.headers(endpoint.headers, found: &secrets)
        if case .data(let data) = endpoint.body, data.count <= Self.largest {
            shown.body = .data(redaction.body(data, contentType: endpoint.headers["Content-Type"], found: &secrets))
        }
        return shown
    }

    private func headers(_ headers: HTTPHeaders, _ secrets: inout Set<String>) -> [String] {
        redaction.headers(headers, found: &secrets).fields.map { "\($0.name): \($0.value)" }
    }

    /// A body above this, in bytes, is not looked at.
    private static let largest = 1 << 20

    /// The body of an answer: without its own secrets, and without those of its request.
    private func body(of response: Response) -> [String] {
        var secrets = Set<String>()
        _ = redacted(response.endpoint, &secrets)
        return body(response.body, response.headers["Content-Type"], secrets)
    }

    private func body(_ body: Body, _ contentType: String?, _ known: Set<String>) -> [String] {
        switch body {
        case .none: return []
        case .file: return ["(a file, which is not shown)"]
        case .stream: return ["(\(body), which is not shown)"]
        case .data(let data) where data.count > Self.largest: return ["(\(data.count) bytes, which are not shown)"]
        case .data(let data):
            if data.isEmpty { return [] }
            var secrets = known
            let redacted = redaction.body(data, contentType: contentType, found: &secrets)
            guard let text = Self.text(redacted) else {
                return ["(\(data.count) bytes of \(contentType ?? "no known type"), which are no text)"]
            }
            let shown = redaction.scrubbing(JSONIndentation.indented(text) ?? text, of: secrets)
            return limited(shown)
        }
    }

    /// The text of a body that is text; nil for one that is not, such as an image.
    private static func text(_ data: Data) -> String? {
        guard let text = String(data: data, encoding: .utf8) else { return nil }
        let isText = text.unicodeScalars.prefix(4_096).allSatisfy {
            $0.value >= 0x20 || "\t\n\r".unicodeScalars.contains($0)
        }
        return isText ? text : nil
    }

    private func limited(_ text: String) -> [String] {
        let shown = text.utf8.count > bodyLimit ? String(decoding: text.utf8.prefix(bodyLimit), as: UTF8.self) : text
        // Cut within a character, which decodes as the replacement character.
        let whole = shown.utf8.count > bodyLimit ? String(shown.dropLast()) : shown
        var lines = whole.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        if text.utf8.count > bodyLimit { lines.append("(\(text.utf8.count - bodyLimit) bytes more)") }
        return lines
    }

    /// What the body of a refusal says: the text under a name for messages, or the first member of the object, or the
    /// beginning of the text; nil when there is no body that is text.
    private func summary(of error: RequestError) -> String? {
        guard case .data(let data) = error.response?.body, data.count <= Self.largest, !data.isEmpty,
            let response = error.response
        else { return nil }
        var secrets = Set<String>()
        _ = redacted(response.endpoint, &secrets)
        let redacted = redaction.body(data, contentType: response.headers["Content-Type"], found: &secrets)
        guard let text = Self.text(redacted) else { return nil }
        return ErrorSummary.text(of: redaction.scrubbing(text, of: secrets))
    }
}
