import Foundation
import Testing

@testable import Talyn

@Suite struct OriginTests {
    @Test(arguments: [
        ("HTTPS://Ann:pw@A.Example/b?c", "https a.example 443"), ("http://a.example", "http a.example 80"),
        ("http://a.example:8080/", "http a.example 8080"), ("https://[::1]/", "https [::1] 443"),
        ("https://[0:0:0:0:0:0:0:1]/", "https [::1] 443"), ("http://[2001:DB8:0::A]:8080/", "http [2001:db8::a] 8080"),
        ("https://a.example:/", "https a.example 443"),
        ("https://a.example:65535/", "https a.example 65535"),
    ])
    func schemeHostAndPortAreThoseOfTheURL(url: String, text: String) throws {
        let origin = try #require(URL(string: url).flatMap { Origin($0) })
        #expect("\(origin.scheme) \(origin.host) \(origin.port)" == text)
    }

    @Test(arguments: [
        "ftp://a.example", "a/b", "mailto:ann@a.example", "https:///a", "https://a.example:65536/",
        "https://a.example:99999888888888888888888888/",
    ])
    func aURLWithoutHostOrOfAnotherSchemeOrWithoutAPortHasNone(url: String) throws {
        #expect(Origin(try #require(URL(string: url))) == nil)
    }

    @Test func theOriginOfARelativeURLIsThatOfItsBase() throws {
        let base = try #require(URL(string: "https://a.example/b/"))
        #expect(Origin(try #require(URL(string: "c", relativeTo: base))) == Origin(base))
    }

    @Test(arguments: [
        ("https://a.example/x", "https://a.example", true), ("https://a.example?x", "https://a.example/y", true),
        ("https://a.example", "https://a.example/", true), ("https://a.example#x", "https://a.example", true),
        ("HTTPS://A.example:443/x", "https://a.example", true), ("https://a.example/", "HTTPS://A.EXAMPLE", true),
        ("https://a.example/x", "https://ann@a.example/", true), ("https://ann@a.example/x", "https://a.example", true),
        ("https://b.example/x", "https://a.example", false), ("https://a.example.evil/", "https://a.example", false),
        ("https://a.example@evil.example/", "https://a.example", false),
        ("https://a.example:8080/", "https://a.example", false), ("http://a.example/", "https://a.example", false),
        ("https://evil.example/", "HTTPS://a.example", false), ("https://[0::1]/x", "https://[::1]", true),
        ("https://[::2]/", "https://[::1]", false), ("https://[::1]:444/", "https://[::1]", false),
        ("https://evil.example/", "https://ann@a.example", false),
        ("https://a.example/", "ftp://a.example", false), ("ftp://a.example/", "ftp://a.example", false),
        ("https://a.example/", "https:///", false),
    ])
    func onlySchemeHostAndPortMakeTheSameOrigin(url: String, base: String, isSame: Bool) throws {
        let base = try #require(URL(string: base))
        #expect(Origin.isSame(.url(try #require(URL(string: url))), as: base) == isSame)
    }

    @Test(
        arguments: [
            ("https://ann:pw@a.example/", "ann:pw@"), ("https://a@b@c/d@e", "a@b@"), ("https://a.example/b@c", nil),
            ("https://a.example?b@c", nil), ("mailto:ann@a.example", nil), ("a@b", nil),
        ] as [(String, String?)])
    func userInfoStandsBetweenSchemeAndHost(url: String, userinfo: String?) {
        #expect(url.userinfo.map { String(url[$0]) } == userinfo)
    }
}
