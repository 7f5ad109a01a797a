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
        curlCommand(redacting: redaction, upTo: Redaction.largestBody)
    }

    /// Returns the command with a body of at most `limit` bytes, unless `redaction` is nil.
    func curlCommand(redacting redaction: Redaction?, upTo limit: Int) -> String {
        var (shown, secrets, missing) = (self, Set<String>(), [String]())
        var parts = body.form?.parts.map { Optional($0) } ?? []
        if let redaction {
            var scan = LogScan(redaction.hidingTokens(of: self), bodyLimit: limit)
            if case .data(let data) = body, data.count > limit {
                // A header may repeat a secret of it.
                _ = scan.body(body, headers)
                shown.body = .none
            }
            parts = scan.parts(of: body.form)
            secrets = scan.secrets
            shown = redaction.endpoint(shown, found: &secrets)
            if shown.body.isEmpty, !body.isEmpty { missing.append(body.size(of: shown.headers["Content-Type"])) }
        }
        // Before quoting, which changes a secret that contains a quote.
        let search = SecretSearch(for: secrets)
        return search.scrubbed(shown).command(parts, of: body.form, search, missing)
    }

    /// Returns the command for an endpoint without secrets. `parts` are those of a form, nil if they are not shown.
    private func command(
        _ parts: [FormPart?], of form: MultipartForm?, _ search: SecretSearch, _ missing: [String]
    ) -> String {
        var (input, missing) = (Data(), missing)
        let text = url.absoluteString
        let globs = text.utf8.contains(where: "[]{}".utf8.contains) ? "--globoff " : ""
        var words = ["curl \(methodOption)\(globs)\(text.shellQuoted)"]
        // Of a form, cURL sends the type with a boundary of its own.
        let fields = headers.fields.filter { form == nil || !HTTPHeaders.isSameName($0.name, "Content-Type") }
        words += fields.sorted { $0.name.asciiLowercased < $1.name.asciiLowercased }.map { field in
            // cURL drops a header that ends with its colon, and sends an empty one that ends with a semicolon.
            "-H \((field.isBlank ? "\(field.name);" : "\(field.name): \(field.value)").shellQuoted)"
        }
        // Otherwise cURL declares the body a form. A POST without a type is sent as octet-stream.
        if !body.isEmpty, !headers.contains("Content-Type") {
            words.append("-H 'Content-Type:\(method == .post ? " application/octet-stream" : "")'")
        }
        // As the transports send it (RFC 9110 §8.6).
        if body.isEmpty, missing.isEmpty, [.post, .put, .patch].contains(method), !headers.contains("Content-Length") {
            words.append("-H 'Content-Length: 0'")
        }
        switch body {
        case .none: break
        case .file(let file): words.append("--data-binary \("@\(file.path)".shellQuoted)")
        case .stream:
            guard let form else {
                missing.append("\(body)")
                break
            }
            for (index, part) in form.parts.prefix(parts.count).enumerated() {
                if let option = parts[index]?.curlOption(search, &input) {
                    words.append("-F \(option.shellQuoted)")
                } else {
                    missing.append("part \(index + 1) of the form (\(part.body.size(of: part.contentType)))")
                }
            }
            let rest = form.parts.count - parts.count
            if rest > 0 { missing.append("\(rest) parts of the form") }
        case .data(let data):
            if data.isEmpty { break }
            if let text = data.lineOfText {
                words.append("--data-raw \(text.shellQuoted)")
            } else {
                // A line break would begin a line of a log, and a word cannot contain NUL.
                input = data
                words.append("--data-binary @-")
            }
        }
        let printed = input.isEmpty ? "" : "printf %s '\(input.base64EncodedString())' | base64 --decode | "
        let command = printed + words.joined(separator: " \\\n  ")
        return missing.isEmpty ? command : "\(command) # not shown: \(missing.joined(separator: ", "))"
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

extension Data {
    /// The bytes as one line of text; nil if they are not one.
    var lineOfText: String? { String(data: self, encoding: .utf8).flatMap { $0.hasInvisible ? nil : $0 } }
}

extension String {
    /// The text as one word of a POSIX shell, in single quotes (POSIX XCU §2.2.2).
    fileprivate var shellQuoted: String { "'\(replacing(bytes: "'", with: #"'\''"#))'" }

    /// Whether a character has no glyph, such as a line break.
    var hasInvisible: Bool { unicodeScalars.contains(where: \.isInvisible) }
}
