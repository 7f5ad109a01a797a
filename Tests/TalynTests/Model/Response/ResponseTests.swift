import Foundation
import Testing

@testable import Talyn

struct ResponseTests {
    private static let headers: HTTPHeaders = ["Content-Type": "text/plain", "Set-Cookie": "a=1", "set-cookie": "b=2"]

    private let response = Response(
        statusCode: 200, headers: Self.headers, body: .data(Data("body".utf8)),
        url: URL(string: "https://cdn.example.com/b"), endpoint: Endpoint(url: GitHub.host))

    @Test func replacingTheBodyKeepsEverythingElse() {
        let changed = response.replacing(data: Data("other".utf8))
        #expect(changed.data == Data("other".utf8))
        #expect(changed.statusCode == 200)
        #expect(changed.headers == response.headers)
        #expect(changed.url == response.url)
        #expect(changed.endpoint == response.endpoint)
        #expect(response.data == Data("body".utf8))
    }

    @Test func replacingTheStatusOrTheHeadersKeepsEverythingElse() {
        let status = response.replacing(statusCode: 404)
        #expect(status.statusCode == 404)
        #expect(status.replacing(statusCode: 200) == response)
        let headers = response.replacing(headers: ["X-Other": "1"])
        #expect(headers.headers == ["X-Other": "1"])
        #expect(headers.replacing(headers: response.headers) == response)
    }

    @Test func theURLIsTheEndpointsUnlessSaidOtherwise() {
        #expect(Response(statusCode: 200, endpoint: Endpoint(url: GitHub.host)).url == GitHub.host)
        #expect(response.url.absoluteString == "https://cdn.example.com/b")
    }

    @Test func dataIsEmptyForABodyThatIsNotInMemory() {
        let bodies: [Body] = [
            .none, .file(URL(fileURLWithPath: "/tmp/a")), .stream(BodyStream(length: 1) { { Data("a".utf8) } }),
        ]
        for body in bodies {
            #expect(Response(statusCode: 200, body: body, endpoint: Endpoint(url: GitHub.host)).data.isEmpty)
        }
    }

    @Test(arguments: [(100, true), (199, true), (200, false), (204, true), (205, true), (206, false), (304, true)])
    func theStatusSaysWhetherABodyIsAllowed(status: Int, isBodiless: Bool) {
        #expect(Response.make(status).isBodiless == isBodiless)
    }

    @Test func anAnswerToHEADIsBodilessWhateverItsStatus() {
        #expect(Response.make(200, endpoint: Endpoint(.head, url: GitHub.host)).isBodiless)
        #expect(Response.make(404, endpoint: Endpoint(.head, url: GitHub.host)).isBodiless)
    }

    @Test func foundationsHeadHasStatusURLAndHeadersWithRepeatedOnesJoined() throws {
        let head = try #require(response.httpURLResponse)
        #expect(head.statusCode == 200)
        #expect(head.url == response.url)
        #expect(head.value(forHTTPHeaderField: "content-type") == "text/plain")
        #expect(head.value(forHTTPHeaderField: "Set-Cookie") == "a=1, b=2")
    }

    @Test func responsesAreEqualWhenEveryPartIs() {
        let endpoint = Endpoint(url: GitHub.host)
        let other = Endpoint(.post, url: GitHub.host)
        let body = Body.data(Data("body".utf8))
        func make(_ status: Int, _ headers: HTTPHeaders, _ body: Body, _ url: String, _ endpoint: Endpoint) -> Response
        {
            Response(
                statusCode: status, headers: headers, body: body, url: URL(string: "https://a.example/\(url)"),
                endpoint: endpoint)
        }
        let one = make(200, ["A": "1"], body, "x", endpoint)
        #expect(one == make(200, ["a": "1"], body, "x", endpoint))
        #expect(one != make(201, ["A": "1"], body, "x", endpoint))
        #expect(one != make(200, ["A": "2"], body, "x", endpoint))
        #expect(one != make(200, ["A": "1"], .none, "x", endpoint))
        #expect(one != make(200, ["A": "1"], body, "y", endpoint))
        #expect(one != make(200, ["A": "1"], body, "x", other))
    }

    @Test func aURLOfItsOwnIsComparedWithTheEndpoints() {
        let endpoint = Endpoint(url: GitHub.host)
        let plain = Response(statusCode: 200, endpoint: endpoint)
        let same = Response(statusCode: 200, url: GitHub.host, endpoint: endpoint)
        let other = Response(statusCode: 200, url: URL(string: "https://a.example/x"), endpoint: endpoint)
        #expect(plain == same && same == plain)
        #expect(plain != other)
        #expect(other != plain)
    }

    @Test func textsShowStatusSizeAndNamesButNoValues() throws {
        let url = try #require(URL(string: "https://user:hunter1@api.example.com/hunter2?token=hunter3"))
        let response = Response(
            statusCode: 201, headers: ["Content-Type": "text/plain", "Set-Cookie": "hunter4"],
            body: .data(Data("hunter5".utf8)), endpoint: Endpoint(url: url, headers: ["Authorization": "hunter6"]))
        let text = printedText(of: response)
        #expect(!text.contains("hunter"))
        #expect(text.contains("201, 7 bytes, GET https://api.example.com/"))
        #expect(text.contains("Set-Cookie"))
    }
}
