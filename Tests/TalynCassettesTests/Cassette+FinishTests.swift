import Talyn
import TalynStubs
import Testing

@testable import TalynCassettes

/// The files that a cassette writes at its end, and the cases in which it writes none.
struct CassetteFinishTests {
    private func send(_ cassette: Cassette, _ paths: String..., headers: HTTPHeaders = [:]) async throws {
        for path in paths {
            let url = try #require(URL(string: "https://a.example/\(path)"))
            _ = try? await cassette.send(Endpoint(url: url, headers: headers), context: CallContext())
        }
    }

    private var fine: RespondingTransport { RespondingTransport { _ in .text("ok") } }

    private func offline(_ code: URLError.Code) -> RespondingTransport {
        RespondingTransport { _ in .failure(code) }
    }

    private func entry(_ path: String, token: String) -> HAREntry {
        HAREntry(
            started: "", time: 0,
            request: HARRequest(
                method: "GET", url: "https://a.example/\(path)", headers: [HARField("Authorization", "Bearer \(token)")]
            ),
            response: HARResponse(status: 200, body: Data("you sent canary-new-0123456789".utf8)))
    }

    @Test func oldEntriesLoseTheirSecretsWhenNewOnesAreAdded() async throws {
        let file = try CassetteFile(HARLog(entries: [entry("a", token: "canary-old-0123456789")]).text)
        let cassette = Cassette(at: file.url, mode: .newEpisodes, over: fine, allowsUnused: true)
        try await send(cassette, "b", headers: ["Authorization": "Bearer canary-new-0123456789"])
        try cassette.finish()
        #expect(try file.log.entries.count == 2)
        #expect(!file.text.contains("canary") && file.text.contains("you sent REDACTED"))
    }

    @Test func everyEntryMayHaveASecretOfItsOwn() {
        let entries = (0..<500).map { entry("\($0)", token: "canary-token-\($0)-0123456789abcdef") }
        var redactor = CassetteRedactor(.standard)
        let (log, new) = redactor.redacted(HARLog(entries: entries), and: entries)
        #expect(redactor.found.count >= 500)
        #expect(!log.text.contains("canary-token") && !HARLog(entries: new).text.contains("canary-token"))
    }

    @Test func everyPlaceOfAnEntryIsLookedAt() {
        let secret = "canary-0123456789abcdef"
        var entry = entry("a", token: secret)
        entry.json[at: "startedDateTime"] = .string("at \(secret)")
        entry.json[at: "timings.comment"] = .string(secret)
        entry.json[at: "request.method"] = .string(secret)
        entry.json[at: "request.httpVersion"] = .string(secret)
        entry.json[at: "request.comment"] = .string(secret)
        entry.json[at: "response.statusText"] = .string(secret)
        entry.json[at: "response.httpVersion"] = .string(secret)
        entry.json[at: "response._error"] = .string(secret)
        entry.json[at: "response.content.comment"] = .string(secret)
        entry.json[at: "_operation"] = .string(secret)
        entry.json[at: secret] = .string("Bearer \(secret)")
        var redactor = CassetteRedactor(.standard)
        let log = redactor.redacted(HARLog(entries: [entry]), and: []).0
        #expect(!log.text.contains("canary-0123456789abcdef"))
    }

    @Test func aFieldThatIsNoLongerJSONIsHiddenWholly() throws {
        let request =
            #"{"method":"GET","url":"x","headers":[{"name":"Authorization","value":"Bearer canary\":12"}]}"#
        let text = #"{"log":{"entries":[{"_x":{"canary":12},"_y":1,"request":\#(request),"response":{}}]}}"#
        var redactor = CassetteRedactor(.standard)
        let json = redactor.redacted(try HARLog(Data(text.utf8), file: "f")).entries.first?.json
        #expect(json?[Redaction.placeholder] == .string(Redaction.placeholder))
        #expect(json?["_x"] == nil && json?["_y"] == 1)
    }

    @Test(arguments: [Cassette.Mode.all, .once, .newEpisodes])
    func nothingIsWrittenWhenNothingWasSeen(mode: Cassette.Mode) throws {
        let file = try CassetteFile()
        let cassette = Cassette(at: file.url, mode: mode)
        #expect(throws: CassetteError.nothingRecorded(file: file.url.path)) { try cassette.finish() }
        #expect(!FileManager.default.fileExists(atPath: file.url.path))
    }

    @Test func aFileIsNotEmptiedByARunWithoutRequests() throws {
        let text = HARLog(entries: [entry("a", token: "x")]).text
        let file = try CassetteFile(text)
        let cassette = Cassette(at: file.url, mode: .all)
        #expect(throws: CassetteError.nothingRecorded(file: file.url.path)) { try cassette.finish() }
        #expect(file.text == text)
        // An empty, unused recording is unchanged.
        let empty = try CassetteFile(HARLog().text)
        try Cassette(at: empty.url, mode: .replay).finish()
    }

    @Test func theSecondOfTwoCassettesDoesNotOverwriteTheFirst() async throws {
        let file = try CassetteFile()
        let (first, second) = (
            Cassette(at: file.url, mode: .all, over: fine), Cassette(at: file.url, mode: .all, over: fine)
        )
        try await send(first, "a")
        try await send(second, "b")
        try first.finish()
        let reason = "it was changed by another cassette meanwhile"
        #expect(throws: CassetteError.unwritable(file: file.url.path, reason: reason)) { try second.finish() }
        #expect(try file.log.entries.map(\.request.url) == ["https://a.example/a"])
        try await send(first, "c")
        try first.finish()
        #expect(try file.log.entries.count == 2)
    }

    @Test(arguments: [URLError.Code.notConnectedToInternet, .cannotFindHost, .cannotConnectToHost])
    func beingOfflineIsNotTheTruth(code: URLError.Code) async throws {
        let text = HARLog(entries: [entry("a", token: "x")]).text
        for (mode, old) in [(Cassette.Mode.all, text), (.once, nil)] as [(Cassette.Mode, String?)] {
            let file = try CassetteFile(old)
            let cassette = Cassette(at: file.url, mode: mode, over: offline(code))
            try await send(cassette, "a", "b")
            #expect(throws: CassetteError.networkUnreachable(file: file.url.path)) { try cassette.finish() }
            #expect(file.text == old ?? "")
        }
    }

    @Test func aRuleMayLookAtTheCassette() async throws {
        let file = try CassetteFile(HARLog(entries: [entry("a", token: "x")]).text)
        let held = Locked<Cassette?>(nil)
        let rule = Redaction.standard.adding { text in
            _ = held.withLock { $0 }?.requests
            return text
        }
        let cassette = Cassette(at: file.url, mode: .replay, redacting: rule)
        held.withLock { $0 = cassette }
        try await send(cassette, "a")
        try cassette.finish()
        held.withLock { $0 = nil }
    }

    @Test(arguments: [
        "", "/", "..", "../../x", "a/../b", "/a", "a//b", ".", "../\u{301}x", "/\u{200D}a", "a/../\u{FE0F}b",
    ])
    func aNameDoesNotLeadOutOfItsFolder(name: String) async throws {
        let cassette = Cassette(name, mode: .all, over: fine, filePath: "/nowhere/Tests.swift")
        #expect(cassette.file.path == "/nowhere/Cassettes")
        try await send(cassette, "a")
        let error = #expect(throws: CassetteError.self) { try cassette.finish() }
        guard case .unreadable? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(Cassette("a/b", filePath: "/nowhere/Tests.swift").file.path == "/nowhere/Cassettes/a/b.har")
    }

    @Test func aCassetteThatIsNotFinishedSaysWhatIsLost() async throws {
        let file = try CassetteFile()
        let cassette = Cassette(at: file.url, mode: .all, over: fine)
        #expect(cassette.loss == nil)
        try await send(cassette, "a")
        #expect(cassette.loss == "\(file.url.path): the cassette was not finished: 1 recorded exchange is lost")
        try cassette.finish()
        #expect(cassette.loss == nil)
        let replay = Cassette(at: file.url, mode: .replay)
        try await send(replay, "b", "c")
        #expect(replay.loss == "\(file.url.path): the cassette was not finished: 2 requests had no entry")
        #expect(throws: CassetteError.self) { try replay.finish() }
        #expect(replay.loss == nil)
    }
}
