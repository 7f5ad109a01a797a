import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynAlamofire
@testable import TalynMoya

/// The requests of each task, as the server sees them.
@Suite struct TaskTests {
    private let folder: TemporaryFolder
    private let server: LoopbackServer

    init() throws {
        folder = try TemporaryFolder()
        server = try LoopbackServer { [.response(text: "yes", to: $0)] }
    }

    /// Makes a call, and returns the request that the server received.
    private func sent(
        _ task: Moya.Task, _ method: Moya.Method = .post, headers: [String: String]? = nil, query: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ReceivedRequest {
        let base = query.flatMap { URL(string: "\(server.url.absoluteString)?\($0)") } ?? server.url
        var order = Order(base, method, task)
        order.headers = headers
        let summary = await MoyaProvider<Order>(.own()).summary(order)
        #expect(summary.hasPrefix("200 "), sourceLocation: sourceLocation)
        return try #require(server.requests.last, sourceLocation: sourceLocation)
    }

    /// Makes a call that fails, and returns the error in words.
    private func failure(_ task: Moya.Task, _ method: Moya.Method = .post) async -> String {
        await MoyaProvider<Order>(.own()).summary(Order(server.url, method, task))
    }

    // MARK: Requests

    @Test func aPlainRequestHasNoBody() async throws {
        let get = try await sent(.requestPlain, .get)
        #expect(get.method == "GET" && get.target == "/orders" && get.body.isEmpty)
        #expect(get.headers["Content-Length"] == nil && get.headers["Content-Type"] == nil)
        let post = try await sent(.requestPlain)
        #expect(post.method == "POST" && post.headers["Content-Length"] == "0")
    }

    @Test func dataIsTheBodyWithTheTypeOfAFormUnlessThereIsOne() async throws {
        let request = try await sent(.requestData(Data("body".utf8)))
        #expect(request.text == "body" && request.headers["Content-Length"] == "4")
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        let typed = try await sent(.requestData(Data("body".utf8)), headers: ["Content-Type": "text/plain"])
        #expect(typed.headers["Content-Type"] == "text/plain")
    }

    @Test func encodableValuesAreJSON() async throws {
        let request = try await sent(.requestJSONEncodable(["a": 1]))
        #expect(request.text == #"{"a":1}"# && request.headers["Content-Type"] == "application/json")
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        let custom = try await sent(.requestCustomJSONEncodable([Date(timeIntervalSince1970: 7)], encoder: encoder))
        #expect(custom.text == "[7]")
    }

    @Test func parametersAreTheQueryOrTheBodyByTheirEncoding() async throws {
        let query = try await sent(.requestParameters(parameters: ["a": "x y"], encoding: URLEncoding.default), .get)
        #expect(query.target == "/orders?a=x%20y" && query.body.isEmpty)
        let form = try await sent(.requestParameters(parameters: ["a": "x y"], encoding: URLEncoding.default))
        #expect(form.target == "/orders" && form.text == "a=x%20y")
        #expect(form.headers["Content-Type"] == "application/x-www-form-urlencoded; charset=utf-8")
        let json = try await sent(.requestParameters(parameters: ["a": "x y"], encoding: JSONEncoding.default))
        #expect(json.text == #"{"a":"x y"}"# && json.headers["Content-Type"] == "application/json")
    }

    /// As with Alamofire: no parameters change nothing, parameters without values leave the mark or the ampersand.
    @Test func emptyParametersKeepTheMarkThatTheirEncodingWrites() async throws {
        let none = [String: Any]()
        for (parameters, plain, queried) in [
            (none, "/orders", "/orders?x=1"), (["a": [Any]()], "/orders?", "/orders?x=1&"),
            (["a": none], "/orders?", "/orders?x=1&"),
        ] as [([String: Any], String, String)] {
            let place: Moya.DownloadDestination = { [folder] _, _ in
                (folder.url.appendingPathComponent(UUID().uuidString), [])
            }
            let part = MultipartFormData(provider: .data(Data("x".utf8)), name: "a")
            let tasks: [(Moya.Task, Moya.Method)] = [
                (.requestParameters(parameters: parameters, encoding: URLEncoding.default), .get),
                (.requestParameters(parameters: parameters, encoding: URLEncoding.queryString), .post),
                (.requestCompositeData(bodyData: Data("x".utf8), urlParameters: parameters), .post),
                (
                    .requestCompositeParameters(
                        bodyParameters: ["b": 1], bodyEncoding: JSONEncoding.default, urlParameters: parameters), .post
                ),
                (.uploadCompositeMultipart([part], urlParameters: parameters), .post),
                (.downloadParameters(parameters: parameters, encoding: URLEncoding.default, destination: place), .get),
            ]
            for (task, method) in tasks {
                #expect(try await sent(task, method).target == plain)
                #expect(try await sent(task, method, query: "x=1").target == queried)
            }
            let form = try await sent(.requestParameters(parameters: parameters, encoding: URLEncoding.default))
            #expect(form.target == "/orders" && form.body.isEmpty)
            #expect(form.headers["Content-Type"] == "application/x-www-form-urlencoded; charset=utf-8")
        }
        #expect(try await sent(.requestPlain, .get, query: "").target == "/orders?")
    }

    @Test func compositesHaveABodyAndAQuery() async throws {
        let data = try await sent(.requestCompositeData(bodyData: Data("data".utf8), urlParameters: ["a": 1]))
        #expect(data.target == "/orders?a=1" && data.text == "data")
        let form = try await sent(
            .requestCompositeParameters(
                bodyParameters: ["p": 1, "q": [1]], bodyEncoding: URLEncoding.httpBody, urlParameters: ["u": "é"]))
        #expect(form.target == "/orders?u=%C3%A9" && form.text == "p=1&q%5B%5D=1")
        let json = try await sent(
            .requestCompositeParameters(
                bodyParameters: ["p": 1], bodyEncoding: JSONEncoding.default, urlParameters: ["u": 2]))
        #expect(json.target == "/orders?u=2" && json.text == #"{"p":1}"#)
    }

    @Test func aGETWithABodyIsRefused() async {
        #expect(await failure(.requestData(Data("body".utf8)), .get) == "bodyDataInGETRequest(4)")
        #expect(
            await failure(.requestParameters(parameters: ["a": 1], encoding: JSONEncoding.default), .get)
                == "bodyDataInGETRequest(7)")
        #expect(
            await failure(.requestCompositeData(bodyData: Data("data".utf8), urlParameters: [:]), .get)
                == "bodyDataInGETRequest(4)")
        #expect(server.requests.isEmpty)
    }

    @Test func aHEADHasNoBody() async throws {
        let request = try await sent(.requestData(Data("body".utf8)), .head)
        #expect(request.method == "HEAD" && request.body.isEmpty && request.headers["Content-Length"] == nil)
    }

    // MARK: Files

    @Test func aFileIsTheBody() async throws {
        let file = try folder.write("a note", as: "note.txt")
        let request = try await sent(.uploadFile(file))
        #expect(request.text == "a note" && request.headers["Content-Length"] == "6")
        let typed = try await sent(.uploadFile(file), .put, headers: ["Content-Type": "text/plain"])
        #expect(typed.method == "PUT" && typed.text == "a note" && typed.headers["Content-Type"] == "text/plain")
    }

    @Test func aFileThatCannotBeReadFails() async throws {
        let missing = await failure(.uploadFile(folder.url.appendingPathComponent("missing")))
        #expect(missing == "sessionTaskFailed(URLError(-1100))")
        #expect(await failure(.uploadFile(folder.url)) == "sessionTaskFailed(URLError(-1101))")
        #expect(server.requests.isEmpty)
    }

    // MARK: Forms

    private typealias Source = Moya.MultipartFormData.FormDataProvider

    private func part(
        _ provider: Source, _ name: String, _ fileName: String? = nil, _ type: String? = nil
    ) -> Moya.MultipartFormData {
        Moya.MultipartFormData(provider: provider, name: name, fileName: fileName, mimeType: type)
    }

    private func data(_ text: String) -> Source { .data(Data(text.utf8)) }

    private func stream(_ text: String, _ length: UInt64) -> Source {
        .stream(InputStream(data: Data(text.utf8)), length)
    }

    private func body(_ parts: [(head: String, text: String)], _ boundary: String) -> String {
        parts.map { "--\(boundary)\r\n\($0.head)\r\n\r\n\($0.text)\r\n" }.joined() + "--\(boundary)--\r\n"
    }

    /// The boundary of a form that the server received.
    private func boundary(_ request: ReceivedRequest) throws -> String {
        let type = try #require(request.headers["Content-Type"])
        #expect(type.hasPrefix("multipart/form-data; boundary="))
        return type.replacingOccurrences(of: "multipart/form-data; boundary=", with: "")
    }

    @Test func aFormHasAlamofiresHeaderFields() async throws {
        let note = try folder.write("a note", as: "note.txt")
        let picture = try folder.write("PNG", as: "picture.png")
        let form = [
            part(data("one"), "plain"), part(data("two"), "typed", nil, "text/x"),
            part(data("three"), "named", "n.txt"), part(data("four"), "both", "n.txt", "text/plain"),
            part(data(""), "empty"), part(.file(note), "file"), part(.file(picture), "picture"),
            part(.file(note), "file named", "other.bin", "application/x"),
            part(.file(note), "file half named", "other.bin"), part(.file(note), "file typed", nil, "text/x"),
            part(stream("stream", 6), "stream"), part(stream("stream", 6), "stream named", "s.bin", "text/s"),
        ]
        let request = try await sent(.uploadMultipart(form))
        let boundary = try boundary(request)
        let disposition = "Content-Disposition: form-data; name="
        let expected = body(
            [
                ("\(disposition)\"plain\"", "one"), ("\(disposition)\"typed\"\r\nContent-Type: text/x", "two"),
                ("\(disposition)\"named\"; filename=\"n.txt\"", "three"),
                ("\(disposition)\"both\"; filename=\"n.txt\"\r\nContent-Type: text/plain", "four"),
                ("\(disposition)\"empty\"", ""),
                ("\(disposition)\"file\"; filename=\"note.txt\"\r\nContent-Type: text/plain", "a note"),
                ("\(disposition)\"picture\"; filename=\"picture.png\"\r\nContent-Type: image/png", "PNG"),
                ("\(disposition)\"file named\"; filename=\"other.bin\"\r\nContent-Type: application/x", "a note"),
                ("\(disposition)\"file half named\"; filename=\"note.txt\"\r\nContent-Type: text/plain", "a note"),
                ("\(disposition)\"file typed\"; filename=\"note.txt\"\r\nContent-Type: text/plain", "a note"),
                ("\(disposition)\"stream\"; filename=\"\"\r\nContent-Type: ", "stream"),
                ("\(disposition)\"stream named\"; filename=\"s.bin\"\r\nContent-Type: text/s", "stream"),
            ], boundary)
        #expect(request.text == expected)
        #expect(request.headers["Content-Length"] == "\(expected.utf8.count)")
    }

    @Test func theTypeOfAFormReplacesAnotherAndABoundaryIsMade() async throws {
        let task = Moya.Task.uploadMultipart([part(data("1"), "a")])
        let request = try await sent(task, .put, headers: ["Content-Type": "text/plain"])
        let boundary = try boundary(request)
        #expect(boundary.hasPrefix("talynmoya.boundary.") && boundary.utf8.count == 35)
        #expect(request.text == body([("Content-Disposition: form-data; name=\"a\"", "1")], boundary))
        #expect(try await self.boundary(sent(task, .put)) != boundary)
    }

    @Test func aFormHasParametersInTheQuery() async throws {
        let form = [part(data("1"), "a")]
        let request = try await sent(.uploadCompositeMultipart(form, urlParameters: ["q": "x y"]))
        #expect(request.target == "/orders?q=x%20y" && request.form?.parts.map(\.name) == ["a"])
    }

    @Test func aFormIsSentAgainByARetryAlsoFromStreams() async throws {
        let number = Notes<Int>()
        let server = try LoopbackServer { request in
            [.response(number.number(0) == 0 ? 500 : 200, text: "", to: request)]
        }
        let note = try folder.write("a note", as: "note.txt")
        let form = [
            part(stream("abc", 3), "s", "f", "t/t"), part(.file(note), "file"), part(data("1"), "a"),
        ]
        let session = Session.own(Guided(decide: { $2(.retry) }))
        let order = Order(server.url, .post, .uploadMultipart(form)).validated
        #expect(await MoyaProvider<Order>(session).summary(order) == "200 ")
        #expect(server.requests.count == 2 && server.requests[0].body == server.requests[1].body)
        #expect(server.requests[0].headers["Content-Type"] == server.requests[1].headers["Content-Type"])
        #expect(server.requests[1].text.contains("\r\n\r\nabc\r\n"))
    }

    @Test(arguments: [("abc", 10), ("abcdef", 3), ("", 1)] as [(String, UInt64)])
    func aStreamOfAnotherLengthFailsAndNothingIsSentAsWhole(text: String, length: UInt64) async throws {
        let form = [part(stream(text, length), "s", "f", "t/t")]
        let failure = await failure(.uploadMultipart(form))
        #expect(failure == "inputStreamReadFailed" && server.requests.isEmpty)
    }

    @Test func aStreamThatCannotBeReadFails() async throws {
        let missing = folder.url.appendingPathComponent("missing").path
        let source = Source.stream(try #require(InputStream(fileAtPath: missing)), 3)
        let form = [part(source, "s", "f", "t/t")]
        #expect(await failure(.uploadMultipart(form)) == "inputStreamReadFailed" && server.requests.isEmpty)
    }

    /// Streams above 10 MB are not read into memory.
    @Test(arguments: [3, 10_000_005])
    func aLargeStreamOfAnotherLengthFailsWhileItIsSent(count: Int) async throws {
        let source = Source.stream(InputStream(data: Data(count: count)), 10_000_001)
        let form = [part(source, "s", "f", "t/t")]
        let failure = await failure(.uploadMultipart(form))
        #expect(failure == "sessionTaskFailed(URLError(-1021))" && server.requests.isEmpty)
    }

    @Test func aLargeStreamIsSentOnce() async throws {
        let count = 10_000_001
        let source = Source.stream(InputStream(data: Data(count: count)), UInt64(count))
        let request = try await sent(.uploadMultipart([part(source, "s", "f", "t/t")]))
        #expect(request.body.count > count && request.headers["Content-Length"] == "\(request.body.count)")
    }

    @Test func aPartThatCannotBeReadFailsAsByAlamofire() async throws {
        let missing = folder.url.appendingPathComponent("missing")
        let good = part(data("1"), "a")
        let web = try #require(URL(string: "http://127.0.0.1/x"))
        for (url, reason) in [
            (missing, "bodyPartFileNotReachable"), (folder.url, "bodyPartFileIsDirectory"), (web, "bodyPartURLInvalid"),
        ] {
            #expect(await failure(.uploadMultipart([good, part(.file(url), "f")])) == reason)
        }
        #expect(server.requests.isEmpty)
    }

    /// Moya ends the process for both.
    @Test func aFormWithoutPartsOrByAMethodThatTakesNoneFailsAndSaysWhy() async {
        #expect(await failure(.uploadMultipart([])) == "a multipart upload needs a part")
        #expect(
            await failure(.uploadMultipart([part(data("1"), "a")]), .get)
                == "a multipart upload cannot be sent by GET")
        #expect(server.requests.isEmpty)
    }

    @Test func methodsThatTakeAFormAreThoseOfMoya() {
        let methods: [Moya.Method] = [.get, .head, .delete, .options, .trace, .query, .post, .put, .patch, .connect]
        #expect(methods.filter(\.supportsMultipart) == [.post, .put, .patch, .connect])
    }

    @Test func partsAreEqualByTheirProperties() {
        let one = part(data("1"), "a", "f", "t/t")
        #expect(one == part(data("1"), "a", "f", "t/t") && Set([one, one]).count == 1)
        for other in [
            part(data("2"), "a", "f", "t/t"), part(data("1"), "b", "f", "t/t"), part(data("1"), "a", nil, "t/t"),
            part(data("1"), "a", "f"),
        ] { #expect(one != other) }
    }

    // MARK: Patterns

    /// Every case of Moya 15.0.3, and no other: without a default.
    private func name(_ task: Moya.Task) -> String {
        switch task {
        case .requestPlain: return "requestPlain"
        case .requestData(let data): return "requestData \(data.count)"
        case .requestJSONEncodable(let value): return "requestJSONEncodable \(type(of: value))"
        case .requestCustomJSONEncodable(let value, let encoder):
            return "requestCustomJSONEncodable \(type(of: value)) \(encoder.outputFormatting.rawValue)"
        case .requestParameters(let parameters, let encoding):
            return "requestParameters \(parameters.count) \(type(of: encoding))"
        case .requestCompositeData(let bodyData, let urlParameters):
            return "requestCompositeData \(bodyData.count) \(urlParameters.count)"
        case let .requestCompositeParameters(bodyParameters, bodyEncoding, urlParameters):
            let body = "\(bodyParameters.count) \(type(of: bodyEncoding))"
            return "requestCompositeParameters \(body) \(urlParameters.count)"
        case .uploadFile(let file): return "uploadFile \(file.lastPathComponent)"
        case .uploadMultipart(let parts): return "uploadMultipart \(parts.map(\.name))"
        case let .uploadCompositeMultipart(parts, urlParameters):
            return "uploadCompositeMultipart \(parts.map(\.name)) \(urlParameters.count)"
        case .downloadDestination: return "downloadDestination"
        case .downloadParameters(let parameters, let encoding, destination: _):
            return "downloadParameters \(parameters.count) \(type(of: encoding))"
        }
    }

    @Test func aTaskIsMatchedAsTheCaseThatMadeIt() {
        let parts = [part(data("1"), "a"), part(data("2"), "b")]
        let destination: Moya.DownloadDestination = { file, _ in (file, []) }
        let tasks: [Moya.Task] = [
            .requestPlain, .requestData(Data("12".utf8)), .requestJSONEncodable(1),
            .requestCustomJSONEncodable("a", encoder: JSONEncoder()),
            .requestParameters(parameters: ["a": 1], encoding: URLEncoding.default),
            .requestCompositeData(bodyData: Data("1".utf8), urlParameters: ["a": 1]),
            .requestCompositeParameters(
                bodyParameters: ["a": 1], bodyEncoding: JSONEncoding.default, urlParameters: [:]),
            .uploadFile(URL(fileURLWithPath: "/f")), .uploadMultipart(parts), .uploadMultipart([]),
            .uploadCompositeMultipart(parts, urlParameters: ["a": 1]), .downloadDestination(destination),
            .downloadParameters(parameters: [:], encoding: URLEncoding.default, destination: destination),
        ]
        #expect(
            tasks.map(name) == [
                "requestPlain", "requestData 2", "requestJSONEncodable Int", "requestCustomJSONEncodable String 0",
                "requestParameters 1 URLEncoding", "requestCompositeData 1 1",
                "requestCompositeParameters 1 JSONEncoding 0", "uploadFile f", #"uploadMultipart ["a", "b"]"#,
                "uploadMultipart []", #"uploadCompositeMultipart ["a", "b"] 1"#, "downloadDestination",
                "downloadParameters 0 URLEncoding",
            ])
    }

    /// As an SDK adds its key to every request: a form gets a part more.
    @Test func anEndpointClosureComposesTheTaskOfATarget() async throws {
        let key = part(data("k"), "api_key")
        let provider = MoyaProvider<Order>(
            endpointClosure: { [self] order in
                let endpoint = MoyaProvider.defaultEndpointMapping(for: order)
                guard case .uploadMultipart(var parts) = endpoint.task else { return endpoint }
                parts.insert(key, at: 0)
                if case .data(let bytes) = parts[1].provider, parts[1].fileName == nil, parts[1].mimeType == nil {
                    parts[1] = part(.data(bytes + bytes), parts[1].name)
                }
                return endpoint.replacing(task: .uploadCompositeMultipart(parts, urlParameters: ["v": 1]))
            }, callbackQueue: DispatchQueue(label: "answers"), session: .own())
        #expect(await provider.summary(Order(server.url, .post, .uploadMultipart([part(data("1"), "a")]))) == "200 yes")
        let request = try #require(server.requests.last)
        #expect(request.target == "/orders?v=1" && request.form?.parts.map(\.name) == ["api_key", "a"])
        #expect(request.text.contains("\r\n\r\n11\r\n"))
    }
}
