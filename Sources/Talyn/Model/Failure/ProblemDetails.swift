/// The problem details with which a server explains a failure (RFC 9457 §3), a body of `application/problem+json`.
///
/// ```swift
/// .catch(problem: { problem, error in
///     problem.type == "https://example.com/probs/out-of-credit"
///         ? .outOfCredit(balance: problem["balance"]) : nil
/// })
/// ```
/// A member of a wrong type counts as absent, as the RFC wants it.
public struct ProblemDetails: Decodable, Sendable, Equatable {
    /// All members of the body.
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

    /// A member, such as an extension (RFC 9457 §3.2); nil if there is none.
    public subscript(member: String) -> JSONValue? { members[member] }

    /// Makes problem details of their members, for tests.
    public init(_ members: [String: JSONValue]) { self.members = members }

    /// Reads the members of an object.
    public init(from decoder: any Decoder) throws { members = try [String: JSONValue](from: decoder) }

    private func text(_ member: String) -> String? {
        guard case .string(let text)? = members[member], !text.isEmpty else { return nil }
        return text
    }
}

extension ProblemDetails: RedactedStringConvertible {
    /// The type; never values.
    public var description: String { "ProblemDetails(\(members.count) members)" }
}

extension RequestError {
    /// The problem details of the response (RFC 9457); nil if its type is not `application/problem+json` or its body is
    /// no JSON object.
    public var problem: ProblemDetails? { response.flatMap { problem(in: $0.data) } }

    private func problem(in data: Data) -> ProblemDetails? {
        guard let type = response?.headers["Content-Type"], data.count <= Redaction.largestBody,
            HTTPHeaders.isSameName(BodyFormat.name(type) ?? "", "application/problem+json"),
            case .object(let members)? = try? JSONValue(parsing: data)
        else { return nil }
        return ProblemDetails(members)
    }

    /// Returns two sentences in one line.
    private func joined(_ title: String?, _ detail: String?) -> String? {
        guard let title, let detail else { return title ?? detail }
        return title + (title.utf8.last == UInt8(ascii: ".") ? " " : ": ") + detail
    }

    /// The title and detail of the problem without secrets, those of the request included, as one line of at most 400
    /// characters: `text` for engineers, `message` for people. Nil if there are none.
    var shownProblem: (text: String, message: String?)? {
        guard problem != nil, let response else { return nil }
        let (sent, type) = (endpoint ?? response.endpoint, response.headers["Content-Type"])
        var secrets = Set<String>()
        _ = Redaction.standard.endpoint(sent, found: &secrets)
        let rules = Redaction.standard.hidingTokens(of: sent)
        guard let body = rules.body(response.data, contentType: type, found: &secrets), let shown = problem(in: body)
        else { return nil }
        let search = SecretSearch(for: secrets)
        func line(_ text: String?) -> String? {
            text.map { String(search.scrubbed($0).map { $0.isWhitespace ? " " : $0 }).cut(to: 200) }
        }
        let (title, detail) = (line(shown.title), line(shown.detail))
        guard let text = joined(title, detail) else { return nil }
        // The name of a status code says less than a sentence for people.
        let name = HTTPURLResponse.localizedString(forStatusCode: response.statusCode)
        let message = title.flatMap { HTTPHeaders.isSameName($0, name) ? nil : $0 }
        return (text, joined(message, detail))
    }
}
