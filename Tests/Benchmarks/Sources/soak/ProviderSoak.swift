import Foundation
import Measure
import Subjects
import Talyn

/// Providers with their own transport, used once and released.
struct ProviderSoak {
    let transport: SoakedTransport
    let count: Int
    let watchdog: Watchdog

    func run(_ verdict: inout Verdict) async {
        let part = count / 10
        var flatness = Flatness()
        print((["providers"] + Flatness.head).joined(separator: "\t"))
        for round in 1...10 {
            for _ in 0..<part {
                let result = await watchdog.watching {
                    await Provider<Shop>(transport: transport.make()).result(.repositories(of: "octocat", page: 1))
                }
                if case .failure(let error) = result { verdict.expect(false, "a provider's call failed: \(error)") }
            }
            await settle()
            print((["\(round * part)"] + flatness.note()).joined(separator: "\t"))
            fflush(nil)
        }
        flatness.check("providers", kept: transport.keptOfACall * Double(part), &verdict)
    }

    /// Waits until the number of descriptors stops falling, at most two seconds: a released session ends on its own
    /// queue.
    private func settle() async {
        var last = ProcessFigures.now.descriptors
        for _ in 0..<20 {
            try? await Task.sleep(for: .milliseconds(100))
            let now = ProcessFigures.now.descriptors
            if now >= last { return }
            last = now
        }
    }
}
