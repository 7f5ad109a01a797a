import Foundation
import Testing

@testable import Talyn

struct RedactorHeadersTests {
    static let table: [(String, String, String)] = [
        ("Authorization", "Bearer CANARY", "Bearer REDACTED"), ("Authorization", "Bearer", "REDACTED"),
        ("authorization", "bearer   CANARY x", "bearer   REDACTED"),
        ("Authorization", "Basic dXNlcjpDQU5BUlk=", "Basic REDACTED"),
        ("Authorization", "CANARY", "REDACTED"),
        ("Authorization", "CANARY CANARY", "REDACTED"),
        ("Proxy-Authorization", #"Digest username="CANARY", response="CANARY""#, "Digest REDACTED"),
        ("Authorization", "AWS4-HMAC-SHA256 Credential=CANARY/x, Signature=CANARY", "AWS4-HMAC-SHA256 REDACTED"),
        ("Authorization", "", ""),
        ("Cookie", "a=CANARY; b=CANARY=; c=; d", "a=REDACTED; b=REDACTED; c=; REDACTED"),
        (
            "Set-Cookie", "id=CANARY; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly; SameSite=Lax",
            "id=REDACTED; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly; SameSite=Lax"
        ),
        ("Set-Cookie", "a=CANARY; Path=/\nb=CANARY; Secure", "a=REDACTED; Path=/\nb=REDACTED; Secure"),
        ("Set-Cookie", "a=CANARY; Path=/, b=CANARY; Secure", "a=REDACTED; Path=/, b=REDACTED; Secure"),
        ("Set-Cookie", "path=CANARY; Path=/", "path=REDACTED; Path=/"),
        ("Set-Cookie", "a=CANARY; b=CANARY", "a=REDACTED; b=REDACTED"),
        ("X-Api-Key", "CANARY", "REDACTED"),
        ("x-functions-key", "CANARY", "REDACTED"),
        ("X-Auth-Token", "CANARY", "REDACTED"),
        ("X-Amz-Security-Token", "CANARY", "REDACTED"),
        ("X-CSRF-Token", "CANARY", "REDACTED"),
        ("Location", "/cb?code=CANARY&a=1", "/cb?code=REDACTED&a=1"),
        ("Content-Location", "https://u:CANARY@h/", "https://h/"),
        ("Referer", "https://h/?token=CANARY", "https://h/?token=REDACTED"),
        (":path", "/a?sid=CANARY", "/a?sid=REDACTED"),
        (
            "Link", "<https://h/?page=2&token=CANARY>; rel=next, </?token=CANARY>; rel=\"last\"",
            "<https://h/?page=2&token=REDACTED>; rel=next, </?token=REDACTED>; rel=\"last\""
        ),
        ("Refresh", "5; url=/a?token=CANARY", "5; url=/a?token=REDACTED"),
        ("X-Original-URL", "/a?token=CANARY&b=1", "/a?token=REDACTED&b=1"),
        ("X-Anything", "Bearer CANARY", "Bearer REDACTED"),
        ("X-Anything", "eyJhbGciOi.eyJzdWIi.CANARY", "REDACTED"),
        ("X-Anything", "ghp_CANARYCANARYCANARY0123", "REDACTED"),
        ("X-Anything", "AKIAIOSFODNN7EXAMPLE", "REDACTED"),
        ("X-Forwarded-Authorization", "Bearer CANARY", "Bearer REDACTED"),
        ("X-Pass", "CANARY", "REDACTED"),
        ("X-Session", "CANARY1234ab", "REDACTED"),
        ("X-Anything", #"login(password: "CANARY")"#, #"login(password: "REDACTED")"#),
        ("Sec-WebSocket-Protocol", "bearer, CANARY", "REDACTED"),
        ("Sec-WebSocket-Protocol", "chat,access_token,CANARY, soap", "REDACTED"),
        (
            "Sec-WebSocket-Protocol", "base64url.bearer.authorization.k8s.io.CANARYCANARY, base64.binary.k8s.io",
            "REDACTED"
        ),
    ]

    @Test(arguments: table)
    func aSecretHeaderIsHidden(name: String, value: String, expected: String) {
        let headers: HTTPHeaders = [name: value]
        let redacted = Redaction.standard.headers(headers)
        #expect(redacted.fields.map(\.value) == [expected])
        #expect(redacted.fields.map(\.name) == [name])
        #expect(Redaction.standard.headers(redacted) == redacted)
    }

    @Test(arguments: [
        ("Content-Type", "application/json; charset=utf-8"), ("Date", "Sat, 21 Nov 2026 09:28:19 GMT"),
        ("WWW-Authenticate", #"Bearer realm="api", error="invalid_token""#), ("ETag", #""33a64df5""#),
        ("Access-Control-Allow-Credentials", "true"), ("Link", "<https://h/?page=2>; rel=\"next\""),
        ("Access-Control-Allow-Headers", "Authorization, X-Api-Key"), ("Vary", "Cookie"), ("Location", "/users/1"),
        ("X-RateLimit-Remaining-Tokens", "149984"), ("User-Agent", "photos/1.0 (Linux; x86_64)"), ("Refresh", "5"),
        ("Strict-Transport-Security", "max-age=31536000; includeSubDomains"), ("Idempotency-Key", "a1"),
        ("Content-Disposition", #"attachment; filename="a.txt""#), ("X-Plan", "Basic plan"), ("Accept", "*/*"),
        ("X-Auth-User", "ann"), ("Sec-WebSocket-Protocol", "chat, v12.stomp, graphql-transport-ws"),
        ("X-Pass-Through", "a"),
    ])
    func aHarmlessHeaderStays(name: String, value: String) {
        #expect(Redaction.standard.headers([name: value]).fields.map(\.value) == [value])
    }

    @Test func orderCaseAndRepetitionStay() {
        var headers: HTTPHeaders = ["b": "1", "COOKIE": "a=CANARY"]
        headers.add("B", "2")
        headers.add("cookie", "c=CANARY")
        let redacted = Redaction.standard.headers(headers).fields.map { "\($0.name)=\($0.value)" }
        #expect(redacted == ["b=1", "COOKIE=a=REDACTED", "B=2", "cookie=c=REDACTED"])
    }

    @Test func userAndPasswordOfBasicAreFound() {
        var found: Set<String> = []
        _ = Redaction.standard.headers(["Authorization": "Basic dXNlcjpodW50ZXIyeA=="], found: &found)
        #expect(found == ["dXNlcjpodW50ZXIyeA==", "user:hunter2x", "hunter2x"])
    }

    @Test(arguments: [
        ("Authorization", "SSWS 00abcDEF123456xyz", ["00abcDEF123456xyz"]),
        ("Authorization", #"OAuth oauth_token="tok12345678", oauth_version="1.0""#, ["tok12345678"]),
        ("X-Auth-Token", "Bearer zzz987654321", ["zzz987654321"]),
        ("Authorization", #"Custom realm="example", mode="HMAC-SHA1""#, []),
    ])
    func valuesOfCredentialsThatMayBeRepeatedAreFound(_ name: String, _ value: String, _ expected: [String]) {
        var found: Set<String> = []
        _ = Redaction.standard.headers([name: value], found: &found)
        #expect(found.isSuperset(of: expected))
        #expect(found.isDisjoint(with: ["example", "HMAC-SHA1", "1.0"]))
    }

    @Test func aCookieIsFoundOnlyWhenItLooksLikeASecret() {
        var found: Set<String> = []
        _ = Redaction.standard.headers(["Cookie": "consent=accepted; id=a1b2c3d4; theme=dark"], found: &found)
        #expect(found == ["a1b2c3d4"])
    }

    @Test(arguments: ["Bearer CANARY1234", "eyJhbGci.eyJzdWIi.CANARY", "via https://bob:CANARY@h/", "ghp_CANARYCANARY"])
    func aRecognizedSecretOfAnExceptedHeaderStaysHidden(value: String) {
        let redaction = Redaction.standard.excepting(headers: ["X-Upstream", "Authorization"])
        for name in ["x-upstream", "Authorization"] {
            let shown = redaction.headers([name: value])[name] ?? ""
            #expect(!shown.contains("CANARY") && shown.contains("REDACTED") || shown == "via https://h/")
        }
    }

    /// In quadratic time each would take minutes.
    @Test(.serialized, .timeLimit(.minutes(1)), arguments: [",", "=", "=,", ", ;", "Path"])
    func aLongCookieIsOnePass(piece: String) {
        let value = "a=b; Path=" + String(repeating: piece, count: (1 << 17) / piece.utf8.count)
        #expect(Redaction.standard.headers(["Set-Cookie": value])["Set-Cookie"]?.hasPrefix("a=REDACTED; Path=") == true)
    }

    @Test func headersAreAddedAndExceptedByTheirNames() {
        let redaction = Redaction.standard.adding(headers: ["x-tenant"]).excepting(headers: ["X-Api-Key", "cookie"])
        let redacted = redaction.headers(["X-Tenant": "acme", "x-api-key": "public", "Cookie": "a=b"])
        #expect(redacted.fields.map(\.value) == ["REDACTED", "public", "a=b"])
    }
}
