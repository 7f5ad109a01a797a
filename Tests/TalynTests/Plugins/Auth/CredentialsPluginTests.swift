import Foundation
import Testing

@testable import Talyn

@Suite struct CredentialsPluginTests {
    let stubs = StubTransport()

    func provider(_ user: String = "Aladdin", _ password: String = "open sesame", baseURL: URL? = nil) -> Provider<
        Probe
    > {
        stubs.on(where: { _, _ in true }, .status(204))
        return Provider(
            baseURL: baseURL, transport: stubs,
            plugins: [.credentials { _ in UserCredentials(user: user, password: password) }])
    }

    var authorization: [[String]] { stubs.requests.map { $0.headers.values(for: "Authorization") } }

    // The examples of RFC 7617 §2 and §2.1, the second one also in decomposed form, and empty values.
    @Test(arguments: [
        ("Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), ("test", "123£", "Basic dGVzdDoxMjPCow=="),
        ("é", "", "Basic w6k6"), ("e\u{301}", "", "Basic w6k6"), ("", "a:b", "Basic OmE6Yg=="),
    ])
    func theHeaderIsThatOfTheRFC(_ user: String, _ password: String, _ expected: String) async throws {
        try await provider(user, password).request(Probe(.get("a")))
        #expect(authorization == [[expected]])
    }

    @Test(arguments: [
        ("a:b", "colon"), ("bob:\u{301}x", "colon"), ("a\n", "control character"), ("\u{7F}", "control character"),
    ])
    func credentialsThatBasicCannotCarryAreRefused(_ user: String, _ reason: String) async throws {
        let error = try #require(await provider(user, canary).result(Probe(.get("a"))).thrown)
        #expect(error.category == .invalidRequest)
        #expect("\(error)".contains(reason))
        #expect(!texts(of: error).contains(canary))
        #expect(stubs.requests.isEmpty)
    }

    @Test func itIsSetAndNeverAdded() async throws {
        try await provider().request(Probe(.get("a").bearer("t")))
        #expect(authorization == [["Bearer t"]])
    }

    @Test func withoutCredentialsTheCallIsSentWithout() async throws {
        stubs.on(where: { _, _ in true }, .status(204))
        let provider = Provider<Probe>(transport: stubs, plugins: [.credentials { _ in nil }])
        try await provider.request(Probe(.get("a")))
        #expect(authorization == [[]])
    }

    @Test func anotherOriginNeverSeesThem() async throws {
        let elsewhere = try #require(URL(string: "https://elsewhere.example/a"))
        let provider = provider()
        try await provider.request(Probe(.get(.absolute(elsewhere))))
        try await provider.send(Endpoint(url: elsewhere))
        stubs.on(Probe(.get("away")), .redirect(to: elsewhere.absoluteString))
        try await provider.request(Probe(.get("away")))
        #expect(authorization.map(\.count) == [0, 0, 1, 0])
        #expect(stubs.requests.last?.url == elsewhere)
    }

    @Test func theProvidersBaseURLIsItsHome() async throws {
        let staging = try #require(URL(string: "https://staging.example/v2"))
        let provider = provider(baseURL: staging)
        try await provider.request(Probe(.get("a")))
        try await provider.send(Endpoint(url: staging))
        try await provider.send(Endpoint(url: Probe.host))
        #expect(authorization.map(\.count) == [1, 1, 0])
    }

    @Test func nothingIsShown() {
        let credentials = UserCredentials(user: canary, password: canary)
        let plugin = CredentialsPlugin { _ in credentials }
        for value in [credentials, plugin] as [Any] { #expect(!texts(of: value).contains(canary)) }
    }
}
