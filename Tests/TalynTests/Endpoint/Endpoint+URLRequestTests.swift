import Foundation
import Testing

@testable import Talyn

@Suite struct EndpointURLRequestTests {
    private let url = URL(string: "https://h.example/a%2Fb?c=%2B#d")!

    @Test func aRequestHasMethodURLHeadersBodyAndTimeout() {
        var endpoint = Endpoint("PURGE", url: url, headers: ["A": "1", "B": "2"], body: .data(Data("x".utf8)))
        endpoint.options.timeout = .milliseconds(1500)
        let request = endpoint.urlRequest()
        #expect(request.httpMethod == "PURGE")
        #expect(request.url == url)
        #expect(request.allHTTPHeaderFields == ["A": "1", "B": "2"])
        #expect(request.httpBody == Data("x".utf8))
        #expect(request.timeoutInterval == 1.5)
    }

    @Test func aRequestWithoutATimeoutHasFoundations() {
        #expect(Endpoint(url: url).urlRequest().timeoutInterval == URLRequest(url: url).timeoutInterval)
    }

    @Test func repeatedHeadersAreAllInTheRequest() {
        let request = Endpoint(url: url, headers: ["Accept": "a", "accept": "b"]).urlRequest()
        let values = request.value(forHTTPHeaderField: "Accept")?.split(separator: ",").map { $0.filter { $0 != " " } }
        #expect(values == ["a", "b"])
    }

    @Test(arguments: [Body.none, .file(URL(fileURLWithPath: "/a")), .stream(BodyStream { { nil } })])
    func aBodyThatIsNotInMemoryIsNotInTheRequest(body: Body) {
        let request = Endpoint(.post, url: url, body: body).urlRequest()
        #expect(request.httpBody == nil)
        #expect(request.httpBodyStream == nil)
    }

    @Test func aRequestBecomesAnEndpoint() throws {
        var request = URLRequest(url: url)
        request.httpMethod = "PATCH"
        request.setValue("2", forHTTPHeaderField: "B")
        request.setValue("1", forHTTPHeaderField: "A")
        request.httpBody = Data("x".utf8)
        let endpoint = try #require(Endpoint(request))
        #expect(endpoint == Endpoint(.patch, url: url, headers: ["A": "1", "B": "2"], body: .data(Data("x".utf8))))
        #expect(endpoint.headers.fields.map(\.name) == ["A", "B"])
        #expect(endpoint.operation == nil)
    }

    @Test func aBareRequestIsAGETWithoutABody() throws {
        #expect(try #require(Endpoint(URLRequest(url: url))) == Endpoint(.get, url: url))
    }

    @Test func aRequestWithoutAURLIsNoEndpoint() {
        var request = URLRequest(url: url)
        request.url = nil
        #expect(Endpoint(request) == nil)
    }

    @Test func anEndpointSurvivesTheWayThereAndBack() throws {
        let endpoint = Endpoint(
            .put, url: url, headers: ["A": "1", "Content-Type": "b/c"], body: .data(Data([0, 255])))
        #expect(Endpoint(endpoint.urlRequest()) == endpoint)
    }

    /// Returns an endpoint after a change of its request.
    private func applied(to url: String, _ change: (inout URLRequest) -> Void) throws -> Endpoint {
        let endpoint = Endpoint(.post, url: try #require(URL(string: url)), headers: ["A": "1"])
        let before = endpoint.urlRequest()
        var after = before
        change(&after)
        return try endpoint.applying(after, since: before)
    }

    @Test func onlyTheHostOfTheURLItselfIsNoChange() throws {
        let same = try applied(to: "https://H.example:8443/a") {
            $0.setValue("h.EXAMPLE:8443", forHTTPHeaderField: "Host")
            $0.setValue("h.example:8443", forHTTPHeaderField: "X-Forwarded-Host")
            $0.setValue("5", forHTTPHeaderField: "Content-Length")
        }
        #expect(same.headers == ["A": "1", "X-Forwarded-Host": "h.example:8443"])
        for other in ["h.example", "h.example:443", "g.example:8443"] {
            let changed = try applied(to: "https://h.example:8443/a") { $0.setValue(other, forHTTPHeaderField: "Host") }
            #expect(changed.headers["Host"] == other)
        }
        #expect(try applied(to: "https://h.example/a") { _ in }.headers == ["A": "1"])
    }

    @Test(arguments: [0.25, 1, 1.5, 315_360_000])
    func aTimeoutIsTakenInSecondsAndTheirParts(seconds: Double) throws {
        let timeout = try applied(to: "https://h.example/a") { $0.timeoutInterval = seconds }.options.timeout
        #expect(timeout == .seconds(seconds) && timeout?.seconds == seconds)
    }

    @Test func anInvalidHeaderDoesNotTrap() {
        let endpoint = Endpoint(url: url, headers: ["A\r\nB": "1\r\n2", "": "", "N": "\u{0}", "Host": "x"])
        #expect(endpoint.urlRequest().url == url)
    }
}
