import Talyn
import TalynTesting
import Testing

@testable import TalynCassettes

/// Recording again leaves unchanged entries alone.
struct HARLogUpdateTests {
    private func record(
        _ file: CassetteFile, at offset: Duration, _ answer: @escaping @Sendable (Endpoint) -> StubAnswer
    )
        async throws
    {
        let stubs = RespondingTransport(answer)
        let cassette = Cassette(at: file.url, mode: .all, over: stubs)
        let clock = TestClock()
        try await clock.sleep(for: offset)
        let provider = Provider<Notes>(
            baseURL: URL(string: "https://a.example"), transport: cassette, clock: clock)
        _ = try await provider.request(.note("a"))
        _ = try await provider.request(.add("b"))
        _ = try await provider.request(.note("a"))
        try cassette.finish()
    }

    private static func answer(_ passing: String, _ body: String) -> StubAnswer {
        .data(
            Data(body.utf8), contentType: "application/json",
            headers: [
                "Date": passing, "Age": passing, "X-Request-Id": passing, "X-RateLimit-Remaining": passing,
                "Set-Cookie": "lang=de; Expires=\(passing); Path=/", "ETag": "same",
            ])
    }

    @Test func anAPIThatDidNotChangeMakesNoDiff() async throws {
        let file = try CassetteFile()
        try await record(file, at: .zero) { _ in Self.answer("1", #"{"a":1,"b":[2]}"#) }
        let text = file.text
        #expect(try file.log.entries.count == 3)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 7)], ofItemAtPath: file.url.path)
        // Later, with other volatile headers and another order of keys.
        try await record(file, at: .seconds(5)) { _ in
            Self.answer("2", #"{"b":[2],"a":1}"#).delayed(by: .seconds(1))
        }
        #expect(file.text == text)
        // The file is not written.
        let date = try FileManager.default.attributesOfItem(atPath: file.url.path)[.modificationDate] as? Date
        #expect(date == Date(timeIntervalSince1970: 7))
    }

    @Test func onlyTheEntryThatChangedIsAnother() async throws {
        let file = try CassetteFile()
        try await record(file, at: .zero) { _ in Self.answer("1", "{}") }
        let before = try file.log
        try await record(file, at: .seconds(5)) { $0.method == .post ? Self.answer("2", "[]") : Self.answer("2", "{}") }
        let after = try file.log
        #expect(after.entries[0] == before.entries[0] && after.entries[2] == before.entries[2])
        #expect(after.entries[1].response.body == Data("[]".utf8))
        #expect(after.entries[1].response.headers.contains { $0.value == "2" })
    }

    @Test(arguments: [#"{"a":2}"#, #"{"a":1.5}"#, "text", ""]) func aBodyThatDiffersIsADifference(body: String)
        async throws
    {
        let file = try CassetteFile()
        try await record(file, at: .zero) { _ in Self.answer("1", #"{"a":1}"#) }
        let before = try file.log
        try await record(file, at: .zero) { _ in Self.answer("1", body) }
        #expect(try file.log.entries.map(\.response.body) == Array(repeating: Data(body.utf8), count: 3))
        #expect(try file.log != before)
    }

    @Test func theOrderOfWhatWasSentAtOnceDoesNotCount() {
        func entry(_ path: String, _ body: String) -> HAREntry {
            HAREntry(
                started: "", time: 0, request: HARRequest(method: "GET", url: "http://a.example/\(path)"),
                response: HARResponse(status: 200, body: Data(body.utf8)))
        }
        let old = HARLog(entries: [entry("a", "1"), entry("b", "1"), entry("a", "2")])
        #expect(old.replacing(with: [entry("b", "1"), entry("a", "1"), entry("a", "2")]) == old)
        // The answers to one request keep their order.
        let turned = [entry("a", "2"), entry("a", "1"), entry("b", "1")]
        #expect(old.replacing(with: turned).entries == turned)
        #expect(old.replacing(with: [entry("a", "1")]).entries.count == 1)
        #expect(old.adding([entry("c", "1")]).entries.count == 4)
    }

    struct Pair: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let old: HAREntry
        let new: HAREntry
        let isSame: Bool

        /// Two entries that differ by a change.
        init(_ name: String, isSame: Bool = false, change: (inout HAREntry) -> Void) {
            testDescription = name
            self.isSame = isSame
            old = Self.entry { _ in }
            new = Self.entry(change)
        }

        /// Two entries with these bodies of requests.
        init(_ body: String, _ other: String, isSame: Bool) {
            testDescription = "\(body) and \(other)"
            self.isSame = isSame
            old = Self.sending(body)
            new = Self.sending(other)
        }

        /// Two entries with these bodies of responses, whole or in part.
        init(_ body: String?, _ other: String?, error: String?, isTruncated: Bool, isSame: Bool) {
            let part = isTruncated ? "cut" : error == nil ? "whole" : "broken"
            testDescription = "\(body ?? "nil") and \(other ?? "nil"), \(part)"
            self.isSame = isSame
            let entry = { (body: String?) in
                Self.entry {
                    $0.json[at: "response.content.text"] = body.map(JSONValue.string)
                    $0.json[at: "response._error"] = error.map(JSONValue.string)
                    $0.json[at: "response._truncated"] = .bool(isTruncated)
                }
            }
            old = entry(body)
            new = entry(other)
        }

        private static func entry(_ change: (inout HAREntry) -> Void) -> HAREntry {
            var entry = HAREntry(
                started: "", time: 0, request: HARRequest(method: "POST", url: "http://a.example/"),
                response: HARResponse(status: 200, body: Data("{}".utf8)))
            change(&entry)
            return entry
        }

        private static func sending(_ body: String) -> HAREntry {
            let body = RecordedBody(mimeType: "application/json", data: Data(body.utf8))
            return entry { $0.json[at: "request.postData"] = body.json("_encoding") }
        }
    }

    static let lost = "networkConnectionLost -1005"

    static let pairs: [Pair] = [
        Pair("times", isSame: true) { ($0.json[at: "startedDateTime"], $0.json[at: "time"]) = ("later", 7) },
        Pair("the operation") { $0.json[at: "_operation"] = .string("A.b") },
        Pair("the template") { $0.json[at: "_template"] = .string("b/{}") },
        Pair("the method") { $0.json[at: "request.method"] = .string("PUT") },
        Pair("the URL") { $0.json[at: "request.url"] = .string("http://a.example/b") },
        Pair("a header of the request") { $0.json[at: "request.headers"] = JSONValue([HARField("Accept", "a/b")]) },
        Pair("the status") { $0.json[at: "response.status"] = 201 },
        Pair("the failure") { $0.json[at: "response._error"] = .string(lost) },
        Pair("what is kept of the body") { $0.json[at: "response._truncated"] = .bool(true) },
        Pair("the redirect") { $0.json[at: "response.redirectURL"] = .string("/b") },
        Pair("a header of the response") { $0.json[at: "response.headers"] = JSONValue([HARField("ETag", "b")]) },
        Pair("the body of the request") { $0.json[at: "request.postData"] = ["text": "a"] },
        Pair(#"{"a":1}"#, #"{"a":2}"#, isSame: false), Pair(#"{"a":1}"#, #"{"a":1}"#, isSame: true),
        Pair(#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, isSame: true),
        Pair(#"{"a":"REDACTED"}"#, #"{"a":"b"}"#, isSame: false),
        Pair("ab", "abc", error: nil, isTruncated: true, isSame: true),
        Pair("abd", "abc", error: nil, isTruncated: true, isSame: false),
        Pair("ab", "abc", error: lost, isTruncated: false, isSame: true),
        Pair("abd", "abc", error: lost, isTruncated: false, isSame: false),
        Pair("ab", "abc", error: nil, isTruncated: false, isSame: false),
        Pair(nil, "abc", error: nil, isTruncated: false, isSame: false),
    ]

    @Test(arguments: pairs) func anExchangeIsTheSameApartFromItsTimes(_ pair: Pair) {
        #expect(pair.new.isEquivalent(to: pair.old) == pair.isSame)
        #expect(pair.old.isEquivalent(to: pair.new) == pair.isSame)
    }

    @Test func unknownMembersOfTheFileStay() async throws {
        let file = try CassetteFile(
            #"{"log":{"version":"1.2","comment":"mine","creator":{"name":"me","version":"7"},"entries":[]}}"#)
        try await record(file, at: .zero) { _ in Self.answer("1", "{}") }
        let log = try JSONValue(parsing: Data(file.text.utf8))
        #expect(log[at: "log.comment"] == "mine" && log[at: "log.creator.name"] == "me")
    }
}

/// A transport that answers by a closure.
struct RespondingTransport: Transport {
    let answer: @Sendable (Endpoint) -> StubAnswer

    init(_ answer: @escaping @Sendable (Endpoint) -> StubAnswer) { self.answer = answer }

    func send(_ endpoint: Endpoint, context: CallContext) async throws -> Response {
        try await answer(endpoint).respond(to: endpoint, context: context)
    }
}
