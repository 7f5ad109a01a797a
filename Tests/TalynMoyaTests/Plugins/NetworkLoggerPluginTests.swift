import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynAlamofire
@testable import TalynMoya

@Suite struct NetworkLoggerPluginTests {
    private let entries = Notes<[String]>()

    private func logger(
        _ options: NetworkLoggerPlugin.Configuration.LogOptions,
        data: @escaping (Data) -> String = NetworkLoggerPlugin.Configuration.Formatter.defaultDataFormatter
    ) -> NetworkLoggerPlugin {
        NetworkLoggerPlugin(
            configuration: .init(
                formatter: .init(
                    entry: { "\($0): \($1) of \($2)" }, requestData: { "request \(data($0))" },
                    responseData: { "response \(data($0))" }),
                output: { [entries] target, items in entries.add(items) }, logOptions: options))
    }

    private var session: Session { .own { $0.httpAdditionalHeaders = [:] } }

    /// Makes a stubbed call, and returns the entries of the request and of the response.
    private func log(
        _ options: NetworkLoggerPlugin.Configuration.LogOptions, _ sample: EndpointSampleResponse? = nil,
        validated: Bool = false, data: Data = Data("body".utf8)
    ) throws -> [[String]] {
        var order = Order(try #require(URL(string: "https://shop.example")), .post, .requestData(data))
        order.headers = ["X-A": "1"]
        let provider = MoyaProvider<Order>(
            endpointClosure: { target in
                Endpoint(
                    url: target.urlText, sampleResponseClosure: { sample ?? .networkResponse(200, target.sampleData) },
                    method: target.method, task: target.task, httpHeaderFields: target.headers)
            },
            stubClosure: MoyaProvider.immediatelyStub, session: session, plugins: [logger(options)])
        provider.request(validated ? order.validated : order) { _ in }
        return entries.all
    }

    private static let request = "Request: https://shop.example/orders of order"
    private static let headers = #"Request Headers: ["X-A": "1"] of order"#
    private static let method = "HTTP Request Method: POST of order"
    private static let empty = "Response: Received empty network response for order. of order"

    @Test func byDefaultMethodsAndHeadersAreWritten() throws {
        #expect(try log(.default) == [[Self.request, Self.headers, Self.method], [Self.empty]])
    }

    @Test func verboseWritesTheBodiesToo() throws {
        let body = "Request Body: request body of order"
        #expect(
            try log(.verbose) == [
                [Self.request, Self.headers, body, Self.method],
                [Self.empty, "Response Body: response sample of order"],
            ])
    }

    @Test func withoutOptionsThereIsALineForEach() throws {
        #expect(try log([]) == [[Self.request], [Self.empty]])
    }

    @Test func aHeadIsItsDescription() throws {
        let url = try #require(URL(string: "https://shop.example"))
        let head = try #require(HTTPURLResponse(url: url, statusCode: 201, httpVersion: nil, headerFields: ["A": "1"]))
        #expect(try log([], .response(head, Data())).last == ["Response: \(head.description) of order"])
    }

    @Test func theBodyOfARefusedResponseIsWrittenWithEitherOption() throws {
        let sample = EndpointSampleResponse.networkResponse(404, Data("missing".utf8))
        let body = "Response Body: response missing of order"
        for options in [.successResponseBody, .errorResponseBody, [.successResponseBody, .errorResponseBody]]
            as [NetworkLoggerPlugin.Configuration.LogOptions]
        {
            #expect(try log(options, sample, validated: true).last == [Self.empty, body])
        }
        #expect(try log([.requestBody], sample, validated: true).last == [Self.empty])
    }

    @Test func theBodyOfAnAcceptedResponseIsWrittenWithTheOptionForSuccesses() throws {
        let sample = EndpointSampleResponse.networkResponse(404, Data("missing".utf8))
        #expect(try log(.errorResponseBody, sample).last == [Self.empty])
        #expect(try log(.successResponseBody, sample).last == [Self.empty, "Response Body: response missing of order"])
    }

    @Test func anErrorWithoutAResponseIsWrittenWithItsTarget() throws {
        let error = NSError(domain: "Mine", code: 7)
        let text = "\(MoyaError.underlying(error, nil))"
        #expect(
            try log(.default, .networkError(error)).last == ["Error: Error calling order : \(text) of order"])
    }

    @Test func bodiesThatAreNotTextAreNamedSo() throws {
        let lines = try log(.verbose, .networkResponse(200, Data([0xFF])), data: Data([0xFF])).flatMap { $0 }
        #expect(lines.contains("Request Body: request ## Cannot map data to String ## of order"))
        #expect(lines.contains("Response Body: response ## Cannot map data to String ## of order"))
    }

    @Test func aBodyStreamIsItsDescription() throws {
        var request = URLRequest(url: try #require(URL(string: "https://shop.example")))
        let stream = InputStream(data: Data("x".utf8))
        request.httpBodyStream = stream
        let order = Order(try #require(request.url))
        logger(.requestBody).willSend(Request.of(request, .request, in: session), target: order)
        #expect(entries.all.first?.contains("Request Body Stream: \(stream.description) of order") == true)
    }

    @Test func aRequestThatWasNotMadeIsInvalid() throws {
        struct None: RequestType {
            var request: URLRequest? { nil }
            var sessionHeaders: [String: String] { [:] }
            func authenticate(username: String, password: String, persistence: URLCredential.Persistence) -> None {
                self
            }
            func authenticate(with credential: URLCredential) -> None { self }
            func cURLDescription(calling handler: @escaping (String) -> Void) -> None { self }
        }
        logger(.default).willSend(None(), target: Order(try #require(URL(string: "https://shop.example"))))
        #expect(entries.all == [["Request: (invalid request) of order"]])
    }

    @Test func asCurlTheRequestIsOneCommandWhenItIsComplete() async throws {
        let server = try LoopbackServer { [.response(text: "yes", to: $0)] }
        let session = session
        let provider = MoyaProvider<Order>(session, plugins: [logger([.formatRequestAscURL, .requestHeaders])])
        var order = Order(server.url)
        order.headers = ["X-A": "1"]
        #expect(await provider.summary(order) == "200 yes")
        await session.perform {}
        let command = "$ curl -v \\\n\t-X GET \\\n\t-H \"X-A: 1\" \\\n\t\"\(server.url)/orders\""
        #expect(entries.all.contains(["Request: \(command) of order"]) && entries.all.count == 2)
    }

    @Test func theHeadersOfTheSessionAreWrittenUnlessTheRequestHasThem() throws {
        let session = Session.own { $0.httpAdditionalHeaders = ["X-A": "session"] }
        let url = try #require(URL(string: "https://shop.example"))
        var request = URLRequest(url: url)
        logger(.requestHeaders).willSend(Request.of(request, .request, in: session), target: Order(url))
        request.setValue("own", forHTTPHeaderField: "X-A")
        logger(.requestHeaders).willSend(Request.of(request, .request, in: session), target: Order(url))
        let lines = ["session", "own"].map { "Request Headers: [\"X-A\": \"\($0)\"] of order" }
        #expect(entries.all.compactMap(\.last) == lines)
    }

    @Test func theOptionsHaveMoyasValues() {
        let all: [NetworkLoggerPlugin.Configuration.LogOptions] = [
            .requestMethod, .requestBody, .requestHeaders, .formatRequestAscURL, .successResponseBody,
            .errorResponseBody, .default, .verbose,
        ]
        #expect(all.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 5, 55])
        #expect(NetworkLoggerPlugin().configuration.logOptions == .default)
        #expect(NetworkLoggerPlugin.default.configuration.logOptions == .default)
        #expect(NetworkLoggerPlugin.verbose.configuration.logOptions == .verbose)
    }

    @Test func theDefaultEntryHasADate() throws {
        let target = Order(try #require(URL(string: "https://shop.example")))
        let entry = NetworkLoggerPlugin.Configuration.Formatter().entry("I", "M", target)
        #expect(entry.hasPrefix("Moya_Logger: [") && entry.hasSuffix("] I: M"))
        #expect(NetworkLoggerPlugin.Configuration.Formatter().requestData(Data("d".utf8)) == "d")
    }
}
