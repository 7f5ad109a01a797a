import Foundation
import Testing

@testable import Talyn
@testable import TalynCassettes
@testable import TalynStubs

/// The stub that an entry replays as: its body, its headers and its times.
struct HAREntryAnswerTests {
    private static func entry(_ response: HARResponse, method: String = "GET") -> HAREntry {
        HAREntry(
            started: "", time: -1, request: HARRequest(method: method, url: "https://a.example/"), response: response)
    }

    private static func headers(_ response: HARResponse) throws -> HTTPHeaders {
        let answer = try #require(entry(response).answer)
        guard case .response(_, let headers, _) = answer.content else {
            Issue.record("no response")
            return [:]
        }
        return headers
    }

    static let bodiless: [(String, Int, Double, Bool, Bool)] = [
        ("GET", 200, -1, false, true), ("GET", 200, 0, false, true), ("GET", 200, 1, false, false),
        ("GET", 200, 10, false, false), ("GET", 200, 0, true, false), ("GET", 200, 10, true, false),
        ("HEAD", 200, 10, false, true), ("HEAD", 200, 0, true, true), ("GET", 204, 10, false, true),
        ("GET", 205, 10, false, true), ("GET", 304, 10, true, true), ("GET", 404, 10, false, false),
    ]

    @Test(arguments: bodiless)
    func aBodyThatWasNotKeptIsEmptyOrUnknown(
        method: String, status: Int, size: Double, hasComment: Bool, isEmpty: Bool
    ) {
        var response = HARResponse(status: status)
        response.json[at: "content.size"] = JSONValue(size)
        if hasComment { response.json[at: "content.comment"] = "not kept" }
        #expect((Self.entry(response, method: method).answer != nil) == isEmpty)
    }

    @Test(arguments: [("", nil), ("x-unknown", nil), ("text/plain", "text/plain")] as [(String, String?)])
    func aTypeOutsideOfTheHeadersCountsIfItIsKnown(mimeType: String, type: String?) throws {
        let response = HARResponse(status: 200, mimeType: mimeType, body: Data("abc".utf8))
        #expect(try Self.headers(response)["Content-Type"] == type)
    }

    static let lengths: [([HARField], Bool, String?, String?)] = [
        ([HARField("Content-Length", "10")], false, nil, "3"),
        ([HARField("Content-Length", "10")], true, nil, "10"),
        ([HARField("Content-Length", "10")], false, "networkConnectionLost -1005", "10"),
        ([HARField("Content-Length", "10"), HARField("Content-Encoding", "gzip")], false, nil, "10"),
        ([], false, nil, nil),
    ]

    @Test(arguments: lengths)
    func aLengthIsThatOfAWholeBody(fields: [HARField], isTruncated: Bool, error: String?, length: String?) throws {
        var response = HARResponse(status: 200, headers: fields, body: Data("abc".utf8))
        response.json[at: "_truncated"] = .bool(isTruncated)
        response.json[at: "_error"] = error.map(JSONValue.string)
        #expect(try Self.headers(response)["Content-Length"] == length)
    }

    @Test func anUnknownFailureFailsAgain() async throws {
        var response = HARResponse()
        response.json[at: "_error"] = "unknown -1"
        let answer = try #require(Self.entry(response).answer)
        let endpoint = Endpoint(url: try #require(URL(string: "https://a.example/")))
        let error = await #expect(throws: URLError.self) {
            try await answer.respond(to: endpoint, context: CallContext())
        }
        #expect(error?.code == .unknown)
    }

    @Test(arguments: [(-1, 0), (0, 0), (0.5, 0.5), (2e9, 1e9)] as [(Double, Double)])
    func aTimeIsKeptWithinItsBounds(time: Double, delay: Double) {
        var entry = Self.entry(HARResponse(status: 204))
        entry.json[at: "time"] = JSONValue(time)
        #expect(entry.timed(.text("a")).parts.delay == .milliseconds(delay))
    }

    @Test(arguments: [(nil, 0), (2, 2), (1.5, 1.5), (-1, 0), ("1", 0)] as [(JSONValue?, Double)])
    func theHeadOfAPacedBodyComesAfterItsWait(wait: JSONValue?, delay: Double) {
        var entry = Self.entry(HARResponse(status: 200, body: Data("a".utf8)))
        entry.json[at: "time"] = 7
        entry.json[at: "timings"] = ["_chunks": "1@0"]
        entry.json[at: "timings.wait"] = wait
        #expect(entry.timed(.text("a")).parts.delay == .milliseconds(delay))
    }
}
