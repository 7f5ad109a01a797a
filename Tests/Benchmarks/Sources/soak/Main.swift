import Foundation
import Measure
import Subjects

/// Uses Talyn for a long time to find calls that never end or end twice, and resources that grow.
@main
struct Main {
    static func main() async {
        let arguments = Arguments()
        let only = arguments.text("only")
        let calls = arguments.integer("calls") ?? 10_000
        let seed = UInt64(arguments.integer("seed") ?? 1)
        guard let transport = SoakedTransport(arguments) else {
            print("--transport is libcurl, on Linux, or URLSession")
            exit(2)
        }
        let watchdog = Watchdog(limit: Double(arguments.integer("limit") ?? 20))
        var verdict = Verdict()
        func part(_ name: String, _ work: (inout Verdict) async -> Void) async {
            if let only, only != name { return }
            print("\n## \(name)\n")
            await work(&verdict)
        }

        await part("cancel") { verdict in
            let soak = CancelSoak(
                transport: transport, rounds: arguments.integer("rounds") ?? 50, calls: calls, seed: seed,
                hangs: arguments.has("hang"), watchdog: watchdog, isFloor: arguments.has("floor"))
            await soak.run(&verdict)
        }
        await part("providers") {
            await ProviderSoak(transport: transport, count: max(calls / 10, 20), watchdog: watchdog).run(&$0)
        }
        await part("streams") {
            let count = max(calls / 2, 100)
            await StreamSoak(transport: transport, count: count, seed: seed, watchdog: watchdog).run(&$0)
        }
        await part("timeouts") {
            await TimeoutSoak(transport: transport, count: max(calls / 100, 10), watchdog: watchdog).run(&$0)
        }
        #if os(Linux)
        // Only if asked for: it takes minutes.
        if only == "uploads" {
            await part("uploads") {
                let rounds = arguments.integer("rounds") ?? 10
                await UploadSoak(rounds: rounds, calls: arguments.integer("calls") ?? 100, watchdog: watchdog).run(&$0)
            }
        }
        #endif
        verdict.end()
    }
}
