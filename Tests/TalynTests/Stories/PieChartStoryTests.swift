import Foundation
import Testing

@testable import Talyn

/// A summary screen: fetches a chart, posts a day's path, and switches over five outcomes.
struct PieChartStoryTests {
    // MARK: The API, as its app would write it

    private struct Chart: Codable, Sendable, Equatable { var slices: [Int] }

    private struct DailyPath: Codable, Sendable, Equatable {
        var user: String
        var timeSequence: [Double]
        var note: String?
    }

    /// The server's envelope.
    private struct GenericResponse<Payload: Codable & Sendable>: Envelope, Codable {
        var data: Payload?
        var responseMsg: String
        var payload: Payload? { data }
        var rejection: Rejection? { nil }
    }

    private struct Message: Codable, Sendable, Equatable { var responseMsg: String }

    private enum Summary: RoutedTarget {
        case pieChart(date: String)
        case postDailyPath(DailyPath, token: String)
        case tags([String])
        case unreachable

        static let catchChain = CatchChain(cancelled: RequestError(.cancelled), otherwise: { $0 })
        var baseURL: URL { if case .unreachable = self { Self.withoutScheme } else { Self.host } }
        static let host = URL(string: "https://summary.example.com/api")!
        static let withoutScheme = URL(string: "summary.example.com")!

        var route: Route {
            switch self {
            case .pieChart(let date): .get("piechart").query(["date": date])
            case .postDailyPath(let path, let token): .post("daily/path").json(path).bearer(token)
            case .tags(let tags): .put("tags").json(tags).header("X-Source", "summary")
            case .unreachable: .get("piechart")
            }
        }
    }

    /// The app's service: the five outcomes, with the envelope opened and the server's message for a rejection.
    private struct SummaryService: Sendable {
        let provider: Provider<Summary>

        func load<Value: Codable & Sendable>(
            _ target: Summary, as type: Value.Type
        ) async -> NetworkResult<Value, String?> {
            do throws(RequestError) {
                return .success(try await provider.call(Call(target, in: GenericResponse<Value>.self)))
            } catch {
                return NetworkResult(error) { $0.body(as: Message.self)?.responseMsg }
            }
        }
    }

    private let stubs = StubTransport()
    private let outcomes = OutcomeRecorder()
    private let chart = Summary.pieChart(date: "2022-11-01")
    private var service: SummaryService {
        SummaryService(provider: Provider(transport: stubs, plugins: [outcomes], clock: TestClock()))
    }

    private func load(_ answer: StubAnswer) async -> NetworkResult<Chart, String?> {
        stubs.on(chart, answer)
        return await service.load(chart, as: Chart.self)
    }

    // MARK: The request

    @Test func theBuilderSetsMethodBodyContentTypeAndToken() throws {
        let path = DailyPath(user: "u1", timeSequence: [1, 2.5], note: nil)
        let endpoint = try service.provider.endpoint(.postDailyPath(path, token: "t0ken"))
        #expect(endpoint.method == .post)
        #expect(endpoint.url.absoluteString == "https://summary.example.com/api/daily/path")
        #expect(endpoint.headers["Authorization"] == "Bearer t0ken")
        #expect(endpoint.headers["Content-Type"] == "application/json")
        #expect(endpoint.body == .data(Data(#"{"timeSequence":[1,2.5],"user":"u1"}"#.utf8)))
    }

    @Test func eachStepOfTheBuilderReturnsACopy() {
        let route = Route.get("piechart")
        let changed = route.header("X-A", "1").bearer("t").text("body")
        #expect(route.headers.isEmpty)
        #expect("\(route.task)" == "no query, no body")
        #expect(changed.headers == ["X-A": "1", "Authorization": "Bearer t"])
    }

    @Test(arguments: [
        (Route.get("a"), HTTPMethod.get), (.post("a"), .post), (.put("a"), .put), (.patch("a"), .patch),
        (.delete("a"), .delete), (.head("a"), .head), (.options("a"), .options),
        (Route(.init(rawValue: "PROPFIND"), "a"), .init(rawValue: "PROPFIND")),
    ])
    func everyMethodCanBeSaid(route: Route, method: HTTPMethod) {
        #expect(route.method == method)
    }

    @Test func anArrayIsABodyToo() throws {
        let endpoint = try service.provider.endpoint(.tags(["a", "b"]))
        #expect(endpoint.body == .data(Data(#"["a","b"]"#.utf8)))
        #expect(endpoint.headers["X-Source"] == "summary")
    }

    @Test func aBodyThatCannotBeEncodedEndsTheCallAndNothingIsSent() async {
        let path = DailyPath(user: "u1", timeSequence: [.nan], note: nil)
        #expect(await service.load(.postDailyPath(path, token: "t"), as: Chart.self) == .pathErr)
        #expect(stubs.requests.isEmpty)
        #expect(outcomes.errors.map(\.category) == [.invalidRequest])
    }

    @Test func anAddressThatIsNoneEndsTheCallAndNothingIsSent() async {
        #expect(await service.load(.unreachable, as: Chart.self) == .pathErr)
        #expect(stubs.requests.isEmpty)
    }

    @Test func aCallThatIsOnlyDescribedSendsNothingAndEachCallSendsOnce() async throws {
        stubs.on(chart, .json(#"{"data":{"slices":[1]},"responseMsg":"ok"}"#))
        let call = Call<Summary, Chart>(chart, in: GenericResponse<Chart>.self)
        let service = service
        #expect(stubs.requests.isEmpty)
        #expect(try await service.provider.call(call) == Chart(slices: [1]))
        #expect(stubs.requests.count == 1)
        try await service.provider.call(call)
        #expect(stubs.requests.count == 2)
    }

    // MARK: The outcome

    @Test func theEnvelopesDataIsTheValue() async {
        let answer = StubAnswer.json(#"{"data":{"slices":[3,4]},"responseMsg":"ok"}"#)
        #expect(await load(answer) == .success(Chart(slices: [3, 4])))
    }

    @Test(arguments: [200, 201, 206])
    func everySuccessStatusIsASuccess(status: Int) async {
        let answer = StubAnswer.json(#"{"data":{"slices":[]},"responseMsg":"ok"}"#, status: status)
        #expect(await load(answer) == .success(Chart(slices: [])))
    }

    @Test(
        arguments: [
            (400, .requestErr("wrong date")), (404, .requestErr("wrong date")), (499, .requestErr("wrong date")),
            (500, .serverErr), (501, .serverErr), (503, .serverErr), (599, .serverErr), (304, .networkFail),
        ] as [(Int, NetworkResult<Chart, String?>)])
    private func theStatusDecidesAndTheRejectionHasATypeOfItsOwn(status: Int, outcome: NetworkResult<Chart, String?>)
        async
    {
        #expect(await load(.json(#"{"data":null,"responseMsg":"wrong date"}"#, status: status)) == outcome)
    }

    @Test(
        arguments: [(404, .requestErr(nil)), (500, .serverErr), (502, .serverErr)]
            as [(Int, NetworkResult<Chart, String?>)])
    private func anHTMLPageBehindARefusalIsToldByItsStatus(status: Int, outcome: NetworkResult<Chart, String?>) async {
        #expect(await load(.text("<html>", contentType: "text/html", status: status)) == outcome)
    }

    @Test(arguments: [#"{"data":null,"responseMsg":"ok"}"#, #"{"responseMsg":"ok"}"#, "<html>", ""])
    func anAnswerWithoutItsDataIsAPathErrorAndNoTrap(body: String) async {
        #expect(await load(.json(body)) == .pathErr)
    }

    @Test func aMissingAnswerIsASuccessWhereNoneIsNeeded() async {
        stubs.on(chart, .status(204))
        let result = await service.provider.networkResult(chart, as: Chart?.self, rejection: Message.self)
        #expect(result == .success(nil))
    }

    @Test(arguments: [
        URLError.Code.notConnectedToInternet, .networkConnectionLost, .timedOut, .cannotFindHost,
        .secureConnectionFailed, .badServerResponse,
    ])
    func everyFaultOfTheNetworkEndsTheCallExactlyOnce(code: URLError.Code) async {
        #expect(await load(.failure(code)) == .networkFail)
        #expect(outcomes.outcomes.count == 1)
        #expect(outcomes.errors.first?.urlError?.code == code)
    }

    @Test func theViewHandlesFourOfTheFiveAlike() async {
        func screen(_ result: NetworkResult<Chart, String?>) -> String {
            result.fold(success: { "\($0.slices.count) slices" }, failure: { _ in "placeholder" })
        }
        #expect(screen(await load(.json(#"{"data":{"slices":[1,2]},"responseMsg":"ok"}"#))) == "2 slices")
        for answer in [StubAnswer.status(400), .status(500), .json("{}"), .failure(.timedOut)] {
            #expect(screen(await load(answer)) == "placeholder")
        }
    }

    // MARK: Around it

    @Test func aPluginLogsOperationStatusAndTheEnvelopesMessage() async throws {
        struct MessageLog: CallObserver {
            let trace: Trace
            func willSend(_ endpoint: Endpoint, context: CallContext) {}
            func didReceive(_ result: Result<Response, RequestError>, context: CallContext) {
                guard let response = try? result.get() else { return }
                let message = (try? response.decode(Message.self))?.responseMsg ?? "no message"
                trace.write("\(context.operation ?? "") \(response.statusCode) \(message)")
            }
            func didFinish(_ outcome: CallOutcome, context: CallContext) {}
        }
        let trace = Trace()
        stubs.on(chart, .json(#"{"data":{"slices":[]},"responseMsg":"fine"}"#))
        let provider = service.provider.adding(MessageLog(trace: trace))
        _ = try await provider.call(Call(chart, in: GenericResponse<Chart>.self))
        #expect(trace.lines == ["Summary.pieChart 200 fine"])
    }

    @Test func theTransportIsGivenAndNotWiredIn() async throws {
        let transport = AnswerTransport.bytes(Array(#"{"data":{"slices":[9]},"responseMsg":""}"#.utf8))
        let service = SummaryService(provider: Provider(transport: transport))
        #expect(await service.load(chart, as: Chart.self) == .success(Chart(slices: [9])))
    }
}
