import Foundation
import Testing

@testable import Talyn

@Suite struct DigestTurnTests {
    static let mufasa = UserCredentials(user: "Mufasa", password: "Circle of Life")
    static let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
    static let clientNonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"

    /// Returns the authorization for a challenge with the first nonce count.
    private func answer(
        _ challenge: String, _ credentials: UserCredentials = mufasa,
        to url: String = "http://www.example.org/dir/index.html",
        method: HTTPMethod = .get, body: Body = .none, clientNonce: String = clientNonce, firstNonce: String? = nil
    ) throws -> String {
        let challenge = try #require(
            DigestChallenge.strongest(in: ["WWW-Authenticate": "Digest \(challenge)"], for: body))
        let turn = DigestTurn(
            challenge: challenge, count: 1, clientNonce: clientNonce, firstNonce: firstNonce ?? challenge.nonce)
        return turn.authorization(for: Endpoint(method, url: try #require(URL(string: url)), body: body), credentials)
    }

    private func offer(_ algorithm: String, qop: String = "auth, auth-int") -> String {
        """
        realm="http-auth@example.org", qop="\(qop)", algorithm=\(algorithm), nonce="\(Self.nonce)", \
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

    @Test func theNameIsHashedWhereTheServerWantsIt() throws {
        // RFC 7616 §3.9.2 without its unsupported algorithm, by SHA-256; the hashes computed with Python's hashlib.
        let challenge = """
            realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", \
            opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true
            """
        #expect(DigestChallenge.strongest(in: ["WWW-Authenticate": "Digest \(challenge)"], for: .none) == nil)
        let expected = """
            Digest username="5a1a8a47df5c298551b9b42ba9b05835174a5bd7d511ff7fe9191d8e946fc4e7", realm="api@example.org", \
            uri="/doe.json", algorithm=SHA-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", nc=00000001, \
            cnonce="NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm", qop=auth, \
            response="06d0c14162099f487a92ebceaf71097534ee5f90d858386449c337ab69f7f6b8", \
            opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", userhash=true
            """
        let user = UserCredentials(user: "J\u{E4}s\u{F8}n Doe", password: "Secret, or not?")
        #expect(
            try answer(
                challenge.replacingOccurrences(of: "SHA-512-256", with: "SHA-256"), user,
                to: "https://api.example.org/doe.json",
                clientNonce: "NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm") == expected)
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

    // Computed with Python's hashlib.
    @Test(arguments: [
        ("MD5-sess", "e783283f46242139c486a698fec7211d"),
        ("SHA-256-sess", "2fd51b3a77ad75bad6afad6003e818d767133c46d9e2749e7f5232ae1ea3efd7"),
    ])
    func aSessionHashesItsFirstNonces(_ algorithm: String, _ response: String) throws {
        #expect(try answer(offer(algorithm)).contains("response=\"\(response)\""))
    }

    @Test(arguments: [
        ("MD5-sess", "024890dca8a922796bd6a8324bc748c2"),
        ("SHA-256-sess", "7cd72319fac9ebd5e69582b8298e4769d9f4c1633c2e2d06b914a9d3ca5a8e78"),
    ])
    func aSessionGoesOnWithTheNextNonce(_ algorithm: String, _ response: String) throws {
        let next = offer(algorithm).replacingOccurrences(of: Self.nonce, with: "next")
        #expect(try answer(next, firstNonce: Self.nonce).contains("response=\"\(response)\""))
    }

    @Test(arguments: [
        (HTTPMethod.post, Body.data(Data("body".utf8)), "MD5", "a1abf5c7fa9ae74478eb9ffa265bf546"),
        (.get, .none, "MD5", "8804a53d3640a40a4f73cea12c5ba451"),
        (
            .post, .data(Data("body".utf8)), "SHA-256",
            "329dcaaa9ce45c3ea5f919f438118f338057e9104aa58ecd51368264e88ced0c"
        ),
        (.get, .none, "SHA-256", "8bdf6f15638e260831e905028de5450562816d093c9bfc5c13d3a46adcdde940"),
    ])
    func theBodyIsCoveredWhenNothingLessIsTaken(
        _ method: HTTPMethod, _ body: Body, _ algorithm: String, _ response: String
    ) throws {
        let answer = try answer(offer(algorithm, qop: "auth-int"), method: method, body: body)
        #expect(answer.contains("qop=auth-int, response=\"\(response)\""))
    }

    @Test(arguments: [
        ("ann", #"username="ann""#), ("a b:c", #"username="a b:c""#), ("", #"username="""#),
        ("J\u{E4}s\u{F8}n Doe", "username*=UTF-8''J%C3%A4s%C3%B8n%20Doe"), ("e\u{301}", "username*=UTF-8''%C3%A9"),
        ("~", #"username="~""#), (#"a"b"#, "username*=UTF-8''a%22b"), (#"a\b"#, "username*=UTF-8''a%5Cb"),
        ("a\r\nX: y", "username*=UTF-8''a%0D%0AX%3A%20y"),
    ])
    func aNameIsQuotedOrExtended(_ user: String, _ expected: String) throws {
        let answer = try answer("realm=r, nonce=n", UserCredentials(user: user, password: "p"))
        #expect(answer.hasPrefix("Digest \(expected), realm="))
    }

    @Test func whatTheServerSaidIsQuotedAgain() throws {
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
