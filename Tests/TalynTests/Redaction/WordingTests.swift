import Testing

@testable import Talyn

@Suite struct WordingTests {
    @Test(arguments: [
        "", "  \n", "client_secret_basic", "HMAC-SHA256", "At least 8 characters", "{\"a\":1}", " [1]", "/a/b?c=d",
        "urn:ietf:params:oauth", "URN:x:y", "https://h/p", "svn+ssh://h", "2026-11-21T09:28:19.000Z", "+49 30 901820",
        "fourteenletter", "sevenx7", "4111 1111 1111 1112", "411111111111",
    ])
    func wordsAndDatesAreWording(text: String) { #expect(Wording.isPlain(Array(text.utf8)[...])) }

    @Test(arguments: [
        "fifteenletterss", "eightxx8", "Aa1Bb2Cc3Dd4", "ABCD-EFGH-1234-5678", "4111 1111 1111 1111", "4111111111111111",
        "378282246310005", "a 8f14e45fceea167a5a36",
    ])
    func keysAndCardNumbersAreNot(text: String) { #expect(!Wording.isPlain(Array(text.utf8)[...])) }

    @Test(arguments: [("a://", true), ("HTTP://h", true), ("a b://", false), ("a:/b", false), ("", false)])
    func aURLBeginsWithItsScheme(text: String, isURL: Bool) { #expect(Wording.isURL(Array(text.utf8)[...]) == isURL) }
}
