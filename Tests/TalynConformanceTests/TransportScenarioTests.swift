import Talyn
import TalynTesting
import Testing

@testable import TalynConformance

@Suite(.timeLimit(.minutes(5))) struct TransportScenarioTests {
    /// A bound for a scenario that never ends. It is long because calls wait for their turn under the thread sanitizer.
    private let patience = Duration.seconds(90)

    @Test(arguments: TransportScenario.all)
    func stubsConform(_ scenario: TransportScenario) async {
        let findings = await scenario.checkOverStubs(patience: patience)
        #expect(findings.isEmpty)
    }

    @Test(arguments: TransportScenario.all)
    func urlSessionConforms(_ scenario: TransportScenario) async {
        let findings = await scenario.check(over: URLSessionTransport.shared, except: .urlSession, patience: patience)
        #expect(findings.isEmpty)
    }

    #if os(Linux)
    @Test(arguments: TransportScenario.all)
    func libcurlConforms(_ scenario: TransportScenario) async {
        let findings = await scenario.check(over: CURLTransport.shared, patience: patience)
        #expect(findings.isEmpty)
    }
    #endif

    @Test func everyNameIsOfOneScenario() {
        #expect(Set(TransportScenario.all.map(\.name)).count == TransportScenario.all.count)
    }

    @Test func everyExceptionIsOfAScenario() {
        #expect(
            Set([TransportScenario.Exception].urlSession.map(\.name)).isSubset(of: TransportScenario.all.map(\.name)))
    }

    @Test func noCredentialsAreExpectedAtAnotherOrigin() {
        let requests = TransportScenario.all.flatMap(\.expected.requests)
        #expect(requests.contains { $0.contains("home/") && $0.contains("Authorization") })
        for request in requests where request.contains("otherPort/") || request.contains("otherHost/") {
            #expect(!request.contains("secret") && !request.contains("Authorization"))
        }
    }

    @Test func anExceptionThatIsNoneAnyMoreSaysSo() async throws {
        let scenario = try #require(TransportScenario.all.first)
        let exceptions: [TransportScenario.Exception] = [.differs(scenario.name, because: "of old age")]
        let findings = await scenario.check(
            over: URLSessionTransport.shared, except: exceptions, patience: patience)
        #expect(findings == ["it is an exception no longer (of old age)"])
    }

    @Test func aSkippedScenarioIsNotRun() async throws {
        let scenario = try #require(TransportScenario.all.first)
        let transport = WrongTransport { _, _, _ in
            Issue.record("it was run")
            throw URLError(.unknown)
        }
        #expect(await scenario.check(over: transport, except: [.skipped(scenario.name, because: "of care")]).isEmpty)
    }

    @Test func aRecordTellsWhatIsDifferent() {
        var (seen, expected) = (ScenarioRecord(), ScenarioRecord())
        (seen.ends, expected.ends) = (["200 \"a\" from home/a"], ["200 \"b\" from home/a"])
        (seen.hooks, expected.hooks) = (["willSend"], ["willSend"])
        #expect(
            seen.differences(from: expected) == [
                "ends: [\"200 \\\"a\\\" from home/a\"], expected: [\"200 \\\"b\\\" from home/a\"]"
            ])
        #expect(expected.differences(from: expected).isEmpty)
    }
}
