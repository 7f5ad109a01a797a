import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynAlamofire
@testable import TalynMoya

@Suite struct SessionTests {
    private func server(_ text: String = "yes") throws -> LoopbackServer {
        try LoopbackServer { [.response(text: text, to: $0)] }
    }

    // MARK: The configuration

    @Test func theDefaultHeaderFieldsAreSent() async throws {
        let server = try server()
        #expect(await MoyaProvider<Order>(.own()).summary(Order(server.url)) == "200 yes")
        let headers = try #require(server.requests.first?.headers)
        #expect(headers["User-Agent"]?.contains(bytes: ") TalynMoya/") == true)
        #expect(headers["Accept-Encoding"] == HTTPHeader.defaultAcceptEncoding.value)
        #if os(Linux)
        #expect(headers["Accept-Encoding"] == "gzip;q=1.0, deflate;q=0.9")
        #endif
        #expect(headers["Accept"] == "*/*" && headers["Content-Type"] == nil)
    }

    @Test func theConfigurationsHeaderFieldsAreSentUnlessTheRequestHasThem() async throws {
        let server = try server()
        let session = Session.own { $0.httpAdditionalHeaders = ["X-App": "1", "X-Both": "session", "X-Number": 7] }
        var order = Order(server.url)
        order.headers = ["X-Both": "target"]
        #expect(await MoyaProvider<Order>(session).summary(order) == "200 yes")
        #expect(server.requests.map { $0.headers["X-App"] } == ["1"])
        #expect(server.requests.map { $0.headers["X-Number"] } == ["7"])
        #expect(server.requests.map { $0.headers.values(for: "X-Both") } == [["target"]])
    }

    @Test func aRequestsTimeoutEndsTheCall() async throws {
        let server = try LoopbackServer { _ in [.hold] }
        let provider = MoyaProvider<Order>(
            requestClosure: { endpoint, done in
                done(
                    Result { try endpoint.urlRequest() }.mapError { .underlying($0, nil) }.map { request in
                        var request = request
                        request.timeoutInterval = 0.2
                        return request
                    })
            }, callbackQueue: DispatchQueue(label: "answers"), session: .own())
        #expect(await provider.summary(Order(server.url)) == "sessionTaskFailed(URLError(-1001))")
    }

    @Test(arguments: [true, false])
    func theConfigurationsTimeoutsEndTheCall(isOfTheWholeCall: Bool) async throws {
        let server = try LoopbackServer { _ in [.hold] }
        let session = Session.own { configuration in
            if isOfTheWholeCall {
                configuration.timeoutIntervalForResource = 0.2
            } else {
                configuration.timeoutIntervalForRequest = 0.2
            }
        }
        let summary = await MoyaProvider<Order>(session).summary(Order(server.url))
        #expect(summary == "sessionTaskFailed(URLError(-1001))")
    }

    @Test(arguments: [TimeInterval.infinity, .greatestFiniteMagnitude, 1e12, 0, -1, .nan])
    func aTimeoutThatIsNoneEndsNoCall(seconds: TimeInterval) async throws {
        let server = try server()
        let session = Session.own { configuration in
            configuration.timeoutIntervalForRequest = seconds
            configuration.timeoutIntervalForResource = seconds
        }
        #expect(await MoyaProvider<Order>(session).summary(Order(server.url)) == "200 yes")
    }

    @Test func secondsBecomeADurationWithinTenYears() {
        #expect(Duration(seconds: 0.25) == .milliseconds(250) && Duration(seconds: 0) == .zero)
        #expect(Duration(seconds: -1) == .zero && Duration(seconds: .nan) == .zero)
        #expect(Duration(seconds: .infinity) == .seconds(315_360_000))
    }

    @Test(arguments: [true, false])
    func cookiesAreStoredAndSentAgainIfTheConfigurationSaysSo(isOn: Bool) async throws {
        let server = try LoopbackServer { [.response(headers: ["Set-Cookie": "sid=7; Path=/"], text: "yes", to: $0)] }
        let session = Session.own { $0.httpShouldSetCookies = isOn }
        let provider = MoyaProvider<Order>(session)
        for _ in 0..<2 { #expect(await provider.summary(Order(server.url)) == "200 yes") }
        #expect(server.requests.map { $0.headers["Cookie"] } == [nil, isOn ? "sid=7" : nil])
        #expect(session.cookies(for: server.url)?.map(\.name) == (isOn ? ["sid"] : nil))
        if isOn { #expect(session.sessionConfiguration.httpCookieStorage?.cookies(for: server.url)?.count == 1) }
    }

    @Test func aCookieThatTheServerEndsIsNotSentAgain() async throws {
        let server = try LoopbackServer { request in
            let life = request.headers.contains("Cookie") ? "0" : "600"
            return [.response(headers: ["Set-Cookie": "sid=7; Path=/; Max-Age=\(life)"], text: "yes", to: request)]
        }
        let provider = MoyaProvider<Order>(Session.own { $0.httpShouldSetCookies = true })
        for _ in 0..<3 { #expect(await provider.summary(Order(server.url)) == "200 yes") }
        #expect(server.requests.map { $0.headers["Cookie"] } == [nil, "sid=7", nil])
    }

    // The cache of a URLSession on Apple platforms stores when it likes to.
    #if os(Linux)
    @Test func aPolicyOfNeverStoresNoCookie() async throws {
        let server = try LoopbackServer { [.response(headers: ["Set-Cookie": "sid=7; Path=/"], text: "yes", to: $0)] }
        let session = Session.own { $0.httpCookieAcceptPolicy = .never }
        let provider = MoyaProvider<Order>(session)
        for _ in 0..<2 { #expect(await provider.summary(Order(server.url)) == "200 yes") }
        #expect(server.requests.map { $0.headers["Cookie"] } == [nil, nil])
    }

    @Test(arguments: [
        (true, NSURLRequest.CachePolicy.useProtocolCachePolicy, 1), (true, .reloadIgnoringLocalCacheData, 2),
        (false, .useProtocolCachePolicy, 2),
    ])
    func aFreshResponseIsNotAskedForAgainIfThereIsACache(
        hasCache: Bool, policy: NSURLRequest.CachePolicy, requests: Int
    ) async throws {
        let server = try LoopbackServer {
            [.response(headers: ["Cache-Control": "max-age=600"], text: "yes", to: $0)]
        }
        let session = Session.own { configuration in
            configuration.urlCache =
                hasCache ? URLCache(memoryCapacity: 1_000_000, diskCapacity: 0, diskPath: nil) : nil
            configuration.requestCachePolicy = policy
        }
        let provider = MoyaProvider<Order>(session)
        for _ in 0..<2 { #expect(await provider.summary(Order(server.url)) == "200 yes") }
        #expect(server.requests.count == requests)
    }
    #endif

    @Test func aCachePolicyOfTheRequestAsksTheServerAgain() async throws {
        let server = try LoopbackServer {
            [.response(headers: ["Cache-Control": "max-age=600"], text: "yes", to: $0)]
        }
        let session = Session.own { $0.urlCache = URLCache(memoryCapacity: 1_000_000, diskCapacity: 0, diskPath: nil) }
        let policy = Locked(NSURLRequest.CachePolicy.reloadIgnoringLocalCacheData)
        let provider = MoyaProvider<Order>(
            requestClosure: { endpoint, done in
                MoyaProvider<Order>.defaultRequestMapping(for: endpoint) { result in
                    done(
                        result.map { request in
                            var request = request
                            request.cachePolicy = policy.withLock { $0 }
                            return request
                        })
                }
            }, callbackQueue: DispatchQueue(label: "answers"), session: session)
        for _ in 0..<2 { #expect(await provider.summary(Order(server.url)) == "200 yes") }
        #expect(server.requests.count == 2)
        #if os(Linux)
        for other in [NSURLRequest.CachePolicy.returnCacheDataDontLoad, .returnCacheDataElseLoad] {
            policy.withLock { $0 = other }
            #expect(await provider.summary(Order(server.url)) == "200 yes")
            #expect(server.requests.count == 2)
        }
        policy.withLock { $0 = .reloadRevalidatingCacheData }
        #expect(await provider.summary(Order(server.url)) == "200 yes")
        #expect(server.requests.count == 3)
        #endif
    }

    @Test func aProtocolClassOfTheAppsAnswers() async throws {
        let session = Session.own { $0.protocolClasses = [Canned.self] + ($0.protocolClasses ?? []) }
        let url = try #require(URL(string: "http://canned.invalid"))
        #expect(await MoyaProvider<Order>(session).summary(Order(url)) == "203 GET /orders")
    }

    // MARK: Settings of a request

    /// Sets what a plugin of an app sets.
    private struct Setting: PluginType {
        let change: (inout URLRequest) -> Void

        func prepare(_ request: URLRequest, target: any Moya.TargetType) -> URLRequest {
            var request = request
            change(&request)
            return request
        }
    }

    /// The requests that a URLSession is given, by their settings.
    @Test(arguments: [true, false])
    func aURLSessionIsGivenTheSettingsOfThePreparedRequest(hasBody: Bool) async throws {
        let session = Session.own { $0.protocolClasses = [Canned.self] + ($0.protocolClasses ?? []) }
        let url = try #require(URL(string: "http://settings.canned.invalid"))
        let order = hasBody ? Order(url, .post, .requestData(Data("x".utf8))) : Order(url)
        let plain = await MoyaProvider<Order>(session).summary(order)
        #expect(plain == "203 cache 0, cellular true, service 0, cookies true, main nil")
        let policies: [NSURLRequest.CachePolicy] = [
            .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData, .returnCacheDataElseLoad,
            .returnCacheDataDontLoad, .reloadRevalidatingCacheData,
        ]
        for policy in policies {
            let plugin = Setting { request in
                request.cachePolicy = policy
                request.allowsCellularAccess = false
                request.networkServiceType = .background
                request.httpShouldHandleCookies = false
                request.mainDocumentURL = url
            }
            #expect(
                await MoyaProvider<Order>(session, plugins: [plugin]).summary(order)
                    == "203 cache \(policy.rawValue), cellular false, service 3, cookies false,"
                    + " main settings.canned.invalid")
        }
    }

    @Test func aRequestWithoutCookiesNeitherSendsNorStoresThem() async throws {
        let server = try LoopbackServer { request in
            let value = request.headers["X-Next"] ?? "1"
            return [.response(headers: ["Set-Cookie": "sid=\(value); Path=/"], text: "yes", to: request)]
        }
        let session = Session.own()
        let with = MoyaProvider<Order>(session)
        let without = MoyaProvider<Order>(session, plugins: [Setting { $0.httpShouldHandleCookies = false }])
        var other = Order(server.url)
        other.headers = ["X-Next": "2"]
        #expect(await without.summary(other) == "200 yes")
        #expect(await with.summary(Order(server.url)) == "200 yes")
        #expect(await without.summary(other) == "200 yes")
        #expect(await with.summary(Order(server.url)) == "200 yes")
        #expect(server.requests.map { $0.headers["Cookie"] } == [nil, nil, nil, "sid=1"])
    }

    #if os(Linux)
    @Test func thePolicyOfARequestWinsOverThatOfTheConfiguration() async throws {
        let server = try LoopbackServer {
            [.response(headers: ["Cache-Control": "max-age=600"], text: "yes", to: $0)]
        }
        let session = Session.own { configuration in
            configuration.urlCache = URLCache(memoryCapacity: 1_000_000, diskCapacity: 0, diskPath: nil)
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        }
        let stored = MoyaProvider<Order>(session, plugins: [Setting { $0.cachePolicy = .returnCacheDataDontLoad }])
        #expect(await stored.summary(Order(server.url)) == "sessionTaskFailed(URLError(-1008))")
        for _ in 0..<2 { #expect(await MoyaProvider<Order>(session).summary(Order(server.url)) == "200 yes") }
        #expect(await stored.summary(Order(server.url)) == "200 yes" && server.requests.count == 2)
    }
    #endif

    @Test func alamofiresConfigurationsHaveItsHeaderFields() {
        for configuration in [URLSessionConfiguration.af.default, .af.ephemeral] {
            #expect(configuration.headers.dictionary == HTTPHeaders.default.dictionary)
        }
        #expect(Session.default === Session.default && Session().startRequestsImmediately)
        #expect(Session.default.additionalHeaders == HTTPHeaders.default.dictionary)
        let session = MoyaProvider<Order>.defaultAlamofireSession()
        #expect(!session.startRequestsImmediately && session.interceptor == nil && session.plugins.isEmpty)
        #expect(session.additionalHeaders == HTTPHeaders.default.dictionary)
    }

    // MARK: Over a transport

    private func stubs(_ answer: StubAnswer) -> StubTransport {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, answer)
        return stubs
    }

    private var url: URL { get throws { try #require(URL(string: "https://shop.example")) } }

    @Test func pluginsOfTalynStandAroundTheTransfer() async throws {
        let stubs = stubs(.sequence([.status(503), .status(503), .text("yes")], then: .cycles))
        let session = Session(transport: stubs, plugins: [.retry { $0.baseDelay = .zero }])
        #expect(session.plugins.map(\.name) == ["RetryPlugin"])
        #expect(await MoyaProvider<Order>(session).summary(Order(try url).validated) == "200 yes")
        #expect(stubs.calls.count == 3)
        // A status that is not refused is no failure.
        #expect(await MoyaProvider<Order>(session).summary(Order(try url)) == "503 ")
        #expect(stubs.calls.count == 4)
    }

    @Test func aRefusedStatusIsTheSameErrorWithPluginsOfTalyn() async throws {
        let session = Session(transport: stubs(.text("no", status: 503)), plugins: [.retry { $0.baseDelay = .zero }])
        let summary = await MoyaProvider<Order>(session).summary(Order(try url).validated)
        #expect(summary == "unacceptableStatusCode(503) | 503 no")
    }

    private enum Profile: Moya.TargetType, Moya.AccessTokenAuthorizable {
        case own

        var baseURL: URL { URL(string: "https://shop.example") ?? URL(fileURLWithPath: "/") }
        var path: String { "profile" }
        var method: Moya.Method { .get }
        var task: Moya.Task { .requestPlain }
        var validationType: ValidationType { .successCodes }
        var headers: [String: String]? { nil }
        var authorizationType: Moya.AuthorizationType? { .bearer }
    }

    @Test func aTokenIsRefreshedByAPluginOfTalyn() async throws {
        let stubs = StubTransport()
        stubs.on(where: { endpoint, _ in endpoint.headers["Authorization"] == "Bearer new" }, .text("in"))
        stubs.on(where: { endpoint, _ in endpoint.headers["Authorization"] == "Bearer old" }, .status(401))
        let session = Session(
            transport: stubs,
            plugins: [.tokenRefresh(current: { AccessCredential("old") }, refresh: { _ in AccessCredential("new") })])
        #expect(await MoyaProvider<Profile>(session).summary(.own) == "200 in")
        #expect(stubs.calls.count == 2)
    }

    @Test func stubsOfATestReplaceTheTransport() async throws {
        let stubs = stubs(.text("stubbed"))
        let provider = MoyaProvider<Order>(.own())
        let order = Order(try url)
        let summary = await withStubs(stubs) { await provider.summary(order) }
        #expect(summary == "200 stubbed")
        #expect(stubs.calls.map(\.endpoint.url.absoluteString) == ["https://shop.example/orders"])
    }

    @Test func allRequestsThatHaveBegunAreCancelled() async throws {
        let stubs = stubs(.noResponse)
        let session = Session(transport: stubs)
        let provider = MoyaProvider<Order>(session)
        let order = Order(try url)
        let calls = (0..<3).map { _ in StartedCall(order, by: provider) }
        await until { stubs.calls.count == 3 }
        await withCheckedContinuation { continuation in
            session.cancelAllRequests(completingOnQueue: DispatchQueue(label: "done")) { continuation.resume() }
        }
        for call in calls { #expect(try await call.summary == "explicitlyCancelled") }
        let next = StartedCall(order, by: provider)
        await until { stubs.calls.count == 4 }
        next.token.cancel()
        #expect(try await next.summary == "explicitlyCancelled")
    }

    @Test func aRequestThatWaitsForItsRetryIsCancelledWithAll() async throws {
        let asked = Notes<Int>()
        let session = Session(
            transport: stubs(.status(500)),
            interceptor: Guided(decide: { _, _, answer in
                asked.add(0)
                answer(.retryWithDelay(3_600))
            }))
        let call = StartedCall(Order(try url).validated, by: MoyaProvider<Order>(session))
        await until { asked.all.count == 1 }
        session.cancelAllRequests()
        #expect(try await call.summary == "unacceptableStatusCode(500) | 500 " && asked.all.count == 1)
    }

    @Test func aRequestThatHasEndedIsReleased() async throws {
        let session = Session(transport: stubs(.text("yes")))
        weak var released: Request?
        let provider = MoyaProvider<Order>(session, plugins: [Noting { released = $0 }])
        #expect(await provider.summary(Order(try url)) == "200 yes")
        await session.perform {}
        await until { released == nil }
    }

    private struct Noting: PluginType {
        let note: (Request?) -> Void

        func willSend(_ request: any RequestType, target: any Moya.TargetType) { note(request as? Request) }
    }

    /// The errors of `redirectHandler:` and `Redirector` say so.
    @Test func aPreparerOfTalynRefusesRedirects() async throws {
        struct Refusing: Preparer {
            func prepare(_ endpoint: inout Talyn.Endpoint, context: CallContext) {
                endpoint.options.redirects = .refuse
            }
        }
        let session = Session(transport: stubs(.redirect(to: "/moved")), plugins: [Refusing()])
        #expect(await MoyaProvider<Order>(session).summary(Order(try url)) == "302 ")
    }

    @Test func aProviderOfTalynSharesTheTransport() async throws {
        let stubs = stubs(.text("yes"))
        let session = Session(transport: stubs, plugins: [.retry()])
        let order = Order(try url)
        #expect(await MoyaProvider<Order>(session).summary(order) == "200 yes")
        let beside = Provider<MoyaTarget>(transport: session.transport, plugins: session.plugins)
        #expect(try await beside.request(MoyaTarget(order), as: String.self) == "yes")
        #expect(stubs.calls.map(\.endpoint.url.path) == ["/orders", "/orders"])
    }

    @Test func theStubsOfASessionAnswerInAScopeThatHasNoneForThem() async throws {
        let (own, scope) = (stubs(.text("own")), StubTransport())
        let provider = MoyaProvider<Order>(Session(transport: own))
        let order = Order(try url)
        #expect(await withStubs(scope) { await provider.summary(order) } == "200 own")
        scope.on(where: { _, _ in true }, .text("scope's"))
        #expect(await withStubs(scope) { await provider.summary(order) } == "200 scope's")
        try scope.verify()
        #expect(own.calls.count == 1)
    }

    @Test func stubsOfMoyaAreRefusedBesidePluginsOfTalynOnly() throws {
        #expect(Session.own().stubRefusal == nil && Session(transport: StubTransport()).stubRefusal == nil)
        let refusal = Session(transport: StubTransport(), plugins: [.retry()]).stubRefusal
        #expect(refusal?.localizedDescription.contains("(RetryPlugin)") == true)
    }
}

/// Answers every request with its method and path, or on another host with its settings.
private final class Canned: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool {
        request.url?.host?.hasSuffix("canned.invalid") ?? false
    }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url,
            let head = HTTPURLResponse(url: url, statusCode: 203, httpVersion: "HTTP/1.1", headerFields: [:])
        else { return }
        client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
        let line = "\(request.httpMethod ?? "") \(url.path)"
        client?.urlProtocol(self, didLoad: Data((url.host == "canned.invalid" ? line : settings).utf8))
        client?.urlProtocolDidFinishLoading(self)
    }

    private var settings: String {
        "cache \(request.cachePolicy.rawValue), cellular \(request.allowsCellularAccess), "
            + "service \(request.networkServiceType.rawValue), cookies \(request.httpShouldHandleCookies), "
            + "main \(request.mainDocumentURL?.host ?? "nil")"
    }

    override func stopLoading() {}
}
