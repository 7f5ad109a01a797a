import Foundation
import Testing

@testable import Talyn

struct SecretNamesTests {
    private static let names = SecretNames()

    /// Returns whether the value of a name is hidden.
    private static func isHidden(
        _ name: String, in kind: SecretNames.Kind, value: String = "q7Zr9XkPw2LmN4bV",
        _ redaction: Redaction = .standard
    ) -> Bool {
        var redactor = Redactor(redaction)
        return redactor.hide(Array(value.utf8)[...], named: Array(name.utf8)[...], in: kind)
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
        // Spelt in parts.
        "passWord", "PassWord", "pass_word", "pass-word", "pass.word", "pass word", "pass-wd", "newPassWord",
        "old_pass_word", "user[pass_word]", "passWords", "pass_word2", "passPhrase", "pass_phrase", "passCode",
        "twoFactorCode", "two_factor_code", "tfa_code", "cvn",
        "key_pass_phrase", "smsCode", "sms_code", "SMS-Code", "smscode", "loginSmsCode", "verifyCode", "verify_code",
        "sms_verify_code", "validationCode", "confirmCode", "emailCode", "2faCode", "oneTimeCode", "invitationCode",
        "card_no", "cardNo", "CardNo", "bankCardNo", "card_num", "ccNumber", "iban", "IBAN", "user_iban", "privKey",
        "account_number", "accountNumber", "primaryAccountNumber", "accountNumbers", "account_no", "acctNumber",
        "bankaccountnumber", "panNumber", "pan_no",
        "sign_key", "paySign",
        // U+0600 and the following letter are one Character.
        "\u{600}password", "reset\u{600}token",
    ])
    func aNameWithASecretWordIsASecret(name: String) {
        for kind in [SecretNames.Kind.query, .form, .field, .header] {
            #expect(Self.isHidden(name, in: kind), "\(kind)")
        }
    }

    @Test(arguments: [
        "passenger_word", "password_length", "pass_word_length", "passWordStrength", "word_pass_rate", "passage",
        "sms_count", "smsEnabled", "verify", "verified_at", "codeName", "postCode", "area_code", "promo_code",
        "card_brand",
        "cardHolder", "card_note", "phone_no", "order_no", "invoiceNumber", "sign_in_count", "signUp", "sign_type",
        "design", "callSign", "zodiac_sign", "signal", "assignee", "urban", "ibanez", "country_code", "smsCodeLength",
        "countersign", "keyPhrase", "passThrough",
    ])
    func anOrdinaryNameOfSuchWordsIsNone(name: String) {
        for kind in [SecretNames.Kind.query, .form, .field] {
            #expect(!Self.isHidden(name, in: kind, value: "medium"), "\(kind)")
        }
    }

    @Test(arguments: [
        "session", "X-Session", "morning_session", "sessions", "sign", "zodiac_sign", "card", "api", "pan", "pans",
    ])
    func aWordOfManyMeaningsHidesWhatLooksLikeAKey(name: String) {
        for kind in [SecretNames.Kind.query, .form, .field, .header] {
            for key in [
                "q7Zr9XkPw2Lm", "4111 1111 1111 1111", "4111-1111-1111-1111", "41111111111111", "9f86d081-884c",
            ] {
                #expect(Self.isHidden(name, in: kind, value: key), "\(kind): \(key)")
            }
            for word in [
                "morning", "q7Zr9XkPw2L", "Hall 123456789", "2026-11-21T09:28:19Z", "1763700000000", "qqZrrXkPwwLm", "",
            ] {
                #expect(!Self.isHidden(name, in: kind, value: word), "\(kind): \(word)")
            }
        }
    }

    @Test(arguments: ["max_tokens", "tokens", "X-RateLimit-Limit-Tokens"])
    func aNumberOfTokensIsACount(name: String) {
        for kind in [SecretNames.Kind.query, .form, .field, .header] {
            #expect(!Self.isHidden(name, in: kind, value: "1000000"))
            #expect(Self.isHidden(name, in: kind, value: "1000000a"))
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
        for kind in [SecretNames.Kind.query, .form, .field] {
            #expect(!Self.isHidden(name, in: kind, value: name.hasSuffix("tokens") ? "100" : "medium"), "\(kind)")
        }
    }

    @Test(arguments: ["code", "code_verifier", "state", "nonce", "assertion", "client_assertion"])
    func aParameterOfOAuthIsASecretInQueriesAndForms(name: String) {
        #expect(Self.names.secrecy(of: name, in: .query) > .none)
        #expect(Self.names.secrecy(of: name, in: .form) > .none)
    }

    @Test(arguments: ["Authentication", "X-Authentication", "xtoken", "appkey", "X-Appkey", "X-Hasura-Admin-Secret"])
    func aHeaderOfATokenIsASecret(name: String) {
        #expect(Self.isHidden(name, in: .header, value: "x"))
    }

    @Test(arguments: ["password_cookie", "secret_auth", "pri_vate_key"])
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
        #expect(!Self.isHidden(name, in: .header, value: name.hasSuffix("Tokens") ? "100" : "medium"))
    }

    @Test(arguments: ["X-Session", "X-Pass", "X-Auth", "X-Pin"])
    func theXOfAHeaderIsNoWord(name: String) {
        #expect(Self.names.secrecy(of: name, in: .header) > .none)
    }

    /// Known misses: whatever the value of such a name looks like.
    @Test(arguments: [
        "secret_name", "password_required", "credentials_version", "tokenType", "token_id", "token_symbol",
        "password_strength",
    ])
    func aPropertyOfASecretIsNone(name: String) {
        for kind in [SecretNames.Kind.query, .form, .field, .header] { #expect(!Self.isHidden(name, in: kind)) }
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

    @Test(arguments: [
        "nickName2", "nick_name_2", "NICK-NAME-2", "nick.name.2", "Nick Name 2", "nickname2", "NickName2",
    ])
    func theUsersNameIsTheSameHoweverItIsCut(name: String) {
        for cut in ["nickName2", "nick_name2", "Nick-Name-2", "nick.name 2", "NICKNAME2"] {
            var names = SecretNames()
            names.decide(headers: [cut], names: [cut], .certain)
            for kind in [SecretNames.Kind.query, .form, .field, .header] {
                #expect(names.secrecy(of: name, in: kind) == .certain, "\(cut), \(kind)")
            }
            #expect(names.secrecy(of: "nick_name", in: .field) == .none)
            #expect(names.secrecy(of: "my_nick_name_2", in: .field) == .none)
            names.decide(headers: [], names: [name], .none)
            #expect(names.secrecy(of: cut, in: .field) == .none)
        }
    }

    @Test(arguments: [
        "newBadgeNo", "badge_no_old", "user[badgeNo]", "user.badge_no", "badgeNo2", "NEW-BADGE-NO", "new_ba_dge_no",
    ])
    func theUsersNameIsFoundWithinALongerOneAsTheBuiltInOnesAre(name: String) {
        var names = SecretNames()
        names.decide(headers: ["badgeNo"], names: ["badge_no"], .certain)
        for kind in [SecretNames.Kind.query, .form, .field, .header] {
            #expect(names.secrecy(of: name, in: kind) == .certain, "\(kind)")
            #expect(names.secrecy(of: "badge_no_length", in: kind) == .none)
            #expect(names.secrecy(of: "badge_note", in: kind) == .none)
        }
        #expect(names.areSecretWords(Array("the badge no of ann".utf8)[...]))
        names.decide(headers: ["Badge-No"], names: ["badgeNo"], .none)
        for kind in [SecretNames.Kind.query, .form, .field, .header] {
            #expect(names.secrecy(of: name, in: kind) == .none, "\(kind)")
        }
    }

    @Test func theUsersNameOfAListHidesAllInIt() {
        let redaction = Redaction.standard.adding(names: ["badges"])
        let body = redaction.body(Data(#"{"badges":[{"no":"q7Zr9XkPw2LmN4bV"}]}"#.utf8), contentType: nil)
        #expect(body == Data(#"{"badges":[{"no":"REDACTED"}]}"#.utf8))
    }

    @Test func aNameWithoutLettersIsOnlyItself() {
        var names = SecretNames()
        names.decide(headers: [], names: ["_"], .certain)
        #expect(names.secrecy(of: "_", in: .field) == .certain)
        #expect(names.secrecy(of: "$", in: .field) == .none)
        #expect(names.secrecy(of: "", in: .field) == .none)
    }
}

extension SecretNames {
    fileprivate func secrecy(of name: String, in kind: Kind) -> Secrecy {
        secrecy(of: Array(name.utf8)[...], in: kind)
    }
}
