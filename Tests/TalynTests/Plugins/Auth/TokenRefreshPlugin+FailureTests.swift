import Foundation
import Testing

@testable import Talyn

/// The results of calls whose refresh fails.
@Suite(.timeLimit(.minutes(5))) struct TokenRefreshPluginFailureTests {
    /// An API with its own errors, as in an app.
    enum Notes: RoutedTarget {
        case all

        enum Failure: Error, Equatable { case signedOut, cancelled, other(ErrorCategory) }

        static let catchChain = CatchChain(cancelled: Failure.cancelled, otherwise: { .other($0.category) })
            .catch(status: 401) { _ in .signedOut }

        var baseURL: URL { URL(string: "https://notes.example")! }
        var route: Route { .get("notes") }
    }

    struct Broken: Error {}

    private let server = TokenServer()

    private func plugin(_ error: any Error) -> TokenRefreshPlugin {
        .tokenRefresh(current: { self.server.credential }) { _ in throw error }
    }

    @Test(
        arguments: [
            (Broken(), .signedOut),
            (MyAPIError.restError(RequestError(.status(400)), statusCode: 400, errorCode: nil), .signedOut),
            (URLError(.notConnectedToInternet), .other(.offline)),
            (MyAPIError.requestTimeout(), .other(.timeout)),
        ] as [(any Error, Notes.Failure)])
    func aRefusalStaysOneForTheCatchChainUnlessTheRefreshHadNoConnection(thrown: any Error, failure: Notes.Failure)
        async
    {
        let provider = Provider<Notes>(transport: server.stubs, plugins: [plugin(thrown)], clock: TestClock())
        #expect(await provider.result(.all).thrown == failure)
    }

    /// The API of the log-in, whose failure hides the raw error.
    enum Login: RoutedTarget {
        case renew

        enum Failure: Error { case cancelled, offline, signedOut, other(RequestError) }

        static let catchChain = CatchChain(cancelled: Failure.cancelled, otherwise: { .other($0) })
            .catch(category: .offline) { _ in .offline }

        var baseURL: URL { URL(string: "https://login.example")! }
        var route: Route { .post("token") }
    }

    /// The API of the log-in with the default error.
    enum PlainLogin: RoutedTarget {
        case renew
        var baseURL: URL { URL(string: "https://login.example")! }
        var route: Route { .post("token") }
    }

    @Test(
        arguments: [
            (.status(400), .signedOut, "status 400"), (.status(401), .signedOut, "status 401"),
            (.status(403), .signedOut, "status 403"), (.status(503), .other(.plugin), "status 503"),
            (.status(429), .other(.plugin), "status 429"), (.status(408), .other(.plugin), "status 408"),
            (.status(304), .other(.plugin), "status 304"), (.text("no JSON"), .other(.plugin), "decoding 200"),
            (.status(200), .other(.plugin), "empty 200"),
            (.failure(.notConnectedToInternet), .other(.offline), "offline"),
            (.failure(.timedOut), .other(.timeout), "timeout"),
            (.failure(.secureConnectionFailed), .other(.tls), "tls"),
        ] as [(StubAnswer, Notes.Failure, String)], [true, false])
    func onlyARefusedRefreshIsARefusalForTheCatchChain(
        _ refresh: (answer: StubAnswer, failure: Notes.Failure, shown: String), isTyped: Bool
    ) async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, refresh.answer)
        let (login, plain) = (Provider<Login>(transport: stubs), Provider<PlainLogin>(transport: stubs))
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { self.server.credential }) { _ in
            let tokens =
                isTyped
                ? try await login.request(.renew, as: [String].self)
                : try await plain.request(.renew, as: [String].self)
            return AccessCredential(tokens[0])
        }
        let provider = Provider<Notes>(transport: server.stubs, plugins: [plugin], clock: TestClock())
        #expect(await provider.result(.all).thrown == refresh.failure)
        let raw = Provider<Probe>(transport: server.stubs, plugins: [plugin], clock: TestClock())
        let error = try #require(await raw.result(Probe(.get("a"))).thrown)
        let status = refresh.shown.split(separator: " ").last.flatMap { Int($0) }
        #expect(error.statusCode == status && error.response?.statusCode == 401)
        #expect(error.localizedDescription != "You need to sign in." || status == 401)
        guard case .plugin(let failure) = error.kind else {
            Issue.record("\(error)")
            return
        }
        #expect(isTyped ? failure.underlying is Login.Failure : failure.underlying is MyAPIError)
        let (type, name) = isTyped ? ("Failure", "Login") : ("MyAPIError", "PlainLogin")
        #expect(failure.description == "plugin TokenRefreshPlugin threw \(type) (\(name).renew: \(refresh.shown))")
    }

    @Test(arguments: [(400, .other(.plugin)), (401, .signedOut), (503, .other(.plugin))] as [(Int, Notes.Failure)])
    func theStatusOfAFailedFirstCredentialIsThatOfTheCall(status: Int, failure: Notes.Failure) async throws {
        let stubs = StubTransport()
        stubs.on(Login.renew, .status(status))
        let login = Provider<Login>(transport: stubs)
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { nil }) {
            AccessCredential(try await login.request(.renew, as: String.self))
        } refresh: {
            $0
        }
        let provider = Provider<Notes>(transport: server.stubs, plugins: [plugin], clock: TestClock())
        #expect(await provider.result(.all).thrown == failure)
        let raw = Provider<Probe>(transport: server.stubs, plugins: [plugin], clock: TestClock())
        let error = try #require(await raw.result(Probe(.get("a"))).thrown)
        #expect(error.statusCode == status && error.response == nil)
        #expect(server.tokens.isEmpty)
    }

    /// As a refresh that tells a server of its failure, or its fallback fails too.
    @Test(arguments: [true, false])
    func theFailureOfTheRefreshIsThatOfTheCallWhoseErrorItThrows(isRaw: Bool) async throws {
        let stubs = StubTransport()
        stubs.on(PlainLogin.renew, .sequence([.status(400), .status(503)]))
        let login = Provider<PlainLogin>(transport: stubs)
        let renew: @Sendable () async throws -> AccessCredential = {
            do throws(MyAPIError) { return AccessCredential(try await login.request(.renew, as: String.self)) } catch {
                _ = await login.result(.renew)
                if isRaw { throw error.requestError }
                throw error
            }
        }
        let current = [server.credential, nil]
        for credential in current {
            let plugin: TokenRefreshPlugin = .tokenRefresh(
                current: { credential }, first: { try await renew() }, refresh: { _ in try await renew() })
            let provider = Provider<Probe>(transport: server.stubs, plugins: [plugin], clock: TestClock())
            let error = try #require(await provider.result(Probe(.get("a"))).thrown)
            #expect(error.statusCode == 400 && error.response?.statusCode == (credential == nil ? nil : 401))
            guard case .plugin(let failure) = error.kind else {
                Issue.record("\(error)")
                return
            }
            #expect(isRaw ? failure.underlying is RequestError : failure.underlying is MyAPIError)
            stubs.on(PlainLogin.renew, .sequence([.status(400), .status(503)]))
        }
    }

    /// 404 is about the token endpoint: the call was not sent, and asks for an item of its own.
    @Test(
        arguments: [
            (404, "The request failed."), (413, "The request failed."), (401, "You need to sign in."),
            (503, "The server has a problem."),
        ])
    func theSentenceOfAFailedCredentialIsNotAboutTheItemOfTheCall(status: Int, sentence: String) async throws {
        let (stubs, statuses) = (StubTransport(), Locked<[Int?]>([]))
        stubs.on(PlainLogin.renew, .status(status))
        let login = Provider<PlainLogin>(transport: stubs)
        for credential in [nil, server.credential] {
            let plugin: TokenRefreshPlugin = .tokenRefresh(current: { credential }) {
                AccessCredential(try await login.request(.renew, as: String.self))
            } refresh: { _ in
                AccessCredential(try await login.request(.renew, as: String.self))
            }
            let metrics = MetricsPlugin { metrics in statuses.withLock { $0.append(metrics.status) } }
            let provider = Provider<Probe>(transport: server.stubs, plugins: [metrics, plugin], clock: TestClock())
            let error = try #require(await provider.result(Probe(.get("a"))).thrown)
            #expect(error.localizedDescription == sentence && error.statusCode == status)
        }
        // Nothing was sent without a credential.
        #expect(statuses.withLock { $0 } == [nil, 401])
    }

    @Test func anErrorOfTheAppAfterACallOfTheRefreshIsNotThatOfTheCall() async throws {
        let stubs = StubTransport()
        stubs.on(Login.renew, .status(503))
        let login = Provider<Login>(transport: stubs)
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { self.server.credential }) { _ in
            _ = await login.result(.renew)
            throw Login.Failure.signedOut
        }
        let provider = Provider<Notes>(transport: server.stubs, plugins: [plugin], clock: TestClock())
        #expect(await provider.result(.all).thrown == .signedOut)
    }

    @Test func theErrorHasTheRefusalAndTheReason() async throws {
        server.stubs.on(where: { _, _ in true }, .text("no such token", status: 401))
        let provider = Provider<Probe>(transport: server.stubs, plugins: [plugin(Broken())], clock: TestClock())
        let error = try #require(await provider.result(Probe(.get("a"))).thrown)
        guard case .plugin(let failure) = error.kind else {
            Issue.record("\(error)")
            return
        }
        #expect(failure.underlying is Broken)
        #expect(error.category == .plugin)
        #expect(error.statusCode == 401)
        #expect(error.response?.data == Data("no such token".utf8))
        #expect(error.endpoint?.token == "old")
        #expect("\(error.timeline)".hasSuffix("401 in 0 µs → token not refreshed"))
    }

    @Test func aRefreshAheadThatFailsIsNotTriedAgainWhenTheTokenIsRefusedThen() async {
        let clock = TestClock()
        server.credential = AccessCredential("old", expirationDate: clock.start.addingTimeInterval(10))
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { self.server.credential }) {
            self.server.noteRefresh(of: $0)
            throw Broken()
        }
        let error = await server.provider(plugin, clock: clock).result(.zen).thrown
        #expect(error?.requestError.category == .plugin)
        #expect(error?.statusCode == 401)
        #expect(server.tokens == ["old"])
        #expect(server.refreshed == ["old"])
    }

    @Test func aRefreshThatFailedBeforeTheAttemptWasSentIsNotItsFailure() async {
        let (clock, isBroken, isFirst) = (TestClock(isManual: true), Locked(true), Locked(true))
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { self.server.credential }) { old in
            if isBroken.withLock({ $0 }) {
                self.server.noteRefresh(of: old)
                throw Broken()
            }
            return self.server.replace(old, by: "new")
        }
        let transport = AnswerTransport { [server] endpoint, context in
            if endpoint.url.path == "/users/slow",
                isFirst.withLock({ value in
                    defer { value = false }; return value
                })
            {
                var headers = HTTPHeaders()
                headers["Retry-After"] = "20"
                return Response(statusCode: 503, headers: headers, endpoint: endpoint)
            }
            return try await server.stubs.send(endpoint, context: context)
        }
        let provider = Provider<GitHub>(transport: transport, plugins: [plugin, .retry()], clock: clock)
        let slow = Task { await provider.result(.user("slow")) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        #expect(await provider.result(.zen).thrown?.requestError.category == .plugin)
        isBroken.withLock { $0 = false }
        // Plus the random delay, at most half a second.
        clock.advance(by: .seconds(16))
        #expect(await slow.value.thrown == nil)
        #expect(server.refreshed == ["old", "old"])
    }

    @Test func aCallThatBeganDuringARefreshThatFailsIsSignedOutToo() async {
        let begun = Gate()
        let plugin: TokenRefreshPlugin = .tokenRefresh(current: { self.server.credential }) { old in
            self.server.noteRefresh(of: old)
            await begun.pass()
            throw Broken()
        }
        let provider = Provider<Notes>(transport: server.stubs, plugins: [plugin], clock: TestClock())
        async let first = provider.result(.all)
        await begun.arrivals()
        async let second = provider.result(.all)
        await until { plugin.refreshes.waiting == 2 }
        await begun.open()
        #expect(await [first.thrown, second.thrown] == [.signedOut, .signedOut])
        #expect(server.tokens == ["old", "old"] && server.refreshed == ["old"])
    }
}
