public import Talyn
internal import TalynTesting

extension TransportScenario {
    /// A scenario that a transport cannot live up to, and why: a fault of a platform, say.
    public struct Exception: Sendable, Hashable {
        /// The scenario's name.
        public let name: String

        /// Why, for whoever reads the list.
        public let reason: String

        /// Whether it is not even run, because it would end the process, say.
        public let isSkipped: Bool

        /// A scenario that comes to something else. It is run all the same, and says so when it is an exception no longer.
        public static func differs(_ name: String, because reason: String) -> Exception {
            Exception(name: name, reason: reason, isSkipped: false)
        }

        /// A scenario that must not be run.
        public static func skipped(_ name: String, because reason: String) -> Exception {
            Exception(name: name, reason: reason, isSkipped: true)
        }
    }

    /// Holds a transport to it: over a provider, then the transport alone with its body wanted as a file and as a stream.
    ///
    /// `exceptions` are the scenarios that the transport cannot live up to; default: none. `patience` is how long a call
    /// may take in real time before it counts as one that never ends; default: 20 seconds.
    /// - Returns: what is wrong, in words; empty when nothing is.
    public func check(
        over transport: any Transport, except exceptions: [Exception] = [], patience: Duration = .seconds(20)
    ) async -> [String] {
        await check(exceptions) {
            let record = await run(over: transport, patience: patience)
            let deliveries = await checkDeliveries(
                on: { try ScenarioStage(self, over: transport) }, patience: patience)
            return record.differences(from: expected) + deliveries
        }
    }

    /// Holds stubs to it, in the same ways.
    /// - Returns: what is wrong, in words; empty when nothing is.
    public func checkOverStubs(patience: Duration = .seconds(20)) async -> [String] {
        await check([]) {
            let record = await runOverStubs(patience: patience)
            let deliveries = await checkDeliveries(on: { ScenarioStage(stubbing: self) }, patience: patience)
            return record.differences(from: expected) + deliveries
        }
    }

    /// Holds cassettes to it: one that records over `live`, and then those that replay its file, in the same ways.
    ///
    /// `exceptions` and `patience` are those of ``check(over:except:patience:)``.
    /// - Returns: what is wrong, in words; empty when nothing is.
    public func check(
        recordingOver live: any Transport, except exceptions: [Exception] = [], patience: Duration = .seconds(20)
    ) async -> [String] {
        await check(exceptions) { await checkCassettes(over: live, patience: patience) }
    }

    private func check(_ exceptions: [Exception], _ findings: () async -> [String]) async -> [String] {
        guard let exception = exceptions.first(where: { $0.name == name }) else { return await findings() }
        if exception.isSkipped { return [] }
        return await findings().isEmpty ? ["it is an exception no longer (\(exception.reason))"] : []
    }
}
