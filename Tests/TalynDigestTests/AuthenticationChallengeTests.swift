import Testing

@testable import Talyn
@testable import TalynDigest

@Suite struct AuthenticationChallengeTests {
    /// Returns challenges in readable form: `Scheme [name=value|…]`.
    private func read(_ lines: String...) -> [String] {
        AuthenticationChallenge.all(in: HTTPHeaders(lines.map { HTTPHeaders.Field("www-authenticate", $0) })).map {
            let parameters = $0.parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
            return "\($0.scheme) [\(parameters)]"
        }
    }

    @Test(arguments: [
        ("Negotiate", ["Negotiate []"]),
        ("Negotiate abc==", ["Negotiate []"]),
        ("NTLM ab=", ["NTLM []"]),
        ("Negotiate abc== , NTLM", ["Negotiate []", "NTLM []"]),
        (#"Basic realm="a, b""#, ["Basic [realm=a, b]"]),
        (#"Basic realm="a \"b\" \\ c""#, [#"Basic [realm=a "b" \ c]"#]),
        (#"basic  realm = x ,, charset="UTF-8" ,"#, ["basic [realm=x|charset=UTF-8]"]),
        (
            #"Newauth realm="apps", type=1, title="Login to \"apps\"", Basic realm="simple""#,
            [#"Newauth [realm=apps|type=1|title=Login to "apps"]"#, "Basic [realm=simple]"]
        ),
        (
            #"Negotiate, Digest realm="x", nonce="n,m", qop="auth,auth-int", NTLM ab/+=="#,
            ["Negotiate []", "Digest [realm=x|nonce=n,m|qop=auth,auth-int]", "NTLM []"]
        ),
        ("Digest realm=\"caf\u{E9}\"", ["Digest [realm=caf\u{E9}]"]),
        (#"Digest realm="", nonce=n"#, ["Digest [realm=|nonce=n]"]),
    ])
    func challengesAreRead(_ value: String, _ expected: [String]) {
        #expect(read(value) == expected)
    }

    @Test(arguments: [
        ("", []), (" , ,\t,", []), ("=", []), ("\"", []), ("realm=x", []), (#""Digest" realm=x"#, []),
        ("\u{0}\u{7F}\u{1F600}", []),
        ("Digest realm=\"x", ["Digest []"]),
        ("Digest realm=\"x\\", ["Digest []"]),
        (#"Digest nonce="n", realm="x, Basic realm=y"#, ["Digest [nonce=n]"]),
        (#"Digest realm="x" nonce="n", opaque=o"#, ["Digest [opaque=o]"]),
        ("Digest nonce=, realm=r", ["Digest [realm=r]"]),
        ("Digest realm=r, nonce==, x", ["Digest [realm=r]", "x []"]),
        ("Digest {a}, realm=r", ["Digest [realm=r]"]),
        ("Negotiate abc def", ["Negotiate []"]),
    ])
    func aChallengeOutsideTheGrammarIsLeftOut(_ value: String, _ expected: [String]) {
        #expect(read(value) == expected)
    }

    @Test func eachLineIsReadByItself() {
        #expect(read("Digest realm=\"a", "nonce=n", "Basic realm=b") == ["Digest []", "Basic [realm=b]"])
    }

    @Test func manyAreReadInOrder() {
        let challenges = (0..<100).map { "Digest realm=\"\($0)\", nonce=n" }
        #expect(read(challenges.joined(separator: ", ")).count == 100)
        #expect(read(String(repeating: ",", count: 100_000) + "Basic") == ["Basic []"])
        #expect(read(String(repeating: "\"", count: 100_001)) == [])
        #expect(read(String(repeating: "a=\"\\", count: 20_000)) == [])
    }

    @Test func namesAreComparedWithoutCaseAndTheFirstCounts() {
        let challenge = AuthenticationChallenge.all(in: ["WWW-Authenticate": "DIGEST Realm=a, realm=b"]).first
        #expect(challenge?["REALM"] == "a")
        #expect(challenge?["nonce"] == nil)
        #expect(challenge?.isOf(scheme: "Digest") == true)
        #expect(challenge?.isOf(scheme: "Basic") == false)
    }
}
