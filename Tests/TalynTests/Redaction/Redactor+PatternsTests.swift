import Testing

@testable import Talyn

@Suite struct RedactorPatternsTests {
    private func scanned(_ text: String) -> String {
        let bytes = Array("~~\(text)".utf8)[2...]
        var redactor = Redactor(.standard)
        redactor.scanPatterns(bytes)
        return String(decoding: redactor.edits.applied(to: bytes), as: UTF8.self)
    }

    @Test(arguments: [
        // Alone in a text, whatever it looks like.
        ("Bearer a", "Bearer REDACTED"), ("bearer \t a", "bearer \t REDACTED"), ("Bearer a b", "Bearer a b"),
        // In the middle, by a digit or its length.
        ("x Bearer word", "x Bearer word"), ("x BEARER word1,y", "x BEARER REDACTED,y"),
        ("x Bearer abcdefghijklmnopqrst", "x Bearer REDACTED"),
        ("x Bearer abcdefghijklmnopqrs", "x Bearer abcdefghijklmnopqrs"),
        ("Bearer", "Bearer"), ("Bearer ", "Bearer "), ("Bearera1", "Bearera1"), ("xBearer a1", "xBearer a1"),
        (#"Bearer realm="x1""#, #"Bearer realm="x1""#), ("Bearer abc1=", "Bearer REDACTED"),
        ("Basic dXNlcjpwYXNz", "Basic REDACTED"), ("say basic dXNlcjpwYXNz now", "say basic REDACTED now"),
        ("Basic training", "Basic training"), ("Basic", "Basic"),
    ])
    func credentialsAreHiddenBehindTheirScheme(text: String, expected: String) {
        #expect(scanned(text) == expected)
    }

    @Test(arguments: [
        ("eyJa.b.c", "REDACTED"), ("x eyJa.b.c y", "x REDACTED y"), ("eyJa.b.c.d.e f", "REDACTED f"),
        ("eyJa.b.", "REDACTED"), ("eyJa.b", "eyJa.b"), ("eyJa", "eyJa"), ("eyJa..c", "eyJa..c"), ("eyK.b.c", "eyK.b.c"),
        ("xeyJa.b.c", "xeyJa.b.c"), ("eyJ", "eyJ"),
    ])
    func aWebTokenHasThreePartsOrMore(text: String, expected: String) {
        #expect(scanned(text) == expected)
    }

    @Test(arguments: [
        ("ghp_0123456789", "REDACTED"), ("ghp_012345678", "ghp_012345678"), ("AKIA0123456789", "REDACTED"),
        ("see ghp_0123456789.", "see REDACTED."), ("ghp_0123456789...", "REDACTED..."),
        ("SG.0123456789.0123456789abcd", "REDACTED"),
        ("AIza0123456789abcdefghijklmn", "REDACTED"), ("AIza0123456789abcdefghijklm", "AIza0123456789abcdefghijklm"),
        ("%20ghp_0123456789", "%20REDACTED"), ("20ghp_0123456789", "20ghp_0123456789"),
        ("%2ghp_0123456789", "%2ghp_0123456789"),
        ("éghp_0123456789", "éREDACTED"), ("gh", "gh"), ("g", "g"), ("", ""),
        ("ghp_0123456789 sk_live_0123456789", "REDACTED REDACTED"),
    ])
    func aKeyOfAKnownIssuerIsHidden(text: String, expected: String) {
        #expect(scanned(text) == expected)
    }

    @Test(arguments: [
        ("-----BEGIN PRIVATE KEY-----\nx-y\n-----END PRIVATE KEY-----z", "REDACTEDz"),
        ("a\n-----BEGIN EC PRIVATE KEY-----x-----END EC PRIVATE KEY-------z", "a\nREDACTED--z"),
        ("-----BEGIN PGP PRIVATE KEY BLOCK-----x", "REDACTED"), ("-----BEGIN PRIVATE KEY-----", "REDACTED"),
        ("-----BEGIN CERTIFICATE-----x", "-----BEGIN CERTIFICATE-----x"),
        ("-----END PRIVATE KEY-----x", "-----END PRIVATE KEY-----x"), ("-----BEGIN ", "-----BEGIN "),
        // Where a secret ends another may begin.
        ("-----BEGIN PRIVATE KEY-----x-----END PRIVATE KEY-----ghp_0123456789", "REDACTEDREDACTED"),
    ])
    func aPrivateKeyIsHiddenToItsEnd(text: String, expected: String) {
        #expect(scanned(text) == expected)
    }

    @Test func theLabelOfAPrivateKeyIsShort() {
        let kinds = [36, 37].map { String(repeating: "A", count: $0) + " PRIVATE KEY" }
        #expect(scanned("-----BEGIN \(kinds[0])-----x") == "REDACTED")
        #expect(scanned("-----BEGIN \(kinds[1])-----x") == "-----BEGIN \(kinds[1])-----x")
    }
}
