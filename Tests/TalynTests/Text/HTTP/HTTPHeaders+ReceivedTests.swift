import Foundation
import Testing

@testable import Talyn

@Suite("The header fields of URLSession's response")
struct HTTPHeadersReceivedTests {
    private func headers(_ fields: [String: String]) throws -> HTTPHeaders {
        let url = try #require(URL(string: "https://api.example.com/a"))
        return HTTPHeaders(
            try #require(HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: fields)))
    }

    @Test(
        "Joined cookies are separated at commas, but dates are not",
        arguments: [
            ("a=1", ["a=1"]),
            ("a=1, b=2", ["a=1", "b=2"]),
            (
                "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=2; Path=/",
                [
                    "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2; Path=/",
                ]
            ),
            ("a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT"]),
            ("a=x,y, b=2,c=3", ["a=x,y", "b=2", "c=3"]),
            ("", [""]), (",", [","]), ("a,", ["a,"]), (",,=", [",,="]),
        ])
    func cookiesComeApart(text: String, cookies: [String]) {
        #expect(HTTPHeaders.cookies(in: text) == cookies)
    }

    @Test("Each cookie is a separate field")
    func eachCookieIsAField() throws {
        let headers = try headers(["Set-Cookie": "a=1, b=2", "X-A": "1, 2"])
        #expect(headers.values(for: "Set-Cookie") == ["a=1", "b=2"])
        #expect(headers.values(for: "X-A") == ["1, 2"])
    }

    @Test("White space after a value is not part of it", arguments: ["1", "1 ", "1\t", "1 \t "])
    func blanksAtTheEndAreDropped(text: String) throws {
        #expect(try headers(["X-A": text])["X-A"] == "1")
    }

    @Test("The length is that of the delivered body: unknown for a compressed one")
    func theLengthIsThatOfTheBody() throws {
        #expect(try headers(["Content-Length": "12"]).bodyLength() == 12)
        #expect(try headers(["Content-Length": "0"]).bodyLength() == 0)
        #expect(try headers(["Content-Length": "-1"]).bodyLength() == nil)
        #expect(try headers([:]).bodyLength() == nil)
        #expect(try headers(["Content-Length": "12", "Content-Encoding": "gzip"]).bodyLength() == nil)
    }

    @Test("Different lengths are distinguished from a repeated one")
    func twoLengthsAreTold() throws {
        let conflicting = try headers(["Content-Length": "1, 2"])
        let error = #expect(throws: URLError.self) { try conflicting.bodyLength() }
        #expect(error?.code == .cannotParseResponse)
        for same in ["1, 1", "1,", ",1", ","] {
            #expect(try headers(["Content-Length": same]).bodyLength() == nil)
        }
        #expect(try headers(["Content-Length": "11"]).bodyLength() == 11)
        #expect(try headers([:]).bodyLength() == nil)
    }
}
