import Foundation
import Testing

@testable import Talyn

/// Puts a secret into every value that can contain one, and searches every text that a call produces.
@Suite struct LoggerCanaryTests {
    /// A call with the secret in one value.
    struct Place: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var route = Route.post("things")
        var base = Probe.host
        /// Sent instead of the route; nil to send the route.
        var endpoint: Endpoint?
        var answers = [StubAnswer.json("{}", status: 400)]
        var plugins: [any Plugin] = []

        init(_ name: String, _ change: (inout Place) -> Void) {
            testDescription = name
            change(&self)
        }

        /// Returns a call with the secret in a request header.
        static func header(_ name: String, _ value: String) -> Place {
            Place("header \(name): \(value)") { $0.route = .get("things").header(name, value) }
        }

        /// Returns calls with the secret in a request body and in the same response body.
        static func bodies(_ type: String, _ text: String) -> [Place] {
            [
                Place("\(type) sent") { $0.route = .post("things").data(Data(text.utf8), contentType: type) },
                Place("\(type) received") { $0.answers = [.text(text, contentType: type, status: 400)] },
                Place("\(type) received with success") { $0.answers = [.text(text, contentType: type)] },
            ]
        }

        /// Returns a call with the secret in a response header.
        static func answered(_ name: String, _ value: String) -> Place {
            Place("answered \(name): \(value)") { $0.answers = [.json("{}", status: 400, headers: [name: value])] }
        }

        /// Returns a call whose response repeats the token of the request.
        static func echoed(_ name: String, _ answer: StubAnswer) -> Place {
            Place("echoed \(name)") { place in
                place.route = .post("things").bearer(secret)
                place.answers = [answer]
            }
        }
    }

    static let secret = "CANARY-7f3a/9c+1"
    static let escaped = "CANARY-7f3a%2F9c%2B1"
    static let basic = Data("ann:\(secret)".utf8).base64EncodedString()

    /// Returns every text that a call and its observers produce.
    private func texts(of place: Place) async -> [String] {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, place.answers.count == 1 ? place.answers[0] : .sequence(place.answers))
        let (trace, events, recorder) = (Trace(), Locked<[LogEvent]>([]), OutcomeRecorder())
        let curl: LogOptions = [.formatRequestAscURL, .responseHeaders, .errorResponseBody, .errorSummary]
        let observers: [any Plugin] = [
            .logger(.verbose, output: trace.write), .logger(curl, output: trace.write), .logger(output: trace.write),
            .logEvents { event in events.withLock { $0.append(event) } }, recorder,
        ]
        let plugins = observers + place.plugins
        let provider = Provider<Probe>(transport: stubs, plugins: plugins, clock: TestClock())
        let target = Probe(place.route, at: place.base)
        // A test's own plugin shows its values.
        var values: [Any] = [provider] + plugins.filter { !($0 is Refusing) }
        do throws(RequestError) {
            if let endpoint = place.endpoint {
                values.append(try await provider.send(endpoint))
            } else {
                values.append(try await provider.request(target))
            }
        } catch {
            values += [error, error.kind, error.timeline, MyAPIError.catchChain(error)] as [Any]
            values += [error.endpoint as Any, error.response as Any]
        }
        values += [recorder.outcomes, stubs, stubs.log]
        for event in events.withLock({ $0 }) { values += [event, event.kind] as [Any] }
        for request in stubs.requests { values += [request, request.curlCommand()] as [Any] }
        #expect(events.withLock { $0 }.count >= 2 && trace.lines.count >= 2)
        return trace.lines + values.map { TalynTests.texts(of: $0) }
    }

    /// The secret, and its base64 forms after any prefix.
    private static let forms: [String] =
        ["CANARY"]
        + (0..<3).map { shift in
            let encoded = Data([UInt8](repeating: 0, count: shift) + Array("CANARY-7f3a".utf8)).base64EncodedString()
            return String(encoded.dropFirst(shift == 0 ? 0 : shift + 1).prefix(10))
        }

    @Test(arguments: sent + both + answers + failures + tokens + [declared])
    func noTextThatACallLeavesBehindShowsTheSecret(place: Place) async {
        for text in await texts(of: place) {
            #expect(!Self.forms.contains { text.contains($0) }, "\(text)")
        }
    }

    @Test(arguments: [
        Place.header("X-Anything", secret), .header("X-Anything", basic),
        Place("query") { $0.route = .get("things").query(["t": secret]) }, .answered("X-Anything", secret),
    ])
    func aSecretThatNothingGivesAwayIsSeen(place: Place) async {
        let lines = await texts(of: place)
        #expect(lines.contains { text in Self.forms.contains { text.contains($0) } })
    }

    /// A target whose case sets the location of its token.
    private enum Partner: RoutedTarget, AccessTokenAuthorizable {
        case open(unsent: String)

        var baseURL: URL { Probe.host }
        var route: Route { .get("partners") }
        var authorizationType: AuthorizationType? { .query("t") }
    }

    @Test func theTargetsWordAboutItsTokenIsAskedAlsoInAMultiTarget() async throws {
        let (stubs, trace) = (StubTransport(), Trace())
        stubs.on(where: { _, _ in true }, .text("ok"))
        let plugins: [any Plugin] = [.logger(.verbose, output: trace.write), .accessToken { Self.secret }]
        try await Provider<Partner>(transport: stubs, plugins: plugins).request(.open(unsent: Self.secret))
        let several = Provider<MultiTarget>(transport: stubs, plugins: plugins)
        try await several.request(MultiTarget(Partner.open(unsent: Self.secret)))
        #expect(trace.lines.filter { $0.contains("?t=REDACTED") }.count == 2)
        #expect(!trace.lines.contains { $0.contains("CANARY") })
    }
}

extension Probe {
    fileprivate init(_ route: Route, at base: URL) {
        self.init(route)
        baseURL = base
    }
}
