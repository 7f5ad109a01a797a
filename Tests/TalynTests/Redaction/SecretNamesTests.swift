import Testing

@testable import Talyn

struct SecretNamesTests {
    private static let names = SecretNames()

    private static func words(of name: String) -> [String] {
        var words = NameWords(Array(name.utf8)[...])
        var all: [String] = []
        while let word = words.next() { all.append(String(decoding: word, as: UTF8.self).lowercased()) }
        return all
    }

    @Test(arguments: [
        ("accessToken", ["access", "token"]), ("APIKey", ["api", "key"]), ("X-API-KEY", ["x", "api", "key"]),
        ("user[password2]", ["user", "password"]), ("sessionID", ["session", "id"]), ("", []), ("---", []),
        ("CSRFToken", ["csrf", "token"]), ("Größe", ["größe"]), ("a1b", ["a", "b"]),
    ])
    func aNameIsSplitIntoItsWords(name: String, words: [String]) {
        #expect(Self.words(of: name) == words)
    }

    @Test func wordsInOneHaveTheHashOfTheirText() {
        let parts = ["api", "Key", "2"].map { WordHash(Array($0.utf8)[...]) }
        let whole = WordHash(Array("apikey2".utf8)[...]).value
        #expect(parts[0].followed(by: parts[1]).followed(by: parts[2]).value == whole)
        #expect(parts[0].followed(by: parts[1].followed(by: parts[2])).value == whole)
    }

    @Test(arguments: [
        "access_token", "accessToken", "refreshToken", "id_token", "client_secret", "apiKey", "api_key", "X-API-KEY",
        "APIKEY", "password", "passwd", "pwd", "passphrase", "sessionId", "session_token", "sid", "csrf", "otp", "pin",
        "jwt", "credential", "credentials", "private_key", "signature", "sig", "X-Amz-Signature", "X-Amz-Credential",
        "sas",
        "ssn", "cvv", "cardNumber", "authorization", "bearer", "token", "tokens", "secret", "auth_token", "authToken",
        "user[password]", "newPassword", "oauth_token", "AWSAccessKeyId", "PHPSESSID", "X-Amz-Security-Token",
        "csrfmiddlewaretoken", "password2", "auth", "session", "accesstoken", "ACCESS_TOKEN", "Secret-Key",
        "device_code", "pw", "user_pw", "dbPw", "newpassword", "appsecret", "resettoken", "devicetoken", "userpwd",
        "xtoken", "appkey", "signingkey", "verificationcode", "myapikey",
        // U+0600 and the following letter are one Character.
        "\u{600}password", "reset\u{600}token",
    ])
    func aNameWithASecretWordIsASecret(name: String) {
        for place in [SecretNames.Place.query, .form, .field, .header] {
            #expect(Self.names.secrecy(of: name, in: place) > .none, "\(place)")
        }
    }

    @Test(arguments: [
        "shippingCode", "monkey", "author", "tokenizer", "user", "keyboard", "token_type", "expires_in", "tokenCount",
        "max_tokens", "total_tokens", "next_page_token", "nextPageToken", "pageToken", "nextToken", "sync_token",
        "password_required", "token_endpoint", "X-Amz-SignedHeaders", "X-Amz-Date", "pinned", "opinion", "passenger",
        "compass", "secretary", "designature", "assign", "sighting", "authors", "authority", "basic", "sessions",
        "shopping", "pagination", "public_key", "primaryKey", "keyword", "token_expires_at", "signature_method", "page",
        "id", "", "compassion", "cookieConsent", "nextpagetoken", "synctoken", "monkeys", "appearance",
    ])
    func aNameThatOnlyLooksLikeOneIsNot(name: String) {
        for place in [SecretNames.Place.query, .form, .field] {
            #expect(Self.names.secrecy(of: name, in: place) == .none, "\(place)")
        }
    }

    @Test(arguments: ["code", "code_verifier", "state", "nonce", "assertion", "client_assertion"])
    func whatOAuthSendsIsASecretInQueriesAndForms(name: String) {
        #expect(Self.names.secrecy(of: name, in: .query) > .none)
        #expect(Self.names.secrecy(of: name, in: .form) > .none)
    }

    @Test(arguments: ["Authentication", "X-Authentication", "xtoken", "appkey", "X-Appkey", "X-Hasura-Admin-Secret"])
    func aHeaderOfATokenIsASecret(name: String) {
        #expect(Self.names.secrecy(of: name, in: .header) == .certain)
    }

    @Test(arguments: ["password_cookie", "secret_auth", "pri_va_te_key"])
    func aCertainSecretStaysCertainWhateverItEndsWith(name: String) {
        #expect(Self.names.secrecy(of: name, in: .field) == .certain)
    }

    @Test func aKeyIsASecretInQueriesAndForms() {
        #expect(Self.names.secrecy(of: "key", in: .query) == .likely)
        #expect(Self.names.secrecy(of: "key", in: .form) == .likely)
    }

    @Test(arguments: ["code", "state", "nonce", "assertion", "key"])
    func theSameNamesAreNoSecretsInJSON(name: String) {
        #expect(Self.names.secrecy(of: name, in: .field) == .none)
    }

    @Test(arguments: [
        "Access-Control-Allow-Credentials", "X-RateLimit-Limit-Tokens", "anthropic-ratelimit-tokens-remaining",
        "Sec-WebSocket-Key", "Idempotency-Key", "Surrogate-Key", "WWW-Authenticate", "Content-Type", "Public-Key-Pins",
        "ETag", "X-Request-Id", "X-Auth-User", "X-Pass-Through", "X", "X-Sessions",
    ])
    func aHarmlessHeaderIsNone(name: String) {
        #expect(Self.names.secrecy(of: name, in: .header) == .none)
    }

    @Test(arguments: ["X-Session", "X-Pass", "X-Auth", "X-Pin"])
    func theXOfAHeaderIsNoWord(name: String) {
        #expect(Self.names.secrecy(of: name, in: .header) > .none)
    }

    @Test(arguments: [
        "secret_name", "password_required", "credentials_version", "tokenType", "sessions", "session", "token_id",
        "token_symbol", "password_strength",
    ])
    func aDescribersValueIsDoubtful(name: String) {
        #expect(Self.names.judgement(ofField: name).isDoubtful)
        var names = SecretNames()
        names.decide(headers: [], names: [name], .none)
        #expect(!names.judgement(ofField: name).isDoubtful)
    }

    @Test(arguments: ["name", "type", "cookieConsent", "pin", "secret", "user_name", "token_expires_at", ""])
    func anotherNameLeavesNoDoubt(name: String) {
        #expect(!Self.names.judgement(ofField: name).isDoubtful)
    }

    @Test func theUsersWordDecidesAndTheLastOneWins() {
        var names = SecretNames()
        names.decide(headers: ["X-Tenant"], names: ["Nick"], .certain)
        names.decide(headers: ["X-Api-Key"], names: ["PIN"], .none)
        #expect(names.secrecy(of: "x-tenant", in: .header) == .certain)
        #expect(names.secrecy(of: "x-tenant", in: .field) == .none)
        #expect(names.secrecy(of: "nICK", in: .query) == .certain)
        #expect(names.secrecy(of: "nicks", in: .query) == .none)
        #expect(names.secrecy(of: "x-api-key", in: .header) == .none)
        #expect(names.secrecy(of: "pin", in: .field) == .none)
        names.decide(headers: [], names: ["pin"], .certain)
        #expect(names.secrecy(of: "pin", in: .field) == .certain)
        names.decide(headers: ["x-tenant"], names: ["nick"], .none)
        #expect(names.secrecy(of: "nick", in: .field) == .none)
        #expect(names.secrecy(of: "X-Tenant", in: .header) == .none)
    }
}

extension SecretNames {
    fileprivate func secrecy(of name: String, in place: Place) -> Secrecy {
        secrecy(of: Array(name.utf8)[...], in: place)
    }

    fileprivate func judgement(ofField name: String) -> NameJudgement { judgement(ofField: Array(name.utf8)[...]) }
}
