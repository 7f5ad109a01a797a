import Talyn
import TalynTesting
import Testing

@testable import TalynCassettes

struct CassetteModeTests {
    /// A server that counts its requests.
    private func counting() throws -> LoopbackServer {
        let count = Locked(0)
        return try LoopbackServer { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return [
                .response(headers: ["Content-Type": "text/plain"], text: "\(request.method) \(number)", to: request)
            ]
        }
    }

    private func ask(_ cassette: Cassette, _ server: LoopbackServer, _ targets: Notes...) async -> [String] {
        let provider = Provider<Notes>(baseURL: server.url, transport: cassette)
        var answers: [String] = []
        for target in targets {
            switch await provider.result(target, as: String.self) {
            case .success(let text): answers.append(text)
            case .failure(let error): answers.append(error.category.rawValue)
            }
        }
        return answers
    }

    @Test func aFileRecordedOnceIsReplayedFromThenOn() async throws {
        let (server, file) = (try counting(), try CassetteFile())
        let first = Cassette(at: file.url, mode: .once)
        #expect(first.label == "live")
        #expect(await ask(first, server, .note("a"), .add("b"), .note("a")) == ["GET 1", "POST 2", "GET 3"])
        #expect(file.text.isEmpty)
        try first.finish()

        for mode in [Cassette.Mode.once, .replay, .newEpisodes] {
            let next = Cassette(at: file.url, mode: mode)
            #expect(next.label == (mode == .newEpisodes ? "live" : "stub"))
            #expect(await ask(next, server, .note("a"), .add("b"), .note("a")) == ["GET 1", "POST 2", "GET 3"])
            try next.finish()
        }
        #expect(server.requests.count == 3)
    }

    @Test func anEntryAnswersOnceUnlessEntriesRepeat() async throws {
        let (server, file) = (try counting(), try CassetteFile())
        let first = Cassette(at: file.url, mode: .all)
        _ = await ask(first, server, .note("a"), .note("a"))
        try first.finish()
        let strict = Cassette(at: file.url, mode: .replay)
        #expect(await ask(strict, server, .note("a"), .note("a"), .note("a")) == ["GET 1", "GET 2", "unstubbed"])
        let repeating = Cassette(at: file.url, mode: .replay, repeats: true)
        #expect(await ask(repeating, server, .note("a"), .note("a"), .note("a")) == ["GET 1", "GET 2", "GET 2"])
        try repeating.finish()
        #expect(throws: CassetteError.self) { try strict.finish() }
    }

    @Test func allRecordsAnew() async throws {
        let (server, file) = (try counting(), try CassetteFile())
        for answer in ["GET 1", "GET 2"] {
            let cassette = Cassette(at: file.url, mode: .all)
            #expect(await ask(cassette, server, .note("a")) == [answer])
            try cassette.finish()
            #expect(try file.log.entries.map(\.response.body) == [Data(answer.utf8)])
        }
    }

    @Test func newEpisodesAreAdded() async throws {
        let (server, file) = (try counting(), try CassetteFile())
        let first = Cassette(at: file.url, mode: .newEpisodes)
        #expect(await ask(first, server, .note("a")) == ["GET 1"])
        try first.finish()
        let text = file.text
        let second = Cassette(at: file.url, mode: .newEpisodes)
        #expect(await ask(second, server, .note("b"), .note("a")) == ["GET 2", "GET 1"])
        try second.finish()
        #expect(try file.log.entries.map(\.response.body) == [Data("GET 1".utf8), Data("GET 2".utf8)])
        // The file is unchanged.
        #expect(file.text.hasPrefix(text.dropLast("\n    ]\n  }\n}\n".count)))
    }

    @Test func aMissingFileSaysHowToRecordIt() async throws {
        let (server, file) = (try counting(), try CassetteFile())
        let cassette = Cassette(at: file.url, mode: .replay)
        let result = await Provider<Notes>(baseURL: server.url, transport: cassette).result(.note("a"))
        let hint = "there is no such file; record it with TALYN_CASSETTES=once, or with the mode .once"
        guard case .failure(let error) = result else {
            Issue.record("it was answered")
            return
        }
        #expect(error.category == .unstubbed && error.description.contains(hint))
        #expect(throws: CassetteError.unreadable(file: file.url.path, reason: hint)) { try cassette.finish() }
        #expect(server.requests.isEmpty && file.text.isEmpty)
    }

    @Test(arguments: Cassette.Mode.allCases.filter { $0 != .fromEnvironment })
    func aFileThatIsBrokenIsLeftAlone(mode: Cassette.Mode) async throws {
        let (server, file) = (try counting(), try CassetteFile("{\"log\": 1}"))
        let cassette = Cassette(at: file.url, mode: mode)
        #expect(await ask(cassette, server, .note("a")) == ["unstubbed"])
        #expect(
            throws: CassetteError.malformed(file: file.url.path, entry: nil, field: "log", reason: "is not an object")
        ) {
            try cassette.finish()
        }
        #expect(server.requests.isEmpty && file.text == "{\"log\": 1}")
    }

    @Test func theEnvironmentNamesTheMode() throws {
        let mode = Cassette.Mode.fromEnvironment
        #expect(try mode.resolved(in: [:]) == .replay)
        #expect(try mode.resolved(in: ["TALYN_CASSETTES": ""]) == .replay)
        for other in Cassette.Mode.allCases where other != .fromEnvironment {
            #expect(try mode.resolved(in: ["TALYN_CASSETTES": other.rawValue]) == other)
            #expect(try other.resolved(in: ["TALYN_CASSETTES": "all"]) == other)
        }
        for name in ["record", "fromEnvironment", "Once"] {
            #expect(throws: CassetteError.unknownMode(name)) { try mode.resolved(in: ["TALYN_CASSETTES": name]) }
        }
        #expect("\(CassetteError.unknownMode("x"))".contains("replay, once, all or newEpisodes"))
    }

    @Test func aNameIsAFileBesideTheSource() {
        let cassette = Cassette("octocat", filePath: "/tests/UserTests.swift")
        #expect(cassette.file.path == "/tests/Cassettes/octocat.har")
        #expect(cassette.description == "Cassette(octocat.har, 0 requests)")
    }
}
