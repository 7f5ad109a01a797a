import Foundation
import Talyn
import TalynStubs
import Testing

@testable import TalynCassettes

struct CassetteMatchingIgnoringTests {
    private enum API: RoutedTarget {
        case send(time: Int, text: String)
        var baseURL: URL { URL(string: "http://a.example")! }
        var route: Route {
            switch self {
            case .send(let time, let text):
                .post("messages").query(["timestamp": time, "page": 1]).json(["id": 7, "sent_at": time, "text": text])
            }
        }
    }

    private struct Message: Codable {
        var id, sentAt: Int

        enum CodingKeys: String, CodingKey {
            case id
            case sentAt = "sent_at"
        }
    }

    private static let matching = CassetteMatching.standard.ignoring(query: ["timestamp"], json: ["sent_at"])

    @Test func anIgnoredFieldIsStoredAndReplayedAsItWas() async throws {
        let file = try CassetteFile()
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .json(["id": 7, "sent_at": 1700000001] as JSONValue))
        let recording = Cassette(at: file.url, mode: .all, matching: Self.matching, over: stubs)
        _ = try await Provider<API>(transport: recording).request(.send(time: 1_700_000_001, text: "hello"))
        try recording.finish()
        #expect(file.text.contains("timestamp=1700000001") && !file.text.contains("REDACTED"))

        let replaying = Cassette(at: file.url, mode: .replay, matching: Self.matching)
        let provider = Provider<API>(transport: replaying)
        let message = try await provider.request(.send(time: 1_800_000_002, text: "hello"), as: Message.self)
        #expect(message.id == 7 && message.sentAt == 1_700_000_001)
        try replaying.finish()

        let other = Cassette(at: file.url, mode: .replay, matching: Self.matching)
        let error = await Provider<API>(transport: other).result(.send(time: 1_700_000_001, text: "other"))
        #expect(throws: (any Error).self) { try error.get() }
        let standard = Cassette(at: file.url, mode: .replay)
        let late = await Provider<API>(transport: standard).result(.send(time: 1_800_000_002, text: "hello"))
        #expect(throws: (any Error).self) { try late.get() }
    }

    @Test func newEpisodesReplayWhatDiffersInIgnoredFieldsOnly() async throws {
        let file = try CassetteFile()
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .text("live"), times: 1)
        for time in 1...2 {
            let cassette = Cassette(
                at: file.url, mode: .newEpisodes, matching: Self.matching, over: stubs, repeats: true)
            _ = try await Provider<API>(transport: cassette).request(.send(time: time, text: "hello"))
            try cassette.finish()
        }
        try stubs.verify()
        #expect(try file.log.entries.count == 1)
    }

    @Test func aBodyThatTheTransportCompressesIsComparedBefore() async throws {
        let file = try CassetteFile()
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .text("ok"))
        let text = String(repeating: "a", count: 10_000)
        for (mode, time) in [(Cassette.Mode.all, 1), (.replay, 2)] {
            let cassette = Cassette(at: file.url, mode: mode, matching: Self.matching, over: stubs)
            let provider = Provider<API>(transport: cassette).withDefaults { $0.contentCoding = .gzip }
            #expect(try await provider.request(.send(time: time, text: text), as: String.self) == "ok")
            try cassette.finish()
        }
    }

    // MARK: The parts of a request

    private func difference(
        by matching: CassetteMatching, queries url: (String, String) = ("", ""), type: String = "application/json",
        bodies: (String, String)? = nil
    ) -> [String] {
        func request(_ query: String, _ body: String?) -> CassetteRequest {
            let data = body.map { RecordedBody(mimeType: type, data: Data($0.utf8)) }
            let fields = body.map { _ in [HARField("Content-Type", type)] } ?? []
            let request = HARRequest(
                method: "POST", url: "http://a.example/\(query)", headers: fields, postData: data)
            return CassetteRequest(request, operation: nil, template: nil)
        }
        return request(url.1, bodies?.1).differences(from: request(url.0, bodies?.0), by: matching)
    }

    @Test(arguments: [
        ("?t=1&a=2", "?t=3&a=2", true), ("?a=2", "?t=3&t=4&a=2", true), ("?t=1&t=1&a=2", "?a=2", true),
        ("?t", "?t=", true), ("?t=1", "?%74=2", true), ("?u%5Bt%5D=1", "?u[t]=2", true), ("?T=1", "?T=2", false),
        ("?t=1&a=2", "?t=1&a=3", false), ("?tt=1", "?tt=2", false), ("", "?t=1", true),
        ("?e\u{301}=1", "?e\u{301}=2", true), ("?\u{e9}=1", "?\u{e9}=2", false),
    ])
    func queryItemsOfANameAreNotCompared(_ recorded: String, _ sent: String, isSame: Bool) {
        let matching = CassetteMatching.standard.ignoring(query: ["t", "u[t]", "e\u{301}"])
        #expect(difference(by: matching, queries: (recorded, sent)).isEmpty == isSame)
        // Nor is their order.
        var ordered = matching
        ordered.parts.insert(.order)
        #expect(difference(by: ordered, queries: (recorded, sent)).isEmpty == isSame)
    }

    @Test func theOrderOfTheOtherItemsIsCompared() {
        var matching = CassetteMatching.standard.ignoring(query: ["t"], form: ["t"])
        matching.parts.insert(.order)
        #expect(difference(by: matching, queries: ("?t=1&a=1&b=2", "?a=1&t=2&b=2")).isEmpty)
        #expect(difference(by: matching, queries: ("?t=1&a=1&b=2", "?b=2&a=1&t=2")) == ["the order of items"])
        let type = "application/x-www-form-urlencoded"
        #expect(difference(by: matching, type: type, bodies: ("t=1&a=1&b=2", "a=1&t=2&b=2")).isEmpty)
        #expect(difference(by: matching, type: type, bodies: ("a=1&b=2", "t=2&b=2&a=1")) == ["the order of items"])
    }

    @Test(arguments: [
        (["t"], #"{"t": 1, "a": {"t": [1]}}"#, #"{"t": 2, "a": {"t": null}}"#, true),
        (["t"], #"{"a": 1}"#, #"{"a": 1, "t": {"b": 1}}"#, true),
        (["t"], #"[{"t": 1, "a": 2}]"#, #"[{"a": 2}]"#, true),
        (["t"], #"[{"t": 1}]"#, #"[{"t": 1}, {"t": 2}]"#, false),
        (["t"], #"{"t": 1, "a": 1}"#, #"{"t": 1, "a": 2}"#, false),
        (["t"], #"{"T": 1}"#, #"{"T": 2}"#, false),
        (["t"], #"{"t": 1, "t": 2}"#, #"{"t": 3}"#, true),
        (["meta.t"], #"{"meta": {"t": 1}}"#, #"{"meta": {"t": 2}}"#, true),
        (["meta.t"], #"{"meta": {"t": 1}, "t": 1}"#, #"{"meta": {"t": 2}, "t": 2}"#, false),
        (["meta.t"], #"{"a": {"meta": {"t": 1}}}"#, #"{"a": {"meta": {"t": 2}}}"#, false),
        (["meta.t"], #"{"meta": {}}"#, #"{"meta": {"t": 2}}"#, true),
        (["meta.t"], #"{"meta": {"a": {"t": 1}}}"#, #"{"meta": {"a": {"t": 2}}}"#, false),
        (["items.t"], #"{"items": [{"t": 1}, {"t": 2}]}"#, #"{"items": [{"t": 3}, {"t": 4}]}"#, true),
        (["items.0.t"], #"{"items": [{"t": 1}, {"t": 2}]}"#, #"{"items": [{"t": 3}, {"t": 2}]}"#, true),
        (["items.0.t"], #"{"items": [{"t": 1}, {"t": 2}]}"#, #"{"items": [{"t": 1}, {"t": 3}]}"#, false),
        (["items.1"], #"{"items": [1, 2]}"#, #"{"items": [1, 3]}"#, true),
        (["a.0"], #"{"a": {"0": 1}}"#, #"{"a": {"0": 2}}"#, true),
        ([#"a\.t"#], #"{"b": {"a.t": 1}}"#, #"{"b": {"a.t": 2}}"#, true),
        (["a.t"], #"{"a.t": 1}"#, #"{"a.t": 2}"#, false),
        ([""], #"{"": 1}"#, #"{"": 2}"#, false),
        (["t"], "not JSON t=1", "not JSON t=2", false),
        (["t"], #"{"t": 1"#, #"{"t": 2"#, false),
        (["t"], "1", "2", false),
    ])
    func membersOfJSONAreNotCompared(_ names: [String], _ recorded: String, _ sent: String, isSame: Bool) {
        for type in ["application/json", "text/plain", "application/vnd.api+json; charset=utf-8"] {
            let matching = CassetteMatching.standard.ignoring(json: names)
            #expect(difference(by: matching, type: type, bodies: (recorded, sent)).isEmpty == isSame, "\(type)")
            #expect(difference(by: matching, type: type, bodies: (sent, recorded)).isEmpty == isSame, "\(type)")
        }
    }

    @Test func deeplyNestedJSONIsCompared() {
        let text = { (value: Int) in
            String(repeating: #"{"a":["#, count: 250) + "{\"t\":\(value)}" + String(repeating: "]}", count: 250)
        }
        let matching = CassetteMatching.standard.ignoring(json: ["t"])
        #expect(difference(by: matching, bodies: (text(1), text(2))).isEmpty)
    }

    @Test(arguments: [
        ("t=1&a=b+c", "a=b%20c&t=2", true), ("a=1", "t=1&t=2&a=1", true), ("t=1", "t=2", true),
        ("%74=1&a=1", "t=2&a=1", true), ("t=1&a=1", "t=1&a=2", false), ("{\"t\":1}=1", "{\"t\":2}=1", false),
    ])
    func fieldsOfAFormAreNotCompared(_ recorded: String, _ sent: String, isSame: Bool) {
        let matching = CassetteMatching.standard.ignoring(query: ["a"], form: ["t"], json: ["t", "a"])
        let type = "application/x-www-form-urlencoded"
        #expect(difference(by: matching, type: type, bodies: (recorded, sent)).isEmpty == isSame)
    }

    @Test func aFormOfIgnoredFieldsOnlyIsAsNone() {
        let matching = CassetteMatching.standard.ignoring(form: ["t"])
        func request(_ text: String?) -> CassetteRequest {
            let body = text.map {
                RecordedBody(mimeType: "application/x-www-form-urlencoded", data: Data($0.utf8))
            }
            return CassetteRequest(
                HARRequest(method: "POST", url: "http://a.example/", postData: body), operation: nil, template: nil)
        }
        #expect(request(nil).differences(from: request("t=1"), by: matching).isEmpty)
        #expect(request("t=1").differences(from: request(nil), by: matching).isEmpty)
        #expect(!request("t=1&a=1").differences(from: request(nil), by: matching).isEmpty)
    }

    @Test func partsOfAMultipartFormAndTheJSONInThemAreNotCompared() {
        func form(_ parts: [(String, String)]) -> String {
            parts.map { "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }.joined()
                + "--x--\r\n"
        }
        let type = "multipart/form-data; boundary=x"
        let matching = CassetteMatching.standard.ignoring(form: ["t"], json: ["sent_at"])
        let recorded = form([("t", "1"), ("a", "b"), ("j", #"{"sent_at": 1, "id": 7}"#)])
        let sent = form([("a", "b"), ("j", #"{"id": 7}"#), ("t", "2"), ("t", "3")])
        #expect(difference(by: matching, type: type, bodies: (recorded, sent)).isEmpty)
        let other = form([("a", "b"), ("j", #"{"id": 8}"#)])
        #expect(!difference(by: matching, type: type, bodies: (recorded, other)).isEmpty)
        #expect(!difference(by: .standard, type: type, bodies: (recorded, sent)).isEmpty)
    }

    @Test func fieldsThatABrowserRecordedPercentEncodedAreNotCompared() throws {
        let params = #"[{"name": "u%5Bt%5D", "value": "1"}, {"name": "a", "value": "b"}]"#
        let type = "application/x-www-form-urlencoded"
        let request =
            #"{"method": "POST", "url": "http://a.example/", "postData": {"mimeType": "\#(type)", "params": \#(params)}}"#
        let file = #"{"log": {"version": "1.2", "entries": [{"request": \#(request), "response": {"status": 200}}]}}"#
        let entry = try #require(try HARLog(Data(file.utf8), file: "f").entries.first)
        let recorded = CassetteRequest(entry.request, operation: nil, template: nil)
        let body = RecordedBody(mimeType: type, data: Data("u%5Bt%5D=2&a=b".utf8))
        let sent = CassetteRequest(
            HARRequest(
                method: "POST", url: "http://a.example/", headers: [HARField("Content-Type", type)], postData: body),
            operation: nil, template: nil)
        #expect(sent.differences(from: recorded, by: .standard.ignoring(form: ["u[t]"])).isEmpty)
        #expect(!sent.differences(from: recorded, by: .standard).isEmpty)
    }

    @Test func namesAddUpAndMakeAMatchingOfTheirOwn() {
        let both = CassetteMatching.anyHost.ignoring(query: ["a"]).ignoring(query: ["b"], json: ["c"])
        #expect(both == CassetteMatching.anyHost.ignoring(query: ["b", "a"], json: ["c"]))
        #expect(both != CassetteMatching.anyHost.ignoring(query: ["b"], json: ["c"]))
        #expect(difference(by: both, queries: ("?a=1&b=2", "?a=2&b=3")).isEmpty)
    }
}
