/// The words of a name: split where a character is neither letter nor digit, at digits, and at humps (`accessToken`,
/// `APIKey`).
struct NameWords {
    private let name: ArraySlice<UInt8>
    private var index: Int

    init(_ name: ArraySlice<UInt8>) {
        self.name = name
        index = name.startIndex
    }

    /// Returns the next word; nil at the end.
    mutating func next() -> ArraySlice<UInt8>? {
        while index < name.endIndex, !Self.isPart(name[index]) { index += 1 }
        guard index < name.endIndex else { return nil }
        let start = index
        repeat { index += 1 } while index < name.endIndex && Self.isPart(name[index]) && !isHump(index)
        return name[start..<index]
    }

    private static func isPart(_ byte: UInt8) -> Bool { byte.isLetter || byte >= 0x80 }

    private func isHump(_ index: Int) -> Bool {
        guard name[index].isUpper else { return false }
        return !name[index - 1].isUpper || index + 1 < name.endIndex && name[index + 1].isLower
    }
}

/// A word, or several in one, in lower case, by its hash: words of tables are found without making a String.
struct WordHash: Sendable {
    // Of a polynomial, so that the hash of two words in one is made of theirs.
    private(set) var value: UInt64 = 0
    private var power: UInt64 = 1

    init() {}

    init(_ word: ArraySlice<UInt8>) { for byte in word { add(byte) } }

    mutating func add(_ byte: UInt8) {
        value = value &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(byte.isUpper ? byte | 0x20 : byte)
        power = power &* 0x9E37_79B9_7F4A_7C15
    }

    /// Returns the hash of two words in one.
    func followed(by word: WordHash) -> WordHash {
        var both = self
        both.value = value &* word.power &+ word.value
        both.power = power &* word.power
        return both
    }

    /// The roles of the word; none of one that is in no list.
    var roles: WordRoles { WordTable.standard[self] }
}

/// The meaning of a word in a name, or of a whole name.
enum WordRole: UInt32 {
    /// A secret wherever the word stands in a name.
    case secret
    /// Two words that are a secret together, joined or not: `app_key`, `appkey`, and a word that some cut: `passWord`.
    case compound
    /// A secret unless a turner stands before it.
    case token
    /// A secret unless a turner or a counter stands before it.
    case tokens
    /// A likely secret anywhere.
    case likely
    /// A likely secret as the last word.
    case likelyEnd
    /// A likely secret as the only word.
    case likelyAlone
    /// Doubtful in JSON: `sessions` or `sign` as the last word, `session` as the only one.
    case meeting
    /// Credentials that OAuth and SAML send once, in a query or form (RFC 6749, RFC 7521, RFC 7636).
    case grant
    /// The same, as the whole name.
    case grantName
    /// The end of the name of a header with a secret.
    case headerEnd
    /// The end of the name of a header without one.
    case openKey
    /// The first two words of names of headers without a secret.
    case openStart
    /// Personal data.
    case personal
    /// A last word after which a name only describes a secret: `token_type`, `password_required`.
    case describer
    /// Two last words that do the same: an identifier of a token grants nothing.
    case identifier
    /// A word of names of measures: `tokens_per_second`, `ratelimit-tokens`.
    case measure
    /// Before `token`: the token turns a page and grants nothing.
    case turner
    /// Before `tokens`: a number of tokens.
    case counter
    /// An authentication scheme, before the credentials in a header's value.
    case scheme
    /// An attribute of `Set-Cookie`.
    case cookieAttribute
    /// A member that is no secret together with its object's name: `card.code`.
    case code
    /// A member that identifies its object: `id`.
    case key
    /// A member whose name is in another member: `{"name": …, "value": …}`.
    case value
    /// The member that has that name.
    case naming
}

/// A set of roles.
struct WordRoles {
    fileprivate var bits: UInt32 = 0

    var isEmpty: Bool { bits == 0 }

    func contains(_ role: WordRole) -> Bool { bits >> role.rawValue & 1 == 1 }
}

/// Roles by words, in open addressing: a lookup takes a few instructions.
private struct WordTable: Sendable {
    static let standard = WordTable()

    private var hashes = [UInt64](repeating: 0, count: 1_024)
    private var roles = [UInt32](repeating: 0, count: 1_024)

    private init() {
        for (role, words) in Self.words {
            for word in Array(words.utf8).split(separator: 0x20) {
                let hash = WordHash(word)
                let slot = slot(of: hash)
                hashes[slot] = hash.value
                roles[slot] |= 1 << role.rawValue
            }
        }
    }

    subscript(hash: WordHash) -> WordRoles { WordRoles(bits: roles[slot(of: hash)]) }

    // There are a quarter as many words as slots: a free one ends each search.
    private func slot(of hash: WordHash) -> Int {
        var slot = Int(truncatingIfNeeded: hash.value &>> 54)
        while hashes[slot] != 0, hashes[slot] != hash.value { slot = (slot + 1) & 1_023 }
        return slot
    }

    private static let words: [(role: WordRole, words: String)] = [
        (
            .secret,
            """
            authorization bearer cred credential credentials creds csrf cvc cvn cvv hmac iban jwt mnemonic otp \
            passcode passphrase passwd password passwords pswd psw pw pwd sas secret secrets sid sig signature \
            signatures ssn totp xsrf
            """
        ),
        (
            .compound,
            """
            accesscode accesskey accesskeyid accountkey activationcode adminkey apikey apikeys apisign appkey \
            appsign authcode authkey authsession backupcode backupcodes cardno cardnum cardnumber ccno ccnum \
            ccnumber clientkey codeverifier confirmationcode confirmcode consumerkey creditcard \
            csrfmiddlewaretoken dbpass devicecode emailcode encryptionkey facode factorcode invitationcode invitecode \
            jsessionid licensekey logincode loginpass loginsession masterkey mfacode onetimecode passcode \
            passcodes passkey passphrase passphrases passwd password passwords paysign phpsessid pincode \
            privatekey privatekeys privkey recoverycode recoverycodes recoveryphrase resetcode seckey \
            secretkey securityanswer securitycode seedphrase servicekey sessid sessiondata sessionid \
            sessionkey sharedkey signingkey signkey smscode smscodes socialsecurity storagekey subscriptionkey \
            tfacode twofactorcode userpass usersession validationcode verificationcode verificationcodes verifycode verifycodes \
            websession
            """
        ),
        (.token, "token"),
        (.tokens, "tokens"),
        (.likely, "pin"),
        (.likelyEnd, "auth cookie cookies"),
        (.likelyAlone, "session pass"),
        (.meeting, "sessions session sign"),
        (
            .grant,
            """
            assertion clientassertion code codeverifier nonce oauthverifier relaystate samlrequest samlresponse \
            state
            """
        ),
        (.grantName, "key appid sign"),
        (.headerEnd, "authentication key sign"),
        (.openKey, "cachekey idempotencykey partitionkey publickey socketkey surrogatekey websocketkey"),
        (.openStart, "access-control"),
        (.personal, "card email emails mail msisdn phone user username"),
        (
            .describer,
            """
            address alg algorithm at attempts balance banner changed channel check consent count counts created \
            date decimals description duration enabled endpoint exists expiration expires expiry format header \
            hint in issuer label length lifetime limit max method methods min mode name names policy prefix \
            price protection provider remaining required rotation rules scanning scope scopes size status \
            strength supply supported symbol time timestamp title ttl type types updated uri url usage used \
            valid version
            """
        ),
        (.identifier, "credential-id token-id"),
        (.measure, "expires per ratelimit rate-limit"),
        (.turner, "continuation cursor delta next page pagination paging prev previous resume sync"),
        (
            .counter,
            """
            cached completion count input limit max min num number output prompt reasoning remaining reset \
            thinking thoughts total usage used
            """
        ),
        (
            .scheme,
            """
            apikey aws aws4-hmac-sha256 basic bearer bot digest dpop gnap googlelogin hawk hmac hmac-sha256 \
            hoba jwt key mac mutual negotiate ntlm oauth privatetoken scram-sha-1 scram-sha-256 sharedkey \
            sharedkeylite signature token vapid
            """
        ),
        (
            .cookieAttribute,
            """
            comment commenturl discard domain expires httponly max-age partitioned path port priority samesite \
            secure version
            """
        ),
        (.code, "code codes"),
        (.key, "id _id key uuid value"),
        (.value, "value values"),
        (.naming, "name key header field path param"),
    ]
}
