import Foundation
import Testing

@testable import TalynAlamofire
@testable import TalynMoya

@Suite struct EndpointTests {
    private func endpoint(
        _ task: TalynMoya.Task = .requestPlain, url: String = "https://shop.example/items",
        headers: [String: String]? = nil
    ) -> Endpoint {
        Endpoint(
            url: url, sampleResponseClosure: { .networkResponse(200, Data()) }, method: .post, task: task,
            httpHeaderFields: headers)
    }

    private func failure(_ task: TalynMoya.Task, url: String = "https://shop.example") -> MoyaError? {
        do {
            _ = try endpoint(task, url: url).urlRequest()
            return nil
        } catch { return error as? MoyaError }
    }

    @Test func headersAreAddedAndReplaceThoseOfTheSameName() {
        let endpoint = endpoint(headers: ["A": "1", "B": "2"])
        #expect(
            endpoint.adding(newHTTPHeaderFields: ["B": "3", "C": "4"]).httpHeaderFields == [
                "A": "1", "B": "3", "C": "4",
            ])
        #expect(endpoint.adding(newHTTPHeaderFields: [:]).httpHeaderFields == ["A": "1", "B": "2"])
        #expect(self.endpoint().adding(newHTTPHeaderFields: ["C": "4"]).httpHeaderFields == ["C": "4"])
        #expect(self.endpoint().adding(newHTTPHeaderFields: [:]).httpHeaderFields == nil)
    }

    @Test func aReplacedTaskKeepsTheRest() throws {
        let replaced = endpoint(headers: ["A": "1"]).replacing(task: .requestData(Data("x".utf8)))
        let request = try replaced.urlRequest()
        #expect(request.httpBody == Data("x".utf8) && request.value(forHTTPHeaderField: "A") == "1")
        #expect(request.httpMethod == "POST" && request.url?.absoluteString == "https://shop.example/items")
    }

    @Test func endpointsAreEqualByRequestFileAndForm() {
        let file = URL(fileURLWithPath: "/a")
        #expect(endpoint() == endpoint() && endpoint().hashValue == endpoint().hashValue)
        #expect(endpoint(headers: ["A": "1"]) != endpoint())
        #expect(endpoint(.requestData(Data("a".utf8))) != endpoint(.requestData(Data("b".utf8))))
        #expect(endpoint(.uploadFile(file)) == endpoint(.uploadFile(file)))
        #expect(endpoint(.uploadFile(file)) != endpoint())
        let part = MultipartFormData(provider: .data(Data("x".utf8)), name: "a")
        #expect(endpoint(.uploadMultipart([part])) == endpoint(.uploadMultipart([part])))
        #expect(endpoint(.uploadMultipart([part])) != endpoint(.uploadMultipart([part, part])))
        #expect(endpoint(url: "") == endpoint(url: "") && endpoint(url: "") != endpoint())
    }

    /// The tasks of each sample make another request than the others, so their endpoints and hashes differ.
    @Test func endpointsWithOtherParametersAreNotEqual() throws {
        let file = URL(fileURLWithPath: "/a")
        let part = MultipartFormData(provider: .data(Data("x".utf8)), name: "a")
        let place: DownloadDestination = { file, _ in (file, []) }
        let snake = JSONEncoder()
        snake.keyEncodingStrategy = .convertToSnakeCase
        func tasks(_ value: Any) -> [TalynMoya.Task] {
            let parameters = ["a": value]
            return [
                .requestParameters(parameters: parameters, encoding: URLEncoding.default),
                .requestParameters(parameters: parameters, encoding: URLEncoding.queryString),
                .requestParameters(parameters: parameters, encoding: JSONEncoding.default),
                .requestCompositeData(bodyData: Data("x".utf8), urlParameters: parameters),
                .requestCompositeParameters(
                    bodyParameters: parameters, bodyEncoding: URLEncoding.httpBody, urlParameters: ["b": 1]),
                .requestCompositeParameters(
                    bodyParameters: ["b": 1], bodyEncoding: JSONEncoding.default, urlParameters: parameters),
                .uploadCompositeMultipart([part], urlParameters: parameters),
                .downloadParameters(parameters: parameters, encoding: URLEncoding.default, destination: place),
            ]
        }
        for (first, second) in zip(tasks(1), tasks(2)) {
            #expect(endpoint(first) == endpoint(first) && endpoint(first).hashValue == endpoint(first).hashValue)
            #expect(endpoint(first) != endpoint(second) && endpoint(first).hashValue != endpoint(second).hashValue)
        }
        let named = ["userName": 1]
        #expect(
            endpoint(.requestCustomJSONEncodable(named, encoder: JSONEncoder()))
                != endpoint(.requestCustomJSONEncodable(named, encoder: snake)))
        #expect(endpoint(.uploadFile(file)) != endpoint(.uploadFile(URL(fileURLWithPath: "/b"))))
    }

    @Test func destinationsOfDownloadsAreNotCompared() {
        let left = endpoint(.downloadDestination { file, _ in (file, []) })
        let right = endpoint(.downloadDestination { _, _ in (URL(fileURLWithPath: "/a"), .removePreviousFile) })
        #expect(left == right && left.hashValue == right.hashValue)
    }

    @Test func endpointsWithoutARequestAreComparedByURL() {
        let left = endpoint(.requestJSONEncodable(Double.nan))
        let right = endpoint(.requestJSONEncodable(Double.infinity))
        #expect(left == right && left.hashValue == right.hashValue)
        #expect(left != endpoint(.requestJSONEncodable(Double.nan), url: "https://shop.example/b"))
        #expect(left != endpoint(.requestJSONEncodable(1.0)))
    }

    /// The keys of its JSON come in another order each time.
    struct Order: Encodable {
        var alpha = 1, beta = 2, gamma = 3, delta = "4", epsilon = 5, zeta = 6, eta = 7, theta = 8
    }

    @Test func bodiesOfJSONAreComparedByValue() {
        for _ in 0..<50 {
            let (left, right) = (endpoint(.requestJSONEncodable(Order())), endpoint(.requestJSONEncodable(Order())))
            #expect(left == left && left == right && left.hashValue == right.hashValue)
            #expect(left != endpoint(.requestJSONEncodable(Order(alpha: 2))))
            let parameters: [String: Any] = ["a": 1, "b": 2, "c": 3, "d": 4]
            #expect(
                endpoint(.requestParameters(parameters: parameters, encoding: JSONEncoding.default))
                    == endpoint(.requestParameters(parameters: parameters, encoding: JSONEncoding.default)))
        }
    }

    @Test(arguments: [
        ("18446744073709551616", "18446744073709551617"), ("\"\u{E9}\"", "\"e\u{301}\""), ("1.0", "1.00"),
        ("[1,2]", "[2,1]"),
    ])
    func bodiesOfJSONThatOnlyLookAlikeAreNotEqual(left: String, right: String) {
        let headers = ["Content-Type": "application/json"]
        #expect(
            endpoint(.requestData(Data(left.utf8)), headers: headers)
                != endpoint(.requestData(Data(right.utf8)), headers: headers))
    }

    @Test func equalEndpointsHaveEqualHashes() {
        let (plain, escaped) = (endpoint(url: "http://a/b c"), endpoint(url: "http://a/b%20c"))
        #expect(plain == escaped && plain.hashValue == escaped.hashValue)
        let query = Endpoint(
            url: "http://a/b?q=1", sampleResponseClosure: { .networkResponse(200, Data()) }, method: .get,
            task: .requestPlain, httpHeaderFields: nil)
        let parameters = Endpoint(
            url: "http://a/b", sampleResponseClosure: { .networkResponse(200, Data()) }, method: .get,
            task: .requestParameters(parameters: ["q": 1], encoding: URLEncoding.queryString), httpHeaderFields: nil)
        #expect(query == parameters && query.hashValue == parameters.hashValue)
    }

    @Test func jsonKeepsAContentTypeThatIsThere() throws {
        let request = try endpoint(.requestJSONEncodable(["a": 1])).urlRequest()
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(request.httpBody == Data(#"{"a":1}"#.utf8))
        let own = try endpoint(.requestJSONEncodable([1]), headers: ["Content-Type": "text/json"]).urlRequest()
        #expect(own.value(forHTTPHeaderField: "Content-Type") == "text/json")
    }

    /// As in Moya, which wraps the value.
    @Test func anEncoderSeesNoTypeOfTheValue() throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        func body(_ value: any Encodable) throws -> String {
            let request = try endpoint(.requestCustomJSONEncodable(value, encoder: encoder)).urlRequest()
            return String(decoding: request.httpBody ?? Data(), as: UTF8.self)
        }
        struct Named: Encodable { let userName: String }
        #expect(try body(["userName": 1]) == #"{"user_name":1}"#)
        #expect(try body(Named(userName: "x")) == #"{"user_name":"x"}"#)
        #expect(try body(Date(timeIntervalSince1970: 0)) == "-978307200")
        #expect(try body(Data("x".utf8)) == "[120]")
    }

    @Test func failuresAreThoseOfMoya() {
        guard case .requestMapping("")? = failure(.requestPlain, url: "") else { return #expect(Bool(false)) }
        guard case .encodableMapping? = failure(.requestJSONEncodable(Double.nan)) else { return #expect(Bool(false)) }
        let composite = failure(
            .requestCompositeParameters(bodyParameters: [:], bodyEncoding: URLEncoding.queryString, urlParameters: [:]))
        guard case .parameterEncoding(let misuse)? = composite else { return #expect(Bool(false)) }
        #expect(misuse.localizedDescription.contains("URLEncoding.httpBody"))
    }
}
