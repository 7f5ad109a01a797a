import Foundation
import Testing

@testable import Talyn

struct RedactorBodyTests {
    private static func redacted(_ text: String, _ type: String? = "application/json") -> String {
        let body = Redaction.standard.body(Data(text.utf8), contentType: type)
        return body.map { String(decoding: $0, as: UTF8.self) } ?? "(not read)"
    }

    static let json: [(String, String)] = [
        (#"{"token":"CANARY","a":1}"#, #"{"token":"REDACTED","a":1}"#),
        (
            "{ \"a\" : 1.50e+3 ,\r\n\t\"password\"\t: \"CANARY\" , \"z\":\"\\u00e9\\/\" }\n",
            "{ \"a\" : 1.50e+3 ,\r\n\t\"password\"\t: \"REDACTED\" , \"z\":\"\\u00e9\\/\" }\n"
        ),
        (#"{"acc\u0065ss_token":"CANARY"}"#, #"{"acc\u0065ss_token":"REDACTED"}"#),
        (
            #"{"pin":1234,"otp":-1.5e3,"csrf":true,"jwt":null,"sid":""}"#,
            #"{"pin":0,"otp":0,"csrf":true,"jwt":null,"sid":""}"#
        ),
        (
            #"{"sessionId":"6F9619FF-8B86-D011-B42D-00C04FC964FF"}"#,
            #"{"sessionId":"00000000-0000-0000-0000-000000000000"}"#
        ),
        (
            #"{"credentials":{"user":"CANARY","n":7,"l":["CANARY",{"x":"CANARY"}]},"b":"c"}"#,
            #"{"credentials":{"user":"REDACTED","n":0,"l":["REDACTED",{"x":"REDACTED"}]},"b":"c"}"#
        ),
        (
            #"{"usage":{"max_tokens":5,"tokens":7},"tokens":["CANARY"]}"#,
            #"{"usage":{"max_tokens":5,"tokens":7},"tokens":["REDACTED"]}"#
        ),
        (
            #"{"raw":"{\"token\":\"CANARY\",\"a\":\"\\u00e9\"}"}"#,
            #"{"raw":"{\"token\":\"REDACTED\",\"a\":\"\\u00e9\"}"}"#
        ),
        (
            #"{"url":"https:\/\/h\/k?X-Amz-Signature=CANARY&a=\u00e9","z":"\/\u00e9"}"#,
            #"{"url":"https://h/k?X-Amz-Signature=REDACTED&a=é","z":"\/\u00e9"}"#
        ),
        (#"{"next":"/items?page=2&sid=CANARY"}"#, #"{"next":"/items?page=2&sid=REDACTED"}"#),
        (
            #"{"m":"sent Authorization: x with Bearer CANARY1 in it"}"#,
            #"{"m":"sent Authorization: REDACTED"}"#
        ),
        (#"{"h":"Bearer CANARY"}"#, #"{"h":"Bearer REDACTED"}"#),
        (#"{"m":"with Bearer CANARYCANARYCANARYCA in it"}"#, #"{"m":"with Bearer REDACTED in it"}"#),
        (
            #"{"grant":"grant_type=password&password=CANARY&a=b"}"#,
            #"{"grant":"grant_type=password&password=REDACTED&a=b"}"#
        ),
        (#""eyJhbGciOi.eyJzdWIi.CANARY""#, #""REDACTED""#),
        (#"["-----BEGIN RSA PRIVATE KEY-----\nCANARY\n-----END RSA PRIVATE KEY-----\n"]"#, #"["REDACTED\n"]"#),
        (#"["-----BEGIN PRIVATE KEY-----\nCANARY"]"#, #"["REDACTED"]"#),
        (#"["------BEGIN PRIVATE KEY-----\nCANARY"]"#, #"["-REDACTED"]"#),
        (#"["key\\n-----BEGIN PRIVATE KEY-----\\nCANARY"]"#, #"["key\\nREDACTED"]"#),
        (
            "{\"token\":\"CANARY\"}\n{\"a\":1}\n{\"token\":\"CANARY\"}\n",
            "{\"token\":\"REDACTED\"}\n{\"a\":1}\n{\"token\":\"REDACTED\"}\n"
        ),
        ("\u{FEFF}{\"token\":\"CANARY\"}", "\u{FEFF}{\"token\":\"REDACTED\"}"),
        // In prose.
        (
            #"{"query":"mutation { login(password: \"CANARY\", user: \"ann\") { id } }"}"#,
            #"{"query":"mutation { login(password: \"REDACTED\", user: \"ann\") { id } }"}"#
        ),
        (#"{"m":"sent {'token': 'CANARY'} to h"}"#, #"{"m":"sent {'token': 'REDACTED'} to h"}"#),
        (#"{"m":"got token:\\\"CANARY\\\", then left"}"#, #"{"m":"got token:\\\"REDACTED\\\", then left"}"#),
        (#"{"m":"The password: CANARY. Keep\nit"}"#, #"{"m":"The password: REDACTED\nit"}"#),
        (#"{"m":"Authorization: Token CANARY99, sent"}"#, #"{"m":"Authorization: Token REDACTED"}"#),
        // Names as values.
        (
            #"[{"name":"Authorization","value":"Bearer CANARY"},{"name":"Accept","value":"a/b"}]"#,
            #"[{"name":"Authorization","value":"REDACTED"},{"name":"Accept","value":"a/b"}]"#
        ),
        (
            #"{"a":[{"value":"CANARY","enabled":true,"Key":"api_key"}],"value":"b"}"#,
            #"{"a":[{"value":"REDACTED","enabled":true,"Key":"api_key"}],"value":"b"}"#
        ),
        (
            #"[{"value":{"a":["CANARY",7]},"field":"password"},{"key":"pin","value":1234}]"#,
            #"[{"value":{"a":["REDACTED",0]},"field":"password"},{"key":"pin","value":0}]"#
        ),
        (
            #"[{"name":"X-Functions-Key","value":"CANARY"},{"name":"sessions","value":"CANARY-99-CANARY-99"}]"#,
            #"[{"name":"X-Functions-Key","value":"REDACTED"},{"name":"sessions","value":"REDACTED"}]"#
        ),
        // Ambiguous names.
        (
            #"{"sessions":["CANARY1234ab",{"id":"CANARY1234ab","room":"Hall 123456789","n":7}]}"#,
            #"{"sessions":["REDACTED",{"id":"REDACTED","room":"Hall 123456789","n":7}]}"#
        ),
        (#"{"pw":"CANARY","user_pw":"CANARY"}"#, #"{"pw":"REDACTED","user_pw":"REDACTED"}"#),
        (
            #"{"u":"https:\/\/hooks.slack.com\/services\/T01AB\/B02CD\/CANARY"}"#,
            #"{"u":"https://hooks.slack.com/services/T01AB/B02CD/REDACTED"}"#
        ),
        // Truncated, malformed, or no JSON at all.
        (#"{"a":[{"token":"CANARY"#, #"{"a":[{"token":"REDACTED"#),
        (#"{"a":1,"token":"CANARY\"#, #"{"a":1,"token":"REDACTED"#),
        (#"{"a":1,,,"token"  :  "CANARY"}}}"#, #"{"a":1,,,"token"  :  "REDACTED"}}}"#),
        (#"{'token':'CANARY', a: 1}"#, #"{'token':'REDACTED', a: 1}"#),
        (#"{token: "CANARY", a: 1}"#, #"{token: "REDACTED", a: 1}"#),
        (#"callback({"token":"CANARY"});"#, #"callback({"token":"REDACTED"});"#),
        (#"{"token":CANARY}"#, #"{"token":REDACTED}"#),
        (#"{"token" "CANARY", "password":{"a":"CANARY""#, #"{"token" "CANARY", "password":REDACTED"#),
    ]

    @Test func anElementIsNoWordOfItsAttributesName() {
        func shown(_ text: String, _ redaction: Redaction = .standard) -> String {
            var found: Set<String> = []
            return redaction.text(text, found: &found)
        }
        for text in [#"<app key="settings"/>"#, #"</app key="settings"/>"#] { #expect(shown(text) == text) }
        #expect(shown("sms code: 12345678") == "sms code: REDACTED")
        #expect(shown("sms code: 12345678", .standard.excepting(names: ["smsCode"])) == "sms code: 12345678")
    }

    /// Texts in which a name or value is written as programs and people write it.
    @Test(arguments: [
        ("Your one-time code: 48213", "Your one-time code: REDACTED"),
        ("one time code: 48213", "one time code: REDACTED"),
        ("the code: 48213", "the code: 48213"),
        ("a token counts one code: 48213", "a token counts one code: 48213"),
        ("{'token': b'CANARY', 'n': u'x'}", "{'token': b'REDACTED', 'n': u'x'}"),
        (#"token=@"CANARY" n"#, #"token=@"REDACTED" n"#),
        (#"headers["X-Token"] = "CANARY", 1"#, #"headers["X-Token"] = "REDACTED", 1"#),
        ("env['token'] => 'CANARY'", "env['token'] => 'REDACTED'"),
        ("body user%5Bpassword%5D=CANARY&n=1", "body user%5Bpassword%5D=REDACTED&n=1"),
        ("x a%3Dtoken%26page=1", "x a%3Dtoken%26page=1"),
    ])
    func namesAndValuesOfTextAreReadAsTheyAreWritten(text: String, expected: String) {
        #expect(Self.redacted(text, "text/plain") == expected)
        #expect(Self.redacted(expected, "text/plain") == expected)
    }

    @Test func aNameThatIsASecretByItsFormIsHidden() throws {
        let key = "ghp_CANARY1234567890"
        #expect(Self.redacted(#"{"m":{"\#(key)":1,"a":2}}"#) == #"{"m":{"REDACTED":1,"a":2}}"#)
        #expect(Self.redacted("\(key)=&a=1", "application/x-www-form-urlencoded") == "REDACTED=&a=1")
        #expect(Redaction.standard.url("https://h/?\(key)=1") == "https://h/?REDACTED=1")
        #expect(Self.redacted(#"{"Bearer Auth":1}"#) == #"{"Bearer Auth":0}"#)
        let redaction = Redaction.standard.adding { $0.replacingOccurrences(of: "AB-12", with: "REDACTED") }
        let data = Data(#"{"AB-12":"x","AB\u002d12":1}"#.utf8)
        let body = try #require(redaction.body(data, contentType: "application/json"))
        #expect(String(decoding: body, as: UTF8.self) == #"{"REDACTED":"x","REDACTED":1}"#)
    }

    @Test(arguments: json)
    func secretsOfJSONAreReplacedAndNothingElse(text: String, expected: String) {
        #expect(Self.redacted(text) == expected)
        #expect(Self.redacted(expected) == expected)
        for type in [
            "application/vnd.api+json", "text/json; charset=utf-8", nil, "text/plain",
        ] {
            #expect(Self.redacted(text, type) == expected, "\(type ?? "nil")")
        }
    }

    static let others: [(String?, String, String)] = [
        (
            "application/x-www-form-urlencoded",
            "grant_type=authorization_code&code=CANARY&client_secret=CANARY&a=%2F+b",
            "grant_type=authorization_code&code=REDACTED&client_secret=REDACTED&a=%2F+b"
        ),
        (
            "application/x-www-form-urlencoded", "data=%7B%22token%22%3A%22CANARY%22%7D&x",
            "data=%7B%22token%22%3A%22REDACTED%22%7D&x"
        ),
        ("application/x-www-form-urlencoded", #"{"token":"CANARY"}"#, #"{"token":"REDACTED"}"#),
        (nil, "a=1&password=CANARY", "a=1&password=REDACTED"),
        (
            "text/plain", "Token=CANARY\nuser: ann\nPassword: CANARY CANARY\n",
            "Token=REDACTED\nuser: ann\nPassword: REDACTED\n"
        ),
        ("text/plain", "see https://u:CANARY@h/?token=CANARY, or ask", "see https://h/?token=REDACTED, or ask"),
        (
            "text/plain; charset=utf-8", "Authorization: Bearer CANARY\r\nHost: h",
            "Authorization: Bearer REDACTED\r\nHost: h"
        ),
        (
            "text/event-stream", "event: x\ndata: {\"token\":\"CANARY\",\"a\":1}\n\n",
            "event: x\ndata: {\"token\":\"REDACTED\",\"a\":1}\n\n"
        ),
        (
            "application/x-ndjson", "{\"sid\":\"CANARY\"}\n{\"sid\":\"CANARY\"}",
            "{\"sid\":\"REDACTED\"}\n{\"sid\":\"REDACTED\"}"
        ),
        (
            "text/plain",
            "AKIAIOSFODNN7EXAMPLE xoxb-CANARYCANARY sk_live_CANARYCANARY AIzaSyCANARYCANARYCANARYCANARYCANARY0",
            "REDACTED REDACTED REDACTED REDACTED"
        ),
    ]

    @Test(arguments: others)
    func secretsOfOtherTextAreReplacedAndNothingElse(type: String?, text: String, expected: String) {
        #expect(Self.redacted(text, type) == expected)
        #expect(Self.redacted(expected, type) == expected)
    }

    @Test(arguments: [
        (
            "application/json",
            #"{"shippingCode":"a","monkey":"b","author":"c","code":"d","token_type":"bearer","key":"e"}"#
        ),
        (
            "application/json",
            #"{"a":[1,2.0,-0,1E5,"é\"\\\n"],"b":{},"c":[],"d":"Bearer","e":"Basic plan","f":"a = b"}"#
        ),
        ("application/json", #"{"text":"Please enter your password, then go on","u":"https://h/?page_token=x&a=1"}"#),
        ("text/plain", "The author has a token. 12:30. https://h/x?y=1. a==b"),
        ("application/json", ""), ("application/json", "   "),
        ("application/json", "null"),
        ("application/x-www-form-urlencoded", "a=b&c=&d"), (nil, "hello"), (nil, ""),
    ])
    func aBodyWithoutSecretsStays(type: String?, text: String) {
        #expect(Self.redacted(text, type) == text)
    }

    private static let harmlessJSON: [String] = [
        #"{"a":"Set the \"password\" field.","b":"the token $token1234, the pin 1234, a secret (https://h/1)"}"#,
        #"[{"name":"Accept","value":"a"},{"name":"Access-Control-Allow-Credentials","value":"b"},{"key":"sort_key","value":"c"}]"#,
        #"[{"name":"Forgot password page","value":"a"},{"name":"b","value":"c"},{"value":"d"}]"#,
        #"{"token_type":"urn:ietf:params:oauth:token-type:access_token","signature_algorithm":"HMAC-SHA256"}"#,
        #"{"password_changed_at":"2026-11-21T09:28:19.000Z","token_endpoint":"https://h.example/v1/oauth2/token"}"#,
        #"{"password_policy":"At least 8 characters","password_required":true,"secret_version":12,"token_name":null}"#,
        #"{"tokenExpiresAt":1763700000000,"sessions":[{"startsAt":1763700000000}],"max_tokens":123456789012345}"#,
        #"{"sessions":[{"id":7,"title":"Talk 123456789"},{"id":"s1"}],"session_count":12}"#,
    ]

    @Test(arguments: harmlessJSON)
    func proseAndDescriptionsInJSONStay(text: String) {
        #expect(Self.redacted(text) == text)
    }

    /// Behind a secret name and a colon all of a line is hidden, in prose too.
    @Test(arguments: [
        ("Please enter your password: then go on", "Please enter your password: REDACTED"),
        (#"set the \"password:\" field"#, #"set the \"password:\"REDACTED"#),
    ])
    func aLineBehindASecretNameIsHidden(text: String, expected: String) {
        #expect(Self.redacted(#"{"m":"\#(text)"}"#) == #"{"m":"\#(expected)"}"#)
    }

    /// Known misses: a property of a secret, a short value of a word with other meanings, a sentence, base64 in a
    /// string, and percent-encoding three times.
    @Test(arguments: [
        #"{"secret_name":"CANARYhunter99","credentials_version":"CANARYCANARYCANARY","password_required":["CANARY1234"]}"#,
        #"{"sessions":["CANARY1234"],"session":"CANARY"}"#, #"{"m":"the token CANARY1234 has expired"}"#,
        #"{"m":"cGFzc3dvcmQ9aHVudGVyMg=="}"#,
        #"{"u":"https://h/?a=https%3A%2F%2Fh%2F%3Fa%3Dhttps%253A%252F%252Fh%252F%253Ftoken%253DCANARY"}"#,
    ])
    func knownMissesAreShown(text: String) {
        #expect(Self.redacted(text) == text)
    }

    @Test func redactedJSONStillDecodes() throws {
        struct Login: Codable, Equatable {
            var token: String
            var sessionId: UUID
            var pin: Int
            var password: String?
            var csrf: Bool
            var secrets: [Data]
        }
        let login = Login(token: "t", sessionId: UUID(), pin: 4711, password: nil, csrf: true, secrets: [Data([1, 2])])
        let body = Redaction.standard.body(try JSONEncoder().encode(login), contentType: "application/json")
        let data = try #require(body)
        let decoded = try JSONDecoder().decode(Login.self, from: data)
        #expect(decoded.pin == 0 && decoded.token == "REDACTED" && decoded.csrf && decoded.sessionId != login.sessionId)
    }

    @Test(arguments: [
        "passWord", "pass_word", "pass-wd", "newPassWord", "passPhrase", "smsCode", "verifyCode", "card_no", "iban",
        "my.secret-name", "My_SecretName",
    ])
    func aNameInPartsIsHiddenInEveryText(name: String) async throws {
        let redaction = Redaction.standard.adding(headers: ["mySecretName"], names: ["mySecretName"])
        let canary = "CANARY-17"
        let bodies = [
            (#"{"a":[{"\#(name)":"\#(canary)"}]}"#, "application/json"),
            ("a=1&\(name)=\(canary)", "application/x-www-form-urlencoded"),
            ("the \(name)=\(canary) of ann", "text/plain"), ("\(name): \(canary)", "text/plain"),
        ]
        for (body, type) in bodies {
            let shown = try #require(redaction.body(Data(body.utf8), contentType: type))
            #expect(shown == Data(body.replacing(bytes: canary, with: Redaction.placeholder).utf8), "\(type)")
        }
        #expect(redaction.headers([name: canary])[name] == Redaction.placeholder)
        #expect(redaction.url("/a?\(name)=\(canary)") == "/a?\(name)=\(Redaction.placeholder)")

        let trace = Trace()
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(200, headers: [name: canary]))
        let options: LogOptions = [.requestBody, .requestHeaders, .responseHeaders]
        let provider = Provider<Probe>(
            transport: stubs, plugins: [.logger(options, redacting: redaction, output: trace.write)])
        let route = Route.post("a").query([name: canary]).form([name: canary]).header(name, canary)
        try await provider.request(Probe(route))
        let log = trace.lines.joined(separator: "\n")
        #expect(log.contains(name) && !log.contains(canary), "\(log)")
    }

    @Test func namesAndRulesOfTheUserApply() throws {
        let redaction = Redaction.standard.adding(names: ["nick"]).excepting(names: ["pin"])
            .adding { $0.replacingOccurrences(of: "\"Acme\"\n", with: "x") }
        let body = Data(#"{"nick":"ann","pin":"1234","z":"é \"Acme\"\n \/","y":"\/"}"#.utf8)
        let redacted = try #require(redaction.body(body, contentType: "application/json"))
        let text = String(decoding: redacted, as: UTF8.self)
        #expect(text == #"{"nick":"REDACTED","pin":"1234","z":"é x /","y":"\/"}"#)
    }

    @Test(arguments: [
        (
            #"[{"op":"replace","path":"/password","value":"hunter2"},{"op":"add","path":"/title","value":"x"}]"#,
            #"[{"op":"replace","path":"/password","value":"REDACTED"},{"op":"add","path":"/title","value":"x"}]"#
        ),
        (
            #"[{"value":{"a":["hunter2",7]},"op":"add","path":"/users/0/credentials"}]"#,
            #"[{"value":{"a":["REDACTED",0]},"op":"add","path":"/users/0/credentials"}]"#
        ),
        (
            #"{"Operations":[{"op":"replace","path":"urn:a:2.0:User:password","value":"hunter2"}]}"#,
            #"{"Operations":[{"op":"replace","path":"urn:a:2.0:User:password","value":"REDACTED"}]}"#
        ),
        (
            #"[["X-Api-Key","k"],["Accept","a/b"],["Cookie","a=b","note"]]"#,
            #"[["X-Api-Key","REDACTED"],["Accept","a/b"],["Cookie","REDACTED","note"]]"#
        ),
        (#"{"required":["password","email"]}"#, #"{"required":["password","email"]}"#),
        (
            #"{"card":{"number":"4111 1111 1111 1111","cvv":123,"brand":"visa","last4":"1111"}}"#,
            #"{"card":{"number":"REDACTED","cvv":0,"brand":"visa","last4":"1111"}}"#
        ),
        (
            #"{"card":{"number":4111111111111112},"number":4111111111111111}"#,
            #"{"card":{"number":0},"number":4111111111111111}"#
        ),
        (#"{"session":{"id":7,"title":"Keynote"},"api":{"key":"users"},"device":{"code":"iPhone12"}}"#, nil),
        (
            #"{"auth":{"type":"basic","pass":"hunter2"},"pin":{"x":1,"y":2000},"cookie":{"path":"/"},"pass":3}"#,
            #"{"auth":{"type":"basic","pass":"REDACTED"},"pin":{"x":1,"y":2000},"cookie":{"path":"/"},"pass":3}"#
        ),
        (#"{"session":"morning","token_id":42,"password_strength":"strong","tokens_per_second":57.2}"#, nil),
        (
            #"{"session":"q7Zr9XkPw2LmN4bV","auth":"x","pin":1234,"pass":"hunter2","cookie":"a=b"}"#,
            #"{"session":"REDACTED","auth":"REDACTED","pin":0,"pass":"REDACTED","cookie":"REDACTED"}"#
        ),
    ])
    func aValueNamedElsewhereIsHiddenAndOtherValuesStay(_ body: String, _ expected: String?) {
        let redacted = Redaction.standard.body(Data(body.utf8), contentType: "application/json")
        #expect(redacted.map { String(decoding: $0, as: UTF8.self) } == expected ?? body)
    }

    /// A form begins with a name and `=`.
    @Test(arguments: [
        ("password:Q0FOQVJZ=", "password:REDACTED"), ("https://bob:CANARY@h/x?page=2", "https://h/x?page=2"),
        ("https://hooks.slack.com/services/T0/B0/CANARY?x=1", "https://hooks.slack.com/services/T0/B0/REDACTED?x=1"),
        ("bob?Authorization:CANARY=", "bob?Authorization:REDACTED"), ("a[b]=1&%63ode=CANARY", "a[b]=1&%63ode=REDACTED"),
    ])
    func textWithAnEqualsSignIsNoForm(text: String, expected: String) {
        for type in [nil, "text/plain"] { #expect(Self.redacted(text, type) == expected, "\(type ?? "nil")") }
    }

    @Test(arguments: [
        "[info] CANARY logged in", "{broken CANARY", #"{"a":1} CANARY"#, #""x" CANARY"#, #"{"a":CANARY}"#,
        #"[{"b":"c \" CANARY"}"#, "text, CANARY",
    ])
    func theUsersRuleSeesTextThatBeginsLikeJSON(text: String) throws {
        let rule = Redaction.standard.adding {
            $0.replacingOccurrences(of: "CANARY", with: "x").replacingOccurrences(of: "c \" x", with: "y")
        }
        for type in [nil, "text/plain", "application/json"] {
            let body = try #require(rule.body(Data(text.utf8), contentType: type))
            let shown = String(decoding: body, as: UTF8.self)
            #expect(!shown.contains("CANARY") && !shown.contains("c "), "\(type ?? "nil"): \(shown)")
        }
    }

    @Test func theUsersRuleKeepsNothingFromBeingHidden() throws {
        let rule = Redaction.standard.adding { $0.replacingOccurrences(of: "AB-12", with: "x") }
        let form = "application/x-www-form-urlencoded"
        let broken = try #require(rule.body(Data("{code=CANARY&AB-12".utf8), contentType: form))
        #expect(String(decoding: broken, as: UTF8.self) == "{code=REDACTED&x")
        var found: Set<String> = []
        let long = Data("code=CANARY&password=y&a=\(String(repeating: "AB-12 ", count: 900))".utf8)
        let cut = try #require(rule.prefix(of: long, upTo: 2_000, contentType: form, found: &found))
        let shown = String(decoding: cut.shown, as: UTF8.self)
        #expect(!shown.contains("CANARY") && !shown.contains("AB-12"))
        let json = try #require(rule.body(Data(#"{"a":"AB-12","pin":"CANARY"}"#.utf8), contentType: nil))
        #expect(String(decoding: json, as: UTF8.self) == #"{"a":"x","pin":"REDACTED"}"#)
    }

    /// User info may hold quotes and brackets, which end a URL in text.
    @Test(arguments: ["'", "`", "}", "{", "<", ">", #"\""#, #"\\"#, "'}`"])
    func userInfoIsHiddenWhateverItHolds(mark: String) {
        for url in ["postgres://bob:it\(mark)sCANARY@db/x", "//bob:it\(mark)sCANARY@db/x"] {
            let redacted = Self.redacted(#"{"dsn":"\#(url)"}"#)
            #expect(!redacted.contains("CANARY") && !redacted.contains("bob"), "\(redacted)")
        }
    }

    @Test(arguments: [
        #"{"m":"see postgres://bob:it'sCANARY@db/x"}"#, #"{"u":"https://h/cb?n=O'Brien&code=CANARY"}"#,
        #"{"u":"/cb?n=O'Brien&code=CANARY"}"#, "'https://bob:CANARY@h/x'", "`https://h/?token=CANARY`",
    ])
    func aQuoteEndsAURLOnlyIfItOpenedIt(text: String) {
        #expect(!Self.redacted(text, "text/plain").contains("CANARY"))
    }

    @Test(arguments: [
        #"x {"a":["https://h","@type"]}"#, "{'a':'https://h','@type':'b'}", "see 'https://h/x' and bob@h",
        "`https://h`,`@x`",
    ])
    func anAtSignBehindAURLIsNoUserInfo(text: String) {
        #expect(Self.redacted(text, "text/plain") == text)
    }

    @Test(arguments: ["/a~1b/password", "/~0/password", "/us@er/password", "/größe/password", "/a,b/0/password"])
    func aPointerToASecretNamesIt(path: String) {
        #expect(Self.redacted(#"{"path":"\#(path)","value":"x"}"#) == #"{"path":"\#(path)","value":"REDACTED"}"#)
    }

    @Test func aPairOfAURLsItemsIsJudgedLikeOne() {
        for list in ["queryString", "params"] {
            let body = #"{"\#(list)":[{"name":"page","value":"2"},{"value":"CANARY","name":"code"}],"# + #""x":["#
            let end = #"{"name":"code","value":"a"}]}"#
            #expect(Self.redacted(body + end) == body.replacing(bytes: "CANARY", with: "REDACTED") + end)
        }
    }

    @Test func anExceptedNameIsShownWithinASecret() throws {
        let redaction = Redaction.standard.excepting(names: ["user"])
        let body = Data(#"{"credentials":{"user":{"a":"bob"},"x":["y",{"user":"z"}]}}"#.utf8)
        let redacted = try #require(redaction.body(body, contentType: nil))
        let expected = #"{"credentials":{"user":{"a":"bob"},"x":["REDACTED",{"user":"z"}]}}"#
        #expect(String(decoding: redacted, as: UTF8.self) == expected)
    }

    @Test func aStringOfDigitsIsANumberOfTokens() {
        let body = #"{"max_tokens":"300","tokens":"300","token":"300"}"#
        #expect(Self.redacted(body) == #"{"max_tokens":"300","tokens":"300","token":"REDACTED"}"#)
        let codes = #"{"backup_tokens":"84719302","otpTokens":"482913"}"#
        #expect(Self.redacted(codes) == #"{"backup_tokens":"REDACTED","otpTokens":"REDACTED"}"#)
    }

    /// Found by a fuzzer: a form that is broken JSON.
    @Test(arguments: [
        "W1v8W1s6InN0b2stZQAAAAAAAAAAAAAAAAAAAAAAAAAAAABuIjoiYWJjbGVmPQAAAAAAAAAAAAAAAABuIjoAgT3O",
        "eyL/////////BXRvX3Rva2VuPWFiZGPlZmd4/0JlYXJlciB6a2VuIjoiYWJjZF90PXgmQmVhZWZleQpHnWNodHRwczovL3X//yJ9",
    ])
    func aBrokenFormStaysAsItIsRedacted(base64: String) throws {
        let body = try #require(Data(base64Encoded: base64))
        for type in [nil, "application/json", "application/x-www-form-urlencoded", "text/plain"] {
            guard let once = Redaction.standard.body(body, contentType: type) else { continue }
            #expect(Redaction.standard.body(once, contentType: type) == once, "\(type ?? "none")")
        }
    }

    @Test func aCombiningMarkBehindADelimiterHidesNothing() throws {
        let mark = "\u{301}"
        #expect(Self.redacted(#"{"token":"CANARY"}"#, "application/json;\(mark)a=b") == #"{"token":"REDACTED"}"#)
        let form = Self.redacted("a=\(mark)&token=\(mark)CANARY", "application/x-www-form-urlencoded;\(mark)")
        #expect(form == "a=\(mark)&token=REDACTED")
        var found: Set<String> = []
        let pair = Data("ann:\(mark)CANARY".utf8).base64EncodedString()
        _ = Redaction.standard.headers(["Authorization": "Basic \(pair)"], found: &found)
        #expect(found.contains("\(mark)CANARY"))
        let ruled = Redaction.standard.adding { _ in "a\(mark)\(mark)b" }
        found = []
        _ = ruled.text("a\(mark)CANARY1x\(mark)b", found: &found)
        #expect(found == ["CANARY1x"])
        // They share bytes, and no character.
        let other = Redaction.standard.adding { $0.replacingOccurrences(of: "éCANARY1è", with: "êé") }
        found = []
        _ = other.text("aéCANARY1èb", found: &found)
        #expect(found == ["éCANARY1è"])
    }

    @Test(arguments: [
        "query Q($token: String!, $id: ID!) { me { id } }",
        "mutation Login($user: String!, $password: String!) {\n  login(user: $user, password: $password) { id }\n}",
        "query($tokens: [String!]! = []) { a(tokens: $tokens) }", "fragment F on User { token { value } }",
    ])
    func typesAndVariablesOfGraphQLStay(document: String) {
        #expect(Self.redacted(document, "text/plain") == document)
    }

    @Test(arguments: [
        (#"mutation { a(user: "ann", password: "CAN ARY", id: 7) { id } }"#, #"password: "REDACTED", id: 7) { id } }"#),
        (#"query Q($id: ID, $token: String! = "CANARY") { id }"#, #"$token: String! = "REDACTED") { id }"#),
        (#"mutation { a(tokens: ["a]b", "CANARY"], b: 1) { id } }"#, "tokens: REDACTED, b: 1) { id } }"),
        (#"mutation { a(credentials: {a: {b: 1}, key: "CANARY"}) { id } }"#, "credentials: REDACTED) { id } }"),
        ("mutation { a(credentials: {\n user: \"b\", code: \"CANARY\"\n}) { id } }", "credentials: REDACTED) { id } }"),
        ("mutation { a(tokens: [\n\"CANARY\"\n]) { id } }", "tokens: REDACTED) { id } }"),
        (##"mutation { a(tokens: ["""a "]" b""" # ]"## + "\n\"CANARY\"]) { id } }", "tokens: REDACTED) { id } }"),
        ("mutation { a(tokens: [\n\"CANARY\"", "tokens: REDACTED"),
        ("mutation M ($p: S!) { a(password: CANARY b: 1) { id } }", "password: REDACTED b: 1) { id } }"),
        (##"mutation { a(password: """a "CANARY" b""", b: 1) { id } }"##, #"password: """REDACTED""", b: 1) { id } }"#),
        ("mutation { a(password: CANARY, b: 1) { id } }", "password: REDACTED, b: 1) { id } }"),
    ])
    func argumentsOfGraphQLAreHidden(document: String, end: String) {
        let redacted = Self.redacted(document, "text/plain")
        #expect(redacted.hasSuffix(end) && !redacted.contains("CANARY"), "\(redacted)")
    }

    @Test(arguments: ["mutation (failed) ", "query {x} ", "query ( ) ", "Query {\n", "subscription of {x}, "])
    func proseIsNoGraphQL(start: String) {
        #expect(Self.redacted("\(start)password: my CANARY", "text/plain") == "\(start)password: REDACTED")
    }

    /// In quadratic time each would take minutes.
    @Test(.timeLimit(.minutes(1)), arguments: ["session: [", "tokens: [", "session: \"\"\""])
    func manyOpenBracketsOfGraphQLAreOnePass(piece: String) {
        let text = String(repeating: piece, count: (1 << 17) / piece.utf8.count)
        #expect(Self.redacted("mutation { \(text)", "text/plain").hasPrefix("mutation { "))
    }

    /// In quadratic time each would take minutes.
    @Test(.timeLimit(.minutes(1)), arguments: ["session: ", #"{"card":"#])
    func manyAmbiguousNamesBeforeOneEndAreOnePass(piece: String) {
        let text = String(repeating: piece, count: (1 << 17) / piece.utf8.count)
        #expect(Self.redacted(text, "text/plain") == text)
    }

    @Test(arguments: [
        "a1\(String(repeating: "b", count: 3_000))", "Token a1b2c3d4e5f6", "4111 1111 1111 1111",
    ])
    func aKeyOfAnyLengthIsHiddenBehindAnAmbiguousName(key: String) {
        let hidden = Self.redacted("session: \(key)\nrest", "text/plain")
        #expect(hidden.hasSuffix("\nrest") && hidden.utf8.count < 32, "\(hidden)")
    }
}
