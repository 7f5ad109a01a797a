/// The problem details with which a server explains a failure (RFC 9457 §3), a body of `application/problem+json`.
///
/// ```swift
/// .catch(problem: "https://example.com/probs/out-of-credit") { problem, _ in
///     .outOfCredit(balance: problem.members["balance"])
/// }
/// ```
/// A member of a wrong type (§3.1) or an empty text counts as absent.
public struct ProblemDetails: Sendable, Equatable {
    /// All members of the body, extensions included (§3.2).
    public let members: [String: JSONValue]

    /// The URI reference that identifies the type of the problem. Default: `about:blank`.
    public var type: String { text("type") ?? "about:blank" }
    /// A short text for people that is the same for each problem of a type; nil if there is none.
    public var title: String? { text("title") }
    /// The status code by the body; nil if there is none. Proxies may change that of the response.
    public var status: Int? { if case .integer(let code)? = members["status"] { Int(exactly: code) } else { nil } }
    /// A text for people about this occurrence; nil if there is none.
    public var detail: String? { text("detail") }
    /// The URI reference that identifies this occurrence; nil if there is none.
    public var instance: String? { text("instance") }

    /// Makes problem details of their members, for tests.
    public init(_ members: [String: JSONValue]) { self.members = members }

    private func text(_ member: String) -> String? {
        guard case .string(let text)? = members[member], !text.isEmpty else { return nil }
        return text
    }
}

extension ProblemDetails: RedactedStringConvertible {
    /// The number of members; never values.
    public var description: String { "ProblemDetails(\(members.count) members)" }
}

extension RequestError {
    /// The problem details of the response (RFC 9457), parsed on each access; nil if its type is not
    /// `application/problem+json`, or its body is no JSON object or is above 1 MiB.
    public var problem: ProblemDetails? { problemBody.flatMap(Self.problem) }

    /// The body in UTF-8 if the response says by its type that it is problem details; nil otherwise.
    private var problemBody: Data? {
        guard let response, let type = response.headers["Content-Type"],
            HTTPHeaders.isSameName(BodyFormat.name(type) ?? "", "application/problem+json"),
            response.data.count <= Redaction.largestBody
        else { return nil }
        return try? TextDecoding.utf8(response.data, contentType: type)
    }

    private static func problem(in data: Data) -> ProblemDetails? {
        guard case .object(let members)? = try? JSONValue(parsing: data) else { return nil }
        return ProblemDetails(members)
    }

    /// The title and detail of the problem, each in one line of at most 200 characters: `text` for engineers, without
    /// words that may be a value and up to the first `name=value` or `name: value`, and `message` for people. Neither
    /// has a secret of the response or the request. Nil if there are none, and if the body of the request or the
    /// response is above 64 KiB or of a format that is not read.
    var shownProblem: (text: String, message: String?)? {
        guard let response, response.data.count <= Self.keptBodySize, let data = problemBody else { return nil }
        let sent = endpoint ?? response.endpoint
        let rules = Redaction.standard.hidingTokens(of: sent)
        var secrets = Set<String>()
        switch sent.body {
        case .none: break
        case .data(let data) where data.count <= Self.keptBodySize: break
        default: return nil
        }
        // A body of a format that is not read is left out.
        let searched = Redaction.standard.endpoint(sent, found: &secrets)
        if searched.body.isEmpty, !sent.body.isEmpty { return nil }
        guard let body = rules.body(data, contentType: "application/json", found: &secrets),
            let shown = Self.problem(in: body)
        else { return nil }
        let search = SecretSearch(for: secrets)
        func line(_ text: String?) -> (text: String, message: String)? {
            guard let text = text.map({ search.scrubbed($0).inOneLine(upTo: .max) }) else { return nil }
            guard let words = ErrorSummary.line(text, redacting: rules), !words.isEmpty else { return nil }
            return (ErrorSummary.withoutNamedValues(words).cut(to: 200), text.cut(to: 200))
        }
        let (title, detail) = (line(shown.title), line(shown.detail))
        guard let text = Self.joined(title?.text, detail?.text) else { return nil }
        // Without a type, the title is the name of the status code (§4.2.1), less than a sentence for people.
        let isUntyped = shown.type.isSame(bytes: "about:blank")
        return (text, Self.joined(isUntyped ? nil : title?.message, detail?.message))
    }

    /// Returns title and detail in one line; nil without both.
    private static func joined(_ title: String?, _ detail: String?) -> String? {
        guard let title, let detail else { return title ?? detail }
        let isSentence = title.utf8.last.map { ".!?".utf8.contains($0) } ?? false
        return title + (isSentence ? " " : ": ") + detail
    }
}
