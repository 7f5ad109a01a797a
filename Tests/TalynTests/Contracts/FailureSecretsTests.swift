import Foundation
import Testing

@testable import Talyn

/// Calls with a secret in every value fail in every way; no text of their errors contains it.
@Suite struct FailureSecretsTests {
    /// A kind of failure.
    struct Failing: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let category: ErrorCategory
        var target = Vault.open(canary)
        var answer = StubAnswer.text(canary)
        var plugins: [any Plugin] = []

        init(_ name: String, _ category: ErrorCategory, _ change: (inout Failing) -> Void) {
            testDescription = name
            self.category = category
            change(&self)
        }
    }

    private static let info: [String: any Sendable] = [
        NSURLErrorFailingURLErrorKey: Vault.host, NSUnderlyingErrorKey: Leak(), "secret": canary,
    ]

    static let failings = [
        Failing("a value in the path", .invalidRequest) { $0.target = .crooked(id: canary) },
        Failing("a value in the query", .invalidRequest) { $0.target = .unencodable(canary) },
        Failing("a plugin's header value", .invalidRequest) {
            $0.plugins = [Changing { $0.headers["X-Key"] = "\(canary)\r\n" }]
        },
        Failing("a plugin's header name", .invalidRequest) {
            $0.plugins = [Changing { $0.headers.add("X-Key: \(canary)", canary) }]
        },
        Failing("a plugin's URL", .invalidRequest) {
            $0.plugins = [Changing { $0.url = URL(fileURLWithPath: "/\(canary)") }]
        },
        Failing("a refused status", .status) {
            $0.answer = .json(#"{"code": "E7", "secret": "\#(canary)"}"#, status: 500, headers: ["X-Key": canary])
        },
        Failing("a refused content type", .rejected) { $0.answer = .text(canary) },
        Failing("an envelope that says no", .rejected) { $0.answer = .json(#"{"no": "\#(canary)"}"#) },
        Failing("a body of another shape", .decoding) { $0.answer = .json(#"{"opened": "\#(canary)"}"#) },
        Failing("a body that is not JSON", .decoding) { $0.answer = .json("<\(canary)>") },
        Failing("no network", .offline) {
            $0.answer = .failure(URLError(.notConnectedToInternet, userInfo: info))
        },
        Failing("a timeout", .timeout) { $0.answer = .failure(URLError(.timedOut, userInfo: info)) },
        Failing("an error of the transport's own", .other) { $0.answer = .failure(Leak()) },
        Failing("an error of a plugin", .plugin) { $0.plugins = [Refusing(error: Leak())] },
        Failing("a URLError of a plugin", .timeout) {
            $0.plugins = [Refusing(error: URLError(.timedOut, userInfo: info))]
        },
        Failing("no stub", .unstubbed) { $0.answer = .sequence([]) },
    ]

    @Test(arguments: failings)
    func noTextOfAFailureShowsASecret(failing: Failing) async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, failing.answer)
        let recorder = OutcomeRecorder()
        let lines = Trace()
        let observers: [any Plugin] = [recorder, OnceMore()]
        let provider = Provider<Vault>(transport: stubs, plugins: observers + failing.plugins, clock: TestClock())

        let own = try #require(await provider.result(failing.target, as: Vault.Box.self).thrown)
        let raw = try #require(recorder.errors.first)
        #expect(raw.category == failing.category)
        let values: [Any] = [raw, raw.kind, raw.timeline, own, own.requestError.timeline as Any, recorder.outcomes]
        for value in values { lines.write(texts(of: value)) }
        #expect(!lines.lines.joined().contains(canary))
    }

    @Test(arguments: failings.filter { [.status, .decoding].contains($0.category) })
    func hiddenValuesAreInThePropertiesOfTheError(failing: Failing) async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, failing.answer)
        let provider = Provider<Vault>(transport: stubs)
        let error = await provider.result(failing.target, as: Vault.Box.self).thrown?.requestError
        #expect(try error?.response?.string().contains(canary) == true)
        #expect(error?.endpoint?.headers["X-Key"] == canary)
    }
}
