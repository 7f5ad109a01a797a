public import Talyn
internal import TalynCassettes
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

    /// The answers by address, such as `home/a`: the first request gets the first one, and so on; the last one repeats.
    let answers: [String: [ScenarioAnswer]]
    let calls: [ScenarioCall]

    /// The address of a call that is in flight during the others, if it has an answer, which has to hold.
    static let heldAddress = "home/held"

    /// All scenarios: about two hundred, which take some seconds.
    public static let all: [TransportScenario] =
        statuses + framing + compression + connections + times + cancellations + requests + challenges + redirects
        + redirectFamily

    init(_ name: String, _ answers: [String: [ScenarioAnswer]], _ calls: [ScenarioCall]) {
        (self.name, self.answers, self.calls) = (name, answers, calls)
    }

    /// One call of one address with one answer.
    init(
        _ name: String, _ answer: ScenarioAnswer, _ end: ScenarioEnd, _ change: (inout ScenarioCall) -> Void = { _ in }
    ) {
        let call = ScenarioCall(end, nil, change)
        self.init(name, [call.address: [answer]], [call])
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
        await check(exceptions) { await findings { try ScenarioRun(self, over: transport, patience) } }
    }

    /// Checks stubs, in the same ways.
    /// - Returns: a line for each difference; empty when there is none.
    public func checkOverStubs(patience: Duration = .seconds(20)) async -> [String] {
        await findings { ScenarioRun(stubbing: self, patience) }
    }

    /// Checks cassettes: one that records over `live`, then those that replay its file, in the same ways.
    ///
    /// `exceptions` and `patience` are those of ``check(over:except:patience:)``.
    /// - Returns: a line for each difference; empty when there is none.
    public func check(
        recordingOver live: any Transport, except exceptions: [Exception] = [], patience: Duration = .seconds(20)
    ) async -> [String] {
        await check(exceptions) { await cassetteFindings(over: live, patience) }
    }

    private func check(_ exceptions: [Exception], _ findings: () async -> [String]) async -> [String] {
        guard let exception = exceptions.first(where: { $0.name == name }) else { return await findings() }
        if exception.isSkipped { return [] }
        return await findings().isEmpty ? ["it is an exception no longer (\(exception.reason))"] : []
    }

    /// Returns the differences of a run through a provider and of the deliveries.
    private func findings(in makeRun: () throws -> ScenarioRun) async -> [String] {
        guard let run = try? makeRun() else { return ["no server could be started"] }
        let record = await record(in: run)
        return record.differences(from: expected) + (await deliveryFindings(in: makeRun))
    }

    /// Runs the calls through a provider.
    private func record(in run: ScenarioRun) async -> ScenarioRecord {
        defer { run.stop() }
        return await run.record(of: self)
    }

    /// Sends the endpoint over the transport alone, with the body delivered as a file and as a stream. Applies to
    /// scenarios of one exchange and no other call.
    private func deliveryFindings(in makeRun: () throws -> ScenarioRun) async -> [String] {
        guard answers[Self.heldAddress] == nil, calls.count == 1, let call = calls.first, call.exchanges == nil,
            !call.isCancelledFirst
        else { return [] }
        let expected = ScenarioRecord.expectedEnd(of: call, alone: true)
        var findings: [String] = []
        for name in ["file", "stream"] {
            guard let run = try? makeRun() else { return ["no server could be started"] }
            let seen = await run.end(of: call, asFile: name == "file")
            run.stop()
            if seen != expected { findings.append("as a \(name): \(seen), expected: \(expected)") }
        }
        return findings
    }

    /// Records with cassettes and replays their files.
    ///
    /// Each recording has a file of its own: one is made through a provider, the others of bodies that are delivered as
    /// a file and as a stream.
    private func cassetteFindings(over live: any Transport, _ patience: Duration) async -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let recordings = Locked<[(cassette: Cassette, origins: ScenarioOrigins)]>([])
        let recording = {
            let file = folder.appendingPathComponent("\(UUID().uuidString).har", isDirectory: false)
            let cassette = Self.cassette(at: file, .all, live)
            let run = try ScenarioRun(self, over: cassette, patience)
            recordings.withLock { $0.append((cassette, run.origins)) }
            return run
        }
        guard let first = try? recording() else { return ["no server could be started"] }
        var findings = await record(in: first).differences(from: expected).map { "recording: \($0)" }
        // The form of a response does not depend on the size of the request, whose redaction takes time.
        let checksDeliveries = !calls.contains { $0.content.text.utf8.count > 1 << 16 }
        if checksDeliveries { findings += await deliveryFindings(in: recording).map { "recording \($0)" } }
        for (index, (cassette, origins)) in recordings.withLock({ $0 }).enumerated() where !cassette.requests.isEmpty {
            findings += Self.finish(cassette)
            func replay(_ cassette: Cassette) -> ScenarioRun {
                ScenarioRun(self, in: origins, replaying: cassette, patience)
            }
            if index == 0 {
                let replayed = Self.cassette(at: cassette.file, .replay, live)
                let record = await record(in: replay(replayed))
                findings += record.differences(from: expected).map { "replay: \($0)" } + Self.finish(replayed)
            }
            guard checksDeliveries else { continue }
            findings += await deliveryFindings { replay(Self.cassette(at: cassette.file, .replay, live)) }
                .map { "replay \($0)" }
        }
        return findings
    }

    /// A cassette that does not redact the credentials of scenarios, which are compared.
    private static func cassette(at file: URL, _ mode: Cassette.Mode, _ live: any Transport) -> Cassette {
        let redaction = Redaction.standard.excepting(headers: ScenarioRecord.watchedHeaders + ["Set-Cookie"])
        return Cassette(at: file, mode: mode, redacting: redaction, over: live)
    }

    private static func finish(_ cassette: Cassette) -> [String] {
        do throws(CassetteError) { try cassette.finish() } catch { return ["\(error)"] }
        return []
    }
}
