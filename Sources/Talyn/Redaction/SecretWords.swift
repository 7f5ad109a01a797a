/// The words by which names are judged, by role. The article *Secrets* shows the same lists.
///
/// To add a word, write it in alphabetical order into the list of its role, in lower case and without separators:
/// `smscode` matches `smsCode`, `sms_code` and `SMS-Code` too.
enum SecretWords {
    /// Words that make a name a secret wherever they stand in it.
    static let secret = WordList(
        """
        accesscode accesskey accesskeyid accountkey accountno accountnumber accountnumbers acctnumber activationcode \
        adminkey apikey apikeys apisign appkey appsign authcode authenticationinfo authkey authorization authsession \
        backupcode backupcodes bearer bearers cardno cardnum cardnumber ccno ccnum ccnumber clientkey codeverifier \
        confirmationcode confirmcode consumerkey cred credential credentials creditcard creds csrf cvc cvn cvv dbpass \
        devicecode emailcode encryptionkey facode factorcode hmac iban invitationcode invitecode jsessionid jwt \
        licensekey logincode loginpass loginsession masterkey mfacode mnemonic onetimecode otp panno pannumber \
        passcode passcodes passkey passphrase passphrases passwd password passwords paysign phpsessid pincode \
        privatekey privatekeys privkey psw pswd pw pwd recoverycode recoverycodes recoveryphrase resetcode sas seckey \
        secret secretkey secrets securityanswer securitycode seedphrase servicekey sessid sessiondata sessionid \
        sessionkey sharedkey sid sig signature signatures signingkey signkey smscode smscodes socialsecurity ssn \
        storagekey subscriptionkey tfacode token tokens totp twofactorcode userpass usersession validationcode \
        verificationcode verificationcodes verifycode verifycodes websession xsrf
        """)
    /// Words that make a name a secret as its last word.
    static let last = WordList("auth authentication cookie cookies pass pin")
    /// Last words with other meanings too: a value is a secret if it looks like a key.
    static let ambiguous = WordList("api card cards pan pans session sessions sign")
    /// Whole names of the parameters of OAuth, SAML and the like in queries and forms (RFC 6749, RFC 7521, RFC 7636).
    static let protocolParameters = WordList(
        """
        appid assertion clientassertion code codeverifier key nonce oauthverifier relaystate samlrequest samlresponse \
        state
        """)
    /// Last words that describe a secret: `token_type`. The name is not a secret.
    static let property = WordList(
        """
        address alg algorithm allowcredentials at attempts balance banner boardingpass cachekey changed channel check \
        consent continuationtoken count counts created credentialid cursortoken date decimals deltatoken description \
        duration enabled endpoint exists expiration expires expiry format header hint hour idempotencykey in issuer \
        label length lifetime limit max method methods min minute mode name names nextpagetoken nexttoken pagetoken \
        paginationtoken pagingtoken partitionkey policy prefix previoustoken prevtoken price protection provider \
        publickey remaining required resumetoken rotation rules scanning scope scopes seasonpass second size \
        socketkey status strength supply supported surrogatekey symbol synctoken time timestamp title tokenid ttl \
        type types updated uri url usage used valid version websocketkey
        """)
    /// Words of personal data, which logs hide in queries.
    static let personal = WordList("card email emails mail msisdn phone user username")

    /// Words that also count at the end of a longer word: `newpassword`.
    static let endings = ["accountnumber", "apikey", "passwd", "password", "pwd", "secret", "token"].map {
        Array($0.utf8)
    }
}

/// Words in alphabetical order with a space between them.
struct WordList: Sendable {
    let text: StaticString
    /// The last letters of the words that begin with a letter, as bits. Most words of names fail here.
    private let lastLetters: [UInt32]

    init(_ text: StaticString) {
        self.text = text
        var lastLetters = [UInt32](repeating: 0, count: 26)
        var first: UInt8?
        let letters = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        for (index, letter) in letters.enumerated() where letter != 0x20 {
            let start = first ?? letter
            let isLast = index + 1 == letters.count || letters[index + 1] == 0x20
            if isLast { lastLetters[Int(start - 0x61)] |= 1 << UInt32(letter - 0x61) }
            first = isLast ? nil : start
        }
        self.lastLetters = lastLetters
    }

    /// Returns whether the list has a word, which is in lower case.
    func contains(_ word: ArraySlice<UInt8>) -> Bool {
        // Pointers, because slices check each index.
        word.withUnsafeBufferPointer { word in
            guard let letters = word.baseAddress, let first = word.first, let last = word.last else { return false }
            guard 0x61...0x7A ~= first, 0x61...0x7A ~= last,
                lastLetters[Int(first - 0x61)] >> UInt32(last - 0x61) & 1 == 1
            else { return false }
            // The bounds are the beginnings of words.
            var (low, high) = (0, text.utf8CodeUnitCount)
            let (words, count) = (text.utf8Start, high)
            while low < high {
                var start = (low + high) / 2
                while start > low, words[start - 1] != 0x20 { start -= 1 }
                var index = 0
                while index < word.count, start + index < count, letters[index] == words[start + index] { index += 1 }
                // A space, which ends a word, precedes all letters.
                let (letter, other) = (
                    index < word.count ? letters[index] : 0x20, start + index < count ? words[start + index] : 0x20
                )
                if letter == other { return true }
                if letter < other {
                    high = start
                } else {
                    low = start + index
                    while low < count, words[low] != 0x20 { low += 1 }
                    low += 1
                }
            }
            return false
        }
    }
}
