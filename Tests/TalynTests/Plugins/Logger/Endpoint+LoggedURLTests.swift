import Foundation
import Testing

@testable import Talyn

@Suite struct EndpointLoggedURLTests {
    /// Returns the URL of the first log line.
    private func url(
        _ route: Route, base: String = "https://api.example.com", redacting redaction: Redaction = .standard
    ) async throws -> String {
        let (trace, stubs) = (Trace(), StubTransport())
        stubs.on(where: { _, _ in true }, .text("ok"))
        let provider = Provider<Probe>(
            transport: stubs, plugins: [.logger(.requestMethod, redacting: redaction, output: trace.write)])
        var target = Probe(route)
        target.baseURL = try #require(URL(string: base))
        try await provider.request(target)
        return try #require(trace.lines.first?.split(separator: " ").last.map(String.init))
    }

    @Test(arguments: [("https://h.example", ""), ("https://h.example/", "/"), ("https://h.example/a", "/…")])
    func ofAnEndpointMadeByHandTheRootIsShownAndNoOtherPath(url: String, path: String) async throws {
        let (trace, stubs) = (Trace(), StubTransport())
        stubs.on(where: { _, _ in true }, .text("ok"))
        let provider = Provider<Probe>(
            transport: stubs, plugins: [.logger(.requestMethod, output: trace.write)])
        try await provider.send(Endpoint(url: try #require(URL(string: url))))
        #expect(trace.lines.first?.hasSuffix(" https://h.example\(path)") == true)
    }

    @Test(arguments: ["ann:CANARY@", "CANARY@", "ann:CANARY@CANARY@", "@", ""])
    func userInformationIsNotShown(_ user: String) throws {
        let endpoint = Endpoint(url: try #require(URL(string: "https://\(user)h.example:8/")))
        let redacted = Redaction.standard.url(endpoint.requestedURL)
        let shown = endpoint.loggedURL(redacted, declared: nil, redacting: .standard)
        #expect(shown == "https://h.example:8/")
    }

    @Test(arguments: [
        "access_token", "accessToken", "api_key", "apikey", "X-Amz-Signature", "X-Amz-Credential", "auth", "auth_code",
        "bearer", "card", "client_secret", "code", "code_verifier", "confirmation_code", "cred", "credential", "email",
        "invite_code", "jwt", "key", "login_pass", "nonce", "oauth_verifier", "otp", "pass", "passphrase", "passwd",
        "password", "phone", "pin", "pwd", "reset_code", "secret", "sessionId", "session_id", "sessionid", "sig",
        "signature", "ssn", "token", "user", "user_email", "user_id", "user_name",
        "userName", "email_address", "phone-number", "card_type", "user_session", "username", "web_session",
    ])
    func secretsAndPeopleAreNotWritten(_ name: String) async throws {
        let url = try await url(.get("things").query([name: "CANARY"]))
        #expect(url == "https://api.example.com/things?\(name)=REDACTED")
    }

    @Test(arguments: [
        "shipping", "country_code", "error_code", "author", "design", "assigned", "monkey", "keyboard", "keyword",
        "sort_key", "opinion", "pinned", "compass", "passenger", "next_page_token", "token_type", "discard", "hotmail",
        "q", "page", "postcode", "codename", "userscript",
    ])
    func namesThatOnlyLookLikeThemAreShown(_ name: String) async throws {
        let url = try await url(.get("things").query([name: "SHOWN"]))
        #expect(url == "https://api.example.com/things?\(name)=SHOWN")
    }

    @Test func theUsersWordIsHeard() async throws {
        let redaction = Redaction.standard.excepting(names: ["code", "Email", "t"]).adding(names: ["nick"])
        let route = Route.get("things").query(["code": "A", "email": "B", "nick": "CANARY", "t": "C"])
        let url = try await url(route.authorization(.query("t")), redacting: redaction)
        #expect(url == "https://api.example.com/things?code=A&email=B&nick=REDACTED&t=C")
    }

    @Test(arguments: [
        ("https://h.example/v1/", "https://h.example/v1/users/{}/repos"),
        ("https://h.example", "https://h.example/users/{}/repos"),
        ("https://h.example/v1?x=1", "https://h.example/v1/users/{}/repos?x=1"),
        ("https://h.example:8080/a%20b", "https://h.example:8080/a%20b/users/{}/repos"),
    ])
    func thePathOfTheBaseStandsBeforeTheTemplate(_ base: String, _ shown: String) async throws {
        #expect(try await url(.get("users/\("CANARY")/repos"), base: base) == shown)
    }

    @Test(arguments: ["https://h.example/v1/", "https://h.example/v1", "https://h.example/"])
    func theBaseItselfIsShown(_ base: String) async throws { #expect(try await url(.get(""), base: base) == base) }

    @Test func aRawValueOfManySegmentsIsOnePlaceholder() async throws {
        let route = Route.get("files/\("CANARY")/\(raw: "CANARY/b/c/CANARY")")
        #expect(try await url(route, base: "https://h.example/v1") == "https://h.example/v1/files/{}/{}")
    }

    @Test func anAbsoluteURLShowsNothingOfItsPath() async throws {
        let absolute = try #require(URL(string: "https://x.example/CANARY/b?page=2&token=CANARY"))
        let url = try await url(Route(.get, .absolute(absolute)))
        #expect(url == "https://x.example/{absolute}?page=2&token=REDACTED")
    }

    @Test func aRedirectShowsNothingOfAPathThatIsNotTheTemplates() async throws {
        let (trace, stubs) = (Trace(), StubTransport())
        stubs.on(where: { _, _ in true }, .sequence([.redirect(to: "/CANARY/login/CANARY?page=1"), .text("ok")]))
        let provider = Provider<GitHub>(transport: stubs, plugins: [.logger(.requestMethod, output: trace.write)])
        try await provider.request(.zen)
        #expect(trace.lines.count == 3)
        #expect(trace.lines[1].hasSuffix("GET https://api.github.com/…?page=1"))
    }

    @Test func aQueryThatIsNoneStaysSmall() async throws {
        #expect(try await url(.get("things").query(["q": "a b&c", "e": ""])).hasSuffix("/things?q=a%20b%26c&e="))
    }

    @Test(arguments: [
        ("flag", "REDACTED"), ("a=1&flag&b=", "a=1&REDACTED&b="), ("a=1&&b=2", "a=1&&b=2"), ("q='", "q='"),
        ("=c2VjcmV0", "REDACTED"), ("a=1&=", "a=1&="),
        ("c2VjcmV0LXRva2Vu=", "REDACTED"), ("a=1&QUJDREVGRw==", "a=1&REDACTED"), ("a=b=", "a=b="), ("a=", "a="),
    ])
    func anItemWithoutANameIsNotShown(query: String, shown: String) async throws {
        let (trace, stubs) = (Trace(), StubTransport())
        stubs.on(where: { _, _ in true }, .text("ok"))
        let provider = Provider<Probe>(transport: stubs, plugins: [.logger(.requestMethod, output: trace.write)])
        try await provider.send(Endpoint(url: try #require(URL(string: "https://h.example/?\(query)"))))
        #expect(trace.lines.first?.hasSuffix(" https://h.example/?\(shown)") == true)
    }

    @Test(arguments: [("/CANARY", "/…"), ("/v1/CANARY", "/…"), ("/v1/a/b/CANARY", "/…"), ("/v1/a/b", "/v1/a/b")])
    func thePathOfARedirectIsShownIfItIsTheDeclaredOne(place: String, shown: String) async throws {
        let (trace, stubs) = (Trace(), StubTransport())
        stubs.on(where: { _, _ in true }, .sequence([.redirect(to: "https://h.example\(place)"), .text("ok")]))
        let provider = Provider<Probe>(transport: stubs, plugins: [.logger(.requestMethod, output: trace.write)])
        var target = Probe(.get("a/b"))
        target.baseURL = try #require(URL(string: "https://h.example/v1"))
        try await provider.request(target)
        #expect(trace.lines.first?.hasSuffix(" https://h.example/v1/a/b") == true)
        #expect(trace.lines.dropFirst().first?.hasSuffix(" https://h.example\(shown)") == true)
    }

    @Test func aTemplateOfOtherLettersIsThatOfItsPath() async throws {
        let url = try await url(.get("größe/\("CANARY")"), base: "https://h.example")
        #expect(url == "https://h.example/größe/{}")
    }

    @Test(arguments: [
        ("https://h.example/v1/CANARY", "https://h.example/…"),
        ("https://x.example/v1/a/7?b=1", "https://x.example/v1/a/{}?b=1"),
        ("https://h.example/CANARY/v1/a/7", "https://h.example/…"), ("https://h.example", "https://h.example"),
    ])
    func thePathThatAPluginSetsIsShownIfItIsTheDeclaredOne(url: String, shown: String) async throws {
        let (trace, stubs) = (Trace(), StubTransport())
        stubs.on(where: { _, _ in true }, .text("ok"))
        let changed = try #require(URL(string: url))
        let plugins: [any Plugin] = [.logger(.requestMethod, output: trace.write), Changing { $0.url = changed }]
        var target = Probe(.get("a/\(7)"))
        target.baseURL = try #require(URL(string: "https://h.example/v1"))
        try await Provider<Probe>(transport: stubs, plugins: plugins).request(target)
        #expect(trace.lines.first?.hasSuffix(" \(shown)") == true, "\(trace.lines)")
    }

    @Test func aSecretInThePathOfTheBaseIsNotShown() async throws {
        let url = try await url(.get("getMe"), base: "https://api.telegram.org/bot123456:CANARY-AAHdqTcvCH1vGWJx")
        #expect(!url.contains("CANARY") && url.hasSuffix("/getMe"), "\(url)")
    }

    @Test func aPersonOfTheQueryIsNoSecretElsewhere() async throws {
        let (trace, stubs) = (Trace(), StubTransport())
        stubs.on(where: { _, _ in true }, .text("octocat is shown"))
        let provider = Provider<Probe>(transport: stubs, plugins: [.logger(.verbose, output: trace.write)])
        try await provider.request(Probe(.get("a").query(["user": "octocat", "USER-ID": "7", "%65mail": "x"])))
        #expect(trace.lines.first?.contains("/a?user=REDACTED&USER-ID=REDACTED&") == true, "\(trace.lines)")
        #expect(trace.lines.last?.hasSuffix("octocat is shown") == true)
    }
}
