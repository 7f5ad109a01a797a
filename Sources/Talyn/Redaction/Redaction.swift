/// Rules that remove secrets from logs, cassettes and errors: from URLs, header fields, forms, JSON and plain text.
///
/// Your own names and values come first. Other names are judged by their words, not by substrings: `access_token`,
/// `passWord` and `X-Amz-Signature` are secrets, `author`, `monkey` and `token_type` are not. The article <doc:Secrets>
/// has the rule and the lists of words. By their form it finds bearer and basic credentials, JSON web tokens, private
/// keys, keys with a well-known prefix, and secrets in URLs. All other bytes stay, but a string or item with a secret
/// inside may be escaped in another way. Redacting twice is redacting once.
///
/// A body of another format than JSON, form and text, such as multipart, XML, HTML or an image, is not read:
/// ``body(_:contentType:)`` is nil, and logs and cURL commands show its type and size. Text parts of a
/// ``MultipartForm`` are redacted like the fields of forms, and JSON parts like JSON.
///
/// It is a safety net and no proof. Not covered: a secret under a name that says nothing; in a path, but for the
/// webhooks of Slack and Discord and the bots of Telegram; in base64 within a string. The first two need
/// ``adding(headers:names:)`` or ``adding(_:)``, except for the tokens of ``AccessTokenPlugin`` and
/// ``TokenRefreshPlugin``, which are known by the names they are sent under.
public struct Redaction: Sendable {
    /// The text instead of a secret: safe in URLs, headers, forms and JSON, and valid base64.
    ///
    /// In JSON a number becomes 0 and a UUID the zero UUID instead, so that the body still decodes; `true`, `false` and
    /// `null` stay.
    public static let placeholder = "REDACTED"

    /// The default rules.
    ///
    /// Tokens that only turn pages (`next_page_token`, `nextToken`, `sync_token`) and numbers of `tokens` stay, or what
    /// was recorded could not be followed. `code`, `key`, `state`, `nonce` and `assertion` are secrets in queries and
    /// forms only.
    public static let standard = Redaction()

    /// Judges names.
    private(set) var names = SecretNames()
    /// The user's rules, in the order they were added.
    private(set) var rules: [@Sendable (String) -> String] = []

    private init() {}

    /// Hides the values of more names, wherever they stand.
    ///
    /// They count like the built-in ones: without case, however they are cut, and within a longer name. `smsCode` is
    /// also `sms_code`, `SMS-Code`, `user[smsCode]` and `newSmsCode`, but not `smsCodeLength`. A name with a digit
    /// counts as a whole only.
    /// - Parameters:
    ///   - headers: names of header fields.
    ///   - names: names of query items, form and JSON fields, and in text; in a cassette those of multipart fields, XML
    ///     elements and attributes too.
    public func adding(headers: [String] = [], names: [String] = []) -> Redaction {
        var copy = self
        copy.names.decide(headers: headers, names: names, .certain)
        return copy
    }

    /// Shows the values of names that are no secret here, without case and however they are cut, but not within longer
    /// names. Secrets that are recognized by their value stay hidden.
    /// - Parameters:
    ///   - headers: whole names of header fields.
    ///   - names: whole names of query items and fields.
    public func excepting(headers: [String] = [], names: [String] = []) -> Redaction {
        var copy = self
        copy.names.decide(headers: headers, names: names, .none)
        return copy
    }

    /// Adds a rule for secrets that no name gives away: it gets each text that is written (a whole URL, the value of a
    /// header, of a query item or of a field, a JSON string, a text body), decoded, and returns it without them.
    public func adding(_ rule: @escaping @Sendable (String) -> String) -> Redaction {
        var copy = self
        copy.rules.append(rule)
        return copy
    }

    /// The same rules, which also hide the query items that identify a person.
    var hidingPeople: Redaction {
        var copy = self
        copy.names.hidesPeople = true
        return copy
    }

    /// Hides what is sent under the names of tokens, unless the user excepted them.
    func hiding(_ tokens: [TokenName]) -> Redaction {
        var copy = self
        copy.names.add(tokens: tokens)
        return copy
    }

    /// Returns a URL, absolute or relative, without userinfo and without the values of secret query items, path
    /// parameters and fragment items. Everything else stays as it was, also in text that is no URL.
    public func url(_ text: String) -> String {
        var found: Set<String> = []
        return url(text, found: &found)
    }

    /// Returns header fields without their secrets: schemes of authorization, names and attributes of cookies stay.
    public func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
        var found: Set<String> = []
        return self.headers(headers, found: &found)
    }

    /// Returns a JSON, form or plain text body without its secrets; nil for a body of another format, which is not
    /// read. `contentType` is the value of `Content-Type`; nil when unknown, and then the bytes tell.
    public func body(_ data: Data, contentType: String?) -> Data? {
        var found: Set<String> = []
        return body(data, contentType: contentType, found: &found)
    }
}

// The same, collecting in `found` the secrets that were taken out, decoded, for `SecretSearch`.
extension Redaction {
    package func url(_ text: String, found: inout Set<String>) -> String {
        run(text, &found) { redactor, bytes in redactor.scanURL(bytes, level: 0) }
    }

    func headers(_ headers: HTTPHeaders, found: inout Set<String>) -> HTTPHeaders {
        HTTPHeaders(
            headers.fields.map { field in
                HTTPHeaders.Field(field.name, value(field.value, named: field.name, in: .header, found: &found))
            })
    }

    /// Returns the value of an item whose name is known, both decoded.
    package func value(
        _ value: String, named name: String, in kind: SecretNames.Kind, found: inout Set<String>
    ) -> String {
        run(value, &found) { redactor, bytes in
            if kind == .header { return redactor.scanHeader(bytes, named: name) }
            if !redactor.hide(bytes, named: Array(name.utf8)[...], in: kind) { redactor.scanValue(bytes, level: 0) }
        }
    }

    /// Returns a text that has no name, such as a message.
    package func text(_ text: String, found: inout Set<String>) -> String {
        value(text, named: "", in: .field, found: &found)
    }

    func body(_ data: Data, contentType: String?, found: inout Set<String>) -> Data? {
        let bytes = [UInt8](data)
        guard let format = BodyFormat(contentType, bytes[...]) else { return nil }
        return redacted(bytes, found: &found) { $0.scanBody($1, contentType, or: format) }.map { Data($0) } ?? data
    }

    /// Returns bytes without what a scan finds in them; nil if it finds nothing.
    ///
    /// Scans until nothing more is found, so that redacting twice is redacting once. A text in which the sixteenth scan
    /// still finds something, such as a document made for that purpose, is replaced by the placeholder as a whole.
    @inline(never)
    package func redacted(
        _ bytes: [UInt8], found: inout Set<String>, _ scan: (inout Redactor, ArraySlice<UInt8>) -> Void
    ) -> [UInt8]? {
        var result: [UInt8]?
        for pass in 0..<16 {
            var redactor = Redactor(self, isFirst: pass == 0)
            let current = result ?? bytes
            scan(&redactor, current[...])
            found.formUnion(redactor.found)
            if redactor.edits.isEmpty { return result }
            result = redactor.edits.applied(to: current[...])
            if !redactor.mayFindMore { return result }
        }
        return Redactor.placeholder
    }

    private func run(
        _ text: String, _ found: inout Set<String>, _ scan: (inout Redactor, ArraySlice<UInt8>) -> Void
    ) -> String {
        let redacted = redacted(Array(text.utf8), found: &found) { $0.scanLeaf($1, .plain, scan) }
        return redacted.map { String(decoding: $0, as: UTF8.self) } ?? text
    }
}
