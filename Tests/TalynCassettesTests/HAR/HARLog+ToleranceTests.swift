import Foundation
import Talyn
import TalynStubs
import Testing

@testable import TalynCassettes

/// Deviations of browsers and tools: read if the meaning is clear, without affecting other entries.
struct HARLogToleranceTests {
    static func file(_ response: String, _ more: String = "") throws -> HARLog {
        let text = """
            {"log":{"version":"1.2","entries":[{"request":{"method":"GET","url":"http://a.example/",
            "headers":[{"name":"Accept","value":"a/b\\nc/d"}]},"response":\(response)}\(more)]}}
            """
        return try HARLog(Data(text.utf8), file: "f.har")
    }

    @Test(arguments: ["Vary", "Via", "Cache-Control", "Link", "Set-Cookie", "X-Own"])
    func valuesOfOneNameThatAreJoinedByLineFeedsAreFieldsOfTheirOwn(name: String) async throws {
        for value in [#""one\ntwo""#, #"["one","two"]"#] {
            let log = try Self.file(
                #"{"status":200,"headers":[{"name":"\#(name)","value":\#(value)}],"content":{"size":0}}"#)
            let answer = try #require(log.entries.first?.answer)
            let endpoint = Endpoint(url: try #require(URL(string: "http://a.example/")))
            let response = try await answer.respond(to: endpoint, context: CallContext())
            #expect(response.headers.values(for: name) == ["one", "two"])
            #expect(log.faults.isEmpty)
        }
        let request = try CassetteRequest(
            #require(Self.file("{}").entries.first).request, operation: nil, template: nil)
        #expect(request.headers.values(for: "Accept") == ["a/b", "c/d"])
    }

    @Test(arguments: ["-1", "-2", "0", "[-1]", "null"])
    func aStatusBelowOneIsNoResponse(status: String) throws {
        let log = try Self.file(#"{"status":\#(status),"_error":{"code":-21,"text":"net::ERR_FAILED"}}"#)
        #expect(log.faults.isEmpty)
        #expect(log.entries.first?.response.status == 0)
        #expect(log.entries.first?.answer == nil)
        // Unknown fields are written again.
        #expect(log.text.contains("net::ERR_FAILED"))
    }

    @Test(arguments: [100, 999]) func anyStatusOfThreeDigitsIsRead(status: Int) throws {
        let log = try Self.file(#"{"status":\#(status)}"#)
        #expect(log.faults.isEmpty && log.entries.first?.response.status == status)
    }

    @Test(arguments: ["1", "1.1", "1.3", ""]) func eachVersionOfTheFormatIsRead(version: String) throws {
        let text = #"{"log":{"version":"\#(version)","entries":[]}}"#
        #expect(try HARLog(Data(text.utf8), file: "f.har").entries.isEmpty)
    }

    @Test func onlyAHeaderNeedsAnOrdinaryNameAndNoneAValue() throws {
        let log = try Self.file(#"{"status":200,"headers":[{"name":"X-A"}],"cookies":[{"name":"a b"}]}"#)
        #expect(log.faults.isEmpty)
        let response = try #require(log.entries.first).response
        #expect(response.headers == [HARField("X-A", nil)] && response.json.fields("cookies") == [HARField("a b", nil)])
    }

    @Test func missingValuesAreUnknown() throws {
        let log = try Self.file(#"{"status":200,"content":{}}"#, Self.broken)
        let entry = try #require(log.entries.first)
        #expect(entry.time == -1 && log.entries.last?.time == -1)
        #expect(entry.timings == ["send": -1, "wait": -1, "receive": -1])
        #expect(entry.response.content.size == -1)
        #expect(!entry.response.content.isTruncated)
    }

    @Test func oneValueInAListIsThatValue() throws {
        let log = try Self.file(#"{"status":[200],"content":{"mimeType":["text/plain"],"size":[2],"text":["ok"]}}"#)
        #expect(log.faults.isEmpty)
        #expect(log.entries.first?.response.body == Data("ok".utf8))
    }

    static let broken =
        #",{"request":{"method":"GET","url":"http://b.example/?token=hunter2"},"response":{"status":"x"}}"#

    @Test func anEntryThatCannotBeReadAnswersNothingAndTheOthersDo() async throws {
        let file = try CassetteFolder.file(Self.file(#"{"status":200,"content":{"text":"ok"}}"#, Self.broken))
        defer { file.remove() }
        let provider = Provider<Site>(transport: file.cassette(.replay))
        #expect(try await provider.request(.at("http://a.example/"), as: String.self) == "ok")
        let result = await provider.result(.at("http://b.example/?token=hunter2"))
        guard case .failure(.restError(let error, _, _)) = result else {
            Issue.record("it was answered")
            return
        }
        #expect("\(error)".contains("entry 1 cannot be read: response.status is not a number"))
        #expect(!"\(error)".contains("hunter2"))
    }

    @Test func anEntryThatCannotBeReadIsNoneThatNobodyAskedFor() async throws {
        let file = try CassetteFolder.file(Self.file(#"{"status":200,"content":{"text":"ok"}}"#, Self.broken))
        defer { file.remove() }
        let cassette = file.cassette(.replay)
        _ = try await Provider<Site>(transport: cassette).request(.at("http://a.example/"))
        try cassette.finish()
    }

    @Test(arguments: [Cassette.Mode.newEpisodes, .all])
    func aFileWithAnEntryThatCannotBeReadIsNotWritten(_ mode: Cassette.Mode) async throws {
        let file = try CassetteFolder.file(Self.file(#"{"status":200,"content":{"text":"ok"}}"#, Self.broken))
        defer { file.remove() }
        let before = try Data(contentsOf: file.url)
        let cassette = file.cassette(mode)
        _ = try await Provider<Site>(transport: cassette).request(.at("http://new.example/"))
        #expect {
            try cassette.finish()
        } throws: { error in
            "\(error)".hasSuffix(
                "not written: repair or delete entry 1, which cannot be read (response.status is not a number): "
                    + "it would be lost, or keep its secrets")
        }
        #expect(try Data(contentsOf: file.url) == before)
    }
}

private struct CassetteFolder {
    let url: URL

    static func file(_ log: HARLog) throws -> CassetteFolder {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent("f.har", isDirectory: false)
        try Data(log.text.utf8).write(to: url)
        return CassetteFolder(url: url)
    }

    func cassette(_ mode: Cassette.Mode) -> Cassette {
        let live = StubTransport()
        live.on(where: { _, _ in true }, .text("live"))
        return Cassette(at: url, mode: mode, over: live)
    }

    func remove() { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
}

private enum Site: RoutedTarget {
    case at(String)

    var baseURL: URL { URL(string: "http://a.example")! }
    var route: Route {
        switch self {
        case .at(let text): .get(.absolute(URL(string: text)!))
        }
    }
}
