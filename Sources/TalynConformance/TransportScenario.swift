// Room: TalynConformance. States what a transport has to do, as scenarios that run against any transport.
// Knows: Talyn, and TalynTesting for the loopback server and clock.

public import Talyn
internal import TalynTesting

/// A situation in HTTP, such as a body that is cut short, and the behaviour that a transport must show in it.
///
/// Use it to test a `Transport` of your own. The test target depends on the product `TalynConformance`; the test takes
/// twenty lines:
/// ```swift
/// @Suite(.timeLimit(.minutes(5))) struct TracingTransportTests {
///     @Test(arguments: TransportScenario.all)
///     func conforms(_ scenario: TransportScenario) async {
///         let findings = await scenario.check(over: TracingTransport(), except: .urlSession)
///         #expect(findings.isEmpty)
///     }
/// }
/// ```
/// Servers listen on 127.0.0.1, and the clock is a `TestClock`: no scenario uses the network or waits for time to pass.
public struct TransportScenario: Sendable, Identifiable, CustomStringConvertible {
    /// The situation and the behaviour, as a sentence.
    public let name: String

    /// The name.
    public var id: String { name }

    /// The name.
    public var description: String { name }

    let rules: [ScenarioRule]
    let calls: [ScenarioCall]

    /// Whether another call to the same host is in flight during the calls.
    var hasCompany: Bool { rules.contains { $0.place == "home/\(ScenarioRule.heldPath)" } }

    /// All scenarios: about two hundred, which take some seconds.
    public static let all: [TransportScenario] =
        statuses + framing + compression + connections + times + cancellations + requests + challenges + redirects
        + redirectFamily

    init(_ name: String, _ rules: [ScenarioRule], _ calls: [ScenarioCall]) {
        self.name = name
        self.rules = rules
        self.calls = calls
    }

    /// One call of one path with one answer.
    init(
        _ name: String, _ answer: ScenarioAnswer, _ end: ScenarioEnd, _ change: (inout ScenarioCall) -> Void = { _ in }
    ) {
        let call = ScenarioCall(end, nil, change)
        self.init(name, [ScenarioRule("\(call.origin)/\(call.path)", answer)], [call])
    }

    /// One call with a well-formed response, which is refused outside of 200 to 299.
    static func answered(
        _ name: String, _ status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), _ body: String = "",
        _ change: (inout ScenarioCall) -> Void = { _ in }
    ) -> TransportScenario {
        let end = 200...299 ~= status ? ScenarioEnd.response(status, body) : .refused(status, body)
        return TransportScenario(name, .response(status, headers: headers, body), end, change)
    }
}

// MARK: - Checks

extension TransportScenario {
    /// A scenario in which a transport cannot behave as expected, with the reason: a defect of a platform, say.
    public struct Exception: Sendable, Hashable {
        /// The scenario's name.
        public let name: String

        /// The reason, for readers of the list.
        public let reason: String

        /// Whether the scenario is not run, because it would end the process, say.
        public let isSkipped: Bool

        /// An exception that is run all the same; the check fails when the transport behaves as expected.
        public static func differs(_ name: String, because reason: String) -> Exception {
            Exception(name: name, reason: reason, isSkipped: false)
        }

        /// An exception that is not run.
        public static func skipped(_ name: String, because reason: String) -> Exception {
            Exception(name: name, reason: reason, isSkipped: true)
        }
    }

    /// Checks a transport: through a provider, then alone, with the body delivered as a file and as a stream.
    /// - Parameters:
    ///   - transport: the transport to check.
    ///   - exceptions: the scenarios in which it cannot behave as expected. Default: none.
    ///   - patience: the real time after which a call counts as one that never ends. Default: 20 seconds.
    /// - Returns: a line for each difference; empty when there is none.
    public func check(
        over transport: any Transport, except exceptions: [Exception] = [], patience: Duration = .seconds(20)
    ) async -> [String] {
        await check(exceptions) { await findings(patience) { try ScenarioStage(self, over: transport) } }
    }

    /// Checks stubs, in the same ways.
    /// - Returns: a line for each difference; empty when there is none.
    public func checkOverStubs(patience: Duration = .seconds(20)) async -> [String] {
        await findings(patience) { ScenarioStage(stubbing: self) }
    }

    /// Checks cassettes: one that records over `live`, then those that replay its file, in the same ways.
    ///
    /// `exceptions` and `patience` are those of ``check(over:except:patience:)``.
    /// - Returns: a line for each difference; empty when there is none.
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

    private func findings(_ patience: Duration, on makeStage: () throws -> ScenarioStage) async -> [String] {
        guard let stage = try? makeStage() else { return ["no server could be started"] }
        let record = await record(on: stage, patience)
        stage.stop()
        return record.differences(from: expected) + (await checkDeliveries(on: makeStage, patience: patience))
    }
}
