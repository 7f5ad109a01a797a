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

    // MARK: Settings of URLSession

    /// A request with a value for each setting that an endpoint has no property for, and all that it has one for.
    private var settled: URLRequest {
        var request = URLRequest(url: url, cachePolicy: .returnCacheDataElseLoad, timeoutInterval: 7)
        request.allowsCellularAccess = false
        request.networkServiceType = .background
        request.httpShouldHandleCookies = false
        request.mainDocumentURL = URL(string: "https://main.example")
        #if !canImport(FoundationNetworking)
        request.allowsExpensiveNetworkAccess = false
        request.allowsConstrainedNetworkAccess = false
        request.attribution = .user
        #endif
        request.httpMethod = "PUT"
        request.setValue("secret", forHTTPHeaderField: "Authorization")
        request.httpBody = Data("old".utf8)
        return request
    }

    /// Whether a request has the settings, and nothing else of the one that they come from.
    private func isSettled(_ request: URLRequest) -> Bool {
        #if !canImport(FoundationNetworking)
        if request.allowsExpensiveNetworkAccess || request.allowsConstrainedNetworkAccess { return false }
        if request.attribution != .user { return false }
        #endif
        return request.cachePolicy == .returnCacheDataElseLoad && !request.allowsCellularAccess
            && request.networkServiceType == .background && !request.httpShouldHandleCookies
            && request.mainDocumentURL?.host == "main.example"
            && request.value(forHTTPHeaderField: "Authorization") == nil && request.httpBodyStream == nil
    }

    @Test func theSettingsOfARequestAreThoseOfTheSessionsRequest() throws {
        var endpoint = try #require(Endpoint(settled))
        #expect(endpoint.options.timeout == .seconds(7))
        endpoint.url = try #require(URL(string: "https://other.example/hop"))
        endpoint.method = .get
        endpoint.headers = ["X-New": "1"]
        endpoint.body = .none
        for request in [endpoint.sessionRequest(), endpoint.urlRequest()] {
            #expect(isSettled(request) && request.httpMethod == "GET" && request.httpBody == nil)
            #expect(request.url == endpoint.url && request.allHTTPHeaderFields == ["X-New": "1"])
        }
        #expect(endpoint.sessionRequest().timeoutInterval == 604_800)
        #expect(endpoint.urlRequest().timeoutInterval == 7)
    }

    @Test func theSettingsThatAnAdaptedRequestChangesAreThoseOfTheSessionsRequest() throws {
        let adapted = try applied(to: "https://h.example/a") { $0.allowsCellularAccess = false }
        #expect(adapted.sessionRequest().allowsCellularAccess == false && adapted.headers == ["A": "1"])
        var again = adapted.urlRequest()
        #expect(!again.allowsCellularAccess && again.httpMethod == "POST")
        again.allowsCellularAccess = true
        again.networkServiceType = .voice
        let changed = try adapted.applying(again, since: adapted.urlRequest()).sessionRequest()
        #expect(changed.allowsCellularAccess && changed.networkServiceType == .voice)
        #expect(changed.value(forHTTPHeaderField: "A") == "1")
    }

    @Test(arguments: [60, 0, -1, .nan] as [TimeInterval])
    func aTimeoutOfFoundationsDefaultOrNoneIsNotSet(seconds: TimeInterval) {
        #expect(Endpoint(URLRequest(url: url, timeoutInterval: seconds))?.options.timeout == nil)
    }

    @Test func noDescriptionShowsTheRequestThatSettingsComeFrom() throws {
        let endpoint = try #require(Endpoint(settled))
        var text = "\(endpoint) \(endpoint.options) \(endpoint.options.tags) "
        dump(endpoint.options, to: &text)
        #expect(!text.contains("secret") && !text.contains("old"))
    }

    @Test func anInvalidHeaderDoesNotTrap() {
        let endpoint = Endpoint(url: url, headers: ["A\r\nB": "1\r\n2", "": "", "N": "\u{0}", "Host": "x"])
        #expect(endpoint.urlRequest().url == url)
    }
}
