import Foundation
import Testing

@testable import Talyn

@Suite struct HTTPTaskTests {
    private struct Search: Encodable, Sendable {
        var term = "a b"
        var limit: Int? = 5
        var after: String?
    }

    /// Returns the endpoint of a POST with a task.
    private func resolved(_ task: HTTPTask) throws -> Endpoint { try Route(.post, "x", task: task).resolved() }

    @Test func aPlainTaskSendsNeitherQueryNorBodyNorContentType() throws {
        let endpoint = try resolved(.plain)
        #expect(endpoint.url.absoluteString == "https://api.example.com/x")
        #expect(endpoint.body == .none)
        #expect(endpoint.headers.isEmpty)
    }

    @Test(arguments: [
        (HTTPTask.query(["b": 1, "a": "x y", "b": [true]]), "?b=1&a=x%20y&b%5B%5D=1"),
        (.query(encoding: Search()), "?limit=5&term=a%20b"),
        (.query(["z": 1]).query(encoding: Search()).query(["z": 2]), "?z=1&limit=5&term=a%20b&z=2"),
        (.plain.query(["a": 1]), "?a=1"),
        (.query(["a": nil, "b": Int?.none]), ""),
        (.query(["a": nil, "b": ""]), "?b="),
        (.query([:]), ""),
        (.query(["n": nil]).query(["m": 1]), "?m=1"),
    ])
    func aQueryIsWrittenInTheOrderGiven(task: HTTPTask, query: String) throws {
        let endpoint = try resolved(task)
        #expect(endpoint.url.absoluteString == "https://api.example.com/x\(query)")
        #expect(endpoint.body == .none)
        #expect(endpoint.headers.isEmpty)
    }

    @Test func aLiteralMixesTypes() throws {
        let missing: String? = nil
        let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        let task = HTTPTask.query([
            "page": 1, "q": "né", "on": true, "ratio": 0.5, "ids": [1, 2], "missing": missing, "id": id,
            "c": "x".dropFirst(),
        ])
        #expect(
            try resolved(task).url.absoluteString
                == "https://api.example.com/x?page=1&q=n%C3%A9&on=1&ratio=0.5&ids%5B%5D=1&ids%5B%5D=2"
                + "&id=E621E1F8-C36C-495A-93FC-0C247A3E6E5F&c=")
    }

    @Test(
        arguments: [
            (.json(NewIssue(title: "a/b")), #"{"title":"a/b"}"#, "application/json"),
            (.json(["b": 1, "a": 2, "C": 3]), #"{"C":3,"a":2,"b":1}"#, "application/json"),
            (.json([1, 2]), "[1,2]", "application/json"),
            (.json("text"), #""text""#, "application/json"),
            (.json(42), "42", "application/json"),
            (.json(true), "true", "application/json"),
            (.json(String?.none), "null", "application/json"),
            (.form(["b": "x y", "a": "1+1&2"]), "b=x%20y&a=1%2B1%262", "application/x-www-form-urlencoded"),
            (.form(encoding: Search()), "limit=5&term=a%20b", "application/x-www-form-urlencoded"),
            (.form(["a": nil]), "", "application/x-www-form-urlencoded"),
            (.data(Data("x".utf8)), "x", "application/octet-stream"),
            (.data(Data("x".utf8), contentType: "image/png"), "x", "image/png"),
            (.text("né"), "né", "text/plain; charset=utf-8"),
            (.text("<a/>", contentType: "application/xml"), "<a/>", "application/xml"),
        ] as [(HTTPTask, String, String)])
    func aBodyIsEncodedAndBringsItsContentType(task: HTTPTask, body: String, contentType: String) throws {
        let endpoint = try resolved(task)
        #expect(endpoint.bodyText == body)
        #expect(endpoint.headers.fields == [.init("Content-Type", contentType)])
        #expect(endpoint.url.absoluteString == "https://api.example.com/x")
    }

    @Test func aQueryAndABodyAreIndependent() throws {
        for task in [HTTPTask.json([1]).query(["draft": true]), HTTPTask.json([1]).query(encoding: ["draft": true])] {
            let endpoint = try resolved(task)
            #expect(endpoint.url.absoluteString == "https://api.example.com/x?draft=1")
            #expect(endpoint.bodyText == "[1]")
        }
    }

    @Test func extendingATaskLeavesTheOriginalAsItWas() throws {
        let task = HTTPTask.json([1])
        _ = task.query(["a": 1])
        #expect(try resolved(task).url.absoluteString == "https://api.example.com/x")
        #expect(try resolved(task.query(["b": 2])).url.absoluteString == "https://api.example.com/x?b=2")
    }

    @Test func filesAndStreamsAreNotRead() throws {
        let file = URL(fileURLWithPath: "/nowhere/at all.bin")
        let sent = try resolved(.file(file, contentType: "video/mp4"))
        #expect(sent.body == .file(file))
        #expect(sent.headers.fields == [.init("Content-Type", "video/mp4")])
        #expect(try resolved(.file(file)).headers["Content-Type"] == "application/octet-stream")

        let stream = BodyStream { { throw URLError(.cannotOpenFile) } }
        let streamed = try resolved(.stream(stream))
        #expect(streamed.body == .stream(stream))
        #expect(streamed.headers["Content-Type"] == "application/octet-stream")
    }

    @Test(arguments: ["https://h.example/a", "relative", "data:,x"])
    func aFileBodyNeedsAFileURL(url: String) async throws {
        let url = try #require(URL(string: url))
        let stubs = StubTransport()
        let refusal = RequestError(.invalidRequest("the URL of a file body is not a file URL"))
        let provider = Provider<Probe>(transport: stubs)
        await #expect(throws: refusal) { try await provider.request(Probe(.put("x").file(url))) }
        #expect(stubs.requests.isEmpty)
    }

    @Test(arguments: [
        (HTTPTask.plain, "no query, no body"),
        (.query(["a": 1]), "a query, no body"),
        (.json(1).query(encoding: ["a": 1]), "a query, an encoded body"),
        (.form(["a": 1]), "no query, a form"),
        (.data(Data(), contentType: "image/png"), "no query, a body of image/png"),
        (.file(URL(fileURLWithPath: "/a")), "no query, a body of application/octet-stream"),
    ])
    func descriptionsNameKindsOnly(task: HTTPTask, expected: String) {
        #expect("\(task)" == expected)
        #expect(String(reflecting: task) == expected)
        #expect(Mirror(reflecting: task).children.map { "\($0.value)" } == [expected])
    }
}
