import Foundation
import Testing

@testable import Talyn

@Suite struct OriginTests {
    @Test(arguments: [
        ("HTTPS://Ann:pw@A.Example/b?c", "https a.example 443"), ("http://a.example", "http a.example 80"),
        ("http://a.example:8080/", "http a.example 8080"), ("https://[::1]/", "https [::1] 443"),
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

    @Test(
        arguments: [
            ("https://ann:pw@a.example/", "ann:pw@"), ("https://a@b@c/d@e", "a@b@"), ("https://a.example/b@c", nil),
            ("https://a.example?b@c", nil), ("mailto:ann@a.example", nil), ("a@b", nil),
        ] as [(String, String?)])
    func userInfoStandsBetweenSchemeAndHost(url: String, userinfo: String?) {
        #expect(url.userinfo.map { String(url[$0]) } == userinfo)
    }
}
