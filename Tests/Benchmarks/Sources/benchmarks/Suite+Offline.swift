import Foundation
import Measure
import Subjects
import Talyn
import TalynStubs

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Suite {
    /// The cases without a server: building, stubbing, decoding, plugins.
    static let offline = Suite(
        title: "Without a network", rounds: 200,
        cases: [
            byHand, bareCall, endpoint, nullCall, stubbedCall, everyHook, noHook, builtIn, coalescing, logger,
            verboseLogger, bareDecode, stubbedDecode,
        ],
        plans: [
            .cpu(
                "target → endpoint, two query parameters", of: "endpoint", against: "URLComponents + URLRequest",
                .atMost(0.5)),
            .cpu("call over a null transport", of: "null call", against: "bare async call", .none),
            // 2.5 µs with a floor of 2.3 µs: a tenth of Moya.
            .cpu("stubbed call", of: "stubbed call", against: "URLComponents + URLRequest", .atMost(1.09)),
            // 2.5 µs with a floor of 0.9 µs.
            .cpu("stubbed call, bare", of: "stubbed call", against: "bare async call", .none),
            .cpu("stubbed call + decode of 1 KB", of: "stubbed decode", against: "bare decode", .atMost(1.2)),
            Plan(
                name: "ten plugins with every hook: added", floor: "URLComponents + URLRequest",
                cases: ["stubbed call", "ten plugins, every hook", "URLComponents + URLRequest"],
                // 4 µs with a floor of 2.3 µs.
                budget: .atMost(1.74)
            ) {
                ($0.cpu("ten plugins, every hook") - $0.cpu("stubbed call")) / $0.cpu("URLComponents + URLRequest")
            },
            Plan(
                name: "seven built-in plugins: added", floor: "URLComponents + URLRequest",
                cases: ["stubbed call", "seven built-in plugins", "URLComponents + URLRequest"], budget: .none
            ) {
                ($0.cpu("seven built-in plugins") - $0.cpu("stubbed call")) / $0.cpu("URLComponents + URLRequest")
            },
            Plan(
                name: "coalescing: added", floor: "URLComponents + URLRequest",
                cases: ["stubbed call", "coalescing plugin", "URLComponents + URLRequest"], budget: .none
            ) {
                ($0.cpu("coalescing plugin") - $0.cpu("stubbed call")) / $0.cpu("URLComponents + URLRequest")
            },
            // Moya's NetworkLoggerPlugin: 103 and 104 µs with a floor of 4.74 µs.
            .cpu(
                "stubbed call + default logger", of: "stubbed call, default logger",
                against: "URLComponents + URLRequest", .atMost(21.7)),
            .cpu(
                "stubbed call + verbose logger", of: "stubbed call, verbose logger",
                against: "URLComponents + URLRequest", .atMost(21.9)),
            .cpu("ten plugins without a hook", of: "ten plugins, no hook", against: "stubbed call", .atMost(1.02)),
        ])

    private static let page = Shop.repositories(of: "octocat", page: 1)
    private static let calls = 1000

    private static let byHand = Case("URLComponents + URLRequest", calls: calls) {
        .sync { keep(try ByHand.request(login: "octocat", page: 1)) }
    }

    private static let bareCall = Case("bare async call", calls: calls) {
        .async { keep(try await ByHand.bareCall(login: "octocat", page: 1)) }
    }

    private static let endpoint = Case("endpoint", calls: calls) {
        let shop = Provider<Shop>(transport: NullTransport())
        return .sync { keep(try shop.endpoint(page)) }
    }

    private static let nullCall = Case("null call", calls: calls) {
        let shop = Provider<Shop>(transport: NullTransport())
        return .async { keep(try await shop.request(page)) }
    }

    private static let stubbedCall = stubbed("stubbed call", plugins: [])
    private static let everyHook = stubbed(
        "ten plugins, every hook", plugins: Array(repeating: EveryHook(), count: 10))
    private static let noHook = stubbed("ten plugins, no hook", plugins: Array(repeating: NoHook(), count: 10))

    // The plugins of a typical app, without the logger, whose cost is its output, and coalescing, which runs in its own
    // task.
    private static let builtIn = stubbed(
        "seven built-in plugins",
        plugins: [
            .userAgent("Shop/1.0"), .acceptLanguage(["en"]),
            .tokenRefresh(current: { AccessCredential("token") }, refresh: { $0 }), .retry(), .concurrencyLimit(4),
            ActivityPlugin(), .metrics { _ in },
        ] as [any Plugin])

    private static let coalescing = stubbed("coalescing plugin", plugins: [.coalescing()] as [any Plugin])

    private static let logger = stubbed(
        "stubbed call, default logger", plugins: [SilentLogger.byDefault], body: Listing.flat)
    private static let verboseLogger = stubbed(
        "stubbed call, verbose logger", plugins: [SilentLogger.verbose], body: Listing.flat)

    // A new stub for each batch, because it records its requests.
    private static func stubbed(_ name: String, plugins: [any Plugin], body: Data = Listing.json) -> Case {
        Case(name, calls: calls) {
            let shop = Provider<Shop>(transport: StubTransport.listing(body), plugins: plugins)
            return .async { keep(try await shop.request(page)) }
        }
    }

    private static let bareDecode = Case("bare decode", calls: calls / 5) {
        let decoder = JSONDecoder()
        return .sync { keep(try decoder.decode(Listing.self, from: Listing.json)) }
    }

    private static let stubbedDecode = Case("stubbed decode", calls: calls / 5) {
        let shop = Provider<Shop>(transport: StubTransport.listing())
        return .async { keep(try await shop.request(page, as: Listing.self)) }
    }
}
