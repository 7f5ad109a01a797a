// Room: TalynConformance. States what a transport has to do, as scenarios that run against any transport.
// Knows: Talyn, and TalynTesting for the loopback server and clock.

internal import Talyn
internal import TalynTesting

/// One situation in HTTP, such as a body that is cut short, and what a call has to come to in it.
///
/// One value drives a server of raw bytes, for a live transport, and stubs. So a transport of your own can be held to
/// what ``URLSessionTransport`` is held to, which passes but for the exceptions of its platform:
/// ```swift
/// for scenario in TransportScenario.all {
///     let findings = await scenario.check(over: transport, except: .urlSession)
///     assert(findings.isEmpty, "\(scenario): \(findings)")
/// }
/// ```
/// In Swift Testing a scenario is an argument: `@Test(.timeLimit(.minutes(1)), arguments: TransportScenario.all)`.
///
/// Servers are on 127.0.0.1, and the clock is a ``TestClock``: neither the network nor time takes part.
public struct TransportScenario: Sendable, Identifiable, CustomStringConvertible {
    /// What happens in it, as a sentence.
    public let name: String

    /// The name.
    public var id: String { name }

    /// The name.
    public var description: String { name }

    let rules: [ScenarioRule]
    let calls: [ScenarioCall]

    init(_ name: String, _ rules: [ScenarioRule], _ calls: [ScenarioCall]) {
        self.name = name
        self.rules = rules
        self.calls = calls
    }

    /// One call of one path with one answer.
    init(
        _ name: String, _ answer: ScenarioAnswer, _ end: ScenarioEnd, _ change: (inout ScenarioCall) -> Void = { _ in }
    ) {
        let call = ScenarioCall(end: end).with(change)
        self.init(name, [ScenarioRule(call.origin, "/\(call.path)", answer)], [call])
    }

    /// Every scenario, those of redirects included: about two hundred, which take some seconds.
    public static let all: [TransportScenario] =
        statuses + framing + compression + connections + times + cancellations + requests + challenges + redirects
        + redirectFamily

    /// What every run of it has to come to.
    public var expected: ScenarioRecord {
        var record = ScenarioRecord()
        for call in calls { record.expect(call) }
        return record
    }
}

extension ScenarioRecord {
    /// Adds what a call is expected to come to.
    fileprivate mutating func expect(_ call: ScenarioCall) {
        let first = "\(call.origin)/\(call.path)"
        let only = ScenarioExchange(
            method: call.method, place: first, body: call.content.text, headers: call.sentHeaders,
            answer: call.end.answer)
        for exchange in call.exchanges ?? [only] {
            hooks.append("willSend \(exchange.method) \(exchange.place)")
            hooks.append("didReceive \(exchange.answer.text)")
            timeline.append("attempt 1: \(exchange.answer.text)")
            // Nobody is there who could tell.
            if !exchange.place.hasPrefix(bytes: "no") {
                requests.append(
                    Self.request(exchange.method, exchange.place, Data(exchange.body.utf8), exchange.headers))
            }
        }
        hooks.append("didFinish \(call.end.category?.rawValue ?? call.end.answer.text)")
        ends.append(Self.end(call.end, body: Data(call.end.body.utf8), place: call.end.place ?? first))
        if call.leaves { notes.append("the client gave its connection up") }
    }
}
