import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

@Suite struct StubAnswerRangesTests {
    private let answer = StubAnswer.text("0123456789", headers: ["ETag": "\"1\""]).servingRanges()

    private func respond(_ headers: HTTPHeaders, _ method: HTTPMethod = .get) async throws -> Response {
        let endpoint = Endpoint(method, url: FileAPI.host, headers: headers)
        return try await answer.respond(to: endpoint, context: CallContext())
    }

    @Test(arguments: [
        ("bytes=4-", "456789", "bytes 4-9/10"), ("bytes=0-", "0123456789", "bytes 0-9/10"),
        ("bytes=2-4", "234", "bytes 2-4/10"), ("bytes=0-0", "0", "bytes 0-0/10"), ("bytes=9-9", "9", "bytes 9-9/10"),
        ("bytes=8-99", "89", "bytes 8-9/10"),
        ("Bytes= -3", "789", "bytes 7-9/10"),
        ("bytes=-99", "0123456789", "bytes 0-9/10"),
    ])
    func aRangeGetsItsPart(range: String, text: String, contentRange: String) async throws {
        let response = try await respond(["Range": range, "If-Range": "\"1\""])
        #expect(response.statusCode == 206 && response.data == Data(text.utf8))
        #expect(response.headers["Content-Range"] == contentRange && response.headers["ETag"] == "\"1\"")
    }

    @Test(arguments: ["bytes=10-", "bytes=10-11", "bytes=-0"])
    func aRangeBehindTheEndGets416(range: String) async throws {
        let response = try await respond(["Range": range])
        #expect(response.statusCode == 416 && response.headers["Content-Range"] == "bytes */10")
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=-", "bytes=4-2", "bytes=1-2,4-5", "items=1-", "bytes=a-", "bytes=+1-",
    ])
    func anotherRangeGetsEverything(range: String) async throws {
        #expect(try await respond(["Range": range]).statusCode == 200)
    }

    @Test func anotherVersionOrMethodGetsEverything() async throws {
        #expect(try await respond(["Range": "bytes=1-", "If-Range": "\"2\""]).statusCode == 200)
        #expect(try await respond(["Range": "bytes=1-"], .post).statusCode == 200)
        let other = StubAnswer.text("abc", status: 203).servingRanges()
        let endpoint = Endpoint(.get, url: FileAPI.host, headers: ["Range": "bytes=1-"])
        #expect(try await other.respond(to: endpoint, context: CallContext()).statusCode == 203)
    }

    @Test(arguments: [
        StubAnswer.sequence([.text("abc").servingRanges()]), .sequence([.text("abc")]).servingRanges(),
    ])
    func anAnswerOfASequenceServesRangesIfEitherDoes(_ answer: StubAnswer) async throws {
        let endpoint = Endpoint(.get, url: FileAPI.host, headers: ["Range": "bytes=1-"])
        let response = try await answer.respond(to: endpoint, context: CallContext())
        #expect(response.statusCode == 206 && response.data == Data("bc".utf8))
    }

    @Test func theTagIsThatOfTheBytes() async throws {
        let endpoint = Endpoint(.get, url: FileAPI.host)
        var tags: [String?] = []
        for text in ["a", "a", "b"] {
            let answer = StubAnswer.text(text).servingRanges()
            tags.append(try await answer.respond(to: endpoint, context: CallContext()).headers["ETag"])
        }
        #expect(tags[0] == tags[1] && tags[1] != tags[2] && tags[0]?.hasPrefix("\"") == true)
    }
}
