import Foundation
import Testing

@testable import Talyn

struct RedactorURLTests {
    static let table: [(String, String)] = [
        ("https://h.example/a?token=CANARY", "https://h.example/a?token=REDACTED"),
        ("https://u:CANARY@h.example:8080/a", "https://h.example:8080/a"),
        ("https://CANARY@h.example", "https://h.example"),
        ("https://u:p@CANARY@h.example/", "https://h.example/"),
        ("//u:CANARY@h.example/a", "//h.example/a"),
        ("/a?x=1&access_token=CANARY&y=%2f+%20&x=2", "/a?x=1&access_token=REDACTED&y=%2f+%20&x=2"),
        ("a?b=1;token=CANARY;c=2", "a?b=1;token=REDACTED;c=2"),
        ("?token=CANARY;CANARY==&b=1", "?token=REDACTED&b=1"),
        ("?token=CANARY;CANARY&b=1", "?token=REDACTED&b=1"),
        ("?token&token=&b", "?token&token=&b"),
        ("?token=CANARY&token=CANARY2", "?token=REDACTED&token=REDACTED"),
        ("?access%5Ftoken=CANARY", "?access%5Ftoken=REDACTED"),
        ("?user%5Bpassword%5D=CANARY", "?user%5Bpassword%5D=REDACTED"),
        (
            "https://h/cb#access_token=CANARY&token_type=bearer&expires_in=3600",
            "https://h/cb#access_token=REDACTED&token_type=bearer&expires_in=3600"
        ),
        ("https://h/cb#/route?token=CANARY", "https://h/cb#/route?token=REDACTED"),
        ("https://h/cb?code=CANARY&state=CANARY", "https://h/cb?code=REDACTED&state=REDACTED"),
        (
            "https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4&X-Amz-Credential=CANARY%2F2&X-Amz-Date=20260101T000000Z"
                + "&X-Amz-SignedHeaders=host&X-Amz-Signature=CANARY",
            "https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4&X-Amz-Credential=REDACTED&X-Amz-Date=20260101T000000Z"
                + "&X-Amz-SignedHeaders=host&X-Amz-Signature=REDACTED"
        ),
        (
            "https://h/r?next=https%3A%2F%2Fu%3ACANARY%40h%2F%3Ftoken%3DCANARY%26a%3D1&z=%41",
            "https://h/r?next=https%3A%2F%2Fh%2F%3Ftoken%3DREDACTED%26a%3D1&z=%41"
        ),
        ("https://h/r?next=%2Fcb%3Ftoken%3DCANARY", "https://h/r?next=%2Fcb%3Ftoken%3DREDACTED"),
        ("https://h/a;jsessionid=CANARY/b;v=1?x=1", "https://h/a;jsessionid=REDACTED/b;v=1?x=1"),
        ("https://h/eyJhbGciOi.eyJzdWIi.CANARY/x", "https://h/REDACTED/x"),
        ("https://h/?q=eyJhbGciOi.eyJzdWIi.CANARY", "https://h/?q=REDACTED"),
        ("https://h/x?CANARY0123456789", "https://h/x?REDACTED"),
        ("https://h/x?a=1&=CANARY0123456789&b", "https://h/x?a=1&=REDACTED&b"),
        ("https://h/x?CANARYQ0123456==&billing_address_line2=", "https://h/x?REDACTED&billing_address_line2="),
        (
            "https://h/x?page&sort=up&=&20260101#section-12-of-page-3",
            "https://h/x?page&sort=up&=&20260101#section-12-of-page-3"
        ),
        (
            "https://h/?filter=%7B%22token%22%3A%22CANARY%22%2C%22a%22%3A1%7D",
            "https://h/?filter=%7B%22token%22%3A%22REDACTED%22%2C%22a%22%3A1%7D"
        ),
        ("https://h/?q=Bearer+CANARY1", "https://h/?q=Bearer+REDACTED"),
        ("?token=a%2", "?token=REDACTED"),
        ("http://[::1]:80/?pwd=CANARY", "http://[::1]:80/?pwd=REDACTED"),
        ("https://h/?key=CANARY", "https://h/?key=REDACTED"),
        (
            "https://hooks.slack.com/services/T01AB/B02CD/CANARY?a=1",
            "https://hooks.slack.com/services/T01AB/B02CD/REDACTED?a=1"
        ),
        ("https://api.telegram.org/bot123:CANARY/getMe", "https://api.telegram.org/bot123:REDACTED/getMe"),
        ("/file/bot123%3ACANARY/a.jpg", "/file/bot123%3AREDACTED/a.jpg"),
        ("https://discord.com/api/webhooks/123/CANARY99;a=1", "https://discord.com/api/webhooks/123/REDACTED;a=1"),
        (
            "https://discord.com/api/v10/webhooks/123/CANARY-CANARY_CANARY-CANARY_CANARY/slack",
            "https://discord.com/api/v10/webhooks/123/REDACTED/slack"
        ),
    ]

    @Test(arguments: table)
    func secretsOfAURLAreReplacedAndNothingElse(text: String, expected: String) {
        let redacted = Redaction.standard.url(text)
        #expect(redacted == expected)
        #expect(Redaction.standard.url(redacted) == redacted)
    }

    @Test(arguments: [
        "", "/", "?", "#", "&", "?=", "?&&;;==", "https://", "://", "//", "%", "?%=%",
        "https://h.example/a%20b/?q=a+b&c=%C3%A9",
        "mailto:author@h.example", "urn:isbn:1", "https://h.example/?page_token=abc&max_tokens=5&q=shipping code",
        "a b c",
        "https://h.example/@user/x", "\u{0}\u{1F}", "https://h/?a=b?c=d#e", "data:text/plain,hello",
        "https://h/services/Team/Blog/x", "https://h/services/T01AB/B02CD", "https://h/api/webhooks/12/deliveries",
        "https://h/bot123/a:b", "https://h/bots:1/robot1:2",
    ])
    func aURLWithoutSecretsStays(text: String) {
        #expect(Redaction.standard.url(text) == text)
    }

    @Test func userinfoAndValuesAreFoundDecoded() {
        var found: Set<String> = []
        _ = Redaction.standard.url("https://ann:s%40crets@h/?token=a%2Fb%2Bc&sid=x+y+z", found: &found)
        #expect(found == ["ann:s@crets", "s@crets", "a/b+c", "x y z"])
    }

    @Test func theUsersRuleSeesTheWholeURLAndDecodedValues() {
        let redaction = Redaction.standard.adding { $0.replacingOccurrences(of: "acme corp", with: "someone") }
        #expect(redaction.url("https://h/?q=acme%20corp&z=%41") == "https://h/?q=someone&z=%41")
        let path = Redaction.standard.adding { $0.replacingOccurrences(of: "bot123", with: "bot") }
        #expect(path.url("https://h/bot123/send?a=1") == "https://h/bot/send?a=1")
        #expect(path.url("https://h/bot123:CANARY/send") == "https://h/bot%3AREDACTED/send")
    }
}
