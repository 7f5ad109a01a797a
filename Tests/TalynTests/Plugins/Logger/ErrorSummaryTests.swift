import Testing

@testable import Talyn

@Suite struct ErrorSummaryTests {
    @Test(arguments: [
        (#"{"zeta": "z", "alpha": "a"}"#, "alpha: a"), (#"{"code": 7, "message": "no"}"#, "message: no"),
        (#"{"errors": ["a", "b"], "x": "y"}"#, "errors: [a, b]"), (#"{"Message": "no"}"#, "Message: no"),
        (#"{"error": {"code": 1, "message": "deep"}}"#, "error: deep"), (#"{"a": "two\nlines"}"#, "a: two lines"),
        (#"{"code": 7}"#, #"{"code": 7}"#), ("{}", "{}"), ("[]", "[]"), (#"["a", 1]"#, #"["a", 1]"#),
        (#"{"errors": [], "title": "no"}"#, "title: no"), (#"{"errors": ["a", 1], "title": "no"}"#, "title: no"),
        (#"{"error": {"code": 1}, "title": "no"}"#, "title: no"),
        ("<html>Bad gateway</html>", "<html>Bad gateway</html>"), ("not { json", "not { json"),
    ])
    func aBodySaysSomething(_ body: String, _ summary: String) {
        #expect(ErrorSummary.text(of: Array(body.utf8)) == summary)
    }

    @Test func aCharacterOfManyMarksIsCut() throws {
        let summary = try #require(
            ErrorSummary.text(of: Array(("a" + String(repeating: "\u{301}", count: 10_000)).utf8)))
        #expect(summary.unicodeScalars.count == 201)
    }

    @Test(arguments: [
        (#"{"message":"no user ann@example.com"}"#, "message: no user REDACTED"),
        (#"{"message":"<ann@example.com>, who?"}"#, "message: <REDACTED>, who?"),
        (#"{"message":"Incorrect API key provided: q7Zr9XkP."}"#, "message: Incorrect API key provided: REDACTED."),
        (#"{"detail":"password 'hunter' is too short"}"#, "detail: password 'REDACTED' is too short"),
        (#"{"detail":"the token abc123 expired 3 days ago"}"#, "detail: the token REDACTED expired 3 days ago"),
        (#"{"error":"no order 9f86d081884c7d659a2feaa0c55ad015"}"#, "error: no order REDACTED"),
        ("token: \u{301}q7Zr9XkPw2LmN4bV", "token: \u{301}REDACTED"),
        ("Invalid password 'correct horse battery'!", "Invalid password 'REDACTED REDACTED REDACTED'!"),
        ("card 4111 1111 1111 1111 declined", "card REDACTED REDACTED REDACTED REDACTED declined"),
        ("IBAN CH93 0076 2011 6238 5295 7", "IBAN REDACTED REDACTED REDACTED REDACTED REDACTED REDACTED"),
        ("OTP 123456 expired", "OTP REDACTED expired"), ("The PIN 4711 is wrong", "The PIN REDACTED is wrong"),
        ("secret “hunter” bad", "secret “REDACTED” bad"), ("password «a b» bad", "password «REDACTED REDACTED» bad"),
        ("password ' a ' bad", "password REDACTED REDACTED REDACTED bad"), ("password '' bad", "password REDACTED bad"),
        ("password 'a . b' bad", "password 'REDACTED REDACTED REDACTED' bad"), ("password ( bad )", "password ( bad )"),
        ("call 1234 5678 901 now", "call 1234 5678 901 now"), ("call 123-456-789-012 now", "call REDACTED now"),
        ("call 1234 5678 9012 now", "call REDACTED REDACTED REDACTED now"),
        ("password: hunter", "password: REDACTED"), ("no such token: hunter", "no such token: REDACTED"),
        (
            #"{"message":"limit of 100 calls in 60 s, see https://h.example/limits"}"#,
            "message: limit of 100 calls in 60 s, see https://h.example/limits"
        ),
        (#"{"message":"field 'title' is too long (max 80)"}"#, "message: field 'title' is too long (max 80)"),
    ])
    func whatServersQuoteIsHidden(_ body: String, _ summary: String) {
        #expect(ErrorSummary.text(of: Array(body.utf8)) == summary)
    }

    @Test func itIsShort() {
        #expect(ErrorSummary.text(of: [UInt8](repeating: 0x61, count: 10_000))?.count == 201)
        #expect(ErrorSummary.text(of: Array(" \n ".utf8)) == nil)
    }

    @Test func aBodyThatIsCutSaysItsBeginning() {
        let body = #"{"message": "password 'hunter' is no"#
        let summary = ErrorSummary.text(of: Array(body.utf8))
        #expect(summary?.hasPrefix("{") == true && summary?.contains("hunter") == false)
    }
}
