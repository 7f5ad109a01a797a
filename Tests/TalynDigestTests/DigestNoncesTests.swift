import Foundation
import Testing

@testable import Talyn
@testable import TalynDigest

@Suite struct DigestNoncesTests {
    let nonces = DigestNonces()
    let home = Origin(Probe.host)!

    private var isSignedAhead: Bool { nonces.next(at: home) != nil }

    private func challenge(_ nonce: String, qop: String = "qop=auth") throws -> DigestChallenge {
        try #require(
            DigestChallenge.strongest(
                in: ["WWW-Authenticate": "Digest realm=r, nonce=\"\(nonce)\", \(qop)"]))
    }

    @Test func aNonceIsUsedAheadWhenItWasTaken() throws {
        let first = nonces.next(answering: try challenge("n"), at: home, clientNonce: "c")
        #expect(first.count == 1)
        #expect(!isSignedAhead)
        nonces.update(after: 403, of: first, at: home)
        let second = try #require(nonces.next(at: home))
        #expect(second.count == 2)
        #expect(second.clientNonce == "c")
        nonces.update(after: 401, of: second, at: home)
        #expect(!isSignedAhead)
    }

    @Test func aNonceGivenTwiceIsCountedOn() throws {
        #expect(nonces.next(answering: try challenge("n"), at: home, clientNonce: "c").count == 1)
        #expect(nonces.next(answering: try challenge("m"), at: home, clientNonce: "d").count == 1)
        let again = nonces.next(answering: try challenge("n"), at: home, clientNonce: "e")
        #expect(again.count == 2)
        #expect(again.clientNonce == "c")
    }

    @Test func anotherOriginHasItsOwn() throws {
        let elsewhere = try #require(URL(string: "http://api.example.com").flatMap { Origin($0) })
        nonces.keep(try challenge("n"), at: home, clientNonce: "c")
        #expect(nonces.next(at: elsewhere)?.count == nil)
        #expect(nonces.next(answering: try challenge("n"), at: elsewhere, clientNonce: "d").count == 1)
    }

    @Test func thereIsABound() throws {
        for number in 0..<100 { nonces.keep(try challenge("n\(number)"), at: home, clientNonce: "c") }
        #expect(nonces.count == DigestNonces.limit)
        #expect(nonces.next(at: home)?.challenge.nonce == "n99")
    }

    @Test func callsAtOnceHaveANumberEach() async throws {
        nonces.keep(try challenge("n"), at: home, clientNonce: "c")
        let counts = await withTaskGroup(of: UInt32?.self) { group in
            for _ in 0..<200 { group.addTask { nonces.next(at: home)?.count } }
            return await group.reduce(into: []) { $0.append($1 ?? 0) }
        }
        #expect(counts.sorted() == Array(1...200))
    }

    @Test func aNonceGivenAgainIsUsedAsItIsOfferedNow() throws {
        _ = nonces.next(answering: try challenge("n"), at: home, clientNonce: "c")
        let again = nonces.next(answering: try challenge("n", qop: "opaque=o"), at: home, clientNonce: "d")
        #expect(again.challenge.qop == nil && again.challenge.opaque == "o")
        #expect(again.count == 2)
    }
}
