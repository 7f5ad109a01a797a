import Testing

@testable import Talyn

@Suite struct ErrorSummaryTests {
    @Test(arguments: [
        (#"{"zeta": "z", "alpha": "a"}"#, "alpha: a"), (#"{"code": 7, "message": "no"}"#, "message: no"),
        (#"{"errors": ["a", "b"], "x": "y"}"#, "errors: [a, b]"), (#"{"Message": "no"}"#, "Message: no"),
        (#"{"error": {"code": 1, "message": "deep"}}"#, "error: deep"), (#"{"a": "two\nlines"}"#, "a: two lines"),
        (#"{"code": 7}"#, #"{"code": 7}"#), ("{}", "{}"), ("[]", "[]"), (#"["a", 1]"#, #"["a", 1]"#),
        ("<html>Bad gateway</html>", "<html>Bad gateway</html>"), ("not { json", "not { json"),
    ])
    func aBodySaysSomething(_ body: String, _ summary: String) {
        #expect(ErrorSummary.text(of: Array(body.utf8)) == summary)
    }

    @Test func aCharacterOfManyMarksIsCut() throws {
        let summary = try #require(ErrorSummary.text(of: "a" + String(repeating: "\u{301}", count: 10_000)))
        #expect(summary.unicodeScalars.count == 201)
    }

    @Test func itIsShort() {
        #expect(ErrorSummary.text(of: [UInt8](repeating: 0x61, count: 10_000))?.count == 201)
        #expect(ErrorSummary.text(of: Array(" \n ".utf8)) == nil)
    }

    @Test(arguments: [
        (#"{"code": 7, "message": "no", "trace": ["a, b", {"c"#, "message: no"), (#"{"message": "it is cut"#, nil),
        (#"{"a,b": [1, 2], "detail": "x\"},", "z": "#, #"detail: x"},"#),
    ])
    func aBodyThatIsCutSaysWhatItsWholeMembersSay(_ body: String, _ summary: String?) {
        #expect(ErrorSummary.text(of: Array(body.utf8), isCut: true) == summary ?? body)
    }
}
