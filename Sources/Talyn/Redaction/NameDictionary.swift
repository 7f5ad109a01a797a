/// The words that names are judged by, with their roles.
///
/// To add a word, write it into the line of its role, in lower case and without separators: `smscode` is found as
/// `smsCode`, `sms_code` and `SMS-Code` as well, alone and within a longer name.
enum NameDictionary {
    /// Returns the roles of a word; none of one that is not in the dictionary, which most are ruled out to be by two
    /// letters.
    static func roles(of word: NameWord) -> WordRoles {
        letters[word.firstLetter] >> word.lastLetter & 1 == 0 ? [] : roles[word] ?? []
    }

    /// By the first letter of words, a bit for each last letter.
    private static let letters: [UInt32] = {
        var letters = [UInt32](repeating: 0, count: 32)
        for word in roles.keys { letters[word.firstLetter] |= 1 << word.lastLetter }
        return letters
    }()

    private static let roles: [NameWord: WordRoles] = {
        var roles: [NameWord: WordRoles] = [:]
        for (role, words) in lines {
            for word in Array(words.utf8).split(separator: 0x20) { roles[NameWord(word), default: []].insert(role) }
        }
        return roles
    }()

    /// Secrets of at most eight letters that are found at the end of a longer word too, as in `newpassword`.
    static let endings = ["apikey", "passwd", "password", "pwd", "secret"].map { NameWord($0) }
    /// The same, unless the letters before turn pages: `resettoken`, but not `nextpagetoken`.
    static let token = NameWord("token")

    private static let lines: [(role: WordRoles, words: String)] = [
        (.secret, "apisign appsign authorization bearer bearers cred credential credentials creds csrf xsrf hmac jwt"),
        (.secret, "sas secret secrets sig signature signatures paysign csrfmiddlewaretoken codeverifier mnemonic"),
        (.secret, "passcode passcodes passkey passphrase passphrases passwd password passwords pswd psw pw pwd"),
        (.secret, "dbpass loginpass userpass recoveryphrase seedphrase securityanswer socialsecurity ssn"),
        (.secret, "accesskey accesskeyid accountkey adminkey apikey apikeys appkey authkey clientkey consumerkey"),
        (.secret, "encryptionkey licensekey masterkey privatekey privatekeys privkey seckey secretkey servicekey"),
        (.secret, "sharedkey signingkey signkey storagekey subscriptionkey"),
        (.secret, "accesscode activationcode authcode backupcode backupcodes confirmationcode confirmcode devicecode"),
        (.secret, "emailcode facode factorcode invitationcode invitecode logincode mfacode onetimecode otp pincode"),
        (.secret, "recoverycode recoverycodes resetcode securitycode smscode smscodes tfacode totp twofactorcode"),
        (.secret, "validationcode verificationcode verificationcodes verifycode verifycodes"),
        (.secret, "authsession jsessionid loginsession phpsessid sessid sessiondata sessionid sessionkey sid"),
        (.secret, "usersession websession"),
        (.secret, "cardno cardnum cardnumber ccno ccnum ccnumber creditcard cvc cvn cvv iban"),
        (.token, "token tokens"),
        (.likely, "pin"),
        (.likelyLast, "auth cookie cookies pass session"),
        (.doubtful, "session sessions sign"),
        (.grant, "appid assertion clientassertion code key nonce oauthverifier relaystate samlrequest samlresponse"),
        (.grant, "sign state"),
        (.headerLast, "authentication key sign"),
        (.personal, "card email emails mail msisdn phone user username"),
        (.property, "address alg algorithm at attempts balance banner changed channel check consent count counts"),
        (.property, "created date decimals description duration enabled endpoint exists expiration expires expiry"),
        (.property, "format header hint in issuer label length lifetime limit max method methods min mode name names"),
        (.property, "policy prefix price protection provider remaining required rotation rules scanning scope scopes"),
        (.property, "size status strength supply supported symbol time timestamp title ttl type types updated uri url"),
        (.property, "usage used valid version"),
        (.property, "allowcredentials boardingpass cachekey credentialid idempotencykey partitionkey publickey"),
        (.property, "seasonpass socketkey surrogatekey tokenid websocketkey"),
        (.measure, "expires per ratelimit"),
        (.paging, "continuation cursor delta next page pagination paging prev previous resume sync"),
        (.amount, "cached completion count input limit max min num number output prompt reasoning remaining reset"),
        (.amount, "thinking thoughts total usage used"),
    ]
}

/// The meaning of a word in a name for the value.
struct WordRoles: OptionSet, Sendable {
    let rawValue: UInt16

    /// A secret.
    static let secret = WordRoles(rawValue: 1 << 0)
    /// A secret, unless the word before turns pages; `tokens` also unless the word before makes it a number.
    static let token = WordRoles(rawValue: 1 << 1)
    /// Probably a secret.
    static let likely = WordRoles(rawValue: 1 << 2)
    /// As the last word: probably a secret.
    static let likelyLast = WordRoles(rawValue: 1 << 3)
    /// As the last word: in JSON a secret or something else, as the looks of the value say.
    static let doubtful = WordRoles(rawValue: 1 << 4)
    /// As the whole name: in a query or form a credential that OAuth or SAML sends once (RFC 6749, RFC 7521, RFC 7636).
    static let grant = WordRoles(rawValue: 1 << 5)
    /// As the last word: a secret in a header.
    static let headerLast = WordRoles(rawValue: 1 << 6)
    /// Personal data.
    static let personal = WordRoles(rawValue: 1 << 7)
    /// As the last word: a property of a secret and none itself, as in `token_type`.
    static let property = WordRoles(rawValue: 1 << 8)
    /// A measure, as in `tokens_per_second`.
    static let measure = WordRoles(rawValue: 1 << 9)
    /// Before `token`: it turns a page and grants nothing.
    static let paging = WordRoles(rawValue: 1 << 10)
    /// Before `tokens`: it is a number of them.
    static let amount = WordRoles(rawValue: 1 << 11)
}
