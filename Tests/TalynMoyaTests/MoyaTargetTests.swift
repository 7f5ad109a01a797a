import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynAlamofire
@testable import TalynMoya

@Suite struct MoyaTargetTests {
    /// An API as an enum, whose cases have secrets.
    enum Account: Moya.TargetType {
        case status
        case login(password: String)
        case rename(String, to: String)

        var baseURL: URL { URL(string: "https://shop.example") ?? URL(fileURLWithPath: "/") }
        var path: String { "account" }
        var method: Moya.Method { .get }
        var task: Moya.Task { .requestPlain }
        var headers: [String: String]? { nil }
    }

    private let stubs = StubTransport()

    private var url: URL { get throws { try #require(URL(string: "https://shop.example/api")) } }

    private func answer(_ answer: StubAnswer) { stubs.on(where: { _, _ in true }, answer) }

    /// The parts of a request that a target decides.
    private struct Sent: Equatable {
        var method: String
        var url: String
        var body: Data
        var type: String?
        var field: String?

        init(_ exchange: StubbedExchange) {
            let endpoint = exchange.endpoint
            (method, url) = (endpoint.method.rawValue, endpoint.url.absoluteString)
            (type, field) = (endpoint.headers["Content-Type"], endpoint.headers["X-A"])
            body = exchange.body
            // Each form has a boundary of its own.
            if let boundary = type?.components(separatedBy: "boundary=").dropFirst().first {
                type = "multipart/form-data"
                body = Data(String(decoding: body, as: UTF8.self).replacingOccurrences(of: boundary, with: "b").utf8)
            }
        }
    }

    @Test func theRequestIsThatOfAMoyaProvider() async throws {
        answer(.text("yes"))
        let file = try TemporaryFolder()
        let note = try file.write("a note", as: "note.txt")
        let form = [Moya.MultipartFormData(provider: .data(Data("1".utf8)), name: "a")]
        let tasks: [(Moya.Method, Moya.Task)] = [
            (.get, .requestPlain), (.post, .requestData(Data("x".utf8))), (.put, .requestJSONEncodable(["a": 1])),
            (.get, .requestParameters(parameters: ["a": "x y"], encoding: URLEncoding.default)),
            (.post, .requestParameters(parameters: ["a": "x y"], encoding: URLEncoding.default)),
            (.patch, .requestCompositeData(bodyData: Data("x".utf8), urlParameters: ["a": 1])),
            (.post, .uploadFile(note)), (.post, .uploadMultipart(form)),
            (.post, .uploadCompositeMultipart(form, urlParameters: ["a": 1])), (.delete, .requestPlain),
        ]
        let (moya, talyn) = (MoyaProvider<Order>(Session(transport: stubs)), Provider<MoyaTarget>(transport: stubs))
        for (method, task) in tasks {
            var order = Order(try url, method, task)
            order.headers = ["X-A": "1"]
            #expect(await moya.summary(order) == "200 yes")
            _ = try await talyn.request(MoyaTarget(order))
        }
        let sent = stubs.calls.map { Sent($0) }
        #expect(sent.count == 2 * tasks.count && sent.allSatisfy { $0.field == "1" })
        for index in tasks.indices { #expect(sent[2 * index] == sent[2 * index + 1]) }
    }

    @Test func theTargetIsAlsoTakenOutOfAMultiTarget() throws {
        let target = try MoyaTarget(MultiTarget(Order(try url)))
        #expect(target.operation == "Order" && target.baseURL.absoluteString == "https://shop.example/api/orders")
        #expect(target.path.description.isEmpty && target.method == .get)
    }

    @Test func aValidationOfNoneMeansSuccessCodes() async throws {
        let validations: [(ValidationType, [Int])] = [
            (.none, [200, 299]), (.successCodes, [200, 299]), (.customCodes([]), [200, 299]),
            (.successAndRedirectCodes, [200, 299, 304]), (.customCodes([200, 404]), [200, 404]),
        ]
        let codes = [200, 299, 304, 404, 500]
        answer(.sequence(codes.map { .status($0) }, then: .cycles))
        let provider = Provider<MoyaTarget>(transport: stubs)
        for (validation, accepted) in validations {
            var order = Order(try url)
            order.validationType = validation
            for code in codes {
                let response = try? await provider.request(MoyaTarget(order))
                #expect(response?.statusCode == (accepted.contains(code) ? code : nil), "\(validation) \(code)")
            }
        }
    }

    @Test func theOperationShowsTheCaseAndNoValue() throws {
        #expect(try MoyaTarget(Account.status).operation == "Account.status")
        #expect(try MoyaTarget(Account.login(password: "s3cret")).operation == "Account.login")
        #expect(try MoyaTarget(Account.rename("s3cret", to: "t0p")).operation == "Account.rename")
        #expect(try MoyaTarget(Order(try url)).operation == "Order")
        #expect(!"\(try MoyaTarget(Account.login(password: "s3cret")))".contains("s3cret"))
    }

    /// An API with descriptions of its own, which show values or need the main actor.
    enum Described: Moya.TargetType, CustomStringConvertible {
        case open
        case item(String)

        var description: String { "s3cret" }
        var baseURL: URL { URL(string: "https://shop.example") ?? URL(fileURLWithPath: "/") }
        var path: String { "account" }
        var method: Moya.Method { .get }
        var task: Moya.Task { .requestPlain }
        var headers: [String: String]? { nil }
    }

    @Test func theOperationIsNotTheDescriptionOfATarget() async throws {
        #expect(try MoyaTarget(Described.open).operation == "Described")
        #expect(try MoyaTarget(Described.item("s3cret")).operation == "Described.item")
        let lines = Locked<[String]>([])
        answer(.text("yes"))
        let session = Session(
            transport: stubs, plugins: [.logger(output: { line in lines.withLock { $0.append(line) } })])
        #expect(await MoyaProvider<Described>(session).summary(.open) == "200 yes")
        let shown = lines.withLock { $0 }.joined()
        #expect(shown.contains("Described") && !shown.contains("s3cret"))
    }

    @Test func aBaseURLOfTheProviderDoesNotReplaceAWholeURL() async throws {
        answer(.text("yes"))
        let provider = Provider<MoyaTarget>(transport: stubs).withDefaults {
            $0.baseURL = URL(string: "https://staging.example/v9")
        }
        let order = Order(try url)
        let error = try await #require(throws: MyAPIError.self) { try await provider.request(MoyaTarget(order)) }
        #expect(error.requestError.category == .invalidRequest)
        #expect("\(error)".contains("the URL of a Moya target is whole"))
        #expect(stubs.calls.isEmpty)
    }

    @Test func aTargetThatCannotBeSentThrowsItsError() throws {
        let task = Moya.Task.requestJSONEncodable(Double.nan)
        let encodable = #expect(throws: MoyaError.self) { try MoyaTarget(Order(try url, .post, task)) }
        guard case .encodableMapping? = encodable else { return #expect(Bool(false)) }
        let parameters = Moya.Task.requestParameters(parameters: ["a": Date()], encoding: JSONEncoding.default)
        let encoding = #expect(throws: MoyaError.self) { try MoyaTarget(Order(try url, .post, parameters)) }
        guard case .parameterEncoding? = encoding else { return #expect(Bool(false)) }
    }

    @Test func onlyURLsOfHTTPAreSent() throws {
        for text in ["ftp://shop.example", "file:///x", "x"] {
            let url = try #require(URL(string: text))
            let error = #expect(throws: AFError.self) { try MoyaTarget(Order(url)) }
            #expect(error?.summary == "sessionTaskFailed(URLError(\(URLError.unsupportedURL.rawValue)))")
            #expect(error?.localizedDescription == "URLSessionTask failed with error: unsupported URL")
        }
        #expect(try MoyaTarget(Order(try #require(URL(string: "HTTP://shop.example")))).method == .get)
    }
}
