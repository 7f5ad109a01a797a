import Foundation
import Testing

@testable import Talyn

struct MyAPIErrorTests {
    private static let connectivity: Set<Int> = [-1003, -1004, -1005, -1006, -1009, -1018, -1019, -1020, -1200]

    private func refusal(_ body: String, status: Int = 400) -> RequestError {
        RequestError(.status(status), response: .make(status, body))
    }

    private func failure(_ code: URLError.Code, text: String = "") -> RequestError {
        RequestError(.transport(URLError(code, text: text)))
    }

    private func restError(_ body: String, status: Int = 400) -> MyAPIError {
        MyAPIError.catchChain(refusal(body, status: status))
    }

    // MARK: From the raw error

    @Test(arguments: [URLError.Code.notConnectedToInternet, .timedOut])
    func aFaultOfTheNetworkKeepsItsCall(_ code: URLError.Code) async {
        let stubs = StubTransport()
        stubs.on(GitHub.user("CANARY"), .failure(code))
        guard case .failure(let error) = await Provider<GitHub>(transport: stubs).result(.user("CANARY")) else {
            Issue.record("it is a response")
            return
        }
        #expect(error.urlError?.code == code)
        #expect(error.requestError.operation == "GitHub.user")
        #expect(error.requestError.timeline.entries.count == 1)
        #expect(!texts(of: error).contains("CANARY"))
    }

    @Test(arguments: URLErrorTable.codes)
    func everyURLErrorCodeHasItsCase(number: Int) throws {
        let code = try #require(URLError.Code(rawValue: number) as URLError.Code?)
        let raw = RequestError(.transport(URLError(code)))
        let expected: MyAPIError =
            if Self.connectivity.contains(number) {
                .internetConnection(raw)
            } else if number == -1001 {
                .requestTimeout(raw)
            } else {
                .restError(raw, statusCode: nil, errorCode: nil)
            }
        #expect(MyAPIError.catchChain(raw) == expected)
    }

    @Test func everyOtherKindHasItsCase() {
        let chain = MyAPIError.catchChain
        let decoding = RequestError(.decoding(DecodingFailure(reason: "a")), response: .make(200))
        #expect(chain(RequestError(.cancelled)) == .cancelled())
        #expect(chain(RequestError(.empty, response: .make(200))) == .empty())
        #expect(chain(decoding) == .decoding(decoding))
        for kind in [
            RequestError.Kind.invalidRequest("a"), .unstubbed("a"), .tooLarge(limit: 1),
            .plugin(PluginFailure(plugin: "a", underlying: CancellationError())),
        ] {
            let raw = RequestError(kind)
            #expect(chain(raw) == .restError(raw, statusCode: nil, errorCode: nil))
        }
        let type = RequestError(.contentType("text/html"), response: .make(200))
        #expect(chain(type) == .restError(type, statusCode: 200, errorCode: nil))
    }

    // MARK: Codes

    @Test(
        arguments: [
            (#"{"code":"E1"}"#, "E1"), (#"{"code":42}"#, "42"), (#"{"code":-7}"#, "-7"), (#"{"code":1.5}"#, "1.5"),
            (#"{"code":true}"#, "true"), (#"{"code":null}"#, nil), (#"{"code":{}}"#, nil), (#"{"code":["E1"]}"#, nil),
            (#"{"status":"x"}"#, nil), (#"["code"]"#, nil), ("<html>", nil), ("", nil),
        ] as [(String, String?)])
    func theErrorCodeIsTheBodysCodeAsText(body: String, code: String?) {
        #expect(restError(body) == .restError(refusal(body), statusCode: 400, errorCode: code))
        #expect(restError(body).errorCodes == (code.map { [$0] } ?? []))
    }

    @Test(arguments: [
        (#"{"errors":[{"code":"A"},{"code":2},{"message":"x"},{"code":"A"}]}"#, ["A", "2"]),
        (#"{"code":"A","errors":[{"code":"B"},{"code":"A"}]}"#, ["A", "B"]), (#"{"errors":{"code":"A"}}"#, []),
        (#"{"errors":["A"]}"#, []),
    ])
    func errorCodesAreThoseOfTheErrorsArrayToo(body: String, codes: [String]) {
        #expect(restError(body).errorCodes == codes)
    }

    @Test(
        arguments: [
            ("error.code", #"{"error":{"code":7},"code":1}"#, "7"), ("errors.0.id", #"{"errors":[{"id":"X"}]}"#, "X"),
            ("error.code", #"{"code":1}"#, nil),
        ] as [(String, String, String?)])
    func theErrorCodeMayStandElsewhere(path: String, body: String, code: String?) {
        let chain = CatchChain(cancelled: MyAPIError.cancelled, otherwise: MyAPIError.handleREST(errorCodeAt: path))
        #expect(chain(refusal(body)) == .restError(refusal(body), statusCode: 400, errorCode: code))
    }

    @Test func anEnvelopesCodeIsTheErrorCode() {
        let raw = RequestError(.rejected(Rejection(code: "N1")), response: .make(200, #"{"code":"other"}"#))
        #expect(MyAPIError.catchChain(raw) == .restError(raw, statusCode: 200, errorCode: "N1"))
        let without = RequestError(.rejected(Rejection()), response: .make(200, #"{"code":"body"}"#))
        #expect(MyAPIError.catchChain(without) == .restError(without, statusCode: 200, errorCode: "body"))
    }

    @Test func onlyARestErrorHasAStatusAndCodes() {
        #expect(restError(#"{"code":1}"#, status: 404).statusCode == 404)
        let decoding = RequestError(.decoding(DecodingFailure(reason: "a")), response: .make(200, #"{"code":1}"#))
        for error in [
            MyAPIError.empty(), .cancelled(), .requestTimeout(), .decoding(decoding),
            .internetConnection(),
        ] {
            #expect(error.statusCode == nil)
            #expect(error.errorCodes.isEmpty)
        }
    }

    // MARK: Questions

    @Test(arguments: URLErrorTable.codes)
    func isNoNetworkSpeaksOfTheDevicesSideOnly(number: Int) throws {
        let code = try #require(URLError.Code(rawValue: number) as URLError.Code?)
        let error = MyAPIError.catchChain(RequestError(.transport(URLError(code))))
        #expect(error.isNoNetwork == [-1009, -1018, -1020].contains(number))
        #expect(error.isConnectionLost == (number == -1005))
    }

    @Test func withoutAURLErrorTheNetworkIsNotAtFault() {
        #expect(![MyAPIError.empty(), .cancelled(), restError("")].contains { $0.isNoNetwork })
    }

    @Test func anErrorMadeForATestHasTheUsualReason() {
        #expect(MyAPIError.requestTimeout().urlError?.code == .timedOut)
        #expect(MyAPIError.internetConnection().urlError?.code == .notConnectedToInternet)
        #expect(MyAPIError.internetConnection().isNoNetwork)
        #expect(MyAPIError.cancelled().requestError == RequestError(.cancelled))
        #expect(MyAPIError.empty().requestError == RequestError(.empty))
    }

    @Test func theErrorsBehindItAreAtHand() throws {
        let lost = MyAPIError.catchChain(RequestError(.transport(URLError(.networkConnectionLost))))
        #expect(lost.urlError?.code == .networkConnectionLost)
        #expect(lost.requestError.category == .connectionLost)
        #expect(restError("{}").urlError == nil)
        #expect(restError("{}").requestError.response?.data == Data("{}".utf8))
        let aborted = MyAPIError.catchChain(RequestError(.transport(URLError(.cancelled))))
        #expect(aborted.urlError?.code == .cancelled)
        #expect(MyAPIError.cancelled().urlError == nil)
    }

    @Test func twoAreEqualWhenCaseCodeAndStatusAre() {
        let unknown = MyAPIError.internetConnection(failure(.cannotFindHost))
        #expect(unknown == .internetConnection(failure(.cannotFindHost, text: "a.example")))
        #expect(unknown != .internetConnection(failure(.cannotConnectToHost)))
        let plugin = PluginFailure(plugin: "a", underlying: URLError(.cannotFindHost))
        #expect(unknown == .internetConnection(RequestError(.plugin(plugin), response: .make(401))))
        #expect(MyAPIError.requestTimeout() != .internetConnection(failure(.timedOut)))
        #expect(MyAPIError.empty() == .empty(RequestError(.empty, response: .make(204))))
        #expect(restError(#"{"code":1}"#) == restError(#"{"code":1,"x":2}"#))
        #expect(restError(#"{"code":1}"#) != restError(#"{"code":2}"#))
        #expect(restError("", status: 404) != restError("", status: 405))
        #expect(MyAPIError.empty() != .cancelled())
    }

    // MARK: Links

    @Test func linksComposeInAnotherOrderAndWithAnotherLastWord() {
        let chain = CatchChain(cancelled: MyAPIError.cancelled, otherwise: { .empty($0) })
            .catch(MyAPIError.handleTimeOut)
            .catch(status: 404) { .restError($0, statusCode: 404, errorCode: "missing") }
            .catch(MyAPIError.handleInternetConnection)
        #expect(chain(RequestError(.transport(URLError(.timedOut)))) == .requestTimeout())
        let offline = RequestError(.transport(URLError(.notConnectedToInternet)))
        #expect(chain(offline) == .internetConnection(offline))
        #expect(chain(refusal("", status: 404)).errorCodes == ["missing"])
        #expect(chain(refusal("", status: 500)) == .empty())
        #expect(chain(RequestError(.decoding(DecodingFailure(reason: "a")))) == .empty())
    }

    @Test func aLinkMapsItsOwnErrorsAndLeavesTheOthers() {
        let timeout = RequestError(.transport(URLError(.timedOut)))
        let lost = RequestError(.transport(URLError(.networkConnectionLost)))
        #expect(MyAPIError.handleInternetConnection(timeout) == nil)
        #expect(MyAPIError.handleInternetConnection(lost) == .internetConnection(lost))
        #expect(MyAPIError.handleTimeOut(lost) == nil)
        #expect(MyAPIError.handleTimeOut(timeout) == .requestTimeout())
        #expect(MyAPIError.handleBody(timeout) == nil)
        #expect(MyAPIError.handleBody(RequestError(.empty)) == .empty())
    }

    @Test func theResponseOfARefusalIsOneStepAway() async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.zen, .sequence([.text("sorry", status: 503), .text("["), .failure(.timedOut), .status(200)]))
        let github = Provider<GitHub>(transport: stubs)
        var errors: [MyAPIError] = []
        for _ in 1...4 { errors.append(try #require(await github.result(.zen, as: User.self).thrown)) }
        #expect(errors.map { $0.response?.statusCode } == [503, 200, nil, 200])
        #expect(errors[0].response?.data == Data("sorry".utf8))
        #expect(MyAPIError.requestTimeout().response == nil)
    }

    // MARK: Texts

    @Test(arguments: [
        (StubAnswer.status(200), "empty: GitHub.user: the response has no body"),
        (.failure(.timedOut), "requestTimeout: GitHub.user: timeout, URLError -1001"),
        (.failure(.notConnectedToInternet), "internetConnection: GitHub.user: offline, URLError -1009"),
        (.text("["), "decoding: GitHub.user: the body did not decode"),
        (.status(404), "restError: GitHub.user: status 404"),
        (.noResponse, "cancelled: GitHub.user: cancelled"),
    ])
    func everyCaseKeepsItsRawErrorAndNamesTheCall(_ answer: StubAnswer, _ beginning: String) async throws {
        let stubs = StubTransport()
        stubs.on(GitHub.user("CANARY"), answer)
        let github = Provider<GitHub>(transport: stubs, clock: TestClock(isManual: true))
        let task = Task { await github.result(.user("CANARY"), as: User.self) }
        await until { !stubs.requests.isEmpty }
        if beginning.hasPrefix("cancelled") { task.cancel() }
        let error = try #require(await task.value.thrown)
        #expect("\(error)".hasPrefix(beginning))
        #expect(error.localizedDescription == error.requestError.errorDescription)
        #expect(error.requestError.operation == "GitHub.user")
        #expect(error.requestError.timeline.isEmpty == false)
        #expect(!texts(of: error).contains("CANARY"))
    }

    @Test func descriptionsNameTheCase() {
        #expect("\(MyAPIError.cancelled())" == "cancelled: cancelled")
        #expect("\(MyAPIError.empty())" == "empty: the response has no body, but the value requires one")
        #expect("\(restError("{}", status: 418))" == "restError: status 418")
        let offline = MyAPIError.internetConnection(failure(.notConnectedToInternet, text: "offline"))
        #expect("\(offline)" == "internetConnection: offline, URLError -1009: offline")
        #expect(offline.localizedDescription == "There is no internet connection.")
        #expect(offline.recoverySuggestion == "Please check the internet connection and try again.")
        let late = MyAPIError.requestTimeout(failure(.timedOut, text: "late"))
        #expect("\(late)" == "requestTimeout: timeout, URLError -1001: late")
    }

    @Test func errorsWithoutAURLErrorAreComparedByTheRawError() {
        let (status, invalid) = (RequestError(.status(500)), RequestError(.invalidRequest("x")))
        #expect(MyAPIError.internetConnection(status) != .internetConnection(invalid))
        #expect(MyAPIError.internetConnection(status) == .internetConnection(status))
        #expect(MyAPIError.internetConnection(status) != .internetConnection())
        #expect(MyAPIError.internetConnection() != .internetConnection(status))
    }

    @Test func textsShowNoValue() throws {
        let url = try #require(URL(string: "https://a.example/?q=hunter1"))
        let failing = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url])
        let errors: [MyAPIError] = [
            restError(#"{"code":"c","message":"hunter2"}"#), MyAPIError.catchChain(RequestError(.transport(failing))),
            .decoding(RequestError(.decoding(DecodingFailure(reason: "a")), response: .make(200, "hunter3"))),
        ]
        for error in errors { #expect(!printedText(of: error).contains("hunter")) }
    }
}
