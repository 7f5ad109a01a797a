// Room: Redaction. Removes secrets from URLs, headers and bodies before they are written anywhere.
// Knows: values: HTTP, JSON, Endpoint, Call; of the plugins only which query item carries a token.

/// Takes secrets out of what is written down: cassettes, logs.
///
/// Names are judged by their words, not by substrings: `access_token`, `apiKey` and `X-Amz-Signature` are secrets,
/// `author`, `monkey` and `token_type` are not. Values are looked through as well, for what is a secret anywhere: bearer
/// tokens, JSON web tokens, private keys, keys with a well-known prefix, secrets in URLs and in JSON within strings.
/// What is no secret stays byte for byte, and redacting twice is redacting once.
///
/// In prose, such as a JSON string or the value of a header, `name: value` counts when the value is quoted
/// (`login(password: "…")`) or has 8 characters or more with a digit and no space. In JSON, `{"name": …, "value": …}` counts
/// as a field of that name, and so do the last steps of a JSON Patch's or SCIM's `path` and pairs in an array
/// (`[["X-Api-Key", "…"]]`). Where a JSON name may mean something else (`token_id`, `session`, members of `auth`), a value
/// is hidden when it looks like a key.
///
/// It is a safety net and no proof. Not covered: a secret under a name that says nothing; in a path, but for the webhooks
/// of Slack and Discord and the bots of Telegram; in a body that is compressed or encrypted; in base64 within a string.
/// The first two need ``adding(headers:names:)`` or ``adding(_:)``; not so the tokens of ``AccessTokenPlugin`` and
/// ``TokenRefreshPlugin``, which are known by their place.
public struct Redaction: Sendable {
    /// What stands in the place of a secret: safe in URLs, headers, forms and JSON, and valid base64.
    ///
    /// In JSON a number becomes 0 and a UUID the zero UUID instead, so that the body still decodes; `true`, `false` and
    /// `null` stay.
    public static let placeholder = "REDACTED"

    /// The rules that hold unless others are given.
    ///
    /// Tokens that only turn pages (`next_page_token`, `nextToken`, `sync_token`) and counts (`max_tokens`) stay, or
    /// what was recorded could not be followed. `code`, `key`, `state`, `nonce` and `assertion` are secrets in queries and
    /// forms only.
    public static let standard = Redaction()

    /// Whose names are secrets.
    private(set) var names = SecretNames()
    /// What they said of fields, for all texts.
    private(set) var judged = JudgedNames()
    /// The user's own rules, in the order they were added.
    private(set) var rules: [@Sendable (String) -> String] = []

    private init() {}

    /// Hides the values of more names, wherever they stand.
    ///
    /// - Parameters:
    ///   - headers: whole names of header fields, without case.
    ///   - names: whole names of query items, form and multipart fields, JSON fields, XML elements and attributes; without
    ///     case.
    public func adding(headers: [String] = [], names: [String] = []) -> Redaction {
        var copy = self
        copy.names.add(headers: headers, names: names)
        copy.judged = JudgedNames()
        return copy
    }

    /// Shows the values of names that are no secret here. Secrets that are recognized by their value stay hidden.
    ///
    /// - Parameters:
    ///   - headers: whole names of header fields, without case.
    ///   - names: whole names of query items, fields, elements and attributes, without case.
    public func excepting(headers: [String] = [], names: [String] = []) -> Redaction {
        var copy = self
        copy.names.except(headers: headers, names: names)
        copy.judged = JudgedNames()
        return copy
    }

    /// Adds a rule for secrets that no name gives away: it gets each text that is written (a whole URL, the value of a
    /// header, of a query item or of a field, a JSON string, a text body), decoded, and returns it without them.
    public func adding(_ rule: @escaping @Sendable (String) -> String) -> Redaction {
        var copy = self
        copy.rules.append(rule)
        return copy
    }

    /// Hides what is sent under the names of tokens, unless the user excepted them.
    func hiding(_ tokens: Set<CallOptions.TokenName>) -> Redaction {
        var copy = self
        copy.names.add(tokens: tokens)
        return copy
    }

    /// A URL, absolute or relative, without userinfo and without the values of secret query items, path parameters and
    /// fragment items. Everything else stays as it was, also in text that is no URL.
    public func url(_ text: String) -> String {
        var found: Set<String> = []
        return url(text, found: &found)
    }

    /// Header fields without their secrets: schemes of authorization, names and attributes of cookies stay.
    public func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
        var found: Set<String> = []
        return self.headers(headers, found: &found)
    }

    /// A body without its secrets: JSON, forms, multipart, XML, HTML and other text. Binary data stays as it is.
    ///
    /// `contentType` is the value of `Content-Type`; nil when unknown, and then the bytes tell.
    public func body(_ data: Data, contentType: String?) -> Data {
        var found: Set<String> = []
        return body(data, contentType: contentType, found: &found)
    }
}
