import ShopSDK
import TalynStubs

final class OrderScreen {
    let client = ShopClient { "secret" }
    var text = ""

    func load(_ id: Int) async {
        do throws(ShopError) {
            text = try await client.order(id).state
        } catch {
            switch error {
            case .cancelled: break
            case .offline: text = "No network"
            case .signedOut: text = "Log in first"
            case .notFound: text = "No such order"
            case .failed(let reason): text = reason
            }
        }
    }
}

/// An app that uses an SDK, in tests over stubs of the paths that the SDK requests.
enum ShippingAnSDKSamples {
    static func run() async throws {
        let stubs = StubTransport()
        stubs.on(template: "orders/{}", .sequence([.json(#"{"id": 7, "state": "sent"}"#), .status(404), .json("[]")]))
        let screen = OrderScreen()
        var texts: [String] = []
        await withStubs(stubs) {
            for _ in 1...3 {
                await screen.load(7)
                texts.append(screen.text)
            }
        }
        guard texts[0] == "sent", texts[1] == "No such order" else { fail("the SDK: \(texts)") }
        guard texts[2].contains("Samples/ShippingAnSDKSamples.swift:") else { fail("the caller's line: \(texts[2])") }
        stubs.on(template: "orders", .json(#"[{"id": 7, "state": "sent"}]"#))
        let client = screen.client
        var states: [String] = []
        try await withStubs(stubs) {
            for try await page in client.orders { states += page.map(\.state) }
        }
        guard states == ["sent"] else { fail("the pages: \(states)") }
        stubs.on(template: "orders/{}", .json(#"{"id": 8, "state": "paid"}"#))
        let state = await withStubs(stubs) {
            await withCheckedContinuation { continuation in
                _ = client.order(8) { continuation.resume(returning: (try? $0.get())?.state) }
            }
        }
        guard state == "paid" else { fail("the closure: \(state ?? "")") }
        guard stubs.requests.allSatisfy({ $0.headers["Authorization"] == "Bearer secret" }) else { fail("the token") }
    }
}
