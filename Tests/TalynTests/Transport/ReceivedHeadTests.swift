import Foundation
import Testing

@testable import Talyn

@Suite("The head of a response")
struct ReceivedHeadTests {
    private func head(_ fields: [String: String], status: Int = 200) throws -> ReceivedHead {
        let url = try #require(URL(string: "https://api.example.com/a"))
        return ReceivedHead(
            try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)))
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
        let response = try head(["Set-Cookie": "a=1, b=2", "X-A": "1, 2"])
            .response(with: .none, to: Endpoint(url: Probe.host))
        #expect(response.headers.values(for: "Set-Cookie") == ["a=1", "b=2"])
        #expect(response.headers.values(for: "X-A") == ["1, 2"])
    }

    @Test("The length is that of the delivered body: unknown for a compressed one")
    func theLengthIsThatOfTheBody() throws {
        #expect(try head(["Content-Length": "12"]).bodyLength == 12)
        #expect(try head([:]).bodyLength == nil)
        #expect(try head(["Content-Length": "12", "Content-Encoding": "gzip"]).bodyLength == nil)
    }

    @Test("Different lengths are distinguished from a repeated one")
    func twoLengthsAreTold() throws {
        #expect(try head(["Content-Length": "1, 2"]).hasConflictingLengths)
        #expect(try !head(["Content-Length": "1, 1"]).hasConflictingLengths)
        #expect(try !head(["Content-Length": "11"]).hasConflictingLengths)
        #expect(try !head([:]).hasConflictingLengths)
    }
}
