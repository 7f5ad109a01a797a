import Foundation
import Testing

@testable import Talyn

// Release builds have no notice.
#if DEBUG
struct PluginNoticeTests {
    private struct Answering: CallInterceptor {
        func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
            try await next(endpoint)
        }
    }

    /// A plugin that forgot to adopt its hook, which Swift does not notice.
    private struct Idle: Plugin {
        func prepare(_ endpoint: inout Endpoint, context: CallContext) async throws {}
    }

    /// A plugin of another product.
    private struct Foreign: Processor {
        func process(_ result: Result<Response, RequestError>, context: CallContext) throws -> Response {
            try result.get()
        }
        func problem(behind earlier: any Plugin) -> String? { earlier is LoggerPlugin ? "it is late" : nil }
    }

    private static let refresh: TokenRefreshPlugin = .tokenRefresh(current: { nil }) { $0 }
    private static let adapt: AdaptPlugin = .adapt { request in request.setValue("s", forHTTPHeaderField: "X-S") }
    private static let basic: CredentialsPlugin = .credentials { _ in nil }
    private static let token: AccessTokenPlugin = .accessToken { "t" }
    private static let activity = ActivityPlugin()
    private static let limit: ConcurrencyLimitPlugin = .concurrencyLimit(4)

    @Test(
        arguments: [
            (refresh, .retry(), "RetryPlugin precedes TokenRefreshPlugin: each retry may refresh once more"),
            (
                .coalescing(), limit,
                "ConcurrencyLimitPlugin precedes CoalescingPlugin: each call uses a permit, and queued calls cannot share"
            ),
            (
                adapt, .coalescing(),
                "CoalescingPlugin precedes AdaptPlugin: callers that share a response have one signature, also those of "
                    + "another user"
            ),
            (basic, .coalescing(), nil),
            (activity, Answering(), nil),
            (activity, .retry(), nil), (activity, refresh, nil), (activity, .logger(), nil),
            (Foreign(), .logger(), "LoggerPlugin precedes Foreign: it is late"), (.logger(), .retry(), nil),
            (.userAgent("a"), token, nil),
        ] as [(any Plugin, any Plugin, String?)])
    func aPairInTheWrongOrderIsNamed(_ first: any Plugin, _ second: any Plugin, _ reversed: String?) {
        #expect(PluginNotice.mistakes(in: [first, second]).isEmpty)
        #expect(PluginNotice.mistakes(in: [second, first]) == [reversed].compactMap { $0 })
        // Also if others stand between them.
        #expect(PluginNotice.mistakes(in: [second, .userAgent("b"), first]) == [reversed].compactMap { $0 })
    }

    @Test func theListOfThePageHasNoMistake() {
        let plugins: [any Plugin] = [
            .logger(), Self.activity, Self.refresh, .retry(), .userAgent("app/1.0"), Self.adapt, .coalescing(),
            Self.limit, .metrics { _ in },
        ]
        #expect(PluginNotice.mistakes(in: plugins).isEmpty)
        #expect(PluginNotice.mistakes(in: plugins.reversed()).count == 3)
    }

    @Test func aPluginWithoutAHookIsNamed() {
        #expect(
            PluginNotice.mistakes(in: [.logger(), Idle()]) == [
                "Idle adopts no hook (CallInterceptor, Preparer, ExchangeInterceptor, CallObserver, Processor) and is "
                    + "ignored"
            ])
        let adopting: [any Plugin] = [Answering(), Self.token, Self.adapt, OutcomeRecorder(), Foreign()]
        for plugin in adopting { #expect(PluginNotice.mistakes(in: [plugin]).isEmpty) }
    }

    /// A plugin whose place matters for one value only.
    private struct Numbered: Preparer {
        let number: Int
        func prepare(_ endpoint: inout Endpoint, context: CallContext) {}
        func problem(behind earlier: any Plugin) -> String? { number == 2 ? "2 is late" : nil }
    }

    @Test func aMistakeIsSaidOnce() {
        let trace = Trace()
        let notice = PluginNotice(write: trace.write)
        for _ in 1...2 { notice.check([Idle()]) }
        #expect(trace.lines.count == 1)
        #expect(trace.lines.first?.hasPrefix("Talyn: Idle adopts no hook (") == true)
        notice.check([.logger(), Idle()])
        notice.check([])
        #expect(trace.lines.count == 1)
        // Lists of the same types are not the same.
        for number in 1...3 { notice.check([.logger(), Numbered(number: number)]) }
        #expect(trace.lines.dropFirst() == ["Talyn: LoggerPlugin precedes Numbered: 2 is late. Shown once."])
    }

    @Test func aProviderSaysWhatIsWrongWithItsPluginsWhenItIsMade() {
        let trace = Trace()
        PluginNotice.$current.withValue(PluginNotice(write: trace.write)) {
            let provider = Provider<Probe>(transport: StubTransport(), plugins: [.retry()])
            #expect(trace.lines == [])
            let line =
                "Talyn: RetryPlugin precedes TokenRefreshPlugin: each retry may refresh once more. Shown once."
            let added = provider.adding(Self.refresh)
            #expect(trace.lines == [line])
            _ = added.withDefaults { $0.headers = ["A": "1"] }.for(GitHub.self)
            #expect(trace.lines == [line])
        }
    }
}
#endif
