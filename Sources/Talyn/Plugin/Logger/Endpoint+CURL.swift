extension Endpoint {
    /// The endpoint as a cURL command, quoted for a POSIX shell, headers sorted by name.
    ///
    /// ```sh
    /// curl -X POST 'https://api.github.com/repos/octocat/hello/issues' \
    ///   -H 'Content-Type: application/json' \
    ///   --data-raw '{"title":"It does not say '\''hello'\''"}'
    /// ```
    /// Without secrets, unless `redaction` is nil: a command with a token in it ends up in histories and tickets. A body
    /// that is no text of one line goes through base64; one of more than a megabyte, unless `redaction` is nil, and a stream
    /// are not in the command, which says so. The values of the path are in it, and what stands alone in the query.
    public func curlCommand(redacting redaction: Redaction? = .standard) -> String {
        guard let redaction else { return curlCommand(bodyLimit: .max) }
        var secrets = Set<String>()
        let redacted = redaction.endpoint(self, found: &secrets)
        // Before it is quoted: a secret with a quote in it would not be known again.
        return EchoSearch(for: secrets).scrubbed(redacted).curlCommand(bodyLimit: Redaction.largestBody)
    }

    /// The command for the endpoint as it is.
    func curlCommand(bodyLimit: Int) -> String {
        var input = ""
        let text = url.absoluteString
        let globs = text.utf8.contains(where: "[]{}".utf8.contains) ? "--globoff " : ""
        var parts = ["curl \(methodOption)\(globs)\(text.shellQuoted)"]
        parts += headers.fields.sorted { $0.name.asciiLowercased < $1.name.asciiLowercased }.map { field in
            // cURL drops a header that ends with its colon, and sends an empty one that ends with a semicolon.
            "-H \((field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)").shellQuoted)"
        }
        // Else cURL says that the body is a form. Without a type a POST has the one that it is sent with.
        if !body.isEmpty, !headers.contains("Content-Type") {
            parts.append("-H 'Content-Type:\(method == .post ? " application/octet-stream" : "")'")
        }
        var remark = ""
        switch body {
        case .none: break
        case .file(let file): parts.append("--data-binary \("@\(file.path)".shellQuoted)")
        case .stream: remark = " # and \(body), which is not shown"
        case .data(let data) where data.isEmpty: break
        case .data(let data) where data.count > bodyLimit: remark = " # and \(data.count) bytes, which are not shown"
        case .data(let data):
            if let text = String(data: data, encoding: .utf8), text.isPrintable {
                parts.append("--data-raw \(text.shellQuoted)")
            } else {
                input = "printf %s '\(data.base64EncodedString())' | base64 --decode | "
                parts.append("--data-binary @-")
            }
        }
        return input + parts.joined(separator: " \\\n  ") + remark
    }

    private var methodOption: String {
        switch method {
        case .get where body.isEmpty: ""
        // With -X HEAD it waits for a body that never comes.
        case .head: "--head "
        default: "-X \(method.rawValue.shellQuotedIfNeeded) "
        }
    }
}

extension String {
    /// The text as one word of a POSIX shell: nothing in single quotes means anything (POSIX XCU §2.2.2).
    fileprivate var shellQuoted: String { "'\(replacing(bytes: "'", with: #"'\''"#))'" }

    /// Whether it can stand in a command as it is: a line break in it would be one in a log, and NUL is no part of a word.
    fileprivate var isPrintable: Bool { !unicodeScalars.contains(where: \.isInvisible) }

    /// A method is a token, and a token may hold what a shell expands.
    fileprivate var shellQuotedIfNeeded: String {
        utf8.allSatisfy { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") } ? self : shellQuoted
    }
}
