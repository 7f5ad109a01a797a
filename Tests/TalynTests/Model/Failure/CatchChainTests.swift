import Foundation
import Testing

@testable import Talyn

struct CatchChainTests {
    private enum ShopError: Error, Equatable {
        case cancelled
        case first, second
        case offline(Int)
        case soldOut(item: Int)
        case rejected(code: String?)
        case other(ErrorCategory)
    }

    private struct SoldOut: Decodable { var item: Int }

    private let bare = CatchChain(cancelled: ShopError.cancelled, otherwise: { .other($0.category) })

    private func refusal(_ status: Int, _ body: String = "") -> RequestError {
        RequestError(.status(status), response: .make(status, body))
    }

    // MARK: By target

    @Test func aLinkTellsCasesApartByTheTarget() async throws {
        enum Rooms: RoutedTarget {
            case list, join(Int)
            static let catchChain = CatchChain(cancelled: ShopError.cancelled, otherwise: { .other($0.category) })
                .catch(target: GitHub.self) { _, _ in .first }
                .catch(target: Rooms.self) { target, error in
                    if case .join(let id) = target, error.statusCode == 404 { .soldOut(item: id) } else { nil }
                }
            var baseURL: URL { RawAPI.host }
            var route: Route {
                switch self {
                case .list: .get("rooms")
                case .join(let id): .post("rooms/\(id)").header("X", id < 0 ? "\n" : nil)
                }
            }
        }
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(404))
        let rooms = Provider<Rooms>(transport: stubs)
        await #expect(throws: ShopError.soldOut(item: 7)) { try await rooms.request(.join(7)) }
        await #expect(throws: ShopError.other(.status)) { try await rooms.request(.list) }
        await #expect(throws: ShopError.other(.invalidRequest)) { try await rooms.request(.join(-1)) }
        await #expect(throws: ShopError.other(.status)) { try await rooms.send(Endpoint(url: RawAPI.host)) }
    }

    @Test func anErrorKnowsItsTargetAlsoWhenNothingWasSent() async throws {
        let raw = Provider<RawAPI>(baseURL: URL(string: "ftp://x"), transport: StubTransport())
        let error = try #require(await raw.result(.item(3)).thrown)
        guard case .item(3)? = error.target as? RawAPI else { return #expect(Bool(false), "\(error)") }
        #expect(error.endpoint == nil)
        let multi = Provider<MultiTarget>(transport: StubTransport())
        #expect(await multi.result(MultiTarget(GitHub.zen)).thrown?.requestError.target as? GitHub == .zen)
        #expect(RequestError(.empty).target == nil)
    }

    @Test func aRangeOfStatusesWithABodyTakesThoseWhoseBodyDecodes() {
        let chain = bare.catch(status: 400...499, as: SoldOut.self) { body, _ in .soldOut(item: body.item) }
        #expect(chain(refusal(400, #"{"item": 1}"#)) == .soldOut(item: 1))
        #expect(chain(refusal(499, #"{"item": 2}"#)) == .soldOut(item: 2))
        #expect(chain(refusal(404, "<html>")) == .other(.status))
        #expect(chain(refusal(500, #"{"item": 1}"#)) == .other(.status))
    }

    // MARK: Order and totality

    @Test(
        arguments: [
            .invalidRequest("a"), .plugin(PluginFailure(plugin: "a", underlying: CancellationError())),
            .transport(URLError(.unknown)), .unstubbed("a"), .tooLarge(limit: 1), .status(500), .contentType(nil),
            .rejected(Rejection()), .empty, .decoding(DecodingFailure(reason: "a")),
        ] as [RequestError.Kind])
    func anErrorThatNoLinkTakesGoesToTheDefault(kind: RequestError.Kind) {
        #expect(bare(RequestError(kind)) == .other(RequestError(kind).category))
        #expect(bare.catch { _ in nil }(RequestError(kind)) == .other(RequestError(kind).category))
    }

    @Test func theFirstLinkThatGivesAnErrorWins() {
        let trace = Trace()
        let chain =
            bare
            .catch { _ in
                trace.write("1"); return nil
            }
            .catch { _ in
                trace.write("2"); return .first
            }
            .catch { _ in
                trace.write("3"); return .second
            }
        #expect(chain(refusal(500)) == .first)
        #expect(trace.lines == ["1", "2"])
    }

    @Test func addingALinkLeavesTheChainAsItWas() {
        let longer = bare.catch { _ in .first }
        #expect(bare(refusal(500)) == .other(.status))
        #expect(longer(refusal(500)) == .first)
    }

    @Test func noLinkIsAskedAboutCancellation() {
        let chain = bare.catch { _ in .first }.catch(category: .cancelled) { _ in .second }
        #expect(chain(RequestError(.cancelled)) == .cancelled)
    }

    @Test func aTransferThatEndedByItselfIsNotCancelled() {
        #expect(bare(RequestError(.transport(URLError(.cancelled)))) == .other(.aborted))
    }

    // MARK: Links

    @Test func aLinkForCodesTakesThoseAlsoFromAPlugin() {
        let chain = bare.catch(urlError: .notConnectedToInternet, .timedOut) { error in
            .offline(error.urlError?.code.rawValue ?? 0)
        }
        #expect(chain(RequestError(.transport(URLError(.notConnectedToInternet)))) == .offline(-1009))
        #expect(chain(RequestError(.transport(URLError(.timedOut)))) == .offline(-1001))
        #expect(chain(RequestError(.transport(URLError(.networkConnectionLost)))) == .other(.connectionLost))
        let failure = PluginFailure(plugin: "a", underlying: URLError(.timedOut))
        #expect(chain(RequestError(.plugin(failure))) == .offline(-1001))
    }

    @Test func aLinkForCategoriesTakesEachOfThem() {
        let chain = bare.catch(category: .offline, .dns) { _ in .first }
        #expect(chain(RequestError(.transport(URLError(.dataNotAllowed)))) == .first)
        #expect(chain(RequestError(.transport(URLError(.cannotFindHost)))) == .first)
        #expect(chain(RequestError(.transport(URLError(.cannotConnectToHost)))) == .other(.connect))
    }

    @Test func aLinkForStatusesTakesThoseAndNoOthers() {
        let chain = bare.catch(status: 401, 403) { _ in .first }.catch(status: 500...599) { _ in .second }
        for status in [401, 403] { #expect(chain(refusal(status)) == .first) }
        for status in [500, 503, 599] { #expect(chain(refusal(status)) == .second) }
        for status in [400, 402, 404, 499, 600] { #expect(chain(refusal(status)) == .other(.status)) }
    }

    @Test func aStatusThatWasNotWhatTheCallFailedOfIsNotCaught() {
        let chain = bare.catch(status: 200) { _ in .first }.catch(status: 200...299) { _ in .second }
        #expect(chain(RequestError(.empty, response: .make(200))) == .other(.empty))
    }

    @Test func aRefusalThatAPluginCouldNotMendIsCaughtUnlessItHadNoConnection() {
        let chain = bare.catch(status: 401) { _ in .first }.catch(status: 200...299) { _ in .second }
        let failures: [(any Error, Int, ShopError)] = [
            (CancellationError(), 401, .first), (CancellationError(), 403, .other(.plugin)),
            (CancellationError(), 200, .other(.plugin)), (URLError(.timedOut), 401, .other(.timeout)),
        ]
        for (error, status, expected) in failures {
            let kind = RequestError.Kind.plugin(PluginFailure(plugin: "a", underlying: error))
            #expect(chain(RequestError(kind, response: .make(status))) == expected)
        }
    }

    @Test(arguments: [(199, true), (200, false), (299, false), (300, true)])
    func onlyAStatusOfNoSuccessIsTheReasonOfAPluginsFailure(status: Int, isCaught: Bool) {
        let chain = bare.catch(status: 100...599) { _ in .first }
        let kind = RequestError.Kind.plugin(PluginFailure(plugin: "a", underlying: CancellationError()))
        #expect(chain(RequestError(kind, response: .make(status))) == (isCaught ? .first : .other(.plugin)))
        #expect(chain(RequestError(kind)) == .other(.plugin))
    }

    @Test func aLinkWithABodyGetsItDecoded() {
        let chain = bare.catch(status: 409, 410, as: SoldOut.self) { body, error in
            error.statusCode == 409 ? .soldOut(item: body.item) : .first
        }
        #expect(chain(refusal(409, #"{"item":7}"#)) == .soldOut(item: 7))
        #expect(chain(refusal(410, #"{"item":7}"#)) == .first)
        #expect(chain(refusal(408, #"{"item":7}"#)) == .other(.status))
    }

    @Test(arguments: ["", "<html>", #"{"item":"seven"}"#, "[]"])
    func aLinkWhoseBodyDoesNotDecodeIsPassedOver(body: String) {
        let chain = bare.catch(status: 409, as: SoldOut.self) { body, _ in .soldOut(item: body.item) }
            .catch(status: 409) { _ in .second }
        #expect(chain(refusal(409, body)) == .second)
    }

    @Test func aLinkForRejectionsMayPassOne() {
        let chain = bare.catch { rejection, _ in rejection.code == "7" ? .rejected(code: rejection.code) : nil }
        #expect(chain(RequestError(.rejected(Rejection(code: 7)))) == .rejected(code: "7"))
        #expect(chain(RequestError(.rejected(Rejection(code: 8)))) == .other(.rejected))
        #expect(chain(RequestError(.contentType("text/html"))) == .other(.rejected))
    }

    // MARK: In a call

    private enum Shop: RoutedTarget {
        case items

        @TaskLocal static var trace = Trace()
        static let catchChain = CatchChain(cancelled: ShopError.cancelled, otherwise: { .other($0.category) })
            .catch { error in
                trace.write("\(error.category)")
                return nil
            }

        var baseURL: URL { GitHub.host }
        var route: Route { .get("items") }
    }

    @Test(
        arguments: [
            (.json("[1]"), []), (.failure(.timedOut), ["timeout"]), (.status(500), ["status"]),
            (.json("{"), ["decoding"]),
            (.status(204), ["empty"]),
        ] as [(StubAnswer, [String])])
    func itIsAskedOnceACallAndOnlyAboutFailures(answer: StubAnswer, asked: [String]) async {
        let stubs = StubTransport()
        stubs.on(Shop.items, answer)
        let shop = Provider<Shop>(transport: stubs, plugins: [OnceMore()], clock: TestClock())
        let trace = Trace()
        let result = await Shop.$trace.withValue(trace) { await shop.result(.items, as: [Int].self) }
        #expect(trace.lines == asked)
        #expect((try? result.get()) == (asked.isEmpty ? [1] : nil))
    }

    @Test func aCancelledCallThrowsTheChainsCancelled() async {
        let clock = TestClock(isManual: true)
        let stubs = StubTransport()
        stubs.on(Shop.items, .status(200).delayed(by: .seconds(5)))
        let shop = Provider<Shop>(transport: stubs, clock: clock)
        let trace = Trace()
        let task = Shop.$trace.withValue(trace) { Task { await shop.result(.items) } }
        await clock.waitForSleepers()
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        #expect(trace.lines.isEmpty)
    }
}
