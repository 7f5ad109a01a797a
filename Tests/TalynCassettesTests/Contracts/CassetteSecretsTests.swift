import SharedFixtures
import Talyn
import TalynTesting
import Testing

@testable import TalynCassettes

/// No form of a secret is in a file, and the file answers requests with other secrets.
struct CassetteSecretsTests {
    /// A secret that differs in each run.
    private static func canary(_ name: String, _ run: Int) -> String { "canary-\(name)+/\(run)==\(name.count * 7919)" }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
            ?? ""
    }

    private static let names = [
        "bearer", "cookie", "key", "query", "form", "part", "json", "response", "set", "location", "user", "basic",
        "own",
        "path",
    ]

    /// Calls with a secret in every position.
    private func endpoints(_ base: URL, run: Int) -> [Endpoint] {
        func canary(_ name: String) -> String { Self.canary(name, run) }
        func url(_ path: String) -> URL { URL(string: "\(base)/\(path)") ?? base }
        var withUser = URLComponents(url: url("user"), resolvingAgainstBaseURL: false)
        withUser?.user = "me"
        withUser?.percentEncodedPassword = Self.escaped(canary("user"))
        let basic = Data("me:\(canary("basic"))".utf8).base64EncodedString()
        let part = "--x\r\nContent-Disposition: form-data; name=\"client_secret\"\r\n\r\n\(canary("part"))\r\n--x--\r\n"
        return [
            Endpoint(
                url: url("headers"),
                headers: [
                    "Authorization": "Bearer \(canary("bearer"))", "Cookie": "session=\(canary("cookie"))",
                    "X-Api-Key": canary("key"), "X-Own": "own:\(canary("own"))",
                ]),
            Endpoint(url: url("query?page=1&access_token=\(Self.escaped(canary("query")))")),
            Endpoint(
                .post, url: url("form"), headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: .data(Data("user=me&password=\(Self.escaped(canary("form")))".utf8))),
            Endpoint(
                .post, url: url("part"), headers: ["Content-Type": "multipart/form-data; boundary=x"],
                body: .data(Data(part.utf8))),
            Endpoint(
                .post, url: url("json"), headers: ["Content-Type": "application/json"],
                body: .data(Data(#"{"user":"me","deep":[{"password":"\#(canary("json"))"}]}"#.utf8))),
            Endpoint(url: withUser?.url ?? base),
            Endpoint(url: url("basic"), headers: ["Authorization": "Basic \(basic)"]),
            // A value from a response is in a path.
            Endpoint(url: url("echo/\(Self.escaped(canary("response")))/\(Self.escaped(canary("path")))")),
        ]
    }

    private func server(run: Int) throws -> LoopbackServer {
        try LoopbackServer { request in
            func canary(_ name: String) -> String { Self.canary(name, run) }
            let location = "/next?page=2&token=\(Self.escaped(canary("location")))"
            let headers: HTTPHeaders = [
                "Content-Type": "application/json", "Set-Cookie": "sid=\(canary("set")); Path=/", "Location": location,
            ]
            let echo = [canary("bearer"), canary("query"), canary("own"), canary("path")].joined(separator: " ")
            let body = """
                {"access_token": "\(canary("response"))", "path_token": "\(canary("path"))", "note": "you sent \(echo) and
                """.replacingOccurrences(of: "\n", with: " ")
            return [.response(200, headers: headers, text: "\(body) \(Self.escaped(canary("form")))\"}", to: request)]
        }
    }

    private var redaction: Redaction {
        .standard.adding { text in
            guard let range = text.range(of: "own:") else { return text }
            return text[..<range.upperBound] + Redaction.placeholder
        }
    }

    /// The ways to encode a secret.
    private static func forms(_ secret: String) -> [String] {
        let bytes = Data(secret.utf8)
        let shifted = (0..<3).map { shift -> String in
            let text = Data([UInt8](repeating: 0x20, count: shift) + bytes).base64EncodedString()
            // Without its ends, which depend on the surrounding bytes.
            return String(text.dropFirst(4).dropLast(4))
        }
        return [secret, escaped(secret), secret.replacingOccurrences(of: "/", with: "\\/")] + shifted
            + shifted.map { $0.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_") }
    }

    @Test func noSecretIsWrittenAndAnyOtherIsAnswered() async throws {
        let (file, server) = (try CassetteFile(), try server(run: 1))
        let cassette = Cassette(at: file.url, mode: .all, redacting: redaction)
        let sent = endpoints(server.url, run: 1)
        for endpoint in sent { _ = try await cassette.send(endpoint, context: CallContext()) }
        try cassette.finish()
        let text = file.text
        #expect(try file.log.entries.count == sent.count)
        #expect(text.contains("REDACTED") && text.contains("page"))
        for name in Self.names {
            let came = server.requests.map { $0.headText + $0.text }.joined()
            for form in Self.forms(Self.canary(name, 1)) where text.contains(form) { Issue.record("\(name): \(form)") }
            // The search finds secrets that are sent: otherwise the test would pass without any.
            let isSent = Self.forms(Self.canary(name, 1)).contains { came.contains($0) }
            #expect(isSent || ["response", "set", "location", "path"].contains(name) || name == "user", "\(name)")
        }

        let again = Cassette(at: file.url, mode: .replay, redacting: redaction)
        for endpoint in endpoints(server.url, run: 2) {
            let response = try await again.send(endpoint, context: CallContext())
            let body = try JSONValue(parsing: response.data)
            #expect(body["access_token"]?.stringValue == "REDACTED")
            #expect(response.headers["Location"]?.contains("page=2") == true)
        }
        try again.finish()
        #expect(server.requests.count == sent.count)
        for log in [cassette.log, again.log] { #expect(!log.contains("canary")) }
    }

    @Test func aRequestThatDiffersBesidesSecretsIsNotAnswered() async throws {
        let (file, server) = (try CassetteFile(), try server(run: 1))
        let cassette = Cassette(at: file.url, mode: .all)
        let url = try #require(URL(string: "\(server.url)/a?page=1&access_token=abcdefgh1"))
        _ = try await cassette.send(Endpoint(url: url), context: CallContext())
        try cassette.finish()
        let again = Cassette(at: file.url, mode: .replay)
        let other = try #require(URL(string: "\(server.url)/a?page=2&access_token=abcdefgh1"))
        let error = await #expect(throws: RequestError.self) {
            try await again.send(Endpoint(url: other), context: CallContext())
        }
        #expect(error?.description.contains("differs in query item \"page\"") == true)
        #expect(error?.description.contains("abcdefgh1") == false)
    }

    @Test(arguments: [AuthorizationType.query("t"), .header("X-My-Thing")])
    func aTokenUnderANameThatSaysNothingIsNotRecorded(_ type: AuthorizationType) async throws {
        let (file, server) = (try CassetteFile(), try server(run: 1))
        let target = Wire(baseURL: server.url, route: .get("a").query(["page": 1]))
        let cassette = Cassette(at: file.url, mode: .all)
        let plugin: any Plugin = .accessToken(type) { "CANARY-first" }
        try await Provider<Wire>(transport: cassette, plugins: [plugin]).request(target)
        try cassette.finish()
        #expect(server.requests.contains { $0.headText.contains("CANARY-first") })
        #expect(file.text.contains("REDACTED") && !file.text.contains("CANARY"))
        let again = Cassette(at: file.url, mode: .replay)
        let other: any Plugin = .accessToken(type) { "CANARY-other" }
        try await Provider<Wire>(transport: again, plugins: [other]).request(target)
        try again.finish()
    }

    /// Returns the request of a cassette with one entry.
    private static func recorded(
        url: String = "https://h.example/", _ header: HARField? = nil, _ body: Data? = nil, _ type: String = ""
    ) -> HARRequest? {
        let request = HARRequest(
            method: "POST", url: url, headers: header.map { [$0] } ?? [],
            postData: body.map { RecordedBody(mimeType: type, data: $0) })
        let entry = HAREntry(started: "", time: 0, request: request, response: HARResponse(status: 200))
        var redactor = CassetteRedactor(.standard)
        return redactor.redacted(HARLog(entries: [entry])).entries.first?.request
    }

    @Test func aCassetteHidesWhatALogHides() {
        let usual = SecretCorpus.usualSecret
        var count = 0
        for (name, value) in SecretCorpus.pairs(SecretCorpus.secretsInJSON, usual) {
            let body = SecretCorpus.json(name, value)
            guard Redaction.standard.body(body, contentType: "application/json") != body else { continue }
            count += 1
            #expect(Self.recorded(nil, body, "application/json")?.postData?.data != body, "\(name)")
        }
        for (name, value) in SecretCorpus.pairs(SecretCorpus.secretsInQueries, usual) {
            let url = "https://h.example/?\(name)=\(value)"
            guard Redaction.standard.url(url) != url else { continue }
            count += 1
            #expect(Self.recorded(url: url)?.url != url, "\(name)")
        }
        for (name, value) in SecretCorpus.pairs(SecretCorpus.secretsInHeaders, usual) {
            guard Redaction.standard.headers([name: value])[name] != value else { continue }
            count += 1
            #expect(Self.recorded(HARField(name, value))?.headers != [HARField(name, value)], "\(name)")
        }
        #expect(count == 279)
    }

    /// Fields of multipart and elements of markup follow the list of words too.
    @Test func formatsThatALogDoesNotShowFollowTheSameNames() {
        for (name, value) in SecretCorpus.pairs(SecretCorpus.secretsInJSON, SecretCorpus.usualSecret)
        where !value.contains(where: { "[{\"".contains($0) }) {
            let part = "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n--b--\r\n"
            let hidden = Self.recorded(nil, Data(part.utf8), "multipart/form-data; boundary=b")?.postData?.data
            #expect(hidden.map { !String(decoding: $0, as: UTF8.self).contains(value) } == true, "\(name)")
            let element = "<a><\(name)>\(value)</\(name)><b>c</b></a>"
            let shown = Self.recorded(nil, Data(element.utf8), "application/xml")?.postData?.data
            let text = shown.map { String(decoding: $0, as: UTF8.self) } ?? ""
            #expect(!text.contains(value) && text.hasSuffix("<b>c</b></a>"), "\(name)")
        }
    }
}
