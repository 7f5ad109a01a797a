import Foundation

@testable import Talyn
@testable import TalynDigest

extension FuzzTarget {
    /// Challenges are parsed as written, and an authorization repeats the challenge's values.
    static let challenge = FuzzTarget(
        "challenge",
        seeds: [
            fields(
                #"Digest realm="a", nonce="b", qop="auth,auth-int", algorithm=MD5, opaque="c""#, "ann", "secret", "/a?b"
            ),
            fields(
                #"Basic realm="x\"y", Digest realm="r", nonce="n", algorithm=SHA-256-sess, qop=auth, userhash=true"#,
                "ä", "ß"),
            fields("Negotiate abc==, NTLM, Bearer", "", ""), fields(#"Digest realm="", nonce="n""#, "a\"b", "\\"),
            fields("Digest realm=\"a\"\u{301}, nonce=\"b\u{301}\"", "e\u{301}", "\u{e9}"),
            fields(",,  ,=,\"", "a", "b"),
            fields("Digest realm=\"a\\\"\u{301}b\\\\\u{200D}\", nonce=\"\u{FE0F}\"", "a\"\u{301}", ":"),
            fields("Digest realm=\"a\r\n\", nonce=x, stale=TRUE, qop=\"auth-int \"", "u", "p", "/%00"),
            fields(String(repeating: "A a=b,", count: 40), "", ""), fields("Digest realm=\"\\", "", ""),
        ]
    ) { input in
        let parts = input.fields(4)
        let challenges = AuthenticationChallenge.all(in: ["WWW-Authenticate": parts[0]])
        for challenge in challenges {
            require(Texts.isToken(challenge.scheme), "a scheme is a token", challenge)
            require(challenge.parameters.allSatisfy { Texts.isToken($0.name) }, "a name is a token", challenge)
        }
        let written = challenges.map(ChallengeProperties.written).joined(separator: ", ")
        let again = AuthenticationChallenge.all(in: ["WWW-Authenticate": written]).map(ChallengeProperties.written)
            .joined(separator: ", ")
        require(Texts.isSame(again, written), "what is written is what was read", (parts[0], written, again))
        let size = challenges.flatMap(\.parameters).reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        require(size <= parts[0].utf8.count, "nothing is added to what was sent", challenges)
        ChallengeProperties.checkAnswer(
            to: parts[0], UserCredentials(user: parts[1], password: parts[2]), path: parts[3])
    }
}

private enum ChallengeProperties {
    static func written(_ challenge: AuthenticationChallenge) -> String {
        let parameters = challenge.parameters.map { parameter in
            let value = parameter.value.unicodeScalars.map { "\"\\".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }
            return "\(parameter.name)=\"\(value.joined())\""
        }
        let list = parameters.joined(separator: ", ")
        return list.isEmpty ? challenge.scheme : "\(challenge.scheme) \(list)"
    }

    static func checkAnswer(to header: String, _ credentials: UserCredentials, path: String) {
        guard let url = URL(string: "https://h.example/" + Texts.percentEncoded(path)),
            let challenge = DigestChallenge.strongest(in: ["WWW-Authenticate": header])
        else { return }
        let use = DigestAuthorization(challenge: challenge, count: 7, clientNonce: "0a0b")
        let answer = use.value(for: Endpoint(url: url), credentials)
        require((["Authorization": answer] as HTTPHeaders).problem == nil, "an answer can be sent", answer)
        let read = AuthenticationChallenge.all(in: ["WWW-Authenticate": answer])
        guard read.count == 1, let digest = read.first, digest.isOf(scheme: "Digest") else {
            return require(false, "an answer is one list of Digest", (answer, read))
        }
        let expected: [(String, String?)] = [
            ("nonce", challenge.nonce), ("realm", challenge.realm), ("opaque", challenge.opaque),
            ("uri", url.requestTarget),
            ("algorithm", challenge.algorithmName), ("nc", challenge.qop == nil ? nil : "00000007"),
        ]
        for (name, value) in expected {
            let given = digest[name]
            let isSame = given.map { given in value.map { Texts.isSame(given, $0) } ?? false } ?? (value == nil)
            require(isSame, "an answer repeats the challenge's \(name)", (answer, value as Any))
        }
        let names = digest.parameters.map { $0.name.lowercased() }
        require(Set(names).count == names.count, "an answer has each parameter once", answer)
        let proof = digest["response"] ?? ""
        require(
            [32, 64].contains(proof.utf8.count) && proof.utf8.allSatisfy { Texts.hex($0) != nil }, "a proof is a hash",
            answer)
        if !credentials.password.isEmpty, credentials.password.utf8.count > 12 {
            let elsewhere = header + credentials.user + path
            if Texts.contains(elsewhere.utf8, credentials.password) { return }
            require(!Texts.contains(answer.utf8, credentials.password), "the password is not sent", answer)
        }
    }
}
