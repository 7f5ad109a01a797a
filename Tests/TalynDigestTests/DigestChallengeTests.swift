import Foundation
import Testing

@testable import Talyn
@testable import TalynDigest

@Suite struct DigestChallengeTests {
    private func strongest(_ lines: String...) -> DigestChallenge? {
        DigestChallenge.strongest(in: HTTPHeaders(lines.map { HTTPHeaders.Field("WWW-Authenticate", $0) }))
    }

    @Test func everyParameterIsTakenOver() {
        let challenge = strongest(
            #"digest Realm="r", nonce="n", opaque="o", algorithm="sha-256", qop="auth-int,\#tauth", STALE=TRUE, userhash=true"#
        )
        #expect(challenge?.realm == "r")
        #expect(challenge?.nonce == "n")
        #expect(challenge?.opaque == "o")
        #expect(challenge?.algorithm == .sha256)
        #expect(challenge?.algorithmName == "sha-256")
        #expect(challenge?.qop == "auth")
        #expect(challenge?.isStale == true)
    }

    @Test func missingParametersHaveDefaults() {
        let challenge = strongest("Digest realm=r, nonce=n, stale=maybe, userhash=yes")
        #expect(challenge?.opaque == nil)
        #expect(challenge?.algorithm == .md5)
        #expect(challenge?.algorithmName == nil)
        #expect(challenge?.qop == nil)
        #expect(challenge?.isStale == false)
    }

    @Test(arguments: [
        "Basic realm=r, nonce=n", "Digest", "Digest realm=r", "Digest nonce=n", #"Digest realm=r, nonce="""#,
        "Digest realm=r, nonce=n, algorithm=SHA-512-256, qop=auth",
        "Digest realm=r, nonce=n, algorithm=token, qop=auth",
        "Digest realm=r, nonce=n, qop=token", "Digest realm=r, nonce=n, algorithm=SHA-256",
        "Digest realm=r, nonce=n, algorithm=MD5-sess", "Digest realm=r, nonce=n, algorithm=MD5-sess, qop=auth",
        "Digest realm=r, nonce=n, algorithm=SHA-256-sess, qop=auth", "Digest realm=r, nonce=n, qop=auth-int",
        "Digest realm=\"r\nX: y\", nonce=n",
        "Digest realm=r, nonce=\"n\r\"", "Digest realm=r, nonce=n, opaque=\"\u{0}\"", "Digest realm=r, nonce=\"n", "",
    ])
    func aChallengeThatCannotBeAnsweredIsSkipped(_ value: String) {
        #expect(strongest(value) == nil)
        #expect(strongest(value, "Digest realm=b, nonce=n")?.realm == "b")
    }

    @Test func theStrongestIsTakenWhereverItStands() {
        let all = ["MD5", "SHA-256-sess", "SHA-512-256", "SHA-256"].map {
            "Digest realm=\"\($0)\", nonce=n, qop=auth, algorithm=\($0)"
        }
        for (count, expected) in [(1, "MD5"), (2, "MD5"), (3, "MD5"), (4, "SHA-256")] {
            let some = all.prefix(count)
            for order in [Array(some), some.reversed()] {
                #expect(strongest(order.joined(separator: ", "))?.realm == expected)
            }
        }
        #expect(strongest("Digest realm=a, nonce=n", "Digest realm=b, nonce=n")?.realm == "a")
    }
}
