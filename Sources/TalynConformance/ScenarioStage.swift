internal import Talyn
internal import TalynTesting

/// What one run of a scenario stands on: servers or stubs, places, a clock, and the requests that came.
struct ScenarioStage: Sendable {
    let transport: any Transport
    let places: ScenarioPlaces
    let clock: TestClock
    /// Nil where stubs or a cassette answer.
    let home: LoopbackServer?
    private let otherPort: LoopbackServer?
    private let nobody: RefusingPort?
    private let received: Locked<[String]>
    /// What was sent to stubs; nil over servers.
    private let sent: (@Sendable () -> [Endpoint])?

    /// Servers that do what the rules say.
    init(_ scenario: TransportScenario, over transport: any Transport) throws {
        let script = ScenarioScript(scenario.rules)
        let known = Locked<ScenarioPlaces?>(nil)
        let received = Locked<[String]>([])
        func server(at place: ScenarioOrigin) throws -> LoopbackServer {
            try LoopbackServer { request in
                // No request comes before the ports are known: nobody knows them.
                guard let places = known.withLock({ $0 }) else { return [.close] }
                let isLocal = request.headers["Host"]?.hasPrefix(bytes: "localhost") ?? false
                let origin = place == .home && isLocal ? .otherHost : place
                received.withLock { received in
                    received.append(
                        request.problem
                            ?? ScenarioRecord.request(
                                HTTPMethod(rawValue: request.method), "\(origin)\(request.target)", request.body,
                                request.headers))
                }
                guard let answer = script.next(origin, request.path) else {
                    return [.response(599, text: "the scenario has no such place", to: request)]
                }
                return answer.wire(request, places)
            }
        }
        let home = try server(at: .home)
        let otherPort = try server(at: .otherPort)
        let nobody = try RefusingPort()
        let places = ScenarioPlaces(home: home.port, otherPort: otherPort.port, nobody: nobody.port)
        known.withLock { $0 = places }
        self.transport = transport
        self.places = places
        self.home = home
        self.otherPort = otherPort
        self.nobody = nobody
        self.received = received
        clock = TestClock(isManual: true)
        sent = nil
    }

    /// Stubs that answer what the rules say.
    init(stubbing scenario: TransportScenario) {
        let places = ScenarioPlaces.stubbed
        let stubs = StubTransport()
        for rule in scenario.rules {
            let place = "\(rule.origin)\(rule.path)"
            stubs.on(
                where: { endpoint, _ in
                    places.name(of: endpoint.url).prefix(beforeBytes: "#").prefix(beforeBytes: "?") == place
                },
                .sequence(rule.answers.map { $0.stub(places) }, then: .repeatsLast))
        }
        self.init(scenario, in: places, answeredBy: stubs) { stubs.requests }
    }

    /// A cassette that was recorded where the places were then.
    init(replaying scenario: TransportScenario, in places: ScenarioPlaces, from cassette: Cassette) {
        self.init(scenario, in: places, answeredBy: cassette) { cassette.requests }
    }

    private init(
        _ scenario: TransportScenario, in places: ScenarioPlaces, answeredBy transport: any Transport,
        sent: @escaping @Sendable () -> [Endpoint]
    ) {
        self.places = places
        self.transport = transport
        self.sent = sent
        home = nil
        otherPort = nil
        nobody = nil
        received = Locked([])
        // Times come by themselves, unless a call is to be cancelled while it waits.
        clock = TestClock(isManual: scenario.calls.contains { $0.cues.contains(.cancel) })
    }

    /// Whether stubs answer.
    var isStubbed: Bool { sent != nil }

    /// Whether a cassette answers.
    var isReplayed: Bool { isStubbed && transport is Cassette }

    /// The requests that came, those to nobody left out.
    func requests() async -> [String] {
        guard let sent else { return received.withLock { $0 } }
        var requests: [String] = []
        for endpoint in sent() {
            let place = places.name(of: endpoint.url)
            if place.hasPrefix(bytes: "no") { continue }
            let target = String(place.prefix(beforeBytes: "#"))
            requests.append(
                ScenarioRecord.request(endpoint.method, target, await endpoint.body.wholeData(), endpoint.headers))
        }
        return requests
    }

    func stop() {
        home?.stop()
        otherPort?.stop()
    }
}

extension Body {
    /// The bytes, wherever they are; empty when they cannot be read.
    fileprivate func wholeData() async -> Data {
        switch self {
        case .none: Data()
        case .data(let data): data
        case .file(let file): (try? Data(contentsOf: file)) ?? Data()
        case .stream(let stream): (try? await stream.collect(upTo: .max)) ?? Data()
        }
    }
}
