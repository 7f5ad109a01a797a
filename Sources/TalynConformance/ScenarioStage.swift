internal import Talyn
internal import TalynCassettes
internal import TalynTesting

/// The environment of one run: servers or stubs, places, a clock, and the requests that were received.
struct ScenarioStage: Sendable {
    let transport: any Transport
    let places: ScenarioPlaces
    let clock: TestClock
    /// The server of `home`; nil over stubs and cassettes.
    let home: LoopbackServer?
    /// Whether a cassette answers.
    let isReplayed: Bool
    /// Returns the requests that were received, without those to `nobody` and `nowhere`.
    let requests: @Sendable () async -> [String]
    /// Stops the servers.
    let stop: @Sendable () -> Void

    /// Servers that follow the rules.
    init(_ scenario: TransportScenario, over transport: any Transport) throws {
        let script = ScenarioScript(scenario.rules)
        let known = Locked<ScenarioPlaces?>(nil)
        let received = Locked<[String]>([])
        let showsBodies = scenario.showsBodies
        func server(at place: ScenarioOrigin) throws -> LoopbackServer {
            try LoopbackServer { request in
                // No client knows the ports before this is set.
                guard let places = known.withLock({ $0 }) else { return [.close] }
                let isLocal = request.headers["Host"]?.hasPrefix(bytes: "localhost") ?? false
                let origin = place == .home && isLocal ? .otherHost : place
                let body = showsBodies ? request.body : Data()
                let text = ScenarioRecord.request(
                    HTTPMethod(rawValue: request.method), "\(origin)\(request.target)", body, request.headers)
                if request.path != "/\(ScenarioRule.heldPath)" {
                    received.withLock { $0.append(request.problem ?? text) }
                }
                return script.next(at: "\(origin)\(request.path)")?.wire(request, places)
                    ?? [.response(599, text: "the scenario has no such place", to: request)]
            }
        }
        let (home, otherPort, nobody) = (try server(at: .home), try server(at: .otherPort), try RefusingPort())
        let places = ScenarioPlaces(home: home.port, otherPort: otherPort.port, nobody: nobody.port)
        known.withLock { $0 = places }
        (self.transport, self.places, self.home, isReplayed) = (transport, places, home, false)
        clock = TestClock(isManual: true)
        requests = { received.withLock { $0 } }
        stop = {
            home.stop()
            otherPort.stop()
            // Keeps its port closed to others until now.
            withExtendedLifetime(nobody) {}
        }
    }

    /// Stubs that follow the rules.
    init(stubbing scenario: TransportScenario) {
        let places = ScenarioPlaces(home: 1, otherPort: 2, nobody: 3)
        let stubs = StubTransport()
        for rule in scenario.rules {
            stubs.on(
                where: { endpoint, _ in
                    places.name(of: endpoint.url).prefix(beforeBytes: "#").prefix(beforeBytes: "?") == rule.place
                },
                .sequence(rule.answers.map { $0.stub(places) }, then: .repeatsLast))
        }
        self.init(scenario, in: places, answeredBy: stubs, isReplayed: false) { stubs.requests }
    }

    /// A cassette, with the places of its recording.
    init(_ scenario: TransportScenario, in places: ScenarioPlaces, replaying cassette: Cassette) {
        self.init(scenario, in: places, answeredBy: cassette, isReplayed: true) { cassette.requests }
    }

    private init(
        _ scenario: TransportScenario, in places: ScenarioPlaces, answeredBy transport: any Transport,
        isReplayed: Bool, sent: @escaping @Sendable () -> [Endpoint]
    ) {
        (self.transport, self.places, home, self.isReplayed) = (transport, places, nil, isReplayed)
        // The clock advances by itself, unless a call is cancelled while it waits.
        clock = TestClock(isManual: scenario.calls.contains { $0.cues.contains(.cancel) })
        requests = {
            var requests: [String] = []
            for endpoint in sent() {
                let place = places.name(of: endpoint.url).prefix(beforeBytes: "#")
                if place.hasPrefix(bytes: "no") { continue }
                let body = scenario.showsBodies ? (try? await endpoint.body.bytes()) ?? Data() : Data()
                requests.append(ScenarioRecord.request(endpoint.method, String(place), body, endpoint.headers))
            }
            return requests
        }
        stop = {}
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
