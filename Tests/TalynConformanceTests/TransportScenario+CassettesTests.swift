import Talyn
import Testing

@testable import TalynConformance

/// Cassettes over every scenario: the kinds of scenarios in parallel, those of a kind in sequence, because seven runs of
/// each would delay other tests.
@Suite(.timeLimit(.minutes(5))) struct TransportScenarioCassettesTests {
    private static let kinds: [[TransportScenario]] = [
        TransportScenario.statuses, TransportScenario.framing, TransportScenario.compression,
        TransportScenario.connections, TransportScenario.times, TransportScenario.cancellations,
        TransportScenario.requests, TransportScenario.challenges, TransportScenario.redirects,
        TransportScenario.redirectFamily,
    ]

    private func findings(_ scenario: TransportScenario) async -> [String] {
        await scenario.check(recordingOver: URLSessionTransport.shared, except: .urlSession, patience: .seconds(90))
    }

    @Test(.serialized, arguments: TransportScenario.statuses)
    func cassettesConformInStatuses(_ scenario: TransportScenario) async {
        #expect(await findings(scenario).isEmpty)
    }

    @Test(.serialized, arguments: TransportScenario.framing)
    func cassettesConformInFraming(_ scenario: TransportScenario) async {
        #expect(await findings(scenario).isEmpty)
    }

    @Test(.serialized, arguments: TransportScenario.compression)
    func cassettesConformInCompression(_ scenario: TransportScenario) async {
        #expect(await findings(scenario).isEmpty)
    }

    @Test(.serialized, arguments: TransportScenario.connections)
    func cassettesConformInConnections(_ scenario: TransportScenario) async {
        #expect(await findings(scenario).isEmpty)
    }

    @Test(.serialized, arguments: TransportScenario.times)
    func cassettesConformInTimes(_ scenario: TransportScenario) async {
        #expect(await findings(scenario).isEmpty)
    }

    @Test(.serialized, arguments: TransportScenario.cancellations)
    func cassettesConformInCancellations(_ scenario: TransportScenario) async {
        #expect(await findings(scenario).isEmpty)
    }

    @Test(.serialized, arguments: TransportScenario.requests)
    func cassettesConformInRequests(_ scenario: TransportScenario) async {
        #expect(await findings(scenario).isEmpty)
    }

    @Test(.serialized, arguments: TransportScenario.challenges)
    func cassettesConformInChallenges(_ scenario: TransportScenario) async {
        #expect(await findings(scenario).isEmpty)
    }

    @Test(.serialized, arguments: TransportScenario.redirects)
    func cassettesConformInRedirects(_ scenario: TransportScenario) async {
        #expect(await findings(scenario).isEmpty)
    }

    @Test(.serialized, arguments: TransportScenario.redirectFamily)
    func cassettesConformInTheRedirectFamily(_ scenario: TransportScenario) async {
        #expect(await findings(scenario).isEmpty)
    }

    @Test func everyScenarioIsOfOneKind() {
        #expect(Self.kinds.flatMap { $0 }.map(\.name) == TransportScenario.all.map(\.name))
    }
}
