import Testing

@testable import Talyn
@testable import TalynDigest

/// The entry points for text that TalynDigest parses, each with a mark after its delimiters.
@Suite struct ProtocolTextDigestTests {
    @Test(arguments: entries, ["\u{301}", "\u{200D}", "\u{FE0F}"])
    func aMarkHidesNoDelimiter(_ entry: EntryPoint, _ mark: String) throws {
        let (outcome, expected) = try entry.outcome(mark)
        #expect(outcome.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(outcome ?? "nil")")
    }

    // CR LF is one Character, which equals neither CR nor LF.
    @Test func aLineBreakOfTwoBytesIsOne() {
        #expect(DigestChallenge.strongest(in: ["WWW-Authenticate": "Digest realm=\"\r\n\", nonce=n"]) == nil)
    }

    private static let entries: [EntryPoint] = [
        EntryPoint("a challenge") { mark in
            let challenge = AuthenticationChallenge.all(in: [
                "WWW-Authenticate": #"Digest realm="\#(mark),\#(mark)a", b=c"#
            ])
            return (
                challenge.first?.parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "|"),
                "realm=\(mark),\(mark)a|b=c"
            )
        },
        EntryPoint("what a challenge protects") { mark in
            let challenge = DigestChallenge.strongest(
                in: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth,\#(mark)x""#])
            return (challenge?.qop, "auth")
        },
    ]
}
