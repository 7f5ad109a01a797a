import Dispatch
import Foundation
import Testing

@testable import Talyn

/// A photo feed: an enum with a shared provider, a feed with invalid JSON escapes, and a list that grows section by
/// section.
struct PhotoClientStoryTests {
    private let stubs = StubTransport()
    private let request = PhotoRequest()

    private static let url =
        "https://api.flickr.com/services/feeds/photos_public.gne"
        + "?format=json&nojsoncallback=1&tagmode=any&tags=landscape%2C%20portrait"

    private func feed(_ answer: StubAnswer) async -> Result<Photo, MyAPIError> {
        stubs.on(MyAPI.getPhotos(request), answer)
        return await withStubs(stubs) {
            do throws(MyAPIError) { return .success(try await MyAPI.getPhotos(request).request(as: Photo.self)) } catch
            {
                return .failure(error)
            }
        }
    }

    // MARK: The request

    @Test func theQueryIsTheEncodedRequestSortedAndEscaped() throws {
        let endpoint = try MyAPI.provider.endpoint(.getPhotos(request))
        #expect(endpoint.url.absoluteString == Self.url)
        #expect(endpoint.method == .get)
        #expect(endpoint.options.timeout == .seconds(30))
    }

    @Test func aGETWithoutABodyHasNoContentType() throws {
        let endpoint = try MyAPI.provider.endpoint(.getPhotos(request))
        #expect(endpoint.body == .none)
        #expect(!endpoint.headers.contains("Content-Type"))
    }

    @Test func aRequestThatCannotBeEncodedIsNotSentWithoutItsQuery() async {
        let target = MyAPI.getPhotos(PhotoRequest(minimumScore: .nan))
        guard case .failure(let error) = await withStubs(stubs, operation: { await MyAPI.provider.result(target) })
        else {
            return #expect(Bool(false), "NaN is no query")
        }
        #expect(error.requestError.category == .invalidRequest)
        #expect(stubs.requests.isEmpty)
    }

    @Test func eachCallSendsOneRequest() async {
        for count in 1...2 {
            _ = await feed(.json(#"{"title":"","link":"","items":[]}"#))
            #expect(stubs.requests.count == count)
            #expect(stubs.requests.last?.url.absoluteString == Self.url)
        }
    }

    // MARK: The feed

    @Test(arguments: ["flickr-feed", "flickr-feed-invalid"])
    func theFeedDecodesWithItsInvalidEscapesToo(name: String) async throws {
        let photo = try await feed(.data(Fixture.data(name), contentType: "application/json")).get()
        #expect(photo.items.count == 20)
        #expect(photo.items[0].authorID == "900000001@N99")
        #expect(photo.items[0].media.m.hasPrefix("https://live.staticflickr.com/"))
        #expect(photo.items[8].title == "Crème brûlée et forêt, à l'aube")
        #expect(photo.items[9].title == #""Portrait of a lighthouse keeper", after the storm"#)
        #expect(photo.items[10].title == "It's the barley's last week, isn't it?")
        #expect(photo.items[15].title == #"C:\scans\'86 negatives\roll 3"#)
    }

    @Test func bothFeedsAreTheSamePhotos() async throws {
        let valid = try await feed(.data(Fixture.data("flickr-feed"))).get()
        let invalid = try await feed(.data(Fixture.data("flickr-feed-invalid"))).get()
        #expect(valid.items.map(\.title) == invalid.items.map(\.title))
        #expect(valid == invalid)
    }

    @Test func withoutTheRepairTheInvalidFeedDoesNotDecode() throws {
        let body = try Fixture.data("flickr-feed-invalid")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Photo.self, from: body) }
    }

    @Test func theRepairKeepsEverythingButTheBody() async throws {
        let body = try Fixture.data("flickr-feed-invalid")
        stubs.on(MyAPI.getPhotos(request), .data(body, status: 203, headers: ["ETag": "x"]))
        let response = try await withStubs(stubs) { try await MyAPI.getPhotos(request).request() }
        #expect(response.statusCode == 203)
        #expect(response.headers["ETag"] == "x")
        #expect(response.url.absoluteString == Self.url)
        #expect(response.endpoint == stubs.requests.last)
        #expect(response.data == JSONEscape.repaired(body))
        #expect(response.data.count < body.count)
    }

    @Test func theListGrowsSectionBySection() async throws {
        var sections: [[Photo.Item]] = []
        for name in ["flickr-feed", "flickr-feed-invalid"] {
            sections.append(try await feed(.data(Fixture.data(name))).get().items)
        }
        #expect(sections.map(\.count) == [20, 20])
        #expect(sections[0] == sections[1])
    }

    /// Decodes to whether the main actor could run other work meanwhile.
    private struct OffMain: Decodable, Sendable {
        let mainActorIsFree: Bool
        init(from decoder: any Decoder) throws {
            let done = DispatchSemaphore(value: 0)
            Task { @MainActor in done.signal() }
            mainActorIsFree = done.wait(timeout: .now() + 30) == .success
        }
    }

    @Test @MainActor func theDecodingIsNotDoneOnTheMainActor() async throws {
        stubs.on(MyAPI.getPhotos(request), .json("{}"))
        let value = try await withStubs(stubs) { try await MyAPI.getPhotos(request).request(as: OffMain.self) }
        #expect(value.mainActorIsFree)
    }

    // MARK: The errors

    @Test(
        arguments: [
            (.notConnectedToInternet, true), (.networkConnectionLost, false), (.dataNotAllowed, true),
            (.internationalRoamingOff, true), (.cannotFindHost, false), (.cannotConnectToHost, false),
        ] as [(URLError.Code, Bool)])
    func theNetworksFaultsAreToldApart(code: URLError.Code, isNoNetwork: Bool) async throws {
        let error = try #require(await feed(.failure(code)).thrown)
        #expect(error == .internetConnection(RequestError(.transport(URLError(code)))))
        #expect(error.isNoNetwork == isNoNetwork)
        #expect(error.isConnectionLost == (code == .networkConnectionLost))
    }

    @Test func aTimeoutIsNotTheNetworksFault() async {
        #expect(await feed(.failure(.timedOut)) == .failure(.requestTimeout()))
        #expect(!MyAPIError.requestTimeout().isNoNetwork)
    }

    @Test func aStubbedErrorIsTheOneThatProductionSees() async {
        let lost = NSError(domain: NSURLErrorDomain, code: -1005)
        let raw = RequestError(.transport(URLError(.networkConnectionLost)))
        let expected = Result<Response, MyAPIError>.failure(.internetConnection(raw))
        for thrown in [lost, URLError(.networkConnectionLost), POSIXError(.ECONNABORTED)] as [any Error] {
            let live = Provider<MyAPI>(transport: AnswerTransport.throwing(thrown))
            #expect(await live.result(.getPhotos(request)) == expected)
            stubs.on(MyAPI.getPhotos(request), .failure(thrown))
            #expect(await Provider<MyAPI>(transport: stubs).result(.getPhotos(request)) == expected)
        }
    }

    @Test(arguments: [
        (#"{"code":"invalid_tag"}"#, ["invalid_tag"]), (#"{"stat":"fail","code":112}"#, ["112"]), ("<html>", []),
        (#"{"errors":[{"code":1},{"code":"b"}]}"#, ["1", "b"]),
    ])
    func aRefusalHasStatusAndCodes(body: String, codes: [String]) async throws {
        guard case .failure(let error) = await feed(.json(body, status: 400)) else {
            return #expect(Bool(false), "400 is no answer")
        }
        #expect(error.statusCode == 400)
        #expect(error.errorCodes == codes)
        #expect(error.requestError.response?.data == Data(body.utf8))
    }

    @Test(arguments: [
        (#"{"detail":"no such feed"}"#, "no such feed"), (#"{"detail":["a","b"]}"#, #"["a","b"]"#), ("{}", "{}"),
        ("[1]", "[1]"), ("plain", "plain"),
    ])
    func theServersWordsAreReadFromTheKeptBody(body: String, words: String) async throws {
        guard case .failure(let error) = await feed(.json(body, status: 400)) else {
            return #expect(Bool(false), "400 is no answer")
        }
        let raw = error.requestError
        let detail = raw.body(as: JSONValue.self)?["detail"]
        #expect(detail?.stringValue ?? detail?.jsonText ?? raw.body(as: String.self) == words)
    }

    @Test func aBodyThatDoesNotDecodeIsInTheTaxonomy() async throws {
        guard case .failure(.decoding(let error)) = await feed(.json(#"{"title":"a","link":"b"}"#)) else {
            return #expect(Bool(false), "items are missing")
        }
        #expect(error.statusCode == 200)
        #expect("\(error)".contains("items: the key is missing"), "\(error)")
        #expect(await feed(.status(200)) == .failure(.empty()))
    }

    @Test func cancellingIsNeitherOfflineNorARefusal() async {
        let clock = TestClock(isManual: true)
        stubs.on(MyAPI.getPhotos(request), .status(200).delayed(by: .seconds(9)))
        let provider = Provider<MyAPI>(transport: stubs, clock: clock)
        let task = Task { [request] in await provider.result(.getPhotos(request)) }
        await clock.waitForSleepers()
        task.cancel()
        #expect(await task.value == .failure(.cancelled()))
        guard case .failure(let aborted) = await feed(.failure(.cancelled)) else {
            return #expect(Bool(false), "the transport ended it")
        }
        #expect(aborted != .cancelled())
        #expect(aborted.requestError.category == .aborted)
    }

    // MARK: Decorated

    @Test func aDecoratedTargetChangesOneAspectAndForwardsTheOthers() throws {
        let plain = try MyAPI.provider.endpoint(.getPhotos(request))
        let signed = try MyAPI.provider.for(Signed.self).endpoint(Signed(base: .getPhotos(request)))
        #expect(signed.url == plain.url)
        #expect(signed.method == plain.method)
        #expect(signed.headers == ["X-Signature": "s"])
        #expect(signed.operation == "MyAPI.getPhotos")
    }

    @Test func aStubOfTheBaseAnswersTheDecoratedTarget() async throws {
        stubs.on(MyAPI.getPhotos(request), .data(try Fixture.data("flickr-feed-invalid")))
        let provider = Provider<Signed>(transport: stubs)
        let photo = try await provider.request(Signed(base: .getPhotos(request)), as: Photo.self)
        #expect(photo.items.count == 20)
    }

    // MARK: The log

    private func log(_ answer: StubAnswer) async -> (lines: [String], line: UInt) {
        let trace = Trace()
        stubs.on(MyAPI.getPhotos(request), answer)
        let provider = Provider<MyAPI>(transport: stubs, plugins: [.logger { trace.write($0) }], clock: TestClock())
        let line: UInt = #line + 1
        _ = await provider.result(.getPhotos(request))
        return (trace.lines, line)
    }

    @Test func theLogHasMethodWholeURLStatusAndCallSite() async throws {
        let (lines, line) = await log(.json("{}"))
        try #require(lines.count == 2)
        let site = " · TalynTests/PhotoClientStoryTests.swift:\(line) log(_:)"
        #expect(lines[0].hasPrefix("REQUEST #"))
        #expect(lines[0].hasSuffix(" MyAPI.getPhotos: GET \(Self.url)\(site)"))
        #expect(lines[1].hasPrefix("SUCCESS #"))
        #expect(lines[1].contains(" MyAPI.getPhotos: 200, 2 bytes in "))
        #expect(lines[1].hasSuffix(site))
    }

    @Test(
        arguments: [
            (.status(503), "status 503"), (.json("[1]", status: 400), "status 400"),
            (.failure(.timedOut), "timeout, URLError -1001"), (.failure(.cancelled), "aborted, URLError -999"),
        ] as [(StubAnswer, String)])
    func everyFailureIsLoggedWithItsReasonAndCallSite(answer: StubAnswer, reason: String) async throws {
        let (lines, line) = await log(answer)
        try #require(lines.count == 2)
        #expect(lines[1].hasPrefix("FAILURE #"))
        #expect(lines[1].contains(" MyAPI.getPhotos: \(reason)"))
        #expect(lines[1].hasSuffix(" · TalynTests/PhotoClientStoryTests.swift:\(line) log(_:)"))
    }

    @Test func aFunctionThatWrapsTheProviderPassesItsCallersPlaceOn() async {
        let outcomes = OutcomeRecorder()
        func load(fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line) async {
            let site = CallSite(fileID: fileID, function: function, line: line)
            let provider = Provider<MyAPI>(transport: stubs, plugins: [outcomes])
            _ = await provider.at(site).result(.getPhotos(request))
        }
        await load(fileID: "App/Feed.swift", function: "show()", line: 7)
        #expect(outcomes.errors.first?.callSite?.description == "App/Feed.swift:7 show()")
    }
}

// MARK: - The API, as its app would write it

private struct PhotoRequest: Codable, Sendable {
    var tags = "landscape, portrait"
    var tagmode = "any"
    var format = "json"
    var nojsoncallback = "1"
    var minimumScore: Double?
}

private struct Photo: Codable, Sendable, Equatable {
    let title: String
    let link: String
    let items: [Item]

    struct Item: Codable, Sendable, Equatable {
        struct Media: Codable, Sendable { let m: String }

        let title: String
        let link: String
        let media: Media
        let author: String
        let authorID: String

        private enum CodingKeys: String, CodingKey {
            case title, link, media, author
            case authorID = "author_id"
        }

        static func == (left: Item, right: Item) -> Bool { left.link == right.link }
    }
}

private enum MyAPI: ProvidedTarget {
    case getPhotos(PhotoRequest)

    static let provider = Provider<MyAPI>()

    var baseURL: URL { Self.host }
    static let host = URL(string: "https://api.flickr.com/")!
    var path: URLPath { "services/feeds/photos_public.gne" }
    var method: HTTPMethod { .get }
    var task: HTTPTask {
        switch self {
        case .getPhotos(let request): .query(encoding: request)
        }
    }
    var headers: HTTPHeaders { [:] }
    var bodyTransformers: [BodyTransformer] { [.repairingJSONEscapes] }
}

/// A target that wraps another one.
private struct Signed: TargetType {
    let base: MyAPI

    var baseURL: URL { base.baseURL }
    var path: URLPath { base.path }
    var method: HTTPMethod { base.method }
    var task: HTTPTask { base.task }
    var headers: HTTPHeaders { ["X-Signature": "s"] }
    var bodyTransformers: [BodyTransformer] { base.bodyTransformers }
    var operation: String { base.operation }
}
