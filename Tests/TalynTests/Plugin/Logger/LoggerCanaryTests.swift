import Foundation
import Testing

@testable import Talyn

/// A secret in every place that can hold one, and every text that a call leaves behind.
@Suite struct LoggerCanaryTests {
    /// A call with the secret in one place.
    struct Place: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var route = Route.post("things")
        var base = Probe.host
        /// Sent in the place of the route; nil to send that.
        var endpoint: Endpoint?
        var answers = [StubAnswer.json("{}", status: 400)]
        var plugins: [any Plugin] = []

        init(_ name: String, _ change: (inout Place) -> Void) {
            testDescription = name
            change(&self)
        }

        /// In a header of the request.
        static func header(_ name: String, _ value: String) -> Place {
            Place("header \(name): \(value)") { $0.route = .get("things").header(name, value) }
        }

        /// In a body of the request, and in the same one of the answer.
        static func bodies(_ type: String, _ text: String) -> [Place] {
            [
                Place("\(type) sent") { $0.route = .post("things").data(Data(text.utf8), contentType: type) },
                Place("\(type) received") { $0.answers = [.text(text, contentType: type, status: 400)] },
                Place("\(type) received with success") { $0.answers = [.text(text, contentType: type)] },
            ]
        }

        /// In a header of the answer.
        static func answered(_ name: String, _ value: String) -> Place {
            Place("answered \(name): \(value)") { $0.answers = [.json("{}", status: 400, headers: [name: value])] }
        }

        /// A secret that was sent as a token comes back.
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

    static let sent: [Place] = [
        .header("Authorization", "Bearer \(secret)"), .header("Authorization", secret),
        .header("Authorization", "Basic \(basic)"), .header("Proxy-Authorization", "Basic \(basic)"),
        .header("Cookie", "a=1; sid=\(secret)"), .header("X-Api-Key", secret), .header("Api-Key", secret),
        .header("X-Auth-Token", secret), .header("X-Amz-Security-Token", secret), .header("X-CSRF-Token", secret),
        .header("X-Session-Id", secret), .header("X-Client-Secret", secret), .header("X-Hub-Signature", secret),
        .header("Referer", "https://x.example/?token=\(escaped)"),
        .header("Sec-WebSocket-Protocol", "bearer, \(secret)"),
        Place("userinfo") { $0.base = url("https://ann:\(escaped)@api.example.com") },
        Place("query of the base") { $0.base = url("https://api.example.com?api_key=\(escaped)") },
        Place("query") { $0.route = .get("things").query(["page": 1, "access_token": secret]) },
        Place("query in a query") { $0.route = .get("things").query(["next": "https://x.example/?sig=\(escaped)"]) },
        Place("fragment") { place in
            place.endpoint = Endpoint(url: url("https://api.example.com/things#access_token=\(escaped)"))
        },
        Place("bare fragment") { place in
            place.endpoint = Endpoint(url: url("https://api.example.com/things#\(escaped)"))
        },
        Place("echo in the path") { $0.route = .get("things/\(secret)").bearer(secret) },
        Place("echo in a header") { $0.route = .get("things").bearer(secret).header("X-Debug", "as \(secret)") },
        Place("echo in a query") { $0.route = .get("things").bearer(secret).query(["q": secret]) },
        Place("tag") { $0.route = .get("things").tag(Vault.Tag.self, secret) },
    ]

    static let both: [Place] =
        Place.bodies("application/json", #"{"a": [{"refreshToken": "\#(secret)"}], "password": "\#(secret)"}"#)
        + Place.bodies("application/problem+json", #"{"inner": "{\"client_secret\": \"\#(secret)\"}"}"#)
        + Place.bodies("application/x-www-form-urlencoded", "user=ann&password=\(escaped)")
        + Place.bodies(
            "multipart/form-data; boundary=x",
            "--x\r\nContent-Disposition: form-data; name=\"client_secret\"\r\n\r\n\(secret)\r\n--x--\r\n")
        + Place.bodies("application/xml", "<login><password>\(secret)</password></login>")
        + Place.bodies("text/plain", "Authorization: Bearer \(secret)")

    static let answers: [Place] = [
        .answered("Set-Cookie", "sid=\(secret); Path=/; HttpOnly"), .answered("Location", "/next?token=\(escaped)"),
        .answered("Location", "https://ann:\(escaped)@x.example/#access_token=\(escaped)"),
        .answered("Link", "</next?access_token=\(escaped)>; rel=next"), .answered("X-Refresh-Token", secret),
        .answered("Refresh", "5; url=/?token=\(escaped)"), .answered("Authorization", "Bearer \(secret)"),
        .echoed("in JSON", .json(#"{"message": "no \#(secret)"}"#, status: 400)),
        .echoed("percent-encoded", .text("no \(escaped)", status: 400)),
        .echoed("in base64", .text("no \(basic)", status: 400)), .echoed("with success", .text(secret)),
        .echoed("in a header", .json("{}", status: 400, headers: ["X-Debug": "you are \(secret)"])),
        Place("redirect") { place in
            place.answers = [
                .redirect(to: "https://ann:\(escaped)@x.example/\(escaped)?token=\(escaped)#id_token=\(escaped)"),
                .status(400),
            ]
            // Paths are in a Location as they are, so it is one that is known.
            place.route = .get("things").bearer(secret)
        },
    ]

    static let failures: [Place] = [
        Place("a plugin's error") { $0.plugins = [Refusing(error: Leak())] },
        Place("a transport's error") { $0.answers = [.failure(Leak())] },
        Place("user info") { place in
            let info: [String: any Sendable] = [
                NSURLErrorFailingURLStringErrorKey: "https://ann:\(escaped)@x.example", "sent": secret,
                NSUnderlyingErrorKey: Leak(), NSLocalizedDescriptionKey: "it did not like \(secret)",
            ]
            place.route = .get("things").bearer(secret)
            place.answers = [.failure(URLError(.timedOut, userInfo: info))]
        },
        Place("refresh") { place in
            let refresh: TokenRefreshPlugin = .tokenRefresh(current: { AccessCredential(secret) }) { _ in throw Leak() }
            place.plugins = [refresh]
            place.answers = [.text(secret, status: 401)]
        },
        Place("a token that cannot be sent") { $0.plugins = [.accessToken { "\(secret)\n" }] },
        Place("credentials") { $0.plugins = [.credentials { _ in BasicCredentials(user: "ann", password: secret) }] },
    ]

    static let types: [AuthorizationType] = [
        .bearer, .basic, .custom("Token"), .raw, .header("X-My-Thing"), .query("t"),
    ]

    /// Each place of a token, by each way to say it.
    static let tokens: [Place] = types.flatMap { type -> [Place] in
        let token = type == .basic ? basic : secret
        let answers = [StubAnswer.json(#"{"echo": "\#(token)"}"#, status: 400, headers: ["Location": "/?t=\(escaped)"])]
        return [
            Place("\(type), plugin") { place in
                place.plugins = [.accessToken(type) { token }]
                place.answers = answers
            },
            Place("\(type), route") { place in
                place.route = .get("things").authorization(type)
                place.plugins = [.accessToken { token }]
                place.answers = answers
            },
            Place("\(type), refresh") { place in
                let refresh: TokenRefreshPlugin = .tokenRefresh(type, current: { AccessCredential(token) }) { $0 }
                place.plugins = [refresh]
                place.answers = answers
            },
            Place("\(type), by hand, the route says so") { place in
                place.route = .get("things").query(["t": token]).header("X-My-Thing", token).bearer(token)
                    .authorization(type)
                if type.tokenName == nil { place.route = .get("things").bearer(token).authorization(type) }
                if type == .query("t") { place.route = place.route.header("X-My-Thing", nil) }
                if type == .header("X-My-Thing") { place.route.task = .plain }
            },
            Place("\(type), then made anew") { place in
                let anew = Changing {
                    $0 = Endpoint($0.method, url: $0.url, headers: $0.headers, body: $0.body)
                }
                place.plugins = [.accessToken(type) { token }, anew]
                place.answers = answers
            },
        ]
    }

    static let declared = Place("declared where the plugin would put it") { place in
        place.route = .get("things").header("X-My-Thing", secret)
        place.plugins = [.accessToken(.header("X-My-Thing")) { "other" }]
    }

    private static func url(_ text: String) -> URL { URL(string: text) ?? Probe.host }

    /// Every text that a call and its observers leave behind.
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
        // A test's own plugin shows what it holds.
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
        values += [recorder.outcomes, await provider.explain(target), stubs, stubs.log]
        for event in events.withLock({ $0 }) { values += [event, event.kind] as [Any] }
        for request in stubs.requests { values += [request, request.curlCommand()] as [Any] }
        #expect(events.withLock { $0 }.count >= 2 && trace.lines.count >= 2)
        return trace.lines + values.map { TalynTests.texts(of: $0) }
    }

    /// The secret as it is, and what base64 makes of it behind anything.
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

    /// A target whose case says where its token stands.
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
