import Foundation
import Testing

@testable import Talyn
@testable import TalynDigest

@Suite struct DigestPluginTests {
    let stubs = StubTransport()
    let timelines = TimelineRecorder()
    let plugin = DigestPlugin { _ in DigestAuthorizationTests.mufasa }

    private func provider(_ more: any Plugin...) -> Provider<Probe> {
        Provider(
            transport: stubs, plugins: [timelines, plugin] + more, clock: TestClock(),
            randomness: Randomness { 0xAB })
    }

    /// Returns a 401 with a challenge.
    private func challenge(_ nonce: String, _ more: String = "qop=auth, algorithm=SHA-256") -> StubAnswer {
        .status(401, headers: ["WWW-Authenticate": "Digest realm=\"r\", nonce=\"\(nonce)\", \(more)"])
    }

    private func answer(_ answers: StubAnswer...) {
        stubs.on(where: { _, _ in true }, .sequence(answers))
    }

    /// The nonce and count of each request; `-` without an authorization.
    private var sent: [String] {
        stubs.requests.map { request in
            guard let value = request.headers["Authorization"] else { return "-" }
            let challenge = AuthenticationChallenge.all(in: ["WWW-Authenticate": value]).first
            return "\(challenge?["nonce"] ?? "?") \(challenge?["nc"] ?? "?")"
        }
    }

    @Test func aChallengeIsAnsweredAndTheNextCallIsSignedAhead() async throws {
        answer(challenge("n1"), .text("ok"), .text("again"))
        let route = Route.get("a").query(["q": "x y"])
        let provider = provider()
        #expect(try await provider.request(Probe(route), as: String.self) == "ok")
        #expect(try await provider.request(Probe(route), as: String.self) == "again")
        // The responses, computed with Python's hashlib.
        let answers = [
            ("00000001", "921020d1899ca406ca9b495b526bd437cd0c1dad0ed833133ba5e28a02e643e5"),
            ("00000002", "1e1ee8ce753b5f304dddce34baf914c5458c179d2f34847fad3c59c45cc29441"),
        ].map { count, response in
            """
            Digest username="Mufasa", realm="r", uri="/a?q=x%20y", algorithm=SHA-256, nonce="n1", nc=\(count), \
            cnonce="00000000000000ab00000000000000ab", qop=auth, response="\(response)"
            """
        }
        #expect(stubs.requests.map { $0.headers.values(for: "Authorization") } == [[], [answers[0]], [answers[1]]])
        #expect(timelines.notes == ["challenge answered"])
    }

    @Test func theTimelineTellsIt() async throws {
        answer(challenge("n1"), .status(500))
        let error = try #require(await provider().result(Probe(.get("a"))).thrown)
        #expect(
            error.timeline.entries.map(\.event) == [
                .response(status: 401), .note("challenge answered"), .response(status: 500),
            ])
        #expect(error.timeline.entries.allSatisfy { $0.attempt == 1 })
    }

    @Test func aWrongPasswordIsRefusedOnceACall() async throws {
        answer(challenge("n1"), challenge("n2"), challenge("n3"), challenge("n4"))
        let provider = provider()
        for _ in 0..<2 {
            let error = try #require(await provider.result(Probe(.get("a"))).thrown)
            #expect(error.statusCode == 401)
            for text in ["Mufasa", "Circle", "response"] { #expect(!texts(of: error).contains(text)) }
        }
        #expect(sent == ["-", "n1 00000001", "-", "n3 00000001"])
    }

    @Test func aStaleNonceIsReplacedOnce() async throws {
        let stale = "qop=auth, stale=true"
        answer(challenge("n1", "qop=auth"), challenge("n2", stale), .text("ok"))
        let provider = provider()
        try await provider.request(Probe(.get("a")))
        #expect(sent == ["-", "n1 00000001", "n2 00000001"])

        answer(challenge("n3", stale), challenge("n4", stale), challenge("n5", stale))
        #expect(await provider.result(Probe(.get("a"))).thrown?.statusCode == 401)
        #expect(sent.dropFirst(3) == ["n2 00000002", "n3 00000001", "n4 00000001"])
    }

    @Test func aNonceThatIsForgottenWithoutAWordIsReplaced() async throws {
        answer(challenge("n1"), .text("ok"), challenge("n2"), .text("ok"), .text("ok"))
        let provider = provider()
        for _ in 0..<3 { try await provider.request(Probe(.get("a"))) }
        #expect(sent == ["-", "n1 00000001", "n1 00000002", "n2 00000001", "n2 00000002"])
    }

    @Test func theSameNonceRefusedIsAWrongPassword() async throws {
        answer(challenge("n1"), .text("ok"), challenge("n1"))
        let provider = provider()
        try await provider.request(Probe(.get("a")))
        #expect(await provider.result(Probe(.get("a"))).thrown?.statusCode == 401)
        #expect(sent == ["-", "n1 00000001", "n1 00000002"])
    }

    @Test(arguments: [
        "Basic realm=\"r\"", "Digest realm=\"r", "", "Digest realm=r, nonce=n, algorithm=SHA-512-256, qop=auth",
        "Negotiate", "Bearer realm=\"r\", error=\"invalid_token\"",
        "Digest realm=r, nonce=n, algorithm=SHA-256-sess, qop=auth", "Digest realm=r, nonce=n, qop=auth-int",
    ])
    func anotherChallengeIsNotAnswered(_ value: String) async throws {
        answer(.status(401, headers: ["WWW-Authenticate": value]))
        #expect(await provider().result(Probe(.get("a"))).thrown?.statusCode == 401)
        #expect(sent == ["-"])
        #expect(timelines.notes.isEmpty)
    }

    @Test func theStrongestOfManyIsAnswered() async throws {
        let headers: HTTPHeaders = [
            "WWW-Authenticate": "Basic realm=\"r\"",
            "www-authenticate":
                "Negotiate, Digest realm=r, nonce=weak, qop=\"auth\", Digest realm=r, nonce=strong, algorithm=SHA-256, qop=auth",
        ]
        answer(.status(401, headers: headers), .text("ok"))
        try await provider().request(Probe(.get("a")))
        #expect(sent == ["-", "strong 00000001"])
    }

    @Test(arguments: [204, 403, 407, 503])
    func onlyA401IsAnswered(status: Int) async throws {
        answer(.status(status, headers: ["WWW-Authenticate": "Digest realm=r, nonce=n"]))
        _ = await provider().result(Probe(.get("a")))
        #expect(sent == ["-"])
    }

    @Test func anotherOriginIsNotAnswered() async throws {
        let elsewhere = try #require(URL(string: "https://elsewhere.example/a"))
        stubs.on(where: { _, _ in true }, challenge("n1"))
        let provider = provider()
        _ = await provider.result(Probe(.get(.absolute(elsewhere))))
        _ = try? await provider.send(Endpoint(url: elsewhere))
        #expect(sent == ["-", "-"])
    }

    @Test func aRedirectElsewhereTakesNothingAlong() async throws {
        let elsewhere = try #require(URL(string: "https://elsewhere.example/b"))
        stubs.on(
            Probe(.get("a")),
            .sequence([challenge("n1"), .redirect(to: elsewhere.absoluteString), .redirect(to: "/c")]))
        stubs.on(Endpoint(url: elsewhere), challenge("n2"))
        let provider = provider()
        #expect(await provider.result(Probe(.get("a"))).thrown?.statusCode == 401)
        #expect(sent == ["-", "n1 00000001", "-"])

        // The same path at the target's own origin.
        stubs.on(template: "c", .text("ok"))
        try await provider.request(Probe(.get("a")))
        #expect(sent.suffix(2) == ["n1 00000002", "n1 00000003"])
        #expect(stubs.requests.last?.headers["Authorization"]?.contains("uri=\"/c\"") == true)
    }

    @Test func anAuthorizationOfOnesOwnStays() async throws {
        answer(challenge("n1"))
        #expect(await provider().result(Probe(.get("a").bearer("t"))).thrown?.statusCode == 401)
        #expect(stubs.requests.map { $0.headers.values(for: "Authorization") } == [["Bearer t"]])
    }

    @Test func withoutCredentialsTheChallengeStays() async throws {
        answer(challenge("n1"))
        let provider = Provider<Probe>(transport: stubs, plugins: [.digest { _ in nil }])
        #expect(await provider.result(Probe(.get("a"))).thrown?.statusCode == 401)
        #expect(sent == ["-"])
    }

    @Test func aBodyThatCanBeSentOnceIsNotSentAgain() async throws {
        answer(challenge("n1"), .text("ok"), challenge("n2"), .text("ok"))
        let provider = provider()
        func stream(_ isRepeatable: Bool) -> Probe {
            Probe(
                .put("a").stream(
                    BodyStream(isRepeatable: isRepeatable) {
                        var rest: Data? = Data([1, 2])
                        return {
                            defer { rest = nil }
                            return rest
                        }
                    }))
        }
        #expect(await provider.result(stream(false)).thrown?.statusCode == 401)
        #expect(sent == ["-"])
        // Signed in advance it can be sent, and a repeatable body is sent again.
        try await provider.request(stream(false))
        #expect(sent == ["-", "n1 00000001"])
        try await provider.request(stream(true))
        #expect(sent == ["-", "n1 00000001", "n1 00000002", "n2 00000001"])
        #expect(stubs.requests.allSatisfy { $0.body == .data(Data([1, 2])) })
    }

    @Test func callsAtOnceHaveANumberEach() async throws {
        stubs.on(where: { _, _ in true }, .text("ok"))
        stubs.on(where: { endpoint, _ in !endpoint.headers.contains("Authorization") }, challenge("n1"))
        let provider = provider()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { _ = await provider.result(Probe(.get("a"))) } }
        }
        let numbers = sent.compactMap { $0 == "-" ? nil : UInt32($0.dropFirst(3), radix: 16) }
        #expect(numbers.sorted() == Array(1...100))
    }

    @Test func eachClientNonceIsDrawnAnew() async throws {
        stubs.on(where: { _, _ in true }, .sequence([challenge("n1"), .text("ok")], then: .cycles))
        for _ in 0..<2 {
            let plugin = DigestPlugin { _ in DigestAuthorizationTests.mufasa }
            try await Provider<Probe>(transport: stubs, plugins: [plugin]).request(Probe(.get("a")))
        }
        let nonces = stubs.requests.compactMap { $0.headers["Authorization"] }.compactMap {
            AuthenticationChallenge.all(in: ["WWW-Authenticate": $0]).first?["cnonce"]
        }
        #expect(nonces.map(\.count) == [32, 32])
        #expect(Set(nonces).count == 2)
    }

    @Test func nothingIsShown() async throws {
        answer(challenge(canary), .text("ok"))
        let secret = DigestPlugin { _ in UserCredentials(user: canary, password: canary) }
        try await Provider<Probe>(transport: stubs, plugins: [secret]).request(Probe(.get("a")))
        #expect(!texts(of: secret).contains(canary))
        #expect("\(secret)" == "DigestPlugin")
    }

    @Test func coalescingThatPrecedesItIsNamed() {
        #expect(plugin.problem(behind: CoalescingPlugin()) == "no exchange is shared")
        #expect(plugin.problem(behind: .logger()) == nil)
        let basic: CredentialsPlugin = .credentials { _ in nil }
        #expect(basic.problem(behind: CoalescingPlugin()) == nil)
    }

    private enum User: CallTagKey { static let defaultValue = "" }

    @Test(.timeLimit(.minutes(5)), arguments: [true, false])
    func twoUsersNeverShareAnAnswerWhateverTheOrder(isSignedFirst: Bool) async throws {
        let coalescing = CoalescingPlugin()
        let digest: DigestPlugin = .digest {
            UserCredentials(user: $0.tags[User.self], password: "p")
        }
        let unsigned = Locked(0)
        let transport = AnswerTransport { endpoint, _ in
            guard let value = endpoint.headers["Authorization"] else {
                unsigned.withLock { $0 += 1 }
                await until { unsigned.withLock { $0 } == 2 || coalescing.transfers.waiting == 2 }
                let challenge: HTTPHeaders = ["WWW-Authenticate": "Digest realm=\"r\", nonce=\"n\", qop=auth"]
                return Response(statusCode: 401, headers: challenge, endpoint: endpoint)
            }
            return Response(statusCode: 200, body: .data(Data(value.utf8)), endpoint: endpoint)
        }
        let plugins: [any Plugin] = isSignedFirst ? [digest, coalescing] : [coalescing, digest]
        let provider = Provider<Probe>(transport: transport, plugins: plugins)
        async let ann = provider.request(Probe(.get("a").tag(User.self, "ann")), as: String.self)
        async let bob = provider.request(Probe(.get("a").tag(User.self, "bob")), as: String.self)
        let answers = try await [ann, bob]
        #expect(answers[0].contains("username=\"ann\"") && answers[1].contains("username=\"bob\""))
    }

    @Test func theResponseToACallSignedAheadIsLearntFrom() async throws {
        answer(challenge("n1"), .text("ok"), .text("ok"), challenge("n1"), .text("ok"))
        let provider = provider()
        for _ in 0..<2 { try await provider.request(Probe(.get("a"))) }
        #expect(sent == ["-", "n1 00000001", "n1 00000002"])
        // A rejection stops signing in advance.
        #expect(await provider.result(Probe(.get("a"))).thrown?.statusCode == 401)
        try await provider.request(Probe(.get("a")))
        #expect(sent.dropFirst(3) == ["n1 00000003", "-"])
    }

    @Test(.timeLimit(.minutes(5))) func callsThatAreNotSignedYetMayShareAnExchangeBehindIt() async {
        let (clock, coalescing) = (TestClock(isManual: true), CoalescingPlugin())
        stubs.on(where: { _, _ in true }, .text("ok"))
        stubs.on(
            where: { endpoint, _ in !endpoint.headers.contains("Authorization") },
            challenge("n1").delayed(by: .seconds(1)))
        let provider = Provider<Probe>(transport: stubs, plugins: [plugin, coalescing], clock: clock)
        let calls = (0..<2).map { _ in Task { await provider.result(Probe(.get("a"))) } }
        await until { [stubs] in coalescing.transfers.waiting == 2 || stubs.requests.count == 2 }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        for call in calls { #expect(await call.value.thrown == nil) }
        #expect(sent.filter { $0 == "-" }.count == 1 && sent.count == 3)
    }
}
