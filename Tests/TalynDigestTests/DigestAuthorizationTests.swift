import Foundation
import Testing

@testable import Talyn
@testable import TalynDigest

@Suite struct DigestAuthorizationTests {
    static let mufasa = UserCredentials(user: "Mufasa", password: "Circle of Life")
    static let clientNonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"

    /// Returns the authorization for a challenge with the first nonce count.
    private func answer(
        _ challenge: String, _ credentials: UserCredentials = mufasa,
        to url: String = "http://www.example.org/dir/index.html"
    ) throws -> String {
        let challenge = try #require(DigestChallenge.strongest(in: ["WWW-Authenticate": "Digest \(challenge)"]))
        let use = DigestAuthorization(challenge: challenge, count: 1, clientNonce: Self.clientNonce)
        return use.value(for: Endpoint(.get, url: try #require(URL(string: url))), credentials)
    }

    private func offer(_ algorithm: String) -> String {
        """
        realm="http-auth@example.org", qop="auth, auth-int", algorithm=\(algorithm), nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", \
        opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
        """
    }

    @Test(arguments: [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ])
    func theAnswerIsThatOfTheRFC(_ algorithm: String, _ response: String) throws {
        // RFC 7616 §3.9.1.
        let expected = """
            Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=\(algorithm), \
            nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, \
            cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, response="\(response)", \
            opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
            """
        #expect(try answer(offer(algorithm)) == expected)
    }

    @Test(arguments: ["\u{301}", "\u{200D}", "\u{FE0F}", ""])
    func aRealmAddsNoParameter(_ mark: String) throws {
        let realm = #"r"\#(mark), uri="/evil", x="\\#(mark)"#
        let quoted = #"r\"\#(mark), uri=\"/evil\", x=\"\\\#(mark)"#
        let answer = try answer(
            #"realm="\#(quoted)", nonce="\#(quoted)", opaque="\#(quoted)", algorithm=MD5, qop=auth"#)
        let challenge = try #require(AuthenticationChallenge.all(in: ["WWW-Authenticate": answer]).first)
        #expect(
            challenge.parameters.map(\.name) == [
                "username", "realm", "uri", "algorithm", "nonce", "nc", "cnonce", "qop", "response", "opaque",
            ])
        for name in ["realm", "nonce", "opaque"] { #expect(challenge[name]?.isSame(bytes: realm) == true) }
        #expect(challenge["uri"] == "/dir/index.html")
    }

    @Test func withoutProtectionTheFormIsThatOfRFC2069() throws {
        // RFC 2069 §2.4 with the response of erratum 749.
        let challenge = """
            realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"
            """
        let expected = """
            Digest username="Mufasa", realm="testrealm@host.com", uri="/dir/index.html", \
            nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", response="1949323746fe6a43ef61f9606e7febea", \
            opaque="5ccc069c403ebaf9f0171e9517f40e41"
            """
        #expect(try answer(challenge, UserCredentials(user: "Mufasa", password: "CircleOfLife")) == expected)
    }

    @Test(arguments: [
        ("ann", #"username="ann""#), ("a b:c", #"username="a b:c""#), ("", #"username="""#),
        ("J\u{E4}s\u{F8}n Doe", "username*=UTF-8''J%C3%A4s%C3%B8n%20Doe"), ("e\u{301}", "username*=UTF-8''%C3%A9"),
        ("~", #"username="~""#), (#"a"b"#, "username*=UTF-8''a%22b"), (#"a\b"#, "username*=UTF-8''a%5Cb"),
        ("\u{E4}!#$&+-.^_`|~%'*()", "username*=UTF-8''%C3%A4!#$&+-.^_`|~%25%27%2A%28%29"),
        ("a\r\nX: y", "username*=UTF-8''a%0D%0AX%3A%20y"),
    ])
    func aNameIsQuotedOrExtended(_ user: String, _ expected: String) throws {
        let answer = try answer("realm=r, nonce=n", UserCredentials(user: user, password: "p"))
        #expect(answer.hasPrefix("Digest \(expected), realm="))
    }

    @Test func parametersOfTheServerAreQuotedAgain() throws {
        let answer = try answer(#"realm="a \"b\" \\", nonce="n\"", opaque="", algorithm=md5, qop=auth"#)
        #expect(answer.contains(#"realm="a \"b\" \\", uri="#))
        #expect(answer.contains(#"algorithm=md5, nonce="n\"", nc=00000001"#))
        #expect(answer.hasSuffix(#", opaque="""#))
    }

    @Test(arguments: [
        ("https://h.example", "/"), ("https://h.example/", "/"),
        ("https://h.example:8080/a/b/?c=d/e?f#g", "/a/b/?c=d/e?f"),
        ("https://h.example?a=b", "/?a=b"), ("https://u:p@h.example/%C3%A4?%22", "/%C3%A4?%22"),
        ("https://[::1]/a#b?c", "/a"),
        ("https://h.example//a", "//a"),
    ])
    func theTargetIsWhatGoesOverTheWire(_ url: String, _ expected: String) throws {
        #expect(try #require(URL(string: url)).requestTarget == expected)
    }
}
