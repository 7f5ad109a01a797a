import Foundation
import Testing

@testable import Talyn

struct PluginFailureTests {
    private struct TokenRefused: Error { let token: String }

    @Test func itNamesThePluginAndTheTypeOfItsError() {
        let failure = PluginFailure(plugin: "AccessToken", underlying: TokenRefused(token: "hunter2"))
        #expect("\(failure)" == "plugin AccessToken threw TokenRefused")
        #expect(!printedText(of: failure).contains("hunter"))
        #expect((failure.underlying as? TokenRefused)?.token == "hunter2")
    }

    @Test func itGivesDomainAndCodeOfAFoundationErrorAndNotItsText() {
        let error = NSError(domain: "Keychain", code: -34018, userInfo: [NSLocalizedDescriptionKey: "hunter2"])
        let failure = PluginFailure(plugin: "AccessToken", underlying: error)
        #expect("\(failure)" == "plugin AccessToken threw Keychain -34018")
        #expect(!printedText(of: failure).contains("hunter"))
    }

    @Test func twoAreEqualWhenPluginTypeAndCodeAre() {
        func failure(_ error: any Error, of plugin: String = "a") -> PluginFailure {
            PluginFailure(plugin: plugin, underlying: error)
        }
        let one = failure(TokenRefused(token: "1"))
        #expect(one == failure(TokenRefused(token: "2")))
        #expect(one != failure(TokenRefused(token: "1"), of: "b"))
        #expect(one != failure(CancellationError()))
        #expect(failure(URLError(.timedOut)) == failure(URLError(.timedOut, text: "late")))
        #expect(failure(URLError(.timedOut)) != failure(URLError(.badURL)))
        #expect(failure(NSError(domain: "a", code: 1)) != failure(NSError(domain: "b", code: 1)))
    }

    @Test func anErrorOfAPluginFailsTheCallWithItsNameAndNothingIsSent() async {
        let stubs = StubTransport()
        let provider = Provider<RawAPI>(transport: stubs, plugins: [Refusing(error: TokenRefused(token: "1"))])
        let failure = PluginFailure(plugin: "Refusing", underlying: TokenRefused(token: "2"))
        #expect(await provider.result(.items) == .failure(RequestError(.plugin(failure))))
        #expect(stubs.requests.isEmpty)
    }

    @Test func aRequestErrorThatAPluginThrowsIsNotWrapped() async {
        let provider = Provider<RawAPI>(
            transport: StubTransport(), plugins: [Refusing(error: RequestError(.tooLarge(limit: 9)))])
        #expect(await provider.result(.items) == .failure(RequestError(.tooLarge(limit: 9))))
    }
}
