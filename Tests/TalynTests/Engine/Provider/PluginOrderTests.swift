import Foundation
import Testing

@testable import Talyn

struct PluginOrderTests {
    private struct Answering: CallInterceptor {
        func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            try await next(endpoint)
        }
    }

    private static let refresh: TokenRefreshPlugin = .tokenRefresh(current: { nil }) { $0 }
    private static let adapt: AdaptPlugin = .adapt { request in request.setValue("s", forHTTPHeaderField: "X-S") }
    private static let digest: CredentialsPlugin = .credentials(.digest) { _ in nil }
    private static let elsewhere = Changing { $0.url = URL(string: "https://other.example/a") ?? $0.url }
    private static let otherPath = Changing { $0.url = URL(string: "https://api.example.com/b") ?? $0.url }
    private static let token: AccessTokenPlugin = .accessToken { "t" }
    private static let activity = ActivityPlugin()
    private static let limit: ConcurrencyLimitPlugin = .concurrencyLimit(4)

    private func order(_ plugins: [any Plugin]) async -> [String] {
        let text = await Provider<Probe>(transport: StubTransport(), plugins: plugins).explain(Probe(.get("a")))
        return text.split(separator: "\n").filter { $0.hasPrefix("  order          ") }.map { String($0.dropFirst(17)) }
    }

    @Test(
        arguments: [
            (refresh, .retry(), nil, "RetryPlugin precedes TokenRefreshPlugin: each retry may refresh once more"),
            (
                .coalescing(), limit, nil,
                "ConcurrencyLimitPlugin precedes CoalescingPlugin: each call uses a permit, and queued calls cannot share"
            ),
            (
                adapt, .coalescing(), nil,
                "CoalescingPlugin precedes AdaptPlugin: callers that share a response have one signature, also those of "
                    + "another user"
            ),
            (
                limit, adapt, nil,
                "AdaptPlugin precedes ConcurrencyLimitPlugin: a signature ages while the call waits"
            ),
            (digest, .coalescing(), nil, "CoalescingPlugin precedes CredentialsPlugin: no exchange is shared"),
            (
                activity, Answering(), nil,
                "Answering precedes ActivityPlugin: calls that the first one answers are not counted"
            ),
            (
                elsewhere, token, nil,
                "AccessTokenPlugin precedes Changing: a token for the old origin is sent to the new one"
            ),
            (
                elsewhere, refresh, nil,
                "TokenRefreshPlugin precedes Changing: a token for the old origin is sent to the new one"
            ),
            (otherPath, token, nil, nil),
            (
                AdaptPlugin { request, _ in request.url = URL(string: "https://api.example.com/b") }, digest, nil,
                "CredentialsPlugin precedes AdaptPlugin: the first one signs another URL than the one that is sent"
            ),
            (.logger(), .retry(), nil, nil), (.userAgent("a"), token, nil, nil),
        ] as [(any Plugin, any Plugin, String?, String?)])
    func aPairInTheWrongOrderIsNamed(
        _ first: any Plugin, _ second: any Plugin, _ inOrder: String?, _ reversed: String?
    ) async {
        #expect(await order([first, second]) == [inOrder].compactMap { $0 })
        #expect(await order([second, first]) == [reversed].compactMap { $0 })
    }

    @Test func theListOfThePageHasNoMistake() async {
        let plugins: [any Plugin] = [
            .logger(), Self.activity, Self.refresh, .retry(), .userAgent("app/1.0"), Self.adapt, .coalescing(),
            Self.limit, .metrics { _ in },
        ]
        #expect(await order(plugins).isEmpty)
        #expect(await order(plugins.reversed()).count == 3)
    }
}
