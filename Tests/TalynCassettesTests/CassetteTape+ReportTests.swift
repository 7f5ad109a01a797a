import Talyn
import TalynStubs
import Testing

@testable import TalynCassettes

/// The messages of a cassette whose requests and entries do not match.
struct CassetteTapeReportTests {
    private func recorded(_ targets: Notes...) async throws -> CassetteFile {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .sequence([.text("ok")], then: .repeatsLast))
        let file = try CassetteFile()
        let cassette = Cassette(at: file.url, mode: .all, over: stubs)
        let provider = Provider<Notes>(baseURL: URL(string: "https://a.example"), transport: cassette)
        for target in targets { _ = try await provider.request(target) }
        try cassette.finish()
        return file
    }

    private func complaint(_ file: CassetteFile, _ targets: Notes...) async -> String {
        let cassette = Cassette(at: file.url, mode: .replay)
        let provider = Provider<Notes>(baseURL: URL(string: "https://a.example"), transport: cassette)
        var last = ""
        for target in targets {
            if case .failure(let error) = await provider.result(target) { last = error.description }
        }
        return last
    }

    @Test func theNearestEntriesAndWhatDiffersAreTold() async throws {
        let file = try await recorded(.search("hidden1", tag: "x"), .add("hidden2"), .note("hidden3"))
        let search = await complaint(file, .search("hidden4", tag: "x"))
        #expect(
            search.contains("no entry of test.har answers Notes.search, GET https://a.example/search?q&tag; nearest: "))
        #expect(
            search.contains(
                "entry 0 (Notes.search, GET https://a.example/search?q&tag) differs in query item \"q\"; entry 2"))
        let add = await complaint(file, .add("hidden4"))
        #expect(add.contains("entry 1 (Notes.add, POST https://a.example/notes) differs in body at text;"))
        let note = await complaint(file, .note("hidden4"))
        #expect(note.contains("entry 2 (Notes.note, GET https://a.example/notes/{}) differs in path;"))
        let twice = await complaint(file, .note("hidden3"), .note("hidden3"))
        #expect(twice.contains("entry 2 (Notes.note, GET https://a.example/notes/{}) is used up;"))
        for text in [search, add, note, twice] { #expect(!text.contains("hidden")) }
    }

    @Test func unusedEntriesFailTheTest() async throws {
        let file = try await recorded(.note("hidden1"), .add("hidden2"))
        let cassette = Cassette(at: file.url, mode: .replay)
        let provider = Provider<Notes>(baseURL: URL(string: "https://a.example"), transport: cassette)
        _ = try await provider.request(.add("hidden2"))
        _ = await provider.result(.list(page: 3))
        do {
            try cassette.finish()
            Issue.record("it finished")
        } catch {
            let text = "\(error)"
            #expect(
                text == """
                    \(file.url.path): the requests and the entries do not match:
                    - no request used entry 0 (Notes.note, GET https://a.example/notes/{})
                    - no entry for Notes.list, GET https://a.example/notes?page; nearest: entry 0 (Notes.note, GET \
                    https://a.example/notes/{}) differs in path, query item "page", which the recording has not
                    """)
        }
        let lenient = Cassette(at: file.url, mode: .replay, allowsUnused: true)
        try lenient.finish()
    }

    private func finished(
        _ recorded: Endpoint, _ sent: Endpoint, _ matching: CassetteMatching = .standard
    ) async throws -> String {
        let stubs = StubTransport { _ in .text("ok") }
        let file = try CassetteFile()
        let recording = Cassette(at: file.url, mode: .all, over: stubs)
        _ = try await recording.send(recorded, context: CallContext())
        try recording.finish()
        let cassette = Cassette(at: file.url, mode: .replay, matching: matching, allowsUnused: true)
        // The code under test swallows the error.
        _ = try? await cassette.send(sent, context: CallContext())
        do { try cassette.finish() } catch { return "\(error)" }
        return "it finished"
    }

    @Test func aRequestWithoutAnEntryIsReportedWithTheDifference() async throws {
        func login(_ user: String) throws -> Endpoint {
            try Endpoint(
                .post, url: #require(URL(string: "https://a.example/v1/login")), task: .form(["user": user]))
        }
        let text = try await finished(login("hidden1"), login("hidden2"))
        #expect(text.hasSuffix(" differs in form field \"user\""), "\(text)")
        #expect(text.contains("\n- no entry for POST https://a.example/…; nearest: entry 0 ("), "\(text)")
        #expect(!text.contains("hidden"))
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080/a", "http://127.0.0.1:8081/a", "port"),
        ("http://127.0.0.1/a", "http://127.0.0.1:8081/a", "port"),
        ("http://a.example/a", "http://b.example/a", "host"), ("http://a.example/a", "https://a.example/a", "scheme"),
        ("http://a.example/a", "https://b.example:8443/a", "scheme, host, port"),
        ("http://[::1]:8080/a", "http://[::1]:8081/a", "port"), ("http://[::1]:80/a", "http://[::2]/a", "host"),
    ])
    func thePartsOfTheOriginThatDifferAreNamed(_ recorded: String, _ sent: String, _ parts: String) async throws {
        let text = try await finished(
            Endpoint(url: #require(URL(string: recorded))), Endpoint(url: #require(URL(string: sent))))
        #expect(text.hasSuffix(" differs in \(parts)"), "\(text)")
    }

    @Test(arguments: ["https://a.example/api/v1", "https://a.example/api/v1/", "https://a.example"])
    func theEntryIsShownWithThePathOfTheBaseURL(_ base: String) async throws {
        let file = try CassetteFile()
        let recording = Cassette(at: file.url, mode: .all, over: StubTransport { _ in .text("ok") })
        let base = try #require(URL(string: base))
        try await Provider<Notes>(baseURL: base, transport: recording).request(.note("hidden1"))
        try recording.finish()
        let cassette = Cassette(at: file.url, mode: .replay)
        let error = await Provider<Notes>(baseURL: base, transport: cassette).result(.note("hidden2"))
        let shown = "https://a.example\(base.path)/notes/{}"
        #expect(
            "\(error)".contains("answers Notes.note, GET \(shown); nearest: entry 0 (Notes.note, GET \(shown)) "),
            "\(error)")
        #expect(!"\(error)".contains("hidden"))
    }

    @Test(arguments: [
        ("https://a.example/v1/secret1/secret2", "{}/{}"), ("https://a.example/v1/files/secret1/secret2", "files/{}"),
        ("https://a.example/secret1/notes", "notes/{}"), ("https://a.example/secret1/x/y", "notes/{}"),
    ])
    func noSegmentThatMayBeAValueIsShownAsTheBase(_ url: String, _ template: String) {
        let request = CassetteRequest(
            HARRequest(method: "GET", url: url, headers: []), operation: nil, template: template)
        #expect(request.description == "GET https://a.example/\(template)")
    }

    @Test func theLogHasALineForEachExchange() async throws {
        let file = try await recorded(.note("hidden1"))
        let cassette = Cassette(at: file.url, mode: .replay)
        let provider = Provider<Notes>(baseURL: URL(string: "https://a.example"), transport: cassette)
        _ = try await provider.request(.note("hidden1"))
        _ = await provider.result(.search("hidden2", tag: "b"))
        #expect(
            cassette.log == """
                1  Notes.note, GET https://a.example/notes/{} → 200, 2 bytes (entry 0)
                2  Notes.search, GET https://a.example/search?q&tag → no answer
                """)
        #expect(cassette.requests.map(\.operation) == ["Notes.note", "Notes.search"])
    }

    @Test func theLogHasTheFailureOfAnExchange() async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .failure(.networkConnectionLost))
        let file = try CassetteFile()
        let cassette = Cassette(at: file.url, mode: .all, over: stubs)
        _ = await Provider<Notes>(baseURL: URL(string: "https://a.example"), transport: cassette).result(.note("1"))
        try cassette.finish()
        let replayed = Cassette(at: file.url, mode: .replay)
        _ = await Provider<Notes>(baseURL: URL(string: "https://a.example"), transport: replayed).result(.note("1"))
        #expect(cassette.log.hasSuffix("notes/{} → networkConnectionLost -1005 (recorded)"))
        #expect(replayed.log.hasSuffix("notes/{} → networkConnectionLost -1005 (entry 0)"))
    }

    @Test func theUsageIsWrittenForWhoAsks() throws {
        let folder = try CassetteFile()
        let usage = CassetteUsage(cassette: URL(fileURLWithPath: "/a/b.har"), count: 3, used: [2, 0])
        try usage.write(in: [:])
        let place = folder.folder.appendingPathComponent("usage")
        for _ in 0..<2 { try usage.write(in: ["TALYN_CASSETTE_USAGE": place.path]) }
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
        #expect(names.count == 2)
        for name in names {
            #expect(name.hasPrefix("b-") && name.hasSuffix(".json"))
            let text = try String(contentsOf: place.appendingPathComponent(name), encoding: .utf8)
            #expect(text == #"{"cassette":"/a/b.har","entries":3,"used":[0,2]}"#)
        }
    }
}
