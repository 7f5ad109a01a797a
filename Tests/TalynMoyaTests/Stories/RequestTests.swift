import Foundation
import TalynTesting
import Testing

@testable import Talyn
@testable import TalynAlamofire
@testable import TalynMoya

@Suite struct RequestTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: Downloads

    /// The calls of a destination: the temporary file, its text then, and the head.
    private typealias Calls = Notes<(file: URL, text: String?, status: Int)>

    private func download(
        _ server: LoopbackServer, to name: String = "a.txt", _ options: DownloadRequest.Options = [],
        validated: Bool = false
    ) async -> (summary: String, calls: [(file: URL, text: String?, status: Int)]) {
        let calls = Calls()
        let place = folder.url.appendingPathComponent(name)
        let order = Order(
            server.url, .get,
            .downloadDestination { file, head in
                calls.add((file, try? String(contentsOf: file, encoding: .utf8), head.statusCode))
                return (place, options)
            })
        let summary = await MoyaProvider<Order>(.own()).summary(validated ? order.validated : order)
        return (summary, calls.all)
    }

    private func server(_ status: Int = 200, _ text: String = "fresh") throws -> LoopbackServer {
        try LoopbackServer { [.response(status, text: text, to: $0)] }
    }

    private func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

    @Test func aDownloadIsMovedToItsDestinationAndTheResponseHasNoBytes() async throws {
        let (summary, calls) = await download(try server())
        #expect(summary == "200 " && folder.text(of: "a.txt") == "fresh")
        let call = try #require(calls.first)
        #expect(calls.count == 1 && call.text == "fresh" && call.status == 200 && !exists(call.file))
        #expect(call.file.path.hasPrefix(FileManager.default.temporaryDirectory.path))
    }

    @Test func anEmptyBodyIsAnEmptyFile() async throws {
        #expect(await download(try server(200, "")).summary == "200 ")
        #expect(folder.text(of: "a.txt") == "")
    }

    @Test func anExistingFileIsReplacedWithTheOptionOnly() async throws {
        _ = try folder.write("old", as: "a.txt")
        for options in [[], DownloadRequest.Options.createIntermediateDirectories] {
            let (summary, calls) = await download(try server(), options)
            #expect(summary == "downloadedFileMoveFailed(\(CocoaError.fileWriteFileExists.rawValue)) | 200 ")
            #expect(folder.text(of: "a.txt") == "old" && calls.map { exists($0.file) } == [false])
        }
        #expect(await download(try server(), .removePreviousFile).summary == "200 ")
        #expect(folder.text(of: "a.txt") == "fresh")
    }

    @Test func missingFoldersAreMadeWithTheOptionOnly() async throws {
        let (summary, calls) = await download(try server(), to: "b/c/a.txt")
        #expect(summary == "downloadedFileMoveFailed(\(CocoaError.fileNoSuchFile.rawValue)) | 200 ")
        #expect(calls.map { exists($0.file) } == [false])
        let both: DownloadRequest.Options = [.createIntermediateDirectories, .removePreviousFile]
        #expect(await download(try server(), to: "b/c/a.txt", both).summary == "200 ")
        #expect(folder.text(of: "b/c/a.txt") == "fresh")
    }

    @Test func aRefusedStatusIsStillMovedAndFails() async throws {
        let (summary, calls) = await download(try server(404, "missing"), validated: true)
        #expect(summary == "unacceptableStatusCode(404) | 404 " && folder.text(of: "a.txt") == "missing")
        #expect(calls.map(\.status) == [404])
    }

    @Test func aBodyThatBreaksOffIsNotMoved() async throws {
        let server = try LoopbackServer { _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"), .close] }
        let (summary, calls) = await download(server)
        #expect(summary == "sessionTaskFailed(URLError(-1005)) | 200 " && calls.isEmpty)
        #expect(folder.text(of: "a.txt") == nil)
    }

    @Test func parametersOfADownloadAreSent() async throws {
        let server = try server()
        let place = folder.url.appendingPathComponent("a.txt")
        let task = Moya.Task.downloadParameters(
            parameters: ["q": "1 2"], encoding: URLEncoding.default, destination: { _, _ in (place, []) })
        #expect(await MoyaProvider<Order>(.own()).summary(Order(server.url, .get, task)) == "200 ")
        #expect(server.requests.map(\.target) == ["/orders?q=1%202"] && folder.text(of: "a.txt") == "fresh")
    }

    @Test func aSuggestedDestinationIsInAFolderOfTheUser() throws {
        let file = URL(fileURLWithPath: "/tmp/x.tmp")
        let url = try #require(URL(string: "https://shop.example/a.pdf"))
        let head = try #require(
            HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: nil,
                headerFields: ["Content-Disposition": "attachment; filename=\"given.bin\""]))
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        let place = DownloadRequest.suggestedDownloadDestination(for: .cachesDirectory, options: .removePreviousFile)(
            file, head)
        #expect(place.destinationURL == caches?.appendingPathComponent("given.bin"))
        #expect(place.options == .removePreviousFile)
        #expect(DownloadRequest.suggestedDownloadDestination()(file, head).options == [])
        #expect(
            DownloadRequest.Options.createIntermediateDirectories.rawValue == 1
                && DownloadRequest.Options.removePreviousFile.rawValue == 2)
    }

    // MARK: Progress

    /// The progress of a call: the fractions, the object's numbers at the end, and whether each has a response.
    private func progress(
        of server: LoopbackServer, _ method: Moya.Method = .get, _ task: Moya.Task = .requestPlain,
        validated: Bool = false
    ) async -> (fractions: [Double], last: String, completed: [Bool]) {
        let (fractions, completed, last) = (Notes<Double>(), Notes<Bool>(), Notes<String>())
        let order = Order(server.url, method, task)
        _ = await MoyaProvider<Order>(.own()).result(
            validated ? order.validated : order,
            progress: { progress in
                fractions.add(progress.progress)
                completed.add(progress.completed)
                let object = progress.progressObject
                last.add("\(object?.completedUnitCount ?? -2)/\(object?.totalUnitCount ?? -2)")
            })
        return (fractions.all, last.all.last ?? "", completed.all)
    }

    @Test func progressRisesAndTheLastHasTheResponse() async throws {
        let server = try server(200, String(repeating: "a", count: 3_000_000))
        let progress = await progress(of: server)
        #expect(progress.fractions == progress.fractions.sorted() && progress.fractions.last == 1)
        #expect(progress.last == "3000000/3000000" && progress.completed.count > 1)
        #expect(progress.completed.filter { $0 }.count == 1 && progress.completed.last == true)
    }

    @Test func theProgressOfADownloadCountsReceivedBytes() async throws {
        let place = folder.url.appendingPathComponent("a.txt")
        let task = Moya.Task.downloadDestination { _, _ in (place, []) }
        let progress = await progress(of: try server(200, "0123456789"), .get, task)
        #expect(progress.last == "10/10")
        #expect(progress.fractions.last == 1 && progress.completed.last == true)
    }

    @Test func theProgressOfAnUploadCountsSentBytes() async throws {
        let file = try folder.write(String(repeating: "b", count: 1_000_000), as: "up.bin")
        let progress = await progress(of: try server(), .post, .uploadFile(file))
        #expect(progress.fractions == progress.fractions.sorted() && progress.fractions.last == 1)
        #expect(progress.last == "1000000/1000000")
        #expect(progress.completed.last == true)
    }

    @Test func theLastProgressOfACallThatFailedHasNoResponse() async throws {
        let progress = await progress(of: try server(404, "missing"), validated: true)
        #expect(progress.completed.last == false)
        #expect(progress.last == "7/7")
    }

    @Test func aTotalThatIsNotKnownIsNoFractionUntilTheEnd() async throws {
        let server = try LoopbackServer { _ in
            [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfresh\r\n0\r\n\r\n")]
        }
        let progress = await progress(of: server)
        #expect(progress.fractions.dropLast().allSatisfy { $0 == 0 } && progress.fractions.last == 1)
        #expect(progress.last == "5/-1")
    }

    // MARK: The transfer

    /// As retriers of apps read a refusal.
    @Test func aRetrierReadsTheRefusalFromTheTask() async throws {
        let server = try LoopbackServer { request in
            if request.target == "/orders" { return [.response(302, headers: ["Location": "/moved"], to: request)] }
            let isIn = request.headers["Authorization"] == "Bearer new"
            return [.response(isIn ? 200 : 401, headers: ["X-Reason": "expired"], text: "body", to: request)]
        }
        let read = Notes<String>()
        let token = Locked("old")
        let interceptor = Guided(
            adapt: { request, answer in
                var request = request
                request.setValue("Bearer \(token.withLock { $0 })", forHTTPHeaderField: "Authorization")
                answer(.success(request))
            },
            decide: { request, _, answer in
                guard let response = request.task?.response as? HTTPURLResponse, response.statusCode == 401 else {
                    return answer(.doNotRetry)
                }
                let paths = [
                    request.task?.originalRequest?.url?.path, request.task?.currentRequest?.url?.path,
                    response.url?.path,
                ]
                let sent = request.task?.originalRequest?.value(forHTTPHeaderField: "Authorization") ?? "none"
                let reason = response.value(forHTTPHeaderField: "X-Reason") ?? "none"
                read.add("\(paths.map { $0 ?? "nil" }) \(sent) \(reason) \(request.retryCount)")
                token.withLock { $0 = "new" }
                answer(.retry)
            })
        let summary = await MoyaProvider<Order>(.own(interceptor)).summary(Order(server.url).validated)
        #expect(summary == "200 body")
        #expect(read.all == [#"["/orders", "/moved", "/moved"] Bearer old expired 0"#])
    }

    @Test func thereIsNoTaskBeforeTheFirstTransferAndNoResponseWithoutOne() async throws {
        let notes = Notes<String>()
        let note: @Sendable (String, Request) -> Void = { step, request in
            let isSame = request.task.map { $0.currentRequest == request.request && $0.originalRequest != nil }
            notes.add("\(step) \(isSame.map { "\($0)" } ?? "nil") \(request.task?.response == nil)")
        }
        let number = Notes<Int>()
        let interceptor = Guided(
            adapt: { request, answer in
                answer(number.number(0) == 0 ? .failure(Refusal("no token")) : .success(request))
            },
            decide: { request, _, answer in
                note("retry", request)
                answer(request.retryCount == 0 ? .retry : .doNotRetry)
            })
        struct Noting: PluginType {
            let note: @Sendable (String, Request) -> Void
            func willSend(_ request: any RequestType, target: any Moya.TargetType) {
                if let request = request as? Request { note("willSend", request) }
            }
        }
        let server = try LoopbackServer { _ in [.close] }
        let provider = MoyaProvider<Order>(.own(interceptor), plugins: [Noting(note: note)])
        #expect(await provider.summary(Order(server.url, .post)).hasPrefix("sessionTaskFailed"))
        #expect(notes.all == ["retry nil true", "willSend nil true", "retry true true"])
    }

    @Test func theTaskCancelsTheRequest() async throws {
        let server = try server(500, "no")
        let asked = Notes<Int>()
        let interceptor = Guided(decide: { request, _, answer in
            asked.add(0)
            request.task?.cancel()
            answer(.retry)
        })
        let summary = await MoyaProvider<Order>(.own(interceptor)).summary(Order(server.url).validated)
        #expect(summary == "unacceptableStatusCode(500) | 500 no" && asked.all.count == 1)
        #expect(server.requests.count == 1)
    }

    /// As a retrier tells uploads and downloads apart.
    @Test func aRequestHasTheKindOfItsTask() async throws {
        let server = try server(500, "no")
        let kinds = Notes<String>()
        let session = Session.own(
            Guided(decide: { request, _, answer in
                let isUpload = request is UploadRequest
                kinds.add("\(type(of: request)) \(request is DataRequest) \(isUpload)")
                answer(.doNotRetry)
            }))
        let (file, place) = (try folder.write("x", as: "x"), folder.url.appendingPathComponent("y/z"))
        let form = [Moya.MultipartFormData(provider: .data(Data("1".utf8)), name: "a")]
        let tasks: [(Moya.Method, Moya.Task)] = [
            (.get, .requestPlain), (.post, .requestData(Data())), (.post, .uploadFile(file)),
            (.post, .uploadMultipart(form)), (.get, .downloadDestination { _, _ in (place, []) }),
        ]
        for (method, task) in tasks {
            _ = await MoyaProvider<Order>(session).summary(Order(server.url, method, task).validated)
        }
        #expect(
            kinds.all == [
                "DataRequest true false", "DataRequest true false", "UploadRequest true true",
                "UploadRequest true true", "DownloadRequest false false",
            ])
    }

    // MARK: Commands of curl

    private func request(
        _ method: String = "POST", _ text: String = "https://shop.example/a?b=1", session: Session? = nil,
        _ change: (inout URLRequest) -> Void = { _ in }
    ) throws -> Request {
        var request = URLRequest(url: try #require(URL(string: text)))
        request.httpMethod = method
        change(&request)
        return Request.of(request, .request, in: session ?? .own { $0.httpAdditionalHeaders = ["X-S": "1"] })
    }

    @Test func aCommandOfCurlHasMethodCredentialHeadersBodyAndURL() throws {
        let request = try request { request in
            request.setValue("say \"hi\"", forHTTPHeaderField: "X-R")
            request.httpBody = Data(#"{"a": "b\"c"}"#.utf8)
        }
        let lines = request.authenticate(username: "u", password: "p").cURLDescription()
            .components(separatedBy: " \\\n\t")
        #expect(
            lines == [
                "$ curl -v", "-X POST", "-u u:p", "-H \"X-S: 1\"", #"-H "X-R: say \"hi\"""#,
                #"-d "{\"a\": \"b\\\"c\"}""#, "\"https://shop.example/a?b=1\"",
            ])
    }

    @Test func aCommandOfCurlHasTheCookiesOfTheStorage() throws {
        let session = Session.own { $0.httpAdditionalHeaders = [:] }
        let properties: [HTTPCookiePropertyKey: Any] = [.name: "sid", .value: "7", .domain: "shop.example", .path: "/"]
        session.sessionConfiguration.httpCookieStorage?.setCookie(try #require(HTTPCookie(properties: properties)))
        let text = try request("GET", session: session).cURLDescription()
        #expect(text == "$ curl -v \\\n\t-X GET \\\n\t-b \"sid=7\" \\\n\t\"https://shop.example/a?b=1\"")
    }

    @Test func aCommandOfARequestWithoutCookiesHasNone() throws {
        let session = Session.own { $0.httpAdditionalHeaders = [:] }
        let properties: [HTTPCookiePropertyKey: Any] = [.name: "sid", .value: "7", .domain: "shop.example", .path: "/"]
        session.sessionConfiguration.httpCookieStorage?.setCookie(try #require(HTTPCookie(properties: properties)))
        let text = try request("GET", session: session) { $0.httpShouldHandleCookies = false }.cURLDescription()
        #expect(text == "$ curl -v \\\n\t-X GET \\\n\t\"https://shop.example/a?b=1\"")
    }

    @Test func withoutAHostThereIsNoCommand() throws {
        #expect(try request("GET", "/a").cURLDescription() == "$ curl command could not be created")
    }

    /// A plugin that asks for the command before the request is adapted.
    private struct Commands: PluginType {
        let commands: Notes<String>

        func willSend(_ request: any RequestType, target: any Moya.TargetType) {
            _ = request.cURLDescription { [commands] in commands.add($0) }
        }
    }

    @Test func aCommandIsWrittenWhenTheRequestIsComplete() async throws {
        let commands = Notes<String>()
        let session = Session.own { $0.httpAdditionalHeaders = [:] }
        let provider = MoyaProvider<Order>(session, plugins: [Commands(commands: commands)])
        let server = try server()
        #expect(await provider.summary(Order(server.url)) == "200 fresh")
        await session.perform {}
        #expect(commands.all == ["$ curl -v \\\n\t-X GET \\\n\t\"\(server.url)/orders\""])
    }

    /// A plugin that asks for the command when the request has been sent.
    private final class LateCommands: PluginType {
        let commands = Notes<String>()
        private let sent = Notes<Request>()

        func willSend(_ request: any RequestType, target: any Moya.TargetType) {
            if let request = request as? Request { sent.add(request) }
        }

        func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any Moya.TargetType) {
            sent.all.last?.cURLDescription { [commands] in commands.add($0) }
        }
    }

    @Test func aCommandOfASentRequestIsWrittenAtOnce() async throws {
        let (server, plugin) = (try server(), LateCommands())
        let session = Session.own { $0.httpAdditionalHeaders = [:] }
        #expect(await MoyaProvider<Order>(session, plugins: [plugin]).summary(Order(server.url)) == "200 fresh")
        await session.perform {}
        #expect(plugin.commands.all == ["$ curl -v \\\n\t-X GET \\\n\t\"\(server.url)/orders\""])
    }

    // MARK: Cancellation

    @Test func aStoredRequestCanBeCancelled() async throws {
        let requests = Notes<Request>()
        let server = try LoopbackServer { request in
            request.connection == 1 ? [.response(500, text: "no", to: request), .close] : [.hold]
        }
        let session = Session.own(
            Guided(decide: { request, _, answer in
                requests.add(request)
                answer(.retry)
            }))
        let call = StartedCall(Order(server.url).validated, by: MoyaProvider<Order>(session))
        try await server.waitForRequests(2)
        let request = try #require(requests.all.first)
        #expect(!request.isCancelled && request.retryCount == 1)
        #expect(request.error?.summary == "unacceptableStatusCode(500)" && request.response == nil)
        #expect(request.cancel() === request && request.isCancelled)
        #expect(try await call.summary == "explicitlyCancelled")
    }

    @Test func aRequestThatAPluginCancelsIsNotSent() async throws {
        struct Canceller: PluginType {
            func willSend(_ request: any RequestType, target: any Moya.TargetType) { (request as? Request)?.cancel() }
        }
        let server = try server()
        let provider = MoyaProvider<Order>(.own(), plugins: [Canceller()])
        #expect(await provider.summary(Order(server.url)) == "explicitlyCancelled" && server.requests.isEmpty)
    }

    // MARK: Challenges

    private struct Credentials: PluginType {
        func willSend(_ request: any RequestType, target: any Moya.TargetType) {
            _ = request.authenticate(username: "u", password: "p", persistence: .none)
        }
    }

    private func challenging(_ challenge: String, until accepts: @escaping @Sendable (String?) -> Bool) throws
        -> LoopbackServer
    {
        try LoopbackServer { request in
            if accepts(request.headers["Authorization"]) { return [.response(text: "in", to: request)] }
            return [.response(401, headers: ["WWW-Authenticate": challenge], text: "out", to: request)]
        }
    }

    @Test(arguments: [Moya.Method.get, .post])
    func aBasicChallengeIsAnsweredOnce(method: Moya.Method) async throws {
        let server = try challenging("Basic realm=\"r\"") { $0 == "Basic dTpw" }
        let order = Order(server.url, method, method == .get ? .requestPlain : .requestData(Data("body".utf8)))
        let provider = MoyaProvider<Order>(.own(), plugins: [Credentials()])
        #expect(await provider.summary(order) == "200 in")
        #expect(server.requests.map { $0.headers["Authorization"] } == [nil, "Basic dTpw"])
        #expect(server.requests.map(\.text) == (method == .get ? ["", ""] : ["body", "body"]))
    }

    @Test func aCredentialThatIsRefusedIsSentOnce() async throws {
        let server = try challenging("Basic realm=\"r\"") { _ in false }
        let provider = MoyaProvider<Order>(.own(), plugins: [Credentials()])
        #expect(await provider.summary(Order(server.url).validated) == "unacceptableStatusCode(401) | 401 out")
        #expect(server.requests.map { $0.headers["Authorization"] } == [nil, "Basic dTpw"])
    }

    @Test func withoutACredentialAChallengeIsTheResponse() async throws {
        let server = try challenging("Basic realm=\"r\"") { _ in false }
        #expect(await MoyaProvider<Order>(.own()).summary(Order(server.url)) == "401 out")
        #expect(server.requests.count == 1)
    }

    @Test func aCredentialStaysAtTheOriginOfTheTarget() async throws {
        let other = try challenging("Basic realm=\"r\"") { _ in false }
        let location = "\(other.url)/there"
        let server = try LoopbackServer { [.response(302, headers: ["Location": location], to: $0)] }
        let provider = MoyaProvider<Order>(.own(), plugins: [Credentials()])
        #expect(await provider.summary(Order(server.url)) == "401 out")
        #expect(other.requests.map { $0.headers["Authorization"] } == [nil])
    }

    @Test func aDigestChallengeIsAnsweredOnce() async throws {
        let challenge = #"Digest realm="r", nonce="n", qop="auth", algorithm=MD5"#
        let server = try challenging(challenge) { $0 != nil }
        let provider = MoyaProvider<Order>(.own(), plugins: [Credentials()])
        #expect(await provider.summary(Order(server.url)) == "200 in")
        let answer = try #require(server.requests.last?.headers["Authorization"])
        #expect(server.requests.count == 2 && answer.hasPrefix("Digest "))
        for part in [#"username="u""#, #"realm="r""#, #"nonce="n""#, #"uri="/orders""#, "qop=auth", "nc=00000001"] {
            #expect(answer.contains(part))
        }
    }

    @Test func aCredentialInTheURLAnswersAChallenge() async throws {
        let server = try challenging("Basic realm=\"r\"") { $0 == "Basic dTpw" }
        let url = try #require(URL(string: "http://u:p@127.0.0.1:\(server.port)"))
        #expect(await MoyaProvider<Order>(.own()).summary(Order(url)) == "200 in")
        #expect(server.requests.map { $0.headers["Authorization"] } == [nil, "Basic dTpw"])
    }

    @Test func aCredentialInTheURLIsPercentDecoded() async throws {
        let field = "Basic \(Data("u@:p@ss".utf8).base64EncodedString())"
        let server = try challenging("Basic realm=\"r\"") { $0 == field }
        let url = try #require(URL(string: "http://u%40:p%40ss@127.0.0.1:\(server.port)"))
        #expect(await MoyaProvider<Order>(.own()).summary(Order(url)) == "200 in")
    }

    /// A transport keeps nothing of a call that has ended, or the last one's progress would keep the session.
    @Test func aSessionEndsBehindItsLastCall() async throws {
        final class Marker: RequestInterceptor {}
        let server = try LoopbackServer { [.response(text: "yes", to: $0)] }
        weak var marker: Marker?
        do {
            let own = Marker()
            marker = own
            let provider = MoyaProvider<Order>(.own(own))
            #expect(await provider.result(Order(server.url), progress: { _ in }).summary == "200 yes")
        }
        await until { marker == nil }
    }
}
