import Foundation
import Testing

@testable import Talyn

/// Which URLs see what tells who somebody is.
@Suite struct CallContextHomeTests {
    private func isAtHome(_ url: String, _ home: String) throws -> Bool {
        var target = Probe(.get("a"))
        target.baseURL = try #require(URL(string: home))
        let context = CallContext(target: target)
        return context.isAtHome(Endpoint(url: try #require(URL(string: url))))
    }

    @Test(arguments: [
        ("https://a.example", "https://a.example"), ("https://a.example/b", "https://a.example/c?d"),
        ("https://a.example?b", "https://a.example"), ("https://a.example#b", "https://a.example/"),
        ("HTTPS://A.Example/b", "https://a.example"), ("https://a.example:443/b", "https://a.example"),
        ("https://a.example/b", "https://a.example:443"), ("http://a.example:80", "http://a.example"),
        ("https://ann:pw@a.example/b", "https://a.example"), ("https://a.example/b", "https://ann:pw@a.example"),
        ("http://127.0.0.1:8080/b", "http://127.0.0.1:8080/v1"), ("https://[::1]:1/b", "https://[::1]:1"),
    ])
    func theSameOriginIsHomeHoweverItIsWritten(url: String, home: String) throws {
        #expect(try isAtHome(url, home))
    }

    @Test(arguments: [
        ("https://a.example.evil.example/", "https://a.example"),
        ("https://a.example@evil.example/", "https://a.example"),
        ("https://a.example:pw@evil.example/", "https://a.example"), ("https://a.example:8443/", "https://a.example"),
        ("https://a.example:4431/", "https://a.example:443"), ("http://a.example/", "https://a.example"),
        ("https://evil.example/https://a.example/", "https://a.example"), ("https:///b", "https:///"),
        ("https://b.example/", "https://a.example/b.example"), ("file:///a", "file:///a"), ("a", "a"),
    ])
    func anotherOriginIsNot(url: String, home: String) throws {
        #expect(try !isAtHome(url, home))
    }
}
