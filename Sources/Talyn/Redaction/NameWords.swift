/// The words of a name in lower case: split where a character is neither letter nor digit, at digits, and at humps
/// (`accessToken`, `APIKey`).
struct NameWords {
    private(set) var all: [String] = []

    init(_ name: String) {
        let bytes = Array(name.utf8)
        var word: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            let endsWord = byte.isUpper ? index > 0 && (!bytes[index - 1].isUpper || next.isLower) : false
            let isPart = byte.isLetter || byte >= 0x80
            if endsWord || !isPart { flush() }
            if isPart { word.append(byte.isUpper ? byte | 0x20 : byte) }
        }
        flush()

        func flush() {
            if !word.isEmpty { all.append(String(decoding: word, as: UTF8.self)) }
            word.removeAll(keepingCapacity: true)
        }
    }

    var last: String { all.last ?? "" }
    var joined: String { all.joined() }

    /// Drops the `X` that names of header fields begin with.
    mutating func dropX() {
        if all.count > 1, all.starts(with: ["x"]) { all.removeFirst() }
    }

    /// How secret the words are, whatever the last one makes of them.
    var secrecy: SecretNames.Secrecy {
        var secrecy = SecretNames.Secrecy.none
        for (index, word) in all.enumerated() {
            let before = index > 0 ? all[index - 1] : ""
            switch word {
            case "token": if !Self.has(before, .turner) { return .certain }
            case "tokens": if !Self.has(before, .turner), !Self.has(before, .counter) { return .certain }
            case "session", "pass": if all.count == 1 { secrecy = .likely }
            case "auth", "cookie", "cookies": if index == all.count - 1 { secrecy = .likely }
            case "pin": secrecy = .likely
            default: if Self.has(word, [.secret, .compound]) || Self.endsLikeASecret(word) { return .certain }
            }
            if index > 0, Self.has(before + word, .compound) { return .certain }
        }
        return Self.has(joined, .compound) ? .certain : secrecy
    }

    /// Several words in one, such as `newpassword` and `resettoken`, but not `nextpagetoken`.
    private static func endsLikeASecret(_ word: String) -> Bool {
        if ["apikey", "passwd", "password", "pwd", "secret"].contains(where: { word.hasSuffix(bytes: $0) }) {
            return true
        }
        return word.hasSuffix(bytes: "token") && !turners.contains { word.hasSuffix(bytes: "\($0)token") }
    }

    /// Whether the last word makes it the name of a property: an identifier of a token names it and opens nothing.
    private var isDescription: Bool {
        Self.has(last, .describer) || last == "id" && ["credential", "token"].contains(all.dropLast().last)
    }

    /// Whether the words of a secret, if any, only describe it or measure it.
    var isHarmless: Bool {
        isDescription || all.contains { Self.has($0, .measure) }
            || zip(all, all.dropFirst()).contains { $0 == ("rate", "limit") }
    }

    /// Whether it is a header field that has the words of a secret and holds none.
    var isOpenHeader: Bool {
        all.starts(with: ["access", "control"]) || all.count > 1 && Self.has(all.suffix(2).joined(), .openKey)
    }

    /// Whether it is the name of a secret but for a last word, which excuses short and plain values only.
    var isDoubtful: Bool {
        if last == "sessions" || all == ["session"] { return true }
        var described = self
        described.all.removeLast(min(1, all.count))
        return isDescription && !described.isHarmless && described.secrecy == .certain
    }
}

/// What a word is for. Each is a line of the table, in this order.
struct WordRole: OptionSet {
    let rawValue: UInt16

    /// A secret wherever it stands in a name.
    static let secret = WordRole(rawValue: 1)
    /// Two words that are a secret together, in one word as well: `app_key`, `appkey`.
    static let compound = WordRole(rawValue: 2)
    /// What OAuth and SAML send once, in a query or form (RFC 6749, RFC 7521, RFC 7636).
    static let grant = WordRole(rawValue: 4)
    /// The end of a header's name that holds a secret.
    static let headerEnd = WordRole(rawValue: 8)
    /// The end of a header's name that holds none.
    static let openKey = WordRole(rawValue: 16)
    /// What tells who somebody is.
    static let personal = WordRole(rawValue: 32)
    /// A last word after which a name only describes a secret: `token_type`, `password_required`.
    static let describer = WordRole(rawValue: 64)
    /// A word of names that hold measures: `tokens_per_second`, `ratelimit-tokens`.
    static let measure = WordRole(rawValue: 128)
    /// Before `token`: it turns a page and opens nothing.
    static let turner = WordRole(rawValue: 256)
    /// Before `tokens`: a number of them.
    static let counter = WordRole(rawValue: 512)
    /// Before credentials in a header's value.
    static let scheme = WordRole(rawValue: 1_024)
    /// An attribute of `Set-Cookie`.
    static let cookieAttribute = WordRole(rawValue: 2_048)
}

extension NameWords {
    /// Whether a word has one of some roles.
    static func has(_ word: String, _ roles: WordRole) -> Bool { !(table[word] ?? []).isDisjoint(with: roles) }

    private static let turners = table.filter { $0.value.contains(.turner) }.map(\.key)

    // One text, which is smaller than sets of literals and is taken apart once.
    private static let table: [String: WordRole] = {
        var table: [String: WordRole] = [:]
        for (index, line) in text.utf8.split(separator: 0x0A).enumerated() {
            for word in line.split(separator: 0x20) {
                table[String(decoding: word, as: UTF8.self), default: []].insert(WordRole(rawValue: 1 << index))
            }
        }
        return table
    }()

    private static let text = """
        authorization bearer cred credential credentials creds csrf cvc cvv hmac jwt mnemonic otp passcode \
        passphrase passwd password passwords pw pwd sas secret secrets sid sig signature signatures ssn totp xsrf
        accesscode accesskey accesskeyid accountkey activationcode adminkey apikey apikeys appkey authcode authkey \
        authsession backupcode backupcodes cardnumber clientkey codeverifier confirmationcode consumerkey creditcard \
        csrfmiddlewaretoken dbpass devicecode encryptionkey invitecode jsessionid licensekey logincode loginpass \
        loginsession masterkey mfacode passkey phpsessid pincode privatekey privatekeys recoverycode recoverycodes \
        recoveryphrase resetcode secretkey securityanswer securitycode seedphrase servicekey sessid sessiondata \
        sessionid sessionkey sharedkey signingkey socialsecurity storagekey subscriptionkey userpass usersession \
        verificationcode websession
        assertion clientassertion code codeverifier nonce oauthverifier relaystate samlrequest samlresponse state
        authentication key sign
        cachekey idempotencykey partitionkey publickey socketkey surrogatekey websocketkey
        card email emails mail msisdn phone user username
        address alg algorithm at attempts balance banner changed channel check consent count counts created date \
        decimals description duration enabled endpoint exists expiration expires expiry format header hint in issuer \
        label length lifetime limit max method methods min mode name names policy prefix price protection provider \
        remaining required rotation rules scanning scope scopes size status strength supply supported symbol time \
        timestamp title ttl type types updated uri url usage used valid version
        expires per ratelimit
        continuation cursor delta next page pagination paging prev previous resume sync
        cached completion count input limit max min num number output prompt reasoning remaining reset thinking \
        thoughts total usage used
        apikey aws aws4-hmac-sha256 basic bearer bot digest dpop gnap googlelogin hawk hmac hmac-sha256 hoba jwt key \
        mac mutual negotiate ntlm oauth privatetoken scram-sha-1 scram-sha-256 sharedkey sharedkeylite signature \
        token vapid
        comment commenturl discard domain expires httponly max-age partitioned path port priority samesite secure \
        version
        """
}
