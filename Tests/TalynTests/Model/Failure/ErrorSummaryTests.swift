import Foundation
import Testing

@testable import Talyn

@Suite struct ErrorSummaryTests {
    /// Returns the end of the last line of a refused call.
    private func summary(_ answer: StubAnswer, bodyLimit: Int = 4_096) async -> String? {
        let (stubs, trace) = (StubTransport(), Trace())
        stubs.on(where: { _, _ in true }, answer)
        let provider = Provider<Probe>(
            transport: stubs, plugins: [.logger(.errorSummary, bodyLimit: bodyLimit, output: trace.write)],
            clock: TestClock())
        _ = await provider.result(Probe(.get("a")))
        return trace.lines.last?.cut(atBytes: " in 0 µs").map { String($0.tail) }
    }

    @Test(arguments: [
        (#"{"code": 7, "message": "no"}"#, "message: no"), (#"{"Message": "no"}"#, "Message: no"),
        (#"{"errors": ["a", "b"], "x": "y"}"#, "errors: a, b"), (#"{"errors": [], "title": "no"}"#, "title: no"),
        (#"{"errors": [{"message": "a", "path": ["x"]}, {"message": "b"}]}"#, "errors: a, b"),
        (#"{"error": {"code": 1, "message": "deep"}}"#, "error: deep"),
        (#"{"ERROR": [{"Code": 1, "Message": "deep"}]}"#, "ERROR: deep"),
        (#"{"detail": "two\r\n\tlines"}"#, "detail: two lines"),
        (#"{"error": {"code": 1}, "title": "no"}"#, "title: no"), (#"{"msg": "", "reason": "no"}"#, "reason: no"),
        (#"{"type": "about:blank", "title": "Forbidden", "detail": "no credit"}"#, "detail: no credit"),
        (#"{"error": "invalid_grant", "error_description": "expired"}"#, "error_description: expired"),
    ])
    func theMemberWithTheMessageIsShown(_ body: String, _ shown: String) async {
        #expect(await summary(.json(body, status: 400)) == " · \(shown)")
        #expect(await summary(.text(body, contentType: "application/problem+json", status: 400)) == " · \(shown)")
    }

    @Test(arguments: [
        StubAnswer.json(#"{"code": 7, "zeta": "CANARY"}"#, status: 400),
        .json(#"["CANARY-CANARY", "CANARY"]"#, status: 400),
        .json(#""CANARY CANARY, a message""#, status: 400), .json(#"{"message":"CANARY no end""#, status: 400),
    ])
    func otherJSONIsShownByTypeAndSize(_ answer: StubAnswer) async throws {
        let shown = try #require(await summary(answer))
        #expect(shown.hasPrefix(" · application/json, 2") && shown.hasSuffix(" bytes"), "\(shown)")
    }

    @Test(arguments: [
        (StubAnswer.text("CANARY", status: 400), " · text/plain, 6 bytes"),
        (.text("<h1>CANARY</h1>", contentType: "text/html; charset=x", status: 502), " · text/html, 15 bytes"),
        (.data(Data([0, 1]), contentType: "image/png", status: 400), " · image/png, 2 bytes"),
        (.data(Data("CANARY".utf8), contentType: nil, status: 400), " · unknown type, 6 bytes"),
        (.data(Data("a".utf8), contentType: "CANARY b/c", status: 400), " · unknown type, 1 bytes"),
        (.status(503), ""),
    ])
    func otherBodiesAreShownByTypeAndSize(_ answer: StubAnswer, _ shown: String) async {
        #expect(await summary(answer) == shown)
    }

    @Test func aMessageInABodyThatIsTooLongIsNotRead() async {
        let body = #"{"message": "no", "rest": "\#(String(repeating: "a ", count: 5_000))"}"#
        #expect(await summary(.json(body, status: 400)) == " · application/json, \(body.utf8.count) bytes")
    }

    @Test func itIsShort() async throws {
        let texts = [String(repeating: "a", count: 3_000), "a" + String(repeating: "\u{301}", count: 1_000)]
        for text in texts {
            let shown = try #require(await summary(.json(["message": text], status: 400)))
            #expect(shown.unicodeScalars.count == " · ".count + 201 && shown.hasSuffix("…"))
        }
        let words = String(repeating: "a \n", count: 1_000)
        let shown = try #require(await summary(.json(["message": words], status: 400)))
        #expect(shown.unicodeScalars.count <= 204)
    }

    @Test(arguments: [
        #"{"message": "use Bearer CANARY0123456789"}"#, #"{"message": "see https://h.example/?token=CANARY"}"#,
        #"{"message": "{\"password\": \"CANARY\"}"}"#, #"{"error": {"token": "CANARY", "message": "no"}}"#,
        #"{"errors": [{"password": "CANARY", "message": "no"}]}"#,
    ])
    func itsSecretsAreHidden(_ body: String) async throws {
        let shown = try #require(await summary(.json(body, status: 400)))
        #expect(!shown.contains("CANARY") && !shown.contains("bytes"), "\(shown)")
    }

    /// Servers quote what they refuse.
    @Test(arguments: [
        ("no user ann@example.com", "no user REDACTED"), ("who is <ann@example.com>?", "who is REDACTED"),
        ("Incorrect API key provided: q7Zr9XkP.", "Incorrect API key provided: REDACTED"),
        ("no order 9f86d081884c7d659a2feaa0c55ad015", "no order REDACTED"),
        ("OTP 482139 is wrong", "OTP REDACTED is wrong"),
        ("token moon7shot has expired", "token REDACTED has expired"),
        ("The PIN 4711 is wrong", "The PIN REDACTED is wrong"),
        ("the recovery code moon-7shot-9 was used", "the recovery code REDACTED was used"),
        ("card 4111 1111 1111 1111 declined", "card REDACTED REDACTED REDACTED REDACTED declined"),
        ("call 123-456-789-012 now", "call REDACTED now"),
        ("100 calls in 60 s, see https://h.example/limits", "100 calls in 60 s, see https://h.example/limits"),
        ("field 'title' is too long (max 80)", "field 'title' is too long (max 80)"),
        ("the secret “blue (moon)”, is not 'red' .", "the secret “REDACTED REDACTED)”, is not 'REDACTED' ."),
        ("password \" is not allowed", "password \"REDACTED REDACTED REDACTED REDACTED"),
        ("HTTP/1.1 502 from v2, utf8 only", "HTTP/1.1 502 from v2, utf8 only"),
    ])
    func wordsThatMayBeValuesAreHidden(_ message: String, _ shown: String) async {
        #expect(await summary(.json(["message": message], status: 400)) == " · message: \(shown)")
    }

    @Test func aSecretOfTheRequestThatAMessageQuotesIsHidden() async throws {
        let (stubs, trace) = (StubTransport(), Trace())
        stubs.on(where: { _, _ in true }, .json(#"{"message": "password 'CANARY-pass' is too short"}"#, status: 422))
        let provider = Provider<Probe>(transport: stubs, plugins: [.logger(output: trace.write)])
        for route in [
            Route.post("a").json(["password": "CANARY-pass"]), .post("a").form(["password": "CANARY-pass"]),
            .form { Part("password", "CANARY-pass") }, .get("a").query(["password": "CANARY-pass"]),
            .get("a").header("X-Api-Key", "CANARY-pass"),
        ] { _ = await provider.result(Probe(route)) }
        #expect(trace.lines.filter { $0.contains("· message: password 'REDACTED' is too short") }.count == 5)
        #expect(!trace.lines.contains { $0.contains("CANARY") })
    }

    @Test func aMessageCannotBeginALineOrMoveTheCursor() async throws {
        let text = "a\u{1B}[2Jb\u{2028}c\u{202E}d\u{85}e\u{0}f\u{200B}g\u{7F}h"
        let shown = try #require(await summary(.json(["message": text], status: 400)))
        #expect(!shown.hasInvisible, "\(shown)")
    }
}
