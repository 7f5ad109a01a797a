extension Endpoint {
    /// Returns the endpoint as a cURL command, quoted for a POSIX shell, with headers sorted by name.
    ///
    /// ```sh
    /// curl -X POST 'https://api.github.com/repos/octocat/hello/issues' \
    ///   -H 'Content-Type: application/json' \
    ///   --data-raw '{"title":"It does not say '\''hello'\''"}'
    /// ```
    /// The command has no secrets, unless `redaction` is nil, because commands end up in histories and tickets. It has
    /// the values of the path, and items of the query without a name. A body that is not one line of text is sent
    /// through base64. A remark at the end names the missing parts: a stream and, unless `redaction` is nil, a body
    /// above a megabyte or of a format that ``Redaction`` does not read.
    ///
    /// A multipart form is sent by `-F`, for which cURL 7.81 and later escape names as Talyn does. At most one
    /// binary or multi-line part is included, and no part whose name has an equals sign.
    public func curlCommand(redacting redaction: Redaction? = .standard) -> String {
        var secrets = Set<String>()
        let form = body.form.map {
            ShownForm(
                $0, redacting: redaction?.hidingTokens(of: self), upTo: Redaction.largestBody, found: &secrets)
        }
        guard let redaction else { return curlCommand(without: [], form: form) }
        let redacted = redaction.endpoint(self, found: &secrets)
        // Before quoting, which changes a secret that contains a quote.
        let search = SecretSearch(for: secrets)
        let shown = search.scrubbed(redacted)
        return shown.curlCommand(
            without: shown.body.isEmpty ? body.missing(shown.headers) : [], form: form.map(search.scrubbed))
    }

    /// Returns the command for the endpoint as it is, with a remark on the missing parts.
    func curlCommand(without missing: [String], form: ShownForm?) -> String {
        var (input, missing) = ("", missing)
        let text = url.absoluteString
        let globs = text.utf8.contains(where: "[]{}".utf8.contains) ? "--globoff " : ""
        var parts = ["curl \(methodOption)\(globs)\(text.shellQuoted)"]
        // Of a form, cURL sends the type with a boundary of its own.
        let fields = headers.fields.filter { form == nil || !HTTPHeaders.isSameName($0.name, "Content-Type") }
        parts += fields.sorted { $0.name.asciiLowercased < $1.name.asciiLowercased }.map { field in
            // cURL drops a header that ends with its colon, and sends an empty one that ends with a semicolon.
            "-H \((field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)").shellQuoted)"
        }
        // Otherwise cURL declares the body a form. A POST without a type is sent as octet-stream.
        if !body.isEmpty, !headers.contains("Content-Type") {
            parts.append("-H 'Content-Type:\(method == .post ? " application/octet-stream" : "")'")
        }
        switch body {
        case .none: break
        case .file(let file): parts.append("--data-binary \("@\(file.path)".shellQuoted)")
        case .stream:
            guard let options = form?.curlOptions else {
                missing.append("\(body)")
                break
            }
            parts += options.values.map { "-F \($0.shellQuoted)" }
            missing += options.missing
            if let bytes = options.input { input = Data(bytes).printedByShell }
        case .data(let data):
            if data.isEmpty { break }
            if let text = String(data: data, encoding: .utf8), !text.unicodeScalars.contains(where: \.isInvisible) {
                parts.append("--data-raw \(text.shellQuoted)")
            } else {
                // A line break would begin a line of a log, and a word cannot contain NUL.
                input = data.printedByShell
                parts.append("--data-binary @-")
            }
        }
        let command = input + parts.joined(separator: " \\\n  ")
        if missing.isEmpty { return command }
        return "\(command) # not shown: \(missing.joined(separator: ", "))"
    }

    private var methodOption: String {
        switch method {
        case .get where body.isEmpty: ""
        // With -X HEAD, cURL waits for a body.
        case .head: "--head "
        // A method is a token, which may contain characters that a shell expands.
        default: "-X \(method.rawValue.utf8.allSatisfy(\.isUpper) ? method.rawValue : method.rawValue.shellQuoted) "
        }
    }
}

extension Body {
    /// Returns the size and type of bytes that are not shown.
    func missing(_ headers: HTTPHeaders) -> [String] {
        guard case .data(let data) = self, !data.isEmpty else { return [] }
        return ["\(data.count) bytes\(BodyFormat.name(headers["Content-Type"]).map { " of \($0)" } ?? "")"]
    }
}

extension Data {
    /// A command that prints the bytes into a pipe.
    fileprivate var printedByShell: String { "printf %s '\(base64EncodedString())' | base64 --decode | " }
}

extension String {
    /// The text as one word of a POSIX shell, in single quotes (POSIX XCU §2.2.2).
    fileprivate var shellQuoted: String { "'\(replacing(bytes: "'", with: #"'\''"#))'" }
}
