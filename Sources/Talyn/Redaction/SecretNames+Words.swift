extension SecretNames {
    /// The words of a name in lower case: split where a character is neither letter nor digit, at digits, and at humps
    /// (`accessToken`, `APIKey`).
    static func words(of name: String) -> [String] {
        let bytes = Array(name.utf8)
        var words: [String] = []
        var word: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            let isUpper = byte.isUpper
            if isUpper, !word.isEmpty, !bytes[index - 1].isUpper || next.isLower { flush() }
            if byte.isLetter || byte >= 0x80 {
                word.append(isUpper ? byte | 0x20 : byte)
            } else {
                flush()
            }
        }
        flush()
        return words

        func flush() {
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word.removeAll(keepingCapacity: true)
        }
    }

    /// A secret wherever they stand in a name.
    static let secretWords: Set<String> = [
        "authorization", "bearer", "cred", "credential", "credentials", "creds", "csrf", "cvc", "cvv", "hmac", "jwt",
        "mnemonic", "otp", "passcode", "passphrase", "passwd", "password", "passwords", "pw", "pwd", "sas", "secret",
        "secrets",
        "sid", "sig", "signature", "signatures", "ssn", "totp", "xsrf",
    ]

    /// Ends of a word that make it one of them; `token` too, unless it turns a page.
    static let secretEndings = ["apikey", "passwd", "password", "pwd", "secret"]

    /// What tells who somebody is, wherever it stands in a name.
    static let personalWords: Set<String> = [
        "card", "email", "emails", "mail", "msisdn", "phone", "user", "username",
    ]

    /// Two words that are a secret together, in one word as well: `app_key`, `appkey`.
    static let pairs: [String: Set<String>] = [
        "access": ["key", "code"], "account": ["key"], "activation": ["code"], "admin": ["key"],
        "api": ["key", "keys"], "app": ["key"], "auth": ["code", "key", "session"], "backup": ["code", "codes"],
        "card": ["number"], "client": ["key"], "code": ["verifier"], "confirmation": ["code"], "consumer": ["key"],
        "credit": ["card"], "seed": ["phrase"], "db": ["pass"], "device": ["code"], "encryption": ["key"],
        "invite": ["code"],
        "license": ["key"], "login": ["code", "pass", "session"], "master": ["key"], "mfa": ["code"],
        "private": ["key", "keys"], "recovery": ["code", "codes", "phrase"], "reset": ["code"], "secret": ["key"],
        "security": ["answer", "code"], "service": ["key"], "session": ["id", "key", "data"], "shared": ["key"],
        "signing": ["key"], "social": ["security"], "storage": ["key"], "subscription": ["key"],
        "user": ["pass", "session"], "verification": ["code"], "web": ["session"],
    ]

    /// The same in one word.
    static let compounds: Set<String> = pairs.reduce(into: [
        "accesskeyid", "csrfmiddlewaretoken", "jsessionid", "passkey", "phpsessid", "pincode", "sessid",
    ]) { compounds, pair in
        for word in pair.value { compounds.insert(pair.key + word) }
    }

    /// What OAuth and SAML send once, in a query or form (RFC 6749, RFC 7521, RFC 7636).
    static let grantNames: Set<String> = [
        "assertion", "clientassertion", "code", "codeverifier", "nonce", "oauthverifier", "relaystate", "samlrequest",
        "samlresponse",
        "state",
    ]

    /// A last word after which a name only describes a secret: `token_type`, `password_required`. In JSON a value that
    /// looks like a secret is hidden all the same.
    static let describers: Set<String> = [
        "address", "alg", "algorithm", "at", "attempts", "balance", "banner", "changed", "channel", "check", "consent",
        "count", "counts", "created", "date", "decimals", "description", "duration", "enabled", "endpoint", "exists",
        "expiration", "expires", "expiry", "format", "header", "hint", "in", "issuer", "label", "length", "lifetime",
        "limit", "max", "method", "methods", "min", "mode", "name", "names", "policy", "prefix", "price", "protection",
        "provider", "remaining", "required", "rotation", "rules", "scanning", "scope", "scopes", "size", "status",
        "strength", "supply", "supported", "symbol", "time", "timestamp", "title", "ttl", "type", "types", "updated",
        "uri", "url", "usage", "used", "valid", "version",
    ]

    /// Words of names that hold measures, whatever else they speak of: `tokens_per_second`, `ratelimit-tokens`.
    static let openWords: Set<String> = ["expires", "per", "ratelimit"]

    /// Before `token`: it turns a page and opens nothing.
    static let turners: Set<String> = [
        "continuation", "cursor", "delta", "next", "page", "pagination", "paging", "prev", "previous", "resume", "sync",
    ]

    /// Before `tokens`: a number of them.
    static let counters: Set<String> = [
        "cached", "completion", "count", "input", "limit", "max", "min", "num", "number", "output", "prompt",
        "reasoning",
        "remaining", "reset", "thinking", "thoughts", "total", "usage", "used",
    ]

    /// Header fields that end in `Key` and hold none.
    static let openKeys: [[String]] = [
        ["cache", "key"], ["idempotency", "key"], ["public", "key"], ["surrogate", "key"], ["socket", "key"],
        ["websocket", "key"], ["partition", "key"],
    ]
}
