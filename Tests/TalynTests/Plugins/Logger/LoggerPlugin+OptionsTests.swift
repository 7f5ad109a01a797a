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

    /// The texts without call IDs and source locations.
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

    @Test func aBodyThatDoesNotDecodeIsNotSummed() async {
        stubs.on(GitHub.user("ann"), .json(#"{"name": "CANARY", "message": "CANARY", "id": "x"}"#))
        _ = await provider(.default).result(.user("ann"), as: User.self)
        #expect(texts.last?.hasPrefix("FAILURE #n GitHub.user: ") == true)
        #expect(texts.last?.contains("CANARY") == false)
        #expect(texts.last?.contains(" · ") == false)
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
                "started", "request 1.0", "response 503", "retry 503, after 0 µs", "request 2.0",
                "response 302",
                "request 2.1", "response 200", "finished 2",
            ])
        #expect(Set(events.withLock { $0 }.map(\.callID)).count == 1)
        #expect(events.withLock { $0 }.first?.date == TestClock().date)
    }

    @Test func aRetryHasItsReasonWhateverPluginsNoteSince() async throws {
        struct Noting: Preparer {
            func prepare(_ endpoint: inout Endpoint, context: CallContext) { context.note("prepared") }
        }
        stubs.on(GitHub.zen, .sequence([.status(503), .failure(.networkConnectionLost), .text("ok")]))
        let events = Locked<[String]>([])
        let logger: LoggerPlugin = .logEvents { event in
            if case .retry(let reason) = event.kind { events.withLock { $0 += [reason ?? "none", "\(event)"] } }
        }
        let retry: RetryPlugin = .retry { $0.baseDelay = .zero }
        try await Provider<GitHub>(transport: stubs, plugins: [retry, Noting(), logger], clock: TestClock())
            .request(.zen)
        let reasons = events.withLock { $0 }
        #expect(reasons[0] == "503, after 0 µs")
        #expect(reasons[2] == "connectionLost, after 0 µs")
        #expect(reasons[1].hasSuffix(" GitHub.zen: attempt 2: \(reasons[0])"))
    }

    @Test func anAttemptOfTwoExchangesIsOneRetry() async throws {
        struct Twice: ExchangeInterceptor {
            func interceptExchange(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                if context.attempt == 2 { _ = try await next(endpoint) }
                context.note("once more")
                return try await next(endpoint)
            }
        }
        stubs.on(GitHub.zen, .sequence([.status(503), .text("a").delayed(by: .seconds(3)), .text("b")]))
        let (retries, times) = (Locked(0), Locked<[Duration]>([]))
        let logger: LoggerPlugin = .logEvents { event in
            if case .retry = event.kind { retries.withLock { $0 += 1 } }
            if case .response(_, let time) = event.kind { times.withLock { $0.append(time) } }
        }
        try await Provider<GitHub>(transport: stubs, plugins: [.retry(), logger, Twice()], clock: TestClock())
            .request(.zen)
        #expect(retries.withLock { $0 } == 1)
        #expect(times.withLock { $0 } == [.zero, .seconds(3), .zero])
    }

    // The kernel splits writes of more than a few kilobytes to a pipe.
    @Test(.timeLimit(.minutes(5))) func longTextsDoNotMixOnAPipe() async throws {
        let pipe = Pipe()
        let (writing, reading) = (pipe.fileHandleForWriting.fileDescriptor, pipe.fileHandleForReading.fileDescriptor)
        let output = LoggerPlugin.oneAfterTheOther { data in
            try? FileHandle(fileDescriptor: writing, closeOnDealloc: false).write(contentsOf: data)
        }
        let (written, read) = (Locked(0), Locked<Data?>(nil))
        Thread.detachNewThread {
            let data = try? FileHandle(fileDescriptor: reading, closeOnDealloc: false).readToEnd()
            read.withLock { $0 = data ?? Data() }
        }
        for letter in ["a", "b", "c", "d"] {
            Thread.detachNewThread {
                for _ in 0..<50 { output(String(repeating: letter, count: 9_000)) }
                written.withLock { $0 += 1 }
            }
        }
        await until { written.withLock { $0 } == 4 }
        try pipe.fileHandleForWriting.close()
        await until { read.withLock { $0 } != nil }
        let lines = (read.withLock { $0 } ?? Data()).split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == 200)
        #expect(lines.allSatisfy { $0.count == 9_000 && Set($0).count == 1 })
    }

    @Test(arguments: [
        (LogOptions(), 1), (.errorResponseBody, 1), (.default, 3), (.formatRequestAscURL, 3), (.responseHeaders, 3),
        (.verbose, 5),
    ])
    func eventsThatNobodyWritesAreNotMade(_ options: LogOptions, _ count: Int) async throws {
        let (asked, named) = (Trace(), Trace())
        let target = Named(trace: named)
        stubs.on(where: { _, _ in true }, .sequence([.redirect(to: "/other"), .text("ok")]))
        let provider = Provider<Named>(
            transport: stubs,
            plugins: [
                .logger(options, output: trace.write) { _, context in
                    asked.write("\(context.id)")
                    return true
                }
            ])
        try await provider.request(target)
        #expect(asked.lines.count == count)
        // It is read once per call, by the stubs only for a message.
        #expect(named.lines.count == 1)
        #expect(trace.lines.count == count)
    }

    /// Each is a bit of its own: written to a file by number, they mean the same in the next version.
    @Test func optionsAreBits() {
        let options: [LogOptions] = [
            .requestMethod, .requestHeaders, .requestBody, .formatRequestAscURL, .responseHeaders, .successResponseBody,
            .errorResponseBody, .errorSummary, .callSite,
        ]
        #expect(options.map(\.rawValue) == options.indices.map { 1 << $0 })
        #expect(options.filter { !LogOptions.verbose.contains($0) } == [.formatRequestAscURL])
    }

    @Test(arguments: [(LogOptions.requestMethod, false), (.default, true), (.verbose, true), (.callSite, true)])
    func theCallSiteIsWrittenWhenAskedFor(_ options: LogOptions, _ isWritten: Bool) async throws {
        stubs.on(GitHub.zen, .text("ok"))
        try await provider(options).request(.zen, fileID: "App/Feed.swift", function: "load()", line: 9)
        #expect(trace.lines.allSatisfy { $0.contains(" · App/Feed.swift:9 load()") == isWritten })
    }

    @Test func aCommandHasNoEchoThatItsQuotesHide() async throws {
        stubs.on(where: { _, _ in true }, .status(204))
        let endpoint = Endpoint(
            .post, url: GitHub.zen.baseURL, headers: ["X-Debug": "CAN'ARY-1", "Content-Type": "application/json"],
            body: .data(Data(#"{"password": "CAN'ARY-1"}"#.utf8)))
        try await provider(.formatRequestAscURL).send(endpoint)
        #expect(trace.lines.first?.contains("-H 'X-Debug: REDACTED'") == true)
        #expect(endpoint.curlCommand().contains("-H 'X-Debug: REDACTED'"))
    }

    @Test func aTokenQuotedByAnErrorIsHidden() async throws {
        let text = "no way with CANARY-token-1"
        stubs.on(GitHub.zen, .failure(URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: text])))
        let token: any Plugin = .accessToken(.query("t")) { "CANARY-token-1" }
        let error = await provider([]).adding(token).result(.zen).thrown
        #expect(trace.lines.last?.contains("no way with REDACTED") == true)
        #expect("\(try #require(error))".contains("no way with REDACTED"))
    }

    @Test func eachTextOfAThousandCallsIsWhole() async {
        stubs.on(GitHub.zen, .json(#"{"a": 1, "b": [1, 2]}"#, status: 500))
        let provider = provider([.requestMethod, .requestHeaders, .errorResponseBody])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 { group.addTask { _ = await provider.result(.zen) } }
        }
        #expect(trace.lines.count == 2000)
        #expect(trace.lines.allSatisfy { $0.hasPrefix("REQUEST #") || $0.hasPrefix("FAILURE #") })
        #expect(trace.lines.filter { $0.hasPrefix("FAILURE") }.allSatisfy { $0.split(separator: "\n").count == 8 })
    }

    @Test func theHeadOfAResponseEndsWithWhatTheTransportMeasured() async throws {
        let measured = TransferMetrics(bytesSent: 3, bytesReceived: 4, httpVersion: "2")
        let cases: [(TransferMetrics?, String)] = [
            (measured, "\n    (HTTP/2: 3 bytes sent, 4 received)"), (.virtual, ""), (nil, ""),
        ]
        for (metrics, shown) in cases {
            let trace = Trace()
            let transport = AnswerTransport { endpoint, _ in
                Response(
                    statusCode: 204, headers: ["X-A": "1"], endpoint: endpoint,
                    tail: metrics.map { Locked(ResponseTail(metrics: $0)) })
            }
            try await Provider<GitHub>(
                transport: transport, plugins: [.logger(.responseHeaders, output: trace.write)], clock: TestClock()
            ).request(.zen)
            #expect(trace.lines.first?.hasSuffix(" 0 µs\n    X-A: 1\(shown)") == true)
        }
    }

    @Test func eachAttemptHasItsNumberAndItsOwnHead() async throws {
        stubs.on(
            GitHub.zen, .sequence([.status(503, headers: ["X-N": "1"]), .status(204, headers: ["X-N": "2"])]))
        try await provider([.requestMethod, .responseHeaders]).adding(OnceMore()).request(.zen)
        try #require(texts.count == 6)
        #expect(texts[0] == "REQUEST #n GitHub.zen: GET https://api.github.com/zen")
        #expect(texts[1].hasSuffix(" 0 µs\n    X-N: 1"))
        #expect(texts[2] == "RETRY #n GitHub.zen: 503, after 1.0 s")
        #expect(texts[3] == "REQUEST #n GitHub.zen: GET https://api.github.com/zen (attempt 2)")
        #expect(texts[4].hasSuffix(" 0 µs\n    X-N: 2"))
    }

    @Test func theTokenOfEachCallIsTakenOutOfItsTexts() async throws {
        let transport = AnswerTransport { endpoint, _ in
            .make(200, "you are \(endpoint.token)", contentType: "text/plain", endpoint: endpoint)
        }
        let tokens = Locked(["CANARY-second", "CANARY-first"])
        let provider = Provider<GitHub>(
            transport: transport,
            plugins: [
                .logger(.successResponseBody, output: trace.write),
                .accessToken { tokens.withLock { $0.popLast() } },
            ])
        for _ in 0..<2 { try await provider.request(.zen) }
        #expect(trace.lines.count == 2)
        #expect(trace.lines.allSatisfy { $0.hasSuffix("\n    you are REDACTED") })
    }

    @Test func aBodyThatRepeatsATokenDoesNotShowIt() async throws {
        stubs.on(where: { _, _ in true }, .status(204))
        let endpoint = Endpoint(
            .post, url: GitHub.host,
            headers: ["Authorization": "Bearer CANARY-token-1", "Content-Type": "text/plain"],
            body: .data(Data("it is CANARY-token-1".utf8)))
        try await provider(.requestBody).send(endpoint)
        #expect(trace.lines.first?.hasSuffix("\n    it is REDACTED") == true)
    }
}

/// A target that records reads of its name.
private struct Named: RoutedTarget {
    let trace: Trace

    var baseURL: URL { Probe.host }
    var route: Route { .get("named") }

    var operation: String {
        trace.write("asked")
        return "Named"
    }
}
