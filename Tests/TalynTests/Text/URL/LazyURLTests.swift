import Foundation
import Testing

@testable import Talyn

@Suite struct LazyURLTests {
    @Test(arguments: [
        "http://h", "https://h.example", "HTTPS://H.example/A", "https://h/", "https://h?", "https://h?a=b",
        "https://h:1/a", "https://h:65535", "https://1.2.3.4:8080/a//b/", "https://xn--bcher-kva.example/a",
        "https://h.example/users/a%2Fb/repos?page=2&per_page=50", "https://h/-._~!$&'()*+,;=:@/?-._~!$&'()*+,;=:@/?",
        "https://h/a%C3%A9%00", "https://h/?a=%5B%5D", "https://h/../a/./b", "https://h:9/", "https://h:09909/a",
    ])
    func aPlainURLIsParsedWordForWord(text: String) throws {
        #expect(URLText(text).isPlainURL)
        #expect(LazyURL(URLText(text))?.url == URL(string: text))
        #expect(URL(string: text)?.absoluteString == text)
    }

    @Test(arguments: [
        "", "h", "/a", "http", "https", "http:", "https:/", "http://", "ftp://h/a", "https:/h/a", "https://",
        "https:///a", "https://?a", "https://:80/a",
        "https://h:/a", "https://h:123456/a", "https://h:8a/b", "https://user@h/a", "https://user:x@h/a",
        "https://[::1]/a", "https://a_b.example/", "https://bücher.example/", "https://h%41/a", "https://h#f",
        "https://h/a#f", "https://h/%", "https://h/%4", "https://h/%zz", "https://h/a b", "https://h/é",
        "https://h/[a]", "https://h/?a=[b]", "https://h/a|b", "https://h/\n", "https://h\u{0}", "https://h/\"",
    ])
    func everyOtherTextIsLeftToTheParser(text: String) {
        #expect(!URLText(text).isPlainURL)
        #expect(LazyURL(URLText(text))?.url == URL(string: text))
    }

    @Test func textsAreEqualByAllTheirBytes() {
        #expect(URLText() == URLText("") && URLText("https://h/a") == URLText("https://h/a"))
        for other in ["", "https://h/", "https://h/b", "ittps://h/a", "https://h/aa"] {
            #expect(URLText("https://h/a") != URLText(other), "\(other)")
        }
    }

    @Test func aTextAndItsURLAreEqualAndHashAlike() throws {
        let text = "https://h.example/a%2Fb?c=d"
        let lazy = try #require(LazyURL(URLText(text)))
        let parsed = LazyURL.url(try #require(URL(string: text)))
        guard case .text = lazy else {
            Issue.record("it was parsed")
            return
        }
        #expect(lazy == parsed)
        #expect(parsed == lazy)
        #expect(Set([lazy, parsed]).count == 1)
    }

    @Test(arguments: ["https://h.example/b", "https://h.example/a/", "https://H.example/a", "http://h.example/a"])
    func anotherTextIsAnotherURL(text: String) throws {
        let one = try #require(LazyURL(URLText("https://h.example/a")))
        let other = try #require(LazyURL(URLText(text)))
        #expect(one != other)
        #expect(one != .url(try #require(URL(string: text))))
    }
}
