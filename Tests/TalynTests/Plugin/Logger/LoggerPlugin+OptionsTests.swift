import Foundation
import Testing

@testable import Talyn

@Suite struct LoggerPluginOptionsTests {
    let trace = Trace()
    let stubs = StubTransport()

    func provider(_ options: LogOptions, bodyLimit: Int = 4_096) -> Provider<GitHub> {
        Provider(
            transport: stubs, plugins: [.logger(options, bodyLimit: bodyLimit, output: trace.write)],
            clock: TestClock())
    }

    /// The texts without numbers of calls and places in the source.
    var texts: [String] {
        trace.lines.map { $0.replacing(/#\d+/, with: "#n").replacing(/\ · TalynTests\S+ \S+/, with: "") }
    }

    @Test func verboseHasHeadersAndBodiesOfBoth() async throws {
        let target = GitHub.createIssue(owner: "a", repo: "b", NewIssue(title: "one"))
        stubs.on(target, .json(#"{"id":1,"ok":true}"#, status: 201, headers: ["Set-Cookie": "sid=CANARY; Path=/"]))
        try await provider(.verbose).request(target)
        try #require(texts.count == 3)
        #expect(texts[0].contains("REQUEST #n GitHub.createIssue: POST https://api.github.com/repos/{}/{}/issues\n"))
        #expect(texts[0].contains("\n    Content-Type: application/json"))
        #expect(texts[0].contains("\n      \"title\": \"one\""))
        #expect(texts[1].hasPrefix("RESPONSE #n GitHub.createIssue: 201, 18 bytes in 0 µs\n"))
        #expect(texts[1].contains("\n    Set-Cookie: sid=REDACTED; Path=/"))
        #expect(
            texts[2] == """
                SUCCESS #n GitHub.createIssue: 201, 18 bytes in 0 µs
                    {
                      "id": 1,
                      "ok": true
                    }
                """)
    }

    @Test(arguments: [
        (LogOptions.successResponseBody, true, false), (.errorResponseBody, false, true),
        (LogOptions(), false, false),
    ])
    func bodiesOfSuccessesAndErrorsAreApart(_ options: LogOptions, _ success: Bool, _ error: Bool) async {
        stubs.on(GitHub.zen, .sequence([.text("fine-body"), .text("error-body", status: 500)]))
        for _ in 0..<2 { _ = await provider(options).result(.zen) }
        #expect(texts.contains { $0.contains("fine-body") } == success)
        #expect(texts.contains { $0.contains("error-body") } == error)
        #expect(texts.count == 2)
    }

    @Test func aRefusalsBodyIsSummed() async {
        stubs.on(GitHub.zen, .json(#"{"code": 7, "message": "too many\nissues", "token": "CANARY"}"#, status: 422))
        _ = await provider(.default).result(.zen)
        #expect(texts.last == "FAILURE #n GitHub.zen: status 422 in 0 µs · message: too many issues")
    }

    @Test(arguments: [
        (StubAnswer.data(Data([0, 1, 2]), contentType: "image/png"), "(3 bytes of image/png, which are no text)"),
        (.text(String(repeating: "a", count: 20)), "aaaaaaaaaa\n    (10 bytes more)"),
        (.text("ääääää"), "äääää\n    (2 bytes more)"), (.text("1234567ä90"), "1234567ä9\n    (1 bytes more)"),
        (.data(Data(repeating: 0x61, count: (1 << 20) + 1)), "(1048577 bytes, which are not shown)"),
    ])
    func bodiesAreCutAndWhatIsNoTextIsSaid(_ answer: StubAnswer, _ shown: String) async throws {
        stubs.on(GitHub.zen, answer)
        try await provider(.successResponseBody, bodyLimit: 10).request(.zen)
        #expect(texts.last?.hasSuffix("\n    \(shown)") == true)
    }

    @Test func streamsAndFilesOfARequestAreSaid() async throws {
        stubs.on(where: { _, _ in true }, .status(204))
        let stream = BodyStream(length: 3, isRepeatable: true) {
            var rest: Data? = Data("abc".utf8)
            return {
                defer { rest = nil }
                return rest
            }
        }
        let endpoint = Endpoint(.post, url: GitHub.zen.baseURL, body: .stream(stream))
        try await provider(.requestBody).send(endpoint)
        #expect(texts.first?.hasSuffix("\n    (a stream of 3 bytes, which is not shown)") == true)
    }

    @Test func onlyWhatThePredicateWantsIsLogged() async throws {
        stubs.on(GitHub.zen, .text("ok"))
        stubs.on(GitHub.user("a"), .json(User.octocat))
        let provider = Provider<GitHub>(
            transport: stubs,
            plugins: [
                .logger(output: trace.write) { endpoint, context in
                    endpoint.method == .get && context.operation == "GitHub.user"
                }
            ])
        try await provider.request(.zen)
        try await provider.request(.user("a"))
        #expect(texts.count == 2)
        #expect(texts.allSatisfy { $0.contains("GitHub.user") })
    }

    @Test func eventsTellTheStoryOfOneCall() async throws {
        struct Again: CallInterceptor {
            func interceptCall(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                do throws(RequestError) { return try await next(endpoint) } catch {
                    context.note("once more")
                    return try await next(endpoint)
                }
            }
        }
        stubs.on(GitHub.zen, .sequence([.status(503), .redirect(to: "/other")]))
        stubs.on(Endpoint(url: try #require(URL(string: "https://api.github.com/other"))), .text("ok"))
        let events = Locked<[LogEvent]>([])
        let provider = Provider<GitHub>(
            transport: stubs, plugins: [.logEvents { event in events.withLock { $0.append(event) } }, Again()],
            clock: TestClock())
        try await provider.request(.zen)
        let story = events.withLock { $0 }.map { event in
            switch event.kind {
            case .started: "started"
            case .retry(let word): "retry \(word ?? "")"
            case .request: "request \(event.attempt).\(event.redirects)"
            case .response(let result, _): "response \((try? result.get().statusCode) ?? 0)"
            case .finished(let outcome): "finished \(outcome.attempts)"
            }
        }
        #expect(
            story == [
                "started", "request 1.0", "response 503", "retry once more", "request 2.0", "response 302",
                "request 2.1", "response 200", "finished 2",
            ])
        #expect(Set(events.withLock { $0 }.map(\.callID)).count == 1)
        #expect(events.withLock { $0 }.first?.date == TestClock().date)
    }

    @Test func aCanaryInEveryPlaceIsInNoTextNorInAnyDescription() async throws {
        let url = try #require(
            URL(string: "https://CANARY-1:CANARY-2@api.github.com/x?access_token=CANARY-3&sig=CANARY-4#CANARY-5"))
        let endpoint = Endpoint(
            .post, url: url,
            headers: [
                "Authorization": "Bearer CANARY-6", "Proxy-Authorization": "Basic Q0FOQVJZLTc6Q0FOQVJZLTc=",
                "Cookie": "sid=CANARY-8", "X-Api-Key": "CANARY-9", "Content-Type": "application/json",
            ], body: .data(Data(#"{"password": "CANARY-10", "deep": [{"refreshToken": "CANARY-11"}]}"#.utf8)))
        stubs.on(
            where: { _, _ in true },
            .json(
                #"{"access_token": "CANARY-12", "echo": "CANARY-6 CANARY-10"}"#, status: 400,
                headers: ["Set-Cookie": "sid=CANARY-13", "Location": "/?token=CANARY-14"]))
        var all = LogOptions.verbose
        for options in [
            LogOptions.verbose, [.formatRequestAscURL, .responseHeaders, .errorResponseBody, .errorSummary],
        ] {
            all.formUnion(options)
            let error = await provider(options).result(of: endpoint)
            #expect(!"\(error) \(String(reflecting: error))".contains("CANARY"))
        }
        #expect(trace.lines.count == 6)
        for line in trace.lines { #expect(!line.contains("CANARY") && !line.contains("Q0FOQVJZ")) }
    }

    @Test func theTextsOfAThousandCallsAreNotTorn() async {
        stubs.on(GitHub.zen, .json(#"{"a": 1, "b": [1, 2]}"#, status: 500))
        let provider = provider([.requestMethod, .requestHeaders, .errorResponseBody])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 { group.addTask { _ = await provider.result(.zen) } }
        }
        #expect(trace.lines.count == 2000)
        #expect(trace.lines.allSatisfy { $0.hasPrefix("REQUEST #") || $0.hasPrefix("FAILURE #") })
        #expect(trace.lines.filter { $0.hasPrefix("FAILURE") }.allSatisfy { $0.split(separator: "\n").count == 8 })
    }
}

extension Provider {
    fileprivate func result(of endpoint: Endpoint) async -> Result<Response, any Error> {
        do { return .success(try await send(endpoint)) } catch { return .failure(error) }
    }
}
