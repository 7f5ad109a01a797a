import Foundation
import Testing

@testable import Talyn

@Suite struct PluginErrorTests {
    /// An error of an open circuit.
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
        func shown(_ text: String) -> String {
            "\(PluginFailure(plugin: "P", underlying: CircuitIsOpen(description: text)))"
        }
        let text = "first\nsecond\u{1B}[31m, see https://user:\(canary)@h.example/?token=\(canary)"
        #expect(shown(text) == "plugin P: first second [31m, see https://h.example/?token=REDACTED")
        #expect(shown(String(repeating: "x ", count: 999)).unicodeScalars.count == 10 + 200)
        // A token that begins before the cut is known by its whole.
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
        #expect(!shown(String(repeating: "x ", count: 95) + token).contains("eyJ"))
    }

    @Test func aPluginErrorOfACallThatAPluginMadeIsKnown() {
        let inner = RequestError(.plugin(PluginFailure(plugin: "Breaker", underlying: CircuitIsOpen())))
        for nested in [inner, MyAPIError.catchChain(inner)] as [any Error] {
            let error = RequestError(.plugin(PluginFailure(plugin: "TokenRefresh", underlying: nested)))
            #expect(error.category.rawValue == "circuitOpen")
            #expect(error.localizedDescription == "The service is not available at the moment.")
        }
    }

    @Test(arguments: [503, 200], [HTTPMethod.get, .post])
    func aPluginErrorRepeatsNoRequestThatIsNotIdempotent(status: Int, method: HTTPMethod) async throws {
        /// Fails each call after it was sent, with an error that asks for another attempt.
        struct Limiter: CallInterceptor {
            func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                _ = try? await next(endpoint)
                throw CircuitIsOpen(retryAfter: .zero)
            }
        }
        /// Sends each request by a method.
        struct Sending: Preparer {
            let method: HTTPMethod
            func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws { endpoint.method = method }
        }
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(status))
        let plugins: [any Plugin] = [.retry(), Limiter(), Sending(method: method)]
        let provider = Provider<RawAPI>(transport: stubs, plugins: plugins, clock: TestClock())
        let error = try #require(await provider.result(.items).thrown)
        #expect(stubs.requests.count == (method == .get ? 3 : 1))
        #expect("\(error.timeline)".contains("no retry: POST is not idempotent") == (method == .post))
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

    /// Refuses the first calls in the call ring, or before they are sent.
    private final class Refusals: CallInterceptor, ExchangeInterceptor {
        private let inCallRing: Bool
        private let left = Locked(1)

        init(inCallRing: Bool) { self.inCallRing = inCallRing }

        private func refuse() throws {
            try left.withLock {
                $0 -= 1
                if $0 >= 0 { throw CircuitIsOpen(retryAfter: .zero) }
            }
        }
        func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            if inCallRing { try refuse() }
            return try await next(endpoint)
        }
        func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            if !inCallRing { try refuse() }
            return try await next(endpoint)
        }
    }

    @Test(arguments: [true, false])
    func aPostThatWasRefusedBeforeAnAttemptIsTriedAgain(inCallRing: Bool) async {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .text("ok"))
        let plugins: [any Plugin] = [.retry(), Refusals(inCallRing: inCallRing)]
        let provider = Provider<Probe>(transport: stubs, plugins: plugins, clock: TestClock())
        let result = await provider.result(Probe(.post("a")))
        // In the exchange ring another plugin may have sent it.
        #expect((result.thrown == nil) == inCallRing)
        #expect(stubs.requests.count == (inCallRing ? 1 : 0))
        let forbidden = Provider<Probe>(
            transport: stubs, plugins: [.retry(), Refusals(inCallRing: true)], clock: TestClock())
        #expect(await forbidden.result(Probe(.post("a").retryable(false))).thrown != nil)
    }
}
