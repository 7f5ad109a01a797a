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

    /// An error that says what it is.
    private struct CircuitIsOpen: PluginError {
        var retryAfter: Duration?
        var description = "the circuit is open"
        var errorDescription: String? = "The service is not available at the moment."
        let category = ErrorCategory(rawValue: "circuitOpen")
    }

    @Test func aPluginErrorHasItsOwnCategoryAndTexts() async throws {
        let provider = Provider<RawAPI>(transport: StubTransport(), plugins: [Refusing(error: CircuitIsOpen())])
        let error = try #require(await provider.result(.items).thrown)
        #expect(error.category.rawValue == "circuitOpen")
        #expect("\(error)" == "RawAPI.items: plugin Refusing: the circuit is open")
        #expect(error.localizedDescription == "The service is not available at the moment.")
        #expect(error.recoverySuggestion == nil)
        let busy = RequestError(.plugin(PluginFailure(plugin: "P", underlying: CircuitIsOpen(retryAfter: .zero))))
        #expect(busy.recoverySuggestion == "Please try again later.")
        let silent = CircuitIsOpen(errorDescription: nil)
        let unknown = RequestError(.plugin(PluginFailure(plugin: "P", underlying: silent)))
        #expect(unknown.localizedDescription == "The request failed.")
    }

    @Test func theDescriptionOfAPluginErrorIsOneShortLineWithoutSecrets() {
        let text =
            "first\nsecond, see https://user:\(canary)@h.example/?token=\(canary)" + String(repeating: "x", count: 999)
        let failure = PluginFailure(plugin: "P", underlying: CircuitIsOpen(description: text))
        #expect(!"\(failure)".contains("\n") && !"\(failure)".contains(canary) && "\(failure)".count < 250)
        #expect("\(failure)".hasPrefix("plugin P: first second, see https://h.example/?token=REDACTED"))
    }

    @Test(arguments: [
        (nil, [Duration]()), (Duration.zero, [.seconds(0.5)]), (.seconds(3), [.seconds(3.5)]), (.seconds(31), []),
    ])
    func aPluginErrorIsRetriedIfItSaysThatThisHelps(wait: Duration?, slept: [Duration]) async {
        let clock = TestClock()
        let plugins: [any Plugin] = [.retry(1), Refusing(error: CircuitIsOpen(retryAfter: wait))]
        let provider = Provider<RawAPI>(
            transport: StubTransport(), plugins: plugins, clock: clock, randomness: Randomness { .max })
        let error = await provider.result(.items).thrown
        #expect(error?.category.rawValue == "circuitOpen")
        #expect(clock.slept == slept)
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
