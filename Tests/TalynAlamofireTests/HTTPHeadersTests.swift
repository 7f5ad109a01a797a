import Foundation
import Testing

@testable import TalynAlamofire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The expected texts are those that Alamofire 5.11.2 writes.
struct HTTPHeadersTests {
    @Test func aNameHasOneValueWhateverItsCase() {
        var headers: HTTPHeaders = ["B": "1", "a": "2", "b": "3"]
        #expect(headers.description == "b: 3\na: 2")
        headers.add(name: "C", value: "4")
        headers.add(.accept("x"))
        headers.update(name: "A", value: "5")
        headers["c"] = "6"
        headers["D"] = "7"
        headers["d"] = nil
        headers["none"] = nil
        #expect(headers.description == "b: 3\nA: 5\nc: 6\nAccept: x")
        #expect(headers["ACCEPT"] == "x" && headers.value(for: "d") == nil)
        #expect(headers.sorted().description == "A: 5\nAccept: x\nb: 3\nc: 6")
        headers.sort()
        headers.remove(name: "ACCEPT")
        #expect(headers.dictionary == ["A": "5", "b": "3", "c": "6"])
        #expect(headers == HTTPHeaders([.init(name: "A", value: "5"), .init(name: "b", value: "3"), headers[2]]))
        #expect(headers.map(\.name) == ["A", "b", "c"] && headers.count == 3)
    }

    @Test func literalsKeepTheLastOfAName() {
        let headers: HTTPHeaders = [.contentType("t"), HTTPHeader(name: "content-TYPE", value: "u")]
        #expect(headers.description == "content-TYPE: u")
        #expect(HTTPHeaders().isEmpty && HTTPHeaders(["x": "1"])["X"] == "1")
    }

    @Test func requestsResponsesAndConfigurationsHaveHeaders() throws {
        var request = try URLRequest(url: "https://a.example", method: .put, headers: ["X-A": "1"])
        #expect(request.httpMethod == "PUT" && request.allHTTPHeaderFields == ["X-A": "1"])
        request.headers.add(.accept("y"))
        #expect(request.headers.sorted().description == "Accept: y\nX-A: 1")
        request.headers = []
        #expect(request.allHTTPHeaderFields ?? [:] == [:])
        let response = HTTPURLResponse(
            url: URL(string: "https://a.example")!, statusCode: 200, httpVersion: nil, headerFields: ["X-A": "1"])
        #expect(response?.headers["x-a"] == "1")
        let configuration = URLSessionConfiguration.ephemeral
        #expect(configuration.headers.isEmpty)
        configuration.headers = ["X-A": "1"]
        #expect(configuration.httpAdditionalHeaders as? [String: String] == ["X-A": "1"])
        #expect(configuration.headers.description == "X-A: 1")
    }
}
