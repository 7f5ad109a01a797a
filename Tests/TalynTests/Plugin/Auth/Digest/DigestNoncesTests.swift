import Foundation
import Testing

@testable import Talyn

@Suite struct DigestNoncesTests {
    let nonces = DigestNonces()
    let home = Origin(Probe.host)!

    private var isSignedAhead: Bool { nonces.ahead(at: home, for: .none) != nil }

    private func challenge(_ nonce: String, qop: String = "auth") throws -> DigestChallenge {
        try #require(
            DigestChallenge.strongest(
                in: ["WWW-Authenticate": "Digest realm=r, nonce=\"\(nonce)\", qop=\(qop)"], for: .none))
    }

    private func response(_ status: Int, next: String? = nil) -> Response {
        var headers = HTTPHeaders()
        if let next { headers["Authentication-Info"] = "nextnonce=\"\(next)\", nc=00000001" }
        return Response(statusCode: status, headers: headers, endpoint: Endpoint(url: Probe.host))
    }

    @Test func aNonceIsUsedAheadWhenItWasTaken() throws {
        let first = nonces.turn(answering: try challenge("n"), at: home, clientNonce: "c")
        #expect(first.count == 1)
        #expect(!isSignedAhead)
        nonces.learn(from: response(403), to: first, at: home)
        let second = try #require(nonces.ahead(at: home, for: .none))
        #expect(second.count == 2)
        #expect(second.clientNonce == "c")
        nonces.learn(from: response(401), to: second, at: home)
        #expect(!isSignedAhead)
    }

    @Test func aNonceGivenTwiceIsCountedOn() throws {
        #expect(nonces.turn(answering: try challenge("n"), at: home, clientNonce: "c").count == 1)
        #expect(nonces.turn(answering: try challenge("m"), at: home, clientNonce: "d").count == 1)
        let again = nonces.turn(answering: try challenge("n"), at: home, clientNonce: "e")
        #expect(again.count == 2)
        #expect(again.clientNonce == "c")
    }

    @Test func theNextNonceTakesItsPlace() throws {
        let first = nonces.turn(answering: try challenge("n"), at: home, clientNonce: "c")
        nonces.learn(from: response(200, next: "m"), to: first, at: home)
        let second = try #require(nonces.ahead(at: home, for: .none))
        #expect(second.challenge.nonce == "m")
        #expect(second.count == 1)
        #expect(second.firstNonce == "n")
        #expect(second.clientNonce == "c")
        nonces.learn(from: response(401, next: "o"), to: second, at: home)
        #expect(!isSignedAhead)
    }

    @Test(arguments: ["", "a\r", "b\u{0}"])
    func aNextNonceThatCannotBeSentIsIgnored(next: String) throws {
        let first = nonces.turn(answering: try challenge("n"), at: home, clientNonce: "c")
        nonces.learn(from: response(200, next: next), to: first, at: home)
        #expect(nonces.ahead(at: home, for: .none)?.challenge.nonce == "n")
    }

    @Test func anotherOriginHasItsOwn() throws {
        let elsewhere = try #require(URL(string: "http://api.example.com").flatMap { Origin($0) })
        nonces.keep(try challenge("n"), at: home, clientNonce: "c")
        #expect(nonces.ahead(at: elsewhere, for: .none)?.count == nil)
        #expect(nonces.turn(answering: try challenge("n"), at: elsewhere, clientNonce: "d").count == 1)
    }

    @Test func whatCannotCoverABodyIsNotUsedForIt() throws {
        nonces.keep(try challenge("n", qop: "auth-int"), at: home, clientNonce: "c")
        #expect(nonces.ahead(at: home, for: .file(URL(fileURLWithPath: "/nowhere")))?.count == nil)
        #expect(nonces.ahead(at: home, for: .data(Data()))?.count == 1)
    }

    @Test func thereIsABound() throws {
        for number in 0..<100 { nonces.keep(try challenge("n\(number)"), at: home, clientNonce: "c") }
        #expect(nonces.count == DigestNonces.limit)
        #expect(nonces.ahead(at: home, for: .none)?.challenge.nonce == "n99")
    }

    @Test func callsAtOnceHaveANumberEach() async throws {
        nonces.keep(try challenge("n"), at: home, clientNonce: "c")
        let counts = await withTaskGroup(of: UInt32?.self) { group in
            for _ in 0..<200 { group.addTask { nonces.ahead(at: home, for: .none)?.count } }
            return await group.reduce(into: []) { $0.append($1 ?? 0) }
        }
        #expect(counts.sorted() == Array(1...200))
    }

    @Test func aNonceGivenAgainIsUsedAsItIsOfferedNow() throws {
        _ = nonces.turn(answering: try challenge("n"), at: home, clientNonce: "c")
        let again = nonces.turn(answering: try challenge("n", qop: "auth-int"), at: home, clientNonce: "d")
        #expect(again.challenge.protection == .requestAndBody)
        #expect(again.count == 2)
    }
}
