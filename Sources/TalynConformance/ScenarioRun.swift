internal import Talyn
internal import TalynCassettes
internal import TalynTesting

/// The environment of one run of a scenario: servers, stubs or a cassette, a clock, and the requests that arrived.
struct ScenarioRun: Sendable {
    let transport: any Transport
    let origins: ScenarioOrigins
    let clock: TestClock
    /// The server of `home`; nil over stubs and cassettes.
    let home: LoopbackServer?
    /// Whether a cassette answers.
    let isReplayed: Bool
    /// The real time that an operation may take. It takes next to none unless it never ends.
    let patience: Duration
    /// The files of bodies. Those of requests are kept until the run ends: a stub does not read what it is sent.
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
    /// Returns the requests that arrived, without those to `nobody` and `nowhere`.
    let requests: @Sendable () async -> [String]
    private let stopServers: @Sendable () -> Void

    /// Servers that give the answers.
    init(_ scenario: TransportScenario, over transport: any Transport, _ patience: Duration) throws {
        let known = Locked<ScenarioOrigins?>(nil)
        let seen = Locked((requests: [String](), counts: [String: Int]()))
        func server(at origin: String) throws -> LoopbackServer {
            try LoopbackServer { request in
                // No client knows the ports before this is set.
                guard let origins = known.withLock({ $0 }) else { return [.close] }
                let isLocal = request.headers["Host"]?.hasPrefix(bytes: "localhost") ?? false
                let origin = origin == "home" && isLocal ? "otherHost" : origin
                let address = "\(origin)\(request.path)"
                let body = scenario.showsBodies ? request.body : Data()
                let text = ScenarioRecord.request(
                    HTTPMethod(rawValue: request.method), "\(origin)\(request.target)", body, request.headers)
                let count = seen.withLock { seen in
                    if address != TransportScenario.heldAddress { seen.requests.append(request.problem ?? text) }
                    seen.counts[address, default: 0] += 1
                    return seen.counts[address, default: 0]
                }
                return scenario.answers[address]?.prefix(count).last?.wire(request, origins)
                    ?? [.response(599, text: "the scenario has no such address", to: request)]
            }
        }
        let (home, otherPort, nobody) = (try server(at: "home"), try server(at: "otherPort"), try RefusingPort())
        let origins = ScenarioOrigins(home: home.port, otherPort: otherPort.port, nobody: nobody.port)
        known.withLock { $0 = origins }
        (self.transport, self.origins, self.home, self.patience) = (transport, origins, home, patience)
        (isReplayed, clock) = (false, TestClock(isManual: true))
        requests = { seen.withLock { $0.requests } }
        stopServers = {
            home.stop()
            otherPort.stop()
            // Keeps its port closed to others until now.
            withExtendedLifetime(nobody) {}
        }
    }

    /// Stubs that give the answers.
    init(stubbing scenario: TransportScenario, _ patience: Duration) {
        let origins = ScenarioOrigins(home: 1, otherPort: 2, nobody: 3)
        let stubs = StubTransport()
        for (address, answers) in scenario.answers {
            stubs.on(
                where: { endpoint, _ in
                    origins.name(of: endpoint.url).prefix(beforeBytes: "#").prefix(beforeBytes: "?") == address
                },
                .sequence(answers.map { $0.stub(origins) }, then: .repeatsLast))
        }
        self.init(scenario, in: origins, answeredBy: stubs, isReplayed: false, patience) { stubs.requests }
    }

    /// A cassette, with the origins of its recording.
    init(_ scenario: TransportScenario, in origins: ScenarioOrigins, replaying cassette: Cassette, _ patience: Duration)
    {
        self.init(scenario, in: origins, answeredBy: cassette, isReplayed: true, patience) { cassette.requests }
    }

    private init(
        _ scenario: TransportScenario, in origins: ScenarioOrigins, answeredBy transport: any Transport,
        isReplayed: Bool, _ patience: Duration, sent: @escaping @Sendable () -> [Endpoint]
    ) {
        (self.transport, self.origins, home, self.patience) = (transport, origins, nil, patience)
        self.isReplayed = isReplayed
        // The clock advances by itself, unless a call is cancelled while it waits.
        clock = TestClock(isManual: scenario.calls.contains { $0.cues.contains(.cancel) })
        requests = {
            var requests: [String] = []
            for endpoint in sent() {
                let address = origins.name(of: endpoint.url).prefix(beforeBytes: "#")
                if address.hasPrefix(bytes: "no") { continue }
                let body = scenario.showsBodies ? (try? await endpoint.body.bytes()) ?? Data() : Data()
                requests.append(ScenarioRecord.request(endpoint.method, String(address), body, endpoint.headers))
            }
            return requests
        }
        stopServers = {}
    }

    /// Returns the URL of a file that does not exist yet.
    func newFile() -> URL {
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appendingPathComponent(UUID().uuidString, isDirectory: false)
    }

    /// Stops the servers and removes the files.
    func stop() {
        stopServers()
        try? FileManager.default.removeItem(at: folder)
    }

    // MARK: - Waiting

    /// Waits until the record of `home` meets a condition; false after ``patience``. Over stubs nothing has to happen.
    func see(_ condition: @escaping @Sendable (ServerRecord) -> Bool) async -> Bool {
        guard let home else { return true }
        return await value(of: Task { (try? await home.wait(until: condition)) != nil }) ?? false
    }

    /// The value of a task; nil when it does not end within ``patience``, even if it ignores cancellation.
    func value<Output: Sendable>(of task: Task<Output, Never>) async -> Output? {
        let outcome = Journal<Output?>(nil)
        Task {
            let value = await task.value
            outcome.note { $0 = value }
        }
        let watchdog = Task {
            try await Task.sleep(for: patience)
            outcome.close()
        }
        defer { watchdog.cancel() }
        do { try await outcome.wait { $0 != nil } } catch {
            task.cancel()
            stopServers()
            // A task that ends by its cancellation has not ended in time.
            return nil
        }
        return outcome.record
    }

    /// Performs the cues of a call. `received` has the number of bytes of the body that the client has reported.
    func perform(_ cues: [ScenarioCall.Cue], received: Journal<Int64>, cancel: () -> Void) async throws {
        var holds = 0
        for cue in cues {
            switch cue {
            case .holding:
                holds += 1
                let count = holds
                try await home?.wait { $0.connections.reduce(0) { $0 + $1.holds } >= count }
            case .release: home?.release()
            // The part of a body that came before a call was cancelled is chance, and so is the part in a cassette.
            case .received(let count): if !isReplayed { try await received.wait { $0 >= count } }
            case .asleep: await clock.waitForSleepers()
            case .advance(let seconds):
                if home == nil { continue }
                await clock.waitForSleepers()
                try Task.checkCancellation()
                clock.advance(by: .seconds(seconds))
            case .cancel: cancel()
            }
            try Task.checkCancellation()
        }
    }
}

extension TransportScenario {
    /// Whether bodies of requests arrive as they are.
    fileprivate var showsBodies: Bool { !calls.contains { $0.contentCoding != nil } }
}

extension Body {
    /// The bytes, wherever they are.
    func bytes() async throws -> Data {
        switch self {
        case .none: Data()
        case .data(let data): data
        case .file(let file): try Data(contentsOf: file)
        case .stream(let stream): try await stream.collect(upTo: .max)
        }
    }
}
