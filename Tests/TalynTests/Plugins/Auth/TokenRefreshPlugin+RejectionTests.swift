import Foundation
import Testing

@testable import Talyn

/// Rejections that the body tells, the status of a failed refresh, and routes that never refresh.
@Suite(.timeLimit(.minutes(5))) struct TokenRefreshPluginRejectionTests {
    private let server = TokenServer()

    private struct Code: Decodable { var code: Int }

    /// A plugin that also takes a code of 40101 in a body as a rejection.
    private func plugin(on statuses: Set<Int> = [401]) -> TokenRefreshPlugin {
        .tokenRefresh(
            on: statuses, when: { (try? $0.decoded(Code.self))?.code == 40101 }, current: { self.server.credential }
        ) { self.server.replace($0, by: "new") }
    }

    /// Stubs that answer the old token with a response, and the new one with "ok".
    private func reject(_ status: Int, _ body: String) -> StubTransport {
        let stubs = StubTransport()
        stubs.on(where: { endpoint, _ in endpoint.token == "old" }, .json(body, status: status))
        stubs.on(where: { endpoint, _ in endpoint.token == "new" }, .text("ok"))
        return stubs
    }

    @Test(arguments: [200, 403, 400, 418, 401])
    func aBodyMayTellThatTheTokenIsRejected(_ status: Int) async throws {
        let provider = Provider<Probe>(transport: reject(status, #"{"code": 40101}"#), plugins: [plugin()])
        #expect(try await provider.request(Probe(.get("a")), as: String.self) == "ok")
        #expect(server.refreshed == ["old"])
    }

    @Test(arguments: [200, 403]) func anotherBodyIsTheResult(_ status: Int) async {
        let stubs = reject(status, #"{"code": 40300}"#)
        let result = await Provider<Probe>(transport: stubs, plugins: [plugin()]).result(Probe(.get("a")))
        #expect((try? result.get())?.statusCode ?? result.thrown?.statusCode == status)
        #expect(server.refreshed.isEmpty && stubs.calls.count == 1)
    }

    @Test func withoutStatusesTheBodyAloneDecides() async {
        let stubs = reject(401, #"{"code": 1}"#)
        let result = await Provider<Probe>(transport: stubs, plugins: [plugin(on: [])]).result(Probe(.get("a")))
        #expect(result.thrown?.statusCode == 401 && server.refreshed.isEmpty)
    }

    @Test func aBodyThatTheValidationRejectsTellsItToo() async throws {
        var target = Probe(.get("a"))
        target.validation = .successCodes.rejecting { response in
            (try? response.decoded(Code.self)).map { Rejection(code: "\($0.code)", message: nil) }
        }
        let provider = Provider<Probe>(transport: reject(200, #"{"code": 40101}"#), plugins: [plugin()])
        #expect(try await provider.request(target, as: String.self) == "ok")
    }

    @Test(arguments: [200, 403]) func aRejectionOfTheNewTokenIsTheResult(_ status: Int) async {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .json(#"{"code": 40101}"#, status: status))
        let result = await Provider<Probe>(transport: stubs, plugins: [plugin()]).result(Probe(.get("a")))
        #expect((try? result.get())?.statusCode ?? result.thrown?.statusCode == status)
        #expect(server.refreshed == ["old"] && stubs.calls.count == 2)
    }

    @Test func aStreamIsJudgedByItsHead() async throws {
        let stubs = StubTransport()
        stubs.on(where: { endpoint, _ in endpoint.token == "old" }, .text("late", headers: ["X-Token": "rejected"]))
        stubs.on(where: { endpoint, _ in endpoint.token == "new" }, .text("ok"))
        let plugin: TokenRefreshPlugin = .tokenRefresh(
            when: { $0.headers["X-Token"] == "rejected" && $0.data.isEmpty }, current: { self.server.credential }
        ) { self.server.replace($0, by: "new") }
        let stream = try await Provider<Probe>(transport: stubs, plugins: [plugin]).stream(Probe(.get("a")))
        var text = Data()
        for try await piece in stream { text += piece }
        #expect(text == Data("ok".utf8))
    }

    // MARK: The status of a failed refresh

    /// An API with a refresh that is refused.
    private enum Login: RoutedTarget {
        case renew
        var baseURL: URL { URL(string: "https://login.example")! }
        var route: Route { .post("token") }
    }

    @Test(arguments: [400, 403, 429, 500, 503, 401], [200, 401])
    func aFailedRefreshKeepsItsStatus(_ status: Int, _ rejection: Int) async throws {
        let (login, stubs) = (StubTransport(), reject(rejection, #"{"code": 40101}"#))
        login.on(where: { _, _ in true }, .json(#"{"error": "invalid_grant"}"#, status: status))
        let accounts = Provider<Login>(transport: login)
        let plugin: TokenRefreshPlugin = .tokenRefresh(
            when: { (try? $0.decoded(Code.self))?.code == 40101 }, current: { self.server.credential }
        ) { _ in
            _ = try await accounts.request(.renew)
            return AccessCredential("new")
        }
        let error = await Provider<GitHub>(transport: stubs, plugins: [plugin]).result(.zen).thrown
        #expect(error?.statusCode == status)
        let raw = try #require(error?.requestError)
        #expect(raw.statusCode == status && raw.response?.statusCode == rejection)
        guard case .plugin(let failure) = raw.kind else {
            Issue.record("\(raw)")
            return
        }
        #expect(
            (failure.underlying as? MyAPIError)?.requestError.response?.data
                == Data(#"{"error": "invalid_grant"}"#.utf8))
    }

    @Test(arguments: [400, 503]) func aCatchChainSeesTheStatusOfTheRefreshAndTheRejection(_ status: Int) {
        let underlying = MyAPIError.restError(RequestError(.status(status)), statusCode: status, errorCode: nil)
        let failure = PluginFailure(plugin: "TokenRefreshPlugin", underlying: underlying)
        let response = Response(statusCode: 401, endpoint: Endpoint(url: Probe.host))
        let error = RequestError(.plugin(failure), response: response)
        func chain(_ codes: Int...) -> CatchChain<MyAPIError> {
            codes.reduce(CatchChain(cancelled: MyAPIError.cancelled, otherwise: { .decoding($0) })) { chain, code in
                chain.catch(status: code) { .restError($0, statusCode: code, errorCode: nil) }
            }
        }
        #expect(chain(status, 401)(error).statusCode == status)
        // A busy server has not refused the refresh.
        #expect(chain(401, status)(error).statusCode == (status == 400 ? 401 : status))
        #expect(chain(401)(error).statusCode == (status == 400 ? 401 : nil))
        #expect(chain(404)(error).statusCode == nil)
    }

    // MARK: Routes that never refresh

    @Test func aRouteMaySendTheTokenAndNeverRefreshIt() async {
        let provider = Provider<Probe>(transport: server.stubs, plugins: [server.plugin])
        let error = await provider.result(Probe(.post("logout").tokenRefresh(false))).thrown
        #expect(error?.statusCode == 401)
        #expect(server.tokens == ["old"] && server.refreshed.isEmpty)
        #expect(await provider.result(Probe(.get("a").tokenRefresh(true))).thrown == nil)
        #expect(server.refreshed == ["old"])
    }

    @Test func aRouteThatNeverRefreshesSendsATokenThatExpiresAndNeedsNone() async {
        let clock = TestClock()
        server.credential = AccessCredential("old", expirationDate: clock.start.addingTimeInterval(10))
        let provider = Provider<Probe>(transport: server.stubs, plugins: [server.plugin], clock: clock)
        _ = await provider.result(Probe(.post("logout").tokenRefresh(false)))
        server.credential = nil
        let first: TokenRefreshPlugin = .tokenRefresh(current: { self.server.credential }) {
            self.server.replace(AccessCredential(""), by: "first")
        } refresh: {
            self.server.replace($0, by: "new")
        }
        let anonymous = Provider<Probe>(transport: server.stubs, plugins: [first], clock: clock)
        _ = await anonymous.result(Probe(.post("logout").tokenRefresh(false)))
        #expect(server.tokens == ["old", "none"] && server.refreshed.isEmpty)
    }
}
