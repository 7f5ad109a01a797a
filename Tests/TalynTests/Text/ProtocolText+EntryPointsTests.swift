import Foundation
import Testing

@testable import Talyn
@testable import TalynStubs

/// The entry points for text that Talyn parses, each with a mark after its delimiters.
@Suite struct ProtocolTextEntryPointsTests {
    @Test(arguments: paths + fields + credentials + texts, ["\u{301}", "\u{200D}", "\u{FE0F}"])
    func aMarkHidesNoDelimiter(_ entry: EntryPoint, _ mark: String) throws {
        let (outcome, expected) = try entry.outcome(mark)
        #expect(outcome.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(outcome ?? "nil")")
    }

    // CR LF is one Character, which equals neither CR nor LF.
    @Test func aLineBreakOfTwoBytesIsOne() throws {
        #expect(URLPath("a\r\nb").problem == "a control character in a path")
        #expect(("a/\("\r\n")" as URLPath).problem == "value 1 of the path contains a control character")
        #expect(HTTPHeaders(["A": "b\r\n"]).problem?.contains(bytes: "a line break (U+000D) at position 2") == true)
        #expect(throws: RequestError.self) { try UserCredentials(user: "a\r\n", password: "").basicAuthorization() }
        #expect(StubTemplate("a/{}\r\n").matches(path: "/a/b%0D%0A"))
        #expect(Self.wait(["Retry-After": "7\r\n"]) == nil)
    }

    private static func escaped(_ text: String) -> String { text.utf8.map { String(format: "%%%02X", $0) }.joined() }

    /// Returns the wait that the headers of a response ask for.
    private static func wait(_ headers: HTTPHeaders) -> Duration? {
        Response(statusCode: 503, headers: headers, endpoint: Endpoint(url: GitHub.host)).retryAfter(at: .now)
    }

    private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    /// Returns the query of a route as sent.
    private static func query(_ route: Route) throws -> String? { try route.resolved().url.query }

    static let paths: [EntryPoint] = [
        EntryPoint("a literal path") { (URLPath("/\($0)a/\($0)b").encoded, "\(escaped($0))a/\(escaped($0))b") },
        EntryPoint("a query in a path") { (URLPath("a?\($0)b").problem.map { _ in "refused" }, "refused") },
        EntryPoint("an interpolated value") { mark in
            (("a/\("/\(mark)..")/b" as URLPath).encoded, "a/%2F\(escaped(mark))../b")
        },
        EntryPoint("dots and a mark") { mark in (("a/\(".\(mark)")" as URLPath).encoded, "a/.\(escaped(mark))") },
        EntryPoint("a raw path") { mark in
            let path: URLPath = "\(raw: "/\(escaped(mark))a/%2E")"
            return (path.problem.map { $0.contains("'..'") ? "refused" : $0 }, "refused")
        },
        EntryPoint("a raw path that is not encoded") { (URLPath.raw("/\($0)a").problem.map { _ in "" }, "") },
        EntryPoint("query names and values") { mark in
            (
                try query(Route.get("a").query(["b=\(mark)c&": "=\(mark)d&\(mark)"])),
                "b%3D\(escaped(mark))c%26=%3D\(escaped(mark))d%26\(escaped(mark))"
            )
        },
        EntryPoint("a query item that is replaced") { mark in
            let url = try url("https://h.example/?a=%3D\(escaped(mark))&e%CC%81=2#%23\(escaped(mark))")
            return (
                url.replacingQueryItem("\u{E9}", with: "?\(mark)")?.absoluteString,
                "https://h.example/?a=%3D\(escaped(mark))&e%CC%81=2&%C3%A9=?\(escaped(mark))#%23\(escaped(mark))"
            )
        },
        EntryPoint("a template of a stub") { mark in
            let template = StubTemplate("/\(mark)a/\(mark){}\(mark).json")
            let isLike = template.matches(path: "/\(escaped(mark))a/\(escaped(mark))7\(escaped(mark)).json")
            let isSame = template.matches(template: "/\(mark)a/\(mark){n}\(mark).json")
            let isOther = template.matches(path: "/\(escaped(mark))a/\(escaped(mark))\(escaped(mark)).json")
            return ("\(isLike) \(isSame) \(isOther)", "true true false")
        },
        EntryPoint("a query in a stub's template") { mark in
            (StubTemplate("a?\(mark)b").problem.map { _ in "refused" }, "refused")
        },
        EntryPoint("a logged URL") { mark in
            let endpoint = try Route.get(URLPath(stringLiteral: "a/\(mark)b")).query(["c": "=\(mark)"]).resolved()
            return (
                endpoint.loggedURL(endpoint.requestedURL, declared: endpoint, redacting: .standard),
                "https://api.example.com/a/\(mark)b?c=%3D\(escaped(mark))"
            )
        },
        EntryPoint("a Location") { mark in
            (
                try RedirectPolicyTests.next(302, "/\(mark)b?\(mark)c", after: RedirectPolicyTests.sent())?.url
                    .absoluteString,
                "https://api.example.com/\(escaped(mark))b?\(escaped(mark))c"
            )
        },
    ]

    static let fields: [EntryPoint] = [
        EntryPoint("the name of a field") { mark in
            let headers = HTTPHeaders([HTTPHeaders.Field("X-A:\(mark)", "1")])
            return (headers.problem, "a header name is not a token (RFC 9110 §5.1): X-A…")
        },
        EntryPoint("a line break in a field") { mark in
            let problems = ["\r\n\(mark)", "\n\(mark)", "\r\(mark)"].compactMap {
                HTTPHeaders(["A": "b\($0)c"]).problem
            }
            return ("\(problems.count)", "3")
        },
        EntryPoint("a field as it is described") { mark in
            let headers: HTTPHeaders = ["Content-Type": "text/plain;\(mark)CANARY"]
            return (headers.description, "[Content-Type: text/plain]")
        },
        EntryPoint("cookies") { mark in
            (HTTPHeaders.cookies(in: "a=\(mark)1,b=\(mark)2").joined(separator: "|"), "a=\(mark)1|b=\(mark)2")
        },
        EntryPoint("two lengths") { mark in
            let head = try #require(
                HTTPURLResponse(
                    url: Probe.host, statusCode: 200, httpVersion: nil, headerFields: ["Content-Length": "5, 5\(mark)"])
            )
            let error = #expect(throws: URLError.self) { try HTTPHeaders(head).bodyLength() }
            return ("\(error?.code == .cannotParseResponse)", "true")
        },
        EntryPoint("the charset of a content type") { mark in
            let text = try TextDecoding.text(Data([0x93]), contentType: "text/plain;\(mark)a=b; charset=windows-1252")
            return (text, "“")
        },
        EntryPoint("a charset of another name") { mark in
            let text = try? TextDecoding.text(Data([0x93]), contentType: "text/plain; charset=windows-\(mark)1252")
            return (text, nil)
        },
        EntryPoint("a content type that is asked for") { mark in
            let response = Response.make(200, "{}", contentType: "application/json;\(mark)v=1")
            try Validation.successCodes.contentType("application/json").validate(response)
            return (nil, nil)
        },
        EntryPoint("a media range") { mark in
            try Validation.successCodes.contentType("text/*;\(mark)q=1").validate(
                Response.make(200, "a", contentType: "text/\(mark)x"))
            return (nil, nil)
        },
        EntryPoint("a content type that was not asked for") { mark in
            let response = Response.make(200, "{}", contentType: "text/html;\(mark)CANARY")
            let error = #expect(throws: RequestError.self) {
                try Validation.successCodes.contentType("a/b").validate(response)
            }
            return (error?.reason, "content type text/html is not accepted")
        },
        EntryPoint("Retry-After") { mark in
            let dates = ["Sun,\(mark) 06 Nov 1994 08:49:37 GMT", "S\(mark)un, 06 Nov 1994 08:49:37 GMT", "1\(mark)"]
            return ("\(dates.filter { wait(["Retry-After": $0]) != nil })", "[]")
        },
        EntryPoint("Retry-After behind white space") { mark in
            (wait(["Retry-After": "\u{A0}7"]).map { _ in mark }, nil)
        },
        EntryPoint("a language") { mark in
            (AcceptLanguage.value(for: ["de.\(mark)UTF-8", "fr@\(mark)euro", "it_\(mark)IT"]), "de, fr;q=0.9")
        },
    ]

    static let credentials: [EntryPoint] = [
        EntryPoint("a user of Basic") { mark in
            (try? UserCredentials(user: "bob:\(mark)x", password: "p").basicAuthorization(), nil)
        },
        EntryPoint("a token of Basic") { mark in
            var endpoint = Endpoint(url: Probe.host)
            let error = #expect(throws: RequestError.self) {
                try AuthorizationType.basic.set("bob:\(mark)x", on: &endpoint)
            }
            return (error?.reason.contains("is not in base64").description, "true")
        },
        EntryPoint("white space before a token") { mark in
            var endpoint = Endpoint(url: Probe.host)
            let error = #expect(throws: RequestError.self) {
                try AuthorizationType.bearer.set(" \(mark)x", on: &endpoint)
            }
            return (error?.reason.contains("white space").description, "true")
        },
    ]

    /// A target with its own operation name.
    private struct Named: TargetType {
        var baseURL: URL { Probe.host }
        var path: URLPath { "a" }
        var method: HTTPMethod { .get }
        var task: HTTPTask { .plain }
        var headers: HTTPHeaders { [:] }
        var operation: String
    }

    private enum Outer: RoutedTarget {
        case inner(Named)
        var baseURL: URL { Probe.host }
        var route: Route { .get("a") }
    }

    static let texts: [EntryPoint] = [
        EntryPoint("an operation") { mark in
            (Outer.inner(Named(operation: "Named.\(mark)a")).operation, "Outer.inner.\(mark)a")
        },
        EntryPoint("a path in JSON") { mark in
            (JSONValue.object(["a": ["\(mark)b": 1]]).value(atKeyPath: "a.\(mark)b")?.jsonText, "1")
        },
        EntryPoint("a key path") { mark in
            let response = Response.make(200, #"{"a":{"\#(mark)b":1}}"#)
            return ("\(try response.decode(Int.self, atKeyPath: "a.\(mark)b"))", "1")
        },
        EntryPoint("the text of an error with a URL") { mark in
            (
                URLError(.badURL, text: "bad ?\(mark)token").withoutURL.localizedDescription.contains("token")
                    .description, "false"
            )
        },
    ]
}
